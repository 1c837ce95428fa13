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

use crate::pg::catalog::check_stack;
use crate::pg::library::library_of;
use crate::pg::nodes::{items, node_as, nth, without_relabel};
use pgrx::pg_sys::{self, JoinType, List, NodeTag, Plan};
use std::ffi::CStr;

/// A scan that returns a column of the outer side of a join.
#[derive(Debug, Clone, Copy)]
pub struct Place {
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
    qual: *mut List,
    pub way: Way,
}

impl Place {
    /// Returns whether the scan returns all rows that it reads.
    pub fn has_no_conditions(&self) -> bool {
        self.qual.is_null()
    }

    /// Returns the conditions of the scan.
    pub fn qual(&self) -> *mut List {
        self.qual
    }
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
///
/// # Safety
/// `plan` must be null or part of a finished plan.
pub unsafe fn follow(plan: *mut Plan, column: i16, way: Way, found: &mut Vec<Place>) {
    check_stack();
    // SAFETY: the caller guarantees the plan; a node's tag says which node it is.
    unsafe {
        let Some(node) = plan.as_ref() else { return };
        let Some(var) = column_below(node, column) else { return };
        let is_input = var.varno == pg_sys::OUTER_VAR;
        let all_rows = Way { direct: way.direct && node.qual.is_null(), ..way };
        match node.type_ {
            NodeTag::T_SeqScan => found.extend(place(plan, column, var, true, way)),
            NodeTag::T_IndexScan
            | NodeTag::T_IndexOnlyScan
            | NodeTag::T_BitmapHeapScan
            | NodeTag::T_SampleScan
            | NodeTag::T_TidScan
            | NodeTag::T_TidRangeScan => found.extend(place(plan, column, var, false, way)),
            NodeTag::T_Append if is_input => {
                for child in items::<Plan>((*plan.cast::<pg_sys::Append>()).appendplans) {
                    follow(child, var.varattno, all_rows, found);
                }
            }
            NodeTag::T_CustomScan if is_chunk_append(plan) && var.varno == pg_sys::INDEX_VAR => {
                for child in items::<Plan>((*plan.cast::<pg_sys::CustomScan>()).custom_plans) {
                    follow(child, var.varattno, all_rows, found);
                }
            }
            NodeTag::T_Result if is_input => follow(node.lefttree, var.varattno, all_rows, found),
            NodeTag::T_SubqueryScan => {
                let scan = &*plan.cast::<pg_sys::SubqueryScan>();
                if var.varno as u32 == scan.scan.scanrelid {
                    follow(scan.subplan, var.varattno, all_rows, found);
                }
            }
            NodeTag::T_HashJoin | NodeTag::T_MergeJoin | NodeTag::T_NestLoop if is_input => {
                let keeps_outer = matches!(
                    (*plan.cast::<pg_sys::Join>()).jointype,
                    JoinType::JOIN_INNER | JoinType::JOIN_SEMI | JoinType::JOIN_LEFT | JoinType::JOIN_ANTI
                );
                if keeps_outer {
                    let way = Way { direct: false, joins: way.joins + 1 };
                    follow(node.lefttree, var.varattno, way, found);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether a custom scan is an Append of TimescaleDB 2, which returns the rows of its inputs as they are. They
/// agree in their columns by place.
///
/// # Safety
/// `plan` must be a custom scan of a finished plan.
pub unsafe fn is_chunk_append(plan: *mut Plan) -> bool {
    // SAFETY: the caller guarantees the node, whose methods have a name.
    unsafe {
        let methods = (*plan.cast::<pg_sys::CustomScan>()).methods;
        CStr::from_ptr((*methods).CustomName) == c"ChunkAppend"
            && library_of(methods.cast()).is_some_and(|library| library.starts_with("timescaledb-2."))
    }
}

/// Returns the column that a column of a plan's output is, if it is not computed.
///
/// # Safety
/// `node` must be part of a finished plan.
pub unsafe fn column_below<'a>(node: &Plan, column: i16) -> Option<&'a pg_sys::Var> {
    // SAFETY: the caller guarantees the plan.
    unsafe {
        let place = usize::try_from(column - 1).ok()?;
        let entry = nth::<pg_sys::TargetEntry>(node.targetlist, place).as_ref()?;
        let var = node_as::<pg_sys::Var>(without_relabel(entry.expr.cast()), NodeTag::T_Var)?;
        (var.varattno > 0).then_some(var)
    }
}

/// # Safety
/// `plan` must be a scan of a table in a finished plan, and `var` what the column of its output is.
unsafe fn place(plan: *mut Plan, column: i16, var: &pg_sys::Var, of_table: bool, way: Way) -> Option<Place> {
    // SAFETY: the caller guarantees the plan; nodes of all scans begin with `Scan`.
    let scan = unsafe { &*plan.cast::<pg_sys::Scan>() };
    let is_own = var.varno as u32 == scan.scanrelid;
    if of_table && !is_own {
        return None;
    }
    Some(Place {
        node: scan.plan.plan_node_id,
        table: scan.scanrelid,
        column: if of_table { var.varattno } else { column },
        of_table,
        name: if is_own { var.varattno } else { 0 },
        rows: scan.plan.plan_rows,
        qual: scan.plan.qual,
        way,
    })
}
