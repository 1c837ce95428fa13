//! One call of a function: the only entry from PostgreSQL's C code into this crate.

#![allow(unsafe_code)]

mod arguments;
mod call_site;
mod changed;
pub mod expression;
mod internal_state;
mod plan;
mod return_value;
mod scan_progress;
mod tuplestore;

pub(crate) use arguments::argument;
pub use arguments::{Argument, Declared, ExpandedArg, Message, RawArg, WritableArg};
pub use call_site::{CallSite, SiteArgument};
pub use changed::Changed;
pub use return_value::{Answer, NewDatum, ReturnValue};
pub use tuplestore::NewSet;

use crate::error::{self, Result};
use crate::pg::boundary::guard;
use crate::pg::report::Report;
use crate::pg::row;
use crate::pg::tree::{Expr, root};
use crate::report;
use pgrx::pg_sys::{self, Datum, Oid};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A call of an SQL function. Its arguments are of the types that `sql/` declares for the function, because
/// SQL checks them.
#[derive(Debug, Clone, Copy)]
pub struct Call<'fcx> {
    fcinfo: NonNull<pg_sys::FunctionCallInfoBaseData>,
    lifetime: PhantomData<&'fcx ()>,
}

/// Calls a function for PostgreSQL; errors and panics become an ERROR.
///
/// # Safety
/// `fcinfo` must be the data of a call of an SQL function that is declared with the arguments that `function`
/// reads.
#[inline(always)]
pub unsafe fn enter<'fcx, R: ReturnValue>(
    fcinfo: pg_sys::FunctionCallInfo,
    function: impl FnOnce(Call<'fcx>) -> Result<R>,
) -> Datum {
    // SAFETY: nothing on the stack needs to be dropped.
    let answer = unsafe {
        guard(|| {
            let Some(fcinfo) = NonNull::new(fcinfo) else {
                return Err(error::internal("a function was called without its call data"));
            };
            let call = Call { fcinfo, lifetime: PhantomData };
            Ok(function(call)?.into_datum())
        })
    };
    match answer {
        Ok(Some(datum)) => datum,
        Ok(None) => {
            // SAFETY: `function` was called, so it is not null, and the data of this call.
            unsafe { (*fcinfo).isnull = true };
            Datum::null()
        }
        // SAFETY: nothing is left on the stack that needs to be dropped.
        Err(error) => unsafe { raise(error, fcinfo) },
    }
}

/// Runs a function that the server calls with arguments of its own, not as an SQL function; errors and panics
/// become an ERROR.
///
/// # Safety
/// As for [`guard`].
#[inline(always)]
pub unsafe fn callback<R>(function: impl FnOnce() -> Result<R>) -> R {
    // SAFETY: the caller guarantees it.
    unsafe { guard(function).unwrap_or_else(|error| raise(error, std::ptr::null_mut())) }
}

/// Raises the ERROR of a call.
///
/// # Safety
/// As for [`Report::raise`]; `fcinfo` must be null or the data of the call.
#[cold]
#[inline(never)]
unsafe fn raise(error: error::Error, fcinfo: pg_sys::FunctionCallInfo) -> ! {
    let report = || {
        let call = NonNull::new(fcinfo).map(|fcinfo| Call { fcinfo, lifetime: PhantomData });
        let texts = report::texts(*error.kind, || call.and_then(|call| call.value_type()));
        Report::new(&texts, error.at.file(), error.at.line())
    };
    // SAFETY: nothing is left on the stack to be dropped: the error is dropped before `raise`.
    unsafe { guard(report).raise() }
}

/// Exports functions to PostgreSQL as `symbol => function`. Each function takes the [`Call`] and returns a
/// [`Result`] of a [`ReturnValue`].
macro_rules! sql_functions {
    ($($symbol:expr => $function:expr),* $(,)?) => {$(
        #[allow(unsafe_code)]
        const _: () = {
            #[unsafe(export_name = concat!("pg_finfo_", $symbol))]
            extern "C-unwind" fn version() -> &'static ::pgrx::pg_sys::Pg_finfo_record {
                &::pgrx::pg_sys::Pg_finfo_record { api_version: 1 }
            }

            #[unsafe(export_name = $symbol)]
            unsafe extern "C-unwind" fn function(
                fcinfo: ::pgrx::pg_sys::FunctionCallInfo,
            ) -> ::pgrx::pg_sys::Datum {
                // SAFETY: `sql/` declares the function of this symbol with the types that it reads.
                unsafe { $crate::call::enter(fcinfo, $function) }
            }
        };
    )*};
}
pub(crate) use sql_functions;

impl<'fcx> Call<'fcx> {
    fn info(&self) -> &pg_sys::FunctionCallInfoBaseData {
        // SAFETY: the caller of `enter` guaranteed a valid call.
        unsafe { self.fcinfo.as_ref() }
    }

    /// Returns the number of arguments that the function is declared with.
    #[inline(always)]
    pub fn argument_count(&self) -> usize {
        self.info().nargs as usize
    }

    /// Returns the datum of argument `number`; `None` if it is NULL or does not exist.
    #[inline(always)]
    fn datum(&self, number: usize) -> Option<Datum> {
        let info = self.info();
        // SAFETY: `nargs` arguments follow.
        let argument = unsafe { info.args.as_slice(info.nargs as usize) }.get(number)?;
        (!argument.isnull).then_some(argument.value)
    }

    /// Reads argument `number`, counted from 0; `None` if it is NULL or does not exist.
    #[inline(always)]
    pub fn argument<T: Argument<'fcx>>(&self, number: usize) -> Option<T> {
        // SAFETY: the caller of `enter` guaranteed arguments of the types that are read.
        self.datum(number).map(|datum| unsafe { T::from_datum(datum) })
    }

    /// Reads an argument that cannot be NULL, because the function is strict.
    ///
    /// # Errors
    /// XX000 for NULL, if an engine calls a strict function with it.
    #[inline(always)]
    pub fn required<T: Argument<'fcx>>(&self, number: usize) -> Result<T> {
        self.argument(number).ok_or_else(null_argument)
    }

    /// Reads an `internal` argument that is a node: of a support function or an estimator, which only the
    /// planner and PL/pgSQL call. The tag of the node tells its kind.
    ///
    /// # Errors
    /// XX000 if there is none.
    pub fn node(&self, number: usize) -> Result<Expr<'fcx>> {
        let datum = self.datum(number).ok_or_else(null_argument)?;
        // SAFETY: `sql/` declares the argument as `internal`, which no SQL can make: whoever calls passes a
        // tree of its own, and waits.
        unsafe { root(datum.cast_mut_ptr()) }.ok_or_else(null_argument)
    }

    #[inline(always)]
    pub fn collation(&self) -> Oid {
        self.info().fncollation
    }

    /// Returns what the server knows of the function that is called; an engine may know nothing.
    fn flinfo(&self) -> Option<&pg_sys::FmgrInfo> {
        // SAFETY: flinfo is null, or outlives the call.
        unsafe { self.info().flinfo.as_ref() }
    }

    /// Returns the OID of the function that is called; an invalid OID if it is unknown.
    pub fn function(&self) -> Oid {
        self.flinfo().map_or(Oid::INVALID, |flinfo| flinfo.fn_oid)
    }

    /// Returns the node for which the function is called: that of the executor for an aggregate, or a
    /// trigger's data.
    #[inline(always)]
    fn context(&self) -> Option<Expr<'fcx>> {
        // SAFETY: the context is null or a node, which waits for the call.
        unsafe { root(self.info().context) }
    }

    /// Makes a row of the function's OUT parameters.
    ///
    /// # Errors
    /// XX000 if the function is not declared with so many OUT parameters.
    pub fn row(&self, columns: &[Option<Datum>]) -> Result<NewDatum> {
        // SAFETY: the functions pass columns of the types that `sql/` declares.
        Ok(unsafe { NewDatum::new(row::row(self.fcinfo.as_ptr(), columns)?) })
    }
}

#[cold]
fn null_argument() -> error::Error {
    error::internal("a strict function was called with NULL")
}
