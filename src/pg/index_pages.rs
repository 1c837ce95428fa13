//! Pages of an index, read and changed in the server's buffers under their locks.
//!
//! A closure that gets a page runs under the page's lock, so it must be short and call no function of the
//! server. No lock or pin is held by a value that is dropped: when an ERROR skips the frames of this crate,
//! PostgreSQL releases both.

use super::version;
use bloom_core::index::Filter;
use pgrx::pg_sys::{self, BlockNumber, Buffer, ForkNumber, Relation};
use std::ffi::{c_char, c_int, c_void};

/// Bytes of a page.
pub const PAGE_LEN: usize = pg_sys::BLCKSZ as usize;

/// Bytes that [`IndexPages::change_block`] changes.
pub const BLOCK: usize = 32;

/// A page.
pub type Page = [u8; PAGE_LEN];

// The bindings of pgrx turn an ERROR into a panic, at the cost of a `sigsetjmp` for each call. These
// functions jump instead.
unsafe extern "C-unwind" {
    fn ReadBufferExtended(
        relation: Relation,
        fork: ForkNumber::Type,
        block: BlockNumber,
        mode: pg_sys::ReadBufferMode::Type,
        strategy: pg_sys::BufferAccessStrategy,
    ) -> Buffer;
    fn ReleaseBuffer(buffer: Buffer);
    fn MarkBufferDirty(buffer: Buffer);
    fn GenericXLogStart(relation: Relation) -> *mut pg_sys::GenericXLogState;
    fn GenericXLogRegisterBuffer(
        state: *mut pg_sys::GenericXLogState,
        buffer: Buffer,
        flags: c_int,
    ) -> *mut c_char;
    fn GenericXLogFinish(state: *mut pg_sys::GenericXLogState) -> pg_sys::XLogRecPtr;
    fn GenericXLogAbort(state: *mut pg_sys::GenericXLogState);
    fn PageInit(page: *mut c_char, size: usize, special: usize);
    fn log_newpage_buffer(buffer: Buffer, standard: bool) -> pg_sys::XLogRecPtr;
    fn MemoryContextAllocZero(context: pg_sys::MemoryContext, size: usize) -> *mut c_void;
    fn XLogBeginInsert();
    fn XLogRegisterBuffer(number: u8, buffer: Buffer, flags: u8);
    fn XLogRegisterBufData(number: u8, data: *const c_void, length: c_int);
    fn XLogInsert(manager: pg_sys::RmgrId, info: u8) -> pg_sys::XLogRecPtr;
}

/// Locks of a buffer, by the server's numbers.
#[derive(Debug, Clone, Copy)]
enum Lock {
    Share,
    Exclusive,
}

/// Buffers that a session remembers of an index.
const BUFFERS: usize = 64;

/// What a session remembers of an index, in one chunk of the relation's memory (`rd_amcache`), which the
/// server frees when it is told of a change. So no reference to it lives across a call that may lock a
/// relation or run a function.
struct Remembered {
    /// The buffers in which pages were last, by the page's number modulo their number.
    buffers: [Buffer; BUFFERS],
    filter: Option<Known>,
}

/// The filter that probes read.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub filter: Filter,
    /// See `bloom_core::index::Metapage`.
    pub horizon: u64,
}

/// An index, for its pages.
#[derive(Debug, Clone, Copy)]
pub struct IndexPages(Relation);

impl IndexPages {
    /// Wraps an index.
    ///
    /// # Safety
    /// The relation must be an index of ours, which stays open and locked as long as the result is used.
    pub unsafe fn of(index: Relation) -> Self {
        Self(index)
    }

    /// Returns the number of pages.
    pub fn count(self) -> BlockNumber {
        // SAFETY: the index is open.
        unsafe { pg_sys::RelationGetNumberOfBlocksInFork(self.0, ForkNumber::MAIN_FORKNUM) }
    }

    /// Reads a page under its share lock. Raises an ERROR if there is no such page.
    #[inline]
    pub fn read<R>(self, page: BlockNumber, f: impl FnOnce(&Page) -> R) -> R {
        // SAFETY: the index is open; the page is pinned and locked while `f` reads it.
        unsafe {
            let buffer = self.pin(page);
            lock(buffer, Lock::Share);
            let result = f(&*contents(buffer));
            unlock(buffer);
            ReleaseBuffer(buffer);
            result
        }
    }

    /// Changes 32 bytes of a page to what `f` returns, which sees the page first under its share lock, and,
    /// unless it returns `None` or an error, then under the exclusive lock.
    ///
    /// It writes a record of generic WAL by itself, which is ten times as fast as [`Self::change`], which
    /// compares the whole page. The record is the same: `generic_xlog.c` reads pairs of offset and length, of
    /// 16 bits each, with as many bytes. What is seen under the share lock is in WAL already, or another
    /// session would have the exclusive lock.
    ///
    /// # Errors
    /// That of `f`.
    #[inline]
    pub fn change_block<E>(
        self,
        page: BlockNumber,
        offset: usize,
        f: impl Fn(&Page) -> Result<Option<[u8; BLOCK]>, E>,
    ) -> Result<(), E> {
        // SAFETY: the index is open, the page is pinned and locked.
        unsafe {
            let buffer = self.pin(page);
            lock(buffer, Lock::Share);
            let mut result = f(&*contents(buffer));
            unlock(buffer);
            if let Ok(Some(_)) = result {
                lock(buffer, Lock::Exclusive);
                result = f(&*contents(buffer));
                if let Ok(Some(bytes)) = result
                    && offset <= PAGE_LEN - BLOCK
                {
                    store(buffer, offset, bytes, version::needs_wal(self.0));
                }
                unlock(buffer);
            }
            ReleaseBuffer(buffer);
            result.map(|_| ())
        }
    }

    /// Returns the filter that the session remembers.
    #[inline]
    pub fn known(self) -> Option<Known> {
        self.remembered().filter
    }

    /// Remembers a filter, or forgets it.
    pub fn remember(self, filter: Option<Known>) {
        self.remembered().filter = filter;
    }

    #[inline]
    fn remembered<'a>(self) -> &'a mut Remembered {
        // SAFETY: the index is open; the chunk is null or ours, and zeroed memory is a value of the type's.
        unsafe {
            if (*self.0).rd_amcache.is_null() {
                (*self.0).rd_amcache = MemoryContextAllocZero((*self.0).rd_indexcxt, size_of::<Remembered>());
                (*self.0)
                    .rd_amcache
                    .cast::<Remembered>()
                    .write(Remembered { buffers: [0; BUFFERS], filter: None });
            }
            &mut *(*self.0).rd_amcache.cast()
        }
    }

    /// Changes a page under its exclusive lock, unless `f` returns false. Writes the difference to WAL, which
    /// crash recovery and standbys apply.
    pub fn change(self, page: BlockNumber, f: impl FnOnce(&mut Page) -> bool) {
        // SAFETY: the index is open; `f` changes a copy, which takes the place of the page while it is pinned
        // and locked.
        unsafe {
            let buffer = self.pin(page);
            lock(buffer, Lock::Exclusive);
            let state = GenericXLogStart(self.0);
            if f(&mut *GenericXLogRegisterBuffer(state, buffer, 0).cast()) {
                GenericXLogFinish(state);
            } else {
                GenericXLogAbort(state);
            }
            unlock(buffer);
            ReleaseBuffer(buffer);
        }
    }

    /// Writes a page anew, whatever is there; a page behind the last one is added. Nobody else may add pages
    /// meanwhile.
    pub fn write(self, page: BlockNumber, f: impl FnOnce(&mut Page)) {
        const MODE: pg_sys::ReadBufferMode::Type = pg_sys::ReadBufferMode::RBM_ZERO_AND_LOCK;
        let block = if page < self.count() { page } else { pg_sys::InvalidBlockNumber };
        // SAFETY: the index is open; the buffer is returned with its exclusive lock.
        unsafe {
            let none = std::ptr::null_mut();
            let buffer = ReadBufferExtended(self.0, ForkNumber::MAIN_FORKNUM, block, MODE, none);
            let state = GenericXLogStart(self.0);
            let image = GenericXLogRegisterBuffer(state, buffer, pg_sys::GENERIC_XLOG_FULL_IMAGE as c_int);
            init(image, f);
            GenericXLogFinish(state);
            unlock(buffer);
            ReleaseBuffer(buffer);
        }
    }

    /// Writes the first page that an unlogged index has again after a crash.
    pub fn write_init(self, f: impl FnOnce(&mut Page)) {
        const MODE: pg_sys::ReadBufferMode::Type = pg_sys::ReadBufferMode::RBM_ZERO_AND_LOCK;
        // SAFETY: the index is open, and its init fork is new; the buffer is returned with its exclusive
        // lock. Nothing in the critical section allocates, or can fail but for lack of disk space, which is a
        // PANIC in the server's own code, too.
        unsafe {
            let (fork, none) = (ForkNumber::INIT_FORKNUM, std::ptr::null_mut());
            let buffer = ReadBufferExtended(self.0, fork, pg_sys::InvalidBlockNumber, MODE, none);
            init(contents(buffer).cast(), f);
            pg_sys::CritSectionCount += 1;
            MarkBufferDirty(buffer);
            log_newpage_buffer(buffer, true);
            pg_sys::CritSectionCount -= 1;
            unlock(buffer);
            ReleaseBuffer(buffer);
        }
    }

    /// # Safety
    /// The index must be open.
    #[inline]
    unsafe fn pin(self, page: BlockNumber) -> Buffer {
        let (fork, mode) = (ForkNumber::MAIN_FORKNUM, pg_sys::ReadBufferMode::RBM_NORMAL);
        let place = page as usize % BUFFERS;
        let last = self.remembered().buffers[place];
        // SAFETY: the caller guarantees the index; a buffer that has another page by now is not taken.
        unsafe {
            if last != 0 && version::pin_again(self.0, page, last) {
                return last;
            }
            let buffer = ReadBufferExtended(self.0, fork, page, mode, std::ptr::null_mut());
            self.remembered().buffers[place] = buffer;
            buffer
        }
    }
}

/// Stores bytes on a page, and writes them to WAL.
///
/// # Safety
/// The buffer must be pinned, and locked by this session alone; the bytes must fit on the page.
unsafe fn store(buffer: Buffer, offset: usize, bytes: [u8; BLOCK], needs_wal: bool) {
    /// What generic WAL has for a changed run of a page.
    #[repr(C, packed)]
    struct Run {
        offset: u16,
        length: u16,
        bytes: [u8; BLOCK],
    }
    let run = Run { offset: offset as u16, length: BLOCK as u16, bytes };
    // SAFETY: the caller guarantees the buffer. From the first changed byte on nothing may fail, so what
    // follows are plain stores, and functions that the server itself calls in critical sections. None of them
    // allocates for one buffer and one piece of data.
    unsafe {
        let page = contents(buffer).cast::<u8>();
        pg_sys::CritSectionCount += 1;
        page.add(offset).cast::<[u8; BLOCK]>().write_unaligned(bytes);
        MarkBufferDirty(buffer);
        if needs_wal {
            XLogBeginInsert();
            XLogRegisterBuffer(0, buffer, pg_sys::REGBUF_STANDARD as u8);
            XLogRegisterBufData(0, (&raw const run).cast(), size_of::<Run>() as c_int);
            let at = XLogInsert(pg_sys::RmgrIds::RM_GENERIC_ID as pg_sys::RmgrId, 0);
            // PageSetLSN: the high half comes first.
            let halves = if cfg!(target_endian = "little") { at.rotate_left(32) } else { at };
            page.cast::<u64>().write(halves);
        }
        pg_sys::CritSectionCount -= 1;
    }
}

/// Makes an empty page, and has `f` fill it. The page has no hole, which generic WAL would clear.
///
/// # Safety
/// `page` must be a page that nobody else reads.
unsafe fn init(page: *mut c_char, f: impl FnOnce(&mut Page)) {
    // SAFETY: the caller guarantees the page, which has its header.
    unsafe {
        PageInit(page, PAGE_LEN, 0);
        let header = &mut *page.cast::<pg_sys::PageHeaderData>();
        header.pd_lower = PAGE_LEN as u16;
        header.pd_upper = PAGE_LEN as u16;
        f(&mut *page.cast());
    }
}

/// Returns the page in a buffer.
///
/// # Safety
/// The buffer must be pinned.
#[inline]
unsafe fn contents(buffer: Buffer) -> *mut Page {
    // SAFETY: the caller guarantees the buffer; buffers with negative numbers are those of the session's
    // temporary tables.
    unsafe {
        if buffer < 0 {
            (*pg_sys::LocalBufferBlockPointers.offset((-buffer - 1) as isize)).cast()
        } else {
            pg_sys::BufferBlocks.cast::<Page>().add(buffer as usize - 1)
        }
    }
}

/// Calls `f` while a page of any relation has a share lock.
///
/// # Safety
/// The buffer must be pinned, and not locked by this session; `f` must be short, and lock no page of that
/// relation.
pub unsafe fn with_share_lock<R>(buffer: Buffer, f: impl FnOnce() -> R) -> R {
    // SAFETY: the caller guarantees the buffer.
    unsafe {
        lock(buffer, Lock::Share);
        let result = f();
        unlock(buffer);
        result
    }
}

/// # Safety
/// The buffer must be pinned, and not locked by this session.
#[inline]
unsafe fn lock(buffer: Buffer, lock: Lock) {
    // SAFETY: the caller guarantees the buffer.
    #[cfg(not(feature = "pg19"))]
    unsafe {
        unsafe extern "C-unwind" {
            fn LockBuffer(buffer: Buffer, mode: c_int);
        }
        let mode = match lock {
            Lock::Share => pg_sys::BUFFER_LOCK_SHARE,
            Lock::Exclusive => pg_sys::BUFFER_LOCK_EXCLUSIVE,
        };
        LockBuffer(buffer, mode as c_int);
    }
    #[cfg(feature = "pg19")]
    // SAFETY: the caller guarantees the buffer.
    unsafe {
        unsafe extern "C-unwind" {
            fn LockBufferInternal(buffer: Buffer, mode: pg_sys::BufferLockMode::Type);
        }
        let mode = match lock {
            Lock::Share => pg_sys::BufferLockMode::BUFFER_LOCK_SHARE,
            Lock::Exclusive => pg_sys::BufferLockMode::BUFFER_LOCK_EXCLUSIVE,
        };
        LockBufferInternal(buffer, mode);
    }
}

/// # Safety
/// The buffer must be pinned, and locked by this session.
#[inline]
pub(super) unsafe fn unlock(buffer: Buffer) {
    // SAFETY: the caller guarantees the buffer.
    #[cfg(not(feature = "pg19"))]
    unsafe {
        unsafe extern "C-unwind" {
            fn LockBuffer(buffer: Buffer, mode: c_int);
        }
        LockBuffer(buffer, pg_sys::BUFFER_LOCK_UNLOCK as c_int);
    }
    #[cfg(feature = "pg19")]
    // SAFETY: the caller guarantees the buffer.
    unsafe {
        unsafe extern "C-unwind" {
            fn UnlockBuffer(buffer: Buffer);
        }
        UnlockBuffer(buffer);
    }
}
