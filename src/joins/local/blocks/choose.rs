//! Which blocks a scan reads from now on.

use super::rule::{self, Found};
use super::{Blocks, State};
use crate::joins::local::filter::memory_limit;
use crate::joins::local::is_told;
use crate::joins::local::keys::{Column, Known, events, integer};
use crate::pg::block_set::BlockSet;
use crate::pg::brin::{Summary, VisibilityMap};
use crate::pg::catalog;
use crate::pg::column_index::{ColumnIndex, Method, Refused, Search};
use crate::pg::executor;
use crate::pg::heap_blocks::BlockReader;
use crate::pg::version;
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
                let known =
                    (*candidate.build.cast_mut()).usable_keys(false).map(|(_, generation)| generation);
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
        let Some((keys, generation)) = (unsafe { (*candidate.build.cast_mut()).usable_keys(false) }) else {
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
            // Scans begin again and again: nothing of this may stay in the memory of the query.
            let outcome = self.temporary.within(|| self.search(place, column, (reader, scan), forecast));
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
        let relation = self.relation();
        let candidate = &mut self.candidates[place];
        let blocks = reader.blocks();
        if BlockSet::bytes(blocks) > memory_limit() {
            return Err("a set of its blocks takes too much memory");
        }
        if version::removes_visible_rows() {
            return Err("old_snapshot_threshold is set");
        }
        if blocks < rule::LEAST_BLOCKS && !candidate.always {
            return Err("its table is small");
        }
        let rule = Rule { scan, always: candidate.always };
        // SAFETY: the node has its table open, and the snapshot is the query's; nothing on the stack needs to be
        // dropped.
        unsafe {
            may_pay(candidate.method, column, rule, forecast)?;
            let index = ColumnIndex::find(relation, candidate.column, candidate.equality, candidate.method)?;
            candidate.index = Some(index.oid());
            let snapshot = (*(*self.node).state).es_snapshot;
            let keys = column.sorted(self.temporary);
            let set = BlockSet::empty(self.sets, blocks);
            let outcome = match candidate.method {
                Method::Btree => {
                    let mut search = index.search(candidate.equality, snapshot);
                    let outcome = look_up(&mut search, &keys, set, rule, forecast);
                    search.end();
                    outcome
                }
                Method::Brin => {
                    let columns = version::attributes((*relation).rd_att);
                    let length = columns.get(candidate.column as usize - 1).map_or(0, |column| column.attlen);
                    let may_have = |least, most| {
                        column.may_be_between(&keys, integer(least, length), integer(most, length))
                    };
                    let map = VisibilityMap::of(relation);
                    summarized(&index, map, set, (snapshot, blocks), rule, may_have)
                }
            };
            index.close();
            outcome
        }
    }

    /// Says why no index is used (DEBUG1).
    fn tell(&self, reason: Refused) {
        if is_told() {
            // SAFETY: the node has its table open.
            let name = catalog::own_name(unsafe { (*self.relation()).rd_id });
            pgrx::debug1!("the scan of {name} does not ask an index for its blocks: {reason}");
        }
    }
}

/// The rule of use, unless an index is always used.
#[derive(Clone, Copy)]
struct Rule {
    scan: rule::Scan,
    always: bool,
}

/// Says why no index of a method can be used for some keys.
fn may_pay(method: Method, column: &Column, rule: Rule, forecast: Option<Found>) -> Result<(), Refused> {
    match method {
        Method::Brin if !column.is_ordered => Err("the order of its keys is not that of numbers"),
        Method::Btree if column.known != Known::All => Err("it has too many keys"),
        Method::Btree if !rule.always && !rule.scan.can_pay(column.values.len()) => {
            Err("it has too many keys for the pages that are left")
        }
        _ if forecast.is_some_and(|forecast| !rule.scan.pays(forecast)) => {
            Err("its keys have too many rows for the pages that are left")
        }
        _ => Ok(()),
    }
}

/// Looks for keys in a btree index: for some of them first, unless it was said before what comes of all.
///
/// # Safety
/// As for [`Search::for_blocks`].
unsafe fn look_up(
    search: &mut Search,
    keys: &[Datum],
    set: BlockSet,
    Rule { scan, always }: Rule,
    forecast: Option<Found>,
) -> Result<Outcome, Refused> {
    // SAFETY: the caller guarantees the keys.
    unsafe {
        match forecast {
            _ if always => read(search, keys, set, |_, _| true).ok_or(""),
            Some(forecast) => {
                let most_rows = scan.most_rows_of_key();
                let goes_on = |found, rows| rows <= most_rows && scan.goes_on((found, forecast), keys.len());
                read(search, keys, set, goes_on).ok_or("its keys have too many rows")
            }
            None => sample(search, keys, set, scan),
        }
    }
}

/// Returns the blocks of the ranges of a BRIN index that may have a key. A range is left out only if all its pages are
/// visible to all: a summary that was made beside an update may lack what an old snapshot sees. The map is looked at
/// after the summary was read, see the module.
///
/// # Safety
/// As for [`ColumnIndex::for_ranges`]; nothing on the stack, up to the next C function, may need to be dropped.
unsafe fn summarized(
    index: &ColumnIndex,
    mut map: VisibilityMap,
    mut set: BlockSet,
    (snapshot, blocks): (pg_sys::Snapshot, u32),
    rule: Rule,
    may_have: impl Fn(Datum, Datum) -> bool,
) -> Result<Outcome, Refused> {
    let mut pays = true;
    // SAFETY: the caller guarantees the index, whose table is open.
    unsafe {
        index.for_ranges(snapshot, blocks, |range, summary| {
            let ranges = f64::from(blocks) / f64::from(range.1 - range.0);
            pays = rule.always || range.0 > 0 || rule.scan.can_pay_ranges(ranges);
            let may_have = match summary {
                Summary::Unknown => true,
                Summary::Nulls => false,
                Summary::Between(least, most) => may_have(least, most),
            };
            if may_have || !(range.0..range.1).all(|block| map.has(block)) {
                set.add_range(range);
            }
            pays
        });
    }
    map.close();
    let most = if rule.always { blocks } else { blocks / 20 * 19 };
    if pays && set.count() <= most {
        return Ok(Outcome::Blocks(set));
    }
    set.free();
    Err(if pays { "nearly all ranges may have its keys" } else { "the index has many ranges" })
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
