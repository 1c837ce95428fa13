//! Roles.

use pgrx::pg_sys::{self, Oid};

/// Returns the role with whose rights statements run.
pub fn current_user() -> Oid {
    // SAFETY: this reads a number.
    unsafe { pg_sys::GetUserId() }
}

/// Returns whether statements run with the rights of another role than the session's, as in a SECURITY
/// DEFINER function.
pub fn is_another_user() -> bool {
    // SAFETY: this reads numbers.
    unsafe { pg_sys::GetUserId() != pg_sys::GetOuterUserId() }
}

/// Returns whether the current user has the privileges of a role.
pub fn is_member_of(role: Oid) -> bool {
    // SAFETY: these are catalog lookups.
    unsafe { pg_sys::has_privs_of_role(pg_sys::GetUserId(), role) }
}

/// Returns whether the current user is a member of a role, or the role itself; a superuser is no member by
/// that alone.
pub fn is_member_nosuper_of(role: Oid) -> bool {
    // SAFETY: these are catalog lookups.
    unsafe { pg_sys::is_member_of_role_nosuper(pg_sys::GetUserId(), role) }
}

pub fn is_superuser(role: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::superuser_arg(role) }
}
