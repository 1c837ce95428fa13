//! The table of ratios: each query compared with a reference query in the same run.

use crate::data::{ABSENT, DAYS, PARTS, SHARDS, large, part_values};
use crate::db::{Clock, Db, Pair, Side, median};
use crate::{Result, Settings, report, text};
use bloom_core::filter;
use std::fmt::Write as _;

/// Checks the answers of both queries.
type Check = Box<dyn Fn(&str, &str) -> Result<()>>;

/// The rows that docs/BENCHMARKS.md has too.
const ON_PAGE: [&str; 11] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "14", "15"];

/// Size of a filter's header in bytes.
const HEADER_LEN: u64 = filter::HEADER_LEN as u64;

struct Row {
    number: &'static str,
    what: String,
    baseline: &'static str,
    reach: Option<f64>,
    sides: [Side; 2],
    check: Check,
}

/// Returns an error with both answers unless `right`.
fn demand(right: bool, what: &str, a: &str, b: &str) -> Result<()> {
    if right { Ok(()) } else { Err(format!("wrong answer, {what}: {a} beside {b}").into()) }
}

fn same() -> Check {
    Box::new(|a, b| demand(a == b, "not the same", a, b))
}

/// Checks that the first query counts the rows that pass a filter with `present` of `rows`, and the second all rows.
fn passes(present: u64, rows: u64) -> Check {
    Box::new(move |a, b| {
        let passed: u64 = a.parse()?;
        let most = present as f64 + (rows - present) as f64 * 0.012 + 50.0;
        demand(passed >= present && passed as f64 <= most, "not the rows that may pass", a, b)?;
        demand(b == rows.to_string(), "not all rows", a, b)
    })
}

/// Checks two filters with equally many of the same rows, which differ only in their false positives.
fn both_pass(present: u64, rows: u64) -> Check {
    let one = passes(present, rows);
    Box::new(move |a, b| {
        one(a, &rows.to_string())?;
        one(b, &rows.to_string())
    })
}

/// Checks that a number deviates by at most `share`.
fn about(number: u64, share: f64) -> impl Fn(&str) -> bool {
    move |answer| answer.parse::<f64>().is_ok_and(|answer| (answer / number as f64 - 1.0).abs() <= share)
}

fn scan(filter: &str, column: &str, table: &str) -> String {
    format!(
        "SELECT count(*) FROM {table} WHERE bloom_contains((SELECT f FROM filters WHERE name = '{filter}'), {column})"
    )
}

const SERIAL: &str = "SET max_parallel_workers_per_gather = 0";
const PARALLEL: &str =
    "SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0";

/// Who screens a join.
#[derive(Clone, Copy, PartialEq)]
enum Screen {
    None,
    ByHand,
    /// `bloom_rs.screen_foreign_joins`.
    ByPlanner,
}

fn rows(settings: &Settings, hll: bool) -> Vec<Row> {
    let (n, few, part) = (settings.rows, settings.few(), part_values(settings));
    let [n_text, few_text, part_text] = [n, few, part].map(text::count);
    let other = n / 10;
    // 4 MB for ten million rows and proportionally less for fewer, so that the join always spills.
    let work_mem = (n * 4096 / 10_000_000).clamp(64, 4096);
    let build = |table: &str, arguments: String| {
        Side::query(format!("SELECT length(bloom_agg({arguments})::bytea) FROM {table}"))
    };
    // Only lengths are compared here, so that no measured query includes a check of 12 MB.
    let larger_by = |most: f64| -> Check {
        Box::new(move |a, b| {
            let (a_bytes, b_bytes): (f64, f64) = (a.parse()?, b.parse()?);
            demand(a_bytes >= 0.9 * b_bytes && a_bytes <= most * b_bytes, "not of that size", a, b)
        })
    };
    // Adds `tens` times ten million integers; the time is per ten million.
    let numbers = |tens: u64| Side {
        each: tens as f64,
        ..Side::query(format!(
            "SELECT length(bloom_agg(i, {rows})::bytea) FROM (SELECT generate_series(1, {rows}::bigint) AS i) AS s",
            rows = tens * n
        ))
    };
    // Neighboring rows probe numbers that are far from each other.
    let in_large = |filter: &str, absent: u64| {
        Side::query(format!(
            "SELECT count(*) FROM t WHERE bloom_contains((SELECT {filter} FROM large), 1 + id * 7919 % {large} + {absent})",
            large = large(settings)
        ))
    };
    let looks = |name: &str, looks: u64| {
        Side {
        setup: String::new(),
        sql: format!(
            "SELECT seconds, yes FROM {name}((SELECT array_agg(page(CASE WHEN i % 2 = 0 THEN i * {n} / {looks} ELSE {ABSENT} + i END))
             FROM generate_series(1, {looks}::bigint) AS i))"
        ),
        clock: Clock::Server,
        each: looks as f64,
    }
    };
    let join = |table: &str, screen: Screen| {
        let condition = match screen {
            Screen::ByHand => {
                format!(" WHERE bloom_contains((SELECT bloom_agg(url, {other}) FROM other), {table}.url)")
            }
            Screen::None | Screen::ByPlanner => String::new(),
        };
        let sql =
            format!("SELECT count(*), sum(id), sum(other_id) FROM {table} JOIN other USING (url){condition}");
        let mode = if screen == Screen::ByPlanner { "on" } else { "off" };
        let setup = format!("SET work_mem = '{work_mem}kB'; SET bloom_rs.screen_foreign_joins = {mode}");
        Side { setup, ..Side::query(sql) }
    };
    let joined = move || -> Check {
        Box::new(move |a, b| {
            demand(a == b && a.starts_with(&format!("{},", n / 100)), "not the same rows", a, b)
        })
    };

    let mut all = vec![
        Row {
            number: "1",
            what: format!("`bloom_contains(f, url)`, f of {few_text} URLs"),
            baseline: "`hashtextextended(url, 0) <> 0`",
            reach: Some(1.10),
            sides: [
                Side::query(scan("few", "url", "t")),
                Side::query("SELECT count(*) FROM t WHERE hashtextextended(url, 0) <> 0"),
            ],
            check: passes(few, n),
        },
        Row {
            number: "2",
            what: format!("`bloom_contains(f, id)`, f of {few_text} bigints"),
            baseline: "`hashint8extended(id, 0) <> 0`",
            reach: Some(1.10),
            sides: [
                Side::query(scan("few ids", "id", "t")),
                Side::query("SELECT count(*) FROM t WHERE hashint8extended(id, 0) <> 0"),
            ],
            check: passes(few, n),
        },
        Row {
            number: "3",
            what: format!("`bloom_contains(f, url)`, f of {n_text} URLs, 1 % of the rows present"),
            baseline: "f of 1/100 of the URLs",
            reach: Some(1.6),
            sides: [Side::query(scan("many", "url", "t")), Side::query(scan("few", "url", "t"))],
            check: both_pass(few, n),
        },
        Row {
            number: "3a",
            what: "row 3, all rows present".into(),
            baseline: "f of 1/100 of the URLs, all rows present",
            reach: None,
            sides: [Side::query(scan("all", "url", "t")), Side::query(scan("few first", "url", "repeated"))],
            check: both_pass(n, n),
        },
    ];
    if hll {
        all.push(Row {
            number: "4",
            what: format!("`bloom_agg(url, {n})`"),
            baseline: "`hll_add_agg(hll_hash_text(url))`",
            reach: Some(1.30),
            sides: [
                build("t", format!("url, {n}")),
                Side::query("SELECT hll_cardinality(hll_add_agg(hll_hash_text(url))) FROM t"),
            ],
            check: Box::new(move |a, b| demand(about(n, 0.1)(b), "not that many by hll", a, b)),
        });
    }
    all.extend([
        Row {
            number: "4a",
            what: format!("`bloom_agg(i, capacity)` of {} integers, a tenth of the time", text::count(10 * n)),
            baseline: "of 1/10 of the integers",
            reach: Some(1.15),
            sides: [numbers(10), numbers(1)],
            check: Box::new(|a, b| {
                let (many, few): (f64, f64) = (a.parse()?, b.parse()?);
                demand((9.99..10.01).contains(&(many / few)), "not ten times as large", a, b)
            }),
        },
        Row {
            number: "5",
            what: format!("`bloom_agg(url)`, {n_text} distinct URLs"),
            baseline: "with a capacity",
            reach: Some(1.25),
            sides: [build("t", "url".into()), build("t", format!("url, {n}"))],
            check: larger_by(1.1),
        },
        Row {
            number: "6",
            what: format!("`bloom_agg(url)`, {few_text} distinct URLs"),
            baseline: "with a capacity",
            reach: Some(1.2),
            sides: [build("repeated", "url".into()), build("repeated", format!("url, {few}"))],
            check: larger_by(1.1),
        },
        Row {
            number: "6a",
            what: format!("`bloom_agg(id % {other})`"),
            baseline: "with a capacity",
            reach: Some(1.25),
            sides: [build("t", format!("id % {other}")), build("t", format!("id % {other}, {other}"))],
            check: larger_by(1.1),
        },
        Row {
            number: "6b",
            what: "`bloom_agg(i)` over a function for which the planner expects 1,000 rows".into(),
            baseline: "with a capacity",
            reach: None,
            sides: ["i".to_owned(), format!("i, {n}")]
                .map(|arguments| build(&format!("(SELECT misjudged({n}) AS i) AS s"), arguments)),
            check: larger_by(1.5),
        },
        Row {
            number: "7",
            what: format!("`bloom_agg(url, {n})` with 2 parallel workers"),
            baseline: "serial",
            reach: Some(0.6),
            sides: [
                Side { setup: PARALLEL.into(), ..build("t", format!("url, {n}")) },
                Side { setup: SERIAL.into(), ..build("t", format!("url, {n}")) },
            ],
            check: same(),
        },
        Row {
            number: "7a",
            what: "`hashtextextended(url, 0) <> 0` with 2 parallel workers".into(),
            baseline: "serial",
            reach: None,
            sides: [PARALLEL, SERIAL].map(|setup| Side {
                setup: setup.into(),
                ..Side::query("SELECT count(*) FROM t WHERE hashtextextended(url, 0) <> 0")
            }),
            check: same(),
        },
        Row {
            number: "8",
            what: format!("`bloom_union_agg(f)` of {DAYS} filters of {part_text} URLs"),
            baseline: "reading them",
            reach: Some(1.3),
            sides: [
                Side::query(format!(
                    "SELECT length(bloom_union_agg(f)::bytea) FROM parts WHERE id <= {DAYS}"
                )),
                Side::query(format!("SELECT sum(get_byte(f::bytea, 4)) FROM parts WHERE id <= {DAYS}")),
            ],
            check: Box::new(|a, b| demand(b == (DAYS).to_string(), "not the version byte of each", a, b)),
        },
        Row {
            number: "9",
            what: format!("one probe of a stored filter of {n_text} URLs"),
            baseline: "reading it whole",
            reach: Some(0.05),
            sides: [looks("look_up", 500), looks("look_up_whole", 50)],
            check: Box::new(|a, b| {
                let yes: u64 = a.parse()?;
                demand((250..=265).contains(&yes), "not those that are in it", a, b)?;
                demand(b == "50", "not read each time", a, b)
            }),
        },
        Row {
            number: "10",
            what: "row 1, f from a joined table".into(),
            baseline: "f from a scalar subquery",
            reach: Some(1.10),
            sides: [
                Side::query("SELECT count(*) FROM t, filters WHERE name = 'few' AND bloom_contains(f, url)"),
                Side::query(scan("few", "url", "t")),
            ],
            check: same(),
        },
        Row {
            number: "10a",
            what: "`url <> name`, `name` from a joined table".into(),
            baseline: "`name` from a scalar subquery",
            reach: None,
            sides: [
                Side::query("SELECT count(*) FROM t, filters WHERE name = 'few' AND url <> name"),
                Side::query("SELECT count(*) FROM t WHERE url <> (SELECT name FROM filters WHERE name = 'few')"),
            ],
            check: same(),
        },
        Row {
            number: "10b",
            what: format!("{} probes of {SHARDS} stored filters of {few_text} URLs, unsorted", text::count(n / 10)),
            baseline: "sorted by filter",
            reach: Some(1.5),
            sides: ["OFFSET 0", "ORDER BY shard"].map(|order| Side {
                setup: "SET work_mem = '256MB'; SET enable_mergejoin = off; SET enable_nestloop = off".into(),
                ..Side::query(format!(
                    "SELECT count(*) FROM (SELECT url, bloom_shard(url, {SHARDS}) AS shard FROM t WHERE id <= {} {order}) AS v
                         JOIN shards USING (shard) WHERE bloom_contains(f, url)",
                    n / 10
                ))
            }),
            check: Box::new(move |a, b| demand(a == b && a == (n / 10).to_string(), "false negatives", a, b)),
        },
        Row {
            number: "10c",
            what: format!("row 10, f of {n_text} URLs, all rows present"),
            baseline: "f from a scalar subquery",
            reach: Some(1.15),
            sides: [
                Side::query("SELECT count(*) FROM t, filters WHERE name = 'all' AND bloom_contains(f, url)"),
                Side::query(scan("all", "url", "t")),
            ],
            check: both_pass(n, n),
        },
        Row {
            number: "11",
            what: format!(
                "one probe of each of {} stored filters of {part_text} URLs",
                text::count(PARTS)
            ),
            baseline: "reading them",
            reach: Some(0.1),
            sides: [
                Side::query("SELECT count(*) FROM parts WHERE bloom_contains(f, page(7))"),
                Side::query("SELECT sum(get_byte(f::bytea, 4)) FROM parts"),
            ],
            check: Box::new(|a, b| {
                // A tenth of the filters hold the value; the others are copies of nine filters, which may have the
                // false positive.
                let yes: u64 = a.parse()?;
                demand((PARTS / 10..=PARTS * 3 / 10).contains(&yes), "not those that hold it", a, b)?;
                demand(b == PARTS.to_string(), "not the version byte of each", a, b)
            }),
        },
        Row {
            number: "12",
            what: format!(
                "hash join that spills at work_mem {work_mem} kB, 1 % of the rows match, screened"
            ),
            baseline: "without the screen",
            reach: Some(0.45),
            sides: [join("t", Screen::ByHand), join("t", Screen::None)],
            check: joined(),
        },
        Row {
            number: "13",
            what: "the same join through postgres_fdw, screened".into(),
            baseline: "without the screen",
            reach: Some(0.30),
            sides: [join("t_there", Screen::ByHand), join("t_there", Screen::None)],
            check: joined(),
        },
        Row {
            number: "13a",
            what: "the same with `bloom_rs.screen_foreign_joins = on`, the query unchanged".into(),
            baseline: "without the screen",
            reach: Some(0.20),
            sides: [join("t_there", Screen::ByPlanner), join("t_there", Screen::None)],
            check: joined(),
        },
        Row {
            number: "14",
            what: format!("`counting_bloom_agg(url, {n})`"),
            baseline: "`bloom_agg(url, capacity)`",
            reach: Some(2.0),
            sides: [
                Side::query(format!("SELECT length(counting_bloom_agg(url, {n})::bytea) FROM t")),
                build("t", format!("url, {n}")),
            ],
            check: Box::new(|counting, plain| {
                let (counting, plain): (u64, u64) = (counting.parse()?, plain.parse()?);
                let (counting_cells, plain_cells) = ((counting - HEADER_LEN) / 4, plain - HEADER_LEN);
                demand(counting_cells == plain_cells, "not four times the bits", &counting.to_string(), &plain.to_string())
            }),
        },
        Row {
            number: "15",
            what: format!("`bloom_contains(f, url)`, counting f of {few_text} URLs"),
            baseline: "`bloom_contains(f, url)`",
            reach: Some(1.3),
            sides: [
                Side::query(
                    "SELECT count(*) FROM t WHERE bloom_contains((SELECT counting FROM filters WHERE name = 'few'), url)",
                ),
                Side::query(scan("few", "url", "t")),
            ],
            check: same(),
        },
        Row {
            number: "16",
            what: format!("`counting_bloom_agg(id, 1000)` over {} windows of 1,000 rows", text::count(settings.events())),
            baseline: "`bloom_agg(id, 1000)`, built anew for each",
            reach: Some(0.02),
            sides: ["counting_bloom_agg", "bloom_agg"].map(|aggregate| {
                Side::query(format!(
                    "SELECT count(f) FROM (SELECT {aggregate}(id, 1000) OVER
                         (ORDER BY id ROWS BETWEEN 999 PRECEDING AND CURRENT ROW) AS f FROM events) AS s"
                ))
            }),
            check: same(),
        },
        Row {
            number: "17",
            what: format!("`bloom_contains(f, i)`, f of {} integers, scheme `parquet`, all present", text::count(large(settings))),
            baseline: "f of the default scheme",
            reach: None,
            sides: [in_large("blocks", 0), in_large("classic", 0)],
            check: both_pass(n, n),
        },
        Row {
            number: "17a",
            what: "the same, all absent".into(),
            baseline: "f of the default scheme",
            reach: None,
            sides: [in_large("blocks", ABSENT), in_large("classic", ABSENT)],
            check: both_pass(0, n),
        },
        Row {
            number: "17b",
            what: "`hashint8extended(i, 0) <> 0`".into(),
            baseline: "row 17's baseline",
            reach: None,
            sides: [
                Side::query(format!(
                    "SELECT count(*) FROM t WHERE hashint8extended(1 + id * 7919 % {}, 0) <> 0",
                    large(settings)
                )),
                in_large("classic", 0),
            ],
            check: same(),
        },
        Row {
            number: "18",
            what: format!("`bloom_agg(i, {}, 0.01, 'parquet')`", large(settings)),
            baseline: "of the default scheme",
            reach: None,
            sides: [", 0.01, 'parquet'", ""].map(|scheme| Side::query(format!(
                "SELECT length(bloom_agg(i, {large}{scheme})::bytea) FROM (SELECT generate_series(1, {large}::bigint) AS i) AS s",
                large = large(settings)
            ))),
            check: larger_by(1.12),
        },
    ]);
    all
}

/// Checks outside the measured time what the table assumes.
fn check_filters(db: &mut Db, settings: &Settings) -> Result<()> {
    let (n, few) = (settings.rows, settings.few());
    // No filter has a false negative.
    for (filter, column, where_) in [
        ("few", "url", "id % 100 = 0".to_owned()),
        ("few ids", "id", "id % 100 = 0".to_owned()),
        ("many", "url", "id % 100 = 0".to_owned()),
        ("few first", "url", format!("id <= {few}")),
    ] {
        let found = db.answer(&format!("{} AND {where_}", scan(filter, column, "t")))?;
        demand(
            found == few.to_string(),
            &format!("false negatives in '{filter}'"),
            &found,
            &few.to_string(),
        )?;
    }
    let capacity_unknown =
        "SELECT count(*) FROM t WHERE NOT bloom_contains((SELECT bloom_agg(url) FROM t), url)";
    let missed = db.answer(capacity_unknown)?;
    demand(missed == "0", "false negatives without a capacity", &missed, "0")?;
    // The estimated count is right, and every way to build gives the same filter.
    let count = db.answer("SELECT bloom_count(f) FROM filters WHERE name = 'all'")?;
    demand(about(n, 0.02)(&count), "not the number of values", &count, &n.to_string())?;
    let built = format!("SELECT md5(bloom_agg(url, {n})::bytea) FROM t");
    let serial = db.answer("SELECT md5(f::bytea) FROM filters WHERE name = 'all'")?;
    db.run(PARALLEL)?;
    db.expect_plan("ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF", &built, "Workers Launched: 2")?;
    let parallel = db.answer(&built)?;
    db.run(SERIAL)?;
    demand(parallel == serial, "parallel and serial filters differ", &parallel, &serial)?;
    let united =
        db.answer(&format!("SELECT md5(bloom_union_agg(f)::bytea) FROM parts WHERE id <= {DAYS}"))?;
    let built = db.answer(&format!(
        "SELECT md5(bloom_agg(url, {part})::bytea) FROM t WHERE id <= 10 * {part}",
        part = part_values(settings)
    ))?;
    demand(united == built, "a union is not the filter of all values", &united, &built)
}

/// Checks that the plans are those that the table describes.
fn check_plans(db: &mut Db, rows: &[Row]) -> Result<Option<String>> {
    let mut batches = None;
    for Row { number, sides: [screened, plain], .. } in rows {
        match *number {
            "12" => {
                db.run(&plain.setup)?;
                let plan = db.plan("ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF", &plain.sql)?;
                let found = plan.split("Batches: ").nth(1).and_then(|rest| rest.split_whitespace().next());
                if found.is_none_or(|found| found == "1") {
                    return Err(format!("the join does not spill:\n{plan}").into());
                }
                batches = found.map(str::to_owned);
            }
            "13" | "13a" => {
                db.run(&plain.setup)?;
                db.expect_plan("VERBOSE, COSTS OFF", &plain.sql, "Hash Join")?;
                db.run(&screened.setup)?;
                db.expect_plan(
                    "VERBOSE, COSTS OFF",
                    &screened.sql,
                    "FROM public.t WHERE (public.bloom_contains(",
                )?;
            }
            _ => {}
        }
    }
    Ok(batches)
}

/// Measures all rows and writes the table.
pub fn run(settings: &Settings) -> Result<()> {
    let mut db = Db::connect()?;
    let hll = db.answer("SELECT count(*) FROM pg_extension WHERE extname = 'hll'")? == "1";
    // PL/pgSQL plans such a query once and executes it for each value, like a prepared statement.
    db.create_loop("look_up", "text", "SELECT bloom_contains(f, v) FROM filters WHERE name = 'all'")?;
    db.create_loop(
        "look_up_whole",
        "text",
        "SELECT get_byte(f::bytea, 4) = 1 FROM filters WHERE name = 'all'",
    )?;

    let rows = rows(settings, hll);
    check_filters(&mut db, settings)?;
    let batches = check_plans(&mut db, &rows)?;
    println!("answers and plans are as they should be");

    let mut table =
        text::Table::new(&["", "query", "time:", "baseline", "ratio:", "lowest-highest:", "goal:"]);
    let mut on_page = text::Table::new(&["query", "time:", "baseline", "ratio:"]);
    let mut queries = String::new();
    for Row { number, what, baseline, reach, sides, check } in rows {
        let pair = Pair::measure(&mut db, [&sides[0], &sides[1]], settings.rounds)?;
        let [a, b] = &pair.answers;
        check(a, b).map_err(|error| format!("row {number}: {error}"))?;
        db.run("RESET ALL")?;
        let (ratio, (low, high)) = (pair.ratio(), pair.range());
        let (to_reach, mark) = match reach {
            Some(reach) => (format!("≤{reach:.2}"), if ratio <= reach { "✓" } else { "✗" }),
            None => (String::new(), ""),
        };
        let [time, baseline_time] = [&pair.a, &pair.b].map(|times| text::seconds(median(times)));
        println!(
            "{number:>3} {mark:1} {ratio:6.3} {to_reach:>7}  {time:>7} / {baseline_time:>7}  {what} / {baseline}"
        );
        let ratio = format!("{ratio:.3}");
        if ON_PAGE.contains(&number) {
            on_page.row([what.clone(), time.clone(), baseline.into(), ratio.clone()]);
        }
        table.row([
            number.into(),
            what,
            time,
            baseline.into(),
            ratio,
            format!("{low:.3}-{high:.3}"),
            format!("{to_reach} {mark}").trim().to_owned(),
        ]);
        for (side, letter) in sides.iter().zip(["", " (baseline)"]) {
            let setup = if side.setup.is_empty() { String::new() } else { format!("{};\n", side.setup) };
            writeln!(queries, "-- {number}{letter}\n{setup}{};", squeeze(&side.sql))?;
        }
    }
    let mut out = table.to_string();
    if !hll {
        out.push_str(
            "\nRow 4 was skipped, because the extension hll (Debian's postgresql-15-hll) is not installed.\n",
        );
    }
    if let Some(batches) = batches {
        writeln!(out, "\nThe join of row 12 has {batches} batches without a screen.")?;
    }
    std::fs::write(settings.out.join("queries.sql"), queries)?;
    std::fs::write(settings.out.join("ratios.md"), &out)?;
    report::leave(settings, "ratios", &on_page)?;
    print!("\n{out}");
    Ok(())
}

/// Replaces runs of whitespace by one blank.
fn squeeze(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}
