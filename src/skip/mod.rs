//! Partitions that a query skips, because their filters say that they cannot have a value (`docs/SKIP.md`).

pub mod index;
mod released;
pub mod scan;

/// Makes the server know the options of an index, the setting and the scan.
pub fn install() {
    index::install();
    scan::install();
}
