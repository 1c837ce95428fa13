//! Builds the filters without SQL, which would take an hour for a billion rows.

use super::FPP;
use crate::db::Db;
use crate::{Result, text};
use bloom_core::cells::{Bits, CellKind};
use bloom_core::element::{ElementType, Family, canonical};
use bloom_core::filter::{Header, add_all};
use bloom_core::layout::Params;
use bloom_core::scheme::HashSpec;
use std::str::FromStr;

/// Values with numbers from this one on are in no filter.
pub const ABSENT: u64 = 1_500_000_000;

/// Size of a measurement.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Number of filters.
    pub filters: u64,
    /// Number of values in each filter.
    pub values: u64,
}

impl Size {
    /// Returns the sizes for a number of rows.
    pub fn scaled(rows: u64) -> Vec<Self> {
        let rows = rows.min(10_000_000);
        let filters =
            [(rows / 10_000, 10_000), (rows / 1000, 10_000), (rows / 100, 10_000), (rows / 10, 500)];
        filters.map(|(filters, values)| Self { filters, values }).into()
    }

    /// Returns the number of pairs of a value and its filter.
    pub fn pairs(self) -> u64 {
        self.filters * self.values
    }

    /// Returns the parameters of each filter.
    pub fn params(self) -> Result<Params> {
        Ok(Params::for_capacity(self.values, FPP)?)
    }
}

impl FromStr for Size {
    type Err = Box<dyn std::error::Error>;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || format!("MATRIX is of sizes such as 1000x10000, not {text}");
        let (filters, values) = text.split_once('x').ok_or_else(wrong)?;
        let size = Self { filters: filters.parse()?, values: values.parse()? };
        // Up to this number, all values are distinct, and distinct from the absent ones.
        if size.filters < 100 || size.values == 0 || size.pairs() > ABSENT {
            Err(wrong().into())
        } else {
            Ok(size)
        }
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} filters of {} values", text::count(self.filters), text::count(self.values))
    }
}

/// Returns the value with a number. The values are distinct and scattered, because the multiplier has an inverse modulo
/// this prime. The SQL function is [`SCATTERED`].
fn scattered(number: u64) -> u64 {
    number * 2_654_435_761 % 2_147_483_647
}

const SCATTERED: &str =
    "CREATE OR REPLACE FUNCTION scattered(number bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN number * 2654435761 % 2147483647";

/// Creates the table `files`. Filter i holds the values with the numbers from i * values on.
pub fn make(db: &mut Db, size: Size) -> Result<()> {
    let Size { filters, values } = size;
    let element = ElementType::of(Family::Integer);
    let header = Header {
        cell: CellKind::Bit,
        hashing: HashSpec { element, ..HashSpec::DEFAULT },
        params: size.params()?,
        capacity: Some(values),
        fpp: Some(FPP),
    };
    db.run(SCATTERED)?;
    // COPY into a table of the same transaction writes no WAL.
    db.run("DROP TABLE IF EXISTS files; BEGIN; CREATE TABLE files (id bigint, f bloom)")?;
    db.copy_in("COPY files FROM STDIN (FORMAT binary)", |out| {
        out.write_all(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0")?;
        for id in 0..filters {
            let hashes = (id * values..(id + 1) * values)
                .map(|number| {
                    header.hashing.hash(element, canonical::integer(scattered(number) as i64).as_slice())
                })
                .collect::<bloom_core::Result<Vec<_>>>()?;
            let mut filter = vec![0; header.filter_len()];
            header.write(&mut filter)?;
            add_all::<Bits>(&mut filter, element, &hashes)?;
            out.write_all(&2i16.to_be_bytes())?;
            out.write_all(&8i32.to_be_bytes())?;
            out.write_all(&(id as i64).to_be_bytes())?;
            out.write_all(&i32::try_from(filter.len())?.to_be_bytes())?;
            out.write_all(&filter)?;
        }
        Ok(out.write_all(&(-1i16).to_be_bytes())?)
    })?;
    db.run("COMMIT")?;
    db.run("VACUUM (ANALYZE, FREEZE) files")?;
    let sample = filters / 2;
    let same = db.answer(&format!(
        "SELECT f::bytea = (SELECT bloom_agg(scattered(i), {values}, {FPP})::bytea
             FROM generate_series({sample} * {values}, ({sample} + 1) * {values} - 1::bigint) AS i)
         FROM files WHERE id = {sample}"
    ))?;
    if same == "t" { Ok(()) } else { Err("a filter of bloom_core is not that of bloom_agg".into()) }
}
