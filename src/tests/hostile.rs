//! Hostile bytes: they raise 22P02, or give a filter that works.

#[pgrx::pg_schema]
mod tests {
    use crate::tests::{one, raised};
    use pgrx::prelude::*;

    /// Reproducible random numbers (SplitMix64).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        fn below(&mut self, limit: usize) -> usize {
            (self.next() % limit as u64) as usize
        }
    }

    fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=random.below(3) {
            // Mostly in the header, where damage matters.
            let limit = if random.below(4) == 0 { bytes.len() } else { bytes.len().min(80) };
            match random.below(6) {
                0 => bytes.truncate(limit.min(random.below(bytes.len() + 1)).max(1)),
                1 => bytes.extend(random.next().to_le_bytes()),
                2 => bytes[random.below(limit)] = 0,
                3 => bytes[random.below(limit)] = 0xff,
                _ => bytes[random.below(limit)] ^= 1 << random.below(8),
            }
        }
        bytes
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[pg_test]
    fn mutated_filters_raise_22p02_or_work() {
        let mut random = Random(1);
        let valid: Vec<u8> = one("SELECT bloom_agg(g)::bytea FROM generate_series(1, 100) g");
        let mut refused = 0;
        for _ in 0..3_000 {
            let bytes = hex(&mutated(&valid, &mut random));
            let text = "encode('\\x{}'::bytea, 'base64')".replace("{}", &bytes);
            let cast = format!(
                "SELECT bloom_contains(b, 1), bloom_add(b, 2), bloom_info(b) FROM (SELECT '\\x{bytes}'::bytea::bloom AS b) s"
            );
            let input = format!("SELECT bloom_in(replace({text}, E'\\n', '')::cstring)");
            let states = [&raised(&cast)[0], &raised(&input)[0]].map(|s| s.clone());
            assert!(matches!(states[0].as_str(), "00000" | "22P02" | "42804"), "{states:?}: {bytes}");
            assert_eq!(states[1] == "22P02", states[0] == "22P02", "{bytes}");
            refused += u32::from(states[0] == "22P02");
        }
        assert!((1_000..3_000).contains(&refused), "{refused}");
    }

    #[pg_test]
    fn mutated_states_raise_22p02_or_work() {
        let mut random = Random(2);
        let step = "bloom_agg_step";
        for make in [
            format!("SELECT bloom_state_send({step}({step}(NULL, 'a'::text), 'b'::text))"),
            format!("SELECT bloom_state_send({step}({step}(NULL, 1, 100), 2, 100))"),
        ] {
            let valid: Vec<u8> = one(&make);
            for _ in 0..2_000 {
                let bytes = hex(&mutated(&valid, &mut random));
                let sql = format!(
                    "SELECT bloom_info(bloom_agg_final(bloom_agg_combine(s, s))), {step}(s, 'c'::text)
                       FROM (SELECT bloom_state_in(replace(encode('\\x{bytes}'::bytea, 'base64'), E'\\n', '')::cstring) AS s) q"
                );
                let [state, message, ..] = raised(&sql);
                assert!(
                    matches!(state.as_str(), "00000" | "22P02" | "42804" | "22023" | "54000"),
                    "{state} {message}: {bytes}"
                );
            }
        }
    }
    #[pg_test]
    fn mutated_matrices_raise_22p02_or_work() {
        let mut random = Random(3);
        let valid: Vec<u8> = one(
            "SELECT bloom_matrix_agg(f, g)::bytea
               FROM (SELECT g, bloom_agg(g + v, 10) AS f FROM generate_series(1, 70) g, generate_series(1, 10) v
                      GROUP BY g) s",
        );
        let mut refused = 0;
        for _ in 0..3_000 {
            let bytes = hex(&mutated(&valid, &mut random));
            let sql = format!(
                "SELECT (SELECT count(*) FROM bloom_matrix_search(m, 7)),
                        (SELECT count(*) FROM bloom_matrix_search_all(m, ARRAY[7, 8])),
                        (SELECT count(*) FROM bloom_matrix_search_any(m, ARRAY[7, 8])),
                        bloom_matrix_info(m), bloom_matrix_keys(m), bloom_matrix_merge(m, m),
                        bloom_contains(bloom_matrix_filter(m, 7), 7), m = m, m::text::bloom_matrix = m
                   FROM (SELECT '\\x{bytes}'::bytea::bloom_matrix AS m) s"
            );
            let [state, message, ..] = raised(&sql);
            assert!(
                matches!(state.as_str(), "00000" | "22P02" | "42804" | "54000" | "22000"),
                "{state} {message}: {bytes}"
            );
            refused += u32::from(state == "22P02");
        }
        assert!((1_000..3_000).contains(&refused), "{refused}");
    }

    #[pg_test]
    fn mutated_states_of_matrices_raise_22p02_or_work() {
        let mut random = Random(4);
        let step = "bloom_matrix_step";
        let valid: Vec<u8> = one(&format!(
            "SELECT bloom_state_send({step}({step}(NULL, bloom_of(ARRAY[1]), 5), bloom_of(ARRAY[2]), 6))"
        ));
        for _ in 0..2_000 {
            let bytes = hex(&mutated(&valid, &mut random));
            let sql = format!(
                "SELECT bloom_matrix_info(bloom_matrix_final(bloom_matrix_combine(s, s))), bloom_matrix_final(s),
                        {step}(s, bloom_of(ARRAY[3]), 7)
                   FROM (SELECT bloom_state_in(replace(encode('\\x{bytes}'::bytea, 'base64'), E'\\n', '')::cstring) AS s) q"
            );
            let [state, message, ..] = raised(&sql);
            assert!(
                matches!(state.as_str(), "00000" | "22P02" | "22023" | "22000" | "54000"),
                "{state} {message}: {bytes}"
            );
        }
    }
}
