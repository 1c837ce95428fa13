//! Conversion of text to canonical bytes: UTF-8, under a deterministic collation.

use crate::call::Call;
use crate::error::{self, Result};
use crate::pg::catalog;
use crate::pg::encoding::ToUtf8;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::borrow::Cow;

/// How the text at one call site is read.
#[derive(Debug, Clone, Copy)]
pub struct TextRules {
    to_utf8: ToUtf8,
}

impl TextRules {
    /// Returns the rules of a call. If the parser did not see the call, no collation means the default collation.
    ///
    /// # Errors
    /// The errors of [`TextRules::new`].
    pub fn of_call(call: Call<'_>) -> Result<Self> {
        let collation = call.collation();
        let unknown = collation == Oid::INVALID && !call.is_parsed();
        Self::new(if unknown { pg_sys::DEFAULT_COLLATION_OID } else { collation })
    }

    /// Returns the rules under a collation.
    ///
    /// # Errors
    /// The errors of [`check_collation`].
    pub fn new(collation: Oid) -> Result<Self> {
        check_collation(collation)?;
        Ok(Self { to_utf8: ToUtf8::new() })
    }

    /// Returns whether text equals its canonical bytes.
    #[inline(always)]
    pub fn is_identity(self) -> bool {
        self.to_utf8.is_identity()
    }

    /// Returns the canonical bytes of text in the database's encoding.
    ///
    /// # Errors
    /// 22P05 for characters that UTF-8 does not have.
    #[inline(always)]
    pub fn canonical(self, text: &[u8]) -> Result<Cow<'_, [u8]>> {
        if self.is_identity() { Ok(Cow::Borrowed(text)) } else { self.to_utf8.convert(text) }
    }
}

/// Rejects collations under which texts of different bytes can be equal.
///
/// # Errors
/// 0A000 for a nondeterministic collation; 42P22 if no collation could be determined.
pub fn check_collation(collation: Oid) -> Result<()> {
    if collation == pg_sys::DEFAULT_COLLATION_OID {
        return Ok(());
    }
    if collation == Oid::INVALID {
        return Err(error::new(
            Code::ERRCODE_INDETERMINATE_COLLATION,
            "could not determine which collation to use for a Bloom filter",
            "The collations of the arguments conflict, or the caller passed none.",
            "Use the COLLATE clause to set the collation explicitly.",
        ));
    }
    if catalog::is_deterministic(collation) {
        return Ok(());
    }
    Err(error::new(
        Code::ERRCODE_FEATURE_NOT_SUPPORTED,
        "nondeterministic collations are not supported for Bloom filters",
        "Under such a collation, texts of different bytes can be equal, but a filter hashes bytes.",
        "Add COLLATE \"C\" to the value, both when building and when probing, so that only equal bytes match.",
    ))
}
