//! Partitions that a query skips, because their filters say that they cannot have a value (`docs/SKIP.md`).

pub mod index;
mod released;

use crate::pg::setting::Setting;

/// Whether queries skip partitions.
static SETTING: Setting = Setting::new_on(c"bloom_rs.skip_partitions");

/// Defines the setting and the options of an index.
pub fn install() {
    SETTING.define(
        c"Skips partitions by the indexes of access method bloom_skip.",
        c"\"on\" skips them where that is expected to save time, \"force\" wherever the result stays correct.",
    );
    index::install();
}
