//! Writes the tables of all phases into one file, `report.md`, and some of them into docs/BENCHMARKS.md, whose text is
//! written by hand.

use crate::db::Db;
use crate::{Result, Settings, machine, text};
use std::collections::VecDeque;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The files of the phases.
const PARTS: [&str; 9] = ["ratios", "memory", "sizes", "joins", "crawler", "matrix", "skip", "live", "core"];

/// Combines the results of the phases.
pub fn write(settings: &Settings) -> Result<()> {
    let today = Db::connect()?.answer("SELECT current_date")?;
    let mut report = format!(
        "{} rows, {today}\n\n- Machine: {}\n- Versions: {}\n",
        text::count(settings.rows),
        machine::describe(),
        versions()?
    );
    for part in PARTS {
        if let Ok(table) = fs::read_to_string(settings.out.join(part).with_extension("md")) {
            write!(report, "\n## {part}\n\n{}\n", table.trim_end())?;
        }
    }
    let path = settings.out.join("report.md");
    fs::write(&path, report)?;
    let page = settings.docs.join("BENCHMARKS.md");
    let tables = |name: &str| fs::read_to_string(for_page(settings, name)).ok();
    fs::write(&page, with_tables(&fs::read_to_string(&page)?, tables))?;
    println!("wrote {}, the plots of docs, and the tables of {}", path.display(), page.display());
    Ok(())
}

/// Where a phase leaves a table for docs/BENCHMARKS.md.
pub fn for_page(settings: &Settings, name: &str) -> PathBuf {
    settings.out.join(name).with_extension("table")
}

/// Returns a page with new tables: a comment `<!-- make bench: NAME... -->` names those that follow it. A table that
/// was not measured stays.
fn with_tables(page: &str, table: impl Fn(&str) -> Option<String>) -> String {
    let mut names = VecDeque::new();
    let mut filled = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(list) = line.strip_prefix("<!-- make bench: ") {
            names = list.trim_end_matches(" -->").split(' ').collect();
        }
        let mut old = format!("{line}\n");
        if line.starts_with('|') {
            while let Some(row) = lines.next_if(|row| row.starts_with('|')) {
                old = old + row + "\n";
            }
            filled.push_str(&names.pop_front().and_then(&table).unwrap_or(old));
        } else {
            filled.push_str(&old);
        }
    }
    filled
}

fn versions() -> Result<String> {
    let mut db = Db::connect()?;
    let server = db.answer("SHOW server_version")?;
    let extensions = db.answer(
        "SELECT string_agg(extname || ' ' || extversion, ', ' ORDER BY extname <> 'bloom_rs', extname)
         FROM pg_extension WHERE extname IN ('bloom_rs', 'hll', 'postgres_fdw')",
    )?;
    let run = |program: &str, arguments: &[&str]| {
        let output =
            Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
    };
    let rustc = run("rustc", &["--version"]);
    let mut commit = run("git", &["rev-parse", "--short", "HEAD"]);
    // The plots next to the report have just been written.
    if !run("git", &["status", "--porcelain", "--", ".", ":(exclude)docs"]).is_empty() {
        commit.push_str("-dirty");
    }
    let commit = if commit.is_empty() { commit } else { format!(", commit {commit}") };
    Ok(format!("PostgreSQL {server}; {extensions}; {rustc}{commit}"))
}
