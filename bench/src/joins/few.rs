//! Joins that read fewer keys than the planner expects, where an index of the large table names the blocks of the keys.

use super::measure;
use crate::db::Db;
use crate::text::Table;
use crate::{Result, Settings};

/// Numbers of keys that the joins read.
const KEYS: [u32; 4] = [1, 100, 1_000, 10_000];

/// Makes a table that has ten rows of each product, in any order, and one of the products. For each number of keys, two
/// conditions hold for a tenth of the products each, and both of them for so many.
fn make(db: &mut Db, settings: &Settings) -> Result<()> {
    let (rows, products) = (settings.rows, settings.rows / 10);
    println!("tables sales, products");
    let columns = KEYS.map(|keys| {
        format!(
            "CASE WHEN product % 10 > 0 THEN abs(hashint8(product) % 9)
                  WHEN product <= 10 * {keys} THEN 8 ELSE 0 END AS c{keys}"
        )
    });
    db.run(&format!(
        "CREATE TABLE sales AS
             SELECT (hashint8extended(i, 0) & 1099511627775) % {products} + 1 AS product, i % 1000 AS amount,
                    rpad(md5(i::text), 60, '.') AS note
             FROM generate_series(1, {rows}::bigint) AS i;
         CREATE INDEX ON sales (product);
         CREATE TABLE products AS
             SELECT product, product % 10 AS c, {} FROM generate_series(1, {products}::bigint) AS product",
        columns.join(", ")
    ))?;
    for keys in KEYS {
        db.run(&format!("CREATE INDEX ON products (c, c{keys})"))?;
    }
    db.run("VACUUM (ANALYZE, FREEZE) sales, products")
}

/// Makes the tables, and measures.
pub fn run(db: &mut Db, settings: &Settings) -> Result<Table> {
    make(db, settings)?;
    // With workers, the planner would choose one.
    db.run("SET work_mem = '64MB'; SET enable_nestloop = off")?;
    let mut table = Table::new(&["keys:", "serial:", "2 workers:"]);
    for keys in KEYS {
        let mut cells = vec![keys.to_string()];
        let query = format!(
            "SELECT count(*), sum(amount) FROM sales JOIN products USING (product) WHERE c = 0 AND c{keys} = 8"
        );
        for workers in [0, 2] {
            db.run(&format!("SET max_parallel_workers_per_gather = {workers}"))?;
            db.expect_plan("COSTS OFF", &query, "Hash Join")?;
            let found =
                measure(db, format!("{keys} keys, {workers}"), &query, settings.rounds, |answer| answer)?;
            cells.push(format!("{:.4}", found.ratio()));
        }
        table.push(cells);
    }
    db.run("RESET enable_nestloop; DROP TABLE sales, products")?;
    Ok(table)
}
