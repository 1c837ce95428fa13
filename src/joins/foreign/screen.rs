//! The two screens: the keys themselves, and a filter of the keys.

use super::side::{Rows, Side, target};
use super::walk::Join;
use super::{LONGEST_KEY, MOST_ARRAY_KEYS, Reason};
use crate::pg::catalog::Extension;
use crate::pg::nodes::{
    aggregate, bigint, call, compare, copy_of, integer, list_of, new_node, query_of, string,
};
use crate::pg::version::is_public;
use pgrx::pg_sys::{self, Node, NodeTag, Oid, Query};

/// The operator `>` of bigint, and `<=` and `=` of integer.
const GREATER: Oid = Oid::from_u32(413);
const NOT_GREATER: Oid = Oid::from_u32(523);
const EQUAL: Oid = Oid::from_u32(96);

/// Bytes that a filter may have, beyond which its capacity is limited.
const MOST_FILTER: u64 = 64 << 20;

/// Makes a subquery in an expression.
unsafe fn sublink(kind: pg_sys::SubLinkType::Type, query: *mut Query) -> *mut Node {
    // SAFETY: a new node.
    unsafe {
        let link = new_node::<pg_sys::SubLink>(NodeTag::T_SubLink);
        link.subLinkType = kind;
        link.subselect = query.cast();
        link.location = -1;
        (link as *mut pg_sys::SubLink).cast()
    }
}

/// Makes a query of so many keys at most, each once.
unsafe fn distinct_keys(small: &Side, most: i64) -> Result<*mut Query, Reason> {
    // SAFETY: the caller guarantees the expressions; the query is new.
    unsafe {
        let keys = small.keys(Rows::Distinct)?;
        (*keys).limitCount = bigint(most);
        (*keys).limitOption = pg_sys::LimitOption::LIMIT_OPTION_COUNT;
        Ok(keys)
    }
}

/// Makes a query that reads the keys of another one and returns none yet, and the key in it.
///
/// # Safety
/// `keys` must be a query of one column.
unsafe fn reading<'a>(keys: *mut Query) -> (&'a mut Query, *mut Node) {
    // SAFETY: the caller guarantees the query; the rest are new nodes.
    unsafe {
        let table = new_node::<pg_sys::RangeTblEntry>(NodeTag::T_RangeTblEntry);
        table.rtekind = pg_sys::RTEKind::RTE_SUBQUERY;
        table.subquery = keys;
        table.alias = pg_sys::makeAlias(c"keys".as_ptr(), std::ptr::null_mut());
        table.eref = pg_sys::makeAlias(c"keys".as_ptr(), list_of([string(c"key")]));
        let query = query_of(table);
        let key = first_target(keys).expr.cast::<Node>();
        let (of, collation) = (pg_sys::exprType(key), pg_sys::exprCollation(key));
        (query, pg_sys::makeVar(1, 1, of, -1, collation, 0).cast())
    }
}

/// # Safety
/// `query` must be a query with a result.
unsafe fn first_target<'a>(query: *mut Query) -> &'a mut pg_sys::TargetEntry {
    // SAFETY: the caller guarantees the query, whose target list holds target entries.
    unsafe { &mut *pg_sys::list_nth((*query).targetList, 0).cast() }
}

/// Makes the condition that a key may be sent in an array, if some keys may not: long ones, as there may be many, and
/// texts that are not ASCII, as they are sent as they are and the other server may have another encoding.
unsafe fn may_be_sent(key: *mut Node) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expression; the rest are new nodes.
    unsafe {
        let function = |name, argument| call(c"pg_catalog", name, list_of([argument]));
        let bytes = |of| function(c"octet_length", of);
        let is_short = |of| compare(NOT_GREATER, bytes(of), integer(LONGEST_KEY));
        match pg_sys::exprType(key) {
            pg_sys::TEXTOID => {
                let is_ascii = compare(EQUAL, bytes(copy_of(key)), function(c"length", copy_of(key)));
                Some(pg_sys::make_andclause(list_of([is_short(copy_of(key)), is_ascii])).cast())
            }
            pg_sys::BYTEAOID => Some(is_short(copy_of(key))),
            pg_sys::NUMERICOID => Some(is_short(function(c"concat", copy_of(key)))),
            _ => None,
        }
    }
}

/// Makes a query of those keys of another query that may be sent. This is decided here also for keys of another server,
/// because the LIMIT is between.
///
/// # Safety
/// `keys` must be a query of one column with a LIMIT.
unsafe fn sent(keys: *mut Query) -> *mut Query {
    // SAFETY: the caller guarantees the query; the rest are new nodes.
    unsafe {
        let (query, key) = reading(keys);
        let Some(condition) = may_be_sent(key) else { return keys };
        (*query.jointree).quals = condition;
        query.targetList = list_of([target(key, 1)]);
        query
    }
}

/// Makes `(SELECT count(*) > most FROM ...) OR far = ANY (ARRAY(SELECT DISTINCT key ... LIMIT most))`: where there are
/// more keys than expected, or keys that may not be sent, every row passes.
pub unsafe fn array(join: &Join, small: &Side) -> Result<*mut Node, Reason> {
    // SAFETY: the caller guarantees the expressions; the rest are new nodes.
    unsafe {
        let keys = sent(distinct_keys(small, MOST_ARRAY_KEYS)?);
        let any = new_node::<pg_sys::ScalarArrayOpExpr>(NodeTag::T_ScalarArrayOpExpr);
        any.opno = join.equality.operator;
        any.opfuncid = pg_sys::get_opcode(join.equality.operator);
        any.useOr = true;
        any.inputcollid = join.equality.collation;
        any.args = list_of([copy_of(join.far.key), sublink(pg_sys::SubLinkType::ARRAY_SUBLINK, keys)]);
        any.location = -1;
        let any = (any as *mut pg_sys::ScalarArrayOpExpr).cast::<Node>();

        let (query, key) = reading(distinct_keys(small, MOST_ARRAY_KEYS + 1)?);
        let count = call(c"pg_catalog", c"count", std::ptr::null_mut());
        let mut beyond = compare(GREATER, count, bigint(MOST_ARRAY_KEYS));
        if let Some(condition) = may_be_sent(key) {
            let others = pg_sys::make_notclause(condition.cast());
            let some = call(c"pg_catalog", c"bool_or", list_of([others]));
            beyond = pg_sys::make_orclause(list_of([beyond, some])).cast();
        }
        query.hasAggs = true;
        query.targetList = list_of([target(beyond, 1)]);
        let beyond = sublink(pg_sys::SubLinkType::EXPR_SUBLINK, query);
        // `beyond` first, so that it is known before a cursor returns the first row, even one that is among the keys.
        Ok(pg_sys::make_orclause(list_of([beyond, any])).cast())
    }
}

/// The functions of a screen by a filter. They are called by their OIDs: by name, the parser would prefer another role's
/// function for exactly these arguments.
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
        // SAFETY: this reads settings.
        let is_sized = unsafe { pg_sys::get_hash_memory_limit() } as u64 > MOST_FILTER;
        let capacity = if is_sized { vec![pg_sys::INT8OID] } else { Vec::new() };
        let agg = |of| extension.function(c"bloom_agg", &[vec![of], capacity.clone()].concat());
        let bloom = extension.type_named(c"bloom");
        let contains = extension.function(c"bloom_contains", &[bloom, pg_sys::ANYCOMPATIBLEOID]);
        match (agg(of).or_else(|| agg(pg_sys::ANYELEMENTOID)), contains) {
            // Another role may execute a plan that is kept.
            (Some(agg), Some(contains)) if is_public(agg) && is_public(contains) => {
                Ok(Self { agg, is_sized, contains })
            }
            (Some(_), Some(_)) => Err("not every role may execute bloom_agg and bloom_contains"),
            _ => Err("the extension does not have bloom_agg and bloom_contains"),
        }
    }
}

/// Makes `bloom_contains((SELECT bloom_agg(key) ...), far)`. The aggregate never takes more memory than it is allowed: a
/// filter of too many keys lets more rows pass.
pub unsafe fn filter(
    join: &Join,
    small: &Side,
    functions: &Functions,
    keys: f64,
) -> Result<*mut Node, Reason> {
    // SAFETY: the caller guarantees the expressions; the functions take them; the rest are new nodes.
    unsafe {
        let query = small.keys(Rows::Wanted)?;
        let first = first_target(query);
        let mut arguments = list_of([first.expr]);
        if functions.is_sized {
            let capacity = (8.0 * keys).clamp(1e4, (MOST_FILTER / 2) as f64) as i64;
            arguments = pg_sys::lappend(arguments, bigint(capacity).cast());
        }
        first.expr = aggregate(functions.agg, arguments).cast();
        (*query).hasAggs = true;
        let filter = sublink(pg_sys::SubLinkType::EXPR_SUBLINK, query);
        let far = copy_of(join.far.key);
        let (collation, form) = (pg_sys::exprCollation(far), pg_sys::CoercionForm::COERCE_EXPLICIT_CALL);
        let arguments = list_of([filter, far]);
        let contains = functions.contains;
        Ok(pg_sys::makeFuncExpr(contains, pg_sys::BOOLOID, arguments, Oid::INVALID, collation, form).cast())
    }
}
