//! The way from a join down to the scans that return a column of its outer side.
//!
//! Each node on the way passes the rows of its input on, one by one, and returns a row only with the key of the input's row.
//! It keeps no rows from one scan of its input to the next. So a row of the scan may be missing if the join drops all rows
//! with its key. The way ends without a scan at
//!
//! - the inner side of a join, and the outer side of joins that return rows for partners that are missing (RIGHT, FULL);
//! - LIMIT, DISTINCT, aggregates, window functions and set-returning functions, which look at several rows;
//! - Sort, Material, Memoize, Hash and CTEs, which read their input before the filter is complete, or keep it;
//! - Gather, whose workers have other filters;
//! - computed keys.
//!
//! So it never comes to a node whose position a merge join marks, which is on its inner side.

use crate::pg::library::library_of;
use crate::pg::tree::{List, Node, check_stack};
use pgrx::pg_sys::{self, CustomScan, JoinType, NodeTag, Plan, Var};
use std::ffi::CStr;

/// A scan that returns a column of the outer side of a join.
#[derive(Debug, Clone, Copy)]
pub struct Place<'t> {
    /// The number of the scan's node in the plan.
    pub node: i32,
    /// The table's number in the plan.
    pub table: u32,
    /// The column: of the table's rows if `of_table`, otherwise of those that the node returns.
    pub column: i16,
    pub of_table: bool,
    /// The column of the table; 0 if it is not known.
    pub name: i16,
    /// Number of rows that the planner expects of the scan.
    pub rows: f64,
    /// The conditions of the scan that are not those of its index.
    pub qual: List<'t, pg_sys::Node>,
    pub way: Way,
}

/// What stands between a scan and the join.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// Whether the join gets all rows of the scan.
    pub direct: bool,
    /// Number of joins that a row of the scan passes, with the last one.
    pub joins: i32,
}

impl Way {
    /// What stands between a join and its outer side.
    pub const NOTHING: Self = Self { direct: true, joins: 1 };
}

/// Adds the scans that return a column of a plan's output, counted from 1.
pub fn follow<'t>(plan: Node<'t, Plan>, column: i16, way: Way, found: &mut Vec<Place<'t>>) {
    check_stack();
    let Some(var) = plan.output_column(column) else { return };
    let is_input = var.varno == pg_sys::OUTER_VAR;
    let all_rows = Way { direct: way.direct && plan.qual().is_empty(), ..way };
    if plan.scan().is_some() {
        found.extend(place(plan, column, var, way));
        return;
    }
    match plan.tag() {
        NodeTag::T_Append if is_input => {
            plan.several().iter().for_each(|child| follow(child, var.varattno, all_rows, found));
        }
        NodeTag::T_CustomScan if var.varno == pg_sys::INDEX_VAR && plan.is().is_some_and(is_chunk_append) => {
            plan.several().iter().for_each(|child| follow(child, var.varattno, all_rows, found));
        }
        NodeTag::T_Result if is_input => {
            plan.lefttree().into_iter().for_each(|below| follow(below, var.varattno, all_rows, found));
        }
        NodeTag::T_SubqueryScan => {
            let scan = plan.is::<pg_sys::SubqueryScan>();
            if scan.is_some_and(|scan| var.varno as u32 == scan.scan.scanrelid)
                && let Some(below) = plan.subquery()
            {
                follow(below, var.varattno, all_rows, found);
            }
        }
        NodeTag::T_HashJoin | NodeTag::T_MergeJoin | NodeTag::T_NestLoop if is_input => {
            let keeps_outer = |join: Node<'_, pg_sys::Join>| {
                matches!(
                    join.jointype,
                    JoinType::JOIN_INNER | JoinType::JOIN_SEMI | JoinType::JOIN_LEFT | JoinType::JOIN_ANTI
                )
            };
            if plan.join().is_some_and(keeps_outer)
                && let Some(outer) = plan.lefttree()
            {
                let way = Way { direct: false, joins: way.joins + 1 };
                follow(outer, var.varattno, way, found);
            }
        }
        _ => {}
    }
}

/// Returns whether a custom scan is an Append of TimescaleDB 2, which returns the rows of its inputs as they are. They
/// agree in their columns by place.
pub fn is_chunk_append(scan: Node<'_, CustomScan>) -> bool {
    // SAFETY: the methods of a custom scan are static, and have a name.
    let name = unsafe { CStr::from_ptr((*scan.methods).CustomName) };
    name == c"ChunkAppend"
        && library_of(scan.methods.cast()).is_some_and(|library| library.starts_with("timescaledb-2."))
}

/// Returns a scan as a place, if its column can be tested. A sequential scan tests the rows of its table, others those that
/// they return.
fn place<'t>(plan: Node<'t, Plan>, column: i16, var: Node<'t, Var>, way: Way) -> Option<Place<'t>> {
    let scan = plan.scan()?;
    let of_table = plan.tag() == NodeTag::T_SeqScan;
    let is_own = var.varno as u32 == scan.scanrelid;
    if of_table && !is_own {
        return None;
    }
    Some(Place {
        node: plan.plan_node_id,
        table: scan.scanrelid,
        column: if of_table { var.varattno } else { column },
        of_table,
        name: if is_own { var.varattno } else { 0 },
        rows: plan.plan_rows,
        qual: plan.qual(),
        way,
    })
}
