//! Rust's heap in PostgreSQL's memory: what does not fit is an ERROR 53200 and not the end of the server, and what is
//! used stands in `pg_backend_memory_contexts` under the name "bloom_rs".
//!
//! The context lives as long as the session, as some of what Rust allocates does. What Rust drops is freed at once,
//! also when a query is cancelled, since an ERROR unwinds. Whatever grows with the data is allocated by `pg::list`, `pg::varlena`
//! and its kin in the memory of the call instead.

use pgrx::pg_sys;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

// The bindings of pgrx turn an ERROR into a panic, which must not leave an allocator. These jump over it.
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

/// What PostgreSQL aligns all memory to (MAXIMUM_ALIGNOF).
const MAX_ALIGN: usize = 8;

struct SessionMemory;

#[global_allocator]
static MEMORY: SessionMemory = SessionMemory;

static CONTEXT: AtomicPtr<pg_sys::MemoryContextData> = AtomicPtr::new(std::ptr::null_mut());

/// The context of Rust's heap; null outside a server.
fn context() -> pg_sys::MemoryContext {
    let known = CONTEXT.load(Ordering::Relaxed);
    if !known.is_null() {
        return known;
    }
    // SAFETY: a server has this context from its start to its end; its children are made in it.
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

// SAFETY: PostgreSQL's memory is aligned to MAX_ALIGN and moves for nobody; a backend has one thread. Where memory is
// lacking, PostgreSQL's ERROR jumps to the boundary of the call: nothing in between has taken note of an allocation.
unsafe impl GlobalAlloc for SessionMemory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let context = context();
        if context.is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: the caller's promises. Rust itself asks for no larger alignment here.
            return unsafe { System.alloc(layout) };
        }
        // SAFETY: the context exists.
        unsafe { MemoryContextAllocHuge(context, layout.size()).cast() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if context().is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: allocated by the same branch of `alloc`.
            return unsafe { System.dealloc(pointer, layout) };
        }
        // SAFETY: allocated by PostgreSQL, and not freed yet.
        unsafe { pfree(pointer.cast()) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if context().is_null() || layout.align() > MAX_ALIGN {
            // SAFETY: allocated by the same branch of `alloc`.
            return unsafe { System.realloc(pointer, layout, size) };
        }
        // SAFETY: allocated by PostgreSQL, and not freed yet.
        unsafe { repalloc_huge(pointer.cast(), size).cast() }
    }
}
