//! The screened side of a join: the way down to the scans that return a column of it, and what would be missed if they
//! did not return all rows.
//!
//! Each node on the way returns a row only with the key of the rows that it is made of, and rows with other keys have
//! no effect on it. So rows of the scan may be missing if the join drops all rows with their keys.
//!
//! - Most nodes pass the rows of their input on, one by one.
//! - Aggregates, DISTINCT and window functions make a row of several. The key must be a column of each grouping set,
//!   of DISTINCT ON or of PARTITION BY, and what is equal there must have one hash: [`Followed::is_grouped`]. If a part
//!   of a group were missing, an expression might fail that does not fail for the whole, such as `1 / count(x)`,
//!   although the join drops the group. So all rows with a key are missing or none: [`Way::whole_groups`].
//! - Gather passes on the rows of several processes. All of them get the same filter, by a node below it: so it has to
//!   be complete before they start ([`Way::gather`]).
//! - Sort, Material and aggregates may keep rows from one scan of their input to the next, when the filter may be
//!   another one. So the join must run only once ([`repeats`](super::repeats)).
//!
//! The way ends without a scan at
//!
//! - the inner side of a join, and the outer side of joins that return rows for partners that are missing (RIGHT,
//!   FULL);
//! - LIMIT, INTERSECT and EXCEPT, which look at rows with different keys;
//! - Memoize, Hash and CTEs, which keep rows for others;
//! - computed keys.
//!
//! So it never comes to a node whose position a merge join marks: on its inner side, that is a Sort or Material above
//! the way's other nodes.

use super::key::KeyKind;
use super::node;
use crate::joins::Reason;
use crate::pg::catalog::{calls_volatile, hash_functions, hashes_as_compared};
use crate::pg::library::library_of;
use crate::pg::tree::plan::UNKNOWN;
use crate::pg::tree::{Expr, List, Node, check_stack};
use pgrx::pg_sys::{self, CustomScan, JoinType, NodeTag, Oid, Plan, Var};
use std::collections::HashMap;
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
    pub way: Way<'t>,
}

/// What stands between a scan and the join.
#[derive(Debug, Clone, Copy)]
pub struct Way<'t> {
    /// Whether the join gets all rows of the scan.
    pub direct: bool,
    /// Number of joins that a row of the scan passes, with the last one, and of nodes that sort rows or put them
    /// together.
    pub joins: i32,
    /// Whether a node puts several rows of the scan together: none of them may be missing unless all are.
    pub whole_groups: bool,
    /// Whether a node reads all rows of the scan before it returns one.
    pub is_read_ahead: bool,
    /// Whether a merge join may end before it has read all rows of the scan. A test might have it read on to the end,
    /// in search of a row that passes.
    pub ends_early: bool,
    /// The Gather or Gather Merge below which the scan is.
    pub gather: Option<Node<'t, Plan>>,
}

impl Way<'_> {
    /// What stands between a join and its outer side.
    pub const NOTHING: Self = Self {
        direct: true,
        joins: 1,
        whole_groups: false,
        is_read_ahead: false,
        ends_early: false,
        gather: None,
    };

    /// Takes account of a node that sorts rows or puts them together, and perhaps reads all of them ahead.
    fn behind(self, reads_ahead: bool) -> Self {
        let is_read_ahead = self.is_read_ahead || reads_ahead;
        Self { joins: self.joins + 1, is_read_ahead, ends_early: self.ends_early && !reads_ahead, ..self }
    }

    /// Returns whether the filter is of use only if it is complete before the first row is asked for.
    pub fn needs_filter_first(self) -> bool {
        self.whole_groups || self.is_read_ahead || self.gather.is_some()
    }
}

/// The key that is followed to its scans.
#[derive(Debug, Clone, Copy)]
pub struct Followed {
    pub operator: Oid,
    /// The hash function of its values.
    pub function: Oid,
    pub collation: Oid,
    /// Whether the join runs once, so that no node keeps rows of an earlier scan.
    pub runs_once: bool,
}

impl Followed {
    /// Says why a node may not keep rows of its input, unless it may.
    fn may_be_kept(self, by: Node<'_, Plan>) -> Result<(), Reason> {
        if self.runs_once {
            return Ok(());
        }
        Err(format!("{} stands between the scan and the join, which may run several times", by.kind()).into())
    }

    /// Says why a node may put rows together whose keys have different hashes, unless all that it puts together have
    /// the same: the key is a column of each grouping set, and equal values have equal hashes.
    fn is_grouped(self, by: Node<'_, Plan>, column: i16) -> Result<(), Reason> {
        let reason = |why| format!("{} stands between the scan and the join, {why}", by.kind()).into();
        let kind = KeyKind::of(self.operator, self.function);
        let sets = by.grouping_sets().unwrap_or_default();
        for set in &sets {
            let found = set.iter().find(|grouping| grouping.number == column);
            let grouping = found.ok_or_else(|| reason("and puts rows with different keys together"))?;
            let is_same = grouping.collation == self.collation
                && hashes_as_compared(self.function, self.collation)
                && hash_functions(grouping.operator).is_some_and(|(function, _)| {
                    function == self.function && KeyKind::of(grouping.operator, function) == kind
                });
            if !is_same {
                return Err(reason("for which other keys are equal"));
            }
        }
        if sets.is_empty() { Err(reason("and groups by nothing")) } else { Ok(()) }
    }
}

/// Adds the scans that return a column of a plan's output, counted from 1; says what stands in the way if there are
/// none.
pub fn follow<'t>(
    plan: Node<'t, Plan>,
    column: i16,
    key: Followed,
    way: Way<'t>,
    found: &mut Vec<Place<'t>>,
) -> Result<(), Reason> {
    check_stack();
    let var = plan.output_column(column).ok_or("its key is computed")?;
    let is_input = var.varno == pg_sys::OUTER_VAR;
    let all_rows = Way { direct: way.direct && plan.qual().is_empty(), ..way };
    if plan.scan().is_some() {
        if way.ends_early {
            return Err("a merge join may end before it has read all rows of the scan".into());
        }
        found.push(place(plan, column, var, way).ok_or("its key is computed")?);
        return Ok(());
    }
    let mut each = |inputs: List<'t, Plan>| {
        let before = found.len();
        let mut reason = Err("the large side has no rows".into());
        for input in inputs.iter() {
            if let Err(other) = follow(input, var.varattno, key, all_rows, found) {
                reason = Err(other);
                if way.whole_groups {
                    found.truncate(before);
                    break;
                }
            }
        }
        if found.len() > before { Ok(()) } else { reason }
    };
    let below = match plan.tag() {
        NodeTag::T_Append if is_input => return each(plan.several()),
        NodeTag::T_CustomScan if var.varno == pg_sys::INDEX_VAR && plan.is().is_some_and(is_chunk_append) => {
            return each(plan.several());
        }
        NodeTag::T_CustomScan if var.varno == pg_sys::INDEX_VAR && plan.is().is_some_and(node::is_own) => {
            plan.lefttree().map(|below| (below, way))
        }
        NodeTag::T_Gather | NodeTag::T_GatherMerge if is_input => {
            plan.lefttree().map(|below| (below, Way { gather: Some(plan), ..way }))
        }
        NodeTag::T_Result if is_input => plan.lefttree().map(|below| (below, all_rows)),
        NodeTag::T_SubqueryScan => {
            let scan = plan.is::<pg_sys::SubqueryScan>();
            let is_own = scan.is_some_and(|scan| var.varno as u32 == scan.scan.scanrelid);
            plan.subquery().filter(|_| is_own).map(|below| (below, all_rows))
        }
        NodeTag::T_HashJoin | NodeTag::T_MergeJoin | NodeTag::T_NestLoop => {
            if !is_input {
                return Err("its key is of the inner side of another join".into());
            }
            if plan.join().is_none_or(|join| !makes_rows_of_outer(join.jointype)) {
                return Err("a join below returns rows without a partner".into());
            }
            let ends_early = way.ends_early || plan.tag() == NodeTag::T_MergeJoin;
            let way = Way { direct: false, joins: way.joins + 1, ends_early, ..way };
            plan.lefttree().map(|outer| (outer, way))
        }
        NodeTag::T_Sort | NodeTag::T_IncrementalSort | NodeTag::T_Material if is_input => {
            key.may_be_kept(plan)?;
            plan.lefttree().map(|below| (below, way.behind(plan.tag() == NodeTag::T_Sort)))
        }
        NodeTag::T_Agg | NodeTag::T_Group | NodeTag::T_Unique | NodeTag::T_WindowAgg if is_input => {
            key.may_be_kept(plan)?;
            key.is_grouped(plan, var.varattno)?;
            let is_hashed = plan.is::<pg_sys::Agg>().is_some_and(Node::<pg_sys::Agg>::is_hashed);
            let way = Way { direct: false, whole_groups: true, ..way.behind(is_hashed) };
            plan.lefttree().map(|below| (below, way))
        }
        NodeTag::T_ProjectSet if is_input => {
            plan.lefttree().map(|below| (below, Way { direct: false, ..all_rows }))
        }
        _ => None,
    };
    match below {
        Some((below, way)) => follow(below, var.varattno, key, way, found),
        None => Err(format!("{} stands between the scan and the join", plan.kind()).into()),
    }
}

/// Returns whether each row of such a join is made of one row of its outer side, so that rows of its inner side without
/// a partner are dropped.
pub fn makes_rows_of_outer(join: JoinType::Type) -> bool {
    matches!(join, JoinType::JOIN_INNER | JoinType::JOIN_SEMI | JoinType::JOIN_LEFT | JoinType::JOIN_ANTI)
}

/// Returns whether a custom scan is an Append of TimescaleDB 2, which returns the rows of its inputs as they are.
/// They agree in their columns by place.
pub fn is_chunk_append(scan: Node<'_, CustomScan>) -> bool {
    // SAFETY: the methods of a custom scan are static, and have a name.
    let name = unsafe { CStr::from_ptr((*scan.methods).CustomName) };
    name == c"ChunkAppend"
        && library_of(scan.methods.cast()).is_some_and(|library| library.starts_with("timescaledb-2."))
}

/// Returns a scan as a place, if its column can be tested. A sequential scan tests the rows of its table, others
/// those that they return.
fn place<'t>(plan: Node<'t, Plan>, column: i16, var: Node<'t, Var>, way: Way<'t>) -> Option<Place<'t>> {
    let scan = plan.scan()?;
    let of_table = plan.tag() == NodeTag::T_SeqScan;
    let is_own = |var: Node<'t, Var>| var.varno as u32 == scan.scanrelid;
    if of_table && !is_own(var) {
        return None;
    }
    let of_index = plan.is::<pg_sys::IndexOnlyScan>().filter(|_| var.varno == pg_sys::INDEX_VAR);
    let own = match of_index {
        Some(scan) => {
            scan.indextlist().get(var.varattno as usize - 1).and_then(|entry| entry.expr()?.column())
        }
        None => Some(var),
    };
    Some(Place {
        node: plan.plan_node_id,
        table: scan.scanrelid,
        column: if of_table { var.varattno } else { column },
        of_table,
        name: own.filter(|own| is_own(*own)).map_or(0, |own| own.varattno),
        rows: plan.plan_rows,
        qual: plan.qual(),
        way,
    })
}

/// Which nodes of a plan have an effect for each row, and which: a volatile function that would not be called, or a
/// row that would not be locked. A filter drops rows of the outer side of a join, and then other nodes of this side
/// may not run at all.
///
/// Each node is looked at once, however many joins are above it.
#[derive(Default)]
pub struct Effects<'t>(HashMap<Node<'t, Plan>, Option<Reason>>);

impl<'t> Effects<'t> {
    /// Returns the effect of a plan, with all below it, if it has one or a node that is not known.
    pub fn of(&mut self, plan: Node<'t, Plan>) -> Option<Reason> {
        check_stack();
        if let Some(known) = self.0.get(&plan) {
            return known.clone();
        }
        let found = effect(plan).or_else(|| plan.below().find_map(|plan| self.of(plan)));
        self.0.insert(plan, found.clone());
        found
    }
}

/// Returns the effect of a node alone.
fn effect(plan: Node<'_, Plan>) -> Option<Reason> {
    if !is_known(plan) {
        return Some(format!("there is {} on its large side", plan.kind()).into());
    }
    let is_volatile =
        has_volatile_parts(plan) || plan.targetlist().is_volatile() || plan.qual().is_volatile();
    if has_volatile_aggregates(plan) {
        return Some(format!("{} on its large side calls a volatile aggregate", plan.kind()).into());
    }
    is_volatile.then(|| format!("{} on its large side calls a volatile function", plan.kind()).into())
}

/// Returns whether it is known what a node does: it reads rows, and neither locks nor changes them.
fn is_known(plan: Node<'_, Plan>) -> bool {
    match plan.tag() {
        NodeTag::T_CustomScan => plan.is().is_some_and(|scan| node::is_own(scan) || is_chunk_append(scan)),
        NodeTag::T_LockRows | NodeTag::T_ModifyTable | NodeTag::T_ForeignScan => false,
        _ => plan.kind() != UNKNOWN,
    }
}

/// Returns whether a node calls aggregates whose functions are volatile.
fn has_volatile_aggregates(plan: Node<'_, Plan>) -> bool {
    matches!(plan.tag(), NodeTag::T_Agg | NodeTag::T_WindowAgg)
        && plan.targetlist().aggregates().chain(plan.qual().aggregates()).any(calls_volatile)
}

/// Returns whether the parts of a node that only its kind has are volatile.
fn has_volatile_parts(plan: Node<'_, Plan>) -> bool {
    let list = |list: Option<List<'_, pg_sys::Node>>| list.is_some_and(List::is_volatile);
    let one = |expression: Option<Expr<'_>>| expression.is_some_and(Expr::is_volatile);
    match plan.tag() {
        NodeTag::T_IndexScan => {
            let scan = plan.is::<pg_sys::IndexScan>();
            list(scan.map(|scan| scan.indexqual())) || list(scan.map(|scan| scan.indexorderby()))
        }
        NodeTag::T_IndexOnlyScan => {
            let scan = plan.is::<pg_sys::IndexOnlyScan>();
            list(scan.map(|scan| scan.indexqual())) || list(scan.map(|scan| scan.indexorderby()))
        }
        NodeTag::T_BitmapIndexScan => list(plan.is().map(Node::<pg_sys::BitmapIndexScan>::indexqual)),
        NodeTag::T_BitmapHeapScan => list(plan.is().map(Node::<pg_sys::BitmapHeapScan>::bitmapqualorig)),
        NodeTag::T_TidScan => list(plan.is().map(Node::<pg_sys::TidScan>::tidquals)),
        NodeTag::T_TidRangeScan => list(plan.is().map(Node::<pg_sys::TidRangeScan>::tidrangequals)),
        NodeTag::T_SampleScan => {
            let sample = plan.is::<pg_sys::SampleScan>().and_then(|scan| scan.tablesample());
            list(sample.map(|sample| sample.args())) || one(sample.and_then(|sample| sample.repeatable()))
        }
        NodeTag::T_FunctionScan => plan
            .is::<pg_sys::FunctionScan>()
            .is_some_and(|scan| scan.functions().iter().any(|function| one(function.funcexpr()))),
        NodeTag::T_ValuesScan => list(plan.is().map(Node::<pg_sys::ValuesScan>::values_lists)),
        NodeTag::T_Result => one(plan.is().and_then(Node::<pg_sys::Result>::resconstantqual)),
        NodeTag::T_Memoize => list(plan.is().map(Node::<pg_sys::Memoize>::param_exprs)),
        NodeTag::T_WindowAgg => {
            let window = plan.is::<pg_sys::WindowAgg>();
            one(window.and_then(|window| window.start_offset()))
                || one(window.and_then(|window| window.end_offset()))
        }
        NodeTag::T_Limit => {
            let limit = plan.is::<pg_sys::Limit>();
            one(limit.and_then(|limit| limit.limit_offset()))
                || one(limit.and_then(|limit| limit.limit_count()))
        }
        NodeTag::T_NestLoop | NodeTag::T_HashJoin | NodeTag::T_MergeJoin => {
            list(plan.join().map(|join| join.joinqual()))
        }
        _ => false,
    }
}
