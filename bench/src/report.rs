//! Writes the tables of all phases into one file, `report.md`, and some of them into docs/BENCHMARKS.md, whose text
//! says what they measure.

use crate::db::Db;
use crate::{Result, Settings, machine, text};
use std::collections::VecDeque;
use std::fmt::{Display, Write};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The files of the phases.
const PARTS: [&str; 9] = ["ratios", "memory", "sizes", "joins", "crawler", "matrix", "skip", "live", "core"];

/// Combines the results of the phases.
pub fn write(settings: &Settings) -> Result<()> {
    let run = run_of(settings)?;
    leave(settings, "run", &run)?;
    let mut report = run.to_string();
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

/// Leaves a table for docs/BENCHMARKS.md.
pub fn leave(settings: &Settings, name: &str, table: &impl Display) -> Result<()> {
    Ok(fs::write(for_page(settings, name), table.to_string())?)
}

/// The file of such a table.
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

/// Says what was measured, when and where.
fn run_of(settings: &Settings) -> Result<text::Table> {
    let mut db = Db::connect()?;
    let mut table = text::Table::new(&["", "this run"]);
    let mut row = |what: &str, value: String| table.row([what.into(), value]);
    row("ended", db.answer("SELECT current_date")?);
    row("rows", text::count(settings.rows));
    for (what, value) in machine::describe() {
        row(what, value);
    }
    row("PostgreSQL", db.answer("SHOW server_version")?);
    let extensions =
        "SELECT string_agg(name || ' ' || default_version, ', ' ORDER BY name <> 'bloom_rs', name)
         FROM pg_available_extensions WHERE name IN ('bloom_rs', 'hll', 'postgres_fdw')";
    row("extensions", db.answer(extensions)?);
    row("compiler", output_of("rustc", &["--version"]));
    row("commit", commit());
    Ok(table)
}

/// The commit that is checked out, and whether more differs from it than the plots and tables that were just written.
fn commit() -> String {
    let mut commit = output_of("git", &["rev-parse", "--short", "HEAD"]);
    if !output_of("git", &["status", "--porcelain", "--", ".", ":(exclude)docs"]).is_empty() {
        commit.push_str("-dirty");
    }
    commit
}

/// What a program prints; nothing if it is not there or fails.
fn output_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
