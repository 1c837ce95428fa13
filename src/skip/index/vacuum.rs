//! What VACUUM does with an index.

use super::build::{build_beside_writers, is_due};
use super::meta;
use super::options::{AutoBuild, Options};
use super::versions::Beside;
use crate::error::Result;
use crate::pg::catalog;
use crate::pg::index_pages::IndexPages;
use crate::pg::notice;
use bloom_core::index::Metapage;
use pgrx::pg_sys::{self, IndexVacuumInfo, Relation};

/// Removes entries of dead rows (`ambulkdelete`): there are none, as a filter keeps all values until it is
/// built again.
///
/// CREATE INDEX CONCURRENTLY calls it, too, before it adds the rows that its snapshot sees to the index. Rows
/// that were added and deleted before are not added, so an old snapshot on a standby must not use the filter.
///
/// # Errors
/// 0A000 if the index has another format.
///
/// # Safety
/// `info` must be VACUUM's.
pub unsafe fn bulk_delete(info: &IndexVacuumInfo) -> Result<()> {
    // SAFETY: the caller guarantees the index.
    unsafe {
        if !(*(*info.index).rd_index).indisvalid {
            let next = pg_sys::ReadNextFullTransactionId().value;
            meta::change(info.index, |metapage, _| metapage.horizon = metapage.horizon.max(next))?;
        }
    }
    Ok(())
}

/// Builds an index that is due (`amvacuumcleanup`).
///
/// # Errors
/// XX000 if the server has no random numbers.
///
/// # Safety
/// `info` must be VACUUM's.
pub unsafe fn clean_up(info: &IndexVacuumInfo) -> Result<()> {
    // SAFETY: the caller guarantees the index, which VACUUM has locked together with its table.
    unsafe {
        let (index, pages) = (info.index, IndexPages::of(info.index));
        let Ok(metapage) = pages.read(meta::METAPAGE, |page| Metapage::read(page)) else {
            // VACUUM must go on, to freeze rows.
            let name = catalog::relation_name((*index).rd_id);
            notice::warn(format!("index {name} has a format that this release of bloom_rs does not know"));
            return Ok(());
        };
        if Options::of(index).autobuild() == AutoBuild::Off || !is_due(pages, &metapage) {
            return Ok(());
        }
        with_table(index, |heap| build_beside_writers(heap, index, Beside::WritersInVacuum))?;
    }
    Ok(())
}

/// Calls `f` with the table of an index.
unsafe fn with_table<R>(index: Relation, f: impl FnOnce(Relation) -> R) -> R {
    // SAFETY: the table is locked as the index is.
    unsafe {
        let table = pg_sys::IndexGetRelation((*index).rd_id, false);
        let heap = pg_sys::table_open(table, pg_sys::NoLock as i32);
        let result = f(heap);
        pg_sys::table_close(heap, pg_sys::NoLock as i32);
        result
    }
}
