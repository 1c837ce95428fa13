//! An SQL value as what a filter holds: its kind and its canonical bytes.

#![allow(unsafe_code)]

mod any;
mod array;
mod kinds;
mod parts;
mod text;

pub use any::{Any, ValueType};
pub use array::AnyArray;
pub(crate) use kinds::sql_functions_of_kinds;
pub use kinds::{Bytea, Character, Text, Uuid, Value};

use crate::call::{Call, PlaceMemory};
use crate::error::Result;
use bloom_core::element::Element;
use text::TextRules;

/// How the values at one place in a query are read, once that is known.
#[derive(Debug, Default)]
pub struct ValueReader {
    /// Of type text.
    text: Option<TextRules>,
    /// Of a type that is known only at run time.
    any: Option<ValueType>,
}

/// Calls `f` with the element and the canonical bytes of argument `number`, or returns `None` if it is NULL.
///
/// # Errors
/// 0A000 if a filter cannot hold such values, or not under this collation; 22P05 for text that has no UTF-8.
#[inline(always)]
pub fn canonical<'fcx, V: Value<'fcx>, R>(
    call: Call<'fcx>,
    number: usize,
    f: impl FnOnce(Element, &[u8]) -> R,
) -> Result<Option<R>> {
    let Some(value) = call.argument::<V>(number) else { return Ok(None) };
    call.remembering(|reader: &mut ValueReader, memory| {
        value.with_canonical(Place { call, number, memory }, reader, f).map(Some)
    })
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy)]
pub struct Place<'fcx> {
    /// The call.
    pub call: Call<'fcx>,
    /// The number of its argument.
    pub number: usize,
    /// Where what is remembered lives.
    pub memory: PlaceMemory,
}
