//! The metapage of an index.

use crate::error::{self, Result};
use crate::pg::catalog;
use crate::pg::index_pages::{IndexPages, Page};
use bloom_core::index::{Filter, Metapage, page};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys;

/// Number of the metapage.
pub const METAPAGE: pg_sys::BlockNumber = 0;

/// Reads the metapage, for somebody who is about to write.
///
/// # Errors
/// 0A000 if it has another format.
///
/// # Safety
/// `index` must be an open index of this access method.
#[inline]
pub unsafe fn read(index: pg_sys::Relation) -> Result<Metapage> {
    // SAFETY: the caller guarantees the index.
    unsafe { IndexPages::of(index).read(METAPAGE, |page| Metapage::read(page)).map_err(|_| unknown(index)) }
}

/// Returns whether a page still has blocks of a filter that probes read.
#[inline]
pub fn has_current(page: &Page, filter: &Filter) -> bool {
    if !filter.is_inline() {
        return page::is_of(page, filter.build);
    }
    Metapage::read(page).is_ok_and(|metapage| metapage.current == Some(*filter))
}

/// Changes the metapage; `f` gets its fields, and the page with its blocks.
///
/// # Errors
/// As for [`read`].
///
/// # Safety
/// As for [`read`].
pub unsafe fn change(index: pg_sys::Relation, f: impl FnOnce(&mut Metapage, &mut Page)) -> Result<()> {
    let mut is_known = false;
    // SAFETY: the caller guarantees the index.
    unsafe {
        IndexPages::of(index).change(METAPAGE, |page| {
            let Ok(mut metapage) = Metapage::read(page) else { return false };
            f(&mut metapage, page);
            metapage.write(page);
            is_known = true;
            true
        });
        if is_known { Ok(()) } else { Err(unknown(index)) }
    }
}

#[cold]
unsafe fn unknown(index: pg_sys::Relation) -> error::Error {
    // SAFETY: the caller guarantees the index.
    let name = catalog::relation_name(unsafe { (*index).rd_id });
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        format!("index {name} has a format that this release of bloom_rs does not know"),
        "A later release may have written it.",
        "Install that release, or REINDEX the index.",
    )
}
