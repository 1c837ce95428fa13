//! Peak memory of a backend on a server restarted with few shared buffers.

use crate::db::Db;
use crate::{Result, Settings, machine, report, text};

/// Bytes that a backend may need beyond the limit.
const SLACK: f64 = 64.0 * 1024.0;

/// Value of `work_mem * hash_mem_multiplier` with the default settings.
const BUDGET: f64 = 8.0 * 1024.0 * 1024.0;

/// Capacity of the large filter, whose copies count.
const LARGE: u64 = 400_000_000;

struct Case {
    what: String,
    sql: String,
    /// The same statement on so few rows that its memory is negligible.
    idle: String,
    allowed: String,
    limit: f64,
}

/// Returns a new backend's VmHWM before and after the query. Before, `idle`, the same query on few rows, touches all
/// memory that does not depend on the number of rows.
pub fn peak(idle: &str, sql: &str) -> Result<(f64, f64)> {
    let mut db = Db::connect()?;
    let pid = db.number("SELECT pg_backend_pid()")? as u64;
    // Touch all shared buffers first, then the tables and the code.
    db.answer("SELECT pg_prewarm('t', 'buffer', 'main', 0, least(4096, pg_relation_size('t') / 8192) - 1)")?;
    for _ in 0..3 {
        db.answer(idle)?;
    }
    let before = machine::memory_of(pid, "VmHWM")? as f64;
    db.answer(sql)?;
    Ok((before, machine::memory_of(pid, "VmHWM")? as f64))
}

/// Measures all cases and writes the table.
pub fn run(settings: &Settings) -> Result<()> {
    let (n, few) = (settings.rows, settings.few());
    let mut db = Db::connect()?;
    let shared_buffers = db.answer("SHOW shared_buffers")?;
    let mut bytes = |sql: &str| db.number(sql);
    let all = bytes("SELECT length(f::bytea) FROM filters WHERE name = 'all'")?;
    let small = bytes("SELECT length(f::bytea) FROM filters WHERE name = 'few'")?;
    let part = bytes("SELECT length(f::bytea) FROM parts WHERE id = 1")?;
    let folded = bytes("SELECT length(bloom_agg(url)::bytea) FROM t")?;
    let large = bytes(&format!("SELECT length(bloom_empty({LARGE})::bytea)"))?;
    for (table, capacity) in [("huge", LARGE), ("idle", 1000)] {
        db.run(&format!("CREATE TABLE {table} AS SELECT bloom_empty({capacity}) AS f"))?;
    }
    let size = |n: f64| text::bytes(n);
    // A filter takes its memory at once, so a few values are enough.
    let copies = |what: &str, copies: f64, sql: &str| {
        let build = |capacity: u64| format!("bloom_agg(url, {capacity}) AS f FROM t WHERE id <= 1000");
        Case {
            what: what.into(),
            sql: sql.replace("@agg", &build(LARGE)).replace("@f", "huge"),
            idle: sql.replace("@agg", &build(1000)).replace("@f", "idle"),
            allowed: format!("{copies} times the filter of {}", size(large)),
            limit: copies * large + SLACK,
        }
    };

    let cases = [
        Case {
            what: format!("`bloom_agg(url, {n})`"),
            sql: format!("SELECT length(bloom_agg(url, {n})::bytea) FROM t"),
            idle: "SELECT length(bloom_agg(url, 1000)::bytea) FROM t WHERE id <= 1000".into(),
            allowed: format!("the filter of {} and a tenth", size(all)),
            limit: 1.1 * all + SLACK,
        },
        Case {
            what: format!("`bloom_agg(url)`, {} distinct", text::count(n)),
            sql: "SELECT length(bloom_agg(url)::bytea) FROM t".into(),
            idle: "SELECT length(bloom_agg(url)::bytea) FROM t WHERE id <= 1000".into(),
            allowed: format!(
                "`work_mem * hash_mem_multiplier`, and five times the filter of {}",
                size(folded)
            ),
            limit: BUDGET + 5.0 * folded + SLACK,
        },
        Case {
            what: format!("`bloom_agg(url)`, {} rows of {} distinct", text::count(n), text::count(few)),
            sql: "SELECT length(bloom_agg(url)::bytea) FROM repeated".into(),
            idle: "SELECT length(bloom_agg(url)::bytea) FROM repeated WHERE id <= 1000".into(),
            allowed: format!("`work_mem * hash_mem_multiplier`, the filter of {} and a copy", size(small)),
            limit: BUDGET + 2.0 * small + SLACK,
        },
        Case {
            what: format!("{} probes of a stored filter", text::count(n)),
            sql: "SELECT count(*) FROM t WHERE bloom_contains((SELECT f FROM filters WHERE name = 'all'), url)".into(),
            idle: "SELECT count(*) FROM t WHERE bloom_contains((SELECT f FROM filters WHERE name = 'tiny'), url)".into(),
            allowed: format!("the filter of {}", size(all)),
            limit: all + SLACK,
        },
        Case {
            what: "one probe of a stored filter".into(),
            sql: "SELECT bloom_contains(f, page(7)) FROM filters WHERE name = 'all'".into(),
            idle: "SELECT bloom_contains(f, page(7)) FROM filters WHERE name = 'tiny'".into(),
            allowed: format!("the filter of {}", size(all)),
            limit: all + SLACK,
        },
        Case {
            what: "one probe of each of 1,000 stored filters".into(),
            sql: "SELECT count(*) FROM parts WHERE bloom_contains(f, page(7))".into(),
            idle: "SELECT count(*) FROM parts WHERE bloom_contains(f, page(7)) AND id = 1".into(),
            allowed: format!("one filter of {} and a 16th of `work_mem`", size(part)),
            limit: part + SLACK + BUDGET / 32.0,
        },
        Case {
            what: "`bloom_union_agg(f)` of 365".into(),
            sql: "SELECT length(bloom_union_agg(f)::bytea) FROM parts WHERE id <= 365".into(),
            idle: "SELECT length(bloom_union_agg(f)::bytea) FROM filters WHERE name = 'tiny'".into(),
            allowed: format!("three times the filter of {}", size(part)),
            limit: 3.0 * part + SLACK,
        },
        copies(&format!("`bloom_agg(url, {LARGE})`"), 1.1, "SELECT length(f::bytea) FROM (SELECT @agg) AS s"),
        copies(
            "the same in INSERT",
            2.1,
            "CREATE TEMP TABLE IF NOT EXISTS built (f bloom); INSERT INTO built SELECT @agg",
        ),
        copies(
            "the same in CREATE TABLE AS",
            3.1,
            "DROP TABLE IF EXISTS built; CREATE TEMP TABLE built AS SELECT @agg",
        ),
        copies("`f || value` of a stored filter", 1.1, "SELECT length((f || 'x'::text)::bytea) FROM @f"),
        copies("the same in UPDATE", 2.1, "UPDATE @f SET f = f || 'x'::text"),
    ];

    let mut table = text::Table::new(&["query", "memory:", "limit:", "which is", ""]);
    let mut on_page = text::Table::new(&["query", "memory:"]);
    for case in cases {
        let mut peaks = Vec::new();
        for _ in 0..3 {
            peaks.push(peak(&case.idle, &case.sql)?);
        }
        peaks.sort_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
        let (before, after) = peaks[1];
        let Case { what, allowed, limit, .. } = case;
        let mark = if after - before <= limit { "✓" } else { "✗" };
        println!("{mark} {what}: {} of {}", size(after - before), size(limit));
        on_page.row([what.clone(), size(after - before)]);
        table.row([what, size(after - before), size(limit), allowed, mark.into()]);
    }
    db.run("DROP TABLE huge, idle")?;
    report::leave(settings, "memory", &on_page)?;
    let out = format!("{table}\nEach limit allows 64 kB more. `shared_buffers` is {shared_buffers}.\n");
    std::fs::write(settings.out.join("memory.md"), &out)?;
    print!("\n{out}");
    Ok(())
}
