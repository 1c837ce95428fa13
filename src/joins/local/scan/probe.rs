//! The test of a filter by a scan, of one row by all filters, and the order of tests and conditions.

use super::location::Location;
use super::window::Window;
use crate::joins::local::cost::{Conditions, Learned, TestCost};
use crate::joins::local::filter::Words;
use crate::joins::local::key::{self, Hash, JoinKey};
use crate::joins::local::keys::Column;
use crate::joins::local::node::Build;
use crate::pg::executor;
use crate::pg::list::List;
use pgrx::pg_sys::{self, Datum, TupleTableSlot};

/// A filter that a scan tests.
pub struct Test {
    pub build: *mut Build,
    pub keys: List<JoinKey>,
    /// Bits of the keys that may be stored elsewhere, or compressed.
    pub toasted: u64,
    /// Whether all rows with a key are dropped or none: those that are read before the filter is complete keep it from
    /// being tested for good.
    pub whole_groups: bool,
    pub window: Window,
    pub cost: TestCost,
    /// Whether it may come before the conditions of the scan.
    pub may_be_early: bool,
    /// For tests of a page: where the key is in a row, and whether the filter is tested on this page.
    pub at: Location,
    pub is_on: bool,
    /// For tests of a page: unpacks a row once for several keys that are far behind in it; null for others.
    pub unpacked: *mut pg_sys::HeapTupleTableSlot,
}

impl Test {
    /// Returns the filter, if the next rows are to be tested.
    #[inline(always)]
    pub fn usable(&self) -> Option<Words> {
        // SAFETY: the node that builds the filter lives as long as the scan.
        let build = unsafe { &*self.build };
        let words = build.usable();
        if !self.whole_groups {
            return words;
        }
        if words.is_none() {
            build.has_missed.set(true);
        }
        if build.has_missed.get() { None } else { words }
    }

    /// Returns the hashes that a row must have one of, beside the filter.
    #[inline(always)]
    pub fn hashes(&self) -> Option<&Column> {
        // SAFETY: the node that builds the filter lives as long as the scan.
        if self.whole_groups { unsafe { &*self.build }.hashes() } else { None }
    }

    /// Takes account of tested rows; returns whether more is known than before.
    #[inline(always)]
    pub fn count(&mut self, tested: u64, passed: u64) -> bool {
        // SAFETY: the node that builds the filter lives as long as the scan.
        let build = unsafe { &*self.build };
        build.count(tested, passed, 0);
        if self.whole_groups {
            build.count_of_groups(tested, passed);
        }
        let ended = self.window.count(tested, passed);
        if ended {
            let (is_useless, passing) = (self.window.is_off(), self.window.share());
            build.learned.set(Learned { is_useless, passing, ..build.learned.get() });
        }
        ended
    }

    /// Takes account of the length of the keys of a row, whose values `column` returns.
    ///
    /// # Safety
    /// The values must be of the keys' types.
    #[inline(always)]
    pub unsafe fn observe(&mut self, column: impl FnMut(&JoinKey) -> Option<Datum>) {
        if self.toasted != 0 {
            // SAFETY: the values are those of the keys in one row.
            let bytes =
                unsafe { key::sum_of_lengths(&self.keys, self.toasted, executor::stored_length, column) };
            self.cost.observe(bytes);
        }
    }
}

/// The tests of a scan.
pub struct Tests {
    /// Those before the scan's own conditions, and behind them.
    pub early: List<Test>,
    pub late: List<Test>,
    /// The conditions, if tests may come before or behind them as it costs less.
    pub conditions: Option<Conditions>,
    /// Whether more is known of the shares of passing rows than when the tests were ordered.
    pub is_due: bool,
}

impl Tests {
    /// Takes account of a row that the conditions have checked and no test before.
    #[inline(always)]
    pub fn checked(&mut self, passes: bool) {
        if let Some(conditions) = &mut self.conditions {
            self.is_due |= conditions.count(passes);
        }
    }

    /// Begins with what the scan of another partition has found out.
    #[inline(always)]
    pub fn begin(&mut self) {
        for test in self.early.iter_mut() {
            // SAFETY: the node that builds the filter lives as long as the scan.
            let learned = unsafe { &*test.build }.learned.get();
            if test.window.begin_from(learned) {
                self.is_due = true;
                if let (Some(conditions), Some(kept)) = (&mut self.conditions, learned.kept) {
                    conditions.expect(kept);
                }
            }
        }
    }

    /// Returns whether a row passes the tests behind the conditions.
    ///
    /// # Safety
    /// As for [`pass`].
    #[inline(always)]
    pub unsafe fn pass_late(&mut self, slot: *mut TupleTableSlot, context: *mut pg_sys::ExprContext) -> bool {
        // SAFETY: the slot has the row that the scan is about to return.
        unsafe { pass(&mut self.late, &mut self.is_due, slot, context) }
    }

    /// Puts each test where it costs less, and those first that let the fewest rows pass.
    #[cold]
    pub fn order(&mut self) {
        self.is_due = false;
        if let Some(conditions) = self.conditions {
            // Where nothing is known of a filter, it may let no row pass.
            let comes_first =
                |test: &Test| conditions.come_after(test.cost, test.window.share().unwrap_or(0.0));
            for test in self.early.iter().chain(self.late.iter()) {
                // SAFETY: the node that builds the filter lives as long as the scan.
                let learned = unsafe { &(*test.build).learned };
                learned.set(Learned { kept: Some(conditions.share()), ..learned.get() });
            }
            move_some(&mut self.early, &mut self.late, |test| !comes_first(test));
            move_some(&mut self.late, &mut self.early, |test| test.may_be_early && comes_first(test));
        }
        for (tests, is_early) in [(&mut self.early, true), (&mut self.late, false)] {
            for test in tests.iter_mut() {
                test.window.set_most_passing(is_early, test.cost.most_passing(is_early));
            }
            let share = |test: &Test| test.window.share().unwrap_or(0.5);
            tests.sort_unstable_by(|a, b| share(a).total_cmp(&share(b)));
        }
    }
}

/// Moves some tests from one list to another.
fn move_some(from: &mut List<Test>, to: &mut List<Test>, is_moved: impl Fn(&Test) -> bool) {
    let mut place = 0;
    while let Some(test) = from.get(place) {
        if is_moved(test) {
            to.push(from.swap_remove(place));
        } else {
            place += 1;
        }
    }
}

/// Returns whether a row passes all tests.
///
/// # Safety
/// `slot` must have a row with the columns of the keys, and `context` be its node's; for the stack, see the module.
#[inline(always)]
pub unsafe fn pass(
    tests: &mut List<Test>,
    is_due: &mut bool,
    slot: *mut TupleTableSlot,
    context: *mut pg_sys::ExprContext,
) -> bool {
    let mut passes = true;
    for test in tests.iter_mut() {
        // SAFETY: the node that builds the filter lives as long as the scan.
        let build = unsafe { &*test.build };
        let Some(words) = test.usable() else { continue };
        test.window.begin_from(build.learned.get());
        if !test.window.tests(1) {
            build.count(0, 0, 1);
            continue;
        }
        // SAFETY: the slot's columns have the keys' types; a usable filter has its words.
        passes = unsafe {
            test.observe(|key| executor::column(slot, key.column));
            let hash = executor::in_memory_of_row(context, || {
                key::hash(&test.keys, test.toasted, |key| executor::column(slot, key.column))
            });
            match hash {
                Hash::Null => false,
                Hash::Unknown => true,
                Hash::Known(hash) => {
                    words.contains(hash) && test.hashes().is_none_or(|hashes| hashes.has_number(hash))
                }
            }
        };
        *is_due |= test.count(1, u64::from(passes));
        if !passes {
            break;
        }
    }
    passes
}
