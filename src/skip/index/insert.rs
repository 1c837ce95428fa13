//! Additions of values.

use super::key::Key;
use super::meta;
use crate::error::Result;
use crate::pg::index_pages::{IndexPages, PAGE_LEN, Page};
use bloom_core::index::{Filter, Metapage, page};
use pgrx::pg_sys::{self, Datum};

// As in `pg::index_pages`.
unsafe extern "C-unwind" {
    fn CheckForSerializableConflictIn(
        relation: pg_sys::Relation,
        row: pg_sys::ItemPointer,
        block: pg_sys::BlockNumber,
    );
}

/// Adds the value of a row that is in the table already (`aminsert`).
///
/// # Errors
/// 0A000 if the index has another format.
///
/// # Safety
/// `index` must be an open index of this access method, and `value` one of its column.
pub unsafe fn insert(index: pg_sys::Relation, value: Datum) -> Result<()> {
    // SAFETY: the caller guarantees the index and the value; nothing on this stack needs to be dropped.
    unsafe {
        let pages = IndexPages::of(index);
        let Metapage { current, next, .. } = meta::read(index)?;
        if current.is_some() || next.is_some() {
            let hash = Key::of(index).hash(value);
            for filter in [current, next].into_iter().flatten() {
                add(pages, &filter, hash);
            }
        }
        // The server leaves this to the access method, as its own check would come before the bits are set.
        CheckForSerializableConflictIn(index, std::ptr::null_mut(), pg_sys::InvalidBlockNumber);
    }
    Ok(())
}

/// Adds a value to a filter, unless the filter is no longer there: then a build has begun that finds the row.
fn add(pages: IndexPages, filter: &Filter, hash: u64) {
    let at = filter.locate(PAGE_LEN, hash);
    // Bits that were seen without a lock might be of a record that is not in WAL yet, and would be lost in a
    // crash.
    let is_wanted = |page: &Page| is_on(page, filter) && !page::contains(page, at);
    if !filter.is_inline() {
        pages.change_block(at.page, at.offset, |page| is_wanted(page).then(|| page::with(page, at)));
    } else if pages.read(at.page, is_wanted) {
        pages.change(at.page, |page| {
            let is_new = is_on(page, filter) && page::add(page, at);
            if is_new {
                count(page, filter);
            }
            is_new
        });
    }
}

/// Returns whether a page has blocks of a filter.
fn is_on(page: &Page, filter: &Filter) -> bool {
    if !filter.is_inline() {
        return page::build_of(page) == filter.build;
    }
    let Ok(Metapage { current, next, .. }) = Metapage::read(page) else { return false };
    [current, next].into_iter().flatten().any(|on| on == *filter)
}

/// Counts a value that was added to a filter in the metapage, and opens the index if that is one too many.
fn count(page: &mut Page, filter: &Filter) {
    let Ok(mut metapage) = Metapage::read(page) else { return };
    if metapage.current == Some(*filter) {
        metapage.added += 1;
        if metapage.is_overfull() {
            metapage.open();
        }
        metapage.write(page);
    }
}
