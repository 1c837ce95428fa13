//! What a place in a query remembers from one call to the next.

use super::Call;
use crate::error::{self, Result};
use crate::pg::memory::Memory;
use crate::pg::typed::TypedDatum;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::cell::Cell;

/// A place in a query, during a call.
#[derive(Debug, Clone, Copy)]
pub struct CallSite<'p> {
    /// The call.
    pub call: Call<'p>,
    /// Where what is remembered lives.
    pub memory: Memory,
    typed: &'p Cell<Typed>,
}

/// The number of the argument whose type was asked for last, and that type; an invalid one at first.
#[derive(Debug, Clone, Copy, Default)]
struct Typed {
    number: usize,
    of: Oid,
}

/// What a place remembers.
#[derive(Default)]
struct Remembered<T> {
    typed: Cell<Typed>,
    own: T,
}

impl<'p> CallSite<'p> {
    /// The argument `number`, of a type that only the query tells.
    ///
    /// # Errors
    /// 0A000 if nobody parsed the call; XX000 if it is NULL, or there are not so many.
    #[inline(always)]
    pub fn typed_argument(self, number: usize) -> Result<TypedDatum<'p>> {
        let datum = self.call.datum(number).ok_or_else(super::null_argument)?;
        let known = self.typed.get();
        let typed = if known.number == number && known.of != Oid::INVALID {
            known
        } else {
            let typed = Typed { number, of: self.call.argument_type(number).ok_or_else(unknown_type)? };
            self.typed.set(typed);
            typed
        };
        // SAFETY: the type of this argument, which is the same in each call at a place.
        Ok(unsafe { TypedDatum::new(datum, typed.of) })
    }
}

impl<'fcx> Call<'fcx> {
    /// Calls `f` with what this place in the query remembers between calls, a `T` that is empty at first, and with the
    /// place. For speed only: an engine may give each call a new place, or none at all.
    ///
    /// A place always remembers the same type, as it calls one function.
    #[inline(always)]
    pub fn with_cache<T: Default, R>(&self, f: impl FnOnce(&mut T, CallSite<'_>) -> R) -> R {
        // The memory is given back as it is, with its context.
        const { assert!(!std::mem::needs_drop::<T>(), "nothing here is dropped") };
        let mut forgotten = None;
        // SAFETY: valid, and its flinfo is null or belongs to this call alone; `fn_extra` is ours, and its context
        // outlives it.
        let (remembered, memory) = unsafe {
            match self.info().flinfo.as_mut() {
                None => (forgotten.insert(Remembered::<T>::default()), Memory::of_this_call()),
                Some(flinfo) => {
                    if flinfo.fn_extra.is_null() {
                        remember::<T>(flinfo);
                    }
                    (&mut *flinfo.fn_extra.cast::<Remembered<T>>(), Memory::of(flinfo.fn_mcxt))
                }
            }
        };
        // At one place only, so that it is compiled into the caller.
        f(&mut remembered.own, CallSite { call: *self, memory, typed: &remembered.typed })
    }

    /// Whether this place in the query remembers nothing yet.
    pub fn is_first(&self) -> bool {
        // SAFETY: valid if it is not null.
        unsafe { self.info().flinfo.as_ref() }.is_none_or(|flinfo| flinfo.fn_extra.is_null())
    }
}

/// Makes the memory of a place, empty at first.
///
/// # Safety
/// The context of `flinfo` must be alive.
#[cold]
#[inline(never)]
unsafe fn remember<T: Default>(flinfo: &mut pg_sys::FmgrInfo) {
    // SAFETY: the caller promises the context.
    let remembered = unsafe { Memory::of(flinfo.fn_mcxt) }.zeroed::<Remembered<T>>();
    // SAFETY: room for it, aligned for anything.
    unsafe { remembered.write(Remembered::default()) };
    flinfo.fn_extra = remembered.cast();
}

#[cold]
fn unknown_type() -> error::Error {
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        "could not determine the type of the value",
        "The function was called without the expression that tells it.",
        "Call it from SQL.",
    )
}
