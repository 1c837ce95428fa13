//! Scans of system catalogs by an index, for what no cache of the server has.

use pgrx::pg_sys::{self, Datum, HeapTupleHeaderData, Oid, ScanKeyData};
use std::ffi::CStr;

/// The fixed part of a catalog's rows, which an index finds.
///
/// # Safety
/// The rows of `CATALOG` must have this form, and `INDEX` must be an index of it whose first columns are `COLUMNS`, of
/// the types of the key.
pub unsafe trait Indexed {
    type Key<'k>: Key;
    const CATALOG: Oid;
    const INDEX: u32;
    const COLUMNS: &'static [u32];
}

/// Values of indexed columns of one type.
pub trait Key {
    /// The function of the type's `=` operator.
    const EQUAL: u32;

    fn values(self) -> impl Iterator<Item = Datum>;
}

impl<const N: usize> Key for [Oid; N] {
    const EQUAL: u32 = pg_sys::F_OIDEQ;

    fn values(self) -> impl Iterator<Item = Datum> {
        self.into_iter().map(Datum::from)
    }
}

impl Key for &CStr {
    const EQUAL: u32 = pg_sys::F_NAMEEQ;

    fn values(self) -> impl Iterator<Item = Datum> {
        std::iter::once(Datum::from(self.as_ptr()))
    }
}

// SAFETY: pg_extension and its index by name.
unsafe impl Indexed for pg_sys::FormData_pg_extension {
    type Key<'k> = &'k CStr;
    const CATALOG: Oid = pg_sys::ExtensionRelationId;
    const INDEX: u32 = pg_sys::ExtensionNameIndexId;
    const COLUMNS: &'static [u32] = &[pg_sys::Anum_pg_extension_extname];
}

// SAFETY: pg_depend and its index by what others depend on: a catalog, and an object of it.
unsafe impl Indexed for pg_sys::FormData_pg_depend {
    type Key<'k> = [Oid; 2];
    const CATALOG: Oid = pg_sys::DependRelationId;
    const INDEX: u32 = pg_sys::DependReferenceIndexId;
    const COLUMNS: &'static [u32] = &[pg_sys::Anum_pg_depend_refclassid, pg_sys::Anum_pg_depend_refobjid];
}

/// A row of pg_depend, found by what depends.
#[repr(transparent)]
pub struct Dependence(pub pg_sys::FormData_pg_depend);

// SAFETY: pg_depend and its index by what depends: a catalog, and an object of it.
unsafe impl Indexed for Dependence {
    type Key<'k> = [Oid; 2];
    const CATALOG: Oid = pg_sys::DependRelationId;
    const INDEX: u32 = pg_sys::DependDependerIndexId;
    const COLUMNS: &'static [u32] = &[pg_sys::Anum_pg_depend_classid, pg_sys::Anum_pg_depend_objid];
}

// SAFETY: pg_inherits and its index by parent.
unsafe impl Indexed for pg_sys::FormData_pg_inherits {
    type Key<'k> = [Oid; 1];
    const CATALOG: Oid = pg_sys::InheritsRelationId;
    const INDEX: u32 = pg_sys::InheritsParentIndexId;
    const COLUMNS: &'static [u32] = &[pg_sys::Anum_pg_inherits_inhparent];
}

/// Calls `visit` with each row that has this key, and its header.
pub fn for_rows<R: Indexed>(key: R::Key<'_>, mut visit: impl FnMut(&R, &HeapTupleHeaderData)) {
    const { assert!(R::COLUMNS.len() <= 2) };
    let mut keys = [ScanKeyData::default(); 2];
    // SAFETY: `Indexed` guarantees the index, the columns of the keys and their types, and the form of the rows.
    unsafe {
        for ((scan_key, column), value) in keys.iter_mut().zip(R::COLUMNS).zip(key.values()) {
            let equal = pg_sys::BTEqualStrategyNumber as u16;
            pg_sys::ScanKeyInit(scan_key, *column as i16, equal, R::Key::EQUAL.into(), value);
        }
        let lock = pg_sys::AccessShareLock as i32;
        let catalog = pg_sys::table_open(R::CATALOG, lock);
        let (count, snapshot) = (R::COLUMNS.len() as i32, std::ptr::null_mut());
        let scan =
            pg_sys::systable_beginscan(catalog, R::INDEX.into(), true, snapshot, count, keys.as_mut_ptr());
        loop {
            let tuple = pg_sys::systable_getnext(scan);
            if tuple.is_null() {
                break;
            }
            visit(&*pg_sys::heap_tuple_get_struct::<R>(tuple), &*(*tuple).t_data);
        }
        pg_sys::systable_endscan(scan);
        pg_sys::table_close(catalog, lock);
    }
}
