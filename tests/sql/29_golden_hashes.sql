--
-- Golden hashes: bloom_hash of each canonical form. A change would cause false negatives in stored filters.
--
CREATE EXTENSION bloom_rs;

-- The first ones have hash functions of this extension. From the enum on, they use PostgreSQL's hash functions and apply to little-endian servers and
-- databases in UTF8.
CREATE TYPE mood AS ENUM ('sad', 'fine');
CREATE TABLE golden (hash, was) AS VALUES
    (bloom_hash((-1)::int2), 'c+26Gnqy5KCvRkpryRIhaQAAAAAAAAAAAQEAAAAAAAA='),
    (bloom_hash(42::int4), '+H3SiZnDrLaAL/KW+xe5JAAAAAAAAAAAAQEAAAAAAAA='),
    (bloom_hash(9223372036854775807::int8), '1GnW2svrdmyePQCpwJL7fQAAAAAAAAAAAQEAAAAAAAA='),
    (bloom_hash(''::text), 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgEAAAAAAAA='),
    (bloom_hash('naïve 東京'::text), 'EnppFnVLXLlyPU0yhTi9fwAAAAAAAAAAAgEAAAAAAAA='),
    (bloom_hash('a'::"char"), 'iXhZ9mVVVYVaiQ5RSDq15gAAAAAAAAAABwEAAAAAAAA='),
    (bloom_hash('\xdeadbeef'::bytea), 'Kh+eEf1ICVoUJaN+yUp3WAAAAAAAAAAAAwEAAAAAAAA='),
    (bloom_hash('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid), 'j3JT4Iib3PMRrkSUgN391AAAAAAAAAAABAEAAAAAAAA='),
    (bloom_hash(0::float8), 'y8NXzLdj3yhS/ujE/H1V8gAAAAAAAAAABQEAAAAAAAA='),
    (bloom_hash('NaN'::float4), 'OqCpfloM7jZt4sNcDDd6nAAAAAAAAAAABQEAAAAAAAA='),
    (bloom_hash(1.5::float4), 's/iwMP7IYvK0zBHFMq1emgAAAAAAAAAABQEAAAAAAAA='),
    (bloom_hash(true), 'Fv50g5BcznqFZw5D5GeIdwAAAAAAAAAABgEAAAAAAAA='),
    (bloom_hash(false), 'tVz/buWrEEaDNfh4qi1iUQAAAAAAAAAABgEAAAAAAAA='),
    (bloom_hash('2020-02-29'::date), 't4WyPTeWbd1pTBVS88oUyAAAAAAAAAAACAEAAAAAAAA='),
    (bloom_hash('23:59:59.999999'::time), 'sjYRmmgWYbmDoJrD5H3EuQAAAAAAAAAACQEAAAAAAAA='),
    (bloom_hash('2020-02-29 12:00'::timestamp), 'fmROmRHoQxstsZt64gKzjAAAAAAAAAAACgEAAAAAAAA='),
    (bloom_hash('2020-02-29 12:00+00'::timestamptz), 'fmROmRHoQxstsZt64gKzjAAAAAAAAAAACwEAAAAAAAA='),
    (bloom_hash('infinity'::timestamptz), '1GnW2svrdmyePQCpwJL7fQAAAAAAAAAACwEAAAAAAAA='),
    (bloom_hash('1259'::oid), '+rGaK+kUNybcdfMmzcJMBgAAAAAAAAAADQEAAAAAAAA='),
    (bloom_hash('fine'::mood), '8oeVEeunfR1d9w53OH1ccuaWfJ8AAAAADAEAAG/36T8='),
    (bloom_hash(1.50::numeric), 'SMoqpFwRTIKsfPPGolSW2qQGAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash('10.0.0.1'::inet), 'cgMi6SQ9+jGuyuH7BOkxOGUDAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash('1 day'::interval), 'JJAIb4XHF1sJD7AGaqhpaqIEAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash('12:00+02'::timetz), '2hfPhDiOVwSO0maXU1T1lfIEAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash('08:00:2b:01:02:03'::macaddr), 'vVnXQTLxzUyWrpZqXmHVfT0DAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash('{"a": 1}'::jsonb), 'sLXUBA69KlipuK/eIiUjydoOAAAHAAAA/wEAAAAAAAA='),
    (bloom_hash(ARRAY[1, 2]), 'q+ZPfvivR/lceMO+Ci92ou8DAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash(ARRAY['é']), '4/a5iVG1VR0O2WYHiNMG7fEDAAAHAAAA/wEAAAAAAAA='),
    (bloom_hash('[1,5)'::int4range), '43/3zHiXP86TR5bvezDhaEAPAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash('{[1,5)}'::int4multirange), 'ts/a1h0fbTsBtntzJLMwkGMRAAAAAAAA/wEAAAAAAAA='),
    (bloom_hash(ROW(1, 'x'::text)), '6+0Ogpj4Hv446IEeSU82ml8Lis4HAAAA/wEAALRp3vo=');
SELECT count(*) AS "values", count(DISTINCT was) AS hashes FROM golden;
SELECT hash, was FROM golden WHERE hash::text IS DISTINCT FROM was;

DROP TABLE golden;
DROP TYPE mood;
DROP EXTENSION bloom_rs;
