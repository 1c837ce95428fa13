//! Values of a type that is known only at run time.

use super::parts::{self, Parts};
use super::text::{TextRules, check_collation};
use super::{Value, ValueReader};
use crate::call::{Place, RawArg, argument};
use crate::error::Result;
use crate::pg::catalog;
use crate::pg::hash_function::HashFunction;
use crate::pg::memory::Memory;
use crate::pg::typed::{Storage, TypedDatum};
use crate::pg::varlena::Varlena;
use crate::report;
use bloom_core::canonical;
use bloom_core::kind::{Family, ValueKind};
use pgrx::pg_sys::{self, BuiltinOid, Oid};

/// An argument of a polymorphic type, which the place tells.
#[derive(Debug)]
pub struct Any;

argument! {
    /// `anycompatible`, `anyelement`.
    Any: RawArg => |_| Self,
}

impl<'fcx> Value<'fcx> for Any {
    #[inline(always)]
    fn with_canonical<R>(
        &self,
        place: Place<'_>,
        number: usize,
        reader: &mut ValueReader,
        f: impl FnOnce(ValueKind, &[u8]) -> R,
    ) -> Result<R> {
        let value = place.typed_argument(number)?;
        let value_type = match &mut reader.any {
            Some(value_type) => value_type,
            None => reader.any.insert(ValueType::new(value.of(), place.call.collation(), place.memory)?),
        };
        value_type.with_canonical(value, f)
    }
}

/// How to read values of one type.
#[derive(Debug)]
pub struct ValueType {
    storage: Storage,
    kind: ValueKind,
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
    /// For rows: the definition of the row type met last, whose columns were checked, and its kind.
    row: Option<(u64, ValueKind)>,
}

impl ValueType {
    /// The way to read values of a type, under a collation where that matters, remembered in some memory.
    ///
    /// # Errors
    /// 0A000 for types that a filter cannot hold.
    pub fn new(declared: Oid, collation: Oid, memory: Memory) -> Result<Self> {
        use BuiltinOid as B;
        use OtherForm as O;
        let (base, storage) = (catalog::base_type(declared), Storage::new(declared));
        let simple = |family, form| Ok(Self { storage, kind: ValueKind::of(family), form });
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
                let kind = ValueKind { family: Family::Enum, tag: parts::tag(base), environment: 0 };
                let rules = TextRules::new(pg_sys::DEFAULT_COLLATION_OID)?;
                Ok(Self { storage, kind, form: Form::Other(O::Enum(rules)) })
            }
            _ => Self::hashed_by_server(declared, base, collation, memory),
        }
    }

    fn hashed_by_server(declared: Oid, base: Oid, collation: Oid, memory: Memory) -> Result<Self> {
        let parts = Parts::of(base)?;
        let Some(function) = HashFunction::of(declared, memory) else {
            return Err(report::no_hash(base));
        };
        if catalog::is_collatable(base) {
            check_collation(collation)?;
        }
        // Types that compare with each other hash through one function, as cidr and inet do.
        let tag = parts::tag(if catalog::is_pseudo(function.input) { base } else { function.input });
        let kind = ValueKind { family: Family::Hashed, tag, environment: parts.environment() };
        let storage = Storage::new(declared);
        let server = ServerHash { function, collation, row: None };
        Ok(Self { storage, kind, form: Form::Other(OtherForm::Server(server)) })
    }

    /// Whether this was made for a type.
    #[must_use]
    pub fn is_for(&self, declared: Oid) -> bool {
        self.storage.of == declared
    }

    /// Calls `f` with the kind and the canonical bytes of a value.
    ///
    /// # Errors
    /// 0A000 for a row that a filter cannot hold, 22P05 for text that has no UTF-8; XX000 if it is of another type.
    #[inline(always)]
    pub fn with_canonical<R>(
        &mut self,
        value: TypedDatum<'_>,
        f: impl FnOnce(ValueKind, &[u8]) -> R,
    ) -> Result<R> {
        let (number, text);
        // `f` is called at one place for what is common, so that it is compiled into the caller.
        let bytes = match &mut self.form {
            Form::Integer(len) => {
                number = canonical::integer(match len {
                    2 => (value.word() as i16).into(),
                    4 => (value.word() as i32).into(),
                    _ => value.word() as i64,
                });
                &number[..]
            }
            Form::Text(rules) if rules.is_identity() => {
                text = self.storage.varlena(value)?;
                text.bytes()
            }
            Form::Text(rules) => return with_converted(*rules, self.kind, &self.storage.varlena(value)?, f),
            Form::Other(form) => return form.with_canonical(self.kind, self.storage, value, f),
        };
        Ok(f(self.kind, bytes))
    }
}

/// Calls `f` with the canonical bytes of a text in a database of another encoding than UTF-8.
#[inline(never)]
fn with_converted<R>(
    rules: TextRules,
    kind: ValueKind,
    text: &Varlena<'_>,
    f: impl FnOnce(ValueKind, &[u8]) -> R,
) -> Result<R> {
    Ok(f(kind, &rules.canonical(text.bytes())?))
}

impl OtherForm {
    #[inline(never)]
    fn with_canonical<R>(
        &mut self,
        kind: ValueKind,
        storage: Storage,
        value: TypedDatum<'_>,
        f: impl FnOnce(ValueKind, &[u8]) -> R,
    ) -> Result<R> {
        let word = value.word();
        match self {
            Self::Bytes(len) => Ok(f(kind, &word.to_le_bytes()[..usize::from(*len)])),
            Self::Float4 => Ok(f(kind, &canonical::float(f32::from_bits(word as u32).into()))),
            Self::Float8 => Ok(f(kind, &canonical::float(f64::from_bits(word)))),
            Self::Uuid => Ok(f(kind, storage.bytes::<16>(value)?)),
            Self::Bytea => Ok(f(kind, storage.varlena(value)?.bytes())),
            Self::Padded(rules) => {
                let text = storage.varlena(value)?;
                Ok(f(kind, canonical::unpadded(&rules.canonical(text.bytes())?)))
            }
            Self::Name(rules) => Ok(f(kind, &rules.canonical(storage.name(value)?)?)),
            Self::Enum(rules) => {
                catalog::enum_label(Oid::from(word as u32), |label| Ok(f(kind, &rules.canonical(label)?)))?
            }
            Self::Server(server) => {
                let kind = if server.function.is_row() { server.row_kind(value)? } else { kind };
                let hash = server.function.call(server.collation, value)?;
                Ok(f(kind, &hash.to_le_bytes()))
            }
        }
    }
}

impl ServerHash {
    /// The kind of a row: rows compare with each other, whatever the name of their type, if their columns do.
    fn row_kind(&mut self, row: TypedDatum<'_>) -> Result<ValueKind> {
        let row_type = self.function.row_type(row)?;
        // Another one once the type is altered.
        let definition = catalog::definition(row_type);
        match self.row {
            Some((known, kind)) if known == definition => Ok(kind),
            _ => {
                let (columns, parts) = Parts::of_row(row_type)?;
                let tags: Vec<u64> = columns.into_iter().map(parts::tag).collect();
                let tag = ValueKind::row_tag(&tags);
                let kind = ValueKind { family: Family::Hashed, tag, environment: parts.environment() };
                Ok(self.row.insert((definition, kind)).1)
            }
        }
    }
}
