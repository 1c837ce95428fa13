//! Chosen values against filters with and without a key. Other tests: `tests/sql/20_schemes.sql`,
//! `31_scheme_operations.sql`.

/// Chosen values, shared with the tests of `bloom_core`.
#[path = "../../core/tests/chosen/mod.rs"]
mod chosen;

#[pgrx::pg_schema]
mod tests {
    use super::chosen;
    use crate::tests::one;
    use pgrx::prelude::*;

    /// Values chosen by an attacker who knows the hash functions but not the key.
    #[pg_test]
    fn strangers_fill_a_plain_filter_and_not_a_keyed_one() {
        let sizes: i64 = one("SELECT (bloom_params(10000, 0.01)).bits");
        let chosen: Vec<pgrx::Uuid> =
            chosen::values_that_fill(sizes as u64, 7).map(pgrx::Uuid::from_bytes).collect();
        assert!(chosen.len() < 15_000, "{}", chosen.len());
        Spi::run_with_args("CREATE TABLE chosen AS SELECT unnest($1) AS id", &[chosen.into()]).unwrap();
        let rate = |scheme: &str, count: i64| -> f64 {
            one(&format!(
                "SELECT avg((f @> gen_random_uuid())::integer)::float8 FROM generate_series(1, 50000),
                        (SELECT bloom_agg(id, 10000, 0.01, {scheme}) AS f FROM (SELECT id FROM chosen LIMIT {count}) s) s"
            ))
        };
        assert_eq!(rate("'mitz64'", 15_000), 1.0);
        // The rate is 0.036 with nearly 14,000 values in a filter for 10,000, and the requested 0.01 with 10,000.
        let keyed = rate("(SELECT bloom_keyed_scheme())", 15_000);
        assert!((0.03..0.045).contains(&keyed), "{keyed}");
        let keyed = rate("(SELECT bloom_keyed_scheme())", 10_000);
        assert!(keyed < 0.0125, "{keyed}");

        // Chosen values that cause false positives.
        let chosen: Vec<pgrx::Uuid> =
            chosen::values_that_seem_present(sizes as u64, (0..sizes as u64).step_by(7))
                .map(pgrx::Uuid::from_bytes)
                .collect();
        Spi::run_with_args("CREATE TABLE seeming AS SELECT unnest($1) AS id", &[chosen.into()]).unwrap();
        let passed = |scheme: &str| -> f64 {
            one(&format!(
                "SELECT avg((f @> id)::integer)::float8 FROM seeming,
                        (SELECT bloom_agg(gen_random_uuid(), 10000, 0.01, {scheme}) AS f FROM generate_series(1, 10000)) s"
            ))
        };
        assert!(passed("'mitz64'") > 0.4, "half of the bits are set");
        assert!(passed("(SELECT bloom_keyed_scheme())") < 0.0145);
    }
}
