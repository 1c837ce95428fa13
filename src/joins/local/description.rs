//! How a plan describes a filter: by lists of numbers, which are copied and sent to parallel workers with the plan.

use super::key::{self, Trust};
use super::pair::Pair;
use crate::pg::nodes::items;
use pgrx::pg_sys::{self, List};

/// The description of a filter in a plan: lists of numbers, of which the first is of the filter itself.
pub struct Description {
    /// Whether it is tested always.
    pub always: bool,
    /// Number of keys that are expected.
    pub keys: f64,
}

/// Numbers of a scan before its keys.
const OF_PLACE: usize = 4;

/// A scan that is screened, as a plan describes it.
pub struct PlannedScan {
    pub node: i32,
    pub table: u32,
    /// Whether the keys are columns of the table, and not of the node's output.
    pub of_table: bool,
    /// Whether the conditions of the scan may come after the test.
    pub early: bool,
    pub keys: Vec<[i32; key::NUMBERS]>,
}

/// Describes a filter: a list of its own numbers and its keys, and a list for each scan.
///
/// # Safety
/// Memory for lists must be at hand.
pub unsafe fn describe(filter: &Description, pairs: &[Pair]) -> *mut List {
    // SAFETY: these are new lists.
    unsafe {
        let numbers = |numbers: Vec<i32>| {
            numbers.into_iter().fold(std::ptr::null_mut(), |list, number| pg_sys::lappend_int(list, number))
        };
        let keys = filter.keys.clamp(0.0, f64::from(i32::MAX)) as i32;
        let mut own = vec![i32::from(filter.always), keys];
        own.extend(
            pairs.iter().flat_map(|pair| {
                key::describe(pair.inner, 0, pair.operator, pair.functions.1, pair.collation)
            }),
        );
        let mut all = pg_sys::lappend(std::ptr::null_mut(), numbers(own).cast());
        let early = pairs.iter().all(|pair| Trust::of(pair.operator, pair.functions.0) == Trust::AnyRow);
        for (number, place) in pairs[0].places.iter().enumerate() {
            let mut scan = vec![place.node, place.table as i32, place.of_table.into(), early.into()];
            scan.extend(pairs.iter().flat_map(|pair| {
                let key = &pair.places[number];
                key::describe(key.column, key.name, pair.operator, pair.functions.0, pair.collation)
            }));
            all = pg_sys::lappend(all, numbers(scan).cast());
        }
        all
    }
}

/// Reads the description of a filter: itself and its keys.
///
/// # Safety
/// `description` must be what [`describe`] returned, or a copy.
pub unsafe fn read(description: *mut List) -> (Description, Vec<[i32; key::NUMBERS]>) {
    // SAFETY: the caller guarantees the description.
    let numbers = unsafe { items::<List>(description).next().map_or(Vec::new(), |list| numbers(list)) };
    let own = |place: usize| numbers.get(place).copied().unwrap_or(0);
    let description = Description { always: own(0) != 0, keys: f64::from(own(1)) };
    (description, numbers.get(2..).map_or(Vec::new(), keys))
}

/// Reads the scans of a filter's description.
///
/// # Safety
/// As for [`read`].
pub unsafe fn scans(description: *mut List) -> impl Iterator<Item = PlannedScan> {
    // SAFETY: the caller guarantees the description.
    unsafe {
        items::<List>(description).skip(1).filter_map(|list| {
            let numbers = numbers(list);
            let [node, table, of_table, early] = *numbers.first_chunk::<OF_PLACE>()?;
            Some(PlannedScan {
                node,
                table: table as u32,
                of_table: of_table != 0,
                early: early != 0,
                keys: keys(&numbers[OF_PLACE..]),
            })
        })
    }
}

/// # Safety
/// `list` must be a list of numbers.
unsafe fn numbers(list: *mut List) -> Vec<i32> {
    // SAFETY: the caller guarantees the list.
    unsafe { (0..pg_sys::list_length(list)).map(|place| pg_sys::list_nth_int(list, place)).collect() }
}

fn keys(numbers: &[i32]) -> Vec<[i32; key::NUMBERS]> {
    numbers.as_chunks().0.to_vec()
}
