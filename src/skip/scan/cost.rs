//! What a scan costs, in the planner's units, and what the plain plan would.

use super::node::DIRECT_PROBES;
use crate::pg::tree::planner::operator_cost;
use pgrx::pg_sys::{self, PlannerInfo};

/// To read a leaf index; to copy its filter, in such reads; and to probe the copy.
const PROBE: f64 = 0.12;
const COPY: f64 = 6.0;
const PROBE_AGAIN: f64 = 0.003;
/// To begin with a partition: its relation, the descent of its index.
const LEAF: f64 = 1.5;
/// The same in the plain plan, with a node of its own.
const PLAIN_LEAF: f64 = 1.5;
/// To plan it in the plain plan, in operators, for each table that is joined: what the server adds for a table when it
/// compares a custom plan with a generic one.
const PLANNED_LEAF: f64 = 1000.0;
/// To search its index.
const LEAF_AGAIN: f64 = 0.25;
/// Part of a random access that a page costs which outer rows share, as it is mostly in memory.
const SHARED: f64 = 0.3;
/// Share of the partitions that may have a value and do have it, as its rows are often close to each other.
const SPREAD: f64 = 0.5;
/// False positives of an index, as it is built by default.
const FALSE_POSITIVES: f64 = 0.001;

/// The partitions that are left after pruning, and their rows.
#[derive(Debug, Clone, Copy)]
pub struct Live {
    pub partitions: f64,
    pub rows: f64,
    pub pages: f64,
    /// Number of tables that are joined and planned each time; 0 if the plan is generic, as that is kept.
    pub planned: f64,
}

/// Cost of a path.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    pub startup: f64,
    pub total: f64,
}

impl Live {
    /// Cost of our scan by `values` values with so many rows, for each of so many outer rows, and the number of rows
    /// that it looks at. Where no index finds the rows of a partition, the whole partition is read.
    pub fn by_key(
        self,
        planner: *mut PlannerInfo,
        (rows, values): (f64, f64),
        loops: f64,
        is_indexed: bool,
    ) -> (Cost, f64) {
        let searches = rows + self.partitions * FALSE_POSITIVES * values;
        let searches = searches.min(self.partitions * values);
        let leaves = (searches * loops).min(self.partitions) / loops;
        let reads = (DIRECT_PROBES as f64 + COPY) / (loops * values);
        let probe = PROBE * reads.min(1.0) + PROBE_AGAIN;
        let startup = self.partitions * probe * values;
        let begins = startup + leaves * LEAF;
        if is_indexed {
            // A row is copied, and the condition of the index is evaluated again.
            let again = rows * operator_cost();
            let total = begins + searches * LEAF_AGAIN + self.fetch(planner, rows, loops, false) + again;
            return (Cost { startup, total }, rows);
        }
        let whole = searches.min(self.partitions);
        let whole = whole * if loops > 1.0 { 1.0 } else { SPREAD };
        let (cost, read) = (self.one().read(), self.one().rows * whole);
        (Cost { startup, total: begins + whole * cost }, read)
    }

    /// Returns one of the partitions, which has a page at least.
    pub fn one(self) -> Self {
        let share = 1.0 / self.partitions.max(1.0);
        Self { partitions: 1.0, rows: self.rows * share, pages: (self.pages * share).max(1.0), ..self }
    }

    /// Cost to begin with a partition in the plain plan.
    fn plain_leaf(self) -> f64 {
        PLAIN_LEAF + self.planned * PLANNED_LEAF * operator_cost()
    }

    /// Cost of the plain plan that reads all.
    pub fn all(self) -> Cost {
        let startup = self.partitions * self.plain_leaf();
        Cost { startup, total: startup + self.read() }
    }

    /// Cost to read all pages.
    fn read(self) -> f64 {
        // SAFETY: these read settings.
        let (page, row) = unsafe { (pg_sys::seq_page_cost, pg_sys::cpu_tuple_cost) };
        self.pages * page + self.rows * row
    }

    /// Cost of the plain plan that finds so many rows by so many values in an index of each partition.
    pub fn by_index(self, planner: *mut PlannerInfo, (rows, values): (f64, f64), loops: f64) -> Cost {
        let startup = self.partitions * (self.plain_leaf() / loops + LEAF_AGAIN * values);
        Cost { startup, total: startup + self.fetch(planner, rows, loops, true) }
    }

    /// Cost of the plain plan that reads all in the order of an index.
    pub fn in_order(self) -> Cost {
        let all = self.all();
        // SAFETY: as above.
        let row = unsafe { pg_sys::cpu_index_tuple_cost };
        Cost { startup: self.plain_leaf(), total: all.total + self.pages + self.rows * row }
    }

    /// Cost of fetching rows, whose pages stay in memory from one outer row to the next. A bitmap reads them in their
    /// order, so the more there are the less each costs.
    fn fetch(self, planner: *mut PlannerInfo, rows: f64, loops: f64, is_bitmap: bool) -> f64 {
        let rows = rows.max(1.0);
        let pages = self.pages.max(1.0);
        // SAFETY: the planner's data; the rest reads settings.
        unsafe {
            let all = pg_sys::index_pages_fetched(rows * loops, pages as u32, pages, planner);
            let (random, in_order) = (pg_sys::random_page_cost, pg_sys::seq_page_cost);
            let share = if is_bitmap { (all / loops / pages).min(1.0).sqrt() } else { 0.0 };
            let page = (random - (random - in_order) * share) * if loops > 1.0 { SHARED } else { 1.0 };
            all / loops * page + rows * (pg_sys::cpu_index_tuple_cost + pg_sys::cpu_tuple_cost)
        }
    }
}
