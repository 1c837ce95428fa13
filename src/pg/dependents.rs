//! What depends on a table, as pg_depend has it.

use super::catalog_scan;
use pgrx::pg_sys::{self, Oid};

/// Returns the functions that depend on a table itself, each once.
pub fn functions_of(table: Oid) -> Vec<Oid> {
    let mut found = Vec::new();
    catalog_scan::for_rows::<pg_sys::FormData_pg_depend>([pg_sys::RelationRelationId, table], |row| {
        if row.classid == pg_sys::ProcedureRelationId {
            found.push(row.objid);
        }
    });
    found.sort_unstable_by_key(|oid| oid.to_u32());
    found.dedup();
    found
}
