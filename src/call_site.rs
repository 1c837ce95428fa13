//! What one place in a query remembers between rows.
//!
//! For speed only: engines other than PostgreSQL's own executor may give each call a new `FmgrInfo`, or
//! none at all.

#![allow(unsafe_code)]

use crate::toast::Known;
use crate::value::TextRules;
use crate::value_type::ValueType;
use pgrx::{PgMemoryContexts, pg_sys};

/// The memory of a call site, kept in `fn_extra`.
#[derive(Debug, Default)]
pub struct CallSite {
    /// How values are read.
    pub readers: Readers,
    /// The filter that was probed last.
    pub filter: Known,
}

/// How the values of a call are read, once that is known.
#[derive(Debug, Default)]
pub struct Readers {
    /// Of type text.
    pub text: Option<TextRules>,
    /// Of type `anyelement`.
    pub any: Option<ValueType>,
}

impl CallSite {
    /// Calls `f` with the memory of the call site of `fcinfo` and the context that it lives in, or with a fresh
    /// one if there is none.
    #[inline(always)]
    pub fn with<R>(
        fcinfo: pg_sys::FunctionCallInfo,
        f: impl FnOnce(&mut Self, pg_sys::MemoryContext) -> R,
    ) -> R {
        // SAFETY: PostgreSQL passes a valid fcinfo, whose flinfo is null or belongs to this call alone;
        // `fn_extra` is ours, and its context outlives it.
        unsafe {
            let Some(flinfo) = (*fcinfo).flinfo.as_mut() else {
                return f(&mut Self::default(), pg_sys::CurrentMemoryContext);
            };
            if flinfo.fn_extra.is_null() {
                let mut context = PgMemoryContexts::For(flinfo.fn_mcxt);
                flinfo.fn_extra = context.leak_and_drop_on_delete(Self::default()).cast();
            }
            f(&mut *flinfo.fn_extra.cast::<Self>(), flinfo.fn_mcxt)
        }
    }
}
