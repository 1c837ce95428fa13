//! Call sites, and the caches that they keep from one call to the next.

use super::{Argument, Call};
use crate::error::{self, Result};
use crate::pg::memory::Memory;
use crate::pg::typed::TypedDatum;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::cell::Cell;

/// A call site during a call: one function expression in one plan.
#[derive(Debug, Clone, Copy)]
pub struct CallSite<'s, 'fcx> {
    pub call: Call<'fcx>,
    /// The memory in which the cache of the call site lives.
    pub memory: Memory,
    argument_type: &'s Cell<ArgumentType>,
}

/// The number and the type of the argument that was read last; the type is invalid at first.
#[derive(Debug, Clone, Copy, Default)]
struct ArgumentType {
    number: usize,
    of: Oid,
}

/// The cache of a call site, with a part `own` for the function that is called.
#[derive(Default)]
struct SiteCache<T> {
    argument_type: Cell<ArgumentType>,
    own: T,
}

/// A type of arguments at a call site: all types of [`Argument`], and values whose type is known only from the query.
pub trait SiteArgument<'fcx>: Sized {
    /// Reads argument `number`; `None` if it is NULL or does not exist.
    ///
    /// # Errors
    /// 0A000 if the type is known only from the query, and the call has no parsed expression.
    fn read(site: CallSite<'_, 'fcx>, number: usize) -> Result<Option<Self>>;
}

impl<'fcx, T: Argument<'fcx>> SiteArgument<'fcx> for T {
    #[inline(always)]
    fn read(site: CallSite<'_, 'fcx>, number: usize) -> Result<Option<Self>> {
        Ok(site.call.argument(number))
    }
}

impl<'fcx> SiteArgument<'fcx> for TypedDatum<'fcx> {
    #[inline(always)]
    fn read(site: CallSite<'_, 'fcx>, number: usize) -> Result<Option<Self>> {
        let Some(datum) = site.call.datum(number) else { return Ok(None) };
        let mut known = site.argument_type.get();
        if known.number != number || known.of == Oid::INVALID {
            known = ArgumentType { number, of: site.call.argument_type(number).ok_or_else(unknown_type)? };
            site.argument_type.set(known);
        }
        // SAFETY: this is the type of the argument, which is the same in every call at a call site.
        Ok(Some(unsafe { TypedDatum::new(datum, known.of) }))
    }
}

impl<'fcx> Call<'fcx> {
    /// Calls `f` with the cache of this call site, a `T` that is empty at first, and with the call site. The cache is
    /// for speed only: an engine may give each call a new call site, or none at all.
    ///
    /// A call site always has the same type of cache, as it calls one function.
    #[inline(always)]
    pub fn with_cache<T: Default, R>(&self, f: impl FnOnce(&mut T, CallSite<'_, 'fcx>) -> R) -> R {
        // The cache is freed with its memory context, without being dropped.
        const { assert!(!std::mem::needs_drop::<T>(), "nothing here is dropped") };
        let mut temporary = None;
        // SAFETY: the call is valid, and its flinfo is null or belongs to this call alone; `fn_extra` belongs to us,
        // and its context outlives it.
        let (cache, memory) = unsafe {
            match self.info().flinfo.as_mut() {
                None => (temporary.insert(SiteCache::<T>::default()), Memory::of_this_call()),
                Some(flinfo) => {
                    if flinfo.fn_extra.is_null() {
                        new_cache::<T>(flinfo, Memory::of(flinfo.fn_mcxt));
                    }
                    (&mut *flinfo.fn_extra.cast::<SiteCache<T>>(), Memory::of(flinfo.fn_mcxt))
                }
            }
        };
        // There is only one call of `f` in the code, so that it is inlined.
        f(&mut cache.own, CallSite { call: *self, memory, argument_type: &cache.argument_type })
    }

    /// Returns whether this call site has no cache yet.
    pub fn is_first(&self) -> bool {
        self.flinfo().is_none_or(|flinfo| flinfo.fn_extra.is_null())
    }
}

/// Makes the cache of a call site, empty at first.
#[cold]
#[inline(never)]
fn new_cache<T: Default>(flinfo: &mut pg_sys::FmgrInfo, memory: Memory) {
    flinfo.fn_extra = memory.put(SiteCache::<T>::default()).as_ptr().cast();
}

#[cold]
fn unknown_type() -> error::Error {
    error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        "could not determine the type of the value",
        "The function was called without a parsed expression, which gives the type.",
        "Call it from SQL.",
    )
}
