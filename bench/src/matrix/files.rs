//! The filters, made without SQL: a billion rows of it would take an hour.

use super::FPP;
use crate::db::Db;
use crate::{Result, text};
use bloom_core::cells::{Bits, CellKind};
use bloom_core::element::{ElementType, Family, canonical};
use bloom_core::filter::{Header, add_all};
use bloom_core::layout::Params;
use bloom_core::scheme::HashSpec;
use std::str::FromStr;

/// Numbers from here on are of values that are in no filter.
pub const ABSENT: u64 = 1_500_000_000;

/// What is measured on.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Filters.
    pub filters: u64,
    /// Values in each.
    pub values: u64,
}

impl Size {
    /// Those that go with so many rows.
    pub fn scaled(rows: u64) -> Vec<Self> {
        let rows = rows.min(10_000_000);
        let filters =
            [(rows / 10_000, 10_000), (rows / 1000, 10_000), (rows / 100, 10_000), (rows / 10, 500)];
        filters.map(|(filters, values)| Self { filters, values }).into()
    }

    /// All pairs of a value and its filter.
    pub fn pairs(self) -> u64 {
        self.filters * self.values
    }

    /// The size of each filter.
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
        // So many values differ from each other, and from those that are absent.
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

/// The values by their numbers, in no order: the multiplier has an inverse modulo this prime. In SQL: [`SCATTERED`].
fn scattered(number: u64) -> u64 {
    number * 2_654_435_761 % 2_147_483_647
}

const SCATTERED: &str =
    "CREATE OR REPLACE FUNCTION scattered(number bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
     RETURN number * 2654435761 % 2147483647";

/// Makes the table `files`, with a filter for each: filter i has the values with the numbers from i * values on.
pub fn make(db: &mut Db, size: Size) -> Result<()> {
    let Size { filters, values } = size;
    let kind = ElementType::of(Family::Integer);
    let header = Header {
        cell: CellKind::Bit,
        hashing: HashSpec { kind, ..HashSpec::DEFAULT },
        params: size.params()?,
        capacity: Some(values),
        fpp: Some(FPP),
    };
    db.run(SCATTERED)?;
    // Of a table that is as new as what is copied into it nothing is logged.
    db.run("DROP TABLE IF EXISTS files; BEGIN; CREATE TABLE files (id bigint, f bloom)")?;
    db.copy_in("COPY files FROM STDIN (FORMAT binary)", |out| {
        out.write_all(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0")?;
        for id in 0..filters {
            let hashes = (id * values..(id + 1) * values)
                .map(|number| {
                    header.hashing.hash(kind, canonical::integer(scattered(number) as i64).as_slice())
                })
                .collect::<bloom_core::Result<Vec<_>>>()?;
            let mut filter = vec![0; header.filter_len()];
            header.write(&mut filter)?;
            add_all::<Bits>(&mut filter, kind, &hashes)?;
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
