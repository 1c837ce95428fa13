//! The keys of a join that a filter can have: columns of both sides, with the scans that return them.

use super::description::PlannedKey;
use super::key::{Kind, Trust};
use super::way::{self, Place, Way};
use crate::pg::catalog::hash_functions;
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::{Expr, Node};
use pgrx::pg_sys::{self, Hash, HashJoin, Oid, Plan};

/// Most keys of a filter; the others of the join are not looked at.
const MOST_KEYS: usize = 8;

/// A key of a join.
pub struct Pair<'t> {
    pub operator: Oid,
    pub collation: Oid,
    /// Hash functions of the outer and the inner key.
    pub functions: (Oid, Oid),
    /// The column of the Hash node's input.
    pub inner: i16,
    /// The scans that return the outer key.
    pub places: Vec<Place<'t>>,
}

impl Pair<'_> {
    /// Describes a column of this key.
    pub fn key(&self, column: i16, name: i16, function: Oid) -> PlannedKey {
        PlannedKey { column, name, operator: self.operator, function, collation: self.collation }
    }

    /// Describes the outer key as a scan has it.
    pub fn outer_key(&self, scan: usize) -> PlannedKey {
        let place = &self.places[scan];
        self.key(place.column, place.name, self.functions.0)
    }
}

/// Returns the keys of a join that scans of its outer side return, all by the same scans. Where a view hides rows,
/// it may be by what stands between the scan and the join.
pub fn pairs<'t>(
    join: Node<'t, HashJoin>,
    outer_side: Node<'t, Plan>,
    hash: Node<'t, Hash>,
    hidden: HiddenRows,
) -> Vec<Pair<'t>> {
    let mut pairs = Vec::<Pair<'_>>::new();
    for (number, (outer, inner)) in join.hashkeys().iter().zip(hash.hashkeys().iter()).enumerate() {
        let (operator, collation) = (join.hashoperators().get(number), join.hashcollations().get(number));
        let (Some(outer), Some(inner)) = (input_column(outer), input_column(inner)) else { continue };
        let Some((left, right)) = hash_functions(operator) else { continue };
        if !Kind::of(operator, left).agrees_with(Kind::of(operator, right)) {
            continue;
        }
        let mut places = Vec::new();
        way::follow(outer_side, outer, Way::NOTHING, &mut places);
        if hidden.by_view || Trust::of(operator, left) == Trust::RowsOfJoin {
            places.retain(|place| place.way.direct);
        }
        let nodes = |places: &[Place<'_>]| places.iter().map(|place| place.node).collect::<Vec<_>>();
        let same = pairs.first().is_none_or(|first| nodes(&first.places) == nodes(&places));
        if !places.is_empty() && same && pairs.len() < MOST_KEYS {
            pairs.push(Pair { operator, collation, functions: (left, right), inner, places });
        }
    }
    pairs
}

/// Returns which column of a node's input an expression is.
fn input_column(key: Expr<'_>) -> Option<i16> {
    let column = key.column()?;
    (column.varno == pg_sys::OUTER_VAR && column.varattno > 0).then_some(column.varattno)
}
