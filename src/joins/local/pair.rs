//! The keys of a join that a filter can have: columns of both sides, with the scans that return them.

use super::key::{Kind, Trust};
use super::way::{self, Place, Way};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::nodes::{items, node_as, without_relabel};
use pgrx::pg_sys::{self, Node, NodeTag, Oid};
use std::ffi::c_int;

/// Most keys of a filter; the others of the join are not looked at.
const MOST_KEYS: usize = 8;

/// A key of a join.
pub struct Pair {
    pub operator: Oid,
    pub collation: Oid,
    /// Hash functions of the outer and the inner key.
    pub functions: (Oid, Oid),
    /// The column of the Hash node's input.
    pub inner: i16,
    /// The scans that return the outer key.
    pub places: Vec<Place>,
}

/// Returns the keys of a join that scans of its outer side return, all by the same scans. Where a view hides rows,
/// it may be by what stands between the scan and the join.
///
/// # Safety
/// `join` and `hash` must be nodes of a finished plan, one below the other.
pub unsafe fn pairs(join: *mut pg_sys::HashJoin, hash: *mut pg_sys::Hash, hidden: HiddenRows) -> Vec<Pair> {
    // SAFETY: the caller guarantees the plan, whose lists have one item for each key.
    unsafe {
        let mut pairs = Vec::<Pair>::new();
        let outer_keys = items::<Node>((*join).hashkeys);
        let inner_keys = items::<Node>((*hash).hashkeys);
        for (number, (outer, inner)) in outer_keys.zip(inner_keys).enumerate() {
            let operator = pg_sys::list_nth_oid((*join).hashoperators, number as c_int);
            let collation = pg_sys::list_nth_oid((*join).hashcollations, number as c_int);
            let (Some(outer), Some(inner)) = (input_column(outer), input_column(inner)) else { continue };
            let (mut left, mut right) = (Oid::INVALID, Oid::INVALID);
            if !pg_sys::op_strict(operator)
                || !pg_sys::get_op_hash_functions(operator, &raw mut left, &raw mut right)
                || !Kind::of(operator, left).agrees_with(Kind::of(operator, right))
            {
                continue;
            }
            let mut places = Vec::new();
            way::follow((*join).join.plan.lefttree, outer, Way::NOTHING, &mut places);
            if hidden.by_view || Trust::of(operator, left) == Trust::RowsOfJoin {
                places.retain(|place| place.way.direct);
            }
            let nodes = |places: &[Place]| places.iter().map(|place| place.node).collect::<Vec<_>>();
            let same = pairs.first().is_none_or(|first| nodes(&first.places) == nodes(&places));
            if !places.is_empty() && same && pairs.len() < MOST_KEYS {
                pairs.push(Pair { operator, collation, functions: (left, right), inner, places });
            }
        }
        pairs
    }
}

/// Returns which column of a node's input an expression is.
///
/// # Safety
/// `key` must be an expression of a finished plan.
unsafe fn input_column(key: *mut Node) -> Option<i16> {
    // SAFETY: the caller guarantees the expression.
    let column = unsafe { node_as::<pg_sys::Var>(without_relabel(key), NodeTag::T_Var) }?;
    (column.varno == pg_sys::OUTER_VAR && column.varattno > 0).then_some(column.varattno)
}
