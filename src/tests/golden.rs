//! The hash of each canonical form, byte by byte: a change would make stored filters miss their values.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::one;
    use pgrx::prelude::*;

    /// Values and their `bloom_hash`. Those after `mood` rest on PostgreSQL's hash functions and hold for
    /// little-endian servers with databases in UTF8.
    const GOLDEN: &[(&str, &str)] = &[
        ("(-1)::int2", "c+26Gnqy5KCvRkpryRIhaQAAAAAAAAAAAQEAAA=="),
        ("42::int4", "+H3SiZnDrLaAL/KW+xe5JAAAAAAAAAAAAQEAAA=="),
        ("9223372036854775807::int8", "1GnW2svrdmyePQCpwJL7fQAAAAAAAAAAAQEAAA=="),
        ("''::text", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgEAAA=="),
        ("'naïve 東京'::text", "EnppFnVLXLlyPU0yhTi9fwAAAAAAAAAAAgEAAA=="),
        ("'a'::\"char\"", "iXhZ9mVVVYVaiQ5RSDq15gAAAAAAAAAABwEAAA=="),
        ("'\\xdeadbeef'::bytea", "Kh+eEf1ICVoUJaN+yUp3WAAAAAAAAAAAAwEAAA=="),
        ("'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", "j3JT4Iib3PMRrkSUgN391AAAAAAAAAAABAEAAA=="),
        ("0::float8", "y8NXzLdj3yhS/ujE/H1V8gAAAAAAAAAABQEAAA=="),
        ("'NaN'::float4", "OqCpfloM7jZt4sNcDDd6nAAAAAAAAAAABQEAAA=="),
        ("1.5::float4", "s/iwMP7IYvK0zBHFMq1emgAAAAAAAAAABQEAAA=="),
        ("true", "Fv50g5BcznqFZw5D5GeIdwAAAAAAAAAABgEAAA=="),
        ("false", "tVz/buWrEEaDNfh4qi1iUQAAAAAAAAAABgEAAA=="),
        ("'2020-02-29'::date", "t4WyPTeWbd1pTBVS88oUyAAAAAAAAAAACAEAAA=="),
        ("'23:59:59.999999'::time", "sjYRmmgWYbmDoJrD5H3EuQAAAAAAAAAACQEAAA=="),
        ("'2020-02-29 12:00'::timestamp", "fmROmRHoQxstsZt64gKzjAAAAAAAAAAACgEAAA=="),
        ("'2020-02-29 12:00+00'::timestamptz", "fmROmRHoQxstsZt64gKzjAAAAAAAAAAACwEAAA=="),
        ("'infinity'::timestamptz", "1GnW2svrdmyePQCpwJL7fQAAAAAAAAAACwEAAA=="),
        ("'1259'::oid", "+rGaK+kUNybcdfMmzcJMBgAAAAAAAAAADQEAAA=="),
        ("'fine'::mood", "8oeVEeunfR1d9w53OH1ccuaWfJ8AAAAADAEAAA=="),
        ("1.50::numeric", "SMoqpFwRTIKsfPPGolSW2qQGAAAAAAAA/wEAAA=="),
        ("'10.0.0.1'::inet", "cgMi6SQ9+jGuyuH7BOkxOGUDAAAAAAAA/wEAAA=="),
        ("'1 day'::interval", "JJAIb4XHF1sJD7AGaqhpaqIEAAAAAAAA/wEAAA=="),
        ("'12:00+02'::timetz", "2hfPhDiOVwSO0maXU1T1lfIEAAAAAAAA/wEAAA=="),
        ("'08:00:2b:01:02:03'::macaddr", "vVnXQTLxzUyWrpZqXmHVfT0DAAAAAAAA/wEAAA=="),
        ("'{\"a\": 1}'::jsonb", "sLXUBA69KlipuK/eIiUjydoOAAAHAAAA/wEAAA=="),
        ("ARRAY[1, 2]", "q+ZPfvivR/lceMO+Ci92ou8DAAAAAAAA/wEAAA=="),
        ("ARRAY['é']", "4/a5iVG1VR0O2WYHiNMG7fEDAAAHAAAA/wEAAA=="),
        ("'[1,5)'::int4range", "43/3zHiXP86TR5bvezDhaEAPAAAAAAAA/wEAAA=="),
        ("'{[1,5)}'::int4multirange", "ts/a1h0fbTsBtntzJLMwkGMRAAAAAAAA/wEAAA=="),
        ("ROW(1, 'x'::text)", "6+0Ogpj4Hv446IEeSU82mpu8+9YHAAAA/wEAAA=="),
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
