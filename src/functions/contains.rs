//! Membership tests: `bloom_contains` and its variants.

use crate::cache::CachedFilter;
use crate::call::{Call, SiteArgument, sql_functions};
use crate::error::Result;
use crate::pg::detoast::VarlenaRef;
use crate::types::hash_value::HashValue;
use crate::value::{Any, Value, ValueReader};
use bloom_core::cells::{Bits, Cells, Counters};

/// Per-call-site cache for membership tests.
#[derive(Debug)]
pub struct ProbeCache<C> {
    pub reader: ValueReader,
    /// The filter that was probed last.
    pub filter: CachedFilter<C>,
}

impl<C> Default for ProbeCache<C> {
    fn default() -> Self {
        Self { reader: ValueReader::default(), filter: CachedFilter::default() }
    }
}

/// Implements `bloom_contains(filter, value)`; with `FILTER` 1 and `VALUE` 0, `bloom_contained_by(value, filter)`.
#[inline(always)]
fn contains<C: Cells, const FILTER: usize, const VALUE: usize>(call: Call<'_>) -> Result<Option<bool>> {
    let Some(filter) = call.argument::<VarlenaRef<'_>>(FILTER) else { return Ok(None) };
    call.with_cache(|ProbeCache::<C> { reader, filter: known }, site| {
        let Some(value) = Any::read(site, VALUE)? else { return Ok(None) };
        let contains = value.with_canonical(site, VALUE, reader, |element, canonical| {
            known.contains(filter, site.memory, element, canonical)
        })??;
        Ok(Some(contains))
    })
}

/// Implements `bloom_contains_hash(filter, hash)`.
fn contains_hash(call: Call<'_>) -> Result<bool> {
    let (filter, key) = (call.required(0)?, call.required::<HashValue<'_>>(1)?.key()?);
    call.with_cache(|known: &mut CachedFilter<Bits>, site| {
        known.contains(filter, site.memory, key.element, key.hash)
    })
}

sql_functions! {
    "bloom_contains" => contains::<Bits, 0, 1>,
    "bloom_contained_by" => contains::<Bits, 1, 0>,
    "bloom_contains_hash" => contains_hash,
    "counting_bloom_contains" => contains::<Counters, 0, 1>,
    "counting_bloom_contained_by" => contains::<Counters, 1, 0>,
}
