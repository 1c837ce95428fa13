//! The keys of a join that a filter can have: columns of both sides, with the scans that return them.

use super::key::{KeyKind, MOST_KEYS};
use super::outer::{self, Followed, Place};
use super::sides::{Sides, SidesKey};
use crate::joins::Reason;
use crate::pg::catalog::{
    argument_types, hash_functions, hashes_as_compared, is_built_in, is_parallel_safe, is_pseudo, opcode,
};
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::Expr;
use pgrx::pg_sys::{self, Oid};

/// A key of a join.
pub struct Pair<'t> {
    /// The equality whose left argument is the screened side.
    pub operator: Oid,
    pub collation: Oid,
    /// Hash functions of the key of the screened side, and of that of the other one.
    pub functions: (Oid, Oid),
    /// The column of the rows that the filter is built of.
    pub inner: i16,
    /// The scans that return the key of the screened side.
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

/// Returns the keys of a join that scans of its screened side return, all by the same scans; says why if there are
/// none. Where a view hides rows, it may be by what stands between the scan and the join.
pub fn pairs<'t>(sides: &Sides<'t>, hidden: HiddenRows, runs_once: bool) -> Result<Vec<Pair<'t>>, Reason> {
    let mut pairs = Vec::<Pair<'_>>::new();
    let mut reason = "it has no key".into();
    for key in &sides.keys {
        match pair(*key, sides, hidden, runs_once) {
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
    key: SidesKey<'t>,
    sides: &Sides<'t>,
    hidden: HiddenRows,
    runs_once: bool,
) -> Result<Pair<'t>, Reason> {
    let SidesKey { operator, collation, .. } = key;
    let column = input_column(key.screened, key.screened_as)?;
    let inner = input_column(key.read, pg_sys::OUTER_VAR)?;
    let functions = hash_functions(operator).ok_or("the operator of its key cannot be hashed")?;
    if !KeyKind::of(operator, functions.0).agrees_with(KeyKind::of(operator, functions.1)) {
        return Err("the types of its key are hashed in different ways".into());
    }
    let agree = || [functions.0, functions.1].iter().all(|of| hashes_as_compared(*of, collation));
    if sides.by_order && !agree() {
        return Err("keys that are equal by its order may have other hashes".into());
    }
    let mut places = Vec::new();
    let followed = Followed { operator, function: functions.0, collation, runs_once };
    outer::follow(sides.screened, column, followed, sides.way(), &mut places)?;
    may_be_handed(&places, functions.0)?;
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

/// Says why the scans may not test a filter in the workers of a Gather, unless they may.
fn may_be_handed(places: &[Place<'_>], function: Oid) -> Result<(), Reason> {
    let Some(gather) = places.iter().find_map(|place| place.way.gather) else { return Ok(()) };
    if !is_parallel_safe(function) {
        return Err("the hash function of its key may not be called in workers".into());
    }
    // Each Gather gets the filter, or none, when its workers start.
    if places.iter().any(|place| place.way.whole_groups && place.way.gather != Some(gather)) {
        return Err("rows are put together that come from a Gather and from elsewhere".into());
    }
    Ok(())
}

/// Returns which column of an input of a node an expression is.
fn input_column(key: Expr<'_>, input: i32) -> Result<i16, Reason> {
    let column = key.column().filter(|column| column.varno == input && column.varattno > 0);
    Ok(column.ok_or("its key is computed")?.varattno)
}
