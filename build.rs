//! Writes the SQL that the feature `sql` embeds, as cargo-pgrx wants it; `make` installs it as files.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    for read in ["Cargo.toml", "scripts/build/sql.sh", "sql/parts", "sql/released"] {
        println!("cargo::rerun-if-changed={read}");
    }
    if std::env::var_os("CARGO_FEATURE_SQL").is_none() {
        return ExitCode::SUCCESS;
    }
    let written = Command::new("scripts/build/sql.sh").status().is_ok_and(|status| status.success());
    if written { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
