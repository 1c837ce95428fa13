//! Return values of calls.

use crate::pg::tree::Expr;
use crate::pg::varlena::{NewCString, NewFixed, NewVarlena};
use pgrx::pg_sys::{Datum, Oid};

/// A Rust type that a call can return.
pub trait ReturnValue {
    /// Converts the value to a datum; `None` for NULL.
    fn into_datum(self) -> Option<Datum>;
}

/// A datum to return, made by this call, of the type that the function is declared to return.
#[derive(Debug)]
pub struct NewDatum(Datum);

impl NewDatum {
    /// Declares that a datum is what the call returns.
    ///
    /// # Safety
    /// The datum must be of the type that the function is declared to return, and outlive the call.
    pub(super) unsafe fn new(datum: Datum) -> Self {
        Self(datum)
    }
}

/// Declares how a Rust value is converted to a datum.
macro_rules! return_value {
    ($($name:ty: $value:ident => $datum:expr),* $(,)?) => {$(
        impl $crate::call::ReturnValue for $name {
            #[inline(always)]
            fn into_datum(self) -> Option<::pgrx::pg_sys::Datum> {
                let $value = self;
                Some($datum)
            }
        }
    )*};
}
return_value! {
    bool: value => Datum::from(value),
    i32: value => Datum::from(value),
    i64: value => Datum::from(value),
    f64: value => Datum::from(value.to_bits()),
    Oid: value => Datum::from(value),
    NewCString: value => value.into_datum(),
    NewFixed: value => value.into_datum(),
    NewVarlena: value => value.into_datum(),
    NewDatum: value => value.0,
}

/// A pointer to return as `internal`. A null pointer is not NULL.
impl<T> ReturnValue for *mut T {
    fn into_datum(self) -> Option<Datum> {
        Some(Datum::from(self))
    }
}

/// What a support function returns: a node, or a null pointer, which is not NULL, if it has no answer.
#[derive(Debug)]
pub struct Answer<'t>(pub Option<Expr<'t>>);

impl ReturnValue for Answer<'_> {
    fn into_datum(self) -> Option<Datum> {
        self.0.map_or(std::ptr::null_mut(), Expr::as_ptr).into_datum()
    }
}

/// The result of a function that returns `void`.
impl ReturnValue for () {
    fn into_datum(self) -> Option<Datum> {
        Some(Datum::null())
    }
}

impl<T: ReturnValue> ReturnValue for Option<T> {
    fn into_datum(self) -> Option<Datum> {
        self.and_then(T::into_datum)
    }
}
