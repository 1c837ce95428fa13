//! Whether a screen is implied by a join.
//!
//! A row that has a partner in the join passes a filter of the partners' keys. So this filter makes a scan return fewer
//! rows, but not the join: its share times the join's own would be counted twice, and a join that is taken for small
//! becomes a nested loop. Here the planner's equivalence classes and the clauses of outer joins tell which expressions
//! are joined.

use crate::pg::nodes::nth;
use crate::pg::nodes::{called, items, node_as, without_relabel};
use pgrx::pg_sys::{self, Node, NodeTag, Oid};

/// Any expression in an expression is looked into, as all that matters are its columns.
const COLUMNS: u32 =
    pg_sys::PVC_RECURSE_AGGREGATES | pg_sys::PVC_RECURSE_WINDOWFUNCS | pg_sys::PVC_RECURSE_PLACEHOLDERS;

/// Whether a condition of a relation discards only rows that a join discards anyway, if a filter is made of the keys of
/// the other side: it is not part of another condition, and the value that is tested is a key of the join or is computed
/// from such keys.
pub unsafe fn by_join(
    root: *mut pg_sys::PlannerInfo,
    arguments: *mut pg_sys::List,
    value: *mut Node,
) -> bool {
    // SAFETY: the caller promises the planner's data.
    unsafe {
        let Some(relation) = single(pg_sys::pull_varnos(root, value)) else { return false };
        is_condition_of(root, relation, arguments) && Keys::of(root, relation).determine(value)
    }
}

/// The relation in a set of one.
unsafe fn single(relids: pg_sys::Relids) -> Option<i32> {
    let mut member = 0;
    // SAFETY: the caller promises the set.
    unsafe { pg_sys::bms_get_singleton_member(relids, &raw mut member) }.then_some(member)
}

/// Whether all conditions of the relation whose columns are in `value` are calls with the support function `support`.
pub unsafe fn has_only_screens(root: *mut pg_sys::PlannerInfo, value: *mut Node, support: Oid) -> bool {
    // SAFETY: the caller promises the planner's data.
    unsafe {
        single(pg_sys::pull_varnos(root, value)).and_then(|relation| relation_of(root, relation)).is_some_and(
            |relation| {
                items::<pg_sys::RestrictInfo>(relation.baserestrictinfo).all(|condition| {
                    called((*condition).clause.cast())
                        .is_some_and(|(function, _)| pg_sys::get_func_support(function) == support)
                })
            },
        )
    }
}

/// Whether rows of a relation must meet the condition with these arguments: it is neither negated nor one of several
/// that suffice.
unsafe fn is_condition_of(
    root: *mut pg_sys::PlannerInfo,
    relation: i32,
    arguments: *mut pg_sys::List,
) -> bool {
    // SAFETY: the planner's relations, whose lists hold what their names say.
    unsafe {
        let Some(relation) = relation_of(root, relation) else { return false };
        items::<pg_sys::RestrictInfo>(relation.baserestrictinfo)
            .any(|condition| called((*condition).clause.cast()).is_some_and(|(_, own)| own == arguments))
    }
}

unsafe fn relation_of<'a>(root: *mut pg_sys::PlannerInfo, relation: i32) -> Option<&'a pg_sys::RelOptInfo> {
    // SAFETY: the array has that many elements, some of which are null.
    unsafe {
        if relation <= 0 || relation >= (*root).simple_rel_array_size {
            return None;
        }
        (*(*root).simple_rel_array.add(relation as usize)).as_ref()
    }
}

/// Expressions of a relation that are equal to expressions of other relations in the rows that are joined.
struct Keys(Vec<*mut Node>);

impl Keys {
    unsafe fn of(root: *mut pg_sys::PlannerInfo, relation: i32) -> Self {
        // SAFETY: the planner's data; a clause that can be hashed has two sides.
        unsafe {
            let (top, children) = ancestors(root, relation);
            let mut keys = Vec::new();
            for class in items::<pg_sys::EquivalenceClass>((*root).eq_classes) {
                if (*class).ec_has_volatile {
                    continue;
                }
                let members = || items::<pg_sys::EquivalenceMember>((*class).ec_members);
                if members().any(|member| !(*member).em_is_child && is_elsewhere((*member).em_relids, top)) {
                    let own = members().filter(|member| single((**member).em_relids) == Some(top));
                    keys.extend(own.map(|member| (*member).em_expr.cast::<Node>()));
                }
            }
            let clauses = relation_of(root, top).map_or(std::ptr::null_mut(), |top| top.joininfo);
            for clause in items::<pg_sys::RestrictInfo>(clauses) {
                let clause = &*clause;
                // Rows of the outer side remain though they have no partner.
                if clause.hashjoinoperator == Oid::INVALID || pg_sys::bms_is_member(top, clause.outer_relids)
                {
                    continue;
                }
                let sides = (*clause.clause.cast::<pg_sys::OpExpr>()).args;
                let (left, right) = (clause.left_relids, clause.right_relids);
                for (side, own, other) in [(0, left, right), (1, right, left)] {
                    if single(own) == Some(top) && is_elsewhere(other, top) {
                        keys.push(nth(sides, side));
                    }
                }
            }
            for mut child in children {
                for key in &mut keys {
                    *key = pg_sys::adjust_appendrel_attrs(root, *key, 1, &raw mut child);
                }
            }
            Self(keys)
        }
    }

    /// Whether an expression is one of the keys, or all its columns are.
    unsafe fn determine(&self, value: *mut Node) -> bool {
        // SAFETY: valid expressions.
        unsafe {
            let is_key = |value: *mut Node| {
                let value = without_relabel(value);
                self.0.iter().any(|key| pg_sys::equal(without_relabel(*key).cast(), value.cast()))
            };
            !self.0.is_empty()
                && (is_key(value) || items(pg_sys::pull_var_clause(value, COLUMNS as i32)).all(is_key))
        }
    }
}

/// The table that a partition or a part of UNION ALL belongs to, and the steps from there down to it.
unsafe fn ancestors(
    root: *mut pg_sys::PlannerInfo,
    mut relation: i32,
) -> (i32, Vec<*mut pg_sys::AppendRelInfo>) {
    let mut steps = Vec::new();
    // SAFETY: if it is there, the array is as long as that of the relations.
    unsafe {
        while !(*root).append_rel_array.is_null() {
            let step = *(*root).append_rel_array.add(relation as usize);
            if step.is_null() {
                break;
            }
            steps.insert(0, step);
            relation = (*step).parent_relid as i32;
        }
    }
    (relation, steps)
}

/// Whether an expression has columns, all of other relations.
unsafe fn is_elsewhere(relids: pg_sys::Relids, relation: i32) -> bool {
    // SAFETY: the caller promises the set.
    unsafe { !is_empty(relids) && !pg_sys::bms_is_member(relation, relids) }
}

/// Whether a set has no members; PostgreSQL has a macro for that from 16 on.
pub unsafe fn is_empty(relids: pg_sys::Relids) -> bool {
    // SAFETY: the caller promises the set.
    unsafe { pg_sys::bms_membership(relids) == pg_sys::BMS_Membership::BMS_EMPTY_SET }
}

/// Returns whether a filter is `(SELECT NULL::bloom)`, the placeholder that postgres_fdw sends when it requests an estimate
/// from a remote server.
pub unsafe fn is_placeholder(root: *mut pg_sys::PlannerInfo, filter: *mut Node) -> bool {
    // SAFETY: the planner's data; the number of a subplan begins with 1.
    unsafe {
        let Some(plan) = init_plan(root, filter) else { return false };
        let result = nth::<pg_sys::TargetEntry>((*plan).targetlist, 0);
        pgrx::is_a(plan.cast(), NodeTag::T_Result)
            && result.as_ref().is_some_and(|entry| {
                node_as::<pg_sys::Const>(entry.expr.cast(), NodeTag::T_Const)
                    .is_some_and(|value| value.constisnull)
            })
    }
}

/// The plan of a subquery that is run once, if an expression is its result.
unsafe fn init_plan(root: *mut pg_sys::PlannerInfo, expression: *mut Node) -> Option<*mut pg_sys::Plan> {
    // SAFETY: the planner's data; the number of a subplan begins with 1.
    unsafe {
        let parameter = node_as::<pg_sys::Param>(expression, NodeTag::T_Param)?;
        if parameter.paramkind != pg_sys::ParamKind::PARAM_EXEC {
            return None;
        }
        let subplan = items::<pg_sys::SubPlan>((*root).init_plans)
            .find(|subplan| pg_sys::list_member_int((**subplan).setParam, parameter.paramid))?;
        Some(nth((*(*root).glob).subplans, usize::try_from((*subplan).plan_id).ok()?.checked_sub(1)?))
    }
}
