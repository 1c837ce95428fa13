//! The stored values that all call sites of a session share.
//!
//! The executor makes a call site for each scan, so a query of a partitioned table has one for each partition, and
//! PL/pgSQL makes a new one whenever it plans an expression again. All of them keep their memory until the query or
//! even the transaction ends. So a value that is read again and again is detoasted once for all of them.
//!
//! The values are in the memory of the transaction. A few of them are kept, or as many as fit into `work_mem`.

#![allow(clippy::disallowed_types)] // nothing is allocated while the RefCell is borrowed

use crate::pg::detoast::VarlenaRef;
use crate::pg::memory::{Memory, ScratchMemory, work_mem};
use crate::pg::toast::{Fetched, Horizon, ToastPointer};
use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of values that are kept in any case, so that a query may take turns between some large ones.
const FEWEST: usize = 8;

/// Largest number of values: they are searched one by one.
const MOST: usize = 64;

#[derive(Debug)]
struct SharedValue {
    pointer: ToastPointer,
    whole: Fetched,
    /// The memory of the value alone.
    memory: Memory,
    /// Time of the last read, as a number of reads.
    last_read: u64,
}

/// The values, in a table of a fixed size: nothing is allocated while it is borrowed.
#[derive(Debug)]
struct SharedValues {
    values: [Option<SharedValue>; MOST],
    /// The horizon under which they are the values of their pointers.
    horizon: Horizon,
    now: u64,
    /// Whether they are forgotten when the transaction ends.
    ends: bool,
}

thread_local! {
    static SHARED: RefCell<SharedValues> = const {
        RefCell::new(SharedValues { values: [const { None }; MOST], horizon: Horizon::NONE, now: 0, ends: false })
    };
}

/// Number of times that values were freed.
static FREED: AtomicU64 = AtomicU64::new(0);

/// Returns a number that changes whenever a shared value is freed. Call sites must not use a value any longer then.
#[inline(always)]
pub fn generation() -> u64 {
    FREED.load(Ordering::Relaxed)
}

/// Returns the value of a pointer if it is there.
pub fn find(pointer: ToastPointer) -> Option<Fetched> {
    SHARED.with_borrow_mut(|shared| {
        shared.expire();
        shared.now += 1;
        let now = shared.now;
        let known = shared.values.iter_mut().flatten().find(|known| known.pointer == pointer)?;
        known.last_read = now;
        Some(known.whole)
    })
}

/// Detoasts a value that is not there yet.
///
/// # Safety
/// No value that was returned before may be in use.
pub unsafe fn fetch(pointer: ToastPointer, value: VarlenaRef<'_>) -> Fetched {
    let transaction = Memory::of_transaction();
    if !SHARED.with_borrow(|shared| shared.ends) {
        transaction.at_end(forget);
        SHARED.with_borrow_mut(|shared| shared.ends = true);
    }
    SHARED.with_borrow_mut(|shared| shared.make_room(pointer.fetched_len()));
    // An ERROR in the middle, such as a timeout, frees it.
    let scratch = ScratchMemory::of_one_value();
    let whole = Fetched::new(value, Memory::of_this_call());
    let memory = scratch.keep_in(transaction);
    SHARED.with_borrow_mut(|shared| {
        let last_read = shared.now;
        if let Some(place) = shared.values.iter_mut().find(|place| place.is_none()) {
            *place = Some(SharedValue { pointer, whole, memory, last_read });
        }
    });
    whole
}

/// Forgets all values, whose memory is about to end.
extern "C-unwind" fn forget(_: *mut c_void) {
    SHARED.with_borrow_mut(|shared| {
        shared.values = [const { None }; MOST];
        shared.ends = false;
    });
    FREED.fetch_add(1, Ordering::Relaxed);
}

impl SharedValues {
    /// Frees all values if the horizon has changed, or protects nothing.
    fn expire(&mut self) {
        let horizon = Horizon::now();
        if horizon != self.horizon || horizon == Horizon::NONE {
            self.horizon = horizon;
            self.values.iter_mut().for_each(free);
        }
    }

    /// Frees the values that were read longest ago, until there is room for one of `size` bytes.
    fn make_room(&mut self, size: usize) {
        self.expire();
        loop {
            let values = self.values.iter().flatten();
            let (len, bytes) =
                values.fold((0, size), |(len, bytes), value| (len + 1, bytes + value.pointer.fetched_len()));
            if len < FEWEST || len < MOST && bytes <= work_mem() {
                return;
            }
            let oldest = self.values.iter_mut().filter(|place| place.is_some());
            oldest.min_by_key(|place| place.as_ref().map(|value| value.last_read)).into_iter().for_each(free);
        }
    }
}

fn free(place: &mut Option<SharedValue>) {
    if let Some(value) = place.take() {
        // SAFETY: the value is no longer in the table, and call sites do not use it in another generation.
        unsafe { value.memory.end() };
        FREED.fetch_add(1, Ordering::Relaxed);
    }
}
