//! Tables of the results of `bloom_core`'s criterion benches.

use crate::{Result, Settings, text};
use std::fs;
use std::path::Path;

/// Returns the median in seconds that criterion stored for one bench.
fn median(home: &Path, bench: &str) -> Result<f64> {
    let path = home.join(bench).join("new/estimates.json");
    let json = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let after = |text: &str, name: &str| text.split_once(name).map(|(_, rest)| rest.to_owned());
    let number = after(&json, "\"median\"").and_then(|rest| after(&rest, "\"point_estimate\":"));
    let number = number.ok_or("a file of criterion without a median")?;
    let end = number.find([',', '}']).unwrap_or(number.len());
    Ok(number[..end].trim().parse::<f64>()? / 1e9)
}

/// Collects the results from the directory `criterion` and writes the tables.
pub fn collect(settings: &Settings) -> Result<()> {
    let home = settings.out.join("criterion");
    let mut hashes = text::Table::new(&[
        "bytes:",
        "`Hash::of`:",
        "`parquet`:",
        "`datasketches`:",
        "`keyed`:",
        "murmur3 crate:",
        "SipHash 1-3 of fastbloom:",
    ]);
    for len in ["8", "60"] {
        let time = |name: &str| {
            Ok::<_, Box<dyn std::error::Error>>(text::seconds(median(&home, &format!("hash/{name}/{len}"))?))
        };
        hashes.row([
            len.into(),
            time("Hash__of")?,
            time("parquet")?,
            time("datasketches")?,
            time("keyed")?,
            time("murmur3 crate")?,
            time("fastbloom's SipHash")?,
        ]);
    }
    let mut filters = text::Table::new(&[
        "filter:",
        "per value",
        "bloom_core:",
        "fastbloom:",
        "ratio:",
        "`parquet`:",
        "to bloom_core:",
    ]);
    for size in ["100 KB", "12 MB", "120 MB"] {
        for (bench, what, values) in [
            ("present", "probe, present", 1.0),
            ("absent", "probe, absent", 1.0),
            ("insert", "insert", 1.0),
            ("insert_all of 1024", "insert_all of 1024", 1024.0),
        ] {
            let time = |name: &str| {
                Ok::<_, Box<dyn std::error::Error>>(
                    median(&home, &format!("filter/{bench}, {name}/{size}"))? / values,
                )
            };
            let (ours, theirs) = (time("bloom_core")?, time("fastbloom")?);
            let blocks = time("bloom_core's blocks")?;
            filters.row([
                size.into(),
                what.into(),
                text::seconds(ours),
                text::seconds(theirs),
                format!("{:.2}", ours / theirs),
                text::seconds(blocks),
                format!("{:.2}", blocks / ours),
            ]);
        }
    }
    let out = format!("{hashes}\n{filters}");
    fs::write(settings.out.join("core.md"), &out)?;
    print!("{out}");
    Ok(())
}
