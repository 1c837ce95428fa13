//! When it pays to read an index for the blocks that have keys: what that costs, against the pages that a scan would
//! read. All costs are in microseconds of one processor, and only their proportions count.

/// Time to look for a key in an index, and to step over a row that has it.
const OF_KEY: f64 = 0.9;
const OF_ROW: f64 = 0.035;

/// Time to read the summary of a range of blocks in an index, and to see whether a page is visible to all.
const OF_RANGE: f64 = 1.0;
const OF_VISIBLE: f64 = 0.01;

/// Share of the time of the scan that may be spent on summaries.
const OF_RANGES: f64 = 0.25;

/// Time to look at a page in memory, and at a row on it.
const OF_PAGE: f64 = 0.7;
const OF_ROW_ON_PAGE: f64 = 0.014;

/// Weight of what a page costs that does not follow the one before, by the settings of the planner. Most pages are in
/// memory.
const OF_DISTANCE: f64 = 0.25;

/// Share of the time of the scan that the index may take to be used.
const MOST: f64 = 0.9;

/// Share of that which one key may take.
const OF_ONE_KEY: f64 = 0.05;

/// Tables of fewer blocks are read.
pub const LEAST_BLOCKS: u32 = 64;

/// Keys that are looked for to guess how many rows and blocks the others have, and most rows of each.
pub const SAMPLED_KEYS: usize = 12;
pub const SAMPLED_ROWS: u32 = 1024;

/// What a scan costs that is to read some pages.
#[derive(Debug, Clone, Copy)]
pub struct Scan {
    /// Blocks that the table has, and those that this scan has not yet read.
    pub blocks: f64,
    pub remaining: f64,
    pub rows_of_page: f64,
    /// What a page costs that does not follow the one before, as a multiple of one that does.
    pub random: f64,
}

/// What was read of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Found {
    pub keys: f64,
    pub rows: f64,
    pub blocks: f64,
}

impl Scan {
    fn page(&self) -> f64 {
        OF_PAGE + OF_ROW_ON_PAGE * self.rows_of_page
    }

    fn limit(&self) -> f64 {
        MOST * self.remaining * self.page()
    }

    /// Returns the time to read blocks, of which each has its place in the order of the scan.
    fn reading(&self, blocks: f64) -> f64 {
        let share = (blocks / self.blocks.max(1.0)).min(1.0);
        let still = blocks * (self.remaining / self.blocks.max(1.0)).min(1.0);
        still * self.page() * (1.0 + OF_DISTANCE * (self.random - 1.0).max(0.0) * (1.0 - share.sqrt()))
    }

    /// Returns whether it can pay to look for so many keys.
    pub fn can_pay(&self, keys: usize) -> bool {
        keys as f64 * OF_KEY < self.limit()
    }

    /// Returns whether it can pay to read the summaries of so many ranges, which no LIMIT above can spare.
    pub fn can_pay_ranges(&self, ranges: f64) -> bool {
        ranges * OF_RANGE + self.blocks * OF_VISIBLE < OF_RANGES * self.limit()
    }

    /// Returns what so many keys have, if they are like the sampled ones.
    pub fn forecast(&self, sample: Found, keys: usize) -> Found {
        let keys = keys as f64;
        let times = keys / sample.keys.max(1.0);
        // Blocks of several keys are often the same ones.
        let drawn = sample.blocks * times / self.blocks.max(1.0);
        Found { keys, rows: sample.rows * times, blocks: self.blocks * (1.0 - (-drawn).exp()) }
    }

    /// Returns whether it pays to read the index, and then only these blocks.
    pub fn pays(&self, found: Found) -> bool {
        found.time() + self.reading(found.blocks) <= self.limit()
    }

    /// Returns how many pages can be read in the time that an index takes.
    pub fn pages_in(&self, time: f64) -> f64 {
        time / self.page()
    }

    /// Returns the most rows that a key may have.
    pub fn most_rows_of_key(&self) -> f64 {
        OF_ONE_KEY * self.limit() / OF_ROW
    }

    /// Returns whether to go on reading the index for so many keys, of which some were found.
    pub fn goes_on(&self, (found, forecast): (Found, Found), keys: usize) -> bool {
        let so_far = found.time() + self.reading(found.blocks);
        let is_as_expected = found.time() <= forecast.time()
            || found.time() / found.keys.max(1.0) * keys as f64 + self.reading(found.blocks) <= self.limit();
        so_far <= self.limit() && is_as_expected
    }
}

impl Found {
    /// Returns the time that it took to read this of an index.
    pub fn time(&self) -> f64 {
        self.keys * OF_KEY + self.rows * OF_ROW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten million rows on 154,000 pages.
    const LARGE: Scan = Scan { blocks: 154_000.0, remaining: 154_000.0, rows_of_page: 65.0, random: 4.0 };

    fn sample(rows: f64, blocks: f64) -> Found {
        Found { keys: 12.0, rows: 12.0 * rows, blocks: 12.0 * blocks }
    }

    fn pays(scan: Scan, sample: Found, keys: usize) -> bool {
        scan.can_pay(keys) && scan.pays(scan.forecast(sample, keys))
    }

    #[test]
    fn few_scattered_keys_pay() {
        assert!([1, 10, 100, 1_000, 10_000].iter().all(|keys| pays(LARGE, sample(10.0, 10.0), *keys)));
        assert!(!pays(LARGE, sample(10.0, 10.0), 60_000));
        assert!(pays(LARGE, sample(10_000.0, 9_450.0), 1));
        assert!(!pays(LARGE, sample(10_000.0, 9_450.0), 100));
    }

    #[test]
    fn large_ranges_pay() {
        assert!(LARGE.can_pay_ranges(154_000.0 / 128.0) && LARGE.can_pay_ranges(154_000.0 / 16.0));
        assert!(!LARGE.can_pay_ranges(154_000.0));
    }

    #[test]
    fn little_that_is_left_does_not_pay() {
        let end = Scan { remaining: 100.0, ..LARGE };
        assert!(pays(end, sample(10.0, 10.0), 10));
        assert!(!pays(end, sample(10.0, 10.0), 1_000));
    }

    #[test]
    fn a_key_of_many_rows_ends_the_search() {
        let forecast = LARGE.forecast(sample(10.0, 10.0), 1_000);
        let found = Found { keys: 100.0, rows: 1_000.0, blocks: 1_000.0 };
        assert!(LARGE.goes_on((found, forecast), 1_000));
        assert!(LARGE.most_rows_of_key() < 500_000.0);
        let dense = Found { keys: 100.0, rows: 1_000_000.0, blocks: 150_000.0 };
        assert!(!LARGE.goes_on((dense, forecast), 1_000));
    }
}
