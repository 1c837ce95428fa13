//! "Which of these filters may hold this value?", asked of a matrix of them, of the filters one by one, and of a B-tree
//! of all pairs.

mod files;
mod report;
mod restart;

pub use files::Size;

use crate::db::{Db, Pair, Side, median};
use crate::{Result, Settings, memory, text};
use bloom_core::matrix::header::KEY_LEN;
use files::ABSENT;
use restart::{Cold, Left, cold, restart};
use std::time::Instant;

/// The rate of each filter.
const FPP: f64 = 0.0001;

/// Most bytes of a matrix, with which a build of one takes little more than 1 GB.
const LARGEST: u64 = 512 << 20;

/// Most pairs that a B-tree is made of.
const MOST_PAIRS: u64 = 100_000_000;

/// Look-ups in a loop, and in one query.
const ASKED: u64 = 1000;

/// Values whose answers are compared with those of the scan, and most probes of filters for that.
const COMPARED: u64 = 10_000;
const MOST_PROBES: u64 = 1_000_000_000;

/// What answers the question.
struct Structure {
    what: String,
    bytes: f64,
    build: Option<f64>,
    one: f64,
    cold: Cold,
    /// With nothing in the kernel's caches.
    from_disk: Option<Cold>,
    /// Of one query that asks for many values.
    each: Option<f64>,
}

/// What was found for one size.
struct Found {
    size: Size,
    filters: Structure,
    matrices: Structure,
    pairs: Option<Structure>,
    /// Seconds for making the matrices, without storing them, and for reading all filters.
    build: f64,
    read: f64,
    /// Bytes of filters, and of matrices, as values.
    bytes: [f64; 2],
    largest: f64,
    /// The peak of a backend's memory while it makes matrices, and while it makes a table of them.
    peaks: [f64; 2],
    /// Seconds for any of three absent values, and for all of three of one filter.
    three: [f64; 2],
    compared: u64,
}

/// A value that is in no filter.
fn absent(number: u64) -> String {
    format!("scattered({})", ABSENT + number)
}

/// A table of the matrices, of the filters that meet a condition.
fn table(segment: u64, condition: &str) -> String {
    format!(
        "DROP TABLE IF EXISTS matrices;
         CREATE TABLE matrices AS
             SELECT id / {segment} AS part, bloom_matrix_agg(f, id) AS matrix FROM files WHERE {condition} GROUP BY part"
    )
}

/// The matrices alone, which are not kept.
fn alone(segment: u64, condition: &str) -> String {
    format!(
        "SELECT length(bloom_matrix_agg(f, id)::bytea) FROM files WHERE {condition} GROUP BY id / {segment} ORDER BY 1"
    )
}

/// The question as a query of each structure.
fn questions(value: &str) -> [String; 3] {
    [
        format!("SELECT count(*) FROM files WHERE bloom_contains(f, {value})"),
        format!("SELECT count(*) FROM matrices, bloom_matrix_search(matrix, {value})"),
        format!("SELECT count(*) FROM pairs WHERE value = {value}"),
    ]
}

/// Columns of a matrix: the largest power of two with which it is not too large.
fn segment(size: Size) -> Result<u64> {
    let words = LARGEST / (size.params()?.bits * 8 + 64 * KEY_LEN as u64);
    Ok(64 << words.max(1).ilog2())
}

/// Seconds of a query with the variable `v`, which a loop in the server runs anew for each of many numbers.
fn looped(db: &mut Db, settings: &Settings, query: &str) -> Result<f64> {
    db.create_loop("look_up_number", &query.replacen("count(*)", "count(*) >= 0", 1))?;
    let call = format!(
        "SELECT seconds, yes FROM look_up_number((SELECT array_agg(i) FROM generate_series(1, {ASKED}) AS i)::text[])"
    );
    let mut times = Vec::new();
    for _ in 0..=settings.rounds {
        let [seconds, asked] = db.numbers(&call)?;
        times.push(seconds / asked);
    }
    Ok(median(&times[1..])) // the first was the warm-up
}

/// Seconds of a query for each value of the table `asked`, each of which has an answer if it is present.
fn asked_at_once(db: &mut Db, settings: &Settings, tables: &str, key: &str) -> Result<f64> {
    let query =
        format!("SELECT count(*), count(DISTINCT value) FILTER (WHERE {key} = asked.file) FROM {tables}");
    let mut times = Vec::new();
    for _ in 0..=settings.rounds.min(3) {
        let (seconds, answer) = db.time(&query)?;
        if answer.split(',').nth(1) != Some(&(ASKED / 2).to_string()) {
            return Err(format!("false negatives: {answer}, not {} of {ASKED}\n{query}", ASKED / 2).into());
        }
        times.push(seconds / ASKED as f64);
    }
    Ok(median(&times[1..]))
}

/// Fails unless the matrices name the keys that the scan names, for random values, half of them present; returns how
/// many values these are.
fn compare(db: &mut Db, size: Size) -> Result<u64> {
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
    Ok(values)
}

/// A table of all pairs and its index; seconds and bytes.
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
        "DROP TABLE IF EXISTS asked; CREATE TABLE asked AS
             SELECT scattered(CASE WHEN i % 2 = 0 THEN i * {pairs} / {ASKED} - 1 ELSE {ABSENT} + i END) AS value,
                    CASE WHEN i % 2 = 0 THEN (i * {pairs} / {ASKED} - 1) / {values} END AS file
             FROM generate_series(1, {ASKED}::bigint) AS i;
         ANALYZE asked",
        pairs = size.pairs(),
        values = size.values
    ))?;
    let bytes = db.numbers(
        "SELECT (SELECT sum(length(f::bytea)) FROM files), (SELECT sum(length(matrix::bytea)) FROM matrices)",
    )?;
    let largest = db.number("SELECT max(length(matrix::bytea)) FROM matrices")?;
    let [files_bytes, matrices_bytes] =
        db.numbers("SELECT pg_total_relation_size('files'), pg_total_relation_size('matrices')")?;

    let compared = compare(&mut db, size)?;
    println!("answers are as they should be");
    let [_, in_matrices, in_pairs] =
        questions("scattered({ABSENT} + v::bigint)").map(|q| q.replace("{ABSENT}", &ABSENT.to_string()));
    let one = looped(&mut db, settings, &in_matrices)?;
    let of_three = |function: &str, number: &str| {
        let values = [0, 1, 2].map(|i| format!("scattered({number} + {i})")).join(", ");
        format!("SELECT count(*) FROM matrices, {function}(matrix, ARRAY[{values}])")
    };
    let first_of_one = format!("v::bigint * {} / {ASKED} * {}", size.filters - 1, size.values);
    let three = [
        looped(
            &mut db,
            settings,
            &of_three("bloom_matrix_search_any", &format!("{ABSENT} + 3 * v::bigint")),
        )?,
        looped(&mut db, settings, &of_three("bloom_matrix_search_all", &first_of_one))?,
    ];
    let each =
        asked_at_once(&mut db, settings, "asked, matrices, bloom_matrix_search(matrix, value) AS id", "id")?;
    let mut scans = Vec::new();
    for round in 0..=settings.rounds {
        scans.push(db.time(&questions(&absent(round as u64))[0])?.0);
    }
    let scan = median(&scans[1..]);

    let pairs = if size.pairs() <= MOST_PAIRS {
        let (build, bytes) = make_pairs(&mut db, size)?;
        let one = looped(&mut db, settings, &in_pairs)?;
        let each = asked_at_once(&mut db, settings, "asked JOIN pairs USING (value)", "pairs.file")?;
        Some((build, bytes, one, each))
    } else {
        db.run("DROP TABLE IF EXISTS pairs; CREATE TABLE pairs (value bigint, file bigint)")?;
        None
    };
    drop(db);
    let rounds = settings.rounds.min(3);
    let first = |round: usize| questions(&absent(2 * ASKED + round as u64));
    let [scan_cold, matrix_cold, pairs_cold] =
        cold(Left::InKernel, rounds, first)?.ok_or("a server that does not start")?;
    let from_disk = cold(Left::Nothing, rounds, first)?.map_or([None; 3], |all| all.map(Some));

    // VmHWM counts shared buffers, so there must be few.
    restart("-c shared_buffers=16MB")?;
    let peak = |of: fn(u64, &str) -> String| -> Result<f64> {
        let (before, after) = memory::peak(&of(segment, "id = 0"), &of(segment, "true"))?;
        Ok(after - before)
    };
    let peaks = [peak(alone)?, peak(table)?];
    restart("")?;
    Db::connect()?.run("DROP TABLE files, matrices, pairs, asked")?;

    let columns = text::count(segment.min(size.filters));
    Ok(Found {
        size,
        filters: Structure {
            what: "filters, one by one".into(),
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
            what: format!("B-tree of {} pairs", text::count(size.pairs())),
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
        compared,
    })
}

/// Measures all sizes, and leaves the tables and the plot.
pub fn run(settings: &Settings) -> Result<()> {
    let mut all = Vec::new();
    for size in &settings.matrix {
        all.push(measure(settings, *size)?);
        println!("{}", report::section(all.last().ok_or("no size")?));
    }
    report::write(settings, &all)
}
