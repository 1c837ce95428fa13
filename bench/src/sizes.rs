//! Filters built without a capacity: size, time and memory for right and wrong estimates of the planner.

use crate::db::{Db, median};
use crate::{Result, Settings, machine, report, text};
use bloom_core::layout::Params;

/// Estimated numbers of rows, relative to the actual number.
const ESTIMATES: [f64; 9] = [1.0 / 3.0, 0.5, 0.7, 0.9, 1.0, 1.1, 1.5, 2.0, 3.0];

/// Estimates for which time and memory are measured.
const COSTS: [f64; 3] = [0.5, 1.0, 2.0];

/// A plan that reads the values of table `numbers`.
struct Plan {
    name: &'static str,
    settings: &'static str,
    /// Query with `{capacity}` after the value.
    from: &'static str,
    /// Number of filters that the query builds.
    groups: u64,
    /// Node that EXPLAIN must show.
    node: &'static str,
}

const PLANS: [Plan; 4] = [
    Plan {
        name: "sequential scan",
        settings: "SET max_parallel_workers_per_gather = 0",
        from: "SELECT bloom_agg(i{capacity}) AS f FROM numbers",
        groups: 1,
        node: "Seq Scan",
    },
    Plan {
        name: "10 hashed groups",
        settings: "SET max_parallel_workers_per_gather = 0; SET enable_sort = off",
        from: "SELECT bloom_agg(i{capacity}) AS f FROM numbers GROUP BY i % 10",
        groups: 10,
        node: "HashAggregate",
    },
    Plan {
        name: "two workers",
        settings: "SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;
                   SET min_parallel_table_scan_size = 0",
        from: "SELECT bloom_agg(i{capacity}) AS f FROM numbers",
        groups: 1,
        node: "Gather",
    },
    Plan {
        name: "a function",
        settings: "SET max_parallel_workers_per_gather = 0",
        from: "SELECT bloom_agg(i{capacity}) AS f FROM (SELECT estimated({count}) AS i) AS s",
        groups: 1,
        node: "ProjectSet",
    },
];

/// Cost and result of one query.
struct Measured {
    seconds: f64,
    /// Peak memory in bytes beyond an idle backend's.
    memory: f64,
    /// Bits and capacity of the largest filter, relative to the right ones.
    size: f64,
    capacity: f64,
}

impl Plan {
    fn query(&self, count: u64, with_capacity: bool) -> String {
        let capacity = if with_capacity { format!(", {}", count / self.groups) } else { String::new() };
        self.from.replace("{capacity}", &capacity).replace("{count}", &count.to_string())
    }

    /// Runs the query in a new backend.
    fn measure(&self, count: u64, with_capacity: bool) -> Result<Measured> {
        let mut db = Db::connect()?;
        db.run(self.settings)?;
        let pid = db.number("SELECT pg_backend_pid()")? as u64;
        let filters = |from: &str| {
            format!(
                "SELECT max(i.bits), max(i.capacity), max(i.current_fpp) FROM ({from}) AS q, bloom_info(f) AS i"
            )
        };
        // Touch the shared buffers and the code that every run uses.
        db.answer("SELECT pg_prewarm('numbers', 'buffer', 'main', 0, least(4096, pg_relation_size('numbers') / 8192) - 1)")?;
        db.answer(&filters("SELECT bloom_agg(i) AS f FROM generate_series(1, 1000) AS i"))?;
        let query = filters(&self.query(count, with_capacity));
        db.expect_plan("COSTS OFF", &query, self.node)?;
        let idle = machine::memory_of(pid, "VmHWM")? as f64;
        let (seconds, answer) = db.time(&query)?;
        let memory = machine::memory_of(pid, "VmHWM")? as f64 - idle;
        let numbers: Vec<f64> = answer.split(',').map(str::parse).collect::<std::result::Result<_, _>>()?;
        let [bits, capacity, rate] = numbers[..] else { return Err(answer.into()) };
        if rate > 0.01 * 1.02 {
            return Err(format!("a rate of {rate}: {query}").into());
        }
        let each = count / self.groups;
        let best = Params::for_capacity(each, 0.01)?.bits as f64;
        Ok(Measured { seconds, memory, size: bits / best, capacity: capacity / each as f64 })
    }
}

/// Makes the planner expect `rows` rows.
fn expect(db: &mut Db, rows: f64) -> Result<()> {
    db.run(&format!(
        "UPDATE pg_class SET reltuples = {rows}, relpages = pg_relation_size(oid) / 8192 WHERE relname = 'numbers';
         CREATE OR REPLACE FUNCTION estimated(n bigint) RETURNS SETOF bigint LANGUAGE sql VOLATILE ROWS {rows}
             AS 'SELECT generate_series(1, n)'"
    ))
}

/// Measures all plans with all estimates and writes the tables.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    let mut table =
        text::Table::new(&["values:", "plan", "size:", "capacity:", "time:", "memory:", "with a capacity:"]);
    for count in [settings.rows / 10, settings.rows] {
        db.run("DROP TABLE IF EXISTS numbers")?;
        db.run(&format!("CREATE TABLE numbers AS SELECT generate_series(1, {count}::bigint) AS i"))?;
        db.run("VACUUM (FREEZE) numbers")?;
        for plan in &PLANS {
            let (mut sizes, mut farthest) = (Vec::new(), 1.0f64);
            for off in ESTIMATES {
                expect(&mut db, (count as f64 * off).round())?;
                let measured = plan.measure(count, false)?;
                sizes.push(measured.size);
                if (measured.capacity - 1.0).abs() > (farthest - 1.0).abs() {
                    farthest = measured.capacity;
                }
            }
            let mut taken: [Vec<Measured>; COSTS.len() + 1] = Default::default();
            // The estimates take turns; the last run has the capacity given.
            for _ in 0..settings.rounds.min(3) {
                for (number, taken) in taken.iter_mut().enumerate() {
                    let off = COSTS.get(number).unwrap_or(&1.0);
                    expect(&mut db, (count as f64 * off).round())?;
                    taken.push(plan.measure(count, number == COSTS.len())?);
                }
            }
            let time = |taken: &Vec<Measured>| median(&taken.iter().map(|m| m.seconds).collect::<Vec<_>>());
            let memory = |taken: &Vec<Measured>| median(&taken.iter().map(|m| m.memory).collect::<Vec<_>>());
            let (guessed, known) = (&taken[..COSTS.len()], &taken[COSTS.len()]);
            let ratios = guessed.iter().map(|taken| time(taken) / time(known));
            let row = [
                text::count(count),
                plan.name.into(),
                text::range(sizes.into_iter(), |size| format!("{size:.2}")),
                format!("{farthest:.3}"),
                text::range(ratios, |ratio| format!("{ratio:.2}")),
                text::range(guessed.iter().map(memory), text::bytes),
                text::bytes(memory(known)),
            ];
            println!("{}", row.join(" "));
            table.row(row);
        }
    }
    db.run("DROP TABLE numbers")?;
    std::fs::write(settings.out.join("sizes.md"), table.to_string())?;
    report::leave(settings, "sizes", &table)?;
    print!("\n{table}");
    Ok(())
}
