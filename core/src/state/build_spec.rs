//! Arguments of a build.

use crate::error::Error;
use crate::scheme::SchemeOptions;

/// Arguments of a build, the same for all its values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BuildSpec {
    /// Scheme and other options of the filter.
    pub options: SchemeOptions,
    /// Expected distinct values; `None` if unknown.
    pub capacity: Option<u64>,
    /// False-positive rate.
    pub fpp: f64,
    /// Bytes for a table of distinct hashes if the capacity is unknown.
    pub budget: u64,
    /// States, including itself, that may be merged in the end; each may use only its share of the allowed
    /// load.
    pub expected_states: u16,
}

impl BuildSpec {
    /// Returns the arguments of two merged builds: they must agree, but the larger limits hold.
    ///
    /// Fails with [`Error::ArgumentChanged`].
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

    /// Returns the error for arguments that differ from those of the build.
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

/// Returns the error for a scheme that differs from that of the build.
#[cold]
pub(super) fn changed_scheme(first: SchemeOptions, later: SchemeOptions) -> Error {
    let (first, mut later) = (first.to_string(), later.to_string());
    if first == later {
        later += " with another key"; // keys are not shown
    }
    Error::ArgumentChanged { name: "scheme", first, later }
}
