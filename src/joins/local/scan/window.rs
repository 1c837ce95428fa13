//! Switches the test of a filter off where nearly all rows pass it: the test would cost more than it saves.

use crate::joins::local::cost::Learned;

/// Number of rows after which the share of those that pass is looked at, and the same for a test that costs much.
const ROWS: u64 = 4_096;
const FEW_ROWS: u64 = 1_024;

/// The same for the first rows of a scan, if another scan has found that the test does not pay.
const FIRST_ROWS: u64 = 256;

/// Rows that pass untested after the first window in which too many passed. It doubles with each such window in a
/// row.
const FIRST_PAUSE: u64 = 16 * ROWS;

/// Most rows that pass untested before the next window.
const MOST_PAUSE: u64 = 256 * ROWS;

/// Share of passing rows above which testing a page at a time does not pay.
const MOST_PASSING_OF_PAGES: f64 = 0.8;

/// The same for tests of one row at a time, which cost more.
const MOST_PASSING_OF_ROWS: f64 = 0.65;

/// What is known of the rows that pass a filter.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    tested: u64,
    passed: u64,
    /// Number of rows of a window.
    rows: u64,
    /// Rows that pass untested from now on.
    untested: u64,
    pause: u64,
    most_passing: f64,
    /// Share of the rows that passed in the last window.
    share: Option<f64>,
}

impl Window {
    /// Creates a window; it switches off nothing if `always`.
    pub fn new(always: bool, is_expensive: bool) -> Self {
        let rows = if is_expensive { FEW_ROWS } else { ROWS };
        let most_passing = if always { f64::INFINITY } else { 0.0 };
        Self { tested: 0, passed: 0, rows, untested: 0, pause: 0, most_passing, share: None }
    }

    /// Sets the share of passing rows above which the test is switched off; `pays` is the one up to which it pays.
    pub fn set_most_passing(&mut self, by_page: bool, pays: f64) {
        if self.most_passing.is_finite() {
            let most = if by_page { MOST_PASSING_OF_PAGES } else { MOST_PASSING_OF_ROWS };
            self.most_passing = most.min(pays);
        }
    }

    /// Begins with what another scan has found out, unless more is known; returns whether it does. If that one switched
    /// the test off, the first window is a short one.
    #[inline(always)]
    pub fn begin_from(&mut self, learned: Learned) -> bool {
        if self.share.is_some() || learned.passing.is_none() {
            return false;
        }
        self.share = learned.passing;
        if learned.is_useless && self.most_passing.is_finite() {
            self.rows = FIRST_ROWS;
        }
        true
    }

    /// Returns whether the test was switched off when the last window ended.
    pub fn is_off(&self) -> bool {
        self.pause > 0
    }

    /// Returns whether to test the next rows; otherwise they count as untested.
    #[inline(always)]
    pub fn tests(&mut self, rows: u64) -> bool {
        let tests = self.untested == 0;
        self.untested = self.untested.saturating_sub(rows);
        tests
    }

    /// Takes account of tested rows; returns whether a window ended, so that the share may be another one.
    #[inline(always)]
    pub fn count(&mut self, tested: u64, passed: u64) -> bool {
        self.tested += tested;
        self.passed += passed;
        let ended = self.tested >= self.rows;
        if ended {
            self.end();
        }
        ended
    }

    #[cold]
    fn end(&mut self) {
        let share = self.passed as f64 / self.tested as f64;
        self.share = Some(share);
        (self.tested, self.passed) = (0, 0);
        self.rows = self.rows.max(FEW_ROWS);
        if share > self.most_passing {
            self.pause = (self.pause * 2).clamp(FIRST_PAUSE, MOST_PAUSE);
            self.untested = self.pause;
        } else {
            self.pause = 0;
        }
    }

    /// Returns the share of the rows that passed, if it is known.
    pub fn share(&self) -> Option<f64> {
        self.share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window of a test that pays up to a share of passing rows.
    fn window(by_page: bool, pays: f64) -> Window {
        let mut window = Window::new(false, false);
        window.set_most_passing(by_page, pays);
        window
    }

    /// Tests rows one by one, of which the given share passes; returns how many are tested.
    fn tested(window: &mut Window, rows: u64, share: f64) -> u64 {
        let mut count = 0;
        for row in 0..rows {
            if window.tests(1) {
                count += 1;
                window.count(1, u64::from((row % 100) as f64 / 100.0 < share));
            }
        }
        count
    }

    #[test]
    fn useful_filters_are_always_tested() {
        assert_eq!(tested(&mut window(true, 1.0), 1_000_000, 0.7), 1_000_000);
        assert_eq!(tested(&mut Window::new(true, true), 1_000_000, 1.0), 1_000_000);
        assert_eq!(tested(&mut window(false, 1.0), 1_000_000, 0.6), 1_000_000);
    }

    #[test]
    fn useless_filters_are_tested_less_and_less() {
        let mut window = window(true, 1.0);
        let first = tested(&mut window, 1_000_000, 0.9);
        assert!(first < 50_000, "{first}");
        assert!(tested(&mut window, 10_000_000, 0.9) < 100_000);
        assert!(tested(&mut self::window(false, 1.0), 1_000_000, 0.7) < 50_000);
        assert!(tested(&mut self::window(true, 0.1), 1_000_000, 0.2) < 50_000);
    }

    #[test]
    fn filters_that_become_useful_are_tested_again() {
        let mut window = window(true, 1.0);
        tested(&mut window, 10_000_000, 1.0);
        assert!(tested(&mut window, 10_000_000, 0.1) > 8_900_000);
    }
}
