//! A sequential scan of a heap table, one page at a time.
//!
//! The scan finds the visible rows of a page when it comes to the page, and then returns one after another. So whoever
//! runs the scan can look at all of them, and have it return only some. The fields of the scan that this reads belong
//! to the server, and differ between its majors; only this file and `heap_blocks.rs` depend on them.

use super::executor;
use super::prefetch::prefetch;
use super::tree::Node;
use super::version;
use pgrx::pg_sys;

/// Largest number of visible rows of a page: the length of the server's array of them.
pub const MOST_ROWS: usize = {
    const fn length<const N: usize>(_: fn(&pg_sys::HeapScanDescData) -> &[pg_sys::OffsetNumber; N]) -> usize {
        N
    }
    length(|scan| &scan.rs_vistuples)
};

/// Returns whether a table is a heap.
pub fn is_heap(table: &pg_sys::RelationData) -> bool {
    // SAFETY: the function returns a constant.
    unsafe { std::ptr::eq(table.rd_tableam, pg_sys::GetHeapamTableAmRoutine()) }
}

/// A sequential scan of a heap table that finds the visible rows of a whole page.
#[derive(Debug, Clone, Copy)]
pub struct HeapScan(*mut pg_sys::HeapScanDescData);

impl HeapScan {
    /// Returns a scan that looks at whole pages: a scan of a heap table, with a snapshot of an MVCC kind.
    ///
    /// # Safety
    /// `scan` must be a sequential scan, which must outlive the result.
    pub unsafe fn of(scan: pg_sys::TableScanDesc) -> Option<Self> {
        // SAFETY: the caller guarantees the scan; that of a heap table begins with its general part.
        unsafe {
            let is_heap = is_heap(&*(*scan).rs_rd);
            let by_page = (*scan).rs_flags & pg_sys::ScanOptions::SO_ALLOW_PAGEMODE != 0;
            (is_heap && by_page).then_some(Self(scan.cast()))
        }
    }

    /// Returns PostgreSQL's pointer to the scan.
    pub(super) fn as_ptr(self) -> *mut pg_sys::HeapScanDescData {
        self.0
    }

    /// Returns whether the scan is at a row; it is not before its first row, after its last one, and when it was begun
    /// again.
    #[inline(always)]
    pub fn is_at_row(self) -> bool {
        // SAFETY: the scan is alive.
        unsafe { (*self.0).rs_inited }
    }

    #[inline(always)]
    pub fn page(self) -> u32 {
        // SAFETY: the scan is alive.
        unsafe { (*self.0).rs_cblock }
    }

    /// Returns the place of the current row among the visible rows of its page.
    #[inline(always)]
    pub fn place(self) -> usize {
        // SAFETY: the scan is alive. The number is signed in some majors, and never negative at a row.
        unsafe { (*self.0).rs_cindex as usize }
    }

    /// Returns the number of visible rows of the page.
    #[inline(always)]
    pub fn rows(self) -> usize {
        // SAFETY: the scan is alive.
        unsafe { ((*self.0).rs_ntuples as usize).min(MOST_ROWS) }
    }

    /// Makes a row of the page the current one, so that the scan goes on with the row after it.
    #[inline(always)]
    pub fn set_place(self, place: usize) {
        // SAFETY: the scan is alive, and reads only this to know where it is on the page.
        unsafe { (*self.0).rs_cindex = place as _ }
    }

    /// Starts to load a row that the scan will come to, if its page has so many.
    ///
    /// # Safety
    /// The scan must be at a row.
    #[inline(always)]
    pub unsafe fn prefetch(self, place: usize) {
        if place < self.rows() {
            // SAFETY: the scan holds the page, which has the row.
            unsafe { prefetch(self.contents().row(place).0) }
        }
    }

    /// Makes a visible row of the page the current one, and puts it into a slot: what the server does if it finds the
    /// next row on the same page, without looking for it (`heap_getnextslot`).
    ///
    /// # Safety
    /// The scan must be at a row, whose page has one of that place, and have no keys; `slot` must be the one that the
    /// current row is in; for the stack, as [`begin`].
    #[inline(always)]
    pub unsafe fn fetch(self, place: usize, slot: *mut pg_sys::TupleTableSlot) {
        self.set_place(place);
        // SAFETY: the caller guarantees the row.
        unsafe {
            let scan = &mut *self.0;
            let page = self.contents();
            let (data, length) = page.row(place);
            (scan.rs_ctup.t_data, scan.rs_ctup.t_len) = (data, length);
            scan.rs_ctup.t_self.ip_posid = *page.visible.add(place);
            version::count_returned_row(scan.rs_base.rs_rd);
            executor::store_row_of_page(&raw mut scan.rs_ctup, slot, scan.rs_cbuf);
        }
    }

    /// Returns the page of the current row in memory. The scan keeps it there until it leaves the page.
    ///
    /// # Safety
    /// The scan must be at a row.
    #[inline(always)]
    pub unsafe fn contents(self) -> Page {
        // SAFETY: the caller guarantees that the scan holds a buffer.
        unsafe {
            let buffer = (*self.0).rs_cbuf;
            let start = if buffer < 0 {
                (*pg_sys::LocalBufferBlockPointers.offset((-buffer - 1) as isize)).cast::<u8>()
            } else {
                pg_sys::BufferBlocks.cast::<u8>().add((buffer as usize - 1) * pg_sys::BLCKSZ as usize)
            };
            Page { start, visible: (*self.0).rs_vistuples.as_ptr() }
        }
    }
}

/// Number of table pages that a plan has read, and of all pages that it will read.
#[derive(Debug, Clone, Copy)]
pub struct Pages {
    pub read: f64,
    pub all: f64,
}

impl Pages {
    /// Counts the pages of a sequential scan; `None` if it is at no page, or not of a heap table.
    pub fn of_scan(scan: Node<'_, pg_sys::SeqScanState>) -> Option<Self> {
        // SAFETY: a node of a running plan has its table open; a scan of a heap table has a
        // `HeapScanDescData`.
        unsafe {
            let relation = scan.ss.ss_currentRelation.as_ref()?;
            if !is_heap(relation) {
                return None;
            }
            let Some(at) = scan.ss.ss_currentScanDesc.cast::<pg_sys::HeapScanDescData>().as_ref() else {
                return Self::of_table(scan);
            };
            if let Some(shared) =
                at.rs_base.rs_parallel.cast::<pg_sys::ParallelBlockTableScanDescData>().as_ref()
            {
                // This counts the pages of all processes. Others may change it meanwhile; any of its values
                // is good.
                let read = std::ptr::addr_of!(shared.phs_nallocated.value).read_volatile();
                return Some(Self { read: read as f64, all: f64::from(shared.phs_nblocks) });
            }
            if !at.rs_inited || at.rs_cblock >= at.rs_nblocks {
                return None; // the scan has not begun or is at its end
            }
            // A synchronized scan may begin at any page.
            let past = (at.rs_cblock + at.rs_nblocks - at.rs_startblock % at.rs_nblocks) % at.rs_nblocks;
            let of_page = (f64::from(at.rs_cindex) + 1.0) / f64::from(at.rs_ntuples).max(1.0);
            Some(Self { read: f64::from(past) + of_page.clamp(0.0, 1.0), all: f64::from(at.rs_nblocks) })
        }
    }

    /// Counts the pages of the table of a scan, as if none had been read.
    pub fn of_table(scan: Node<'_, pg_sys::SeqScanState>) -> Option<Self> {
        let (relation, fork) = (scan.ss.ss_currentRelation, pg_sys::ForkNumber::MAIN_FORKNUM);
        if relation.is_null() {
            return None;
        }
        // SAFETY: a node of a running plan has its table open.
        let all = unsafe { pg_sys::RelationGetNumberOfBlocksInFork(relation, fork) };
        Some(Self { read: 0.0, all: f64::from(all) })
    }
}

/// A page of a heap table in memory.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    start: *mut u8,
    visible: *const pg_sys::OffsetNumber,
}

impl Page {
    const HEADER: usize = std::mem::offset_of!(pg_sys::PageHeaderData, pd_linp);

    /// Returns a visible row, by its place, and its length.
    ///
    /// # Safety
    /// The scan must be on the page, which must have such a row.
    #[inline(always)]
    pub unsafe fn row(self, place: usize) -> (*mut pg_sys::HeapTupleHeaderData, u32) {
        // SAFETY: the caller guarantees the row; the page's items follow its header.
        unsafe {
            let number = *self.visible.add(place) as usize;
            let item = *self.start.add(Self::HEADER).cast::<pg_sys::ItemIdData>().add(number - 1);
            (self.start.add(item.lp_off() as usize).cast(), item.lp_len())
        }
    }
}

/// Leaves the current page of a scan, and fetches the first row of the next one; returns false at the end.
///
/// # Safety
/// `scan` must be that of `heap`, and `slot` a slot for its rows; for the stack, as [`begin`].
#[inline(always)]
pub unsafe fn next_page(
    scan: pg_sys::TableScanDesc,
    heap: HeapScan,
    slot: *mut pg_sys::TupleTableSlot,
) -> bool {
    heap.set_place(heap.rows().wrapping_sub(1));
    // SAFETY: the caller guarantees the scan.
    unsafe { next(scan, slot) }
}

/// Begins a sequential scan as the executor would, of the rows that a key compares as equal if there is one. Scans of
/// other tables than heaps should have none, as the executor uses none: their methods may not know it.
///
/// # Safety
/// `relation` must be open and have a table access method, and `state` be that of the query; the stack, up to the next
/// C function, must not hold anything that needs to be dropped.
pub unsafe fn begin(
    relation: pg_sys::Relation,
    state: *mut pg_sys::EState,
    key: Option<&mut pg_sys::ScanKeyData>,
) -> pg_sys::TableScanDesc {
    const FLAGS: u32 = pg_sys::ScanOptions::SO_TYPE_SEQSCAN
        | pg_sys::ScanOptions::SO_ALLOW_STRAT
        | pg_sys::ScanOptions::SO_ALLOW_SYNC
        | pg_sys::ScanOptions::SO_ALLOW_PAGEMODE;
    // SAFETY: the caller guarantees the relation.
    unsafe {
        let flags = FLAGS;
        // The node takes what the scan counted, if EXPLAIN ANALYZE counts.
        #[cfg(feature = "pg19")]
        let flags =
            if (*state).es_instrument == 0 { flags } else { flags | pg_sys::ScanOptions::SO_SCAN_INSTRUMENT };
        match (*(*relation).rd_tableam).scan_begin {
            Some(begin) => {
                let (keys, key) = key.map_or((0, std::ptr::null_mut()), |key| (1, &raw mut *key));
                begin(relation, (*state).es_snapshot, keys, key, std::ptr::null_mut(), flags)
            }
            None => std::ptr::null_mut(),
        }
    }
}

/// Fetches the next row of a sequential scan into a slot; returns false at the end.
///
/// # Safety
/// `scan` must be a sequential scan, and `slot` a slot for its rows; for the stack, as [`begin`].
#[inline(always)]
pub unsafe fn next(scan: pg_sys::TableScanDesc, slot: *mut pg_sys::TupleTableSlot) -> bool {
    // SAFETY: the caller guarantees the scan.
    unsafe {
        let relation = (*scan).rs_rd;
        (*slot).tts_tableOid = (*relation).rd_id;
        match (*(*relation).rd_tableam).scan_getnextslot {
            Some(next) => next(scan, pg_sys::ScanDirection::ForwardScanDirection, slot),
            None => false,
        }
    }
}
