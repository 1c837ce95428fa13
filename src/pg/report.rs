//! Error reports, in the encoding of the database.
//!
//! pgrx reports Rust's UTF-8 text without conversion, which is wrong in a database with another encoding.

use super::encoding;
use crate::error::Texts;
use pgrx::PgSqlErrorCode;
use std::ffi::{CStr, c_char, c_int};

// The bindings of pgrx do not have these functions. An ERROR jumps out of `errfinish`.
unsafe extern "C-unwind" {
    fn errstart(level: c_int, domain: *const c_char) -> bool;
    fn errcode(code: c_int) -> c_int;
    fn errmsg_internal(format: *const c_char, ...) -> c_int;
    fn errdetail_internal(format: *const c_char, ...) -> c_int;
    fn errhint(format: *const c_char, ...) -> c_int;
    fn errfinish(file: *const c_char, line: c_int, function: *const c_char);
}

/// Returns whether a message of this level is sent to the client or written to the log.
pub fn is_wanted(level: pgrx::PgLogLevel) -> bool {
    // SAFETY: this reads settings.
    unsafe { pgrx::pg_sys::message_level_is_interesting(level as c_int) }
}

/// An error report, in memory of PostgreSQL that outlives the call.
#[derive(Debug)]
pub struct Report {
    code: c_int,
    message: *const c_char,
    detail: *const c_char,
    hint: *const c_char,
    file: *const c_char,
    line: c_int,
}

impl Report {
    /// The report of a lack of memory, which itself needs no memory.
    pub const OUT_OF_MEMORY: Self = Self {
        code: PgSqlErrorCode::ERRCODE_OUT_OF_MEMORY as c_int,
        message: c"out of memory".as_ptr(),
        detail: std::ptr::null(),
        hint: std::ptr::null(),
        file: std::ptr::null(),
        line: 0,
    };

    /// Copies the texts of an error for the user, except empty ones. `file` and `line` give its place in the source.
    pub fn new(texts: &Texts, file: &str, line: u32) -> Self {
        let text = |text: &str| if text.is_empty() { std::ptr::null() } else { encoding::to_server(text) };
        Self {
            code: texts.code as c_int,
            message: text(&texts.message),
            detail: text(&texts.detail),
            hint: text(&texts.hint),
            file: text(file),
            line: c_int::try_from(line).unwrap_or(0),
        }
    }

    /// Raises the ERROR, which ends the call.
    ///
    /// # Safety
    /// The stack, up to the next C function, must not hold anything that needs to be dropped.
    pub unsafe fn raise(self) -> ! {
        const TEXT: &CStr = c"%s";
        let Self { code, message, detail, hint, file, line } = self;
        // SAFETY: all strings are zero-terminated; each format takes one of them.
        unsafe {
            errstart(pgrx::PgLogLevel::ERROR as c_int, std::ptr::null());
            errcode(code);
            errmsg_internal(TEXT.as_ptr(), message);
            if !detail.is_null() {
                errdetail_internal(TEXT.as_ptr(), detail);
            }
            if !hint.is_null() {
                errhint(TEXT.as_ptr(), hint);
            }
            errfinish(file, line, std::ptr::null());
        }
        std::process::abort() // an ERROR does not return
    }
}
