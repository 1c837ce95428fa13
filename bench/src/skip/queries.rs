//! Queries of a partitioned table by a column that is not its partition key.

use super::Process;
use crate::db::Db;
use crate::{Result, text};
use std::time::{Duration, Instant};

/// Numbers of partitions.
const PARTITIONS: [u64; 3] = [20, 200, 2000];

/// Rows of a user, in two partitions.
const ROWS_OF_USER: u64 = 10;

/// How long clients send queries at the same time.
const TOGETHER: Duration = Duration::from_secs(3);

/// A query of a user USER, with half of the partitions from day HALF on.
struct Query {
    name: &'static str,
    sql: &'static str,
    /// Whether it is a prepared statement with a generic plan; else it is sent and planned each time.
    is_prepared: bool,
}

const QUERIES: [Query; 9] = [
    Query { name: "one user", sql: "SELECT sum(amount) FROM ev WHERE uid = USER", is_prepared: false },
    Query {
        name: "one user, generic plan",
        sql: "SELECT sum(amount) FROM ev WHERE uid = USER",
        is_prepared: true,
    },
    Query { name: "absent user", sql: "SELECT sum(amount) FROM ev WHERE uid = -USER", is_prepared: false },
    Query {
        name: "one user, half of the days",
        sql: "SELECT sum(amount) FROM ev WHERE uid = USER AND day >= HALF",
        is_prepared: false,
    },
    Query {
        name: "join of 10 users",
        sql: "SELECT sum(amount) FROM users JOIN ev USING (uid) WHERE id BETWEEN USER AND USER + 9",
        is_prepared: false,
    },
    Query {
        name: "join of 1,000 users, generic plan",
        sql: "SELECT sum(amount) FROM users JOIN ev USING (uid) WHERE id BETWEEN USER AND USER + 999",
        is_prepared: true,
    },
    Query {
        name: "frequent user, `LIMIT 3`",
        sql: "SELECT amount FROM ev WHERE uid = 0 ORDER BY day LIMIT 3",
        is_prepared: false,
    },
    Query {
        name: "plan of 500 other conditions",
        sql: "EXPLAIN SELECT FROM ev WHERE uid = USER AND CONDITIONS",
        is_prepared: false,
    },
    Query { name: "plan of 500 ORs", sql: "EXPLAIN SELECT FROM ev WHERE ORS", is_prepared: false },
];

/// Those of docs/BENCHMARKS.md.
const ON_PAGE: [&str; 6] = [
    "one user",
    "one user, generic plan",
    "one user, half of the days",
    "join of 10 users",
    "join of 1,000 users, generic plan",
    "frequent user, `LIMIT 3`",
];

/// Returns the tables, all and what is on the page: seconds without skipping, and the ratio to them with it. And what
/// the index costs plans.
pub fn measure(db: &mut Db, rows: u64, rounds: usize) -> Result<([text::Table; 2], String)> {
    let titles = PARTITIONS.iter().flat_map(|n| {
        let what = if *n == PARTITIONS[0] { " partitions" } else { "" };
        [format!("{}{what}, off:", text::count(*n)), "on:".into()]
    });
    let titles = [vec!["query".to_owned()], titles.collect()].concat();
    let [mut table, mut on_page] = [(); 2].map(|()| text::Table::new(&titles));
    let mut cells: Vec<Vec<String>> = QUERIES.iter().map(|query| vec![query.name.to_owned()]).collect();
    let (mut together, mut plans) = (vec!["two clients, a second".to_owned()], String::new());
    for partitions in PARTITIONS {
        println!("{partitions} partitions");
        create(db, partitions, rows)?;
        for (query, cells) in QUERIES.iter().zip(&mut cells) {
            // In more partitions, 500 ORs take minutes.
            if query.sql.starts_with("EXPLAIN") && partitions > PARTITIONS[0] {
                continue;
            }
            let [off, on] = off_and_on(db, query, partitions, rounds)?;
            cells.extend([text::seconds(off), text::three_digits(on / off)]);
        }
        let [off, on] = [false, true].map(|skips| clients(2, skips, rows));
        let (off, on) = (off?, on?);
        together.extend([text::count(off as u64), text::three_digits(on / off)]);
        plans += &planning(db, partitions, rounds)?;
        db.run("DROP TABLE ev, users")?;
    }
    cells.push(together);
    for cells in cells {
        if ON_PAGE.contains(&cells[0].as_str()) {
            on_page.push(cells.clone());
        }
        table.push(cells);
    }
    Ok(([table, on_page], plans))
}

fn create(db: &mut Db, partitions: u64, rows: u64) -> Result<()> {
    db.run("CREATE TABLE ev (day integer, uid integer, amount integer) PARTITION BY RANGE (day)")?;
    for day in 0..partitions {
        db.run(&format!("CREATE TABLE ev_{day} PARTITION OF ev FOR VALUES FROM ({day}) TO ({})", day + 1))?;
    }
    // Each user has two days; one user has a twentieth of all rows.
    db.run(&format!(
        "INSERT INTO ev SELECT (uid * 7 + i % 2 * {partitions} / 2) % {partitions}, uid, i
         FROM generate_series(1, {rows} / {ROWS_OF_USER}) AS uid, generate_series(1, {ROWS_OF_USER}) AS i;
         INSERT INTO ev SELECT i % {partitions}, 0, i FROM generate_series(1, {rows} / 20) AS i;
         CREATE INDEX ON ev (uid);
         CREATE INDEX ev_skip ON ev USING bloom_skip (uid);
         CREATE TABLE users AS SELECT id, (id * 31) % ({rows} / {ROWS_OF_USER}) + 1 AS uid FROM generate_series(1, 100000) AS id;
         CREATE INDEX ON users (id)",
    ))?;
    db.run("VACUUM (ANALYZE, FREEZE) ev, users")
}

/// Returns the seconds of processor time of a query, without skipping and with it.
fn off_and_on(db: &mut Db, query: &Query, partitions: u64, rounds: usize) -> Result<[f64; 2]> {
    let process = Process::of(db)?;
    let list = |text: &str, between: &str| {
        (1..=500).map(|i| format!("{text} {i}")).collect::<Vec<_>>().join(between)
    };
    let sql = query
        .sql
        .replace("CONDITIONS", &list("amount <>", " AND "))
        .replace("ORS", &list("uid =", " OR "))
        .replace("HALF", &(partitions / 2).to_string());
    // Without skipping, 500 ORs take seconds to plan.
    let each = if sql.starts_with("EXPLAIN") { 1 } else { 2000 / partitions as usize + 3 };
    let mut least = [f64::INFINITY; 2];
    let mut answers = [Vec::new(), Vec::new()];
    for round in 0..=rounds {
        for (n, setting) in ["off", "on"].iter().enumerate() {
            db.run(&format!("SET bloom_rs.skip_partitions = {setting}; DEALLOCATE ALL; SET plan_cache_mode = force_generic_plan"))?;
            let ask = |user: usize| match query.is_prepared {
                true => format!("EXECUTE asked ({user})"),
                false => sql.replace("USER", &user.to_string()),
            };
            if query.is_prepared {
                db.run(&format!("PREPARE asked (integer) AS {}", sql.replace("USER", "$1")))?;
                db.answer(&ask(1))?;
            }
            let (seconds, found) = process.time(|| {
                (0..each).map(|i| db.answer(&ask(round * each + i + 1))).collect::<Result<Vec<_>>>()
            })?;
            least[n] = least[n].min(seconds / each as f64);
            answers[n].push(found);
        }
    }
    db.run("RESET bloom_rs.skip_partitions; RESET plan_cache_mode; DEALLOCATE ALL")?;
    let is_plan = query.sql.starts_with("EXPLAIN") || query.sql.contains("LIMIT");
    if !is_plan && answers[0] != answers[1] {
        return Err(format!("skipping changes the answers of {sql}").into());
    }
    println!("{}: {} {}", query.name, text::seconds(least[0]), text::three_digits(least[1] / least[0]));
    Ok(least)
}

/// Returns the queries of one user a second that clients run at the same time.
fn clients(number: u64, skips: bool, rows: u64) -> Result<f64> {
    let client = move |seed: u64| -> std::result::Result<u64, String> {
        let run = || -> Result<u64> {
            let mut db = Db::connect()?;
            db.run(&format!(
                "LOAD 'bloom_rs'; SET bloom_rs.skip_partitions = {}",
                if skips { "on" } else { "off" }
            ))?;
            let (start, mut done) = (Instant::now(), 0);
            while start.elapsed() < TOGETHER {
                let user = (seed + done * 7919) % (rows / ROWS_OF_USER) + 1;
                db.answer(&format!("SELECT sum(amount) FROM ev WHERE uid = {user}"))?;
                done += 1;
            }
            Ok(done)
        };
        run().map_err(|error| error.to_string())
    };
    let running: Vec<_> = (0..number).map(|seed| std::thread::spawn(move || client(seed))).collect();
    let mut done = 0;
    for thread in running {
        done += thread.join().map_err(|_| "a client failed")??;
    }
    Ok(done as f64 / TOGETHER.as_secs_f64())
}

/// Says what the index costs a plan that does not use it, against another B-tree.
fn planning(db: &mut Db, partitions: u64, rounds: usize) -> Result<String> {
    let process = Process::of(db)?;
    let plan = |db: &mut Db| -> Result<f64> {
        let mut least = f64::INFINITY;
        for _ in 0..=rounds {
            let (seconds, _) = process.time(|| db.answer("EXPLAIN SELECT FROM ev WHERE uid = 1"))?;
            least = least.min(seconds);
        }
        Ok(least)
    };
    db.run("SET bloom_rs.skip_partitions = off")?;
    let with_skip = plan(db)?;
    db.run("DROP INDEX ev_skip")?;
    let without = plan(db)?;
    db.run("SET bloom_rs.skip_partitions = on")?;
    let without_on = plan(db)?;
    db.run("CREATE INDEX ON ev (amount); SET bloom_rs.skip_partitions = off")?;
    let with_btree = plan(db)?;
    db.run("RESET bloom_rs.skip_partitions")?;
    Ok(format!(
        "{partitions} partitions, planning that does not skip: with the index {} of that with a B-tree more; without one, {} of that without the setting.\n",
        text::three_digits(with_skip / with_btree),
        text::three_digits(without_on / without),
    ))
}
