//! A `bloom_state` in which filters are collected for a matrix: in memory an object that grows, filter by filter, without
//! being copied; as a value one run of bytes.

use crate::call::{Call, ExpandedArg, NewDatum, ReturnValue};
use crate::error::Result;
use crate::pg::expanded::{Contents, Methods, NewObject};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use bloom_core::cells::{Bits, fold};
use bloom_core::filter::Filter;
use bloom_core::interrupt;
use bloom_core::matrix::build::{self, Filters};
use bloom_core::matrix::{Arrangement, MatrixHeader};
use pgrx::pg_sys::Datum;

/// Filters of a small block of memory.
const BLOCK: usize = 64;

/// A block has room for as many more filters as there are, divided by this, so that large ones fill huge pages and
/// little of them is empty at the end.
const SHARE: usize = 8;

/// Filters that are collected for a matrix.
#[derive(Debug)]
pub struct MatrixState {
    memory: Memory,
    header: MatrixHeader,
    columns: List<Column>,
    blocks: List<Block>,
}

/// A filter of the state.
#[derive(Debug)]
struct Column {
    key: i64,
    /// The block that has the bits.
    block: usize,
    /// The number of the filter in that block.
    number: usize,
}

/// The bits of `len` filters, and room for those of `room`.
#[derive(Debug)]
struct Block {
    bits: List<u8>,
    room: usize,
    len: usize,
}

impl MatrixState {
    /// Creates a state of some filters.
    fn new(memory: Memory, filters: &impl Filters) -> Self {
        let (columns, blocks) = (List::with_capacity(memory, 0), List::with_capacity(memory, 0));
        let mut new = Self { memory, header: *filters.header(), columns, blocks };
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

    /// Returns the bytes of a filter.
    fn bitmap_len(&self) -> usize {
        self.header.filters.params.bitmap_len()
    }

    /// Copies filters behind the others, folded to their size.
    fn copy(&mut self, filters: &impl Filters) {
        let (layout, len) = (self.header.filters.layout(), self.bitmap_len());
        for number in 0..filters.header().columns as usize {
            if self.blocks.last().is_none_or(|block| block.len == block.room) {
                interrupt::check();
                let room = (self.columns.len() / SHARE).next_multiple_of(BLOCK).max(BLOCK);
                self.blocks.push(Block { bits: List::unwritten(self.memory, room * len), room, len: 0 });
            }
            let last = self.blocks.len() - 1;
            let block = &mut self.blocks[last];
            let bitmap = &mut block.bits[block.len * len..][..len];
            bitmap.fill(0);
            fold::fold_into(layout, bitmap, filters.values(number));
            self.columns.push(Column { key: filters.key(number), block: last, number: block.len });
            block.len += 1;
        }
    }

    /// Folds all filters to the size that a header says.
    fn fold(&mut self, header: &MatrixHeader) {
        let (from_len, len) = (self.bitmap_len(), header.filters.params.bitmap_len());
        let (layout, has_values) = (header.filters.layout(), !self.values(0).is_empty());
        for block in &mut *self.blocks {
            let mut folded = List::unwritten(self.memory, block.room * len);
            folded.fill(0);
            if has_values {
                let bitmaps = block.bits.chunks_exact(from_len).take(block.len);
                let folded = folded.chunks_exact_mut(len);
                folded.zip(bitmaps).for_each(|(folded, bitmap)| fold::fold_into(layout, folded, bitmap));
            }
            std::mem::replace(&mut block.bits, folded).free();
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

    fn flatten(&self, out: &mut [u8]) -> Result<()> {
        Ok(build::write_state(self, out)?)
    }
}

/// A filter with its key.
#[derive(Debug)]
pub struct MatrixEntry<'f> {
    header: MatrixHeader,
    filter: Filter<'f, Bits>,
    key: i64,
}

impl<'f> MatrixEntry<'f> {
    /// Joins a filter with its key.
    ///
    /// # Errors
    /// 54000 if not even 64 of its size go into one matrix.
    pub fn new(filter: Filter<'f, Bits>, key: i64) -> Result<Self> {
        let header = MatrixHeader::of(filter.header());
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

/// An argument that is a state of collected filters.
pub type MatrixStateArg<'fcx> = ExpandedArg<'fcx, MatrixState>;

/// Calls a function with the filters of a state, which are in either form.
macro_rules! with_filters {
    ($state:expr, $filters:ident => $result:expr) => {
        match $state {
            $crate::call::ExpandedArg::Object(object) => {
                let $filters = *object;
                $result
            }
            $crate::call::ExpandedArg::Flat(bytes) => {
                let $filters = &::bloom_core::state::MatrixStateRef::new(bytes.bytes())?;
                $result
            }
        }
    };
}
pub(crate) use with_filters;

/// A new state, or one that was changed.
#[derive(Debug)]
pub enum MatrixStateResult {
    /// The executor's own, or the state as it was given.
    Same(NewDatum),
    /// A new state, for the executor to keep.
    New(NewObject<MatrixState>, Option<Memory>),
}

impl ReturnValue for MatrixStateResult {
    fn into_datum(self) -> Option<Datum> {
        Some(match self {
            Self::Same(datum) => datum.0,
            Self::New(object, Some(memory)) => object.into_datum_of(memory),
            Self::New(object, None) => object.into_datum(),
        })
    }
}

/// Returns the state that is argument 0 of a call, where NULL is the state of no filters, with more filters.
///
/// # Errors
/// 22000 if they do not go into one matrix, 54000 if it would be too large.
pub fn with_more<'fcx>(call: Call<'fcx>, filters: &impl Filters) -> Result<MatrixStateResult> {
    if let Some((state, datum)) = call.writable_object::<MatrixState>() {
        state.append(filters)?;
        return Ok(MatrixStateResult::Same(datum));
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
