//! Arguments of calls.

use super::{Call, NewDatum, ReturnValue};
use crate::pg::array::Array;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::expanded::{self, Contents};
use crate::pg::memory::Memory;
use crate::pg::typed::TypedDatum;
use crate::pg::varlena;
use pgrx::is_a;
use pgrx::pg_sys::{self, Datum, NodeTag, Oid};
use std::ffi::CStr;
use std::marker::PhantomData;

/// Rust types of arguments. Each stands for one SQL type.
pub trait Argument<'fcx>: Sized {
    /// Reads a datum.
    ///
    /// # Safety
    /// It must be of that SQL type, and outlive the result.
    unsafe fn from_datum(datum: Datum) -> Self;
}

/// An argument of any type, not looked at yet.
#[derive(Debug, Clone, Copy)]
pub struct RawArg(pub Datum);

/// An argument of the built-in type with this OID, as `sql/` declares it, not looked at yet.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'fcx, const TYPE: u32>(pub TypedDatum<'fcx>);

impl<'fcx, const TYPE: u32> Argument<'fcx> for Declared<'fcx, TYPE> {
    #[inline(always)]
    unsafe fn from_datum(datum: Datum) -> Self {
        // SAFETY: the caller promises the type.
        Self(unsafe { TypedDatum::new(datum, Oid::from(TYPE)) })
    }
}

/// A value that the executor may keep as an expanded object.
#[derive(Debug)]
pub enum ExpandedArg<'fcx, T> {
    /// It does, as an object that has such contents.
    Object(&'fcx T),
    /// It is flat.
    Flat(Varlena<'fcx>),
}

impl<'fcx, T: Contents + 'fcx> Argument<'fcx> for ExpandedArg<'fcx, T> {
    unsafe fn from_datum(datum: Datum) -> Self {
        // SAFETY: the caller promises a varlena.
        unsafe {
            match expanded::contents(datum) {
                Some(object) => Self::Object(object),
                None => Self::Flat(Varlena::new(datum)),
            }
        }
    }
}

impl RawArg {
    /// Returns the bytes of the message that a receive function reads.
    pub fn message<'fcx>(self) -> &'fcx [u8] {
        // SAFETY: only receive functions call this, whose argument is declared internal.
        unsafe { varlena::received(self.0) }
    }

    /// Returns the pointer that PostgreSQL passes as an argument of type `internal`.
    pub fn pointer<T>(self) -> *mut T {
        self.0.cast_mut_ptr()
    }
}

/// Declares what a datum is as a Rust value.
macro_rules! read_argument {
    ($(#[$doc:meta] $name:ty: $datum:ident => $make:expr),* $(,)?) => {$(
        #[$doc]
        impl<'fcx> Argument<'fcx> for $name {
            #[inline(always)]
            #[allow(unused_unsafe)]
            unsafe fn from_datum($datum: Datum) -> Self {
                // SAFETY: the caller promises the type.
                unsafe { $make }
            }
        }
    )*};
}

read_argument! {
    /// Any type.
    RawArg: datum => Self(datum),
    /// Any type of variable length, not read yet.
    VarlenaRef<'fcx>: datum => VarlenaRef::new(datum),
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
    /// `oid`, `regclass` and their kin.
    Oid: datum => Oid::from(datum.value() as u32),
    /// Any type of variable length, as bytes.
    Varlena<'fcx>: datum => Varlena::new(datum),
    /// Any array.
    Array<'fcx>: datum => Array::new(datum),
    /// `cstring` and `name`.
    &'fcx CStr: datum => CStr::from_ptr(datum.cast_mut_ptr()),
}

/// A type of so many bytes that is not passed by value.
impl<'fcx, const N: usize> Argument<'fcx> for &'fcx [u8; N] {
    #[inline(always)]
    unsafe fn from_datum(datum: Datum) -> Self {
        // SAFETY: the caller promises the type.
        unsafe { &*datum.cast_mut_ptr() }
    }
}

/// Declares which SQL type stands behind a Rust type that is made of an argument of another one.
macro_rules! argument {
    ($(#[$doc:meta] $({$generic:ident: $bound:path})? $name:ty: $from:ty => $make:expr),* $(,)?) => {$(
        #[$doc]
        impl<'fcx $(, $generic: $bound)?> $crate::call::Argument<'fcx> for $name {
            #[inline(always)]
            #[allow(unsafe_code)]
            unsafe fn from_datum(datum: ::pgrx::pg_sys::Datum) -> Self {
                // SAFETY: the caller promises the type, and so that of what this is made of.
                let from = unsafe { <$from as $crate::call::Argument<'fcx>>::from_datum(datum) };
                ($make)(from)
            }
        }
    )*};
}
pub(crate) use argument;

/// The executor's state of an aggregate, which a call may change in place.
#[derive(Debug)]
pub struct WritableArg<'fcx> {
    /// The datum to return.
    datum: Datum,
    /// The plain varlena.
    value: Datum,
    lifetime: PhantomData<&'fcx mut ()>,
}

impl<'fcx> Call<'fcx> {
    /// Returns the state that is argument 0 of a transition or combine function, if the executor says that it is the
    /// aggregate's own and it is stored plainly, or is one that the aggregate was given to keep.
    #[inline(always)]
    pub fn writable_state(&self) -> Option<WritableArg<'fcx>> {
        let datum = self.argument::<RawArg>(0)?.0;
        if !self.is_aggregate() {
            return None;
        }
        // SAFETY: the functions that call this are declared with a state. It is read and written by the aggregate's
        // own functions alone, one after the other.
        let value = unsafe { if varlena::is_plain(datum) { datum } else { expanded::writable(datum)? } };
        Some(WritableArg { datum, value, lifetime: PhantomData })
    }

    /// Returns the same of a state that is kept as an object with such contents: the contents, and the datum to return.
    pub fn writable_object<T: Contents + 'fcx>(&self) -> Option<(&'fcx mut T, NewDatum)> {
        let datum = self.argument::<RawArg>(0)?.0;
        if !self.is_aggregate() {
            return None;
        }
        // SAFETY: as above.
        unsafe { expanded::contents_mut(datum) }.map(|contents| (contents, NewDatum(datum)))
    }

    /// Returns the memory in which the executor keeps the state of an aggregate at work.
    pub fn state_memory(&self) -> Option<Memory> {
        let mut context = std::ptr::null_mut();
        // SAFETY: a valid call; what is found is alive as long as the aggregate is at work.
        unsafe {
            let found = pg_sys::AggCheckCallContext(self.fcinfo.as_ptr(), &raw mut context);
            (found != 0 && !context.is_null()).then(|| Memory::of(context))
        }
    }

    /// Returns whether the executor calls a function of an aggregate.
    #[inline(always)]
    pub fn is_aggregate(&self) -> bool {
        // SAFETY: a context is null or a node.
        let tag = unsafe { self.info().context.as_ref() }.map(|node| node.type_);
        matches!(tag, Some(NodeTag::T_AggState | NodeTag::T_WindowAggState))
    }

    /// Returns whether the call is of a window function: then a state is finished after every row.
    pub fn is_window(&self) -> bool {
        // SAFETY: a context is null or a node.
        unsafe { is_a(self.info().context, NodeTag::T_WindowAggState) }
    }
}

impl WritableArg<'_> {
    /// Returns the bytes.
    #[inline(always)]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: found plain, and ours during the call.
        unsafe { varlena::plain_mut(self.value) }
    }
}

impl ReturnValue for WritableArg<'_> {
    #[inline(always)]
    fn into_datum(self) -> Option<Datum> {
        Some(self.datum)
    }
}
