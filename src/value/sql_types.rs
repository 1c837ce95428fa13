//! The types with SQL functions of their own: the suffix of their symbols, and how their values are read.

use super::ValueReader;
use super::any::fits_four_bytes;
use super::implicit_cast;
use super::text::TextRules;
use crate::call::{Call, CallSite, Declared, SiteArgument, argument};
use crate::error::Result;
use crate::pg::detoast::Varlena;
use bloom_core::element::{ElementType, Family, canonical};
use pgrx::pg_sys::{self, BuiltinOid, Oid};

/// An SQL value that a filter can hold.
pub trait Value<'fcx>: SiteArgument<'fcx> {
    /// Calls `f` with the element type and the canonical bytes.
    ///
    /// # Errors
    /// The errors of [`super::canonical`].
    fn with_canonical<R>(
        &self,
        site: CallSite<'_, 'fcx>,
        number: usize,
        reader: &mut ValueReader,
        f: impl FnOnce(ElementType, &[u8]) -> R,
    ) -> Result<R>;

    /// Returns whether argument `number` is a number of at most four bytes.
    fn fits_four_bytes(_call: Call<'_>, _number: usize) -> bool {
        false
    }
}

/// Exports `symbol_TYPE => function::<TYPE>` for each type, as `sql/` declares them.
macro_rules! sql_functions_of_types {
    ($symbol:literal => $function:ident) => {
        $crate::call::sql_functions! {
            concat!($symbol, "_int2") => $function::<i16>,
            concat!($symbol, "_int4") => $function::<i32>,
            concat!($symbol, "_int8") => $function::<i64>,
            concat!($symbol, "_char") => $function::<i8>,
            concat!($symbol, "_text") => $function::<$crate::value::Text<'_>>,
            concat!($symbol, "_bpchar") => $function::<$crate::value::Character<'_>>,
            concat!($symbol, "_bytea") => $function::<$crate::value::Bytea<'_>>,
            concat!($symbol, "_uuid") => $function::<$crate::value::Uuid<'_>>,
            concat!($symbol, "_bool") => $function::<$crate::value::Boolean<'_>>,
            concat!($symbol, "_date") => $function::<$crate::value::Date<'_>>,
            concat!($symbol, "_timestamp") => $function::<$crate::value::Timestamp<'_>>,
            concat!($symbol, "_timestamptz") => $function::<$crate::value::Timestamptz<'_>>,
            concat!($symbol, "_float4") => $function::<$crate::value::Float4<'_>>,
            concat!($symbol, "_float8") => $function::<$crate::value::Float8<'_>>,
            concat!($symbol, "_numeric") => $function::<$crate::value::Numeric<'_>>,
            concat!($symbol, "_inet") => $function::<$crate::value::Inet<'_>>,
            concat!($symbol, "_any") => $function::<$crate::value::Any<'_>>,
        }
    };
}
pub(crate) use sql_functions_of_types;

/// Implements [`Value`] for types whose canonical bytes depend on nothing but the value.
macro_rules! simple_values {
    ($($value:ident: $type:ty => $family:ident, $bytes:expr $(; $fits:literal)?),* $(,)?) => {$(
        impl<'fcx> Value<'fcx> for $type {
            #[inline(always)]
            fn with_canonical<R>(
                &self,
                _: CallSite<'_, 'fcx>,
                _: usize,
                _: &mut ValueReader,
                f: impl FnOnce(ElementType, &[u8]) -> R,
            ) -> Result<R> {
                let $value = self;
                Ok(f(ElementType::of(Family::$family), $bytes))
            }

            $(fn fits_four_bytes(_: Call<'_>, _: usize) -> bool {
                $fits
            })?
        }
    )*};
}
simple_values! {
    value: i16 => Integer, &canonical::integer((*value).into()); true,
    value: i32 => Integer, &canonical::integer((*value).into()); true,
    value: i64 => Integer, &canonical::integer(*value),
    value: i8 => Char, &value.to_ne_bytes(),
    value: Bytea<'fcx> => Bytes, value.bytes(),
    value: Uuid<'fcx> => Uuid, value.0,
}

/// An argument of type `text`.
#[derive(Debug)]
pub struct Text<'a>(Varlena<'a>);

/// An argument of type `char(n)`.
#[derive(Debug)]
pub struct Character<'a>(Varlena<'a>);

/// An argument of type `uuid`.
#[derive(Debug)]
pub struct Uuid<'a>(&'a [u8; 16]);

/// An argument of type `bytea`.
#[derive(Debug)]
pub struct Bytea<'a>(Varlena<'a>);

argument! {
    /// Reads an argument of type `text`.
    Text<'fcx>: Varlena<'fcx> => Self,
    /// Reads an argument of type `char(n)`.
    Character<'fcx>: Varlena<'fcx> => Self,
    /// Reads an argument of type `bytea`.
    Bytea<'fcx>: Varlena<'fcx> => Self,
    /// Reads an argument of type `uuid`.
    Uuid<'fcx>: &'fcx [u8; 16] => Self,
}

impl Bytea<'_> {
    /// Returns the bytes of the argument.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

impl<'fcx> Value<'fcx> for Text<'fcx> {
    #[inline(always)]
    fn with_canonical<R>(
        &self,
        site: CallSite<'_, 'fcx>,
        number: usize,
        reader: &mut ValueReader,
        f: impl FnOnce(ElementType, &[u8]) -> R,
    ) -> Result<R> {
        let rules = reader.text_rules(|| {
            implicit_cast::refuse(site.call, number, pg_sys::TEXTOID)?;
            TextRules::of_call(site.call)
        })?;
        Ok(f(ElementType::of(Family::Text), &rules.canonical(self.0.bytes())?))
    }
}

impl<'fcx> Value<'fcx> for Character<'fcx> {
    fn with_canonical<R>(
        &self,
        site: CallSite<'_, 'fcx>,
        _: usize,
        reader: &mut ValueReader,
        f: impl FnOnce(ElementType, &[u8]) -> R,
    ) -> Result<R> {
        let rules = reader.text_rules(|| TextRules::of_call(site.call))?;
        Ok(f(ElementType::of(Family::Padded), canonical::unpadded(&rules.canonical(self.0.bytes())?)))
    }
}

/// An argument of type `boolean`.
pub type Boolean<'a> = Declared<'a, { BuiltinOid::BOOLOID as u32 }>;
/// An argument of type `date`.
pub type Date<'a> = Declared<'a, { BuiltinOid::DATEOID as u32 }>;
/// An argument of type `timestamp`.
pub type Timestamp<'a> = Declared<'a, { BuiltinOid::TIMESTAMPOID as u32 }>;
/// An argument of type `timestamp with time zone`.
pub type Timestamptz<'a> = Declared<'a, { BuiltinOid::TIMESTAMPTZOID as u32 }>;
/// An argument of type `real`.
pub type Float4<'a> = Declared<'a, { BuiltinOid::FLOAT4OID as u32 }>;
/// An argument of type `double precision`.
pub type Float8<'a> = Declared<'a, { BuiltinOid::FLOAT8OID as u32 }>;
/// An argument of type `numeric`.
pub type Numeric<'a> = Declared<'a, { BuiltinOid::NUMERICOID as u32 }>;
/// An argument of type `inet` or `cidr`, whose values compare with each other.
pub type Inet<'a> = Declared<'a, { BuiltinOid::INETOID as u32 }>;

/// Reads the value like [`super::Any`], but takes the type from the declaration: other engines do not pass the query's
/// expressions.
impl<'fcx, const TYPE: u32> Value<'fcx> for Declared<'fcx, TYPE> {
    #[inline(always)]
    fn with_canonical<R>(
        &self,
        site: CallSite<'_, 'fcx>,
        number: usize,
        reader: &mut ValueReader,
        f: impl FnOnce(ElementType, &[u8]) -> R,
    ) -> Result<R> {
        let Self(value) = *self;
        let value_type =
            reader.value_type(value.of(), site, || implicit_cast::refuse(site.call, number, value.of()))?;
        value_type.with_canonical(value, f)
    }

    fn fits_four_bytes(_: Call<'_>, _: usize) -> bool {
        fits_four_bytes(Oid::from(TYPE))
    }
}
