//! What a session remembers: variables that grow, flags, and what it knows of relations.

use super::version::CacheId;
use pgrx::pg_sys::{self, Datum, Oid};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::LocalKey;

/// Calls `f` with a variable of the session, to read or to change it.
///
/// Nothing is borrowed meanwhile: if memory runs out, PostgreSQL's ERROR jumps over `f` and leaves the variable empty.
pub fn with<T: Default, R>(variable: &'static LocalKey<Cell<T>>, f: impl FnOnce(&mut T) -> R) -> R {
    let mut taken = variable.take();
    let result = f(&mut taken);
    variable.set(taken);
    result
}

/// Calls `f` while a flag is set, which then gets its value back, also if `f` raises an error.
pub fn with_flag<R>(flag: &'static AtomicBool, f: impl FnOnce() -> R) -> R {
    struct Before(&'static AtomicBool, bool);
    impl Drop for Before {
        fn drop(&mut self) {
            self.0.store(self.1, Ordering::Relaxed);
        }
    }
    let _before = Before(flag, flag.swap(true, Ordering::Relaxed));
    f()
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
    is_registered: Cell<bool>,
}

// SAFETY: a backend has one thread.
unsafe impl<T> Sync for RelationCache<T> {}

impl<T> RelationCache<T> {
    pub const fn new(of_functions: bool) -> Self {
        let known = Cell::new(None);
        Self { known, changes: Cell::new(0), of_functions, is_registered: Cell::new(false) }
    }

    /// Calls `read`, which runs no code of the server, with what is known of a relation; if nothing is, with what `find` finds.
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

    /// Calls `f` with the map, for which the rule of [`with()`] holds. No message of a change arrives meanwhile.
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

    /// Forgets a relation, or all if its OID is invalid.
    fn forget(&self, relation: Oid) {
        self.changes.set(self.changes.get().wrapping_add(1));
        self.with_known(|known| {
            if relation == Oid::INVALID {
                known.clear();
            } else {
                known.remove(&relation);
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
