//! The two screens: the keys themselves, and a filter of the keys.

use super::remote::Far;
use super::side::{Rows, Side, check_repeatable, target};
use super::table::column;
use super::{ARRAY_KEYS, EXTENSION, KeyType, MOST_ARRAY_KEYS, Mode, Reason, gain};
use crate::pg::catalog::extension_schema;
use crate::planner::nodes::{bigint, call, compare, copy_of, list_of, new_node};
use pgrx::pg_sys::{self, Node, NodeTag, Oid, Query};
use std::ffi::CStr;

/// The operator `>` of bigint, and `<>` of integer.
const GREATER: Oid = Oid::from_u32(413);
const DIFFERENT: Oid = Oid::from_u32(518);

/// Bytes that a filter may have, beyond which its capacity is limited.
const MOST_FILTER: u64 = 64 << 20;

/// A join of a remote table that may be screened.
pub struct Join {
    /// The query whose conditions the screen joins, and the remote key there.
    pub far: (*mut Query, *mut Node),
    /// The other side.
    pub small: Side,
    pub key: KeyType,
    /// The equality with the remote key on the left.
    pub operator: Oid,
    pub collation: Oid,
}

/// A statement whose joins are being screened.
pub struct Statement {
    pub mode: Mode,
    pub parameters: pg_sys::ParamListInfo,
    /// Whether any function of the statement is volatile.
    pub is_volatile: bool,
    pub changed: bool,
}

/// Limits a query to so many rows.
fn limit(query: &mut Query, rows: i64) {
    query.limitCount = bigint(rows);
    query.limitOption = pg_sys::LimitOption::LIMIT_OPTION_COUNT;
}

/// Makes a subquery in an expression.
///
/// # Safety
/// `query` must be a parse tree.
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

/// Makes `far = ANY (ARRAY(SELECT DISTINCT key ... LIMIT most)) OR (SELECT count(*) > most FROM ...)`: where there are
/// more keys than expected, every row passes. PostgreSQL sends keys of text as they are, so every row also passes where
/// a key may not be a text of the other server's encoding.
///
/// # Safety
/// The expressions of the join must be those of its queries.
unsafe fn array(join: &Join) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expressions; the rest are new nodes.
    unsafe {
        let keys = join.small.keys(Rows::Distinct)?;
        limit(&mut *keys, MOST_ARRAY_KEYS);
        let any = new_node::<pg_sys::ScalarArrayOpExpr>(NodeTag::T_ScalarArrayOpExpr);
        any.opno = join.operator;
        any.opfuncid = pg_sys::get_opcode(join.operator);
        any.useOr = true;
        any.inputcollid = join.collation;
        any.args = list_of([copy_of(join.far.1), sublink(pg_sys::SubLinkType::ARRAY_SUBLINK, keys)]);
        any.location = -1;
        let any = (any as *mut pg_sys::ScalarArrayOpExpr).cast::<Node>();

        let keys = join.small.keys(Rows::Distinct)?;
        limit(&mut *keys, MOST_ARRAY_KEYS + 1);
        let table = new_node::<pg_sys::RangeTblEntry>(NodeTag::T_RangeTblEntry);
        table.rtekind = pg_sys::RTEKind::RTE_SUBQUERY;
        table.subquery = keys;
        table.inFromCl = true;
        let name = pg_sys::makeString(pg_sys::pstrdup(c"key".as_ptr()));
        table.alias = pg_sys::makeAlias(c"keys".as_ptr(), std::ptr::null_mut());
        table.eref = pg_sys::makeAlias(c"keys".as_ptr(), list_of([name]));
        let from = new_node::<pg_sys::RangeTblRef>(NodeTag::T_RangeTblRef);
        from.rtindex = 1;
        let count = call(c"pg_catalog", c"count", std::ptr::null_mut());
        let mut beyond = compare(GREATER, count, bigint(MOST_ARRAY_KEYS));
        if join.key == KeyType::Text {
            let first = pg_sys::list_nth((*keys).targetList, 0).cast::<pg_sys::TargetEntry>();
            let key = || {
                let expression = (*first).expr.cast::<Node>();
                let (of, collation) = (pg_sys::exprType(expression), pg_sys::exprCollation(expression));
                list_of([pg_sys::makeVar(1, 1, of, -1, collation, 0)])
            };
            let bytes = call(c"pg_catalog", c"octet_length", key());
            let characters = call(c"pg_catalog", c"length", key());
            let some = call(c"pg_catalog", c"bool_or", list_of([compare(DIFFERENT, bytes, characters)]));
            beyond = pg_sys::make_orclause(list_of([beyond, some])).cast();
        }
        let query = new_node::<Query>(NodeTag::T_Query);
        query.commandType = pg_sys::CmdType::CMD_SELECT;
        query.canSetTag = true;
        query.hasAggs = true;
        query.rtable = list_of([table as *mut pg_sys::RangeTblEntry]);
        query.jointree = pg_sys::makeFromExpr(list_of([from]), std::ptr::null_mut());
        query.targetList = list_of([target(beyond, 1)]);
        let beyond = sublink(pg_sys::SubLinkType::EXPR_SUBLINK, query);
        Some(pg_sys::make_orclause(list_of([any, beyond])).cast())
    }
}

/// Makes `bloom_contains((SELECT bloom_agg(key) ...), far)`. The aggregate never takes more memory than it is allowed: a
/// filter of too many keys lets more rows pass.
///
/// # Safety
/// As for [`array()`].
unsafe fn filter(join: &Join, schema: Oid, keys: f64) -> Option<*mut Node> {
    // SAFETY: the caller guarantees the expressions; the rest are new nodes.
    unsafe {
        let schema = pg_sys::get_namespace_name(schema);
        if schema.is_null() {
            return None;
        }
        let schema = CStr::from_ptr(schema);
        let query = join.small.keys(Rows::Wanted)?;
        let first = pg_sys::list_nth((*query).targetList, 0).cast::<pg_sys::TargetEntry>();
        let mut arguments = list_of([(*first).expr]);
        if pg_sys::get_hash_memory_limit() as u64 > MOST_FILTER {
            let capacity = (8.0 * keys).clamp(1e4, (MOST_FILTER / 2) as f64) as i64;
            arguments = pg_sys::lappend(arguments, bigint(capacity).cast());
        }
        (*first).expr = call(schema, c"bloom_agg", arguments).cast();
        (*query).hasAggs = true;
        let filter = sublink(pg_sys::SubLinkType::EXPR_SUBLINK, query);
        Some(call(schema, c"bloom_contains", list_of([filter, copy_of(join.far.1)])))
    }
}

impl Statement {
    /// Makes the screens of a join, or says why there are none.
    ///
    /// # Safety
    /// The expressions of the join must be those of its queries.
    pub unsafe fn screens(&self, far: &Far, join: &Join) -> Result<Vec<*mut Node>, Reason> {
        // SAFETY: the caller guarantees the expressions.
        unsafe {
            let small = &join.small;
            let number = column(small.query, small.key).ok_or("the other key is not a column")?.entry;
            let servers = check_repeatable(small.query, number)?;
            if self.is_volatile && !servers.is_empty() {
                return Err("a function of the query is volatile, and the other side is remote too");
            }
            if small.keys(Rows::Wanted).is_none() {
                return Err("the other key is computed");
            }
            let mut array_is_sent = join.key.array_is_safe();
            let mut filter_is_sent = far.have_extension && join.key.filter_is_safe();
            let mut keys = MOST_ARRAY_KEYS as f64;
            if self.mode == Mode::On {
                if far.servers == servers {
                    return Err("both sides are on one server");
                }
                // postgres_fdw sends a parameter of a collation only if it is the default one.
                let collation = pg_sys::exprCollation(small.key);
                array_is_sent &= [Oid::INVALID, pg_sys::DEFAULT_COLLATION_OID].contains(&collation);
                keys = gain::keys_if_it_pays(self.parameters, join.far, small)?;
                let few = if filter_is_sent { ARRAY_KEYS } else { MOST_ARRAY_KEYS as f64 / 2.0 };
                if array_is_sent && keys <= few {
                    filter_is_sent = false;
                } else {
                    array_is_sent = false;
                }
            }
            let mut screens = Vec::new();
            if array_is_sent {
                screens.extend(array(join));
            }
            if filter_is_sent && let Some(schema) = extension_schema(EXTENSION) {
                screens.extend(filter(join, schema, keys));
            }
            if screens.is_empty() {
                return Err(if far.have_extension {
                    "a screen of these keys cannot be sent"
                } else {
                    "there are too many keys, and the server has no option extensions 'bloom_rs'"
                });
            }
            Ok(screens)
        }
    }
}
