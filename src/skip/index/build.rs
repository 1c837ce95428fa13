//! Builds: all at once by CREATE INDEX and REINDEX, beside writers by VACUUM and `bloom_skip_build`.

use super::filling::{Found, count_set, fill, new_build};
use super::key;
use super::meta::{self, METAPAGE};
use super::options::{AutoBuild, Options};
use super::versions::{Beside, Counts, Versions};
use crate::error::{self, Result};
use crate::pg::index_pages::{IndexPages, PAGE_LEN, Page};
use bloom_core::index::{Filter, Metapage, page};
use bloom_core::layout::params::estimate_count;
use bloom_core::layout::split_block::{BLOCK_BITS, WORDS};
use pgrx::pg_sys::{self, Relation};

/// The estimated values of a filter may exceed its capacity by this factor: estimates vary.
const EXCESS: f64 = 1.03;

/// What an index tells the server of its rows if it has not counted them.
const UNCOUNTED: Counts = Counts { rows: -1.0, keys: -1.0 };

/// Makes a new index (`ambuild`).
///
/// # Errors
/// Those of [`key::check`].
///
/// # Safety
/// Table and index must be open, the index new; `info` must describe it.
pub unsafe fn build(heap: Relation, index: Relation, info: *mut pg_sys::IndexInfo) -> Result<Counts> {
    // SAFETY: the caller guarantees the relations.
    unsafe {
        key::check(heap, index, &*info)?;
        let pages = IndexPages::of(index);
        if pages.count() != 0 {
            return Err(error::internal("a new index has pages"));
        }
        let fork = pg_sys::ForkNumber::MAIN_FORKNUM;
        let blocks = pg_sys::RelationGetNumberOfBlocksInFork(heap, fork);
        if blocks == 0 {
            init(index, |first| pages.write(METAPAGE, first))?;
            return Ok(Counts::default());
        }
        pages.write(METAPAGE, |page| Metapage::default().write(page));
        let options = Options::of(index);
        let is_concurrent = (*info).ii_Concurrent;
        let is_asked = is_concurrent || pg_sys::ReindexIsProcessingIndex((*index).rd_id);
        if options.autobuild() != AutoBuild::On && !is_asked {
            return Ok(UNCOUNTED);
        }
        pg_sys::pgstat_progress_update_param(pg_sys::PROGRESS_SCAN_BLOCKS_TOTAL as i32, blocks.into());
        let beside = if is_concurrent { Beside::Writers } else { Beside::NoWriters };
        let versions = Versions::of(heap, index, info, beside);
        let horizon = versions.horizon();
        let Ok(found) = Found::scan(&versions, true) else { return Ok(UNCOUNTED) };
        let filter = Metapage::default().place(found.distinct, new_build()?, options.fpp(), PAGE_LEN);
        let filled = found.fill(&versions, &filter, |number, bytes| {
            if filter.is_inline() {
                pages.change(number, |page| unite(page, &filter, bytes));
            } else {
                pages.write(number, |page| {
                    page::set_build(page, filter.build);
                    unite(page, &filter, bytes);
                });
            }
        });
        if filled.is_ok() {
            meta::change(index, |metapage, _| {
                metapage.begin(filter);
                metapage.finish(found.distinct, horizon);
            })?;
        }
        let counts = found.counts;
        found.free();
        Ok(counts)
    }
}

/// Makes the page that an unlogged index has after a crash (`ambuildempty`).
///
/// # Errors
/// XX000 if the server has no random numbers.
///
/// # Safety
/// The index must be open, and its init fork new.
pub unsafe fn build_empty(index: Relation) -> Result<()> {
    // SAFETY: the caller guarantees the index.
    unsafe { init(index, |first| IndexPages::of(index).write_init(first)) }
}

/// Makes the metapage of an index of an empty table, which is built.
unsafe fn init(index: Relation, write: impl FnOnce(&dyn Fn(&mut Page))) -> Result<()> {
    // SAFETY: the caller guarantees the index.
    let fpp = unsafe { Options::of(index) }.fpp();
    let metapage = Metapage::built(Filter::inline(PAGE_LEN, new_build()?, fpp));
    write(&|page: &mut Page| metapage.write(page));
    Ok(())
}

/// Sets the bits of a page of a filter that are set in `bytes`. Returns true: the page has changed.
fn unite(page: &mut Page, filter: &Filter, bytes: &[u8]) -> bool {
    let begin = if filter.is_inline() { page::INLINE_BLOCKS } else { page::BLOCKS };
    page::unite(page, begin, &bytes[begin..]);
    true
}

/// Returns whether an index that VACUUM visits is to be built: it is open, its build was broken off, or it
/// has more values than it was made for.
pub fn is_due(pages: IndexPages, metapage: &Metapage) -> bool {
    let Some(current) = metapage.current.filter(|_| metapage.next.is_none()) else { return true };
    !current.is_largest() && values(pages, &current) > current.capacity as f64 * EXCESS
}

/// Estimates the number of distinct values of a filter from its bits.
pub fn values(pages: IndexPages, filter: &Filter) -> f64 {
    estimate_count(u64::from(filter.blocks) * BLOCK_BITS, WORDS, count_set(pages, filter))
}

/// Builds a filter beside writers, with room for as many values again. Returns false if it gave up: then the
/// index is as after a build that was broken off. The module has the proof, and names the steps.
///
/// # Errors
/// 0A000 if the index has another format.
///
/// # Safety
/// Table and index must be open; nobody else may build.
pub unsafe fn build_beside_writers(heap: Relation, index: Relation, beside: Beside) -> Result<bool> {
    // SAFETY: the caller guarantees the relations.
    unsafe {
        let (pages, fpp) = (IndexPages::of(index), Options::of(index).fpp());
        let versions = Versions::of(heap, index, pg_sys::BuildIndexInfo(index), beside);
        let Ok(found) = Found::scan(&versions, false) else { return Ok(false) };
        let distinct = found.distinct;
        found.free();
        let before = meta::read(index)?;
        let filter = before.place(distinct.saturating_mul(2), new_build()?, fpp, PAGE_LEN);

        // *Building*: additions set bits in both filters from here on.
        for number in filter.start..filter.start + filter.pages(PAGE_LEN) {
            pgrx::check_for_interrupts!();
            pages.write(number, |page| page::set_build(page, filter.build));
        }
        meta::change(index, |metapage, page| {
            metapage.begin(filter);
            if filter.is_inline() {
                page[page::INLINE_BLOCKS..].fill(0);
            }
        })?;

        if let Some(current) = before.current {
            for number in current.start..current.start + current.pages(PAGE_LEN) {
                pgrx::check_for_interrupts!();
                pages.change(number, |page| {
                    page::mark_beside(page);
                    true
                });
            }
        }

        // The scan begins after that.
        let versions = Versions::of(heap, index, pg_sys::BuildIndexInfo(index), beside);
        let horizon = versions.horizon();
        let filled = fill(&versions, &filter, |number, bytes| {
            pages.change(number, |page| unite(page, &filter, bytes));
        });
        if filled.is_err() {
            return Ok(false);
        }

        // *Built*: first nobody finds the old filter any more, then probes read the new one.
        if let Some(old) = before.current {
            for number in old.start..old.start + old.pages(PAGE_LEN) {
                pgrx::check_for_interrupts!();
                pages.change(number, |page| {
                    page::set_build(page, 0);
                    true
                });
            }
        }
        meta::change(index, |metapage, _| metapage.finish(distinct, horizon))?;
    }
    Ok(true)
}
