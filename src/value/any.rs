//! Values of a type that is known only at run time.

use super::parts::{self, Parts};
use super::text::{TextRules, check_collation};
use super::{Place, Value, ValueReader};
use crate::call::{PlaceMemory, argument};
use crate::error::{self, Result};
use crate::pg::catalog::{self, HashFunction};
use crate::pg::varlena::Varlena;
use crate::report;
use bloom_core::element::{self, Element, Family};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, BuiltinOid, Datum, Oid};
use std::ffi::CStr;

/// An argument of a polymorphic type.
#[derive(Debug)]
pub struct Any(Datum);

argument! {
    /// `anycompatible`, `anyelement`.
    Any: datum => Self(datum),
}

impl<'fcx> Value<'fcx> for Any {
    #[inline(always)]
    fn with_canonical<R>(
        &self,
        place: Place<'fcx>,
        reader: &mut ValueReader,
        f: impl FnOnce(Element, &[u8]) -> R,
    ) -> Result<R> {
        let value_type = match &mut reader.any {
            Some(value_type) => value_type,
            None => reader.any.insert(ValueType::of_argument(place)?),
        };
        // SAFETY: the argument is a datum of the type that the call was parsed with.
        unsafe { value_type.with_canonical(self.0, f) }
    }
}

/// How to read values of one type.
#[derive(Debug)]
pub struct ValueType {
    declared: Oid,
    element: Element,
    form: Form,
}

/// How a datum becomes canonical bytes.
#[derive(Debug)]
enum Form {
    /// `smallint`, `integer` and `bigint`: so many bytes.
    Integer(u8),
    Text(TextRules),
    Other(OtherForm),
}

/// The forms that are seldom met.
#[derive(Debug)]
enum OtherForm {
    /// So many bytes of the datum itself.
    Bytes(u8),
    Float4,
    Float8,
    Uuid,
    Bytea,
    /// `char(n)`: text without its padding.
    Padded(TextRules),
    Name(TextRules),
    Enum(TextRules),
    Server(ServerHash),
}

/// A type's extended hash function.
#[derive(Debug)]
struct ServerHash {
    function: HashFunction,
    collation: Oid,
    /// For rows: the definition of the row type met last, whose columns were checked, and its element.
    row: Option<(u64, Element)>,
    is_row: bool,
}

impl ValueType {
    /// The type of an argument of a polymorphic function.
    fn of_argument(place: Place<'_>) -> Result<Self> {
        let Some(declared) = place.call.argument_type(place.number) else {
            return Err(error::new(
                Code::ERRCODE_FEATURE_NOT_SUPPORTED,
                "could not determine the type of the value",
                "The function was called without the expression that tells it.",
                "Call it from SQL.",
            ));
        };
        Self::new(declared, place.call.collation(), place.memory)
    }

    /// The way to read values of a type, under a collation where that matters, remembered in some memory.
    ///
    /// # Errors
    /// 0A000 for types that a filter cannot hold.
    pub fn new(declared: Oid, collation: Oid, memory: PlaceMemory) -> Result<Self> {
        use BuiltinOid as B;
        use OtherForm as O;
        let base = catalog::base_type(declared);
        let simple = |family, form| Ok(Self { declared, element: Element::of(family), form });
        let other = |family, form| simple(family, Form::Other(form));
        match BuiltinOid::from_u32(base.to_u32()) {
            Ok(B::INT2OID) => simple(Family::Integer, Form::Integer(2)),
            Ok(B::INT4OID) => simple(Family::Integer, Form::Integer(4)),
            Ok(B::INT8OID) => simple(Family::Integer, Form::Integer(8)),
            Ok(B::TEXTOID | B::VARCHAROID) => simple(Family::Text, Form::Text(TextRules::new(collation)?)),
            Ok(B::BPCHAROID) => other(Family::Padded, O::Padded(TextRules::new(collation)?)),
            Ok(B::NAMEOID) => other(Family::Text, O::Name(TextRules::new(collation)?)),
            Ok(B::BYTEAOID) => other(Family::Bytes, O::Bytea),
            Ok(B::UUIDOID) => other(Family::Uuid, O::Uuid),
            Ok(B::OIDOID) => other(Family::Oid, O::Bytes(4)),
            Ok(B::FLOAT4OID) => other(Family::Float, O::Float4),
            Ok(B::FLOAT8OID) => other(Family::Float, O::Float8),
            Ok(B::BOOLOID) => other(Family::Boolean, O::Bytes(1)),
            Ok(B::CHAROID) => other(Family::Char, O::Bytes(1)),
            Ok(B::DATEOID) => other(Family::Date, O::Bytes(4)),
            Ok(B::TIMEOID) => other(Family::Time, O::Bytes(8)),
            Ok(B::TIMESTAMPOID) => other(Family::Timestamp, O::Bytes(8)),
            Ok(B::TIMESTAMPTZOID) => other(Family::Timestamptz, O::Bytes(8)),
            _ if catalog::is_enum(base) => {
                let element = Element { family: Family::Enum, tag: parts::tag(base), environment: 0 };
                let rules = TextRules::new(pg_sys::DEFAULT_COLLATION_OID)?;
                Ok(Self { declared, element, form: Form::Other(O::Enum(rules)) })
            }
            _ => Self::hashed_by_server(declared, base, collation, memory),
        }
    }

    fn hashed_by_server(declared: Oid, base: Oid, collation: Oid, memory: PlaceMemory) -> Result<Self> {
        let parts = Parts::of(base)?;
        let Some(function) = HashFunction::of(base, memory.context()) else {
            return Err(report::no_hash(base));
        };
        if catalog::is_collatable(base) {
            check_collation(collation)?;
        }
        // Types that compare with each other hash through one function, as cidr and inet do.
        let tag = parts::tag(if catalog::is_pseudo(function.input) { base } else { function.input });
        let element = Element { family: Family::Hashed, tag, environment: parts.environment() };
        let server = ServerHash { function, collation, row: None, is_row: catalog::is_row(base) };
        Ok(Self { declared, element, form: Form::Other(OtherForm::Server(server)) })
    }

    /// Whether this was made for a type.
    #[must_use]
    pub fn is_for(&self, declared: Oid) -> bool {
        self.declared == declared
    }

    /// Calls `f` with the element and the canonical bytes of a value.
    ///
    /// # Errors
    /// 0A000 for a row that a filter cannot hold, 22P05 for text that has no UTF-8.
    ///
    /// # Safety
    /// `datum` must be of the type that this was made for.
    #[inline(always)]
    pub unsafe fn with_canonical<R>(
        &mut self,
        datum: Datum,
        f: impl FnOnce(Element, &[u8]) -> R,
    ) -> Result<R> {
        let (number, text);
        // `f` is called at one place for what is common, so that it is compiled into the caller.
        let bytes = match &mut self.form {
            Form::Integer(len) => {
                number = element::integer(match len {
                    2 => (datum.value() as i16).into(),
                    4 => (datum.value() as i32).into(),
                    _ => datum.value() as i64,
                });
                &number[..]
            }
            Form::Text(rules) if rules.is_identity() => {
                // SAFETY: the caller promises a text.
                text = unsafe { Varlena::new(datum) };
                text.bytes()
            }
            // SAFETY: the same.
            Form::Text(rules) => unsafe { return with_converted(*rules, self.element, datum, f) },
            // SAFETY: the caller promises the type.
            Form::Other(form) => unsafe { return form.with_canonical(self.element, datum, f) },
        };
        Ok(f(self.element, bytes))
    }
}

/// Calls `f` with the canonical bytes of a text in a database of another encoding than UTF-8.
///
/// # Safety
/// `datum` must be a text.
#[inline(never)]
unsafe fn with_converted<R>(
    rules: TextRules,
    element: Element,
    datum: Datum,
    f: impl FnOnce(Element, &[u8]) -> R,
) -> Result<R> {
    // SAFETY: the caller promises it.
    let text = unsafe { Varlena::new(datum) };
    Ok(f(element, &rules.canonical(text.bytes())?))
}

impl OtherForm {
    /// # Safety
    /// As [`ValueType::with_canonical`].
    #[inline(never)]
    unsafe fn with_canonical<R>(
        &mut self,
        element: Element,
        datum: Datum,
        f: impl FnOnce(Element, &[u8]) -> R,
    ) -> Result<R> {
        // SAFETY: the caller promises a datum of the type, whose size and form are these.
        unsafe {
            match self {
                Self::Bytes(len) => Ok(f(element, &datum.value().to_le_bytes()[..usize::from(*len)])),
                Self::Float4 => Ok(f(element, &element::float(f32::from_bits(datum.value() as u32).into()))),
                Self::Float8 => Ok(f(element, &element::float(f64::from_bits(datum.value() as u64)))),
                Self::Uuid => Ok(f(element, &*datum.cast_mut_ptr::<[u8; 16]>())),
                Self::Bytea => Ok(f(element, Varlena::new(datum).bytes())),
                Self::Padded(rules) => {
                    let text = Varlena::new(datum);
                    Ok(f(element, element::unpadded(&rules.canonical(text.bytes())?)))
                }
                Self::Name(rules) => {
                    let name = CStr::from_ptr(datum.cast_mut_ptr());
                    Ok(f(element, &rules.canonical(name.to_bytes())?))
                }
                Self::Enum(rules) => {
                    let rules = *rules;
                    catalog::enum_label(datum, |label| Ok(f(element, &rules.canonical(label)?)))?
                }
                Self::Server(server) => {
                    let element = if server.is_row { server.row_element(datum)? } else { element };
                    let hash = server.function.call(server.collation, datum);
                    Ok(f(element, &hash.to_le_bytes()))
                }
            }
        }
    }
}

impl ServerHash {
    /// The element of a row: rows compare with each other, whatever the name of their type, if their columns do.
    ///
    /// # Safety
    /// `datum` must be of a row type.
    unsafe fn row_element(&mut self, datum: Datum) -> Result<Element> {
        // SAFETY: the caller promises a row.
        let row_type = unsafe { catalog::row_type(datum) };
        // Another one once the type is altered.
        let definition = catalog::definition(row_type);
        match self.row {
            Some((known, element)) if known == definition => Ok(element),
            _ => {
                let (columns, parts) = Parts::of_row(row_type)?;
                let tags: Vec<u64> = columns.into_iter().map(parts::tag).collect();
                let tag = Element::row_tag(&tags);
                let element = Element { family: Family::Hashed, tag, environment: parts.environment() };
                Ok(self.row.insert((definition, element)).1)
            }
        }
    }
}
