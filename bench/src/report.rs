//! Writes the tables of all phases into one file, `report.md`, from which docs/BENCHMARKS.md is made by hand.

use crate::db::Db;
use crate::{Result, Settings, machine, text};
use std::fmt::Write;
use std::fs;
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
    println!("wrote {} and the plots of docs", path.display());
    Ok(())
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
