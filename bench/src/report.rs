//! Writes docs/BENCHMARKS.md.

use crate::db::Db;
use crate::{Result, Settings, machine, text};
use std::fs;
use std::process::Command;

/// Heading of the last part, which is written by hand and kept by a new run.
const BY_HAND: &str = "\n## About these results\n";

/// Combines the results of the phases.
pub fn write(settings: &Settings) -> Result<()> {
    let path = settings.docs.join("BENCHMARKS.md");
    let part = |name: &str| {
        let text = fs::read_to_string(settings.out.join(name)).unwrap_or_default();
        if text.is_empty() { "Not measured in this run.\n".to_owned() } else { text }
    };
    let old = fs::read_to_string(&path).unwrap_or_default();
    let by_hand = old.split_once(BY_HAND).map_or("\nNot written yet.\n", |(_, rest)| rest);

    let text = include_str!("../BENCHMARKS.md")
        .replace("{{rows}}", &text::count(settings.rows))
        .replace("{{half}}", &text::count(settings.rows / 2))
        .replace("{{rounds}}", &settings.rounds.to_string())
        .replace("{{machine}}", &machine::describe())
        .replace("{{versions}}", &versions()?)
        .replace("{{date}}", Db::connect()?.answer("SELECT current_date")?.as_str())
        .replace("{{ratios}}", part("ratios.md").trim_end())
        .replace("{{memory}}", part("memory.md").trim_end())
        .replace("{{sizes}}", part("sizes.md").trim_end())
        .replace("{{star}}", part("star.md").trim_end())
        .replace("{{joins}}", part("joins.md").trim_end())
        .replace("{{screened}}", part("screened.md").trim_end())
        .replace("{{remote}}", part("remote.md").trim_end())
        .replace("{{crawler}}", part("crawler.md").trim_end())
        .replace("{{matrix}}", part("matrix.md").trim_end())
        .replace("{{skip}}", part("skip.md").trim_end())
        .replace("{{live}}", part("live.md").trim_end())
        .replace("{{core}}", part("core.md").trim_end());
    fs::create_dir_all(&settings.docs)?;
    fs::write(&path, format!("{}\n{BY_HAND}{by_hand}", text.trim_end()))?;
    println!("wrote docs/BENCHMARKS.md and the plots beside it");
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
