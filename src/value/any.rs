//! Values whose type is known only at run time.

use super::parts::{self, Parts, RowType};
use super::text::{TextRules, check_collation};
use super::{Value, ValueReader};
use crate::call::{Call, CallSite};
use crate::error::Result;
use crate::pg::catalog;
use crate::pg::detoast::Varlena;
use crate::pg::hash_function::HashFunction;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::typed::{Storage, TypedDatum};
use crate::report;
use bloom_core::element::{ElementType, Family, canonical};
use pgrx::pg_sys::{self, Oid};
use std::borrow::Cow;

/// An argument of a polymorphic type (`anycompatible`, `anyelement`), whose type only the query tells.
pub type Any<'fcx> = TypedDatum<'fcx>;

impl<'fcx> Value<'fcx> for Any<'fcx> {
    #[inline(always)]
    fn with_canonical<R>(
        &self,
        site: CallSite<'_, 'fcx>,
        _: usize,
        reader: &mut ValueReader,
        f: impl FnOnce(ElementType, &[u8]) -> R,
    ) -> Result<R> {
        reader.value_type(self.of(), site, || Ok(()))?.with_canonical(*self, f)
    }

    fn fits_four_bytes(call: Call<'_>, number: usize) -> bool {
        call.argument_type(number).is_some_and(fits_four_bytes)
    }
}

/// Returns whether a type has numbers of at most four bytes.
pub fn fits_four_bytes(declared: Oid) -> bool {
    matches!(catalog::base_type(declared), pg_sys::INT2OID | pg_sys::INT4OID | pg_sys::FLOAT4OID)
}

/// Reader of the values of one type.
#[derive(Debug)]
pub struct ValueType {
    storage: Storage,
    element: ElementType,
    conversion: Conversion,
}

/// How a datum becomes canonical bytes.
#[derive(Debug)]
enum Conversion {
    /// `smallint`, `integer` and `bigint`, with their number of bytes.
    Integer(u8),
    Text(TextRules),
    Other(OtherConversion),
}

#[derive(Debug)]
enum OtherConversion {
    /// The given number of bytes of the datum itself.
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
    base: Oid,
    /// The tag of the type unless it contains rows.
    tag: u64,
    element: ElementType,
    /// The row types on whose columns the element type depends. If the values are rows, the first one is their own.
    rows: List<RowType>,
    memory: Memory,
}

impl ValueType {
    /// Creates the reader for a type, under a collation if the type has one. `memory` holds what the reader caches.
    ///
    /// # Errors
    /// 0A000 for types that a filter cannot hold.
    pub fn new(declared: Oid, collation: Oid, memory: Memory) -> Result<Self> {
        use OtherConversion as O;
        let (base, storage) = (catalog::base_type(declared), Storage::new(declared));
        let simple = |family, conversion| Ok(Self { storage, element: ElementType::of(family), conversion });
        let other = |family, conversion| simple(family, Conversion::Other(conversion));
        if catalog::has_own_equality(declared, base) {
            return Err(report::unsupported(
                declared,
                "Its = is not that of its base type.",
                "Cast the value to text, if equal values have equal texts.",
            ));
        }
        match base {
            pg_sys::INT2OID => simple(Family::Integer, Conversion::Integer(2)),
            pg_sys::INT4OID => simple(Family::Integer, Conversion::Integer(4)),
            pg_sys::INT8OID => simple(Family::Integer, Conversion::Integer(8)),
            pg_sys::TEXTOID | pg_sys::VARCHAROID => {
                simple(Family::Text, Conversion::Text(TextRules::new(collation)?))
            }
            pg_sys::BPCHAROID => other(Family::Padded, O::Padded(TextRules::new(collation)?)),
            pg_sys::NAMEOID => other(Family::Text, O::Name(TextRules::new(collation)?)),
            pg_sys::BYTEAOID => other(Family::Bytes, O::Bytea),
            pg_sys::UUIDOID => other(Family::Uuid, O::Uuid),
            pg_sys::OIDOID => other(Family::Oid, O::Bytes(4)),
            pg_sys::FLOAT4OID => other(Family::Float, O::Float4),
            pg_sys::FLOAT8OID => other(Family::Float, O::Float8),
            pg_sys::BOOLOID => other(Family::Boolean, O::Bytes(1)),
            pg_sys::CHAROID => other(Family::Char, O::Bytes(1)),
            pg_sys::DATEOID => other(Family::Date, O::Bytes(4)),
            pg_sys::TIMEOID => other(Family::Time, O::Bytes(8)),
            pg_sys::TIMESTAMPOID => other(Family::Timestamp, O::Bytes(8)),
            pg_sys::TIMESTAMPTZOID => other(Family::Timestamptz, O::Bytes(8)),
            _ if catalog::is_enum(base) => {
                if catalog::opcode(catalog::equality_of(base)) != Oid::from(pg_sys::F_ENUM_EQ) {
                    return Err(report::unsupported(
                        base,
                        "Its = is not that of enums, which compares labels.",
                        "Cast the value to text.",
                    ));
                }
                let element = ElementType { family: Family::Enum, tag: parts::tag(base), environment: 0 };
                let rules = TextRules::new(pg_sys::DEFAULT_COLLATION_OID)?;
                Ok(Self { storage, element, conversion: Conversion::Other(O::Enum(rules)) })
            }
            _ => Self::hashed_by_server(storage, base, collation, memory),
        }
    }

    fn hashed_by_server(storage: Storage, base: Oid, collation: Oid, memory: Memory) -> Result<Self> {
        let parts = Parts::of(base)?;
        // A type that takes the operator class of another one may have an `=` without a class.
        let function = HashFunction::of(storage, memory)
            .filter(|function| !catalog::has_own_equality(base, function.input))
            .ok_or_else(|| report::no_hash(base))?;
        let collation = if catalog::is_collatable(base) {
            check_collation(collation)?;
            collation
        } else {
            // That of text, if SQL compares the values as texts.
            catalog::collation_of(function.input)
        };
        // Types that compare with each other hash through one function, as cidr and inet do.
        let tag = parts::tag(if catalog::is_pseudo(function.input) { base } else { function.input });
        let (element, rows) = (ElementType::NONE, List::with_capacity(memory, 0));
        let mut server = ServerHash { function, collation, base, tag, element, rows, memory };
        server.remember(&parts);
        Ok(Self {
            storage,
            element: server.element,
            conversion: Conversion::Other(OtherConversion::Server(server)),
        })
    }

    /// Returns the element type of the values. For rows of an anonymous type it depends on the value.
    #[must_use]
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// Returns whether this reader was created for a type.
    #[must_use]
    pub fn is_for(&self, declared: Oid) -> bool {
        self.storage.of == declared
    }

    /// Calls `f` with the element type and the canonical bytes of a value.
    ///
    /// # Errors
    /// 0A000 for a row that a filter cannot hold; 22P05 for text that UTF-8 cannot represent; XX000 for another type.
    #[inline(always)]
    pub fn with_canonical<R>(
        &mut self,
        value: TypedDatum<'_>,
        f: impl FnOnce(ElementType, &[u8]) -> R,
    ) -> Result<R> {
        let (number, text, other);
        let (element, bytes) = match &mut self.conversion {
            Conversion::Integer(len) => {
                number = canonical::integer(match len {
                    2 => (value.word() as i16).into(),
                    4 => (value.word() as i32).into(),
                    _ => value.word() as i64,
                });
                (self.element, &number[..])
            }
            Conversion::Text(rules) if rules.is_identity() => {
                text = self.storage.varlena(value)?;
                (self.element, text.bytes())
            }
            Conversion::Text(rules) => {
                other = converted(*rules, self.storage, value)?;
                (self.element, other.bytes())
            }
            Conversion::Other(conversion) => {
                let element;
                (element, other) = conversion.canonical(self.element, self.storage, value)?;
                (element, other.bytes())
            }
        };
        // The only call of `f`, so that the compiler inlines it.
        Ok(f(element, bytes))
    }
}

/// Canonical bytes and their storage.
#[derive(Debug)]
enum Canonical<'a> {
    /// The given number of these bytes.
    Word([u8; 8], u8),
    Borrowed(&'a [u8]),
    /// The given number of bytes of the value.
    Stored(Varlena<'a>, usize),
    Owned(Vec<u8>),
}

impl Canonical<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Word(bytes, len) => &bytes[..usize::from(*len)],
            Self::Borrowed(bytes) => bytes,
            Self::Stored(value, len) => &value.bytes()[..*len],
            Self::Owned(bytes) => bytes,
        }
    }
}

impl<'a> From<Cow<'a, [u8]>> for Canonical<'a> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        match bytes {
            Cow::Borrowed(bytes) => Self::Borrowed(bytes),
            Cow::Owned(bytes) => Self::Owned(bytes),
        }
    }
}

impl<'a> From<Varlena<'a>> for Canonical<'a> {
    fn from(value: Varlena<'a>) -> Self {
        let len = value.bytes().len();
        Self::Stored(value, len)
    }
}

/// Returns the canonical bytes of text in any database encoding.
#[inline(never)]
fn converted(rules: TextRules, storage: Storage, value: TypedDatum<'_>) -> Result<Canonical<'_>> {
    let text = storage.varlena(value)?;
    if let Cow::Owned(converted) = rules.canonical(text.bytes())? {
        return Ok(Canonical::Owned(converted));
    }
    Ok(text.into())
}

impl OtherConversion {
    #[inline(never)]
    fn canonical<'a>(
        &mut self,
        element: ElementType,
        storage: Storage,
        value: TypedDatum<'a>,
    ) -> Result<(ElementType, Canonical<'a>)> {
        let word = value.word();
        let bytes = match self {
            Self::Bytes(len) => Canonical::Word(word.to_le_bytes(), *len),
            Self::Float4 => Canonical::Word(canonical::float(f32::from_bits(word as u32).into()), 8),
            Self::Float8 => Canonical::Word(canonical::float(f64::from_bits(word)), 8),
            Self::Uuid => Canonical::Borrowed(storage.bytes::<16>(value)?),
            Self::Bytea => storage.varlena(value)?.into(),
            Self::Padded(rules) => match converted(*rules, storage, value)? {
                Canonical::Stored(text, _) => {
                    let len = canonical::unpadded(text.bytes()).len();
                    Canonical::Stored(text, len)
                }
                other => Canonical::Owned(canonical::unpadded(other.bytes()).to_vec()),
            },
            Self::Name(rules) => rules.canonical(storage.name(value)?)?.into(),
            Self::Enum(rules) => {
                let label = catalog::enum_label(Oid::from(word as u32))?;
                Canonical::Owned(rules.canonical(&label)?.into_owned())
            }
            Self::Server(server) => {
                let element = server.element_of(value)?;
                let hash = server.function.call(server.collation, value)?;
                return Ok((element, Canonical::Word(hash.to_le_bytes(), 8)));
            }
        };
        Ok((element, bytes))
    }
}

impl ServerHash {
    /// Returns the element type of a value.
    fn element_of(&mut self, value: TypedDatum<'_>) -> Result<ElementType> {
        let row_type = if self.function.is_row() { Some(self.function.row_type(value)?) } else { None };
        let is_known = row_type.is_none_or(|of| self.rows.first().is_some_and(|row| row.is(of)));
        if !is_known || !self.rows.iter().all(RowType::is_current) {
            let parts = match row_type {
                // Only anonymous rows are all hashed by their columns.
                Some((of, _)) if self.base != pg_sys::RECORDOID && of != pg_sys::RECORDOID => Parts::of(of)?,
                Some(row_type) => Parts::of_row(row_type)?,
                None => Parts::of(self.base)?,
            };
            self.remember(&parts);
        }
        Ok(self.element)
    }

    fn remember(&mut self, parts: &Parts) {
        let mut rows = List::with_capacity(self.memory, parts.rows.len()); // may raise an error
        parts.rows.iter().for_each(|row| rows.push(*row));
        std::mem::replace(&mut self.rows, rows).free();
        let tag = parts.tag.unwrap_or(self.tag);
        self.element = ElementType { family: Family::Hashed, tag, environment: parts.environment() };
    }
}
