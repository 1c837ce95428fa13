//! States of type `internal`. The executor only passes them on, so functions keep them in the aggregate's memory.

use super::{Call, NewDatum, ReturnValue};
use crate::error::{self, Result};
use crate::pg::{detoast, expanded, varlena};

impl Call<'_> {
    /// Returns the result of a transition function whose state is a varlena declared `internal`. A state that was
    /// changed in place is returned as it is. A new state is moved to the memory of the aggregate, and the old one is
    /// freed, as the executor does with states of other types.
    ///
    /// # Errors
    /// XX000 if the call is not made for an aggregate, which is impossible in SQL.
    pub fn in_aggregate_memory(&self, state: impl ReturnValue) -> Result<Option<NewDatum>> {
        let (old, Some(new)) = (self.datum(0), state.into_datum()) else { return Ok(None) };
        if old == Some(new) {
            // SAFETY: the function returns its state.
            return Ok(Some(unsafe { NewDatum::new(new) }));
        }
        let Some(memory) = self.state_memory() else {
            return Err(error::internal("an aggregate's function was called outside an aggregate"));
        };
        // SAFETY: the new varlena belongs to this call, and is in that memory already if it is expanded. This function
        // returned the old state, and nobody uses it after this call.
        unsafe {
            let moved = if expanded::writable(new).is_some() { new } else { varlena::move_to(new, memory) };
            if let Some(old) = old {
                detoast::free(old);
            }
            Ok(Some(NewDatum::new(moved)))
        }
    }
}
