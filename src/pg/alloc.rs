//! Rust's heap in PostgreSQL's memory: running out of memory raises ERROR 53200 instead of ending the server, and the
//! view `pg_backend_memory_contexts` shows the memory in use under the name "bloom_rs".
//!
//! The context lives as long as the session, because some of Rust's allocations do. Memory that Rust drops is freed at
//! once, even when a query is canceled, because an ERROR unwinds. Whatever grows with the data is allocated in the
//! memory of the call instead: see `pg::list`, `pg::varlena` and the like.

use pgrx::pg_sys;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

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

// SAFETY: PostgreSQL's memory is aligned to MAX_ALIGN and never moves; a backend has one thread. If memory runs out,
// PostgreSQL's ERROR jumps to the boundary of the call, and no code in between has recorded the allocation.
unsafe impl GlobalAlloc for SessionMemory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let context = context();
        if context.is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the caller keeps the contract of `alloc`. Rust itself asks for no larger alignment here.
            return unsafe { System.alloc(layout) };
        }
        // SAFETY: the context exists.
        unsafe { MemoryContextAllocHuge(context, layout.size()).cast() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if context().is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the same branch of `alloc` allocated the memory.
            return unsafe { System.dealloc(pointer, layout) };
        }
        // SAFETY: PostgreSQL allocated the memory, and it has not been freed yet.
        unsafe { pfree(pointer.cast()) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if context().is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the same branch of `alloc` allocated the memory.
            return unsafe { System.realloc(pointer, layout, size) };
        }
        // SAFETY: PostgreSQL allocated the memory, and it has not been freed yet.
        unsafe { repalloc_huge(pointer.cast(), size).cast() }
    }
}
