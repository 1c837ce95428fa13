//! What the test of a filter costs for a row, and what it saves, in nanoseconds of a usual processor: whether it
//! pays, and whether it comes before or after the conditions of its scan.
//!
//! For example, a scan of wide rows has the condition `flag % 1000 < 1`, which costs 40 ns with the fetching of the
//! row, and keeps one row in a thousand. Its key is the hundredth column, so that it takes 500 ns to find it: after
//! the condition, the test costs 0.5 ns for each row of the table. The key of another table is its first column,
//! and a number: its test takes 8 ns, and spares most rows their condition.
//!
//! The figures were measured with rows of two integers, of 20 and 98 short texts, and of one text of 20, 200 and
//! 1,900 bytes. No clock is read, so that a query tests the same rows each time.

use super::key::{JoinKey, KeyKind};
use crate::pg::list::List;

/// To read a number at a known place, and look it up.
const NUMBER: f32 = 8.0;
/// To step over one column, to find those behind it.
const COLUMN: f32 = 5.0;
/// To call a hash function, and what it takes for each byte.
const HASH: f32 = 20.0;
const BYTE: f32 = 0.7;
/// The same under a collation for which different strings can be equal.
const HASH_OF_SORT_KEY: f32 = 400.0;
const BYTE_OF_SORT_KEY: f32 = 10.0;
/// To fetch a row of a page into a slot.
const ROW: f32 = 25.0;
/// To evaluate an operator or another cheap function.
const OPERATOR: f32 = 8.0;
/// What a join does with a row beside hashing its key, if it finds no partner.
const JOIN: f32 = 30.0;

/// Cost of a test from which on fewer rows are tested to see whether it pays.
const EXPENSIVE: f32 = 64.0;

/// How much less a test must cost before the conditions of its scan than behind them, as both are estimates: behind
/// them, it is of no use for fewer rows.
const MARGIN: f32 = 1.5;

/// Part of the time of a join without a filter that may be spent on keys of the inner side that turn out to be too
/// long.
const SHARE_OF_KEYS: f64 = 8.0;

/// Returns the number of bytes of inner keys up to which a filter is built, if the outer side has that many rows
/// with keys of that length. Keys are hashed for the filter and for the join.
pub fn most_bytes_of_keys(rows: f64, width: i32) -> f64 {
    rows * f64::from(ROW + JOIN + HASH + BYTE * width as f32) / f64::from(BYTE) / SHARE_OF_KEYS
}

/// Weight of one more value in the mean length of values.
const WEIGHT: f32 = 1.0 / 64.0;

/// What the test of a filter costs for a row.
#[derive(Debug, Clone, Copy)]
pub struct TestCost {
    fixed: f32,
    per_byte: f32,
    /// Mean length of the values that are hashed.
    bytes: f32,
    /// Number of joins that a row that is dropped is spared.
    joins: f32,
}

impl TestCost {
    /// Returns the cost of testing keys. `steps` is the number of columns that are stepped over to find the last of
    /// them, and `width` the planner's estimate of the length of their values.
    pub fn new(keys: &List<JoinKey>, steps: usize, width: i32, joins: i32) -> Self {
        let mut cost =
            Self { fixed: steps as f32 * COLUMN, per_byte: BYTE, bytes: width as f32, joins: joins as f32 };
        for key in keys.iter() {
            cost.fixed += match key.kind {
                KeyKind::Hashed if key.is_of_sort_key() => {
                    cost.per_byte = BYTE_OF_SORT_KEY;
                    HASH_OF_SORT_KEY
                }
                KeyKind::Hashed => HASH,
                _ => NUMBER,
            };
        }
        cost
    }

    /// Takes account of the length of the values of a row.
    #[inline(always)]
    pub fn observe(&mut self, bytes: usize) {
        self.bytes += (bytes as f32 - self.bytes) * WEIGHT;
    }

    /// Returns whether it costs much to hash a key of that length.
    pub fn is_long(bytes: i32) -> bool {
        HASH + BYTE * bytes as f32 > EXPENSIVE
    }

    fn of_row(self) -> f32 {
        self.fixed + self.per_byte * self.bytes
    }

    /// Returns whether few rows should be tested to see whether it pays.
    pub fn is_expensive(self) -> bool {
        self.of_row() > EXPENSIVE
    }

    /// Returns the share of passing rows above which the test costs more than it saves: each row is tested, and one
    /// that is dropped is not fetched, unless it was before, and no join hashes its key.
    pub fn most_passing(self, is_early: bool) -> f64 {
        let saved = if is_early { ROW } else { 0.0 } + self.joins * JOIN + self.of_row();
        f64::from(1.0 - self.of_row() / saved).max(0.0)
    }
}

/// The conditions of a scan: what they cost for a row, and which share of the rows they keep.
#[derive(Debug, Clone, Copy)]
pub struct Conditions {
    cost: f32,
    /// Rows that were checked, and those of them that were kept; the planner's estimate counts as some rows, and
    /// older rows count less. Rows that are stored together are often alike, so a few say little.
    checked: f32,
    kept: f32,
    /// Rows that are not among these yet, in integers, which are faster to count.
    new: u32,
    new_kept: u32,
}

impl Conditions {
    /// Number of rows that the planner's estimate counts as.
    const ESTIMATED: f32 = 256.0;
    /// Number of rows that are taken into account at once.
    const AT_ONCE: u32 = 128;
    /// Number of rows that are few.
    const FEW: f32 = 1024.0;
    /// Most rows that count.
    const MOST: f32 = 8192.0;

    /// Describes conditions: the number of their operators, that of the columns that are stepped over to find
    /// theirs, and which share of the rows the planner expects them to keep.
    pub fn new(operators: f32, steps: usize, kept: f32) -> Self {
        let cost = operators * OPERATOR + steps as f32 * COLUMN;
        Self { cost, checked: Self::ESTIMATED, kept: kept * Self::ESTIMATED, new: 0, new_kept: 0 }
    }

    /// Expects a share of the rows to be kept, as of another scan with these conditions.
    pub fn expect(&mut self, kept: f32) {
        self.kept = kept * self.checked;
    }

    /// Returns the share of the rows that are kept, as far as it is known.
    pub fn share(&self) -> f32 {
        self.kept / self.checked
    }

    /// Returns whether as little is known as a few rows say.
    pub fn is_new(&self) -> bool {
        self.checked < Self::FEW
    }

    /// Takes account of a row that no test had been applied to; returns true every so many rows.
    #[inline(always)]
    pub fn count(&mut self, passes: bool) -> bool {
        self.new += 1;
        self.new_kept += u32::from(passes);
        let is_due = self.new >= Self::AT_ONCE;
        if is_due {
            self.add_new();
        }
        is_due
    }

    #[cold]
    fn add_new(&mut self) {
        self.checked += std::mem::take(&mut self.new) as f32;
        self.kept += std::mem::take(&mut self.new_kept) as f32;
        if self.checked >= Self::MOST {
            (self.checked, self.kept) = (self.checked / 2.0, self.kept / 2.0);
        }
    }

    /// Returns whether a test costs less before the conditions than behind them, if `passing` rows pass it: before
    /// them all rows are tested, and only those that pass are fetched and checked.
    pub fn come_after(&self, test: TestCost, passing: f64) -> bool {
        test.of_row() * MARGIN * (1.0 - self.share()) < (1.0 - passing as f32) * (ROW + self.cost)
    }

    /// Returns whether this is so for every test that is not switched off, whatever the conditions keep.
    pub fn always_come_after(&self, test: TestCost) -> bool {
        test.of_row() * MARGIN <= 0.2 * (ROW + self.cost)
    }
}

/// What a scan has found out, from which the next partition can begin.
#[derive(Debug, Clone, Copy, Default)]
pub struct Learned {
    /// Whether it switched the test off.
    pub is_useless: bool,
    /// Share of its rows that passed the test, and of those that its conditions kept.
    pub passing: Option<f64>,
    pub kept: Option<f32>,
}
