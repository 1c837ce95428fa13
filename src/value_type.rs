//! How values of a type are read that is known only at run time.

#![allow(unsafe_code)]

use crate::datum::Varlena;
use crate::error::{self, Result};
use crate::type_parts::Parts;
use crate::value::{Place, TextRules, check_collation};
use bloom_core::element::{self, Element, Family};
use bloom_core::hash::{Hash, SEED};
use pgrx::FromDatum;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, BuiltinOid, Oid};
use std::collections::HashMap;
use std::ffi::CStr;

/// OIDs below this are the same in every PostgreSQL (FirstGenbkiObjectId).
pub const FIRST_UNSTABLE_OID: u32 = 10_000;

/// Marks tags that are made from a type's name, not its OID.
const NAMED: u32 = 1 << 31;

/// Marks, with [`NAMED`], tags that are made from the column types of a row.
const ROW: u32 = 1 << 30;

/// Seed of the server's extended hash functions.
const SERVER_SEED: u64 = 0;

/// How to read values of one type.
#[derive(Debug)]
pub struct ValueType {
    declared: Oid,
    element: Element,
    reader: Reader,
}

/// How a datum becomes canonical bytes.
#[derive(Debug)]
enum Reader {
    Int2,
    Int4,
    Int8,
    Oid,
    Float4,
    Float8,
    Boolean,
    Char,
    Date,
    /// `time`, `timestamp` and `timestamptz`: eight bytes.
    Micros,
    Uuid,
    Bytes,
    Text(TextRules),
    /// `char(n)`: text without its padding.
    Padded(TextRules),
    Name(TextRules),
    /// The labels seen so far, by OID.
    Enum(TextRules, HashMap<Oid, Vec<u8>>),
    Server(ServerHash),
}

/// A type's extended hash function.
#[derive(Debug)]
struct ServerHash {
    /// Lives as long as the call site.
    function: *mut pg_sys::FmgrInfo,
    collation: Oid,
    /// For rows: the row type met last, whose columns were checked, and its element.
    row: Option<((Oid, i32), Element)>,
    is_row: bool,
}

impl ValueType {
    /// The type of an argument of a polymorphic function, remembered in a context.
    ///
    /// # Errors
    /// 0A000 for types that a filter cannot hold.
    pub fn of_argument(place: Place, context: pg_sys::MemoryContext) -> Result<Self> {
        // SAFETY: PostgreSQL passes a valid fcinfo.
        let (declared, collation) = unsafe {
            let call = &*place.fcinfo;
            (pg_sys::get_fn_expr_argtype(call.flinfo, place.number as i32), call.fncollation)
        };
        if declared == Oid::INVALID {
            return Err(error::new(
                Code::ERRCODE_FEATURE_NOT_SUPPORTED,
                "could not determine the type of the value",
                "The function was called without the expression that tells it.",
                "Call it from SQL, or cast the value to a type with an overload of its own, such as text.",
            ));
        }
        Self::new(declared, collation, context)
    }

    /// The way to read values of a type, under a collation where that matters, remembered in a context.
    ///
    /// # Errors
    /// 0A000 for types that a filter cannot hold.
    pub fn new(declared: Oid, collation: Oid, context: pg_sys::MemoryContext) -> Result<Self> {
        // SAFETY: looks up a domain's base type.
        let base = unsafe { pg_sys::getBaseType(declared) };
        let portable = |family, reader| Ok(Self { declared, element: Element::of(family), reader });
        match BuiltinOid::from_u32(base.to_u32()) {
            Ok(BuiltinOid::INT2OID) => return portable(Family::Integer, Reader::Int2),
            Ok(BuiltinOid::INT4OID) => return portable(Family::Integer, Reader::Int4),
            Ok(BuiltinOid::INT8OID) => return portable(Family::Integer, Reader::Int8),
            Ok(BuiltinOid::OIDOID) => return portable(Family::Oid, Reader::Oid),
            Ok(BuiltinOid::FLOAT4OID) => return portable(Family::Float, Reader::Float4),
            Ok(BuiltinOid::FLOAT8OID) => return portable(Family::Float, Reader::Float8),
            Ok(BuiltinOid::BOOLOID) => return portable(Family::Boolean, Reader::Boolean),
            Ok(BuiltinOid::CHAROID) => return portable(Family::Char, Reader::Char),
            Ok(BuiltinOid::DATEOID) => return portable(Family::Date, Reader::Date),
            Ok(BuiltinOid::TIMEOID) => return portable(Family::Time, Reader::Micros),
            Ok(BuiltinOid::TIMESTAMPOID) => return portable(Family::Timestamp, Reader::Micros),
            Ok(BuiltinOid::TIMESTAMPTZOID) => return portable(Family::Timestamptz, Reader::Micros),
            Ok(BuiltinOid::UUIDOID) => return portable(Family::Uuid, Reader::Uuid),
            Ok(BuiltinOid::BYTEAOID) => return portable(Family::Bytes, Reader::Bytes),
            Ok(BuiltinOid::TEXTOID | BuiltinOid::VARCHAROID) => {
                return portable(Family::Text, Reader::Text(TextRules::new(collation)?));
            }
            Ok(BuiltinOid::BPCHAROID) => {
                return portable(Family::Text, Reader::Padded(TextRules::new(collation)?));
            }
            Ok(BuiltinOid::NAMEOID) => {
                return portable(Family::Text, Reader::Name(TextRules::new(collation)?));
            }
            _ => {}
        }
        // SAFETY: looks up a type's kind.
        if unsafe { pg_sys::type_is_enum(base) } {
            let element = Element { family: Family::Enum, tag: tag(base), environment: 0 };
            let rules = TextRules::new(pg_sys::DEFAULT_COLLATION_OID)?;
            return Ok(Self { declared, element, reader: Reader::Enum(rules, HashMap::new()) });
        }
        Self::hashed_by_server(declared, base, collation, context)
    }

    fn hashed_by_server(
        declared: Oid,
        base: Oid,
        collation: Oid,
        context: pg_sys::MemoryContext,
    ) -> Result<Self> {
        let parts = Parts::of(base, base)?;
        let Some((function, input)) = extended_hash(base, context) else { return Err(no_hash(base)) };
        // SAFETY: looks up a type's collation and kind.
        let (collatable, is_row, shared) = unsafe {
            let shared = pg_sys::get_typtype(input) as u8 != pg_sys::TYPTYPE_PSEUDO;
            (pg_sys::type_is_collatable(base), pg_sys::type_is_rowtype(base), shared)
        };
        if collatable {
            check_collation(collation)?;
        }
        // Types that compare with each other hash through one function, as cidr and inet do.
        let tag = tag(if shared { input } else { base });
        let element = Element { family: Family::Hashed, tag, environment: parts.environment() };
        let server = ServerHash { function, collation, row: None, is_row };
        Ok(Self { declared, element, reader: Reader::Server(server) })
    }

    /// Whether this was made for a type.
    #[must_use]
    pub fn is_for(&self, declared: Oid) -> bool {
        self.declared == declared
    }

    /// Calls `f` with the element and the canonical bytes of a value.
    ///
    /// # Errors
    /// 0A000 for a row that a filter cannot hold.
    ///
    /// # Safety
    /// `datum` must be of the type that this was made for.
    pub unsafe fn with_canonical<R>(
        &mut self,
        datum: pg_sys::Datum,
        f: impl FnOnce(Element, &[u8]) -> R,
    ) -> Result<R> {
        let element = self.element;
        // SAFETY: the caller promises a datum of the type, whose size and form are those of its reader.
        Ok(unsafe {
            match &mut self.reader {
                Reader::Int2 => f(element, &element::integer(datum.value() as i16 as i64)),
                Reader::Int4 => f(element, &element::integer(datum.value() as i32 as i64)),
                Reader::Int8 => f(element, &element::integer(datum.value() as i64)),
                Reader::Oid => f(element, &(datum.value() as u32).to_le_bytes()),
                Reader::Float4 => {
                    f(element, &element::float(f64::from(f32::from_bits(datum.value() as u32))))
                }
                Reader::Float8 => f(element, &element::float(f64::from_bits(datum.value() as u64))),
                Reader::Boolean => f(element, &[u8::from(datum.value() as u8 != 0)]),
                Reader::Char => f(element, &[datum.value() as u8]),
                Reader::Date => f(element, &(datum.value() as i32).to_le_bytes()),
                Reader::Micros => f(element, &(datum.value() as i64).to_le_bytes()),
                Reader::Uuid => f(element, &*datum.cast_mut_ptr::<[u8; 16]>()),
                Reader::Bytes => f(element, Varlena::new(datum).bytes()),
                Reader::Text(rules) => f(element, &rules.canonical(Varlena::new(datum).bytes())),
                Reader::Padded(rules) => {
                    let text = Varlena::new(datum);
                    let padding = text.bytes().iter().rev().take_while(|byte| **byte == b' ').count();
                    f(element, &rules.canonical(&text.bytes()[..text.bytes().len() - padding]))
                }
                Reader::Name(rules) => {
                    f(element, &rules.canonical(CStr::from_ptr(datum.cast_mut_ptr()).to_bytes()))
                }
                Reader::Enum(rules, seen) => f(element, enum_label(*rules, seen, datum)?),
                Reader::Server(server) => {
                    let element = if server.is_row { server.row_element(datum)? } else { element };
                    f(element, &server.call(datum).to_le_bytes())
                }
            }
        })
    }

    /// A type's name as SQL spells it.
    pub fn sql_name(oid: Oid) -> String {
        // SAFETY: the function returns a new zero-terminated string.
        unsafe {
            // Tags come from outside and may name no type.
            let name = pg_sys::format_type_extended(oid, -1, pg_sys::FORMAT_TYPE_ALLOW_INVALID as u16);
            let text = CStr::from_ptr(name).to_string_lossy().into_owned();
            pg_sys::pfree(name.cast());
            text
        }
    }
}

impl ServerHash {
    /// # Safety
    /// `datum` must be of the function's type.
    unsafe fn call(&mut self, datum: pg_sys::Datum) -> u64 {
        let seed = pg_sys::Datum::from(SERVER_SEED);
        // SAFETY: the caller promises the type.
        unsafe { pg_sys::FunctionCall2Coll(self.function, self.collation, datum, seed) }.value() as u64
    }

    /// The element of a row: rows compare with each other, whatever the name of their type, if their columns do.
    ///
    /// # Safety
    /// `datum` must be of a row type.
    unsafe fn row_element(&mut self, datum: pg_sys::Datum) -> Result<Element> {
        // SAFETY: a row begins, after detoasting, with a header that names its row type.
        let row_type = unsafe {
            let stored = datum.cast_mut_ptr::<pg_sys::varlena>();
            let row = pg_sys::pg_detoast_datum(stored);
            let fields = (*row.cast::<pg_sys::HeapTupleHeaderData>()).t_choice.t_datum;
            if row != stored {
                pg_sys::pfree(row.cast());
            }
            (fields.datum_typeid, fields.datum_typmod)
        };
        match self.row {
            Some((known, element)) if known == row_type => Ok(element),
            _ => {
                // SAFETY: the row is of this type.
                let (columns, parts) = unsafe { Parts::of_columns(row_type, pg_sys::RECORDOID)? };
                let tags: Vec<u8> =
                    columns.into_iter().flat_map(|column| tag(column).to_le_bytes()).collect();
                let tag = NAMED | ROW | fingerprint(&tags);
                let element = Element { family: Family::Hashed, tag, environment: parts.environment() };
                Ok(self.row.insert((row_type, element)).1)
            }
        }
    }
}

/// A type's extended hash function and the type that it is declared for.
pub fn extended_hash(base: Oid, context: pg_sys::MemoryContext) -> Option<(*mut pg_sys::FmgrInfo, Oid)> {
    // SAFETY: the type cache keeps its entries for the life of the process, the context its memory for that of the
    // call site.
    unsafe {
        if base == pg_sys::RECORDOID {
            // The type cache has none, as it cannot know the columns; the function finds out, row by row.
            let size = size_of::<pg_sys::FmgrInfo>();
            let function = pg_sys::MemoryContextAllocZero(context, size).cast::<pg_sys::FmgrInfo>();
            pg_sys::fmgr_info_cxt(Oid::from(pg_sys::F_HASH_RECORD_EXTENDED), function, context);
            return Some((function, base));
        }
        let entry = pg_sys::lookup_type_cache(base, pg_sys::TYPECACHE_HASH_EXTENDED_PROC_FINFO as i32);
        let function = &raw mut (*entry).hash_extended_proc_finfo;
        ((*function).fn_oid != Oid::INVALID).then_some((function, (*entry).hash_opintype))
    }
}

/// The canonical bytes of an enum's label.
///
/// # Safety
/// `datum` must be of the enum type.
unsafe fn enum_label(
    rules: TextRules,
    seen: &mut HashMap<Oid, Vec<u8>>,
    datum: pg_sys::Datum,
) -> Result<&[u8]> {
    // SAFETY: an enum's datum is the OID of its label's row.
    unsafe {
        let Some(oid) = Oid::from_datum(datum, false) else {
            return Err(unsupported(pg_sys::ANYENUMOID, "Its value has no label.", ""));
        };
        Ok(seen.entry(oid).or_insert_with(|| {
            let label = pg_sys::OidOutputFunctionCall(pg_sys::Oid::from(pg_sys::F_ENUM_OUT), datum);
            let canonical = rules.canonical(CStr::from_ptr(label).to_bytes()).into_owned();
            pg_sys::pfree(label.cast());
            canonical
        }))
    }
}

/// What tells a type apart from others of its family, on every server: its OID if it is PostgreSQL's own,
/// else a fingerprint of its name.
fn tag(oid: Oid) -> u32 {
    if oid.to_u32() < FIRST_UNSTABLE_OID {
        return oid.to_u32();
    }
    NAMED | fingerprint(catalog_name(oid).as_bytes())
}

/// A number that tells names apart, without the bits that mark a tag.
pub fn fingerprint(bytes: &[u8]) -> u32 {
    Hash::of(bytes, SEED).h1 as u32 & !(NAMED | ROW)
}

/// A type's name without its schema and without a lookup in the search path.
fn catalog_name(oid: Oid) -> String {
    // SAFETY: reads a catalog row while it is pinned.
    unsafe {
        let tuple = pg_sys::SearchSysCache1(pg_sys::SysCacheIdentifier::TYPEOID as i32, oid.into());
        if tuple.is_null() {
            return String::new();
        }
        let form = pg_sys::heap_tuple_get_struct::<pg_sys::FormData_pg_type>(tuple);
        let name = CStr::from_ptr((*form).typname.data.as_ptr()).to_string_lossy().into_owned();
        pg_sys::ReleaseSysCache(tuple);
        name
    }
}

/// Whether an element's name is that of one of PostgreSQL's own types.
pub fn is_built_in(element: Element) -> bool {
    element.tag & NAMED == 0
}

/// The name of an element for users.
pub fn name(element: Element) -> String {
    match element.family {
        Family::Hashed if element.tag & NAMED == 0 => ValueType::sql_name(Oid::from(element.tag)),
        Family::Hashed if element.tag & ROW != 0 => "record".into(),
        Family::Hashed => "user-defined type".into(),
        family => family.name().into(),
    }
}

/// The error for a type without a hash function.
pub fn no_hash(oid: Oid) -> error::Error {
    unsupported(
        oid,
        "It has no default hash operator class with an extended hash function.",
        "Cast the value to a type that has one, such as text.",
    )
}

/// The error for a type that a filter cannot hold.
pub fn unsupported(oid: Oid, detail: &str, hint: &str) -> error::Error {
    let name = ValueType::sql_name(oid);
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        format!("type {name} is not supported for Bloom filters"),
        detail,
        hint,
    )
}
