//! The boundary between PostgreSQL's C and this crate. Panics end here, and errors of PostgreSQL pass unchanged.
//!
//! The bindings of pgrx turn an ERROR of PostgreSQL into a panic, so that Rust unwinds. They keep a part of the error
//! only: no CONTEXT, no names of objects, no position, no SQLSTATE that they do not know, no text in another encoding
//! than UTF-8; and with RUST_BACKTRACE they add a backtrace to the DETAIL. So the whole error is copied before they see
//! it, in a callback for error contexts, and thrown again here.

use super::report::Report;
use crate::error::Texts;
use pgrx::pg_sys::panic::{CaughtError, ErrorReportWithLevel};
use pgrx::pg_sys::{self, PgTryBuilder};
use std::any::Any;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

// The bindings of pgrx turn an ERROR into a panic, which must not leave a callback. These jump.
unsafe extern "C-unwind" {
    fn geterrcode() -> c_int;
    fn CopyErrorData() -> *mut pg_sys::ErrorData;
    fn FreeErrorData(error: *mut pg_sys::ErrorData);
    fn MemoryContextAllocZero(context: pg_sys::MemoryContext, size: usize) -> *mut c_void;
    fn ThrowErrorData(error: *mut pg_sys::ErrorData);
}

/// The last errors: functions of PL/pgSQL may catch one, meet others, and raise the first again, of which the callback
/// is not told.
struct Seen {
    errors: [*mut pg_sys::ErrorData; Self::MOST],
    count: usize,
}

impl Seen {
    const MOST: usize = 8;

    /// The latest error that pgrx kept this part of.
    fn find(&self, part: &ErrorReportWithLevel) -> Option<*mut pg_sys::ErrorData> {
        let mut latest =
            (0..self.count).rev().take(Self::MOST).map(|number| self.errors[number % Self::MOST]);
        // SAFETY: errors of this call, whose texts are alive as long as it.
        latest.find(|error| unsafe { error.as_ref() }.is_some_and(|error| is_part_of(part, error)))
    }
}

/// Copies the errors that PostgreSQL raises below this call.
struct Watch {
    callback: pg_sys::ErrorContextCallback,
    /// The memory of the call, where the copy is.
    memory: pg_sys::MemoryContext,
    /// Errors, with the context lines from below this call; null if there was none.
    seen: *mut Seen,
    /// Whether an error is being copied: another one is then about that.
    copying: bool,
}

impl Watch {
    fn new() -> Self {
        let callback = pg_sys::ErrorContextCallback {
            previous: std::ptr::null_mut(),
            callback: Some(copy),
            arg: std::ptr::null_mut(),
        };
        // SAFETY: reads a pointer.
        let memory = unsafe { pg_sys::CurrentMemoryContext };
        Self { callback, memory, seen: std::ptr::null_mut(), copying: false }
    }
}

/// A watch that PostgreSQL knows, until this is dropped.
struct Watching(*mut Watch);

impl Watching {
    /// # Safety
    /// The watch must not move, and outlive this; nobody else uses it meanwhile.
    #[inline(always)]
    unsafe fn begin(watch: *mut Watch) -> Self {
        // SAFETY: the caller promises it; a backend has one thread.
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
        // SAFETY: the watch is alive. What was put upon it is gone again, as the bindings of pgrx see to.
        unsafe { pg_sys::error_context_stack = (*self.0).callback.previous };
    }
}

/// What PostgreSQL calls for each report, to add lines of context. An ERROR is copied here, while it has those of the
/// calls below, and not yet those of the calls above, which come when it is thrown again.
unsafe extern "C-unwind" fn copy(watch: *mut c_void) {
    let watch = watch.cast::<Watch>();
    // SAFETY: the watch is alive as long as PostgreSQL knows it, and so is the memory of the call. Nothing here wants
    // to be dropped, should memory be lacking.
    unsafe {
        // Notices and what goes to the log have no SQLSTATE, unless somebody gave them one; in a critical section every
        // ERROR is a PANIC, and there must be no allocation.
        if geterrcode() == 0 || pg_sys::CritSectionCount > 0 || (*watch).copying {
            return;
        }
        (*watch).copying = true;
        let before = pg_sys::CurrentMemoryContext;
        pg_sys::CurrentMemoryContext = (*watch).memory;
        let error = CopyErrorData();
        let old = if (*error).elevel == pgrx::PgLogLevel::ERROR as i32 {
            if (*watch).seen.is_null() {
                (*watch).seen = MemoryContextAllocZero((*watch).memory, size_of::<Seen>()).cast();
            }
            let seen = &mut *(*watch).seen;
            seen.count += 1;
            std::mem::replace(&mut seen.errors[(seen.count - 1) % Seen::MOST], error)
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

/// Calls what PostgreSQL asks this crate for; a panic becomes an ERROR.
///
/// # Safety
/// There must be nothing on the stack, up to the next C function, that wants to be dropped.
#[inline(always)]
pub unsafe fn guard<R>(function: impl FnOnce() -> R) -> R {
    let mut watch = Watch::new();
    let known = &raw mut watch;
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: it stays where it is, and is left alone until the end of this.
        let _watching = unsafe { Watching::begin(known) };
        function()
    }));
    match result {
        Ok(result) => result,
        // SAFETY: the caller promises it.
        Err(panic) => unsafe { reraise(panic, watch.seen) },
    }
}

/// Goes on with an ERROR of PostgreSQL, which pgrx turned into a panic, or makes one of a panic of ours.
///
/// # Safety
/// As for [`guard`]; `seen` is null, or has the errors of this call.
#[cold]
#[inline(never)]
unsafe fn reraise(panic: Box<dyn Any + Send>, seen: *mut Seen) -> ! {
    let raised = catch_unwind(AssertUnwindSafe(|| {
        let caught = PgTryBuilder::new(AssertUnwindSafe(|| -> CaughtError { resume_unwind(panic) }));
        match caught.catch_others(|caught| caught).execute() {
            CaughtError::PostgresError(part) => {
                // SAFETY: the caller promises it.
                let whole = unsafe { seen.as_ref() }.and_then(|seen| seen.find(&part));
                whole.ok_or_else(|| report_of(&part))
            }
            CaughtError::ErrorReport(report) | CaughtError::RustPanic { ereport: report, .. } => {
                Err(report_of(&report))
            }
        }
    }));
    // SAFETY: the caller promises it, and what is left here are pointers.
    unsafe {
        match raised {
            Ok(Ok(error)) => ThrowErrorData(error),
            Ok(Err(report)) => report.raise(),
            Err(again) => {
                drop(again); // there is no memory, even for a message
                Report::OUT_OF_MEMORY.raise()
            }
        }
    }
    std::process::abort() // an ERROR does not come back
}

/// Whether that is what pgrx kept of this error.
fn is_part_of(part: &ErrorReportWithLevel, error: &pg_sys::ErrorData) -> bool {
    let same = |kept: Option<&str>, text: *const c_char| {
        // SAFETY: PostgreSQL's texts are zero-terminated, or null.
        let text = (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy());
        kept == text.as_deref()
    };
    same(Some(part.message()), error.message)
        && same(part.detail(), error.detail)
        && same(part.hint(), error.hint)
        && same(part.function_name(), error.funcname)
        && i32::try_from(part.line_number()) == Ok(error.lineno)
}

/// The report of what pgrx has, without its backtrace.
fn report_of(report: &ErrorReportWithLevel) -> Report {
    let texts = Texts {
        code: report.sql_error_code(),
        message: report.message().into(),
        detail: report.detail().unwrap_or_default().into(),
        hint: report.hint().unwrap_or_default().into(),
    };
    Report::new(&texts, report.file(), report.line_number())
}
