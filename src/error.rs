//! The error type of the extension. [`crate::report`] turns errors into messages.

use bloom_core::Error as Core;
use pgrx::PgSqlErrorCode as Code;
use std::panic::Location;

/// Result type of the extension.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error and the source location that found it.
#[derive(Debug)]
pub struct Error {
    pub kind: Box<Kind>,
    /// The source location that found it.
    pub at: &'static Location<'static>,
}

#[derive(Debug)]
pub enum Kind {
    Core(Core),
    /// An error of `bloom_core` about input bytes: malformed input is invalid, a malformed stored value is corrupt.
    Input(Core),
    Glue(Texts),
}

/// Message texts of an error, in UTF-8 regardless of the database encoding.
#[derive(Debug)]
pub struct Texts {
    pub code: Code,
    /// The primary message: short, lower case.
    pub message: String,
    /// The DETAIL: the data, in full sentences; may be empty.
    pub detail: String,
    /// The HINT: what to do, in full sentences; may be empty.
    pub hint: String,
}

impl From<Core> for Error {
    #[track_caller]
    fn from(error: Core) -> Self {
        Self { kind: Box::new(Kind::Core(error)), at: Location::caller() }
    }
}

#[track_caller]
pub fn new(
    code: Code,
    message: impl Into<String>,
    detail: impl Into<String>,
    hint: impl Into<String>,
) -> Error {
    let texts = Texts { code, message: message.into(), detail: detail.into(), hint: hint.into() };
    Error { kind: Box::new(Kind::Glue(texts)), at: Location::caller() }
}

/// Creates an error without DETAIL and HINT.
#[track_caller]
pub fn brief(code: Code, message: impl Into<String>) -> Error {
    new(code, message, "", "")
}

/// Marks an error of reading input bytes as [`Kind::Input`].
///
/// # Errors
/// The error of `read`.
#[track_caller]
pub fn as_input_error<T>(read: Result<T, Core>) -> Result<T> {
    let at = Location::caller();
    read.map_err(|error| Error { kind: Box::new(Kind::Input(error)), at })
}

/// Creates an error that reports a bug of this extension.
#[track_caller]
pub fn internal(detail: &'static str) -> Error {
    Core::Internal(detail).into()
}

/// Creates the error for a value that is larger than PostgreSQL allows.
#[track_caller]
pub fn too_large(bytes: usize) -> Error {
    new(
        Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
        "value would exceed the largest possible size",
        format!("It would take {bytes} bytes, but values in PostgreSQL must be smaller than 1 GB."),
        "Store the set as several smaller filters, one per row.",
    )
}
