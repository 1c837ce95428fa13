//! PostgreSQL's trees as typed views: queries, plans and expressions.
//!
//! One invariant holds for all of them: *the tree is well formed, and this process's own while the hook runs*. It
//! is stated once, by [`root`], with which each hook begins; from there on a [`Node`] leads only to nodes of the
//! same tree, for as long as the hook has it. Whatever a node points to is what its type says, so that reading
//! needs no `unsafe`.
//!
//! For example, the hook after planning gets a plan. `root(plan)` is a `Node<'_, PlannedStmt>`, `plan.plan_tree()`
//! the node at its top, and `node.is::<HashJoin>()` the same node as a hash join, if it is one.
//!
//! - Nodes are read through `Deref`; fields that lead to other nodes have methods of the same name ([`fields`]).
//! - [`make`] makes new nodes, and is the only place where a tree is changed. What it changes is read anew each
//!   time, as no view keeps a copy.
//! - Lists are read without calls of C, which cost more than the cells.
//! - Views are of no use in the half that runs for each row: [`executor`](super::executor).

pub mod expr;
mod fields;
pub mod grouping;
mod list;
pub mod make;
pub mod plan;
pub mod planner;
pub mod query;
pub mod running;
pub mod variable_statistics;

pub use expr::Expr;
pub use list::{List, Numbers, Oids};
pub use query::RangeTableColumn;

pub use super::stack::check_stack;
use pgrx::pg_sys::{self, NodeTag};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::NonNull;

/// A kind of node.
///
/// # Safety
/// The type must be that of all nodes with this tag.
pub unsafe trait Tagged {
    const TAG: NodeTag;
}

/// A node of a tree, or a list or structure that belongs to one.
#[repr(transparent)]
pub struct Node<'t, T>(NonNull<T>, PhantomData<&'t T>);

impl<T> Clone for Node<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Node<'_, T> {}

/// Two views are equal if they are of the same node.
impl<T> PartialEq for Node<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for Node<'_, T> {}
impl<T> Hash for Node<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T> std::fmt::Debug for Node<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl<T> Deref for Node<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: a view is of a node that is alive, and nobody changes it while one of its fields is read.
        unsafe { self.0.as_ref() }
    }
}

/// Returns the top of a tree that a hook was given; `None` if it is null.
///
/// # Safety
/// The tree must be well formed, and nobody else may free or change it during `'t`, but for what the hook
/// itself does through [`make`].
pub unsafe fn root<'t, T>(top: *mut T) -> Option<Node<'t, T>> {
    // SAFETY: the caller guarantees the tree.
    unsafe { Node::of(top) }
}

impl<'t, T> Node<'t, T> {
    /// Wraps a pointer; `None` if it is null.
    ///
    /// # Safety
    /// As for [`root`].
    #[inline]
    pub(super) unsafe fn of(pointer: *mut T) -> Option<Self> {
        NonNull::new(pointer).map(|pointer| Self(pointer, PhantomData))
    }

    /// Returns PostgreSQL's pointer.
    #[inline]
    pub fn as_ptr(self) -> *mut T {
        self.0.as_ptr()
    }

    /// Reads a field that leads to another node.
    #[inline]
    fn field<U>(self, read: impl FnOnce(&T) -> *mut U) -> Option<Node<'t, U>> {
        // SAFETY: what a node of the tree points to is of the tree.
        unsafe { Node::of(read(&self)) }
    }

    /// Reads a field that is a list of nodes.
    #[inline]
    fn list<U>(self, read: impl FnOnce(&T) -> *mut pg_sys::List) -> List<'t, U> {
        // SAFETY: as above; [`fields`] says what its items are.
        unsafe { List::of(read(&self)) }
    }

    /// Returns the tag, with which every node begins.
    #[inline]
    pub fn tag(self) -> NodeTag {
        // SAFETY: the trees consist of nodes; what has no tag has no method that asks for it.
        unsafe { (*self.0.as_ptr().cast::<pg_sys::Node>()).type_ }
    }

    /// Returns the node as one of a kind, if it is that.
    #[inline]
    pub fn is<U: Tagged>(self) -> Option<Node<'t, U>> {
        // SAFETY: the tag says of which type the node is.
        if self.tag() == U::TAG { unsafe { Node::of(self.as_ptr().cast()) } } else { None }
    }

    /// Returns the node as one of any kind.
    #[inline]
    pub fn any(self) -> Expr<'t> {
        // SAFETY: every node begins with the general part.
        unsafe { self.begins_with() }
    }

    /// Returns what the node begins with.
    ///
    /// # Safety
    /// It must begin with this type.
    #[inline]
    unsafe fn begins_with<U>(self) -> Node<'t, U> {
        Node(self.0.cast(), PhantomData)
    }
}
