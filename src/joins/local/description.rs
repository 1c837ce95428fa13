//! How a plan describes a filter: by lists of numbers, which are copied and sent to parallel workers with the plan.

use super::key::{self, Trust};
use super::pair::Pair;
use crate::pg::nodes::items;
use pgrx::pg_sys::{self, List};

/// The description of a filter in a plan: lists of numbers, of which the first is of the filter itself.
pub struct Description {
    /// Whether it is tested always.
    pub always: bool,
    /// Whether the numbers of tested rows are counted. They are not where the statement hides rows from its user.
    pub counts: bool,
    /// Number of keys that are expected.
    pub keys: f64,
    /// Number of bytes of keys up to which it is built, unless it is tested always.
    pub most_bytes: f64,
}

/// Numbers of a filter before its keys.
const OF_FILTER: usize = 4;

/// Numbers of a scan before its keys.
const OF_PLACE: usize = 9;

/// A scan that is screened, as a plan describes it.
pub struct PlannedScan {
    pub node: i32,
    pub table: u32,
    /// Whether the keys are columns of the table, and not of the node's output.
    pub of_table: bool,
    /// Whether the conditions of the scan may come after the test.
    pub early: bool,
    pub costs: PlannedCosts,
    pub keys: Vec<[i32; key::NUMBERS]>,
}

/// What is known of the costs of a scan and of its test when the plan is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlannedCosts {
    /// What the conditions of the scan cost, in operators; 0 if it has none.
    pub operators: i32,
    /// The last column that they read.
    pub last_column: i32,
    /// Of 10,000 rows, those that they keep.
    pub kept: i32,
    /// Length of the keys that are hashed.
    pub width: i32,
    /// Number of joins that a row passes if it is not dropped.
    pub joins: i32,
}

/// Describes a filter: a list of its own numbers and its keys, and a list for each scan, of which `costs` knows the
/// costs.
///
/// # Safety
/// Memory for lists must be at hand.
pub unsafe fn describe(
    filter: &Description,
    pairs: &[Pair],
    costs: impl Fn(usize) -> PlannedCosts,
) -> *mut List {
    // SAFETY: these are new lists.
    unsafe {
        let numbers = |numbers: Vec<i32>| {
            numbers.into_iter().fold(std::ptr::null_mut(), |list, number| pg_sys::lappend_int(list, number))
        };
        let kilobytes = filter.most_bytes / 1024.0;
        let mut own = vec![filter.always.into(), filter.counts.into(), filter.keys as i32, kilobytes as i32];
        own.extend(
            pairs.iter().flat_map(|pair| {
                key::describe(pair.inner, 0, pair.operator, pair.functions.1, pair.collation)
            }),
        );
        let mut all = pg_sys::lappend(std::ptr::null_mut(), numbers(own).cast());
        let reveals_nothing =
            pairs.iter().all(|pair| Trust::of(pair.operator, pair.functions.0) == Trust::AnyRow);
        for (number, place) in pairs[0].places.iter().enumerate() {
            // Where rows are hidden, it is by a condition of the scan, or behind it.
            let early = reveals_nothing && (filter.counts || place.has_no_conditions());
            let PlannedCosts { operators, last_column, kept, width, joins } = costs(number);
            let mut scan = vec![place.node, place.table as i32, place.of_table.into(), early.into()];
            scan.extend([operators, last_column, kept, width, joins]);
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
    let description = Description {
        always: own(0) != 0,
        counts: own(1) != 0,
        keys: f64::from(own(2)),
        most_bytes: f64::from(own(3)) * 1024.0,
    };
    (description, numbers.get(OF_FILTER..).map_or(Vec::new(), keys))
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
            let [node, table, of_table, early, operators, last_column, kept, width, joins] =
                *numbers.first_chunk::<OF_PLACE>()?;
            Some(PlannedScan {
                node,
                table: table as u32,
                of_table: of_table != 0,
                early: early != 0,
                costs: PlannedCosts { operators, last_column, kept, width, joins },
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
