//! The two screens: the keys themselves, and a filter of the keys.

use super::side::{KEY, Rows, Side};
use super::walk::ForeignJoin;
use super::{LONGEST_KEY, MOST_ARRAY_KEYS};
use crate::joins::Reason;
use crate::pg::catalog::Extension;
use crate::pg::memory::hash_memory_limit;
use crate::pg::tree::Expr;
use crate::pg::tree::make::{self, NewQuery, copy_of};
use crate::pg::version::is_public;
use pgrx::pg_sys::{self, Oid};

/// Bytes that a filter may have, beyond which its capacity is limited.
const MOST_FILTER: u64 = 64 << 20;

/// Types of which some keys may not be sent in an array.
const LIMITED: [Oid; 3] = [pg_sys::TEXTOID, pg_sys::BYTEAOID, pg_sys::NUMERICOID];

/// Makes a query that reads the keys of another one.
fn reading(keys: NewQuery<'_>) -> NewQuery<'_> {
    keys.reading(c"keys", KEY)
}

/// Makes the condition that a key may be sent in an array, if some keys may not ([`LIMITED`]): long ones, as
/// there may be many, and texts that are not ASCII, as they are sent as they are and the other server may
/// have another encoding.
fn may_be_sent(key: Expr<'_>) -> Option<Expr<'_>> {
    let bytes = |of| make::call(c"octet_length", &[of]);
    let is_short = |of| make::operator(c"<=", bytes(of), make::integer(LONGEST_KEY));
    match key.type_of() {
        pg_sys::TEXTOID => {
            let characters = make::call(c"length", &[copy_of(key)]);
            let is_ascii = make::operator(c"=", bytes(copy_of(key)), characters);
            Some(make::and(&[is_short(copy_of(key)), is_ascii]))
        }
        pg_sys::BYTEAOID => Some(is_short(copy_of(key))),
        pg_sys::NUMERICOID => Some(is_short(make::call(c"concat", &[copy_of(key)]))),
        _ => None,
    }
}

/// Makes a query of those keys of another query that may be sent. This is decided here also for keys of
/// another server, because the LIMIT is between.
fn sent(keys: NewQuery<'_>) -> NewQuery<'_> {
    if !LIMITED.contains(&keys.result().type_of()) {
        return keys;
    }
    let mut query = reading(keys);
    if let Some(condition) = may_be_sent(query.result()) {
        query.add_condition(condition);
    }
    query
}

/// Makes `(SELECT count(*) > most FROM ...) OR far = ANY (ARRAY(SELECT DISTINCT key ... LIMIT most))`: where
/// there are more keys than expected, or keys that may not be sent, every row passes.
pub fn array<'t>(join: &ForeignJoin<'t>, small: &Side<'t>) -> Result<Expr<'t>, Reason> {
    let keys = sent(small.keys(Rows::Distinct)?.limit(MOST_ARRAY_KEYS)).into_array();
    let (operator, collation) = (join.equality.operator, join.equality.collation);
    // SAFETY: in the query, the operator compares these keys.
    let any = unsafe { make::any_of(operator, collation, copy_of(join.far.expression), keys) };

    let query = reading(small.keys(Rows::Distinct)?.limit(MOST_ARRAY_KEYS + 1));
    let mut beyond = make::operator(c">", make::call(c"count", &[]), make::bigint(MOST_ARRAY_KEYS));
    if let Some(condition) = may_be_sent(query.result()) {
        let others = make::call(c"bool_or", &[make::not(condition)]);
        beyond = make::or(&[beyond, others]);
    }
    // `beyond` first, so that it is known before a cursor returns the first row, even one that is among the
    // keys.
    Ok(make::or(&[query.returning(beyond).into_value(), any]))
}

/// The functions of a screen by a filter. They are called by their OIDs: by name, the parser would prefer
/// another role's function for exactly these arguments.
pub struct Functions {
    agg: Oid,
    /// Whether the aggregate takes a capacity.
    is_sized: bool,
    contains: Oid,
}

impl Functions {
    /// Finds the functions for keys of this type.
    pub fn find(of: Oid) -> Result<Self, Reason> {
        let extension = Extension::own().ok_or("the database does not have the extension")?;
        let is_sized = hash_memory_limit() as u64 > MOST_FILTER;
        let capacity = if is_sized { vec![pg_sys::INT8OID] } else { Vec::new() };
        let agg = |of| extension.function(c"bloom_agg", &[vec![of], capacity.clone()].concat());
        let bloom = extension.type_named(c"bloom");
        let contains = extension.function(c"bloom_contains", &[bloom, pg_sys::ANYCOMPATIBLEOID]);
        match (agg(of).or_else(|| agg(pg_sys::ANYELEMENTOID)), contains) {
            // Another role may execute a plan that is kept.
            (Some(agg), Some(contains)) if is_public(agg) && is_public(contains) => {
                Ok(Self { agg, is_sized, contains })
            }
            (Some(_), Some(_)) => Err("not every role may execute bloom_agg and bloom_contains".into()),
            _ => Err("the extension does not have bloom_agg and bloom_contains".into()),
        }
    }
}

/// Makes `bloom_contains((SELECT bloom_agg(key) ...), far)`. The aggregate never takes more memory than it is
/// allowed: a filter of too many keys lets more rows pass.
pub fn filter<'t>(
    join: &ForeignJoin<'t>,
    small: &Side<'t>,
    functions: &Functions,
    keys: f64,
) -> Result<Expr<'t>, Reason> {
    let query = small.keys(Rows::Wanted)?;
    let mut arguments = vec![query.result()];
    if functions.is_sized {
        let capacity = (8.0 * keys).clamp(1e4, (MOST_FILTER / 2) as f64) as i64;
        arguments.push(make::bigint(capacity));
    }
    let far = copy_of(join.far.expression);
    // SAFETY: the aggregate was found for these arguments; the function takes a filter and a value of any
    // type.
    unsafe {
        let filter = query.returning(make::aggregate(functions.agg, &arguments)).into_value();
        Ok(make::boolean_call(functions.contains, &[filter, far], far.collation()))
    }
}
