//! Operations on filters, each done in two ways and compared: by the crate and by [`crate::model`], in place and in new
//! memory, at once and in merged parts; with valid and with forged input.

pub mod builds;
pub mod counting;
pub mod exchange;
pub mod filters;
pub mod hashing;
pub mod matrices;
pub mod merging;
pub mod sizes;
pub mod states;

use crate::model::Model;
use crate::script::Script;
use bloom_core::cells::{CellKind, Cells};
use bloom_core::element::{ElementType, Family};
use bloom_core::filter::algebra::MAX_FOLD_FACTOR;
use bloom_core::filter::{self, Filter, HEADER_LEN, Header};
use bloom_core::hash::Hash;
use bloom_core::layout::Params;
use bloom_core::scheme::{HashSpec, Scheme};

/// Element type of the values where any type will do.
const INTEGER: ElementType = ElementType::of(Family::Integer);

/// Parameters that filters must share to combine, except their sizes.
#[derive(Clone, Copy)]
struct Alike {
    scheme: Scheme,
    hashes: u8,
    units: u64,
}

impl Alike {
    fn of(script: &mut Script<'_>, schemes: &[Scheme]) -> Self {
        let scheme = script.one_of(schemes);
        let hashes = 1 + script.up_to(11);
        let hashes = scheme.layout().fixed_hashes().unwrap_or(hashes);
        Self { scheme, hashes, units: 1 + u64::from(script.up_to(1)) }
    }

    fn params(self, times: u64) -> Params {
        Params { bits: self.scheme.layout().unit() * self.units * times, hashes: self.hashes }
    }
}

/// A filter and the hashes of its values.
struct Built {
    bytes: Vec<u8>,
    hashes: Vec<Hash>,
    header: Header,
}

impl Built {
    /// Creates a filter of up to twelve values.
    fn of<C: Cells>(script: &mut Script<'_>, alike: Alike) -> Self {
        let params = alike.params(script.one_of(&[1, 1, 1, 2, 2, 3, 4, 5, 6]));
        let (capacity, fpp) = script.one_of(&[
            (None, None),
            (Some(params.bits / 10), Some(0.01)),
            (Some(7), Some(0.2)),
            (None, Some(0.01)),
        ]);
        let hashing = HashSpec { scheme: alike.scheme, ..HashSpec::DEFAULT };
        let header = Header { cell: C::CELL, hashing, params, capacity, fpp };
        let mut bytes = vec![0; header.filter_len()];
        header.write(&mut bytes).unwrap();
        let hashes = script.hashes(12);
        filter::add_all::<C>(&mut bytes, INTEGER, &hashes).unwrap();
        Self { header: Header::read(&bytes).unwrap(), bytes, hashes }
    }

    fn filter<C: Cells>(&self) -> Filter<'_, C> {
        Filter::validate(&self.bytes).unwrap()
    }

    fn model(&self) -> Model {
        Model::of(self.header.hashing.scheme, self.header.params, &self.hashes)
    }

    /// Returns the model of the filter at another size.
    fn fitted(&self, params: Params) -> Model {
        Model::union(self.header.hashing.scheme, params, (!self.is_unsized()).then(|| self.model()))
    }

    /// Returns whether the filter is an empty set of no declared size.
    fn is_unsized(&self) -> bool {
        self.hashes.is_empty() && self.header.capacity.is_none() && self.header.fpp.is_some()
    }

    fn cells(&self) -> &[u8] {
        &self.bytes[HEADER_LEN..]
    }
}

/// Returns the size of the combination of sized filters, in words: by trying all sizes.
fn combined_bits(cell: CellKind, sizes: &[u64]) -> Option<u64> {
    let (smallest, largest) = (*sizes.iter().min()?, *sizes.iter().max()?);
    let common = (1..=smallest).rev().find(|words| sizes.iter().all(|size| size.is_multiple_of(*words)))?;
    let unfolds = cell == CellKind::Bit && sizes.iter().all(|size| (size / common).is_power_of_two());
    (smallest <= common * MAX_FOLD_FACTOR).then_some(if unfolds { largest } else { common })
}
