//! The test of a filter by a scan, and of one row by all filters.

use super::build::Build;
use super::key::{self, Hash, Key};
use super::location::Location;
use super::window::Window;
use crate::pg::executor;
use crate::pg::list::List;
use pgrx::pg_sys::{self, TupleTableSlot};

/// A filter that a scan tests.
pub struct Test {
    pub build: *mut Build,
    pub keys: List<Key>,
    /// Bits of the keys that may be stored elsewhere, or compressed.
    pub toasted: u64,
    pub window: Window,
    /// For tests of a page: where the key is in a row, and whether the filter is tested on this page.
    pub at: Location,
    pub is_on: bool,
}

/// Returns whether a row passes all tests.
///
/// # Safety
/// `slot` must have a row with the columns of the keys, and `context` be its node's; for the stack, see the module.
#[inline(always)]
pub unsafe fn pass(
    tests: &mut List<Test>,
    slot: *mut TupleTableSlot,
    context: *mut pg_sys::ExprContext,
) -> bool {
    let mut ended = false;
    let mut passes = true;
    for test in tests.iter_mut() {
        // SAFETY: the node that builds the filter lives as long as the scan.
        let build = unsafe { &*test.build };
        let Some(words) = build.usable() else { continue };
        if !test.window.tests(1) {
            build.count(0, 0, 1);
            continue;
        }
        // SAFETY: the caller guarantees the row; the words are alive.
        passes = unsafe {
            let hash = executor::in_memory_of_row(context, || {
                key::hash(&test.keys, test.toasted, |key| executor::column(slot, key.column))
            });
            match hash {
                Hash::Null => false,
                Hash::Unknown => true,
                Hash::Known(hash) => words.contains(hash),
            }
        };
        build.count(1, u64::from(passes), 0);
        ended |= test.window.count(1, u64::from(passes));
        if !passes {
            break;
        }
    }
    if ended {
        order(tests);
    }
    passes
}

/// Puts the tests first that let the fewest rows pass.
#[cold]
pub fn order(tests: &mut List<Test>) {
    tests.sort_unstable_by(|a, b| a.window.share().total_cmp(&b.window.share()));
}
