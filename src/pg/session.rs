//! What a session remembers: flags, and what it knows of relations.

use super::version::CacheId;
use pgrx::pg_sys::{self, Datum, Oid, SubXactEvent, XactEvent};
use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

/// Flags that are set, each with the nesting level of the transaction in which it was; there are fewer flags
/// than places.
type SetFlags = [Option<(&'static AtomicBool, c_int)>; 8];

thread_local! {
    static SET_FLAGS: Cell<SetFlags> = const { Cell::new([None; 8]) };
    static CLEARS_FLAGS: Cell<bool> = const { Cell::new(false) };
}

/// Calls `f` while a flag is set. It is cleared when `f` returns or panics. An ERROR that skips the frames in
/// between ends the transaction, or a subtransaction, which then clears the flags that were set in it.
pub fn with_flag<R>(flag: &'static AtomicBool, f: impl FnOnce() -> R) -> R {
    struct Clears(&'static AtomicBool);
    impl Drop for Clears {
        fn drop(&mut self) {
            clear_flags(|flag, _| std::ptr::eq(flag, self.0));
            self.0.store(false, Ordering::Relaxed);
        }
    }
    if flag.load(Ordering::Relaxed) {
        return f(); // whoever has set it clears it
    }
    clear_flags_after_errors();
    // SAFETY: the function takes no arguments.
    let level = unsafe { pg_sys::GetCurrentTransactionNestLevel() };
    let mut set = SET_FLAGS.get();
    if let Some(place) = set.iter_mut().find(|place| place.is_none()) {
        *place = Some((flag, level));
    }
    SET_FLAGS.set(set);
    flag.store(true, Ordering::Relaxed);
    let _clears = Clears(flag);
    f()
}

/// Clears some of the flags that are set.
fn clear_flags(is_over: impl Fn(&'static AtomicBool, c_int) -> bool) {
    let mut set = SET_FLAGS.get();
    for place in &mut set {
        if let Some((flag, _)) = place.take_if(|(flag, level)| is_over(flag, *level)) {
            flag.store(false, Ordering::Relaxed);
        }
    }
    SET_FLAGS.set(set);
}

/// Has PostgreSQL call the functions below, once a session.
fn clear_flags_after_errors() {
    if CLEARS_FLAGS.get() {
        return;
    }
    // SAFETY: the functions are there as long as the process.
    unsafe {
        pg_sys::RegisterXactCallback(Some(end_transaction), std::ptr::null_mut());
        pg_sys::RegisterSubXactCallback(Some(end_subtransaction), std::ptr::null_mut());
    }
    CLEARS_FLAGS.set(true);
}

unsafe extern "C-unwind" fn end_transaction(event: XactEvent::Type, _: *mut c_void) {
    if matches!(event, XactEvent::XACT_EVENT_ABORT | XactEvent::XACT_EVENT_PARALLEL_ABORT) {
        clear_flags(|_, _| true);
    }
}

unsafe extern "C-unwind" fn end_subtransaction(
    event: SubXactEvent::Type,
    _: pg_sys::SubTransactionId,
    _: pg_sys::SubTransactionId,
    _: *mut c_void,
) {
    if event == SubXactEvent::SUBXACT_EVENT_ABORT_SUB {
        // SAFETY: the function takes no arguments. The subtransaction is still the current one.
        let ended = unsafe { pg_sys::GetCurrentTransactionNestLevel() };
        clear_flags(|_, level| level >= ended);
    }
}

/// Returns whether this process is a worker of a parallel query.
pub fn is_parallel_worker() -> bool {
    // SAFETY: this reads a number.
    unsafe { pg_sys::ParallelWorkerNumber >= 0 }
}

/// Returns the number of workers of a Gather node, as far as one of its workers can know it.
pub fn planned_workers() -> u32 {
    // SAFETY: this reads a number, which is not negative.
    unsafe { pg_sys::max_parallel_workers_per_gather as u32 }
}

/// What the session knows of relations. It forgets a relation that has changed.
pub struct RelationCache<T> {
    known: Cell<Option<HashMap<Oid, T>>>,
    /// Number of changes that the session was told of.
    changes: Cell<u64>,
    /// Whether what is known depends on functions, too: then all is forgotten when one has changed.
    of_functions: bool,
    /// Returns whether what is known of a relation depends on another one, too.
    depends_on: Option<fn(&T, Oid) -> bool>,
    is_registered: Cell<bool>,
}

// SAFETY: a backend has one thread.
unsafe impl<T> Sync for RelationCache<T> {}

impl<T> RelationCache<T> {
    pub const fn new(of_functions: bool) -> Self {
        let known = Cell::new(None);
        let depends_on = None;
        Self { known, changes: Cell::new(0), of_functions, depends_on, is_registered: Cell::new(false) }
    }

    /// Has a relation be forgotten when another one changes, too, on which what is known of it depends.
    pub const fn depending_on(mut self, depends_on: fn(&T, Oid) -> bool) -> Self {
        self.depends_on = Some(depends_on);
        self
    }

    /// Calls `read`, which runs no code of the server, with what is known of a relation; if nothing is, with what
    /// `find` finds.
    pub fn with<R>(&'static self, relation: Oid, find: impl FnOnce() -> T, read: impl Fn(&T) -> R) -> R {
        self.register();
        if let Some(result) = self.with_known(|known| known.get(&relation).map(&read)) {
            return result;
        }
        let before = self.changes.get();
        let found = find();
        let result = read(&found);
        if self.changes.get() == before {
            self.with_known(|known| known.insert(relation, found));
        }
        result
    }

    /// Calls `f` with the map, for which the rule of [`Self::with`] holds. No message of a change arrives meanwhile.
    fn with_known<R>(&self, f: impl FnOnce(&mut HashMap<Oid, T>) -> R) -> R {
        let mut known = self.known.take().unwrap_or_default();
        let result = f(&mut known);
        self.known.set(Some(known));
        result
    }

    /// Has PostgreSQL tell of changes, once a session.
    fn register(&'static self) {
        if self.is_registered.replace(true) {
            return;
        }
        let cache = Datum::from(std::ptr::from_ref(self));
        // SAFETY: the functions and the cache are there as long as the process.
        unsafe {
            pg_sys::CacheRegisterRelcacheCallback(Some(forget::<T>), cache);
            if self.of_functions {
                let id = pg_sys::SysCacheIdentifier::PROCOID as _;
                pg_sys::CacheRegisterSyscacheCallback(id, Some(forget_all::<T>), cache);
            }
        }
    }

    /// Returns a number that differs once the session was told of a change of any relation.
    pub fn changes(&self) -> u64 {
        self.changes.get()
    }

    /// Forgets a relation, or all if its OID is invalid.
    pub fn forget(&self, relation: Oid) {
        self.changes.set(self.changes.get().wrapping_add(1));
        self.with_known(|known| {
            if relation == Oid::INVALID {
                known.clear();
            } else {
                known.remove(&relation);
                if let Some(depends_on) = self.depends_on {
                    known.retain(|_, found| !depends_on(found, relation));
                }
            }
        });
    }
}

unsafe extern "C-unwind" fn forget<T>(cache: Datum, relation: Oid) {
    // SAFETY: the cache is the one that was registered.
    unsafe { &*cache.cast_mut_ptr::<RelationCache<T>>() }.forget(relation);
}

unsafe extern "C-unwind" fn forget_all<T>(cache: Datum, _: CacheId, _: u32) {
    // SAFETY: the cache is the one that was registered.
    unsafe { &*cache.cast_mut_ptr::<RelationCache<T>>() }.forget(Oid::INVALID);
}
