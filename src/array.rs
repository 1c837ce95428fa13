//! Arrays of values: `bloom_contains_any`, `bloom_contains_all`, `bloom_add_all`, `bloom_of`. NULL elements are skipped.

#![allow(unsafe_code)]

use crate::bloom_type::{
    Bloom, CountingBloom, FilterArgument, NewBloom, NewCountingBloom, NewFilter, SqlFilter,
};
use crate::build;
use crate::call_site::CallSite;
use crate::counting;
use crate::datum::{Passed, Raw, argument, array_elements, sql_argument};
use crate::error::Result;
use crate::toast::Known;
use crate::value_type::ValueType;
use bloom_core::cells::{Bits, Cells, Counters};
use bloom_core::element::Element;
use bloom_core::filter;
use bloom_core::hash::Hash;
use bloom_core::hashing::{Hashing, check_element};
use bloom_core::header::Header;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

/// Elements between two looks at whether the query was cancelled.
const INTERRUPT_INTERVAL: usize = 4096;

/// An argument of type `anyarray`.
#[derive(Debug)]
struct AnyArray(pg_sys::Datum);
sql_argument!(AnyArray, "anyarray", datum => AnyArray(datum));

impl AnyArray {
    /// Calls `f` with the element and the canonical bytes of each value that is not NULL, until it breaks off with a result.
    ///
    /// # Errors
    /// 0A000 if a filter cannot hold such values, and those of `f`.
    fn try_each<R>(
        &self,
        collation: pg_sys::Oid,
        site: &mut CallSite,
        context: pg_sys::MemoryContext,
        mut f: impl FnMut(&mut Known, Element, &[u8]) -> Result<Option<R>>,
    ) -> Result<Option<R>> {
        // SAFETY: the argument is an array.
        let (element_type, values, nulls) = unsafe { array_elements(self.0) };
        if values.is_empty() {
            return Ok(None);
        }
        let mut value_type = match site.readers.any.take() {
            Some(known) if known.is_for(element_type) => known,
            _ => ValueType::new(element_type, collation, context)?,
        };
        let mut result = None;
        let present = values.iter().zip(nulls).filter(|(_, null)| !**null);
        for (number, (value, _)) in present.enumerate() {
            if number % INTERRUPT_INTERVAL == 0 {
                pgrx::check_for_interrupts!();
            }
            // SAFETY: the value is of the type of the array's elements.
            result = unsafe {
                value_type
                    .with_canonical(*value, |element, canonical| f(&mut site.filter, element, canonical))??
            };
            if result.is_some() {
                break;
            }
        }
        site.readers.any = Some(value_type);
        Ok(result)
    }

    /// The element and the hashes for `hashing` of all values that are not NULL; no element if there are none.
    ///
    /// # Errors
    /// 0A000 if a filter cannot hold such values, 42804 if they do not go into one filter.
    fn hashes(&self, hashing: Hashing, fcinfo: pg_sys::FunctionCallInfo) -> Result<(Element, Vec<Hash>)> {
        // SAFETY: PostgreSQL passes a valid fcinfo.
        let collation = unsafe { (*fcinfo).fncollation };
        let (mut holds, mut hashes) = (Element::NONE, Vec::new());
        CallSite::with(fcinfo, |site, context| {
            self.try_each(collation, site, context, |_, element, canonical| {
                check_element(holds, element)?;
                holds = element;
                hashes.push(hashing.hash(element, canonical)?);
                Ok(None::<()>)
            })
        })?;
        Ok((holds, hashes))
    }
}

/// `bloom_contains_any(filter, values)` and `bloom_contains_all(filter, values)`, and those of counting filters: whether
/// some value is contained; whether none is missing. Both stop at the first value that decides.
fn contains<C: Cells>(any: bool, fcinfo: pg_sys::FunctionCallInfo) -> Result<bool> {
    // SAFETY: declared strict, with a filter and an array as arguments; the context is that of the call site.
    unsafe {
        let (Some(raw), Some(array)) = (argument::<Raw>(fcinfo, 0), argument::<AnyArray>(fcinfo, 1)) else {
            return Ok(false);
        };
        let collation = (*fcinfo).fncollation;
        CallSite::with(fcinfo, |site, context| {
            let decided = array.try_each(collation, site, context, |known, element, canonical| {
                let contains = known.contains::<C>(raw, context, element, canonical)?;
                Ok((contains == any).then_some(any))
            })?;
            Ok(decided.unwrap_or(!any))
        })
    }
}

macro_rules! bloom_contains_array {
    ($($function:ident($cells:ty, $any:literal)),* $(,)?) => {
        $(#[pg_extern(sql = false)]
        fn $function(fcinfo: pg_sys::FunctionCallInfo) -> Passed {
            contains::<$cells>($any, fcinfo)
                .map_or_else(|error| error.raise(), |decided| Passed(pg_sys::Datum::from(decided)))
        })*
    };
}
bloom_contains_array! {
    bloom_contains_any_array(Bits, true),
    bloom_contains_all_array(Bits, false),
    counting_bloom_contains_any_array(Counters, true),
    counting_bloom_contains_all_array(Counters, false),
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_add_all(
    filter: Bloom<'_>,
    values: AnyArray,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<NewBloom, ErrorReport> {
    Ok(changed(&filter, &values, fcinfo, filter::add_all)?.0)
}

#[pg_extern(sql = false)]
fn counting_bloom_add_all(
    filter: CountingBloom<'_>,
    values: AnyArray,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<NewCountingBloom, ErrorReport> {
    Ok(changed(&filter, &values, fcinfo, filter::add_all)?.0)
}

#[pg_extern(sql = false)]
fn counting_bloom_remove_all(
    filter: CountingBloom<'_>,
    values: AnyArray,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<NewCountingBloom, ErrorReport> {
    let (new, absent) = changed(&filter, &values, fcinfo, |bytes, element, hashes| {
        Ok(hashes.len() as u64 - bloom_core::counting::remove_all(bytes, element, hashes)?)
    })?;
    counting::notice_absent(absent);
    Ok(new)
}

/// A copy of the filter that was changed by `change` with the element and the hashes of an array's values.
fn changed<C: SqlFilter, R>(
    filter: &FilterArgument<'_, C>,
    values: &AnyArray,
    fcinfo: pg_sys::FunctionCallInfo,
    change: impl FnOnce(&mut [u8], Element, &[Hash]) -> bloom_core::Result<R>,
) -> Result<(NewFilter<C>, R)> {
    let (element, hashes) = values.hashes(filter.filter()?.header().hashing, fcinfo)?;
    let mut new = filter.to_new()?;
    let result = change(new.bytes_mut(), element, &hashes)?;
    Ok((new, result))
}

#[pg_extern(immutable, strict, parallel_safe, cost = 100)]
fn bloom_of(
    values: AnyArray,
    fpp: default!(f64, "0.01"),
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<NewBloom, ErrorReport> {
    Ok(of(&values, fpp, fcinfo)?)
}

#[pg_extern(sql = false)]
fn counting_bloom_of(
    values: AnyArray,
    fpp: f64,
    fcinfo: pg_sys::FunctionCallInfo,
) -> Result<NewCountingBloom, ErrorReport> {
    Ok(of(&values, fpp, fcinfo)?)
}

/// A filter of exactly the right size for the distinct values of an array.
fn of<C: SqlFilter>(values: &AnyArray, fpp: f64, fcinfo: pg_sys::FunctionCallInfo) -> Result<NewFilter<C>> {
    let (holds, mut hashes) = values.hashes(Hashing::DEFAULT, fcinfo)?;
    hashes.sort_unstable();
    let distinct = hashes.chunk_by(PartialEq::eq).count() as u64;
    let capacity = Some(distinct).filter(|count| *count > 0);
    let Some(count) = capacity else { return build::empty_of_nothing(fpp) };
    let header = Header {
        cell: C::CELL,
        hashing: Hashing { element: holds, ..Hashing::DEFAULT },
        params: C::CELL.params(count, fpp)?,
        capacity,
        fpp: Some(fpp),
    };
    let mut new = NewFilter::zeroed(header.filter_len())?;
    header.write(new.bytes_mut())?;
    filter::add_all(new.bytes_mut(), holds, &hashes)?;
    Ok(new)
}
