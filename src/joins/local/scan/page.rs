//! Tests of all rows of a heap page at once, before one of them is unpacked.
//!
//! For each filter, the keys of the rows that are left are read from the page and hashed first; the processor loads
//! the words of the filter meanwhile. Then the hashes are tested. Nothing on the stack needs to be dropped.

use super::location::KeyInRow;
use super::probe::{Test, Tests};
use crate::joins::local::blocks::Blocks;
use crate::joins::local::filter::Words;
use crate::joins::local::key::{self, Hash, JoinKey, KeyKind};
use crate::pg::executor;
use crate::pg::heap_scan::{self, HeapScan, MOST_ROWS};
use pgrx::pg_sys::{self, Datum, HeapTupleHeaderData, TupleTableSlot};
use std::ptr::NonNull;

/// Marks a row whose key is not known, in the list of rows.
const UNKNOWN: u16 = 1 << 15;

/// Every so many pages, one is not tested: more often while little is known of the conditions.
const SAMPLED_PAGE: u32 = 64;
const SAMPLED_PAGE_AT_FIRST: u32 = 16;

/// Number of rows after which an untested one comes whose memory begins to be loaded.
const AHEAD: usize = 4;

/// The tested rows of a page.
pub struct TestedPage {
    state: State,
    /// Number of pages on which filters were tested, and one more.
    pages: u32,
    /// The page and the place on it of the row that the scan returned last.
    page: u32,
    place: usize,
    /// Places of the rows that passed, and of those the number that was returned.
    rows: [u16; MOST_ROWS],
    count: usize,
    returned: usize,
    hashes: [u64; MOST_ROWS],
}

/// The scan whose pages are tested.
#[derive(Clone, Copy)]
pub struct PageScan {
    pub scan: pg_sys::TableScanDesc,
    pub heap: HeapScan,
    pub blocks: Option<NonNull<Blocks>>,
}

impl PageScan {
    /// Leaves the current page, and fetches the first row of the next one; returns false at the end.
    ///
    /// # Safety
    /// The scan and the slot must be those of one node; nothing on the stack may need to be dropped.
    #[inline(always)]
    unsafe fn next_page(self, slot: *mut TupleTableSlot) -> bool {
        // SAFETY: the caller guarantees the scan, and what it knows of its blocks is as long there.
        unsafe {
            match self.blocks {
                Some(mut blocks) => blocks.as_mut().next_page((self.scan, self.heap), slot),
                None => heap_scan::next_page(self.scan, self.heap, slot),
            }
        }
    }
}

/// What is known of the page of the current row.
#[derive(PartialEq)]
enum State {
    /// Nothing: the scan is at its beginning, or was moved.
    Unknown,
    /// No filter was tested, so all rows pass.
    AllPass,
    Tested,
}

impl TestedPage {
    /// Creates the state of a scan that has not begun.
    pub const fn new() -> Self {
        Self {
            state: State::Unknown,
            pages: 1,
            page: 0,
            place: 0,
            rows: [0; MOST_ROWS],
            count: 0,
            returned: 0,
            hashes: [0; MOST_ROWS],
        }
    }

    /// Forgets the page, as there is another scan.
    pub fn forget(&mut self) {
        self.state = State::Unknown;
    }

    /// Returns whether no filter was tested on the page of the current row.
    #[inline(always)]
    pub fn is_untested(&self) -> bool {
        self.state == State::AllPass
    }

    /// Fetches the next row that passes the tests; returns false at the end.
    ///
    /// # Safety
    /// The scan, the slot and the context must be those of one node; nothing on the stack may need to be dropped.
    #[inline(always)]
    pub unsafe fn next(
        &mut self,
        tests: &mut Tests,
        of: PageScan,
        slot: *mut TupleTableSlot,
        context: *mut pg_sys::ExprContext,
    ) -> bool {
        let PageScan { scan, heap, .. } = of;
        // SAFETY: the scan is at a row after one was fetched, and so its page is pinned.
        unsafe {
            // A rescan, or somebody else who fetched a row, moves the scan without telling.
            let is_here = heap.is_at_row() && heap.page() == self.page;
            match self.state {
                State::AllPass if is_here => {
                    let next = heap.place() + 1;
                    if next < heap.rows() {
                        heap.prefetch(next + AHEAD);
                        heap.fetch(next, slot);
                        return true;
                    }
                    if !of.next_page(slot) {
                        return false;
                    }
                }
                State::Tested if is_here && heap.place() == self.place => {
                    if self.returned < self.count {
                        let Some(place) = self.rows.get(self.returned) else { return false };
                        self.place = usize::from(*place);
                        self.returned += 1;
                        heap.fetch(self.place, slot);
                        return true;
                    }
                    if !of.next_page(slot) {
                        return false;
                    }
                }
                _ if heap.is_at_row() => {
                    if !heap_scan::next(scan, slot) {
                        return false;
                    }
                }
                _ => {
                    if !of.next_page(slot) {
                        return false;
                    }
                }
            }
            self.next_page(tests, of, slot, context)
        }
    }

    /// The same, where the scan is at the first row that is not tested.
    ///
    /// # Safety
    /// As for [`Self::next`].
    unsafe fn next_page(
        &mut self,
        tests: &mut Tests,
        of: PageScan,
        slot: *mut TupleTableSlot,
        context: *mut pg_sys::ExprContext,
    ) -> bool {
        let heap = of.heap;
        // SAFETY: the scan is at a row, and so its page is pinned.
        unsafe {
            loop {
                self.page = heap.page();
                self.test(tests, heap, slot, context);
                if self.state == State::AllPass {
                    return true;
                }
                if let Some(place) = self.rows.first().filter(|_| self.count > 0) {
                    let here = heap.place();
                    self.place = usize::from(*place);
                    self.returned = 1;
                    if self.place == here {
                        return true;
                    }
                    heap.fetch(self.place, slot);
                    return true;
                }
                self.place = heap.rows().wrapping_sub(1);
                executor::check_interrupts();
                executor::forget_row(context);
                if !of.next_page(slot) {
                    return false;
                }
            }
        }
    }

    /// Tests the rows of the page from the current one on.
    ///
    /// # Safety
    /// As for [`Self::next`].
    unsafe fn test(
        &mut self,
        tests: &mut Tests,
        heap: HeapScan,
        slot: *mut TupleTableSlot,
        context: *mut pg_sys::ExprContext,
    ) {
        let (first, end) = (heap.place(), heap.rows());
        let rows = end.saturating_sub(first) as u64;
        tests.begin();
        if tests.is_due {
            tests.order();
        }
        self.pages = self.pages.wrapping_add(1);
        // Some pages, the more the less is known, tell which share of all rows the conditions keep.
        let is_sample = tests.conditions.is_some_and(|conditions| {
            let every = if conditions.is_new() { SAMPLED_PAGE_AT_FIRST } else { SAMPLED_PAGE };
            self.pages.is_power_of_two() || self.pages.is_multiple_of(every)
        });
        let mut any = false;
        for test in tests.early.iter_mut() {
            // SAFETY: the node that builds the filter lives as long as the scan.
            let build = unsafe { &*test.build };
            test.is_on = test.usable().is_some();
            if test.is_on && (is_sample && !test.whole_groups || !test.window.tests(rows)) {
                test.is_on = false;
                build.count(0, 0, rows);
            }
            any |= test.is_on;
        }
        if !any {
            self.state = State::AllPass;
            return;
        }
        self.state = State::Tested;
        self.count = 0;
        self.returned = 0;
        for (place, row) in (first..end).zip(self.rows.iter_mut()) {
            *row = place as u16;
            self.count += 1;
        }
        for test in tests.early.iter_mut().filter(|test| test.is_on) {
            let tested = self.count as u64;
            let Some(words) = test.usable() else { continue };
            // SAFETY: the page is pinned while the scan is at its row; a usable filter has its words.
            unsafe {
                let page = heap.contents();
                let (row, length) = page.row(usize::from(self.rows[0]));
                test.observe(|key| column_of_row(row, length, slot, key));
                executor::in_memory_of_row(context, || self.hash(test, words, page, slot));
                match test.hashes() {
                    Some(hashes) => self.keep(|hash| words.contains(hash) && hashes.has_number(hash)),
                    None => self.keep(|hash| words.contains(hash)),
                }
            }
            tests.is_due |= test.count(tested, self.count as u64);
            if self.count == 0 {
                break;
            }
        }
    }

    /// Hashes the keys of the rows that are left, and drops rows whose key is NULL.
    ///
    /// # Safety
    /// As for [`Self::next`]; `page` must be the page of the rows.
    #[inline(always)]
    unsafe fn hash(&mut self, test: &Test, words: Words, page: heap_scan::Page, slot: *mut TupleTableSlot) {
        // SAFETY: the rows are on the pinned page; `start` checked the size of a number.
        unsafe {
            match test.at.kind {
                Some(KeyKind::Int2) => self.hash_by(test, words, page, slot, |at| {
                    i64::from(at.cast::<i16>().read_unaligned()).cast_unsigned()
                }),
                Some(KeyKind::Int4) => self.hash_by(test, words, page, slot, |at| {
                    i64::from(at.cast::<i32>().read_unaligned()).cast_unsigned()
                }),
                Some(KeyKind::Int8) => {
                    self.hash_by(test, words, page, slot, |at| at.cast::<u64>().read_unaligned());
                }
                Some(KeyKind::Oid) => {
                    self.hash_by(test, words, page, slot, |at| u64::from(at.cast::<u32>().read_unaligned()));
                }
                _ => self.hash_each(words, page, |row, length| hash_of_row(test, row, length, slot)),
            }
        }
    }

    /// The same for keys that are numbers.
    ///
    /// # Safety
    /// As for [`Self::hash`].
    #[inline(always)]
    unsafe fn hash_by(
        &mut self,
        test: &Test,
        words: Words,
        page: heap_scan::Page,
        slot: *mut TupleTableSlot,
        read: impl Fn(*const u8) -> u64 + Copy,
    ) {
        // SAFETY: the rows are those of the pinned page.
        unsafe {
            self.hash_each(words, page, |row, length| match test.at.number(row, read) {
                KeyInRow::Number(number) => Hash::Known(key::add(0, number)),
                KeyInRow::Null => Hash::Null,
                KeyInRow::Elsewhere => hash_of_row(test, row, length, slot),
            });
        }
    }

    /// The same, by a function that hashes the keys of a row of some length.
    ///
    /// # Safety
    /// As for [`Self::hash`].
    #[inline(always)]
    unsafe fn hash_each(
        &mut self,
        words: Words,
        page: heap_scan::Page,
        hash: impl Fn(*mut HeapTupleHeaderData, u32) -> Hash,
    ) {
        let mut kept = 0;
        for number in 0..self.count.min(MOST_ROWS) {
            let place = self.rows[number];
            // SAFETY: the page has the row.
            let (row, length) = unsafe { page.row(usize::from(place)) };
            match hash(row, length) {
                Hash::Null => continue,
                Hash::Unknown => self.rows[kept] = place | UNKNOWN,
                Hash::Known(hash) => {
                    words.prefetch(hash);
                    self.rows[kept] = place;
                    self.hashes[kept] = hash;
                }
            }
            kept += 1;
        }
        self.count = kept;
    }

    /// Keeps the rows whose hashes the filter may have.
    #[inline(always)]
    fn keep(&mut self, may_have: impl Fn(u64) -> bool) {
        let mut kept = 0;
        for number in 0..self.count.min(MOST_ROWS) {
            let row = self.rows[number];
            self.rows[kept] = row & !UNKNOWN;
            let passes = row & UNKNOWN != 0 || may_have(self.hashes[number]);
            kept += usize::from(passes);
        }
        self.count = kept;
    }
}

/// Returns the hash of the keys of a row, wherever they are.
///
/// # Safety
/// `row` must be a row of the table that `slot` is for; for the stack, see [`executor`].
unsafe fn hash_of_row(
    test: &Test,
    row: *mut HeapTupleHeaderData,
    length: u32,
    slot: *mut TupleTableSlot,
) -> Hash {
    // SAFETY: both slots are for rows of this table, whose columns have the keys' types.
    unsafe {
        if test.unpacked.is_null() {
            return key::hash(&test.keys, test.toasted, |key| column_of_row(row, length, slot, key));
        }
        executor::store_tuple(row, length, test.unpacked);
        key::hash(&test.keys, test.toasted, |key| executor::column(test.unpacked.cast(), key.column))
    }
}

/// Returns a key of a row.
///
/// # Safety
/// As for [`hash_of_row`].
unsafe fn column_of_row(
    row: *mut HeapTupleHeaderData,
    length: u32,
    slot: *mut TupleTableSlot,
    key: &JoinKey,
) -> Option<Datum> {
    // SAFETY: the row is one of the table that the slot is for.
    unsafe { executor::column_of_tuple(row, length, (*slot).tts_tupleDescriptor, key.column) }
}
