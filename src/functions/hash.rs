//! Functions that hash a value once for many filters: `bloom_hash`, `bloom_add_hash`.

use super::overfull::{Filled, warn_overfull};
use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::varlena::NewFixed;
use crate::types::filter::{Bloom, NewBloom};
use crate::types::hash_value::{self, HashValue};
use crate::value::{Any, canonical};
use bloom_core::cells::Bits;
use bloom_core::filter;
use bloom_core::hash::{Hash, SEED};
use bloom_core::scheme::ValueHash;

fn bloom_hash(call: Call<'_>) -> Result<Option<NewFixed>> {
    let key = canonical::<Any<'_>, _>(call, 0, |element, bytes| ValueHash {
        element,
        hash: Hash::of(bytes, SEED),
    })?;
    Ok(key.map(hash_value::new))
}

fn bloom_add_hash(call: Call<'_>) -> Result<NewBloom> {
    let ValueHash { element, hash } = call.required::<HashValue<'_>>(1)?.key()?;
    let mut new = call.required::<Bloom<'_>>(0)?.into_new()?;
    filter::add::<Bits>(new.bytes_mut(), element, hash)?;
    warn_overfull(&new.filter()?, None, Filled::Added);
    Ok(new)
}

sql_functions! {
    "bloom_hash" => bloom_hash,
    "bloom_add_hash" => bloom_add_hash,
}
