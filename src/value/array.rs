//! Arguments that are arrays of values.

use super::{ValueReader, ValueType, fits_four_bytes};
use crate::call::CallSite;
use crate::error::Result;
use crate::pg::array::Array;
use bloom_core::element::ElementType;

/// Number of elements between two checks for interrupts.
const INTERRUPT_INTERVAL: usize = 4096;

impl Array<'_> {
    /// Returns whether the elements are numbers of at most four bytes.
    pub fn fits_four_bytes(&self) -> bool {
        fits_four_bytes(self.of())
    }

    /// Calls `f` with the element type and the canonical bytes of each value, or `None` for NULL, until it returns a
    /// result.
    ///
    /// # Errors
    /// 0A000 if a filter cannot hold such values, and the errors of `f`.
    pub fn try_each<R>(
        &self,
        site: CallSite<'_, '_>,
        reader: &mut ValueReader,
        mut f: impl FnMut(Option<(ElementType, &[u8])>) -> Result<Option<R>>,
    ) -> Result<Option<R>> {
        if self.len() == 0 {
            return Ok(None);
        }
        let of = self.of();
        let value_type = match &mut reader.any {
            Some(known) if known.is_for(of) => known,
            other => other.insert(ValueType::new(of, site.call.collation(), site.memory)?),
        };
        for (number, element) in self.iter().enumerate() {
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
