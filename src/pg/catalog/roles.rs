//! Roles, and what they may read.

use crate::pg::version::{self, Permissions};
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

/// Calls `f` with the rights of the owner of a relation, and no others, as the server's maintenance commands call the
/// functions of an index. After an ERROR, the end of the transaction gives the caller back his own.
///
/// # Safety
/// `relation` must be open.
pub unsafe fn as_owner<R>(relation: pg_sys::Relation, f: impl FnOnce() -> R) -> R {
    let (mut user, mut context) = (Oid::INVALID, 0);
    // SAFETY: the caller guarantees the relation; the rest are numbers of the session.
    unsafe {
        pg_sys::GetUserIdAndSecContext(&raw mut user, &raw mut context);
        let restricted = context | pg_sys::SECURITY_RESTRICTED_OPERATION as i32;
        pg_sys::SetUserIdAndSecContext((*(*relation).rd_rel).relowner, restricted);
        let level = pg_sys::NewGUCNestLevel();
        version::restrict_search_path();
        let result = f();
        pg_sys::AtEOXact_GUC(false, level);
        pg_sys::SetUserIdAndSecContext(user, context);
        result
    }
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

/// Returns whether a statement may read what it requires to read of a relation, by the rules of the executor.
///
/// # Safety
/// `required` must be of a parse tree or a plan.
pub unsafe fn may_read(relation: Oid, required: &Permissions) -> bool {
    let select = pg_sys::ACL_SELECT as pg_sys::AclMode;
    if required.requiredPerms & select == 0 {
        return true;
    }
    let (role, columns) = (required.checkAsUser, required.selectedCols);
    let is_ok = |answer| answer == pg_sys::AclResult::ACLCHECK_OK;
    // SAFETY: the caller guarantees the set; the rest are catalog lookups.
    unsafe {
        let role = if role == Oid::INVALID { pg_sys::GetUserId() } else { role };
        let columns_of = |how| is_ok(pg_sys::pg_attribute_aclcheck_all(relation, role, select, how));
        if is_ok(pg_sys::pg_class_aclcheck(relation, role, select)) {
            return true;
        }
        let mut member = pg_sys::bms_next_member(columns, -1);
        if member < 0 {
            return columns_of(pg_sys::AclMaskHow::ACLMASK_ANY); // as for count(*)
        }
        while member >= 0 {
            let is_allowed = match member + pg_sys::FirstLowInvalidHeapAttributeNumber {
                0 => columns_of(pg_sys::AclMaskHow::ACLMASK_ALL), // the whole row
                number => is_ok(pg_sys::pg_attribute_aclcheck(relation, number as i16, role, select)),
            };
            if !is_allowed {
                return false;
            }
            member = pg_sys::bms_next_member(columns, member);
        }
        true
    }
}
