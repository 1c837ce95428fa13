//! Kinds of aggregate states, by their first four bytes.

/// Kind of an aggregate's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateKind {
    /// Builds a filter from values: [`State`](crate::state::State).
    Build,
    /// Merges filters into one: [`Merge`](crate::state::merging::Merge).
    Merge,
    /// Collects filters for a matrix: [`MatrixStateRef`](crate::matrix::MatrixStateRef).
    Matrix,
    /// Compact form of the others: [`compact`](crate::state::compact).
    Compact,
}

impl StateKind {
    const ALL: [Self; 4] = [Self::Build, Self::Merge, Self::Matrix, Self::Compact];

    /// Returns the kind of state that `bytes` begin with.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| bytes.starts_with(kind.magic()))
    }

    /// Returns the first bytes of states of this kind.
    pub(crate) const fn magic(self) -> &'static [u8; 4] {
        match self {
            Self::Build => b"BLMS",
            Self::Merge => b"BLMM",
            Self::Matrix => b"BLMG",
            Self::Compact => b"BLMZ",
        }
    }
}
