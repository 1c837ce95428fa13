//! Golden hashes of all canonical forms: a change would cause false negatives in stored filters.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// Values and their `bloom_hash`. Those after `mood` use PostgreSQL's hash functions and apply to little-endian
    /// servers and databases in UTF8.
    const GOLDEN: &[(&str, &str)] = &[
        ("(-1)::int2", "c+26Gnqy5KCvRkpryRIhaQAAAAAAAAAAAQEAAAAAAAA="),
        ("42::int4", "+H3SiZnDrLaAL/KW+xe5JAAAAAAAAAAAAQEAAAAAAAA="),
        ("9223372036854775807::int8", "1GnW2svrdmyePQCpwJL7fQAAAAAAAAAAAQEAAAAAAAA="),
        ("''::text", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgEAAAAAAAA="),
        ("'naïve 東京'::text", "EnppFnVLXLlyPU0yhTi9fwAAAAAAAAAAAgEAAAAAAAA="),
        ("'a'::\"char\"", "iXhZ9mVVVYVaiQ5RSDq15gAAAAAAAAAABwEAAAAAAAA="),
        ("'\\xdeadbeef'::bytea", "Kh+eEf1ICVoUJaN+yUp3WAAAAAAAAAAAAwEAAAAAAAA="),
        ("'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", "j3JT4Iib3PMRrkSUgN391AAAAAAAAAAABAEAAAAAAAA="),
        ("0::float8", "y8NXzLdj3yhS/ujE/H1V8gAAAAAAAAAABQEAAAAAAAA="),
        ("'NaN'::float4", "OqCpfloM7jZt4sNcDDd6nAAAAAAAAAAABQEAAAAAAAA="),
        ("1.5::float4", "s/iwMP7IYvK0zBHFMq1emgAAAAAAAAAABQEAAAAAAAA="),
        ("true", "Fv50g5BcznqFZw5D5GeIdwAAAAAAAAAABgEAAAAAAAA="),
        ("false", "tVz/buWrEEaDNfh4qi1iUQAAAAAAAAAABgEAAAAAAAA="),
        ("'2020-02-29'::date", "t4WyPTeWbd1pTBVS88oUyAAAAAAAAAAACAEAAAAAAAA="),
        ("'23:59:59.999999'::time", "sjYRmmgWYbmDoJrD5H3EuQAAAAAAAAAACQEAAAAAAAA="),
        ("'2020-02-29 12:00'::timestamp", "fmROmRHoQxstsZt64gKzjAAAAAAAAAAACgEAAAAAAAA="),
        ("'2020-02-29 12:00+00'::timestamptz", "fmROmRHoQxstsZt64gKzjAAAAAAAAAAACwEAAAAAAAA="),
        ("'infinity'::timestamptz", "1GnW2svrdmyePQCpwJL7fQAAAAAAAAAACwEAAAAAAAA="),
        ("'1259'::oid", "+rGaK+kUNybcdfMmzcJMBgAAAAAAAAAADQEAAAAAAAA="),
        ("'fine'::mood", "8oeVEeunfR1d9w53OH1ccuaWfJ8AAAAADAEAAG/36T8="),
        ("1.50::numeric", "SMoqpFwRTIKsfPPGolSW2qQGAAAAAAAA/wEAAAAAAAA="),
        ("'10.0.0.1'::inet", "cgMi6SQ9+jGuyuH7BOkxOGUDAAAAAAAA/wEAAAAAAAA="),
        ("'1 day'::interval", "JJAIb4XHF1sJD7AGaqhpaqIEAAAAAAAA/wEAAAAAAAA="),
        ("'12:00+02'::timetz", "2hfPhDiOVwSO0maXU1T1lfIEAAAAAAAA/wEAAAAAAAA="),
        ("'08:00:2b:01:02:03'::macaddr", "vVnXQTLxzUyWrpZqXmHVfT0DAAAAAAAA/wEAAAAAAAA="),
        ("'{\"a\": 1}'::jsonb", "sLXUBA69KlipuK/eIiUjydoOAAAHAAAA/wEAAAAAAAA="),
        ("ARRAY[1, 2]", "q+ZPfvivR/lceMO+Ci92ou8DAAAAAAAA/wEAAAAAAAA="),
        ("ARRAY['é']", "4/a5iVG1VR0O2WYHiNMG7fEDAAAHAAAA/wEAAAAAAAA="),
        ("'[1,5)'::int4range", "43/3zHiXP86TR5bvezDhaEAPAAAAAAAA/wEAAAAAAAA="),
        ("'{[1,5)}'::int4multirange", "ts/a1h0fbTsBtntzJLMwkGMRAAAAAAAA/wEAAAAAAAA="),
        ("ROW(1, 'x'::text)", "6+0Ogpj4Hv446IEeSU82ml8Lis4HAAAA/wEAALRp3vo="),
    ];

    #[pg_test]
    fn hashes_are_what_they_were() {
        Spi::run("CREATE TYPE mood AS ENUM ('sad', 'fine')").unwrap();
        let found: Vec<(&str, String)> = GOLDEN
            .iter()
            .map(|(value, _)| (*value, one::<String>(&format!("SELECT bloom_hash({value})::text"))))
            .collect();
        let expected: Vec<(&str, String)> =
            GOLDEN.iter().map(|(value, hash)| (*value, (*hash).to_string())).collect();
        assert_eq!(found, expected);
    }
}
