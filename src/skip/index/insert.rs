//! Additions of values.

use super::key::Key;
use super::meta;
use crate::error;
use crate::pg::index_pages::{IndexPages, Known, PAGE_LEN, Page};
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

/// The filter is no longer what an addition took it for.
struct Moved;

/// Adds the value of a row that is in the table already (`aminsert`).
///
/// # Errors
/// 0A000 if the index has another format.
///
/// # Safety
/// `index` must be an open index of this access method, and `value` one of its column.
pub unsafe fn insert(index: pg_sys::Relation, value: Datum) -> error::Result<()> {
    // SAFETY: the caller guarantees the index and the value; nothing on this stack needs to be dropped.
    unsafe {
        let pages = IndexPages::of(index);
        let hash = || Key::of(index).hash(value);
        // Most additions find the filter that the session knows, and need not read the metapage.
        let known = pages.known().is_some().then(hash);
        let is_added = known.is_some_and(|hash| {
            pages.known().is_some_and(|known| add(pages, &known.filter, hash, is_only).is_ok())
        });
        if !is_added {
            let Metapage { current, next, horizon, .. } = meta::read(index)?;
            let only = current.filter(|_| next.is_none());
            pages.remember(only.map(|filter| Known { filter, horizon }));
            if current.is_some() || next.is_some() {
                let hash = known.unwrap_or_else(hash);
                for filter in [current, next].into_iter().flatten() {
                    // If it has moved, a build has begun that finds the row.
                    _ = add(pages, &filter, hash, is_on);
                }
            }
        }
        // The server leaves this to the access method, as its own check would come before the bits are set.
        CheckForSerializableConflictIn(index, std::ptr::null_mut(), pg_sys::InvalidBlockNumber);
    }
    Ok(())
}

/// Adds a value to a filter while `is_there` says that its page has the filter.
#[inline]
fn add(
    pages: IndexPages,
    filter: &Filter,
    hash: u64,
    is_there: impl Fn(&Page, &Filter) -> bool,
) -> Result<(), Moved> {
    let at = filter.locate(PAGE_LEN, hash);
    // Bits that were seen without a lock might be of a record that is not in WAL yet, and would be lost in a
    // crash.
    let new_block = |page: &Page| match is_there(page, filter) {
        true if page::contains(page, at) => Ok(None),
        true => Ok(Some(page::with(page, at))),
        false => Err(Moved),
    };
    if !filter.is_inline() {
        return pages.change_block(at.page, at.offset, new_block);
    }
    if pages.read(at.page, new_block)?.is_none() {
        return Ok(());
    }
    let mut result = Ok(());
    pages.change(at.page, |page| {
        if !is_there(page, filter) {
            result = Err(Moved);
            return false;
        }
        let is_new = page::add(page, at);
        if is_new {
            count(page, filter);
        }
        is_new
    });
    result
}

/// Returns whether a page has blocks of a filter.
fn is_on(page: &Page, filter: &Filter) -> bool {
    if !filter.is_inline() {
        return page::is_of(page, filter.build);
    }
    let Ok(Metapage { current, next, .. }) = Metapage::read(page) else { return false };
    [current, next].into_iter().flatten().any(|on| on == *filter)
}

/// Returns whether a page has blocks of the current filter, and no other filter is being built.
#[inline]
fn is_only(page: &Page, filter: &Filter) -> bool {
    if !filter.is_inline() {
        return page::is_of_only(page, filter.build);
    }
    Metapage::read(page).is_ok_and(|metapage| metapage.current == Some(*filter) && metapage.next.is_none())
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
