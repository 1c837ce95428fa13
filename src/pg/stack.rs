//! The process's stack.

use pgrx::pg_sys;

/// Raises an error if the stack is nearly used up, in what calls itself for each level of a tree or a type.
pub fn check_stack() {
    // SAFETY: the function takes no arguments; it raises 54001.
    unsafe { pg_sys::check_stack_depth() }
}
