//! The arguments that are values: which kind each is, and its canonical bytes.

#![allow(unsafe_code)]

use crate::call_site::{CallSite, Readers};
use crate::datum::{Varlena, sql_argument};
use crate::error::{self, Result};
use crate::value_type::ValueType;
use bloom_core::element::{self, Element, Family};
use pgrx::PgSqlErrorCode as Code;
use pgrx::{FromDatum, pg_sys};
use std::borrow::Cow;
use std::ffi::CStr;

/// Where an argument stands: its call and its number.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The call.
    pub fcinfo: pg_sys::FunctionCallInfo,
    /// The argument's number, from 0.
    pub number: usize,
}

/// Where a value is read, and with what memory of the call.
#[derive(Debug)]
pub struct Reading<'a> {
    /// The argument.
    pub place: Place,
    /// What the call remembers.
    pub readers: &'a mut Readers,
    /// Where that lives.
    pub context: pg_sys::MemoryContext,
}

/// An SQL value that a filter can hold.
pub trait Value {
    /// Calls `f` with what it is and its canonical bytes.
    ///
    /// # Errors
    /// 0A000 if a filter cannot hold such values, or not under this collation.
    fn with_canonical<R>(&self, reading: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R>;
}

/// Calls `f` with what argument `number` of a call is, and its canonical bytes.
///
/// # Errors
/// Those of [`Value::with_canonical`].
#[inline(always)]
pub fn canonical<R>(
    value: &impl Value,
    fcinfo: pg_sys::FunctionCallInfo,
    number: usize,
    f: impl FnOnce(Element, &[u8]) -> R,
) -> Result<R> {
    CallSite::with(fcinfo, |site, context| {
        let place = Place { fcinfo, number };
        value.with_canonical(Reading { place, readers: &mut site.readers, context }, f)
    })
}

macro_rules! integer_value {
    ($($integer:ty),*) => {
        $(impl Value for $integer {
            #[inline(always)]
            fn with_canonical<R>(&self, _: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R> {
                Ok(f(Element::of(Family::Integer), &element::integer(i64::from(*self))))
            }
        })*
    };
}
integer_value!(i16, i32, i64);

/// PostgreSQL's `"char"`.
impl Value for i8 {
    #[inline(always)]
    fn with_canonical<R>(&self, _: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R> {
        Ok(f(Element::of(Family::Char), &self.to_ne_bytes()))
    }
}

/// An argument of type `text`.
#[derive(Debug)]
pub struct Text<'a>(Varlena<'a>);
sql_argument!(Text<'a>, "text", datum => Text(Varlena::new(datum)));

impl Value for Text<'_> {
    #[inline(always)]
    fn with_canonical<R>(&self, reading: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R> {
        let Reading { place, readers, .. } = reading;
        // SAFETY: PostgreSQL passes a valid fcinfo.
        let collation = unsafe { (*place.fcinfo).fncollation };
        let rules = match readers.text {
            Some(rules) if rules.collation == collation => rules,
            _ => {
                refuse_implicit_text(place)?;
                *readers.text.insert(TextRules::of_call(place.fcinfo, collation)?)
            }
        };
        Ok(f(Element::of(Family::Text), &rules.canonical(self.0.bytes())))
    }
}

/// An argument of type `bytea`.
#[derive(Debug)]
pub struct Bytea<'a>(Varlena<'a>);
sql_argument!(Bytea<'a>, "bytea", datum => Bytea(Varlena::new(datum)));

impl Bytea<'_> {
    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl Value for Bytea<'_> {
    #[inline(always)]
    fn with_canonical<R>(&self, _: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R> {
        Ok(f(Element::of(Family::Bytes), self.0.bytes()))
    }
}

/// An argument of type `uuid`.
#[derive(Debug)]
pub struct Uuid<'a>(&'a [u8; 16]);
sql_argument!(Uuid<'a>, "uuid", datum => Uuid(&*datum.cast_mut_ptr()));

impl Value for Uuid<'_> {
    #[inline(always)]
    fn with_canonical<R>(&self, _: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R> {
        Ok(f(Element::of(Family::Uuid), self.0))
    }
}

/// An argument of type `anyelement`: any type that has no overload of its own.
#[derive(Debug)]
pub struct Any(pg_sys::Datum);
sql_argument!(Any, "anyelement", datum => Any(datum));

impl Value for Any {
    fn with_canonical<R>(&self, reading: Reading<'_>, f: impl FnOnce(Element, &[u8]) -> R) -> Result<R> {
        let Reading { place, readers, context } = reading;
        let value_type = match &mut readers.any {
            Some(value_type) => value_type,
            None => readers.any.insert(ValueType::of_argument(place, context)?),
        };
        // SAFETY: the argument is a datum of the type that the call was parsed with.
        unsafe { value_type.with_canonical(self.0, f) }
    }
}

/// How text is read: under a deterministic collation, converted to UTF-8 where the database has
/// another encoding.
#[derive(Debug, Clone, Copy)]
pub struct TextRules {
    collation: pg_sys::Oid,
    convert: bool,
}

/// Whether a call was parsed as SQL, and so has been given types and a collation. Other engines may call the functions
/// of an aggregate by themselves.
///
/// # Safety
/// `fcinfo` must be valid.
pub unsafe fn is_parsed(fcinfo: pg_sys::FunctionCallInfo) -> bool {
    // SAFETY: the caller promises it.
    unsafe { (*fcinfo).flinfo.as_ref().is_some_and(|flinfo| !flinfo.fn_expr.is_null()) }
}

impl TextRules {
    /// The rules of a call. If nobody parsed it, the lack of a collation means nothing.
    ///
    /// # Errors
    /// As [`TextRules::new`].
    fn of_call(fcinfo: pg_sys::FunctionCallInfo, collation: pg_sys::Oid) -> Result<Self> {
        // SAFETY: PostgreSQL passes a valid fcinfo.
        let unknown = collation == pg_sys::InvalidOid && unsafe { !is_parsed(fcinfo) };
        let rules = Self::new(if unknown { pg_sys::DEFAULT_COLLATION_OID } else { collation })?;
        Ok(Self { collation, ..rules })
    }

    /// The rules under a collation.
    ///
    /// # Errors
    /// 0A000 under a nondeterministic collation, under which equal texts have different bytes; 42P22 if no
    /// collation could be determined.
    pub fn new(collation: pg_sys::Oid) -> Result<Self> {
        check_collation(collation)?;
        // SAFETY: takes nothing, returns a number.
        let encoding = unsafe { pg_sys::GetDatabaseEncoding() } as u32;
        let convert = encoding != pg_sys::pg_enc::PG_UTF8 && encoding != pg_sys::pg_enc::PG_SQL_ASCII;
        Ok(Self { collation, convert })
    }

    /// The UTF-8 of text in the database's encoding; the bytes themselves in an SQL_ASCII database, which
    /// does not know theirs.
    #[inline]
    pub fn canonical<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        if self.convert { to_utf8(text) } else { Cow::Borrowed(text) }
    }
}

#[cold]
fn to_utf8(text: &[u8]) -> Cow<'_, [u8]> {
    // SAFETY: the function reads that many bytes; it returns them or a new zero-terminated string.
    unsafe {
        let start = text.as_ptr().cast();
        let converted = pg_sys::pg_server_to_any(start, text.len() as i32, pg_sys::pg_enc::PG_UTF8 as i32);
        if converted.cast_const() == start {
            return Cow::Borrowed(text);
        }
        let utf8 = CStr::from_ptr(converted).to_bytes().to_vec();
        pg_sys::pfree(converted.cast());
        Cow::Owned(utf8)
    }
}

/// Refuses collations under which texts of different bytes can be equal.
///
/// # Errors
/// As [`TextRules::new`].
pub fn check_collation(collation: pg_sys::Oid) -> Result<()> {
    if collation == pg_sys::DEFAULT_COLLATION_OID {
        return Ok(());
    }
    if collation == pg_sys::InvalidOid {
        return Err(error::new(
            Code::ERRCODE_INDETERMINATE_COLLATION,
            "could not determine which collation to use for a Bloom filter",
            "The collations of the arguments conflict, or the caller passed none.",
            "Use the COLLATE clause to set the collation explicitly.",
        ));
    }
    // SAFETY: looks up a collation in the catalog.
    if unsafe { pg_sys::get_collation_isdeterministic(collation) } {
        return Ok(());
    }
    Err(error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        "nondeterministic collations are not supported for Bloom filters",
        "Under such a collation texts of different bytes are equal, and a filter hashes bytes.",
        "Add COLLATE \"C\" to the value, both when building and when probing; then only equal bytes match.",
    ))
}

/// Refuses a text argument that PostgreSQL made of a type with another notion of equality, such as citext,
/// without being asked to. An explicit cast says that the text is meant.
fn refuse_implicit_text(place: Place) -> Result<()> {
    // SAFETY: PostgreSQL passes a valid fcinfo, and its nodes outlive the call.
    let offending = unsafe { argument_nodes(place).into_iter().find_map(|node| implicit_source(node)) };
    let Some(source) = offending else { return Ok(()) };
    let name = ValueType::sql_name(source);
    Err(error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        format!("type {name} is not supported for Bloom filters"),
        format!(
            "Its values can be equal although their texts differ, and \"=\" on {name} is not \"=\" on text."
        ),
        "Use lower(value)::text, or another cast to text that maps equal values to equal texts, both when \
         building and when probing.",
    ))
}

/// The type that a node turns into text implicitly, if equality of that type is not that of text.
///
/// # Safety
/// `node` must be null or a valid expression node.
unsafe fn implicit_source(node: *mut pg_sys::Node) -> Option<pg_sys::Oid> {
    // SAFETY: a node's tag says what it is.
    unsafe {
        let mut node = node;
        // A COLLATE clause or an ORDER BY column may stand around the conversion.
        while !node.is_null() && (*node).type_ == pg_sys::NodeTag::T_CollateExpr {
            node = (*node.cast::<pg_sys::CollateExpr>()).arg.cast();
        }
        if node.is_null() || (*node).type_ != pg_sys::NodeTag::T_RelabelType {
            return None;
        }
        let relabel = node.cast::<pg_sys::RelabelType>();
        if (*relabel).relabelformat != pg_sys::CoercionForm::COERCE_IMPLICIT_CAST {
            return None;
        }
        let source = pg_sys::getBaseType(pg_sys::exprType((*relabel).arg.cast()));
        let entry = pg_sys::lookup_type_cache(source, pg_sys::TYPECACHE_EQ_OPR as i32);
        ((*entry).eq_opr != pg_sys::Oid::from(pg_sys::TextEqualOperator)).then_some(source)
    }
}

/// The expressions that the argument comes from, as far as they are known: of a function call, of an
/// aggregate, or of the window functions of a node.
///
/// # Safety
/// `place` must be of a valid call.
unsafe fn argument_nodes(place: Place) -> Vec<*mut pg_sys::Node> {
    // SAFETY: PostgreSQL passes a valid fcinfo; lists hold what their owners say.
    unsafe {
        let call = &*place.fcinfo;
        let Some(flinfo) = call.flinfo.as_ref() else { return Vec::new() };
        let length = |list: *mut pg_sys::List| list.as_ref().map_or(0, |list| list.length as usize);
        let nth = |list: *mut pg_sys::List, n: usize| -> *mut pg_sys::Node {
            if n < length(list) { pg_sys::list_nth(list, n as i32).cast() } else { std::ptr::null_mut() }
        };
        if call.context.is_null() {
            let expr = flinfo.fn_expr;
            if expr.is_null() {
                return Vec::new();
            }
            return match (*expr).type_ {
                pg_sys::NodeTag::T_FuncExpr => {
                    vec![nth((*expr.cast::<pg_sys::FuncExpr>()).args, place.number)]
                }
                pg_sys::NodeTag::T_OpExpr => vec![nth((*expr.cast::<pg_sys::OpExpr>()).args, place.number)],
                _ => Vec::new(),
            };
        }
        match (*call.context).type_ {
            // The first argument of a transition function is the state.
            pg_sys::NodeTag::T_AggState => {
                let Some(aggref) = pg_sys::AggGetAggref(place.fcinfo).as_ref() else { return Vec::new() };
                let entry = nth(aggref.args, place.number - 1).cast::<pg_sys::TargetEntry>();
                entry.as_ref().map(|entry| vec![entry.expr.cast()]).unwrap_or_default()
            }
            pg_sys::NodeTag::T_WindowAggState => {
                let window = call.context.cast::<pg_sys::WindowAggState>();
                (0..length((*window).funcs))
                    .map(|n| (*nth((*window).funcs, n).cast::<pg_sys::WindowFuncExprState>()).wfunc)
                    .filter(|wfunc| transition_of((**wfunc).winfnoid) == flinfo.fn_oid)
                    .map(|wfunc| nth((*wfunc).args, place.number - 1))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Number of the column aggtransfn of pg_aggregate, for which pgrx has no name.
const AGGTRANSFN: i16 = 4;

/// The transition function of an aggregate, or no function's OID.
fn transition_of(aggregate: pg_sys::Oid) -> pg_sys::Oid {
    // SAFETY: reads a catalog row while it is pinned.
    unsafe {
        let tuple = pg_sys::SearchSysCache1(pg_sys::SysCacheIdentifier::AGGFNOID as i32, aggregate.into());
        if tuple.is_null() {
            return pg_sys::InvalidOid;
        }
        let mut null = false;
        let cache = pg_sys::SysCacheIdentifier::AGGFNOID as i32;
        let function = pg_sys::SysCacheGetAttr(cache, tuple, AGGTRANSFN, &raw mut null);
        pg_sys::ReleaseSysCache(tuple);
        pg_sys::Oid::from_datum(function, null).unwrap_or(pg_sys::InvalidOid)
    }
}
