//! The SQL types `bloom` and `counting_bloom`.

use super::base64;
use crate::call::{Call, Changed, Message, ReturnValue, argument, sql_functions};
use crate::error::{Error, Kind, Result, as_input_error};
use crate::pg::detoast::Varlena;
use crate::pg::varlena::{NewCString, NewVarlena};
use crate::report;
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::filter::{Filter, Header, counting};
use pgrx::pg_sys::Datum;
use std::ffi::CStr;
use std::marker::PhantomData;

/// A kind of cell with an SQL type of filters.
pub trait SqlFilter: Cells {
    /// The name of the SQL type.
    const NAME: &str;
    /// HINT for whoever gave a value in place of the filter, as in `bloom_contains('42', f)`.
    const MISPLACED: &str;
}

impl SqlFilter for Bits {
    const NAME: &str = "bloom";
    const MISPLACED: &str = "Put the filter before the value, as in bloom_contains(filter, value). Cast a counting \
                             filter that is a literal or a parameter to counting_bloom.";
}

impl SqlFilter for Counters {
    const NAME: &str = "counting_bloom";
    const MISPLACED: &str = "Put the filter before the value, as in bloom_contains(filter, value). To remove a value, \
                             use bloom_remove(filter, value).";
}

/// An argument that is a filter of cells of type `C`.
#[derive(Debug)]
pub struct FilterArg<'a, C>(Varlena<'a>, PhantomData<C>);

/// An argument of type `bloom`.
pub type Bloom<'a> = FilterArg<'a, Bits>;

/// An argument of type `counting_bloom`.
pub type CountingBloom<'a> = FilterArg<'a, Counters>;

argument! {
    /// `bloom` or `counting_bloom`: the header of a filter says which cells it has.
    {C: SqlFilter} FilterArg<'fcx, C>: Varlena<'fcx> => |bytes| FilterArg(bytes, PhantomData),
}

impl<C: SqlFilter> FilterArg<'_, C> {
    /// Returns the bytes of the filter, unchecked.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// Reads the filter.
    ///
    /// # Errors
    /// XX001 if a stored value is damaged.
    pub fn filter(&self) -> Result<Filter<'_, C>> {
        Ok(Filter::new(self.0.bytes())?)
    }

    /// Makes the filter a new value, which the call can change and return.
    ///
    /// # Errors
    /// As [`FilterArg::filter`].
    pub fn into_new(self) -> Result<NewFilter<C>> {
        self.filter()?;
        Ok(NewFilter(self.0.into_new()?, PhantomData))
    }
}

/// The filter in argument 0, which a call changes and returns.
#[derive(Debug)]
pub struct ChangedFilter<'fcx, C> {
    /// The header before the change.
    pub header: Header,
    value: Changed<'fcx>,
    cells: PhantomData<C>,
}

impl<'fcx, C: SqlFilter> ChangedFilter<'fcx, C> {
    /// Reads the filter that a call changes.
    ///
    /// # Errors
    /// XX001 if a stored value is damaged.
    pub fn of(call: Call<'fcx>) -> Result<Self> {
        let (value, header) = call.changed(0, |bytes| Ok(*Filter::<C>::new(bytes)?.header()))?;
        Ok(Self { header, value, cells: PhantomData })
    }

    /// Returns the bytes of the filter, to be changed. A change that fails must leave them as they were. The other
    /// arguments must have been read before, as they may be a part of the filter.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.value.bytes_mut()
    }
}

impl<C: SqlFilter> ReturnValue for ChangedFilter<'_, C> {
    fn into_datum(self) -> Option<Datum> {
        self.value.into_datum()
    }
}

/// A new filter of cells of type `C`.
#[derive(Debug)]
pub struct NewFilter<C>(NewVarlena, PhantomData<C>);

/// A new value of type `bloom`.
pub type NewBloom = NewFilter<Bits>;

/// A new value of type `counting_bloom`.
pub type NewCountingBloom = NewFilter<Counters>;

impl<C: SqlFilter> ReturnValue for NewFilter<C> {
    fn into_datum(self) -> Option<Datum> {
        Some(self.0.into_datum())
    }
}

impl<C: SqlFilter> NewFilter<C> {
    /// Allocates a filter of `len` zero bytes, which the caller writes.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn zeroed(len: usize) -> Result<Self> {
        Ok(Self(NewVarlena::zeroed(len)?, PhantomData))
    }

    /// Makes a filter of `len` bytes, which `write` gets as zeros.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size, and the errors of `write`.
    pub fn written(len: usize, write: impl FnOnce(&mut [u8]) -> bloom_core::Result<()>) -> Result<Self> {
        let mut new = Self::zeroed(len)?;
        write(new.bytes_mut())?;
        Ok(new)
    }

    /// Allocates a filter with a copy of these bytes, which must be a filter's.
    ///
    /// # Errors
    /// 54000 if PostgreSQL cannot store a value of that size.
    pub fn copy_of(filter: &[u8]) -> Result<Self> {
        Ok(Self(NewVarlena::copy_of(filter)?, PhantomData))
    }

    /// Returns the bytes of the filter, to be changed.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    /// Reads the filter.
    ///
    /// # Errors
    /// XX001 if it was not written.
    pub fn filter(&self) -> Result<Filter<'_, C>> {
        Ok(Filter::new(self.0.bytes())?)
    }

    fn validated(mut value: NewVarlena) -> Result<Self> {
        as_input_error(Filter::<C>::validate(value.bytes_mut()))?;
        Ok(Self(value, PhantomData))
    }
}

fn input<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    let decoded = base64::decode(C::NAME, call.required::<&CStr>(0)?);
    decoded.and_then(NewFilter::validated).map_err(misplaced::<C>)
}

fn misplaced<C: SqlFilter>(error: Error) -> Error {
    let mut texts = report::texts(*error.kind, || None);
    if texts.hint.is_empty() {
        texts.hint = C::MISPLACED.into();
    }
    Error { kind: Box::new(Kind::Glue(texts)), at: error.at }
}

fn receive<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    NewFilter::validated(NewVarlena::copy_of(call.required::<Message<'_>>(0)?.0)?).map_err(misplaced::<C>)
}

fn from_bytea<C: SqlFilter>(call: Call<'_>) -> Result<NewFilter<C>> {
    NewFilter::validated(call.required::<Varlena<'_>>(0)?.into_new()?)
}

/// Returns the text form of a varlena.
fn output(call: Call<'_>) -> Result<NewCString> {
    base64::encode(call.required::<Varlena<'_>>(0)?.bytes())
}

/// Returns the binary form of a varlena.
fn send(call: Call<'_>) -> Result<NewVarlena> {
    call.required::<Varlena<'_>>(0)?.into_new()
}

/// Casts `counting_bloom` to `bloom`: returns a filter without counters of the same values.
fn bloom_from_counting(call: Call<'_>) -> Result<NewBloom> {
    let argument = call.required::<CountingBloom<'_>>(0)?;
    let filter = argument.filter()?;
    let mut new = NewBloom::zeroed(counting::plain_header(*filter.header()).filter_len())?;
    counting::to_plain(&filter, new.bytes_mut())?;
    Ok(new)
}

sql_functions! {
    "bloom_in" => input::<Bits>,
    "bloom_out" => output,
    "bloom_recv" => receive::<Bits>,
    "bloom_send" => send,
    "bloom_from_bytea" => from_bytea::<Bits>,
    "bloom_from_counting" => bloom_from_counting,
    "counting_bloom_in" => input::<Counters>,
    "counting_bloom_out" => output,
    "counting_bloom_recv" => receive::<Counters>,
    "counting_bloom_send" => send,
    "counting_bloom_from_bytea" => from_bytea::<Counters>,
}
