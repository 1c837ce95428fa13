//! The keys of a join that a filter can have: columns of both sides, with the scans that return them.

use super::key::{KeyKind, MOST_KEYS};
use super::outer::{self, Place, Way};
use crate::joins::Reason;
use crate::pg::catalog::{argument_types, hash_functions, is_built_in, is_pseudo, opcode};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::{Expr, Node};
use pgrx::pg_sys::{self, Hash, HashJoin, Oid, Plan};

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

/// What a hash function may do to the secrecy of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trust {
    /// It may see rows that the conditions of the scan hide, as it reveals nothing.
    AnyRow,
    /// It may see rows of the scan that the joins above may drop, as it is the server's own.
    RowsOfScan,
    /// It may see no other rows than the join would show it.
    RowsOfJoin,
}

impl Trust {
    /// Returns what may be hashed of an operator's values. A function of a pseudotype calls functions of other
    /// types.
    pub fn of(operator: Oid, function: Oid) -> Self {
        if !is_built_in(function) || argument_types(function).first().is_none_or(|of| is_pseudo(*of)) {
            return Self::RowsOfJoin;
        }
        // SAFETY: a catalog lookup of an existing function.
        if is_built_in(operator) && unsafe { pg_sys::get_func_leakproof(opcode(operator)) } {
            Self::AnyRow
        } else {
            Self::RowsOfScan
        }
    }
}

/// Returns the keys of a join that scans of its outer side return, all by the same scans; says why if there are
/// none. Where a view hides rows, it may be by what stands between the scan and the join.
pub fn pairs<'t>(
    join: Node<'t, HashJoin>,
    outer_side: Node<'t, Plan>,
    hash: Node<'t, Hash>,
    hidden: HiddenRows,
) -> Result<Vec<Pair<'t>>, Reason> {
    let mut pairs = Vec::<Pair<'_>>::new();
    let mut reason = "it has no key".into();
    for (number, (outer, inner)) in join.hashkeys().iter().zip(hash.hashkeys().iter()).enumerate() {
        let (operator, collation) = (join.hashoperators().get(number), join.hashcollations().get(number));
        match pair((operator, collation), (outer, inner), outer_side, hidden) {
            Ok(pair) => {
                let nodes = |pair: &Pair<'_>| pair.places.iter().map(|place| place.node).collect::<Vec<_>>();
                let same = pairs.first().is_none_or(|first| nodes(first) == nodes(&pair));
                if same && pairs.len() < MOST_KEYS {
                    pairs.push(pair);
                }
            }
            Err(other) => reason = other,
        }
    }
    if pairs.is_empty() { Err(reason) } else { Ok(pairs) }
}

fn pair<'t>(
    (operator, collation): (Oid, Oid),
    (outer, inner): (Expr<'t>, Expr<'t>),
    outer_side: Node<'t, Plan>,
    hidden: HiddenRows,
) -> Result<Pair<'t>, Reason> {
    let (outer, inner) = (input_column(outer)?, input_column(inner)?);
    let functions = hash_functions(operator).ok_or("the operator of its key cannot be hashed")?;
    if !KeyKind::of(operator, functions.0).agrees_with(KeyKind::of(operator, functions.1)) {
        return Err("the types of its key are hashed in different ways".into());
    }
    let mut places = Vec::new();
    outer::follow(outer_side, outer, Way::NOTHING, &mut places)?;
    let needs_all = Trust::of(operator, functions.0) == Trust::RowsOfJoin;
    if needs_all || hidden.by_view {
        places.retain(|place| place.way.direct);
    }
    if !places.is_empty() {
        return Ok(Pair { operator, collation, functions, inner, places });
    }
    Err(if needs_all {
        "the hash function of its key may only see rows that reach the join"
    } else {
        "a view of the statement is a security barrier, and not all rows of the scan reach the join"
    }
    .into())
}

/// Returns which column of a node's input an expression is.
fn input_column(key: Expr<'_>) -> Result<i16, Reason> {
    let column = key.column().filter(|column| column.varno == pg_sys::OUTER_VAR && column.varattno > 0);
    Ok(column.ok_or("its key is computed")?.varattno)
}
