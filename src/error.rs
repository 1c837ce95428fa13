//! What can go wrong, found anywhere. What users are told of it stands in [`crate::report`].

use bloom_core::Error as Core;
use pgrx::PgSqlErrorCode as Code;
use std::panic::Location;

/// Shorthand for results of the glue.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error and where it was found.
#[derive(Debug)]
pub struct Error {
    /// What went wrong.
    pub kind: Box<Kind>,
    /// Where that was found.
    pub at: &'static Location<'static>,
}

/// What went wrong.
#[derive(Debug)]
pub enum Kind {
    /// The core says what.
    Core(Core),
    /// The same of bytes that somebody hands in: they are wrong, where those of a stored value are damaged.
    Input(Core),
    /// The glue says what.
    Glue(Texts),
}

/// What users are told, in UTF-8, whatever the database has.
#[derive(Debug)]
pub struct Texts {
    /// The SQLSTATE.
    pub code: Code,
    /// Short and lower case.
    pub message: String,
    /// The data, in full sentences; may be empty.
    pub detail: String,
    /// What to do; may be empty.
    pub hint: String,
}

impl From<Core> for Error {
    #[track_caller]
    fn from(error: Core) -> Self {
        Self { kind: Box::new(Kind::Core(error)), at: Location::caller() }
    }
}

/// An error of the glue itself.
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

/// What was made of bytes that somebody hands in.
///
/// # Errors
/// Those of the core, told as such of the bytes.
#[track_caller]
pub fn as_input_error<T>(read: Result<T, Core>) -> Result<T> {
    let at = Location::caller();
    read.map_err(|error| Error { kind: Box::new(Kind::Input(error)), at })
}

/// A mistake of ours.
#[track_caller]
pub fn internal(detail: &'static str) -> Error {
    Core::Internal(detail).into()
}

/// A value that PostgreSQL could not hold.
#[track_caller]
pub fn too_large(bytes: usize) -> Error {
    new(
        Code::ERRCODE_PROGRAM_LIMIT_EXCEEDED,
        "value would exceed the largest possible size",
        format!("It would take {bytes} bytes, PostgreSQL's values take less than 1 GB."),
        "Keep the set as several smaller filters, one a row.",
    )
}
