//! Lists of nodes.

use super::Node;
use crate::pg::nodes::cells;
use pgrx::pg_sys::{self, ListCell, Oid};
use std::marker::PhantomData;

/// A list of nodes of a tree; a list that is not there is empty.
pub struct List<'t, T>(*mut pg_sys::List, PhantomData<&'t T>);

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<'_, T> {}

impl<'t, T> List<'t, T> {
    pub const EMPTY: Self = Self(std::ptr::null_mut(), PhantomData);

    /// Wraps a list.
    ///
    /// # Safety
    /// It must be null or a list of pointers to nodes of this type, in a tree as [`root`](super::root) has it.
    #[inline]
    pub(in crate::pg) unsafe fn of(list: *mut pg_sys::List) -> Self {
        Self(list, PhantomData)
    }

    /// Returns PostgreSQL's list.
    pub fn as_ptr(self) -> *mut pg_sys::List {
        self.0
    }

    #[inline]
    fn cells(self) -> &'t [ListCell] {
        // SAFETY: the list is one of the tree.
        unsafe { cells(self.0) }
    }

    #[inline]
    pub fn len(self) -> usize {
        self.cells().len()
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.cells().is_empty()
    }

    /// Returns the nodes; items that are null are left out.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Node<'t, T>> {
        // SAFETY: the items are nodes of the tree.
        self.cells().iter().filter_map(|cell| unsafe { Node::of(cell.ptr_value.cast()) })
    }

    /// Returns an item by its place, from 0 on.
    #[inline]
    pub fn get(self, place: usize) -> Option<Node<'t, T>> {
        // SAFETY: as above.
        self.cells().get(place).and_then(|cell| unsafe { Node::of(cell.ptr_value.cast()) })
    }

    /// Returns both items of a list of two.
    pub fn two(self) -> Option<[Node<'t, T>; 2]> {
        if self.len() == 2 { Some([self.get(0)?, self.get(1)?]) } else { None }
    }
}

/// A list of numbers.
#[derive(Clone, Copy)]
pub struct Numbers<'t>(&'t [ListCell]);

impl<'t> Numbers<'t> {
    /// Wraps a list.
    ///
    /// # Safety
    /// It must be null or a list of numbers, in a tree as [`root`](super::root) has it.
    pub unsafe fn of(list: *mut pg_sys::List) -> Self {
        // SAFETY: the caller guarantees the list.
        Self(unsafe { cells(list) })
    }

    pub fn iter(self) -> impl Iterator<Item = i32> + 't {
        // SAFETY: the cells are numbers.
        self.0.iter().map(|cell| unsafe { cell.int_value })
    }
}

/// A list of OIDs.
#[derive(Clone, Copy)]
pub struct Oids<'t>(&'t [ListCell]);

impl<'t> Oids<'t> {
    /// Wraps a list.
    ///
    /// # Safety
    /// It must be null or a list of OIDs, in a tree as [`root`](super::root) has it.
    pub unsafe fn of(list: *mut pg_sys::List) -> Self {
        // SAFETY: the caller guarantees the list.
        Self(unsafe { cells(list) })
    }

    pub fn iter(self) -> impl Iterator<Item = Oid> + Clone + 't {
        // SAFETY: the cells are OIDs.
        self.0.iter().map(|cell| unsafe { cell.oid_value })
    }

    /// Returns an OID by its place, from 0 on; an invalid one if the list is not that long.
    pub fn get(self, place: usize) -> Oid {
        // SAFETY: the cells are OIDs.
        self.0.get(place).map_or(Oid::INVALID, |cell| unsafe { cell.oid_value })
    }
}
