//! Rows that a statement reads and its user may not see: by row-level security, or by a view that is a security
//! barrier.
//!
//! One rule holds for all that is shown of a relation, as `SECURITY.md` says: where a statement hides rows, no test
//! of a filter runs before the conditions that hide them, and no number that depends on a filter is shown or
//! counted. So a value that only a hidden row has looks like one that no row has.
//!
//! For example, a policy shows a user only his own badges, and he joins them with one badge of his choice. If the
//! filter of this key were tested before the policy, the number of rows that it drops would tell whether anybody
//! has that badge.

use super::catalog;
use super::tree::Node;
use pgrx::pg_sys::{self, PlannedStmt, RTEKind, RangeTblEntry};

/// What hides rows of the tables of a statement from its user.
#[derive(Debug, Clone, Copy)]
pub struct HiddenRows {
    /// Policies: conditions of the scans of their tables.
    pub by_policy: bool,
    /// Views: their conditions and joins, which stand anywhere below what reads the view.
    pub by_view: bool,
}

impl HiddenRows {
    /// Returns what hides rows of the tables of a finished plan. The plan is not used after it changes: policies
    /// and views invalidate it, and so does another role where a table has policies.
    pub fn of(statement: Node<'_, PlannedStmt>) -> Self {
        let tables = || statement.rtable().iter();
        Self {
            by_policy: tables().any(|table| has_policy(statement, table)),
            by_view: tables().any(is_barrier),
        }
    }

    /// Returns whether any row is hidden.
    pub fn any(self) -> bool {
        self.by_policy || self.by_view
    }
}

/// Returns whether row-level security applies to a table that the statement names, which decides for its partitions,
/// too.
fn has_policy(statement: Node<'_, PlannedStmt>, table: Node<'_, RangeTblEntry>) -> bool {
    table.rtekind == RTEKind::RTE_RELATION
        && statement.reads_as(table).is_some_and(|role| catalog::hides_rows(table.relid, role))
}

/// Returns whether an entry is a view that is a security barrier. One that is updated stands for its table.
fn is_barrier(table: Node<'_, RangeTblEntry>) -> bool {
    table.security_barrier
        || table.rtekind == RTEKind::RTE_RELATION
            && table.relkind as u8 == pg_sys::RELKIND_VIEW
            && catalog::is_security_barrier(table.relid)
}
