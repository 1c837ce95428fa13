//! A `bloom_state` in which filters are gathered: in memory an object that grows, filter by filter, without being
//! copied; as a value one run of bytes.

use crate::call::{Answer, Call, ExpandedArg, NewDatum};
use crate::error::Result;
use crate::pg::expanded::{Contents, Methods, NewObject};
use crate::pg::memory::{List, Memory, Slots};
use bloom_core::bits;
use bloom_core::cells::Bits;
use bloom_core::filter::Filter;
use bloom_core::interrupt;
use bloom_core::matrix::gather::{self, Filters};
use bloom_core::matrix::{Arrangement, MatrixHeader};
use pgrx::pg_sys::Datum;

/// Filters whose bits are in one block of memory.
const BLOCK: usize = 64;

/// Filters that are gathered.
#[derive(Debug)]
pub struct Gathering {
    memory: Memory,
    header: MatrixHeader,
    keys: List<i64>,
    blocks: List<Slots<u8>>,
}

impl Gathering {
    /// One that begins with some.
    fn new(memory: Memory, filters: &impl Filters) -> Self {
        let mut new =
            Self { memory, header: *filters.header(), keys: List::new(memory), blocks: List::new(memory) };
        new.copy(filters);
        new
    }

    /// Adds filters.
    ///
    /// # Errors
    /// 22000 if they do not go into one matrix, 54000 if it would be too large.
    fn append(&mut self, filters: &impl Filters) -> Result<()> {
        let header = self.header.with(filters.header())?;
        if header.filters.params != self.header.filters.params {
            self.fold(&header);
        }
        self.header = header;
        self.copy(filters);
        Ok(())
    }

    /// Bytes of a filter.
    fn bitmap_len(&self) -> usize {
        self.header.filters.params.bitmap_len()
    }

    /// Copies filters behind the others, folded to their size.
    fn copy(&mut self, filters: &impl Filters) {
        let len = self.bitmap_len();
        for number in 0..filters.header().columns as usize {
            let at = self.keys.as_slice().len();
            if at.is_multiple_of(BLOCK) {
                interrupt::check();
                self.blocks.push(Slots::new(self.memory, BLOCK * len, || 0));
            }
            self.keys.push(filters.key(number));
            if let Some(block) = self.blocks.as_mut_slice().last_mut() {
                let bitmap = &mut block.as_mut_slice()[at % BLOCK * len..][..len];
                bits::fold_into(self.header.filters.pattern(), bitmap, filters.values(number));
            }
        }
    }

    /// Folds all filters to the size that a header says.
    fn fold(&mut self, header: &MatrixHeader) {
        let (from_len, len) = (self.bitmap_len(), header.filters.params.bitmap_len());
        let (has_values, pattern) = (!self.values(0).is_empty(), header.filters.pattern());
        for block in self.blocks.as_mut_slice() {
            let mut folded = Slots::new(self.memory, BLOCK * len, || 0);
            if has_values {
                let bitmaps = block.as_slice().chunks_exact(from_len);
                let folded = folded.as_mut_slice().chunks_exact_mut(len);
                folded.zip(bitmaps).for_each(|(folded, bitmap)| bits::fold_into(pattern, folded, bitmap));
            }
            std::mem::replace(block, folded).free();
        }
    }
}

impl Filters for Gathering {
    fn header(&self) -> &MatrixHeader {
        &self.header
    }

    fn key(&self, number: usize) -> i64 {
        self.keys.as_slice()[number]
    }

    fn bitmap(&self, number: usize) -> &[u8] {
        let len = self.bitmap_len();
        &self.blocks.as_slice()[number / BLOCK].as_slice()[number % BLOCK * len..][..len]
    }
}

impl Contents for Gathering {
    fn methods() -> &'static Methods {
        static METHODS: Methods = Methods::of::<Gathering>();
        &METHODS
    }

    fn flat_len(&self) -> usize {
        self.header.len(Arrangement::Columns)
    }

    fn flatten(&self, out: &mut [u8]) -> Result<()> {
        Ok(gather::write(self, Arrangement::Columns, out)?)
    }
}

/// One filter with its key.
#[derive(Debug)]
pub struct Keyed<'f> {
    header: MatrixHeader,
    filter: Filter<'f, Bits>,
    key: i64,
}

impl<'f> Keyed<'f> {
    /// A filter with a key.
    ///
    /// # Errors
    /// 54000 if not even 64 of its size go into one matrix.
    pub fn new(filter: Filter<'f, Bits>, key: i64) -> Result<Self> {
        let header = MatrixHeader::of(filter.header());
        header.check_size()?;
        Ok(Self { header, filter, key })
    }
}

impl Filters for Keyed<'_> {
    fn header(&self) -> &MatrixHeader {
        &self.header
    }

    fn key(&self, _: usize) -> i64 {
        self.key
    }

    fn bitmap(&self, _: usize) -> &[u8] {
        self.filter.cells()
    }
}

/// An argument of such a state.
pub type GatheringArg<'fcx> = ExpandedArg<'fcx, Gathering>;

/// Calls a function with the filters of a state, which are in either form.
macro_rules! with_filters {
    ($state:expr, $filters:ident => $result:expr) => {
        match $state {
            $crate::call::ExpandedArg::Object(object) => {
                let $filters = *object;
                $result
            }
            $crate::call::ExpandedArg::Flat(bytes) => {
                let $filters = &::bloom_core::matrix::Gathered::new(bytes.bytes())?;
                $result
            }
        }
    };
}
pub(crate) use with_filters;

/// A new state, or one that was changed.
#[derive(Debug)]
pub enum GatheringResult {
    /// The executor's own, or the state as it was given.
    Same(NewDatum),
    /// A new one, for the executor to keep.
    New(NewObject<Gathering>, Option<Memory>),
}

impl Answer for GatheringResult {
    fn into_datum(self) -> Option<Datum> {
        Some(match self {
            Self::Same(datum) => datum.0,
            Self::New(object, Some(memory)) => object.into_datum_of(memory),
            Self::New(object, None) => object.into_datum(),
        })
    }
}

/// The state that is argument 0 of a call, NULL being that of none, with more filters.
///
/// # Errors
/// 22000 if they do not go into one matrix, 54000 if it would be too large.
pub fn with_more<'fcx>(call: Call<'fcx>, filters: &impl Filters) -> Result<GatheringResult> {
    if let Some((state, datum)) = call.writable_object::<Gathering>() {
        state.append(filters)?;
        return Ok(GatheringResult::Same(datum));
    }
    let new = NewObject::new(|memory| match call.argument::<GatheringArg<'fcx>>(0) {
        None => Ok(Gathering::new(memory, filters)),
        Some(state) => {
            let mut copy = with_filters!(&state, state => Gathering::new(memory, state));
            copy.append(filters)?;
            Ok(copy)
        }
    })?;
    Ok(GatheringResult::New(new, call.state_memory()))
}
