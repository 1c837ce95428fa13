//! Arguments of calls, as Rust types.

use super::{Call, NewDatum, ReturnValue};
use crate::error::Result;
use crate::pg::array::Array;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::expanded::{self, Contents};
use crate::pg::memory::Memory;
use crate::pg::tree::Node;
use crate::pg::typed::TypedDatum;
use crate::pg::varlena;
use pgrx::pg_sys::{self, Datum, NodeTag, Oid};
use std::ffi::CStr;
use std::marker::PhantomData;

/// A Rust type of arguments, which stands for one SQL type.
pub trait Argument<'fcx>: Sized {
    /// Reads an argument from its datum.
    ///
    /// # Safety
    /// `datum` must be of that SQL type and outlive the result.
    unsafe fn from_datum(datum: Datum) -> Self;
}

/// An argument of any type that is not read, only passed on or returned.
#[derive(Debug, Clone, Copy)]
pub struct RawArg<'fcx> {
    pub(super) datum: Datum,
    lifetime: PhantomData<&'fcx ()>,
}

/// The unread bytes of the message that a receive function gets. Reading the argument marks them as read.
#[derive(Debug, Clone, Copy)]
pub struct Message<'fcx>(pub &'fcx [u8]);

/// An argument that has not been read yet, of the built-in type with the OID `TYPE`, as `sql/` declares it.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'fcx, const TYPE: u32>(pub TypedDatum<'fcx>);

/// An argument that the executor may keep as an expanded object.
#[derive(Debug)]
pub enum ExpandedArg<'fcx, T> {
    /// An expanded object whose contents are a `T`.
    Object(&'fcx T),
    /// A flat value.
    Flat(Varlena<'fcx>),
}

/// Declares how a datum is read as a Rust value.
macro_rules! read_argument {
    ($(#[$doc:meta] $({$($generic:tt)*})? $name:ty: $datum:ident => $make:expr),* $(,)?) => {$(
        #[$doc]
        impl<'fcx $(, $($generic)*)?> Argument<'fcx> for $name {
            #[inline(always)]
            #[allow(unused_unsafe)]
            unsafe fn from_datum($datum: Datum) -> Self {
                // SAFETY: the datum is of the SQL type that the Rust type stands for, and outlives the call.
                unsafe { $make }
            }
        }
    )*};
}

read_argument! {
    /// Any type.
    RawArg<'fcx>: datum => Self { datum, lifetime: PhantomData },
    /// The type with this OID.
    {const TYPE: u32} Declared<'fcx, TYPE>: datum => Self(TypedDatum::new(datum, Oid::from(TYPE))),
    /// Any type of variable length, which may be an expanded object.
    {T: Contents + 'fcx} ExpandedArg<'fcx, T>: datum => match expanded::contents(datum) {
        Some(object) => Self::Object(object),
        None => Self::Flat(Varlena::new(datum)),
    },
    /// `internal`, as PostgreSQL passes it to a receive function.
    Message<'fcx>: datum => Self(varlena::received(datum)),
    /// `internal`, as a pointer.
    {T} *mut T: datum => datum.cast_mut_ptr(),
    /// Any type of variable length, not read yet.
    VarlenaRef<'fcx>: datum => VarlenaRef::new(datum),
    /// `boolean`.
    bool: datum => datum.value() != 0,
    /// `smallint`.
    i16: datum => datum.value() as i16,
    /// `integer`.
    i32: datum => datum.value() as i32,
    /// `bigint`.
    i64: datum => datum.value() as i64,
    /// `"char"`.
    i8: datum => datum.value() as i8,
    /// `double precision`.
    f64: datum => f64::from_bits(datum.value() as u64),
    /// `oid`, `regclass` and similar types.
    Oid: datum => Oid::from(datum.value() as u32),
    /// Any type of variable length, as bytes.
    Varlena<'fcx>: datum => Varlena::new(datum),
    /// Any array.
    Array<'fcx>: datum => Array::new(datum),
    /// `cstring` and `name`.
    &'fcx CStr: datum => CStr::from_ptr(datum.cast_mut_ptr()),
    /// A type of `N` bytes that is passed by reference.
    {const N: usize} &'fcx [u8; N]: datum => &*datum.cast_mut_ptr(),
}

/// Declares the SQL type of a Rust type that is made from an argument of another Rust type.
macro_rules! argument {
    ($(#[$doc:meta] $({$generic:ident: $bound:path})? $name:ty: $from:ty => $make:expr),* $(,)?) => {$(
        #[$doc]
        impl<'fcx $(, $generic: $bound)?> $crate::call::Argument<'fcx> for $name {
            #[inline(always)]
            #[allow(unsafe_code)]
            unsafe fn from_datum(datum: ::pgrx::pg_sys::Datum) -> Self {
                // SAFETY: both Rust types stand for the same SQL type.
                let from = unsafe { <$from as $crate::call::Argument<'fcx>>::from_datum(datum) };
                ($make)(from)
            }
        }
    )*};
}
pub(crate) use argument;

/// The state of an aggregate in the executor, which a call may change in place.
#[derive(Debug)]
pub struct WritableArg<'fcx> {
    /// The datum that the call returns.
    datum: Datum,
    /// The plain varlena that holds the state.
    value: Datum,
    lifetime: PhantomData<&'fcx mut ()>,
}

impl<'fcx> Call<'fcx> {
    /// Returns the state in argument 0 of a transition or combine function, if the executor says that the state belongs
    /// to the aggregate, and it is a plain varlena or an expanded object that the aggregate keeps.
    #[inline(always)]
    pub fn writable_state(&self) -> Option<WritableArg<'fcx>> {
        let datum = self.datum(0)?;
        if !self.is_aggregate() {
            return None;
        }
        // SAFETY: the functions that call this are declared with a state. Only the aggregate's own functions read and
        // write it, one after the other.
        let value = unsafe { if varlena::is_plain(datum) { datum } else { expanded::writable(datum)? } };
        Some(WritableArg { datum, value, lifetime: PhantomData })
    }

    /// Returns the state in argument 0 of a final function, if the executor says that the state belongs to an
    /// aggregate that no other one shares it with and that is no window function. So no more rows come, but
    /// the executor may call the final function again. Only what the state means to the aggregate's functions
    /// must stay.
    pub fn final_state(&self) -> Option<WritableArg<'fcx>> {
        let datum = self.datum(0)?;
        // SAFETY: the functions that call this are declared with a state. No function reads the state until
        // this call ends. A state that is an expanded object is passed as read-only, because others might
        // share it.
        let value = unsafe {
            let is_of_agg = self.context().is_some_and(|context| context.tag() == NodeTag::T_AggState);
            if !is_of_agg || pg_sys::AggStateIsShared(self.fcinfo.as_ptr()) {
                return None;
            }
            if varlena::is_plain(datum) { datum } else { expanded::plain(datum)? }
        };
        Some(WritableArg { datum, value, lifetime: PhantomData })
    }

    /// Returns the contents of such a state that is an expanded object of a `T`, and the argument for the call to
    /// return.
    pub fn writable_object<T: Contents + 'fcx>(&self) -> Option<(&'fcx mut T, RawArg<'fcx>)> {
        let state = self.argument::<RawArg<'_>>(0)?;
        if !self.is_aggregate() {
            return None;
        }
        // SAFETY: the reasons of `writable_state` hold here too.
        unsafe { expanded::contents_mut(state.datum) }.map(|contents| (contents, state))
    }

    /// Returns the memory context in which the executor keeps the state of a running aggregate.
    pub fn state_memory(&self) -> Option<Memory> {
        let mut context = std::ptr::null_mut();
        // SAFETY: the call is valid; the context that is found is alive as long as the aggregate runs.
        unsafe {
            let found = pg_sys::AggCheckCallContext(self.fcinfo.as_ptr(), &raw mut context);
            (found != 0 && !context.is_null()).then(|| Memory::of(context))
        }
    }

    #[inline(always)]
    pub fn is_aggregate(&self) -> bool {
        let tag = self.context().map(Node::tag);
        matches!(tag, Some(NodeTag::T_AggState | NodeTag::T_WindowAggState))
    }

    /// Returns whether the aggregate is used as a window function: its state is then finished after every row.
    pub fn is_window(&self) -> bool {
        self.context().is_some_and(|context| context.tag() == NodeTag::T_WindowAggState)
    }
}

impl WritableArg<'_> {
    /// Returns the bytes of the state, to be changed.
    #[inline(always)]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the varlena is plain, and only this call uses it.
        unsafe { varlena::plain_mut(self.value) }
    }

    /// Returns the bytes from `offset` on as a value of the type that the function is declared to return. It
    /// is read-only, is read in place, and overwrites the four bytes before it.
    ///
    /// # Errors
    /// XX000 if there are no four bytes before it, or they are not aligned.
    pub fn into_rest(self, offset: usize) -> Result<NewDatum> {
        // SAFETY: the varlena is plain, and outlives the result: the executor keeps the state until it no
        // longer uses what the final function returned, as both are reset together.
        unsafe { Ok(NewDatum::new(expanded::read_only(varlena::rest(self.value, offset)?)?)) }
    }
}

impl ReturnValue for RawArg<'_> {
    fn into_datum(self) -> Option<Datum> {
        Some(self.datum)
    }
}

impl ReturnValue for WritableArg<'_> {
    #[inline(always)]
    fn into_datum(self) -> Option<Datum> {
        Some(self.datum)
    }
}
