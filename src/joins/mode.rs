//! The values of the settings.

use pgrx::PostgresGucEnum;

/// Values of `bloom_rs.screen_joins` and `bloom_rs.screen_foreign_joins`.
#[derive(Debug, Clone, Copy, PartialEq, PostgresGucEnum)]
pub enum Mode {
    /// No join is screened.
    #[name = c"off"]
    Off,
    /// Joins are screened where it pays.
    #[name = c"on"]
    On,
    /// Joins are screened wherever it is legal, whatever it costs: for tests.
    #[name = c"force"]
    Force,
}
