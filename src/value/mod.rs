//! An SQL value as what a filter holds: its kind and its canonical bytes.

mod any;
mod array;
mod hidden;
mod kinds;
mod parts;
mod text;

pub use any::{Any, ValueType, is_narrow};
pub use array::AnyArray;
pub(crate) use kinds::sql_functions_of_kinds;
pub use kinds::{
    Boolean, Bytea, Character, Date, Float4, Float8, Inet, Numeric, Text, Timestamp, Timestamptz, Uuid, Value,
};

use crate::call::{Call, Place};
use crate::error::Result;
use bloom_core::hash::Hash;
use bloom_core::hash_spec::HashSpec;
use bloom_core::kind::ValueKind;
use bloom_core::scheme_choice::SchemeChoice;
use pgrx::pg_sys::Oid;
use text::TextRules;

/// How the values at one place in a query are read and hashed, once that is known.
#[derive(Debug, Default)]
pub struct ValueReader {
    /// Of type text.
    text: Option<TextRules>,
    /// Of one of the many types that have no reader of their own.
    any: Option<ValueType>,
    /// By the scheme that an argument named last.
    scheme: Option<NamedScheme>,
}

/// A scheme and its name.
#[derive(Debug)]
struct NamedScheme {
    name: [u8; LONGEST_NAME],
    len: usize,
    choice: SchemeChoice,
}

/// No name of a scheme is longer.
const LONGEST_NAME: usize = 64;

impl ValueReader {
    /// The scheme of a name, which `parse` tells unless it is that of the last time.
    ///
    /// # Errors
    /// Those of `parse`.
    #[inline]
    pub fn choice(
        &mut self,
        name: &[u8],
        parse: impl FnOnce() -> Result<SchemeChoice>,
    ) -> Result<SchemeChoice> {
        match &self.scheme {
            Some(known) if known.name.get(..known.len) == Some(name) => Ok(known.choice),
            _ => {
                let choice = parse()?;
                let mut known = NamedScheme { name: [0; LONGEST_NAME], len: name.len(), choice };
                if let Some(place) = known.name.get_mut(..name.len()) {
                    place.copy_from_slice(name);
                    self.scheme = Some(known);
                }
                Ok(choice)
            }
        }
    }

    /// The rules for text, which `find` finds at first.
    #[inline(always)]
    fn text_rules(&mut self, find: impl FnOnce() -> Result<TextRules>) -> Result<TextRules> {
        match self.text {
            Some(rules) => Ok(rules),
            None => Ok(*self.text.insert(find()?)),
        }
    }

    /// The way to read values of a type, which is found at first, and checked by `check`.
    #[inline(always)]
    fn value_type(
        &mut self,
        of: Oid,
        place: Place<'_>,
        check: impl FnOnce() -> Result<()>,
    ) -> Result<&mut ValueType> {
        match &mut self.any {
            Some(value_type) => Ok(value_type),
            any @ None => {
                check()?;
                Ok(any.insert(ValueType::new(of, place.call.collation(), place.memory)?))
            }
        }
    }
}

/// Calls `f` with the kind and the canonical bytes of argument `number`, or returns `None` if it is NULL.
///
/// # Errors
/// 0A000 if a filter cannot hold such values, or not under this collation; 22P05 for text that has no UTF-8.
#[inline(always)]
pub fn canonical<'fcx, V: Value<'fcx>, R>(
    call: Call<'fcx>,
    number: usize,
    f: impl FnOnce(ValueKind, &[u8]) -> R,
) -> Result<Option<R>> {
    let Some(value) = call.argument::<V>(number) else { return Ok(None) };
    call.remembering(|reader: &mut ValueReader, place| {
        value.with_canonical(place, number, reader, f).map(Some)
    })
}

/// The hash of argument `number` for filters that hash like this, and what they hold with it; `None` if it is NULL.
///
/// # Errors
/// Those of [`canonical`]; 42804, 22003 or 0A000 if the filter cannot hold the value.
#[inline(always)]
pub fn hashed<'fcx, V: Value<'fcx>>(
    call: Call<'fcx>,
    number: usize,
    hashing: HashSpec,
) -> Result<Option<(ValueKind, Hash)>> {
    let hashed = canonical::<V, _>(call, number, |kind, bytes| {
        let kind = hashing.starting(kind, || V::is_narrow(call, number));
        hashing.hash(kind, bytes).map(|hash| (hashing.holding(kind), hash))
    })?;
    Ok(hashed.transpose()?)
}
