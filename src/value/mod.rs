//! An SQL value as what a filter holds: its kind and its canonical bytes.

mod any;
mod array;
mod implicit_cast;
mod parts;
mod sql_types;
mod text;

pub use any::{Any, ValueType, is_narrow};
pub use array::AnyArray;
pub(crate) use sql_types::sql_functions_of_types;
pub use sql_types::{
    Boolean, Bytea, Character, Date, Float4, Float8, Inet, Numeric, Text, Timestamp, Timestamptz, Uuid, Value,
};

use crate::call::{Call, CallSite};
use crate::error::Result;
use bloom_core::element::ElementType;
use bloom_core::hash::Hash;
use bloom_core::scheme::{HashSpec, SchemeOptions};
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
    options: SchemeOptions,
}

/// No name of a scheme is longer.
const LONGEST_NAME: usize = 64;

impl ValueReader {
    /// The scheme of a name, which `parse` tells unless it is that of the last time.
    ///
    /// # Errors
    /// Those of `parse`.
    #[inline]
    pub fn options(
        &mut self,
        name: &[u8],
        parse: impl FnOnce() -> Result<SchemeOptions>,
    ) -> Result<SchemeOptions> {
        match &self.scheme {
            Some(known) if known.name.get(..known.len) == Some(name) => Ok(known.options),
            _ => {
                let options = parse()?;
                let mut known = NamedScheme { name: [0; LONGEST_NAME], len: name.len(), options };
                if let Some(site) = known.name.get_mut(..name.len()) {
                    site.copy_from_slice(name);
                    self.scheme = Some(known);
                }
                Ok(options)
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
        site: CallSite<'_>,
        check: impl FnOnce() -> Result<()>,
    ) -> Result<&mut ValueType> {
        match &mut self.any {
            Some(value_type) => Ok(value_type),
            any @ None => {
                check()?;
                Ok(any.insert(ValueType::new(of, site.call.collation(), site.memory)?))
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
    f: impl FnOnce(ElementType, &[u8]) -> R,
) -> Result<Option<R>> {
    let Some(value) = call.argument::<V>(number) else { return Ok(None) };
    call.with_cache(|reader: &mut ValueReader, site| value.with_canonical(site, number, reader, f).map(Some))
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
) -> Result<Option<(ElementType, Hash)>> {
    let hashed = canonical::<V, _>(call, number, |element, bytes| {
        let element = hashing.starting(element, || V::is_narrow(call, number));
        hashing.hash(element, bytes).map(|hash| (hashing.holding(element), hash))
    })?;
    Ok(hashed.transpose()?)
}
