//! Which aggregate a state belongs to, by its first four bytes.

use crate::matrix::Arrangement;

/// Which aggregate a state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateKind {
    /// A filter is built from values: [`State`](super::State).
    Build,
    /// Filters are merged into one: [`Merge`](super::merging::Merge).
    Merge,
    /// Filters are collected for a matrix: [`MatrixStateRef`](super::MatrixStateRef).
    Matrix,
    /// A state of the first two kinds in its compact form: [`Compact`](super::compact::Compact).
    Compact,
}

impl StateKind {
    const ALL: [Self; 4] = [Self::Build, Self::Merge, Self::Matrix, Self::Compact];

    /// Returns the kind of the state that `bytes` begin like.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| bytes.starts_with(kind.magic()))
    }

    /// Returns the first bytes of states of this kind.
    pub(super) const fn magic(self) -> &'static [u8; 4] {
        match self {
            Self::Build => b"BLMS",
            Self::Merge => b"BLMM",
            Self::Matrix => Arrangement::Columns.magic(),
            Self::Compact => b"BLMP",
        }
    }
}
