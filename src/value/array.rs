//! Arrays of values.

use super::{ValueReader, ValueType, is_narrow};
use crate::call::{CallSite, argument};
use crate::error::Result;
use crate::pg::array::Array;
use bloom_core::element::ElementType;
use pgrx::pg_sys;

/// Elements between two looks at whether the query was cancelled.
const INTERRUPT_INTERVAL: usize = 4096;

/// An argument of type `anyarray`.
#[derive(Debug)]
pub struct AnyArray<'a>(Array<'a>);

argument! {
    /// `anyarray`.
    AnyArray<'fcx>: Array<'fcx> => Self,
}

impl<'a> AnyArray<'a> {
    /// How many elements it has, NULLs included.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether its elements are of a type of numbers that four bytes hold.
    pub fn is_narrow(&self) -> bool {
        is_narrow(self.0.of())
    }

    /// An array of booleans of the same shape.
    ///
    /// # Errors
    /// XX000 if there are not as many answers as elements.
    pub fn like(&self, answers: &[Option<bool>]) -> Result<pg_sys::Datum> {
        self.0.like(answers)
    }

    /// Calls `f` with the kind and the canonical bytes of each value, `None` for NULL, until it breaks off with a
    /// result.
    ///
    /// # Errors
    /// 0A000 if a filter cannot hold such values, and those of `f`.
    pub fn try_each<R>(
        &self,
        site: CallSite<'_>,
        reader: &mut ValueReader,
        mut f: impl FnMut(Option<(ElementType, &[u8])>) -> Result<Option<R>>,
    ) -> Result<Option<R>> {
        if self.len() == 0 {
            return Ok(None);
        }
        let of = self.0.of();
        let value_type = match &mut reader.any {
            Some(known) if known.is_for(of) => known,
            other => other.insert(ValueType::new(of, site.call.collation(), site.memory)?),
        };
        for (number, element) in self.0.iter().enumerate() {
            if number % INTERRUPT_INTERVAL == 0 {
                pgrx::check_for_interrupts!();
            }
            let result = match element {
                None => f(None)?,
                Some(value) => {
                    value_type.with_canonical(value, |element, bytes| f(Some((element, bytes))))??
                }
            };
            if result.is_some() {
                return Ok(result);
            }
        }
        Ok(None)
    }
}
