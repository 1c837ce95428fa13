//! A `bloom_state` that collects filters for a matrix. In memory it is an expanded object, which grows filter by filter
//! without being copied; as a flat value it is one run of bytes.

use crate::call::{Call, ExpandedArg, RawArg, ReturnValue};
use crate::error::Result;
use crate::pg::expanded::{Contents, Methods, NewObject};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::unwritten;
use bloom_core::cells::{Bits, fold};
use bloom_core::filter::{Filter, algebra};
use bloom_core::interrupt;
use bloom_core::matrix::build::{self, Filters};
use bloom_core::matrix::{Arrangement, MatrixHeader};
use pgrx::pg_sys::Datum;
use std::mem::MaybeUninit;

/// Number of filters in a small block of memory.
const BLOCK: usize = 64;

/// Divisor for the size of a new block: the block can hold the number of filters so far, divided by this. So large
/// blocks fill huge pages, and little of them is empty at the end.
const BLOCK_DIVISOR: usize = 8;

/// The state of an aggregate that collects filters for a matrix.
#[derive(Debug)]
pub struct MatrixState {
    memory: Memory,
    header: MatrixHeader,
    columns: List<MatrixColumn>,
    blocks: List<Block>,
}

/// The key of one filter of the state, and where its bits are.
#[derive(Debug)]
struct MatrixColumn {
    key: i64,
    /// Index of the block that holds the bits.
    block: usize,
    number: usize,
}

/// A block of memory with the bits of `len` filters, allocated for `capacity` filters.
#[derive(Debug)]
struct Block {
    bits: List<u8>,
    capacity: usize,
    len: usize,
}

impl MatrixState {
    fn new(memory: Memory, filters: &impl Filters) -> Self {
        let (columns, blocks) = (List::with_capacity(memory, 0), List::with_capacity(memory, 0));
        let mut new = Self { memory, header: *filters.header(), columns, blocks };
        new.copy(filters);
        new
    }

    /// Adds copies of filters to the state.
    ///
    /// # Errors
    /// 22000 if the filters cannot be in one matrix, 54000 if the matrix would be too large.
    fn append(&mut self, filters: &impl Filters) -> Result<()> {
        let header = self.header.with(filters.header())?;
        if header.filters.params != self.header.filters.params {
            self.fit(&header);
        }
        self.header = header;
        self.copy(filters);
        Ok(())
    }

    /// Returns the length of a filter's bitmap in bytes.
    fn bitmap_len(&self) -> usize {
        self.header.filters.params.bitmap_len()
    }

    /// Copies filters to the end of the state, in its filter size.
    fn copy(&mut self, filters: &impl Filters) {
        let (layout, len) = (self.header.filters.layout(), self.bitmap_len());
        for number in 0..filters.header().columns as usize {
            if self.blocks.last().is_none_or(|block| block.len == block.capacity) {
                interrupt::check();
                let capacity = (self.columns.len() / BLOCK_DIVISOR).next_multiple_of(BLOCK).max(BLOCK);
                self.blocks.push(Block {
                    bits: List::in_huge_pages(self.memory, capacity * len),
                    capacity,
                    len: 0,
                });
            }
            let last = self.blocks.len() - 1;
            let block = &mut self.blocks[last];
            fold::fit_into(layout, block.bits.push_zeros(len), filters.values(number));
            self.columns.push(MatrixColumn { key: filters.key(number), block: last, number: block.len });
            block.len += 1;
        }
    }

    /// Folds or unfolds all filters to the size in a header.
    fn fit(&mut self, header: &MatrixHeader) {
        let (from_len, len) = (self.bitmap_len(), header.filters.params.bitmap_len());
        let (layout, has_values) = (header.filters.layout(), !self.values(0).is_empty());
        for block in &mut *self.blocks {
            let mut fitted = List::in_huge_pages(self.memory, block.capacity * len);
            let all = fitted.push_zeros(block.len * len);
            if has_values {
                let bitmaps = block.bits.chunks_exact(from_len).zip(all.chunks_exact_mut(len));
                bitmaps.for_each(|(bitmap, fitted)| fold::fit_into(layout, fitted, bitmap));
            }
            std::mem::replace(&mut block.bits, fitted).free();
        }
    }
}

impl Filters for MatrixState {
    fn header(&self) -> &MatrixHeader {
        &self.header
    }

    fn key(&self, number: usize) -> i64 {
        self.columns[number].key
    }

    fn bitmap(&self, number: usize) -> &[u8] {
        let (len, column) = (self.bitmap_len(), &self.columns[number]);
        &self.blocks[column.block].bits[column.number * len..][..len]
    }
}

impl Contents for MatrixState {
    fn methods() -> &'static Methods {
        static METHODS: Methods = Methods::of::<MatrixState>();
        &METHODS
    }

    fn flat_len(&self) -> usize {
        self.header.len(Arrangement::Columns)
    }

    fn flatten(&self, out: &mut [MaybeUninit<u8>]) -> Result<()> {
        Ok(build::write_state(self, unwritten::clear(out))?)
    }
}

/// A filter with its key in a matrix.
#[derive(Debug)]
pub struct MatrixEntry<'f> {
    header: MatrixHeader,
    filter: Filter<'f, Bits>,
    key: i64,
}

impl<'f> MatrixEntry<'f> {
    /// Pairs a filter with its key.
    ///
    /// # Errors
    /// 54000 if a matrix cannot hold even 64 filters of this size.
    pub fn new(filter: Filter<'f, Bits>, key: i64) -> Result<Self> {
        let header = MatrixHeader::of(&algebra::header_of(&filter));
        header.check_size()?;
        Ok(Self { header, filter, key })
    }
}

impl Filters for MatrixEntry<'_> {
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

/// An argument that is a state of filters collected for a matrix.
pub type MatrixStateArg<'fcx> = ExpandedArg<'fcx, MatrixState>;

/// Evaluates an expression with the filters of a state, which may be an expanded object or flat.
macro_rules! with_filters {
    ($state:expr, $filters:ident => $result:expr) => {
        match $state {
            $crate::call::ExpandedArg::Object(object) => {
                let $filters = *object;
                $result
            }
            $crate::call::ExpandedArg::Flat(bytes) => {
                let $filters = &::bloom_core::matrix::MatrixStateRef::new(bytes.bytes())?;
                $result
            }
        }
    };
}
pub(crate) use with_filters;

/// A state to return: a new one, or the argument after a change.
#[derive(Debug)]
pub enum MatrixStateResult<'fcx> {
    /// The executor's own state, changed in place, or the argument itself.
    Same(RawArg<'fcx>),
    /// A new state, which the executor keeps if the memory of the aggregate is given.
    New(NewObject<MatrixState>, Option<Memory>),
}

impl ReturnValue for MatrixStateResult<'_> {
    fn into_datum(self) -> Option<Datum> {
        match self {
            Self::Same(state) => state.into_datum(),
            Self::New(object, Some(memory)) => Some(object.into_datum_of(memory)),
            Self::New(object, None) => Some(object.into_datum()),
        }
    }
}

/// Adds filters to the state in argument 0 of a call and returns it. NULL is a state without filters.
///
/// # Errors
/// 22000 if the filters cannot be in one matrix, 54000 if the matrix would be too large.
pub fn with_more<'fcx>(call: Call<'fcx>, filters: &impl Filters) -> Result<MatrixStateResult<'fcx>> {
    if let Some((state, unread)) = call.writable_object::<MatrixState>() {
        state.append(filters)?;
        return Ok(MatrixStateResult::Same(unread));
    }
    let new = NewObject::new(|memory| match call.argument::<MatrixStateArg<'fcx>>(0) {
        None => Ok(MatrixState::new(memory, filters)),
        Some(state) => {
            let mut copy = with_filters!(&state, state => MatrixState::new(memory, state));
            copy.append(filters)?;
            Ok(copy)
        }
    })?;
    Ok(MatrixStateResult::New(new, call.state_memory()))
}
