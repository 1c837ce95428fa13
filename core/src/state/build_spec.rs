//! What is asked of a build.

use crate::error::Error;
use crate::scheme::SchemeOptions;

/// What is asked of a build, the same for all its values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BuildSpec {
    /// How the filter is to hash.
    pub options: SchemeOptions,
    /// Distinct values expected; `None`: find out.
    pub capacity: Option<u64>,
    /// False-positive rate.
    pub fpp: f64,
    /// Bytes for a table of distinct hashes, if the capacity is unknown.
    pub budget: u64,
    /// How many states, itself included, may be merged in the end: as the loads of merged bitmaps add up,
    /// each may use only its share of what the rate allows.
    pub expected_states: u16,
}

impl BuildSpec {
    /// What is asked of two builds that are merged: the same, but for what it may take.
    ///
    /// # Errors
    /// [`Error::ArgumentChanged`].
    pub(super) fn merged(self, other: Self) -> Result<Self, Error> {
        if self.options != other.options {
            return Err(changed_scheme(self.options, other.options));
        }
        if self.capacity != other.capacity || self.fpp != other.fpp {
            return Err(self.changed(other.capacity.map(|capacity| capacity as i64), other.fpp));
        }
        Ok(Self {
            budget: self.budget.max(other.budget),
            expected_states: self.expected_states.max(other.expected_states),
            ..self
        })
    }

    /// The error for arguments other than those that the build was planned with.
    #[cold]
    pub(super) fn changed(&self, capacity: Option<i64>, fpp: f64) -> Error {
        let first = self.capacity.map(|capacity| capacity as i64);
        if first == capacity {
            let (first, later) = (self.fpp.to_string(), fpp.to_string());
            return Error::ArgumentChanged { name: "fpp", first, later };
        }
        let show = |capacity: Option<i64>| capacity.map_or("NULL".into(), |capacity| capacity.to_string());
        Error::ArgumentChanged { name: "capacity", first: show(first), later: show(capacity) }
    }
}

/// The error for another scheme than the one that the build was planned with.
#[cold]
pub(super) fn changed_scheme(first: SchemeOptions, later: SchemeOptions) -> Error {
    let (first, mut later) = (first.to_string(), later.to_string());
    if first == later {
        later += " with another key"; // which is not shown
    }
    Error::ArgumentChanged { name: "scheme", first, later }
}
