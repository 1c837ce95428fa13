//! What is known of a statement whose joins are screened, and why none of them may be.

use super::remote::Remotes;
use crate::pg::catalog::{has_subclass, has_triggers, is_another_user};
use crate::pg::parameters::Parameters;
use crate::pg::setting::Mode;
use crate::pg::tree::{Expr, Node, check_stack};
use pgrx::pg_sys::{CmdType, Query, RangeTblEntry};

/// A statement whose joins are being screened.
pub struct Statement<'t> {
    pub mode: Mode,
    pub parameters: Parameters<'t>,
    /// Whether a function, a trigger, or whoever reads a cursor may change remote tables while the statement reads
    /// them: postgres_fdw reads a table again with what the own transaction has changed there.
    pub may_write: bool,
    pub remotes: Remotes,
    /// How many joins passed the cheap rules.
    pub considered: usize,
}

/// Returns why no join of a statement may be screened. `is_volatile` tells whether any of its functions is
/// volatile.
pub fn refused(query: Node<'_, Query>, is_volatile: bool) -> Option<&'static str> {
    let is_read = [CmdType::CMD_SELECT, CmdType::CMD_INSERT].contains(&query.commandType);
    if !is_read || !query.onConflict.is_null() {
        Some("it changes rows of a table that it reads")
    } else if query.hasModifyingCTE {
        Some("it has a WITH query that changes rows")
    } else if locks_rows(query) {
        Some("it locks rows, which may have changed since its snapshot")
    } else if is_another_user() {
        Some("it runs with the rights of another role than the session")
    } else if is_volatile && has_volatile(query) {
        Some("a function of the query is volatile")
    } else {
        None
    }
}

/// Returns whether a query's FROM and WHERE call a volatile function. The number of its calls must not
/// change.
fn has_volatile(query: Node<'_, Query>) -> bool {
    query.jointree().map(Node::any).is_some_and(Expr::is_volatile)
        || query.rtable().iter().any(|table| table.is_volatile())
}

/// Returns whether a statement may change a remote table while it reads: an INSERT whose target is remote,
/// has triggers, or has partitions of which one may.
pub fn writes(query: Node<'_, Query>) -> bool {
    query
        .entry(query.resultRelation)
        .is_some_and(|target| target.is_foreign() || has_triggers(target.relid) || has_subclass(target.relid))
}

fn locks_rows(query: Node<'_, Query>) -> bool {
    check_stack();
    !query.rowMarks.is_null()
        || query.rtable().iter().filter_map(Node::<RangeTblEntry>::subquery).any(locks_rows)
        || query.cte_list().iter().filter_map(Node::ctequery).any(locks_rows)
}
