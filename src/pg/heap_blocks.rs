//! A sequential scan of a heap table that reads only some of its blocks, in the order of the scan.
//!
//! The scan of the server goes from block to block by itself. Up to 16 it says where it is, so that a page can be
//! loaded from without. From 17 on, it takes its pages from a stream, and asks a function for the numbers of blocks
//! that it reads ahead; so the scan gets a stream with another function before it begins. The blocks of a parallel scan
//! are handed out to its processes, and those that a process has got are its own: none is given back.

use super::block_set::BlockSet;
use super::heap_scan::{self, HeapScan};
use super::memory::Memory;
use pgrx::pg_sys::{self, HeapScanDescData, TupleTableSlot};
use std::cell::Cell;
use std::ptr::NonNull;

unsafe extern "C-unwind" {
    fn table_block_parallelscan_nextpage(
        relation: pg_sys::Relation,
        worker: pg_sys::ParallelBlockTableScanWorker,
        shared: pg_sys::ParallelBlockTableScanDesc,
    ) -> pg_sys::BlockNumber;
    fn table_block_parallelscan_startblock_init(
        relation: pg_sys::Relation,
        worker: pg_sys::ParallelBlockTableScanWorker,
        shared: pg_sys::ParallelBlockTableScanDesc,
        #[cfg(feature = "pg19")] start: pg_sys::BlockNumber,
        #[cfg(feature = "pg19")] blocks: pg_sys::BlockNumber,
    );
    #[cfg(any(feature = "pg15", feature = "pg16"))]
    fn heapgetpage(scan: pg_sys::TableScanDesc, block: pg_sys::BlockNumber);
}

/// Share of the blocks up to which they are kept in shared buffers as those of an index scan would be.
const KEPT: u32 = 8;

/// What a scan reads.
pub struct BlockReader {
    scan: *mut HeapScanDescData,
    /// Memory of the query.
    #[cfg(not(any(feature = "pg15", feature = "pg16")))]
    memory: Memory,
    /// The blocks that are read; all if there is no set.
    set: Option<BlockSet>,
    /// Number of blocks that were skipped and not yet counted: a stream counts them while the scan is asked for a row.
    skipped: Cell<u64>,
}

impl BlockReader {
    /// Has a scan that has not begun read its blocks by this. The result is used by the scan as long as it lives.
    /// `None` if the scan has begun, or does not read the whole table.
    ///
    /// # Safety
    /// `scan` must be the scan of `heap`; `memory` must be that of the query, and the stack hold nothing that needs to
    /// be dropped, up to the next C function.
    pub unsafe fn attach(heap: HeapScan, memory: Memory) -> Option<NonNull<Self>> {
        let scan = heap.as_ptr();
        // SAFETY: the scan is alive.
        if unsafe { (*scan).rs_inited || (*scan).rs_numblocks != pg_sys::InvalidBlockNumber } {
            return None;
        }
        let this = memory.put(Self {
            scan,
            #[cfg(not(any(feature = "pg15", feature = "pg16")))]
            memory,
            set: None,
            skipped: Cell::new(0),
        });
        #[cfg(not(any(feature = "pg15", feature = "pg16")))]
        // SAFETY: no block was read, so the stream has none.
        unsafe {
            stream::replace(this.as_ptr(), (*scan).rs_strategy);
        }
        Some(this)
    }

    /// Returns the number of blocks of the table when the scan began.
    pub fn blocks(&self) -> u32 {
        // SAFETY: the scan is alive.
        unsafe { (*self.scan).rs_nblocks }
    }

    /// Returns the number of blocks that this scan, with all its processes, has not yet come to.
    pub fn remaining(&self) -> u32 {
        // SAFETY: the scan is alive, and what its processes share.
        unsafe {
            let scan = &*self.scan;
            if let Some(shared) =
                scan.rs_base.rs_parallel.cast::<pg_sys::ParallelBlockTableScanDescData>().as_ref()
            {
                // Others may change it meanwhile; any of its values is good.
                let taken = std::ptr::addr_of!(shared.phs_nallocated.value).read_volatile();
                return scan.rs_nblocks.saturating_sub(u32::try_from(taken).unwrap_or(u32::MAX));
            }
            if !scan.rs_inited || scan.rs_cblock >= scan.rs_nblocks {
                return scan.rs_nblocks;
            }
            let (first, here) = (scan.rs_startblock, scan.rs_cblock);
            if here >= first { scan.rs_nblocks - 1 - here + first } else { first - 1 - here }
        }
    }

    /// Returns whether several processes share the scan.
    pub fn is_parallel(&self) -> bool {
        // SAFETY: the scan is alive.
        unsafe { !(*self.scan).rs_base.rs_parallel.is_null() }
    }

    pub fn set(&self) -> Option<&BlockSet> {
        self.set.as_ref()
    }

    /// Has the scan read all blocks from now on.
    pub fn read_all(&mut self) {
        if self.set.take().is_some() {
            // SAFETY: the scan is alive.
            unsafe { self.restart() }
        }
    }

    /// Has the scan read only blocks of a set from now on.
    pub fn read_only(&mut self, set: BlockSet) {
        match &mut self.set {
            Some(before) => {
                before.intersect(&set);
                set.free();
            }
            None => {
                self.set = Some(set);
                // SAFETY: the scan is alive.
                unsafe { self.restart() }
            }
        }
    }

    /// Returns the number of blocks that were skipped since the last call.
    pub fn take_skipped(&self) -> u64 {
        self.skipped.take()
    }

    /// Returns the block after another one in the order of the scan, or the first one, that is to be read.
    ///
    /// # Safety
    /// The scan must be alive and not shared with other processes.
    unsafe fn block_after(&self, before: Option<u32>) -> u32 {
        // SAFETY: the caller guarantees the scan.
        let (blocks, start) = unsafe { ((*self.scan).rs_nblocks, (*self.scan).rs_startblock) };
        if blocks == 0 {
            return pg_sys::InvalidBlockNumber;
        }
        let first = match before {
            None => start,
            Some(block) if block >= blocks - 1 => 0,
            Some(block) => block + 1,
        };
        if before.is_some() && first == start {
            return pg_sys::InvalidBlockNumber;
        }
        let Some(set) = &self.set else { return first };
        let found = if first >= start {
            set.next(first, blocks).or_else(|| set.next(0, start))
        } else {
            set.next(first, start)
        };
        let end = found.unwrap_or(start);
        let wraps = end < first || found.is_none() && end == first;
        let end = u64::from(end) + if wraps { u64::from(blocks) } else { 0 };
        self.skipped.set(self.skipped.get() + end - u64::from(first));
        found.unwrap_or(pg_sys::InvalidBlockNumber)
    }

    /// Returns the next block that this process gets of a parallel scan, and that is to be read.
    ///
    /// # Safety
    /// The scan must be alive and shared.
    unsafe fn next_shared(&self, is_first: bool) -> u32 {
        // SAFETY: the caller guarantees the scan.
        unsafe {
            let scan = &*self.scan;
            let (relation, worker) = (scan.rs_base.rs_rd, scan.rs_parallelworkerdata);
            let shared = scan.rs_base.rs_parallel.cast();
            if is_first {
                table_block_parallelscan_startblock_init(
                    relation,
                    worker,
                    shared,
                    #[cfg(feature = "pg19")]
                    scan.rs_startblock,
                    #[cfg(feature = "pg19")]
                    scan.rs_numblocks,
                );
            }
            loop {
                let block = table_block_parallelscan_nextpage(relation, worker, shared);
                let is_read = self.set.as_ref().is_none_or(|set| set.contains(block));
                if block == pg_sys::InvalidBlockNumber || is_read {
                    return block;
                }
                self.skipped.set(self.skipped.get() + 1);
            }
        }
    }
}

#[cfg(any(feature = "pg15", feature = "pg16"))]
impl BlockReader {
    /// Loads the next page of the set, and fetches its first row; returns false at the end.
    ///
    /// # Safety
    /// As for [`Self::next_page`].
    unsafe fn next_page_of_set(
        &self,
        (scan, heap): (pg_sys::TableScanDesc, HeapScan),
        slot: *mut TupleTableSlot,
    ) -> bool {
        // SAFETY: the caller guarantees the scan; a page that was loaded stays pinned until the scan leaves it.
        unsafe {
            let at = self.scan;
            loop {
                let block = if self.is_parallel() {
                    self.next_shared(!(*at).rs_inited)
                } else {
                    self.block_after((*at).rs_inited.then_some((*at).rs_cblock))
                };
                if block == pg_sys::InvalidBlockNumber {
                    return self.end((scan, heap), slot);
                }
                heapgetpage(scan, block);
                (*at).rs_inited = true;
                if (*at).rs_ntuples > 0 {
                    heap.set_place(usize::MAX);
                    return heap_scan::next(scan, slot);
                }
            }
        }
    }

    /// Brings the scan to its end: it finds that no block is left.
    ///
    /// # Safety
    /// As for [`Self::next_page`].
    unsafe fn end(&self, (scan, heap): (pg_sys::TableScanDesc, HeapScan), slot: *mut TupleTableSlot) -> bool {
        // SAFETY: the caller guarantees the scan and the slot.
        unsafe {
            let at = &mut *self.scan;
            if !at.rs_inited {
                crate::pg::executor::clear(slot);
                return false;
            }
            at.rs_cblock = at.rs_startblock.checked_sub(1).unwrap_or(at.rs_nblocks - 1);
            heap_scan::next_page(scan, heap, slot)
        }
    }

    /// Has the scan go on from its page by another set.
    ///
    /// # Safety
    /// The scan must be alive.
    unsafe fn restart(&mut self) {
        // SAFETY: the caller guarantees the scan.
        unsafe {
            if !(*self.scan).rs_strategy.is_null() && self.is_small() {
                pg_sys::FreeAccessStrategy((*self.scan).rs_strategy);
                (*self.scan).rs_strategy = std::ptr::null_mut();
            }
        }
    }
}

#[cfg(not(any(feature = "pg15", feature = "pg16")))]
impl BlockReader {
    /// Has the scan go on from its page by another set. Blocks that are read ahead are dropped, and those of the set
    /// are read again; a parallel scan returns them, as no other process will.
    ///
    /// # Safety
    /// The scan must be alive; for the stack, see [`Self::attach`].
    unsafe fn restart(&mut self) {
        if self.is_parallel() {
            return;
        }
        // SAFETY: the caller guarantees the scan.
        unsafe {
            let strategy = if self.is_small() { std::ptr::null_mut() } else { (*self.scan).rs_strategy };
            if (*self.scan).rs_inited {
                (*self.scan).rs_prefetch_block = (*self.scan).rs_cblock;
            }
            stream::replace(self, strategy);
        }
    }
}

impl BlockReader {
    /// Leaves the current page, and fetches the first row of the next one; returns false at the end.
    ///
    /// # Safety
    /// `scan` must be the scan of this and of `heap`, and `slot` a slot for its rows; for the stack, see
    /// [`Self::attach`].
    pub unsafe fn next_page(
        &self,
        (scan, heap): (pg_sys::TableScanDesc, HeapScan),
        slot: *mut TupleTableSlot,
    ) -> bool {
        // SAFETY: the caller guarantees the scan; from 17 on its stream asks for the blocks.
        unsafe {
            #[cfg(any(feature = "pg15", feature = "pg16"))]
            if self.set.is_some() {
                return self.next_page_of_set((scan, heap), slot);
            }
            heap_scan::next_page(scan, heap, slot)
        }
    }

    /// Returns whether so few blocks are read that they do not displace much else.
    fn is_small(&self) -> bool {
        self.set.as_ref().is_some_and(|set| set.count() <= self.blocks() / KEPT)
    }
}

/// The streams of 17 and later.
#[cfg(not(any(feature = "pg15", feature = "pg16")))]
mod stream {
    use super::BlockReader;
    use pgrx::pg_sys;
    use std::ffi::{c_int, c_void};

    type Next = unsafe extern "C-unwind" fn(*mut pg_sys::ReadStream, *mut c_void, *mut c_void) -> u32;

    unsafe extern "C-unwind" {
        fn read_stream_end(stream: *mut pg_sys::ReadStream);
        fn read_stream_begin_relation(
            flags: c_int,
            strategy: pg_sys::BufferAccessStrategy,
            relation: pg_sys::Relation,
            fork: pg_sys::ForkNumber::Type,
            next: Option<Next>,
            argument: *mut c_void,
            bytes_per_buffer: usize,
        ) -> *mut pg_sys::ReadStream;
        #[cfg(feature = "pg19")]
        fn read_stream_enable_stats(stream: *mut pg_sys::ReadStream, stats: *mut pg_sys::IOStats);
    }

    #[cfg(feature = "pg17")]
    const FLAGS: u32 = pg_sys::READ_STREAM_DEFAULT;
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    const FLAGS: u32 = pg_sys::READ_STREAM_USE_BATCHING;

    /// Gives a scan a new stream, and ends that which it has.
    ///
    /// # Safety
    /// The scan must be alive, and have no block that only its stream knows; for the stack, see
    /// [`BlockReader::attach`].
    pub unsafe fn replace(reader: *mut BlockReader, strategy: pg_sys::BufferAccessStrategy) {
        // SAFETY: the caller guarantees the scan. The stream ends with it.
        unsafe {
            let scan = &mut *(*reader).scan;
            if !scan.rs_read_stream.is_null() {
                read_stream_end(scan.rs_read_stream);
                scan.rs_read_stream = std::ptr::null_mut();
            }
            scan.rs_read_stream = (*reader).memory.within(|| {
                read_stream_begin_relation(
                    FLAGS as c_int,
                    strategy,
                    scan.rs_base.rs_rd,
                    pg_sys::ForkNumber::MAIN_FORKNUM,
                    Some(next),
                    reader.cast(),
                    0,
                )
            });
            #[cfg(feature = "pg19")]
            if let Some(counters) = scan.rs_base.rs_instrument.as_mut() {
                read_stream_enable_stats(scan.rs_read_stream, &raw mut counters.io);
            }
        }
    }

    /// Returns the next block to be read ahead (`ReadStreamBlockNumberCB`), while the scan is asked for a row.
    unsafe extern "C-unwind" fn next(_: *mut pg_sys::ReadStream, reader: *mut c_void, _: *mut c_void) -> u32 {
        // SAFETY: the stream was made with a reader, which lives as long as the scan.
        unsafe {
            let this = &*reader.cast::<BlockReader>();
            let is_first = !(*this.scan).rs_inited;
            let block = if this.is_parallel() {
                this.next_shared(is_first)
            } else {
                this.block_after((!is_first).then_some((*this.scan).rs_prefetch_block))
            };
            (*this.scan).rs_inited = true;
            (*this.scan).rs_prefetch_block = block;
            block
        }
    }
}
