//! PostgreSQL's lists.

use pgrx::pg_sys::{List, ListCell, Oid};

/// Returns the items of a list.
///
/// # Safety
/// `list` must be null or a list of pointers to `T` that outlives the result.
pub unsafe fn items<T>(list: *mut List) -> impl DoubleEndedIterator<Item = *mut T> {
    // SAFETY: the caller guarantees the list, which is one of pointers.
    unsafe { cells(list).iter().map(|cell| cell.ptr_value.cast()) }
}

/// Returns the items of a list of OIDs.
///
/// # Safety
/// `list` must be null or a list of OIDs that outlives the result.
pub unsafe fn oids(list: *mut List) -> impl Iterator<Item = Oid> {
    // SAFETY: the caller guarantees the list, which is one of OIDs.
    unsafe { cells(list).iter().map(|cell| cell.oid_value) }
}

/// Returns element `n` of a list; null if the list is not that long.
///
/// # Safety
/// `list` must be null or a list of pointers to `T`.
pub unsafe fn nth<T>(list: *mut List, n: usize) -> *mut T {
    // SAFETY: the caller guarantees the list.
    unsafe { cells(list).get(n).map_or(std::ptr::null_mut(), |cell| cell.ptr_value.cast()) }
}

/// Returns the cells of a list. They are read without calls of C, which cost more than the cells.
///
/// # Safety
/// `list` must be null or a list that outlives the result.
#[inline]
pub unsafe fn cells<'a>(list: *mut List) -> &'a [ListCell] {
    // SAFETY: the caller guarantees the list.
    unsafe {
        list.as_ref().map_or(&[], |list| std::slice::from_raw_parts(list.elements, list.length as usize))
    }
}
