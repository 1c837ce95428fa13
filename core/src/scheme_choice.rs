//! What a user asks for when a filter is built: a scheme, and how whole numbers are hashed.
//!
//! ```
//! use bloom_core::hash::Scheme;
//! use bloom_core::scheme_choice::SchemeChoice;
//!
//! let choice = SchemeChoice::from_name("mitz64 int4")?;
//! assert_eq!((choice.scheme, choice.int4), (Scheme::Mitz64, true));
//! assert_eq!(choice.to_string(), "mitz64 int4");
//! assert!(SchemeChoice::from_name("spark2 int4").is_err()); // Spark has one kind of whole numbers
//! # Ok::<(), bloom_core::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::hash::{SEED, Scheme};
use crate::hash_spec::HashSpec;
use crate::kind::{Family, ValueKind};

/// What a user asks for when a filter is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemeChoice {
    /// The scheme.
    pub scheme: Scheme,
    /// Whether whole numbers are hashed as four bytes ([`Family::Integer4`]).
    pub int4: bool,
}

impl std::fmt::Display for SchemeChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.scheme.name())?;
        f.write_str(if self.int4 { " int4" } else { "" })
    }
}

impl SchemeChoice {
    /// What filters have unless another is asked for.
    pub const DEFAULT: Self = Self { scheme: Scheme::Mitz64, int4: false };

    /// The choice of a name: that of a scheme, which `int4` may follow.
    ///
    /// # Errors
    /// [`Error::UnknownScheme`].
    pub fn from_name(name: &str) -> Result<Self> {
        let (scheme, int4) = match name.strip_suffix(" int4") {
            Some(scheme) => (scheme, true),
            None => (name, false),
        };
        match Scheme::from_name(scheme) {
            Some(scheme) if !int4 || scheme.has_int4() => Ok(Self { scheme, int4 }),
            _ => Err(Error::UnknownScheme(name.into())),
        }
    }

    /// How an empty filter hashes.
    #[must_use]
    pub fn hashing(self) -> HashSpec {
        let kind = if self.int4 { ValueKind::of(Family::Integer4) } else { ValueKind::NONE };
        HashSpec { kind, scheme: self.scheme, seed: SEED }
    }
}
