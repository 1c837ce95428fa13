//! Which blocks a scan reads from now on.

use super::rule::{self, Found};
use super::{Blocks, State};
use crate::joins::local::filter::memory_limit;
use crate::joins::local::keys::{Column, Known, events};
use crate::pg::block_set::BlockSet;
use crate::pg::catalog;
use crate::pg::column_index::{ColumnIndex, Refused, Search};
use crate::pg::executor;
use crate::pg::heap_blocks::BlockReader;
use crate::pg::report;
use crate::pg::version;
use pgrx::PgLogLevel;
use pgrx::pg_sys::{self, Datum};

/// What comes of an index.
enum Outcome {
    Blocks(BlockSet),
    /// It is expected to pay.
    Later(Found),
}

impl Blocks {
    /// Decides what to read from now on.
    ///
    /// # Safety
    /// The query must run, and `begins` say whether the scan is at no page; for the stack, see
    /// [`scan`](crate::joins::local::scan).
    #[cold]
    pub(super) unsafe fn decide(&mut self, begins: bool) {
        self.decided = events();
        self.wait = u32::MAX;
        if begins {
            self.pages = 0;
        }
        // SAFETY: the query runs, so the nodes that have keys and the scan are alive.
        unsafe {
            let is_stale = self.candidates.iter().any(|candidate| {
                let known = (*candidate.build.cast_mut()).usable_keys().map(|(_, generation)| generation);
                matches!(candidate.state, State::Used) && known != Some(candidate.generation)
            });
            if is_stale {
                self.forget();
            }
            for place in 0..self.candidates.len() {
                self.consider(place);
            }
        }
    }

    /// Decides whether an index for a key is used.
    ///
    /// # Safety
    /// As for [`Self::decide`].
    unsafe fn consider(&mut self, place: usize) {
        let (pages, candidate) = (self.pages, &mut self.candidates[place]);
        // SAFETY: the query runs.
        let Some((keys, generation)) = (unsafe { (*candidate.build.cast_mut()).usable_keys() }) else {
            return;
        };
        if candidate.generation != generation {
            (candidate.generation, candidate.state) = (generation, State::Undecided);
        }
        let forecast = match candidate.state {
            State::Used | State::Refused => return,
            State::Waiting(until, _) if pages < until => {
                self.wait = self.wait.min(until);
                return;
            }
            State::Waiting(_, forecast) => Some(forecast),
            State::Undecided => None,
        };
        let (Some(column), Some(mut reader)) = (keys.of(candidate.key), self.reader) else { return };
        // SAFETY: the scan is alive, and nothing of the last search is used.
        unsafe {
            self.temporary.reset();
            let reader = reader.as_mut();
            let scan = self.scan(reader);
            let outcome = self.search(place, column, (reader, scan), forecast);
            self.candidates[place].state = match outcome {
                Ok(Outcome::Blocks(set)) => {
                    reader.read_only(set);
                    State::Used
                }
                Ok(Outcome::Later(forecast)) => {
                    let until = pages.saturating_add(scan.pages_in(forecast.time()) as u32);
                    self.wait = self.wait.min(until);
                    State::Waiting(until, forecast)
                }
                Err(reason) => {
                    self.tell(reason);
                    State::Refused
                }
            };
        }
    }

    /// Describes what the scan still has to read.
    ///
    /// # Safety
    /// As for [`Self::decide`].
    unsafe fn scan(&self, reader: &BlockReader) -> rule::Scan {
        let (mut random, mut in_order) = (0.0, 0.0);
        // SAFETY: the node has its table open.
        let (pages, rows, tablespace) = unsafe {
            let form = &*(*self.relation()).rd_rel;
            (f64::from(form.relpages), f64::from(form.reltuples), form.reltablespace)
        };
        // SAFETY: this is a catalog lookup, and reads settings. Each process reads the index for itself.
        let processes = unsafe {
            pg_sys::get_tablespace_page_costs(tablespace, &raw mut random, &raw mut in_order);
            if reader.is_parallel() { f64::from(pg_sys::max_parallel_workers_per_gather) + 1.0 } else { 1.0 }
        };
        let left = reader.set().map_or(u32::MAX, BlockSet::count).min(reader.remaining());
        rule::Scan {
            blocks: reader.blocks().into(),
            remaining: f64::from(left) / processes,
            rows_of_page: if pages > 0.0 && rows > 0.0 { rows / pages } else { 50.0 },
            random: if in_order > 0.0 { random / in_order } else { 1.0 },
        }
    }

    pub(super) fn relation(&self) -> pg_sys::Relation {
        // SAFETY: the node is a scan of a table.
        unsafe { (*self.node.cast::<pg_sys::ScanState>()).ss_currentRelation }
    }

    /// Looks for the keys in an index, if that is allowed and pays.
    ///
    /// # Safety
    /// As for [`Self::decide`].
    unsafe fn search(
        &mut self,
        place: usize,
        column: &Column,
        (reader, scan): (&BlockReader, rule::Scan),
        forecast: Option<Found>,
    ) -> Result<Outcome, Refused> {
        let candidate = &mut self.candidates[place];
        let (blocks, count) = (reader.blocks(), column.values.len());
        if column.known != Known::All {
            return Err("it has too many keys");
        }
        if BlockSet::bytes(blocks) > memory_limit() {
            return Err("a set of its blocks takes too much memory");
        }
        if version::removes_visible_rows() {
            return Err("old_snapshot_threshold is set");
        }
        if !candidate.always {
            if blocks < rule::LEAST_BLOCKS {
                return Err("its table is small");
            }
            if !scan.can_pay(count) || forecast.is_some_and(|forecast| !scan.pays(forecast)) {
                return Err("it has too many keys for the pages that are left");
            }
        }
        // SAFETY: the node has its table open, and the snapshot is the query's; nothing on the stack needs to be
        // dropped.
        unsafe {
            let relation = (*self.node.cast::<pg_sys::ScanState>()).ss_currentRelation;
            let index = ColumnIndex::btree(relation, candidate.column, candidate.equality)?;
            candidate.index = Some(index.oid());
            let snapshot = (*(*self.node).state).es_snapshot;
            let mut search = index.search(candidate.equality, snapshot, self.temporary);
            let keys = column.sorted(self.temporary);
            let set = BlockSet::empty(self.sets, blocks);
            let outcome = match forecast {
                _ if candidate.always => read(&mut search, &keys, set, |_, _| true).ok_or(""),
                Some(forecast) => {
                    let most_rows = scan.most_rows_of_key();
                    read(&mut search, &keys, set, |found, rows| {
                        rows <= most_rows && scan.goes_on((found, forecast), count)
                    })
                    .ok_or("its keys have too many rows")
                }
                None => sample(&mut search, &keys, set, scan),
            };
            search.end();
            index.close();
            outcome
        }
    }

    /// Says why no index is used (DEBUG1).
    fn tell(&self, reason: Refused) {
        if report::is_wanted(PgLogLevel::DEBUG1) {
            // SAFETY: the node has its table open.
            let name = catalog::own_name(unsafe { (*self.relation()).rd_id });
            pgrx::debug1!("the scan of {name} does not ask an index for its blocks: {reason}");
        }
    }
}

/// Adds the blocks of all keys to a set. `goes_on` is told of what was found after each key, and of the number of rows
/// of a key after each of them; `None` if it returns false.
///
/// # Safety
/// As for [`Search::for_blocks`].
unsafe fn read(
    search: &mut Search,
    keys: &[Datum],
    mut set: BlockSet,
    goes_on: impl Fn(Found, f64) -> bool,
) -> Option<Outcome> {
    let mut found = Found::default();
    for key in keys {
        let mut rows = 0.0;
        let mut is_too_much = false;
        // SAFETY: the caller guarantees the key.
        unsafe {
            executor::check_interrupts();
            search.for_blocks(*key, |block| {
                set.add(block);
                rows += 1.0;
                is_too_much = rows % 65_536.0 == 0.0 && !goes_on(found, rows);
                !is_too_much
            });
        }
        found = Found { keys: found.keys + 1.0, rows: found.rows + rows, blocks: f64::from(set.count()) };
        if is_too_much || !goes_on(found, rows) {
            set.free();
            return None;
        }
    }
    Some(Outcome::Blocks(set))
}

/// Looks for some of the keys, and says what comes of all.
///
/// # Safety
/// As for [`Search::for_blocks`].
unsafe fn sample(
    search: &mut Search,
    keys: &[Datum],
    mut set: BlockSet,
    scan: rule::Scan,
) -> Result<Outcome, Refused> {
    let mut found = Found::default();
    let mut is_whole = keys.len() <= rule::SAMPLED_KEYS;
    for key in keys.iter().step_by(keys.len().div_ceil(rule::SAMPLED_KEYS).max(1)) {
        let mut rows = 0;
        // SAFETY: the caller guarantees the key.
        unsafe {
            search.for_blocks(*key, |block| {
                set.add(block);
                rows += 1;
                rows < rule::SAMPLED_ROWS
            });
        }
        is_whole &= rows < rule::SAMPLED_ROWS;
        found = Found {
            keys: found.keys + 1.0,
            rows: found.rows + f64::from(rows),
            blocks: f64::from(set.count()),
        };
    }
    let forecast = scan.forecast(found, keys.len());
    if !scan.pays(forecast) {
        set.free();
        return Err("its keys have too many rows");
    }
    if is_whole {
        return Ok(Outcome::Blocks(set));
    }
    set.free();
    Ok(Outcome::Later(forecast))
}
