//! What depends on a table, as pg_depend has it.

use pgrx::pg_sys::{self, Oid, ScanKeyData};

/// Returns the functions that depend on a table itself, each once.
pub fn functions_of(table: Oid) -> Vec<Oid> {
    let mut found = Vec::new();
    // SAFETY: a scan of the catalog by its index, whose rows have that form.
    unsafe {
        let mut keys = [ScanKeyData::default(); 2];
        let columns = [
            (pg_sys::Anum_pg_depend_refclassid, Oid::from(pg_sys::RelationRelationId)),
            (pg_sys::Anum_pg_depend_refobjid, table),
        ];
        for (key, (column, value)) in keys.iter_mut().zip(columns) {
            let equal = pg_sys::BTEqualStrategyNumber as u16;
            pg_sys::ScanKeyInit(key, column as i16, equal, pg_sys::F_OIDEQ.into(), value.into());
        }
        let lock = pg_sys::AccessShareLock as i32;
        let catalog = pg_sys::table_open(pg_sys::DependRelationId, lock);
        let index = Oid::from(pg_sys::DependReferenceIndexId);
        let scan =
            pg_sys::systable_beginscan(catalog, index, true, std::ptr::null_mut(), 2, keys.as_mut_ptr());
        loop {
            let row = pg_sys::systable_getnext(scan);
            if row.is_null() {
                break;
            }
            let row = &*pg_sys::heap_tuple_get_struct::<pg_sys::FormData_pg_depend>(row);
            if row.classid == pg_sys::ProcedureRelationId {
                found.push(row.objid);
            }
        }
        pg_sys::systable_endscan(scan);
        pg_sys::table_close(catalog, lock);
    }
    found.sort_unstable_by_key(|oid| oid.to_u32());
    found.dedup();
    found
}
