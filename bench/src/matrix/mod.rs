//! Compares ways to find which of many filters may hold a value: a matrix, the single filters, a B-tree of all pairs.

mod files;
mod report;

pub use files::Size;

use crate::db::{Db, Pair, Side, median};
use crate::restart::{Cold, Left, cold, restart};
use crate::{Result, Settings, memory, text};
use bloom_core::matrix::header::KEY_LEN;
use files::ABSENT;
use std::time::Instant;

/// False-positive rate of each filter.
const FPP: f64 = 0.0001;

/// Largest matrix in bytes; building it takes little more than 1 GB.
const LARGEST: u64 = 512 << 20;

/// Most pairs in a B-tree.
const MOST_PAIRS: u64 = 100_000_000;

/// Number of lookups in a loop, and in one query.
const PROBES: u64 = 1000;

/// Number of values whose answers are compared with the scan's, and most probes for that.
const COMPARED: u64 = 10_000;
const MOST_PROBES: u64 = 1_000_000_000;

/// Measurements of one structure.
struct Structure {
    what: String,
    bytes: f64,
    build: Option<f64>,
    one: f64,
    cold: Cold,
    /// With empty kernel caches.
    from_disk: Option<Cold>,
    /// Seconds per value in one query for many values.
    each: Option<f64>,
}

/// Measurements for one size.
struct Found {
    size: Size,
    filters: Structure,
    matrices: Structure,
    pairs: Option<Structure>,
    /// Seconds for building the matrices without storing them, and for reading all filters.
    build: f64,
    read: f64,
    /// Bytes of the filters and of the matrices, as values.
    bytes: [f64; 2],
    largest: f64,
    /// Peak memory of a backend while it builds matrices, and while it stores them in a table.
    peaks: [f64; 2],
    /// Seconds to search for any of three absent values, and for all of three values of one filter.
    three: [f64; 2],
}

/// Returns the expression of a value that is in no filter.
fn absent(number: u64) -> String {
    format!("scattered({})", ABSENT + number)
}

/// Returns the statement that stores the matrices of the filters that meet a condition.
fn table(segment: u64, condition: &str) -> String {
    format!(
        "DROP TABLE IF EXISTS matrices;
         CREATE TABLE matrices AS
             SELECT id / {segment} AS part, bloom_matrix_agg(f, id) AS matrix FROM files WHERE {condition} GROUP BY part"
    )
}

/// Returns the query that builds the matrices without storing them.
fn alone(segment: u64, condition: &str) -> String {
    format!(
        "SELECT length(bloom_matrix_agg(f, id)::bytea) FROM files WHERE {condition} GROUP BY id / {segment} ORDER BY 1"
    )
}

/// Returns the query of each structure.
fn questions(value: &str) -> [String; 3] {
    [
        format!("SELECT count(*) FROM files WHERE bloom_contains(f, {value})"),
        format!("SELECT count(*) FROM matrices, bloom_matrix_search(matrix, {value})"),
        format!("SELECT count(*) FROM pairs WHERE value = {value}"),
    ]
}

/// Returns the number of columns of a matrix: the largest power of two that fits [`LARGEST`].
fn segment(size: Size) -> Result<u64> {
    let words = LARGEST / (size.params()?.bits * 8 + 64 * KEY_LEN as u64);
    Ok(64 << words.max(1).ilog2())
}

/// Returns the seconds of a query with the variable `v`, run by a loop in the server for many numbers.
fn looped(db: &mut Db, settings: &Settings, query: &str) -> Result<f64> {
    db.create_loop("look_up_number", "text", &query.replacen("count(*)", "count(*) >= 0", 1))?;
    let call = format!(
        "SELECT seconds, yes FROM look_up_number((SELECT array_agg(i) FROM generate_series(1, {PROBES}) AS i)::text[])"
    );
    let mut times = Vec::new();
    for _ in 0..=settings.rounds {
        let [seconds, probes] = db.numbers(&call)?;
        times.push(seconds / probes);
    }
    Ok(median(&times[1..])) // the first was the warm-up
}

/// Returns the seconds per value of a query for the table `probes`, whose present values must be found.
fn probe_at_once(db: &mut Db, settings: &Settings, tables: &str, key: &str) -> Result<f64> {
    let query =
        format!("SELECT count(*), count(DISTINCT value) FILTER (WHERE {key} = probes.file) FROM {tables}");
    let mut times = Vec::new();
    for _ in 0..=settings.rounds.min(3) {
        let (seconds, answer) = db.time(&query)?;
        if answer.split(',').nth(1) != Some(&(PROBES / 2).to_string()) {
            return Err(format!("false negatives: {answer}, not {} of {PROBES}\n{query}", PROBES / 2).into());
        }
        times.push(seconds / PROBES as f64);
    }
    Ok(median(&times[1..]))
}

/// Checks that the matrices return the same keys as the scan for random values, half of them present.
fn compare(db: &mut Db, size: Size) -> Result<()> {
    let values = COMPARED.min(MOST_PROBES / size.filters);
    db.run(&format!(
        "DROP TABLE IF EXISTS compared, by_scan, by_matrix;
         SELECT setseed(0.5);
         CREATE TABLE compared AS
             SELECT number < {ABSENT} AS present, scattered(number) AS value, number / {} AS file
             FROM (SELECT CASE WHEN i % 2 = 0 THEN random() * ({} - 1) ELSE {ABSENT} + random() * 5e8 END::bigint AS number
                   FROM generate_series(1, {values}) AS i) AS s;
         ANALYZE compared;
         CREATE TABLE by_scan AS
             SELECT value, id FROM files, LATERAL (SELECT value FROM compared WHERE bloom_contains(f, value) OFFSET 0) AS s;
         CREATE TABLE by_matrix AS SELECT value, id FROM compared, matrices, bloom_matrix_search(matrix, value) AS id",
        size.values,
        size.pairs()
    ))?;
    let [differ, missed, wrong] = db.numbers(
        "SELECT (SELECT count(*) FROM ((TABLE by_scan EXCEPT ALL TABLE by_matrix)
                     UNION ALL (TABLE by_matrix EXCEPT ALL TABLE by_scan)) AS s),
                (SELECT count(*) FROM compared WHERE present AND (value, file) NOT IN (TABLE by_matrix)),
                (SELECT count(*) FROM compared JOIN by_matrix USING (value) WHERE NOT present)",
    )?;
    db.run("DROP TABLE compared, by_scan, by_matrix")?;
    if differ > 0.0 || missed > 0.0 {
        return Err(
            format!("wrong answers of the matrix: {differ} are not the scan's, {missed} missed").into()
        );
    }
    let expected = values as f64 / 2.0 * size.filters as f64 * FPP;
    if wrong > 1.1 * expected + 6.0 * expected.sqrt() + 6.0 {
        return Err(format!("{wrong} keys of absent values, not {expected}").into());
    }
    Ok(())
}

/// Creates the table of all pairs and its index; returns seconds and bytes.
fn make_pairs(db: &mut Db, size: Size) -> Result<(f64, f64)> {
    db.run("DROP TABLE IF EXISTS pairs")?;
    let start = Instant::now();
    db.run(&format!(
        "CREATE TABLE pairs AS SELECT scattered(i) AS value, i / {} AS file FROM (SELECT generate_series(0, {}::bigint - 1) AS i) AS s;
         CREATE INDEX ON pairs (value, file)",
        size.values,
        size.pairs()
    ))?;
    let seconds = start.elapsed().as_secs_f64();
    db.run("VACUUM (ANALYZE, FREEZE) pairs")?;
    db.expect_plan("COSTS OFF", &questions(&absent(0))[2], "Index Only Scan")?;
    Ok((seconds, db.number("SELECT pg_total_relation_size('pairs')")?))
}

fn measure(settings: &Settings, size: Size) -> Result<Found> {
    println!("{size}");
    let mut db = Db::connect()?;
    let start = Instant::now();
    files::make(&mut db, size)?;
    println!("made in {}", text::seconds(start.elapsed().as_secs_f64()));

    let segment = segment(size)?;
    let sides =
        [alone(segment, "true"), "SELECT sum(get_byte(f::bytea, 4)) FROM files".into()].map(Side::query);
    let pair = Pair::measure(&mut db, [&sides[0], &sides[1]], settings.rounds.min(3))?;
    let (build, read) = (median(&pair.a), median(&pair.b));
    let (stored, _) = db.time(&table(segment, "true"))?;
    println!(
        "built in {}, read in {}, stored in {}",
        text::seconds(build),
        text::seconds(read),
        text::seconds(stored)
    );
    db.run("VACUUM (ANALYZE, FREEZE) matrices")?;
    db.run(&format!(
        "DROP TABLE IF EXISTS probes; CREATE TABLE probes AS
             SELECT scattered(CASE WHEN i % 2 = 0 THEN i * {pairs} / {PROBES} - 1 ELSE {ABSENT} + i END) AS value,
                    CASE WHEN i % 2 = 0 THEN (i * {pairs} / {PROBES} - 1) / {values} END AS file
             FROM generate_series(1, {PROBES}::bigint) AS i;
         ANALYZE probes",
        pairs = size.pairs(),
        values = size.values
    ))?;
    let bytes = db.numbers(
        "SELECT (SELECT sum(length(f::bytea)) FROM files), (SELECT sum(length(matrix::bytea)) FROM matrices)",
    )?;
    let largest = db.number("SELECT max(length(matrix::bytea)) FROM matrices")?;
    let [files_bytes, matrices_bytes] =
        db.numbers("SELECT pg_total_relation_size('files'), pg_total_relation_size('matrices')")?;

    compare(&mut db, size)?;
    println!("answers are as they should be");
    let [_, in_matrices, in_pairs] =
        questions("scattered({ABSENT} + v::bigint)").map(|q| q.replace("{ABSENT}", &ABSENT.to_string()));
    let one = looped(&mut db, settings, &in_matrices)?;
    let of_three = |function: &str, number: &str| {
        let values = [0, 1, 2].map(|i| format!("scattered({number} + {i})")).join(", ");
        format!("SELECT count(*) FROM matrices, {function}(matrix, ARRAY[{values}])")
    };
    let first_of_one = format!("v::bigint * {} / {PROBES} * {}", size.filters - 1, size.values);
    let three = [
        looped(
            &mut db,
            settings,
            &of_three("bloom_matrix_search_any", &format!("{ABSENT} + 3 * v::bigint")),
        )?,
        looped(&mut db, settings, &of_three("bloom_matrix_search_all", &first_of_one))?,
    ];
    let each =
        probe_at_once(&mut db, settings, "probes, matrices, bloom_matrix_search(matrix, value) AS id", "id")?;
    let mut scans = Vec::new();
    for round in 0..=settings.rounds {
        scans.push(db.time(&questions(&absent(round as u64))[0])?.0);
    }
    let scan = median(&scans[1..]);

    let pairs = if size.pairs() <= MOST_PAIRS {
        let (build, bytes) = make_pairs(&mut db, size)?;
        let one = looped(&mut db, settings, &in_pairs)?;
        let each = probe_at_once(&mut db, settings, "probes JOIN pairs USING (value)", "pairs.file")?;
        Some((build, bytes, one, each))
    } else {
        db.run("DROP TABLE IF EXISTS pairs; CREATE TABLE pairs (value bigint, file bigint)")?;
        None
    };
    drop(db);
    let rounds = settings.rounds.min(3);
    let first = |round: usize| questions(&absent(2 * PROBES + round as u64));
    let [scan_cold, matrix_cold, pairs_cold] =
        cold(Left::InKernel, rounds, first)?.ok_or("a server that does not start")?;
    let from_disk = cold(Left::Nothing, rounds, first)?.map_or([None; 3], |all| all.map(Some));

    // VmHWM includes shared buffers, so there must be few.
    restart("-c shared_buffers=16MB")?;
    let peak = |of: fn(u64, &str) -> String| -> Result<f64> {
        let (before, after) = memory::peak(&of(segment, "id = 0"), &of(segment, "true"))?;
        Ok(after - before)
    };
    let peaks = [peak(alone)?, peak(table)?];
    restart("")?;
    Db::connect()?.run("DROP TABLE files, matrices, pairs, probes")?;

    let columns = text::count(segment.min(size.filters));
    Ok(Found {
        size,
        filters: Structure {
            what: "filters".into(),
            bytes: files_bytes,
            build: None,
            one: scan,
            cold: scan_cold,
            from_disk: from_disk[0],
            each: None,
        },
        matrices: Structure {
            what: format!("matrices of {columns}"),
            bytes: matrices_bytes,
            build: Some(stored),
            one,
            cold: matrix_cold,
            from_disk: from_disk[1],
            each: Some(each),
        },
        pairs: pairs.map(|(build, bytes, one, each)| Structure {
            what: "B-tree".into(),
            bytes,
            build: Some(build),
            one,
            cold: pairs_cold,
            from_disk: from_disk[2],
            each: Some(each),
        }),
        build,
        read,
        bytes,
        largest,
        peaks,
        three,
    })
}

/// Measures all sizes and writes the tables and the plot.
pub fn run(settings: &Settings) -> Result<()> {
    let mut all = Vec::new();
    for size in &settings.matrix {
        all.push(measure(settings, *size)?);
        println!("{}", report::structures(&all[all.len() - 1..]));
    }
    report::write(settings, &all)
}
