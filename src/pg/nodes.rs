//! Nodes of parse trees: lists, new nodes, and calls of functions by name.

use pgrx::pg_sys::{self, List, Node, NodeTag};
use std::ffi::CStr;

/// Casts a node if it has the given tag.
///
/// # Safety
/// `node` must be null or a node that outlives the result, and `T` the type of nodes with that tag.
pub unsafe fn node_as<'a, T>(node: *mut Node, tag: NodeTag) -> Option<&'a T> {
    // SAFETY: the caller guarantees a node and its type.
    unsafe { pgrx::is_a(node, tag).then(|| &*node.cast()) }
}

/// Returns the items of a list.
///
/// # Safety
/// `list` must be null or a list of pointers to `T` that outlives the result.
pub unsafe fn items<T>(list: *mut List) -> impl DoubleEndedIterator<Item = *mut T> {
    // SAFETY: the caller guarantees the list, which is one of pointers.
    unsafe { cells(list).iter().map(|cell| cell.ptr_value.cast()) }
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
unsafe fn cells<'a>(list: *mut List) -> &'a [pg_sys::ListCell] {
    // SAFETY: the caller guarantees the list.
    unsafe {
        list.as_ref().map_or(&[], |list| std::slice::from_raw_parts(list.elements, list.length as usize))
    }
}

/// Returns both items of a list of two.
///
/// # Safety
/// As for [`items`].
pub unsafe fn two<T>(list: *mut List) -> Option<[*mut T; 2]> {
    // SAFETY: the caller guarantees the list.
    let mut items = unsafe { items(list) };
    let both = [items.next()?, items.next()?];
    items.next().is_none().then_some(both)
}

/// Makes a list of pointers.
///
/// # Safety
/// The pointers must outlive the list.
pub unsafe fn list_of<T, const N: usize>(items: [*mut T; N]) -> *mut List {
    // SAFETY: the caller guarantees the pointers; each list is one that `lappend` made.
    items.into_iter().fold(std::ptr::null_mut(), |list, item| unsafe { pg_sys::lappend(list, item.cast()) })
}

/// Makes a node whose fields are zero.
///
/// # Safety
/// `T` must be the type of nodes with that tag.
pub unsafe fn new_node<'a, T>(tag: NodeTag) -> &'a mut T {
    // SAFETY: a node begins with its tag, and zeros are valid for all fields.
    unsafe {
        let node = pg_sys::palloc0(size_of::<T>()).cast::<T>();
        (*node.cast::<Node>()).type_ = tag;
        &mut *node
    }
}

/// Returns a deep copy of a node.
///
/// # Safety
/// `node` must be null or a node of type `T`.
pub unsafe fn copy_of<T>(node: *mut T) -> *mut T {
    // SAFETY: the caller guarantees the node.
    unsafe { pg_sys::copyObjectImpl(node.cast()).cast() }
}

/// Returns the conjuncts of a condition, that is the conditions that it joins by AND, in their order: one may keep the
/// next from being evaluated.
///
/// # Safety
/// `condition` must be null or an expression of a parse tree.
pub unsafe fn conjuncts(condition: *mut Node) -> Vec<*mut Node> {
    let mut found = Vec::new();
    let mut open = vec![condition];
    while let Some(node) = open.pop() {
        // SAFETY: the caller guarantees the expression; a list is one of ANDed conditions.
        unsafe {
            match node_as::<pg_sys::BoolExpr>(node, NodeTag::T_BoolExpr) {
                Some(all) if all.boolop == pg_sys::BoolExprType::AND_EXPR => {
                    open.extend(items::<Node>(all.args).rev());
                }
                _ if pgrx::is_a(node, NodeTag::T_List) => open.extend(items::<Node>(node.cast()).rev()),
                _ if node.is_null() => {}
                _ => found.push(node),
            }
        }
    }
    found
}

/// Returns an expression without what only gives it another type.
///
/// # Safety
/// `node` must be an expression.
pub unsafe fn without_relabel(mut node: *mut Node) -> *mut Node {
    // SAFETY: the caller guarantees the node.
    while let Some(relabel) = unsafe { node_as::<pg_sys::RelabelType>(node, NodeTag::T_RelabelType) } {
        node = relabel.arg.cast();
    }
    node
}

/// Makes a name or another string that is not an SQL value.
pub fn string(text: &CStr) -> *mut pg_sys::String {
    // SAFETY: a new node of a copy of the text.
    unsafe { pg_sys::makeString(pg_sys::pstrdup(text.as_ptr())) }
}
