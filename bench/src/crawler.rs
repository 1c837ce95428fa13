//! Compares data structures that answer "Have I seen this URL?".

use crate::data::ABSENT;
use crate::db::{Db, median};
use crate::{Result, Settings, machine, report, text};
use bloom_core::layout::Params;
use bloom_core::layout::params::{MAX_BITS, expected_fpp};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The requested false-positive rate.
const FPP: f64 = 0.01;

/// Number of URLs in the loop of single lookups.
const SINGLE: u64 = 1000;

struct Found {
    name: &'static str,
    bytes: f64,
    build: f64,
    one: f64,
    many: f64,
    requested: Option<f64>,
    measured: f64,
}

struct Probes {
    number: u64,
    present: f64,
    absent: f64,
}

impl Probes {
    /// Returns the false-positive rate from an answer "present, absent" for all of `probes`.
    fn rate(&self, name: &str, answer: &str, exact: bool) -> Result<f64> {
        let wrong = || format!("wrong answer of {name}: {answer} of {}, {}", self.present, self.absent);
        let (present, absent) = answer.split_once(',').ok_or_else(wrong)?;
        let (present, absent): (f64, f64) = (present.parse()?, absent.parse()?);
        if present < self.present || (exact && absent > 0.0) {
            Err(wrong().into())
        } else {
            Ok(absent / self.absent)
        }
    }
}

fn many(condition: &str) -> String {
    format!(
        "SELECT count(*) FILTER (WHERE present), count(*) FILTER (WHERE NOT present) FROM probes WHERE {condition}"
    )
}

/// Returns the median time of a query, and its answer.
fn times(db: &mut Db, settings: &Settings, sql: &str) -> Result<(f64, String)> {
    let answer = db.answer(sql)?;
    let mut times = Vec::new();
    for _ in 0..settings.rounds.min(3) {
        times.push(db.time(sql)?.0);
    }
    Ok((median(&times), answer))
}

/// Returns the seconds for one lookup by a query with the variable `v`, run for each value.
fn one(db: &mut Db, settings: &Settings, query: &str) -> Result<f64> {
    db.create_loop("look_up_one", "text", query)?;
    let call = format!(
        "SELECT seconds, yes FROM look_up_one((SELECT array_agg(url) FROM (SELECT url FROM probes LIMIT {SINGLE}) AS s))"
    );
    let mut times = Vec::new();
    for _ in 0..=settings.rounds {
        let [seconds, yes] = db.numbers(&call)?;
        if yes < SINGLE as f64 / 2.0 {
            return Err(format!("wrong answer: {yes} of {SINGLE}, half of which are there\n{query}").into());
        }
        times.push(seconds / SINGLE as f64);
    }
    Ok(median(&times[1..])) // the first was the warm-up
}

/// Returns the peak of a backend's own memory while `work` runs, beyond what it uses before.
fn own_memory<T>(pid: u64, work: impl FnOnce() -> Result<T>) -> Result<(f64, T)> {
    let before = machine::memory_of(pid, "RssAnon")?;
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut peak = before;
            while !done.load(Ordering::Relaxed) {
                peak = peak.max(machine::memory_of(pid, "RssAnon").unwrap_or(0));
                std::thread::sleep(Duration::from_millis(5));
            }
            peak
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        let peak = watch.join().map_err(|_| "the watch on memory failed")?;
        Ok(((peak - before) as f64, result?))
    })
}

fn indexed(db: &mut Db, settings: &Settings, probes: &Probes, md5: bool) -> Result<Found> {
    let (name, table, column, hash) = if md5 {
        ("unique B-tree of md5 digests", "digests", "digest", "md5(url)::uuid")
    } else {
        ("unique B-tree of URLs", "urls", "url", "url")
    };
    let start = std::time::Instant::now();
    db.run(&format!(
        "DROP TABLE IF EXISTS {table};
         CREATE TABLE {table} AS SELECT {hash} AS {column} FROM seen;
         CREATE UNIQUE INDEX ON {table} ({column})"
    ))?;
    let build = start.elapsed().as_secs_f64();
    db.run(&format!("VACUUM (ANALYZE, FREEZE) {table}"))?;
    let bytes = db.number(&format!("SELECT pg_total_relation_size('{table}')"))?;
    let v = hash.replace("url", "v");
    let one = one(db, settings, &format!("SELECT EXISTS (SELECT FROM {table} AS s WHERE s.{column} = {v})"))?;
    // Force an index lookup for each value; a hash join would read the whole table.
    db.run("SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = on")?;
    let hash = hash.replace("url", "probes.url");
    let sql = many(&format!("EXISTS (SELECT FROM {table} AS s WHERE s.{column} = {hash})"));
    db.expect_plan("COSTS OFF", &sql, "Index Only Scan")?;
    let (seconds, answer) = times(db, settings, &sql)?;
    let measured = probes.rate(name, &answer, true)?;
    db.run(&format!("RESET ALL; DROP TABLE {table}"))?;
    Ok(Found { name, bytes, build, one, many: seconds, requested: None, measured })
}

/// Measures a hashed subplan, which exists only during its query.
fn hashed(settings: &Settings, probes: &Probes) -> Result<Found> {
    let name = "hashed subplan, built in each query";
    let mut db = Db::connect()?;
    db.run("SET work_mem = '1TB'")?;
    // For a single value PostgreSQL scans the table instead.
    let scan = format!("SELECT page({ABSENT} + 7) IN (SELECT url FROM seen)");
    let (one, answer) = times(&mut db, settings, &scan)?;
    if answer != "f" {
        return Err(format!("wrong answer of {name}: {answer}").into());
    }
    let few = "SELECT count(*) FROM (SELECT url FROM probes LIMIT 1000) AS s
               WHERE CASE WHEN url IN (SELECT url FROM seen) THEN true END";
    db.expect_plan("COSTS OFF", few, "hashed SubPlan")?;
    let (build, answer) = times(&mut db, settings, few)?;
    if answer != "500" {
        return Err(format!("wrong answer of {name}: {answer} of 500").into());
    }
    let sql = many("CASE WHEN url IN (SELECT url FROM seen) THEN true END");
    db.expect_plan("COSTS OFF", &sql, "hashed SubPlan")?;
    let mut db = Db::connect()?; // a new backend, with no memory kept by malloc
    let pid = db.number("SELECT pg_backend_pid()")? as u64;
    db.run("SET work_mem = '1TB'")?;
    let (bytes, (seconds, answer)) = own_memory(pid, || times(&mut db, settings, &sql))?;
    let measured = probes.rate(name, &answer, true)?;
    Ok(Found { name, bytes, build, one, many: seconds, requested: None, measured })
}

fn filter(
    db: &mut Db,
    settings: &Settings,
    probes: &Probes,
    name: &'static str,
    build: &str,
    rate: f64,
) -> Result<Found> {
    db.run("DROP TABLE IF EXISTS stored; CREATE TABLE stored (f bloom)")?;
    let (build, _) = db.time(&format!("INSERT INTO stored {build}"))?;
    db.run("VACUUM (ANALYZE) stored")?;
    let bytes = db.number("SELECT length(f::bytea) FROM stored")?;
    let one = one(db, settings, "SELECT bloom_contains(f, v) FROM stored")?;
    let (seconds, answer) = times(db, settings, &many("bloom_contains((SELECT f FROM stored), url)"))?;
    let measured = probes.rate(name, &answer, false)?;
    // A rate five standard deviations above the expected one is not chance.
    if measured > rate + 5.0 * (rate * (1.0 - rate) / probes.absent).sqrt() {
        return Err(format!("wrong answers of {name}: a rate of {measured} instead of {rate}").into());
    }
    Ok(Found { name, bytes, build, one, many: seconds, requested: Some(rate), measured })
}

fn side_by_side(db: &mut Db, settings: &Settings, n: u64) -> Result<String> {
    let probes = Probes {
        number: n.min(1_000_000),
        present: (n.min(1_000_000) / 2) as f64,
        absent: (n.min(1_000_000) / 2) as f64,
    };
    println!("{} URLs", text::count(n));
    db.run(&format!(
        "DROP TABLE IF EXISTS seen, probes;
         CREATE TABLE seen AS SELECT page(i) AS url FROM (SELECT generate_series(1, {n}::bigint) AS i) AS s;
         CREATE TABLE probes AS
             SELECT i % 2 = 0 AS present, page(CASE WHEN i % 2 = 0 THEN 1 + i * 7919 % {n} ELSE {ABSENT} + i END) AS url
             FROM (SELECT generate_series(1, {}::bigint) AS i) AS s",
        probes.number
    ))?;
    db.run("VACUUM (ANALYZE, FREEZE) seen, probes")?;

    let best = Params::for_capacity(n, FPP)?;
    let one_hash_rate = |bits: u64| expected_fpp(bits, 1, n);
    let same_rate_bits = (-(n as f64) / (-FPP).ln_1p()).ceil() as u64;
    let sized = |bits: u64| format!("SELECT fill_sized({bits}, 1)");
    let mut notes = String::new();
    let mut all = vec![indexed(db, settings, &probes, false)?, indexed(db, settings, &probes, true)?];
    // About 120 bytes for a 60-byte URL, and twice as many buckets of 24 bytes while the table grows.
    if (n * 200) < machine::memory_available() {
        all.push(hashed(settings, &probes)?);
    } else {
        writeln!(notes, "\nThere was not enough memory for the hashed subplan.")?;
    }
    let name = "one-hash bitmap, same size";
    all.push(filter(db, settings, &probes, name, &sized(best.bits), one_hash_rate(best.bits))?);
    if same_rate_bits <= MAX_BITS {
        let name = "one-hash bitmap, same rate";
        all.push(filter(db, settings, &probes, name, &sized(same_rate_bits), one_hash_rate(same_rate_bits))?);
    } else {
        let bytes = text::bytes(same_rate_bits as f64 / 8.0);
        writeln!(
            notes,
            "\nA bitmap with one hash for a rate of {FPP} would need {bytes}, more than a value can hold."
        )?;
    }
    let build = format!("SELECT bloom_agg(url, {n}, {FPP}) FROM seen");
    all.push(filter(db, settings, &probes, "Bloom filter", &build, FPP)?);
    db.run("DROP TABLE seen, probes, stored")?;

    let mut table = text::Table::new(&[
        "structure",
        "bytes:",
        "build:",
        "one probe:",
        "a million:",
        "requested rate:",
        "measured:",
    ]);
    for found in all {
        table.row([
            found.name.into(),
            text::bytes(found.bytes),
            text::seconds(found.build),
            text::seconds(found.one),
            text::seconds(found.many / probes.number as f64 * 1e6),
            found.requested.map_or_else(|| "exact".into(), text::rate),
            text::rate(found.measured),
        ]);
    }
    report::leave(settings, "crawler", &table)?;
    Ok(format!("### {} URLs\n\n{table}{notes}", text::count(n)))
}

/// Compares the structures for each number of URLs and writes the tables.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    // Creates the filter with bloom_sized and fills it with arrays of about a million values.
    db.run(
        "CREATE OR REPLACE FUNCTION fill_sized(bits bigint, hashes integer) RETURNS bloom LANGUAGE plpgsql AS $$
         DECLARE
             f bloom := bloom_sized(bits, hashes);
             pages bigint := pg_relation_size('seen') / 8192;
             step bigint := 12000;
         BEGIN
             FOR page IN 0..pages BY step LOOP
                 f := coalesce(bloom_add_all(f, (
                     SELECT array_agg(url) FROM seen
                     WHERE ctid >= format('(%s,0)', page)::tid AND ctid < format('(%s,0)', page + step)::tid
                 )), f);
             END LOOP;
             RETURN f;
         END $$",
    )?;
    let mut out = String::new();
    for n in &settings.crawler {
        let section = side_by_side(&mut db, settings, *n)?;
        println!("{section}");
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&section);
    }
    std::fs::write(settings.out.join("crawler.md"), &out)?;
    Ok(())
}
