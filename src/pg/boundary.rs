//! The boundary between PostgreSQL's C code and this crate. Panics end here, and PostgreSQL's errors pass unchanged.
//!
//! The bindings of pgrx turn an ERROR of PostgreSQL into a panic, so that Rust unwinds. They keep only a part of the
//! error: no CONTEXT, no names of objects, no position, no SQLSTATE that they do not know, and no text in an encoding
//! other than UTF-8; with RUST_BACKTRACE they add a backtrace to the DETAIL. So an error context callback copies the
//! whole error before pgrx sees it, and this module throws the copy.

use super::report::Report;
use super::session;
use crate::error::Texts;
use pgrx::pg_sys::panic::{CaughtError, ErrorReportWithLevel};
use pgrx::pg_sys::{self, PgTryBuilder};
use std::any::Any;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

// The bindings of pgrx turn an ERROR into a panic, which must not leave a callback. These functions jump instead.
unsafe extern "C-unwind" {
    fn geterrcode() -> c_int;
    fn CopyErrorData() -> *mut pg_sys::ErrorData;
    fn FreeErrorData(error: *mut pg_sys::ErrorData);
    fn MemoryContextAllocZero(context: pg_sys::MemoryContext, size: usize) -> *mut c_void;
    fn ThrowErrorData(error: *mut pg_sys::ErrorData);
}

/// The last errors of a call. A PL/pgSQL function may catch one error, catch others, and then raise the first one again
/// without a call of the callback.
struct LastErrors {
    errors: [*mut pg_sys::ErrorData; Self::MOST],
    count: usize,
}

impl LastErrors {
    const MOST: usize = 8;

    /// Finds the latest error whose kept part, in pgrx's form, is `part`.
    fn find(&self, part: &ErrorReportWithLevel) -> Option<*mut pg_sys::ErrorData> {
        let mut latest =
            (0..self.count).rev().take(Self::MOST).map(|number| self.errors[number % Self::MOST]);
        // SAFETY: these are errors of this call, whose texts live as long as the call.
        latest.find(|error| unsafe { error.as_ref() }.is_some_and(|error| is_part_of(part, error)))
    }
}

/// Copies the errors that PostgreSQL raises below this call.
struct Watch {
    callback: pg_sys::ErrorContextCallback,
    /// The memory context of the call, which holds the copies.
    memory: pg_sys::MemoryContext,
    /// Errors, with the context lines from below this call; null if there were none.
    last: *mut LastErrors,
    /// Whether an error is being copied: another error is then caused by the copying.
    copying: bool,
}

impl Watch {
    fn new() -> Self {
        let callback = pg_sys::ErrorContextCallback {
            previous: std::ptr::null_mut(),
            callback: Some(copy),
            arg: std::ptr::null_mut(),
        };
        // SAFETY: this reads a pointer.
        let memory = unsafe { pg_sys::CurrentMemoryContext };
        Self { callback, memory, last: std::ptr::null_mut(), copying: false }
    }
}

/// A watch that is registered with PostgreSQL until this value is dropped.
struct Watching(*mut Watch);

impl Watching {
    /// # Safety
    /// The watch must not move, must outlive this value, and must not be used by anybody else meanwhile.
    #[inline(always)]
    unsafe fn begin(watch: *mut Watch) -> Self {
        // SAFETY: the caller guarantees it; a backend has one thread.
        unsafe {
            (*watch).callback.previous = pg_sys::error_context_stack;
            (*watch).callback.arg = watch.cast();
            pg_sys::error_context_stack = &raw mut (*watch).callback;
        }
        Self(watch)
    }
}

impl Drop for Watching {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the watch is alive. The bindings of pgrx have removed the callbacks that were pushed above it.
        unsafe { pg_sys::error_context_stack = (*self.0).callback.previous };
    }
}

/// Error context callback, which PostgreSQL calls for each report. It copies an ERROR while the error has the context
/// lines of the calls below, but not yet those of the calls above, which are added when the copy is thrown.
unsafe extern "C-unwind" fn copy(watch: *mut c_void) {
    let watch = watch.cast::<Watch>();
    // SAFETY: the watch is alive as long as it is registered with PostgreSQL, and so is the memory of the call. Nothing
    // here needs to be dropped if memory runs out.
    unsafe {
        // Notices and log messages have no SQLSTATE unless the caller set one. In a critical section every ERROR is a
        // PANIC, and nothing may be allocated.
        if geterrcode() == 0 || pg_sys::CritSectionCount > 0 || (*watch).copying {
            return;
        }
        (*watch).copying = true;
        let before = pg_sys::CurrentMemoryContext;
        pg_sys::CurrentMemoryContext = (*watch).memory;
        let error = CopyErrorData();
        if HIDDEN.load(Ordering::Relaxed) {
            (*error).context = std::ptr::null_mut();
            (*error).internalquery = std::ptr::null_mut();
            (*error).internalpos = 0;
        }
        let old = if (*error).elevel == pgrx::PgLogLevel::ERROR as i32 {
            if (*watch).last.is_null() {
                (*watch).last = MemoryContextAllocZero((*watch).memory, size_of::<LastErrors>()).cast();
            }
            let last = &mut *(*watch).last;
            last.count += 1;
            std::mem::replace(&mut last.errors[(last.count - 1) % LastErrors::MOST], error)
        } else {
            error
        };
        if !old.is_null() {
            FreeErrorData(old);
        }
        pg_sys::CurrentMemoryContext = before;
        (*watch).copying = false;
    }
}

/// Whether errors lose the context lines from below our calls.
static HIDDEN: AtomicBool = AtomicBool::new(false);

/// Runs a function of this crate whose errors have no context lines: it runs statements that the user has not written.
pub fn hiding_context<R>(function: impl FnOnce() -> R) -> R {
    session::with_flag(&HIDDEN, function)
}

/// Runs a function on behalf of PostgreSQL and turns a panic into an ERROR.
///
/// # Safety
/// The stack, up to the next C function, must not hold anything that needs to be dropped.
#[inline(always)]
pub unsafe fn guard<R>(function: impl FnOnce() -> R) -> R {
    let mut watch = Watch::new();
    let known = &raw mut watch;
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the watch does not move, and nobody uses it before this closure ends.
        let _watching = unsafe { Watching::begin(known) };
        function()
    }));
    match result {
        Ok(result) => result,
        // SAFETY: the caller guarantees it.
        Err(panic) => unsafe { reraise(panic, watch.last) },
    }
}

/// Calls C code, whose ERROR becomes a panic, so that what the callers have is dropped. The call must be within
/// [`guard`].
///
/// # Safety
/// As for the C code.
pub unsafe fn catching<R>(call: impl FnOnce() -> R) -> R {
    // SAFETY: the caller guarantees the call.
    unsafe { pg_sys::ffi::pg_guard_ffi_boundary(call) }
}

/// Raises the ERROR of PostgreSQL that pgrx turned into a panic, or a new ERROR for a panic of this crate.
///
/// # Safety
/// As for [`guard`]; `last` must be null or hold the errors of this call.
#[cold]
#[inline(never)]
unsafe fn reraise(panic: Box<dyn Any + Send>, last: *mut LastErrors) -> ! {
    let raised = catch_unwind(AssertUnwindSafe(|| {
        let caught = PgTryBuilder::new(AssertUnwindSafe(|| -> CaughtError { resume_unwind(panic) }));
        match caught.catch_others(|caught| caught).execute() {
            CaughtError::PostgresError(part) => {
                // SAFETY: the caller guarantees it.
                let whole = unsafe { last.as_ref() }.and_then(|last| last.find(&part));
                whole.ok_or_else(|| report_of(&part))
            }
            CaughtError::ErrorReport(report) | CaughtError::RustPanic { ereport: report, .. } => {
                Err(report_of(&report))
            }
        }
    }));
    // SAFETY: the caller guarantees it, and only pointers are left on this stack frame.
    unsafe {
        match raised {
            Ok(Ok(error)) => ThrowErrorData(error),
            Ok(Err(report)) => report.raise(),
            Err(again) => {
                drop(again); // there is not even enough memory for a message
                Report::OUT_OF_MEMORY.raise()
            }
        }
    }
    std::process::abort() // an ERROR does not return
}

/// Returns whether `part` is what pgrx kept of this error.
fn is_part_of(part: &ErrorReportWithLevel, error: &pg_sys::ErrorData) -> bool {
    let same = |kept: Option<&str>, text: *const c_char| {
        // SAFETY: PostgreSQL's texts are zero-terminated or null.
        let text = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy());
        kept == text.as_deref()
    };
    same(Some(part.message()), error.message)
        && same(part.detail(), error.detail)
        && same(part.hint(), error.hint)
        && same(part.function_name(), error.funcname)
        && i32::try_from(part.line_number()) == Ok(error.lineno)
}

/// Makes a report of the part of an error that pgrx kept, without its backtrace.
fn report_of(report: &ErrorReportWithLevel) -> Report {
    let texts = Texts {
        code: report.sql_error_code(),
        message: report.message().into(),
        detail: report.detail().unwrap_or_default().into(),
        hint: report.hint().unwrap_or_default().into(),
    };
    Report::new(&texts, report.file(), report.line_number())
}
