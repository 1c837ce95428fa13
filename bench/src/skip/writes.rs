//! Writing to a table with an index.

use super::Process;
use crate::db::Db;
use crate::{Result, text};

/// What is in the table before, and which index it has.
const WAYS: [Way; 5] = [
    Way { name: "none", before: "", index: "" },
    Way {
        name: "`bloom_skip`, not built yet",
        before: "",
        index: "USING bloom_skip (k) WITH (autobuild = later)",
    },
    Way {
        name: "`bloom_skip`, values that it has",
        before: "SELECT * FROM source",
        index: "USING bloom_skip (k)",
    },
    Way {
        name: "`bloom_skip`, new values",
        before: "SELECT k + 1, n FROM source",
        index: "USING bloom_skip (k)",
    },
    Way { name: "B-tree, new values", before: "SELECT k + 1, n FROM source", index: "(k)" },
];

struct Way {
    name: &'static str,
    before: &'static str,
    index: &'static str,
}

/// Least times of one way.
#[derive(Clone, Copy)]
struct Measured {
    /// Seconds of a COPY.
    copy: f64,
    /// Bytes of WAL of the COPY.
    wal: f64,
    /// Seconds of single INSERTs.
    inserts: f64,
    /// Seconds of CREATE INDEX.
    create: f64,
}

/// Returns the table of all ways, ratios to a table without an index, and what the rate of a new filter is.
pub fn measure(db: &mut Db, rows: u64, rounds: usize) -> Result<(text::Table, String)> {
    println!("writing {rows} rows");
    // Odd keys in an order that is not theirs, so that k + 1 is another one.
    db.run(&format!(
        "CREATE TABLE source AS SELECT (hashint4(i) & 1073741823) * 2 - 1 AS k, i AS n FROM generate_series(1, {rows}) AS i;
         COPY source TO PROGRAM 'cat > source.copy';
         CREATE PROCEDURE insert_each() LANGUAGE plpgsql AS $$
         BEGIN
             FOR i IN 1..{rows} / 10 LOOP
                 INSERT INTO written VALUES (hashint4(i) | 1, i);
             END LOOP;
         END $$"
    ))?;
    let mut least =
        [Measured { copy: f64::INFINITY, wal: 0.0, inserts: f64::INFINITY, create: f64::INFINITY };
            WAYS.len()];
    for _ in 0..=rounds {
        for (way, least) in WAYS.iter().zip(&mut least) {
            let now = once(db, way)?;
            least.copy = least.copy.min(now.copy);
            least.wal = now.wal;
            least.inserts = least.inserts.min(now.inserts);
            least.create = least.create.min(now.create);
        }
    }
    let rates = rates(db)?;
    db.run("DROP TABLE source, written; DROP PROCEDURE insert_each")?;
    let [none, .., btree] = &least;
    let mut table =
        text::Table::new(&["index", "COPY:", "single INSERTs:", "WAL of a row:", "CREATE INDEX:"]);
    for (way, measured) in WAYS.iter().zip(&least) {
        table.row([
            way.name.into(),
            text::three_digits(measured.copy / none.copy),
            text::three_digits(measured.inserts / none.inserts),
            text::bytes(((measured.wal - none.wal) / rows as f64).round()),
            if way.before.is_empty() {
                String::new()
            } else {
                text::three_digits(measured.create / btree.create)
            },
        ]);
    }
    Ok((table, rates))
}

fn once(db: &mut Db, way: &Way) -> Result<Measured> {
    let process = Process::of(db)?;
    db.run("DROP TABLE IF EXISTS written; CREATE TABLE written (k integer, n integer)")?;
    if !way.before.is_empty() {
        db.run(&format!("INSERT INTO written {}", way.before))?;
    }
    let mut create = 0.0;
    if !way.index.is_empty() {
        (create, ()) = process.time(|| db.run(&format!("CREATE INDEX ON written {}", way.index)))?;
    }
    db.run("CHECKPOINT")?;
    let written = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";
    let before = db.number(written)?;
    let (copy, ()) = process.time(|| db.run("COPY written FROM PROGRAM 'cat source.copy'"))?;
    let wal = db.number(written)? - before;
    let (inserts, ()) = process.time(|| db.run("CALL insert_each()"))?;
    Ok(Measured { copy, wal, inserts, create })
}

/// Says how many absent values a new filter has, against the rate that was asked for.
fn rates(db: &mut Db) -> Result<String> {
    db.run("DROP TABLE written; CREATE TABLE written AS SELECT * FROM source; CREATE INDEX written_k ON written USING bloom_skip (k)")?;
    let found = db.number(
        "SELECT count(*) FROM generate_series(2, 2000000, 2) AS v, bloom_skip_candidates('written_k', v)",
    )?;
    Ok(format!("false positives: {found} of 1,000,000, where 1,000 were asked for"))
}
