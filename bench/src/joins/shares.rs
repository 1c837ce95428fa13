//! Joins of a large table of which a known share of the rows has a partner, and a scan of it without a join.

use super::{measure, with};
use crate::db::Db;
use crate::text::Table;
use crate::{Result, Settings};

/// Shares of the rows that have a partner, in percent.
const PERCENTS: [u32; 4] = [1, 10, 50, 100];

/// Makes a table whose columns have known shares of partners, and one of a tenth as many keys.
fn make(db: &mut Db, settings: &Settings) -> Result<()> {
    let (rows, keys) = (settings.rows, settings.rows / 10);
    println!("tables outer_side, inner_side");
    let columns: Vec<String> = PERCENTS
        .iter()
        .map(|percent| {
            format!(
                "(r % {keys} + CASE WHEN r / 16 % 100 < {percent} THEN 0 ELSE {keys} END) * 1000003 AS k{percent}"
            )
        })
        .collect();
    db.run(&format!(
        "CREATE TABLE outer_side AS
             SELECT {}, rpad(md5(i::text), 60, '.') AS note, i % 1000 AS v,
                    rpad('key ' || (r % {keys} + CASE WHEN r / 16 % 100 < 1 THEN 0 ELSE {keys} END), 60, '.') AS t
             FROM (SELECT i, hashint8extended(i, 0) & 1099511627775 AS r
                   FROM generate_series(1, {rows}::bigint) AS i) AS s;
         CREATE TABLE inner_side AS
             SELECT k * 1000003 AS k, k % 1000 AS w, rpad('key ' || k, 60, '.') AS t
             FROM generate_series(0, {keys}::bigint - 1) AS k ORDER BY hashint8extended(k, 3)",
        columns.join(", ")
    ))?;
    db.run("VACUUM (ANALYZE, FREEZE) outer_side, inner_side")
}

/// Makes the tables, and measures.
pub fn run(db: &mut Db, settings: &Settings) -> Result<Table> {
    make(db, settings)?;
    let mut table =
        Table::new(&["rows with a partner:", "in memory:", "spilled at 4 MB:", "in memory, 2 workers:"]);
    db.run("SET enable_nestloop = off; SET enable_mergejoin = off")?;
    let mut row = |name: &str, from: &str, expected: bool| -> Result<()> {
        let mut cells = vec![name.to_owned()];
        for (work_mem, workers) in [("512MB", 0), ("4MB", 0), ("512MB", 2)] {
            db.run(&format!("SET work_mem = '{work_mem}'; SET max_parallel_workers_per_gather = {workers}"))?;
            let query = format!("SELECT count(*), sum(length(note)), sum(v) {from}");
            let plan = db.answer(&with("on", &format!("EXPLAIN (COSTS OFF) {query}")))?;
            if plan.contains("Bloom Screen") != expected {
                return Err(format!("not the plan that was to be measured:\n{query}\n{plan}").into());
            }
            let name = format!("{name}, {work_mem}, {workers}");
            let found = measure(db, name, &query, settings.rounds, |answer| answer)?;
            cells.push(format!("{:.3}", found.ratio()));
        }
        table.push(cells);
        Ok(())
    };
    let join = |outer: &str, inner: &str| {
        format!(", sum(w) FROM outer_side AS o JOIN inner_side AS i ON o.{outer} = i.{inner}")
    };
    for percent in PERCENTS {
        row(&format!("{percent} %"), &join(&format!("k{percent}"), "k"), true)?;
    }
    row("1 %, text of 60 bytes", &join("t", "t"), true)?;
    row("a scan without a join", "FROM outer_side", false)?;
    db.run("DROP TABLE outer_side, inner_side")?;
    Ok(table)
}
