//! A live set that many writers probe and add to, compared with tables with a unique index.

use crate::data::{ABSENT, PAGE_FUNCTION};
use crate::db::{Db, median};
use crate::{Result, Settings, report, text};
use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// Number of concurrent sessions.
const CLIENTS: &str = "8";

/// Seconds of each run.
const SECONDS: &str = "7";

/// Number of values in a batch.
const BATCH: u64 = 1000;

/// False-positive rate of the live set.
const FPP: f64 = 0.01;

struct Structure {
    name: &'static str,
    table: &'static str,
    create: String,
    /// Tests whether the value with number `:i` is present.
    probe: &'static str,
    add: &'static str,
    /// Adds the values with the numbers from `:i` on and returns the new ones.
    add_all: String,
}

fn structures(n: u64) -> [Structure; 3] {
    let capacity = n * 5 / 4 + 1_000_000; // with room for what is added
    let values = format!("generate_series(1, {n}::bigint) AS i");
    let batch = format!("generate_series(:i::bigint, :i::bigint + {}) AS i", BATCH - 1);
    [
        Structure {
            name: "unique B-tree of URLs",
            table: "urls",
            create: format!(
                "CREATE TABLE urls AS SELECT page(i) AS url FROM {values}; CREATE UNIQUE INDEX ON urls (url)"
            ),
            probe: "SELECT EXISTS (SELECT FROM urls WHERE url = page(:i))",
            add: "INSERT INTO urls VALUES (page(:i)) ON CONFLICT DO NOTHING RETURNING true",
            add_all: format!(
                "INSERT INTO urls SELECT page(i) AS url FROM {batch} ORDER BY url ON CONFLICT DO NOTHING RETURNING url"
            ),
        },
        Structure {
            name: "unique B-tree of md5 digests",
            table: "digests",
            create: format!(
                "CREATE TABLE digests AS SELECT md5(page(i))::uuid AS digest FROM {values};
                 CREATE UNIQUE INDEX ON digests (digest)"
            ),
            probe: "SELECT EXISTS (SELECT FROM digests WHERE digest = md5(page(:i))::uuid)",
            add: "INSERT INTO digests VALUES (md5(page(:i))::uuid) ON CONFLICT DO NOTHING RETURNING true",
            add_all: format!(
                "INSERT INTO digests SELECT md5(page(i))::uuid AS digest FROM {batch} ORDER BY digest
                 ON CONFLICT DO NOTHING RETURNING digest"
            )
            .replace('\n', " "),
        },
        Structure {
            name: "live set",
            table: "seen",
            create: format!(
                "SELECT bloom_set_create('seen', capacity => 1, fpp => {FPP});
                 SELECT bloom_set_load('seen', 'SELECT page(i) FROM {values}', {capacity})"
            ),
            probe: "SELECT bloom_set_contains('seen', page(:i))",
            add: "SELECT bloom_set_add('seen', page(:i))",
            add_all: format!("SELECT * FROM bloom_set_add_all('seen', ARRAY(SELECT page(i) FROM {batch}))"),
        },
    ]
}

/// Result of a pgbench run.
struct Run {
    transactions: f64,
    /// Transactions per second.
    rate: f64,
}

/// Runs a statement with several clients for some seconds, with a random number `:i`.
fn pgbench(settings: &Settings, sql: &str, first: u64, last: u64) -> Result<Run> {
    let file = settings.out.join("live.pgbench");
    fs::write(&file, format!("\\set i random({first}, {last})\n{sql};\n"))?;
    let output = Command::new("pgbench")
        .args(["-n", "-M", "prepared", "-c", CLIENTS, "-j", "2", "-T", SECONDS, "-f"])
        .arg(&file)
        .arg("postgres")
        .output()?;
    let report = String::from_utf8_lossy(&output.stdout);
    let number = |before: &str| {
        let (_, rest) = report.split_once(before)?;
        rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()?.parse::<f64>().ok()
    };
    let transactions = number("actually processed: ");
    match (number("failed transactions: "), transactions, number("tps = ")) {
        (Some(0.0), Some(transactions), Some(rate)) if output.status.success() => {
            Ok(Run { transactions, rate })
        }
        _ => {
            Err(format!("pgbench failed:\n{sql}\n{report}{}", String::from_utf8_lossy(&output.stderr)).into())
        }
    }
}

/// Returns additions per second, and bytes of WAL for each.
fn add(db: &mut Db, settings: &Settings, sql: &str, values: u64) -> Result<[f64; 2]> {
    const WAL: &str = "SELECT pg_current_wal_insert_lsn() - '0/0'";
    db.run("CHECKPOINT")?; // the first change of each page after this logs the whole page
    let before = db.number(WAL)?;
    let run = pgbench(settings, sql, ABSENT, 2 * ABSENT - 1)?;
    let bytes = db.number(WAL)? - before;
    Ok([run.rate * values as f64, bytes / (run.transactions * values as f64)])
}

/// Checks that all present values are found, and no more absent ones than the rate allows.
fn check(db: &mut Db, structure: &Structure, n: u64) -> Result<()> {
    let mut found = |number: String| {
        let probe = structure.probe.replace(":i", &number);
        db.number(&format!("SELECT count(*) FROM generate_series(0, 9999::bigint) AS i WHERE ({probe})"))
    };
    let present = found(format!("1 + i * {}", n / 10_000))?;
    let absent = found(format!("{ABSENT} * 2 + i"))?;
    if present < 10_000.0 || absent > 10_000.0 * FPP * 1.5 {
        return Err(format!("wrong answers of {}: {present} and {absent} of 10000", structure.name).into());
    }
    Ok(())
}

/// Measures LIVE_VALUES values in LIVE_MEMORY bytes. Without LIVE_MEMORY, creates the tables first.
pub fn run(settings: &Settings) -> Result<()> {
    let n: u64 = env::var("LIVE_VALUES")?.parse()?;
    let memory = env::var("LIVE_MEMORY").ok();
    let mut db = Db::connect()?;
    let structures = structures(n);
    if memory.is_none() {
        db.run(&format!("CREATE EXTENSION bloom_rs; {PAGE_FUNCTION}; SET work_mem = '1GB'"))?;
        for structure in &structures {
            db.run(&structure.create)?;
            db.run(&format!("VACUUM (ANALYZE, FREEZE) {}", structure.table))?;
        }
    }
    // What was added since makes their sizes in limited memory those of other tables.
    let sizes: &[&str] = if memory.is_none() { &["bytes:", "per value:"] } else { &[] };
    let rates = &["probes/s:", "additions/s:", "WAL:", "in batches/s:", "WAL:"];
    let mut table = text::Table::new(&[&["structure"], sizes, rates].concat());
    let mut rows = Vec::new();
    for structure in &structures {
        let mut row = vec![structure.name.into()];
        if memory.is_none() {
            let bytes = db.number(&format!("SELECT pg_total_relation_size('{}')", structure.table))?;
            row.extend([text::bytes(bytes), text::three_digits(bytes / n as f64)]);
            check(&mut db, structure, n)?;
        }
        rows.push(row);
        pgbench(settings, structure.probe, 1, 2 * n)?; // loads into memory what fits
    }
    // The structures take turns.
    let mut found = [const { [const { Vec::new() }; 5] }; 3];
    for _ in 0..settings.rounds.min(3) {
        for (structure, found) in structures.iter().zip(&mut found) {
            let probed = pgbench(settings, structure.probe, 1, 2 * n)?.rate;
            let [one, one_wal] = add(&mut db, settings, structure.add, 1)?;
            let [many, many_wal] = add(&mut db, settings, &structure.add_all, BATCH)?;
            for (all, number) in found.iter_mut().zip([probed, one, one_wal, many, many_wal]) {
                all.push(number);
            }
        }
    }
    let memory = memory.map(|bytes| bytes.parse().map(text::bytes)).transpose()?;
    let (place, limit) = memory.map_or_else(
        || ("enough".to_owned(), String::new()),
        |bytes| (bytes.clone(), format!(" in {bytes} of memory")),
    );
    let mut on_page =
        text::Table::new(&["structure", "memory", "probes/s:", "additions/s:", "in batches/s:"]);
    for (mut row, found) in rows.into_iter().zip(&found) {
        let [probed, one, one_wal, many, many_wal] = found.each_ref().map(|all| median(all).round());
        let [probed, one, many] = [probed, one, many].map(|rate| text::count(rate as u64));
        on_page.row([row[0].clone(), place.clone(), probed.clone(), one.clone(), many.clone()]);
        row.extend([probed, one, text::bytes(one_wal), many, text::bytes(many_wal)]);
        table.push(row);
    }
    let section = format!("### {} values{limit}\n\n{table}\n", text::count(n));
    println!("{section}");
    append(&settings.out.join("live.md"), &section)?;
    let page = report::for_page(settings, "live");
    let titles = if page.exists() { 2 } else { 0 };
    append(&page, &on_page.to_string().split_inclusive('\n').skip(titles).collect::<String>())
}

fn append(path: &Path, text: &str) -> Result<()> {
    Ok(OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes())?)
}
