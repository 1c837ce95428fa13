//! Errors that no SQL raises: panics, and an ERROR that skips Rust's frames, as that of the allocator.
//! `tests/sql/37_errors.sql` has the others.

use crate::call::{Call, sql_functions};
use crate::error::Result;
use crate::pg::report::Report;
use crate::pg::session;
use std::sync::atomic::{AtomicBool, Ordering};

fn panics(_call: Call<'_>) -> Result<i32> {
    panic!("a mistake of ours: é")
}

/// Panics while there is no memory left but the reserve.
fn panics_without_memory(_call: Call<'_>) -> Result<i32> {
    #[cfg(not(test))]
    crate::pg::alloc::NONE_LEFT.store(true, Ordering::Relaxed);
    panic!("nothing {}", "left");
}

static FLAG: AtomicBool = AtomicBool::new(false);

/// Raises an ERROR that skips the frames of a function that has set a flag.
fn skips(_call: Call<'_>) -> Result<i32> {
    // SAFETY: the flag is what the test is about; nothing else here is dropped.
    #[allow(unsafe_code)]
    session::with_flag(&FLAG, || unsafe { Report::OUT_OF_MEMORY.raise() })
}

fn flag(_call: Call<'_>) -> Result<bool> {
    Ok(FLAG.load(Ordering::Relaxed))
}

sql_functions! {
    "bloom_test_panics" => panics,
    "bloom_test_panics_without_memory" => panics_without_memory,
    "bloom_test_skips" => skips,
    "bloom_test_flag" => flag,
}

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// Returns the SQLSTATE, message, DETAIL and HINT that `sql` raises; "00000" if it succeeds.
    fn raised(sql: &str) -> [String; 4] {
        Spi::run(
            "CREATE OR REPLACE FUNCTION pg_temp.raised(sql text) RETURNS text[] LANGUAGE plpgsql AS $$
             DECLARE s text; m text; d text; h text;
             BEGIN
                 EXECUTE sql;
                 RETURN ARRAY['00000', '', '', ''];
             EXCEPTION WHEN OTHERS THEN
                 GET STACKED DIAGNOSTICS s = RETURNED_SQLSTATE, m = MESSAGE_TEXT,
                     d = PG_EXCEPTION_DETAIL, h = PG_EXCEPTION_HINT;
                 RETURN ARRAY[s, m, d, h];
             END $$",
        )
        .unwrap();
        let parts: Vec<String> =
            Spi::get_one_with_args("SELECT pg_temp.raised($1)", &[sql.into()]).unwrap().unwrap();
        parts.try_into().unwrap()
    }

    /// With RUST_BACKTRACE, pgrx would add a backtrace to the DETAIL. `tests/e2e/errors.sh` tests PostgreSQL's errors.
    #[pg_test]
    #[allow(unsafe_code)]
    fn panics_are_xx000_without_a_backtrace() {
        // SAFETY: a backend has one thread. Rust reads the variable at the first panic of the process, which is below.
        unsafe { std::env::set_var("RUST_BACKTRACE", "1") };
        assert!(std::backtrace::Backtrace::capture().status() == std::backtrace::BacktraceStatus::Captured);
        Spi::run(
            "CREATE FUNCTION panics() RETURNS integer LANGUAGE c AS '$libdir/bloom_rs', 'bloom_test_panics'",
        )
        .unwrap();
        let expected = ["XX000", "a mistake of ours: é", "", ""].map(String::from);
        assert_eq!(raised("SELECT panics()"), expected);
        assert_eq!(raised("SELECT panics()"), expected);
        assert!(one::<bool>("SELECT bloom_of(ARRAY[1]) @> 1")); // the session goes on
    }

    /// Rust ends the process if an ERROR skips the frames of a panic and another panic follows.
    #[pg_test]
    fn a_panic_without_memory_is_an_error() {
        Spi::run(
            "CREATE FUNCTION panics_without_memory() RETURNS integer LANGUAGE c
             AS '$libdir/bloom_rs', 'bloom_test_panics_without_memory'",
        )
        .unwrap();
        let expected = ["XX000", "nothing left", "", ""].map(String::from);
        for _ in 0..1000 {
            assert_eq!(raised("SELECT panics_without_memory()"), expected);
        }
        #[cfg(not(test))]
        crate::pg::alloc::NONE_LEFT.store(false, std::sync::atomic::Ordering::Relaxed);
        assert!(one::<bool>("SELECT bloom_of(ARRAY[1]) @> 1")); // the session goes on
    }

    #[pg_test]
    fn a_flag_is_cleared_by_the_end_of_its_subtransaction() {
        Spi::run(
            "CREATE FUNCTION skips() RETURNS integer LANGUAGE c AS '$libdir/bloom_rs', 'bloom_test_skips';
             CREATE FUNCTION flag() RETURNS boolean LANGUAGE c AS '$libdir/bloom_rs', 'bloom_test_flag'",
        )
        .unwrap();
        assert_eq!(raised("SELECT skips()")[0], "53200");
        assert!(!one::<bool>("SELECT flag()"));
        let flag = crate::pg::session::with_flag(&super::FLAG, || {
            assert_eq!(raised("SELECT skips()")[0], "53200");
            one::<bool>("SELECT flag()")
        });
        assert!(flag && !one::<bool>("SELECT flag()")); // a flag that was set before stays set
    }
}
