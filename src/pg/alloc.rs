//! Rust's heap in PostgreSQL's memory: running out of memory raises ERROR 53200 instead of ending the server, and the
//! view `pg_backend_memory_contexts` shows the memory in use under the name "bloom_rs".
//!
//! The context lives as long as the session, because some of Rust's allocations do. Memory that Rust drops is
//! freed at once, even when a query is canceled, because pgrx unwinds after an ERROR of a function of the
//! server. The ERROR of this allocator does not unwind: what the skipped frames hold stays until the session
//! ends. Whatever grows with the data is allocated in the memory of the call instead: see `pg::list`,
//! `pg::varlena` and the like.

use pgrx::pg_sys;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::thread::panicking;

// The bindings of pgrx turn an ERROR into a panic, which must not leave an allocator. These jump over the Rust code.
unsafe extern "C-unwind" {
    fn AllocSetContextCreateInternal(
        parent: pg_sys::MemoryContext,
        name: *const c_char,
        min_size: usize,
        initial_size: usize,
        max_size: usize,
    ) -> pg_sys::MemoryContext;
    fn MemoryContextAllocHuge(context: pg_sys::MemoryContext, size: usize) -> *mut c_void;
    fn MemoryContextAllocExtended(context: pg_sys::MemoryContext, size: usize, flags: c_int) -> *mut c_void;
    fn repalloc_huge(pointer: *mut c_void, size: usize) -> *mut c_void;
    fn pfree(pointer: *mut c_void);
}

/// Alignment of all memory that PostgreSQL allocates (MAXIMUM_ALIGNOF).
const MAX_ALIGN: usize = 8;

struct SessionMemory;

#[global_allocator]
static MEMORY: SessionMemory = SessionMemory;

static CONTEXT: AtomicPtr<pg_sys::MemoryContextData> = AtomicPtr::new(std::ptr::null_mut());

/// Returns the memory context of Rust's heap; null outside a server.
fn context() -> pg_sys::MemoryContext {
    let known = CONTEXT.load(Ordering::Relaxed);
    if !known.is_null() {
        return known;
    }
    // SAFETY: a server has this context from its start to its end, and it can be the parent of new contexts.
    let made = unsafe {
        if pg_sys::TopMemoryContext.is_null() {
            return std::ptr::null_mut();
        }
        AllocSetContextCreateInternal(
            pg_sys::TopMemoryContext,
            c"bloom_rs".as_ptr(),
            pg_sys::ALLOCSET_SMALL_MINSIZE as usize,
            pg_sys::ALLOCSET_SMALL_INITSIZE as usize,
            pg_sys::ALLOCSET_DEFAULT_MAXSIZE as usize,
        )
    };
    CONTEXT.store(made, Ordering::Relaxed);
    made
}

/// Memory for a panic when there is no other. An ERROR must not skip the frames of a panic: Rust would take
/// the next one for a panic within a panic, and end the process and so the server. A panic needs a few
/// hundred bytes, and some kilobytes with RUST_BACKTRACE.
#[repr(align(8))]
struct Reserve {
    bytes: UnsafeCell<[u8; Self::LEN]>,
    /// Number of bytes that were handed out, until all of them are free.
    used: AtomicUsize,
    /// Number of allocations that are not free.
    allocations: AtomicUsize,
}

// SAFETY: a backend has one thread.
unsafe impl Sync for Reserve {}

static RESERVE: Reserve = Reserve {
    bytes: UnsafeCell::new([0; Reserve::LEN]),
    used: AtomicUsize::new(0),
    allocations: AtomicUsize::new(0),
};

impl Reserve {
    const LEN: usize = 64 << 10;

    /// Hands out memory; `None` if not so much is left.
    fn take(&self, size: usize) -> Option<*mut u8> {
        let at = self.used.load(Ordering::Relaxed);
        let end =
            size.checked_next_multiple_of(MAX_ALIGN)?.checked_add(at).filter(|end| *end <= Self::LEN)?;
        self.used.store(end, Ordering::Relaxed);
        self.allocations.fetch_add(1, Ordering::Relaxed);
        Some(self.bytes.get().cast::<u8>().wrapping_add(at))
    }

    fn holds(&self, pointer: *mut u8) -> bool {
        (pointer as usize).wrapping_sub(self.bytes.get() as usize) < Self::LEN
    }

    /// Takes back memory that the reserve holds.
    fn free(&self) {
        if self.allocations.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.used.store(0, Ordering::Relaxed);
        }
    }
}

/// Whether tests have memory run out while Rust panics, by requests for more than there is.
#[cfg(feature = "pg_test")]
pub static NONE_LEFT: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Allocates memory while Rust panics.
#[cold]
fn allocate_in_panic(context: pg_sys::MemoryContext, size: usize) -> *mut u8 {
    let flags = (pg_sys::MCXT_ALLOC_HUGE | pg_sys::MCXT_ALLOC_NO_OOM) as c_int;
    let requested = size;
    #[cfg(feature = "pg_test")]
    let requested = if NONE_LEFT.load(Ordering::Relaxed) { usize::MAX / 2 } else { requested };
    // SAFETY: the context exists.
    let memory = unsafe { MemoryContextAllocExtended(context, requested, flags) };
    if !memory.is_null() {
        return memory.cast();
    }
    // SAFETY: the context exists; the function raises an ERROR if there is still no memory.
    RESERVE.take(size).unwrap_or_else(|| unsafe { MemoryContextAllocHuge(context, requested).cast() })
}

// SAFETY: PostgreSQL's memory is aligned to MAX_ALIGN and never moves; a backend has one thread. If memory
// runs out, PostgreSQL's ERROR jumps to the handler that it finds, of the server or of pgrx, and skips the
// frames up to there; no code in between has recorded the allocation.
unsafe impl GlobalAlloc for SessionMemory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let context = context();
        if context.is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the caller keeps the contract of `alloc`. Rust itself asks for no larger alignment here.
            return unsafe { System.alloc(layout) };
        }
        if panicking() {
            return allocate_in_panic(context, layout.size());
        }
        // SAFETY: the context exists.
        unsafe { MemoryContextAllocHuge(context, layout.size()).cast() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if context().is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the same branch of `alloc` allocated the memory.
            return unsafe { System.dealloc(pointer, layout) };
        }
        if RESERVE.holds(pointer) {
            return RESERVE.free();
        }
        // SAFETY: PostgreSQL allocated the memory, and it has not been freed yet.
        unsafe { pfree(pointer.cast()) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if context().is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the same branch of `alloc` allocated the memory.
            return unsafe { System.realloc(pointer, layout, size) };
        }
        if panicking() || RESERVE.holds(pointer) {
            // SAFETY: the caller keeps the contract of `realloc`, so the new layout is valid and both are
            // that long.
            return unsafe {
                let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                new.copy_from_nonoverlapping(pointer, layout.size().min(size));
                self.dealloc(pointer, layout);
                new
            };
        }
        // SAFETY: PostgreSQL allocated the memory, and it has not been freed yet.
        unsafe { repalloc_huge(pointer.cast(), size).cast() }
    }
}
