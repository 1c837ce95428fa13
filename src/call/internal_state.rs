//! States of type `internal`, which the executor only hands on: whoever makes one keeps it in the aggregate's memory.

use super::{Call, NewDatum, ReturnValue};
use crate::error::{self, Result};
use crate::pg::{detoast, expanded, varlena};

impl Call<'_> {
    /// What a transition function returns whose state is a varlena that is declared `internal`: the state as it is, if
    /// it was changed in place, else the new one, in the memory of the aggregate and in place of the one before. That
    /// is what the executor does with states of other types.
    ///
    /// # Errors
    /// XX000 if no aggregate calls, which SQL has no way to do.
    pub fn kept(&self, state: impl ReturnValue) -> Result<Option<NewDatum>> {
        let (old, Some(new)) = (self.datum(0), state.into_datum()) else { return Ok(None) };
        if old == Some(new) {
            return Ok(Some(NewDatum(new)));
        }
        let Some(memory) = self.state_memory() else {
            return Err(error::internal("no aggregate calls a function of its own"));
        };
        // SAFETY: a new varlena of this call, of which an expanded one is in that memory already; and the old state,
        // which was returned here and ends with it.
        unsafe {
            let kept = if expanded::writable(new).is_some() { new } else { varlena::moved(new, memory) };
            if let Some(old) = old {
                detoast::free(old);
            }
            Ok(Some(NewDatum(kept)))
        }
    }
}
