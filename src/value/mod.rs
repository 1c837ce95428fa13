//! Conversion of SQL values to what a filter holds: their element type and canonical bytes.

mod any;
mod array;
mod implicit_cast;
mod parts;
mod sql_types;
mod text;

pub use any::{Any, ValueType, fits_four_bytes};
pub(crate) use sql_types::sql_functions_of_types;
pub use sql_types::{
    Boolean, Bytea, Character, Date, Float4, Float8, Inet, Numeric, Text, Timestamp, Timestamptz, Uuid, Value,
};
pub use text::check_collation;

use crate::call::{Call, CallSite};
use crate::error::Result;
use bloom_core::element::ElementType;
use bloom_core::hash::Hash;
use bloom_core::scheme::{HashSpec, SchemeOptions};
use pgrx::pg_sys::Oid;
use text::TextRules;

/// Per-call-site cache of how values are read and hashed.
#[derive(Debug, Default)]
pub struct ValueReader {
    /// Rules for values of type text.
    text: Option<TextRules>,
    /// Reader of values whose type has no reader of its own.
    any: Option<ValueType>,
    /// The scheme that an argument named last.
    scheme: Option<NamedScheme>,
}

#[derive(Debug)]
struct NamedScheme {
    name: [u8; LONGEST_NAME],
    len: usize,
    options: SchemeOptions,
}

/// Longest name of a scheme that is cached.
const LONGEST_NAME: usize = 64;

impl ValueReader {
    /// Returns the scheme with a name; calls `parse` unless the name is the one of the last call.
    ///
    /// # Errors
    /// The errors of `parse`.
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
                if let Some(start) = known.name.get_mut(..name.len()) {
                    start.copy_from_slice(name);
                    self.scheme = Some(known);
                }
                Ok(options)
            }
        }
    }

    /// Returns the rules for text; calls `find` the first time.
    #[inline(always)]
    fn text_rules(&mut self, find: impl FnOnce() -> Result<TextRules>) -> Result<TextRules> {
        match self.text {
            Some(rules) => Ok(rules),
            None => Ok(*self.text.insert(find()?)),
        }
    }

    /// Returns the reader for values of type `of`; the first time, calls `check` and creates it.
    #[inline(always)]
    fn value_type(
        &mut self,
        of: Oid,
        site: CallSite<'_, '_>,
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

/// Calls `f` with the element type and the canonical bytes of argument `number`. Returns `None` for NULL.
///
/// # Errors
/// 0A000 if a filter cannot hold such values, or not under this collation; 22P05 for text that UTF-8 cannot represent.
#[inline(always)]
pub fn canonical<'fcx, V: Value<'fcx>, R>(
    call: Call<'fcx>,
    number: usize,
    f: impl FnOnce(ElementType, &[u8]) -> R,
) -> Result<Option<R>> {
    call.with_cache(|reader: &mut ValueReader, site| {
        let Some(value) = V::read(site, number)? else { return Ok(None) };
        value.with_canonical(site, number, reader, f).map(Some)
    })
}

/// Returns the element type of a filter with `hashing` and argument `number`, and the hash; `None` for NULL.
///
/// # Errors
/// The errors of [`canonical`]; 42804, 22003 or 0A000 if the filter cannot hold the value.
#[inline(always)]
pub fn hashed<'fcx, V: Value<'fcx>>(
    call: Call<'fcx>,
    number: usize,
    hashing: HashSpec,
) -> Result<Option<(ElementType, Hash)>> {
    let hashed = canonical::<V, _>(call, number, |element, bytes| {
        let element = hashing.starting(element, || V::fits_four_bytes(call, number));
        hashing.hash(element, bytes).map(|hash| (hashing.holding(element), hash))
    })?;
    Ok(hashed.transpose()?)
}
