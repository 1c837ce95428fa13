//! Finished plans.

use super::{Expr, List, Node};
use crate::pg::catalog;
use crate::pg::encoding;
use crate::pg::version;
use pgrx::pg_sys::{self, NodeTag, Oid, Plan};

impl<'t> Node<'t, pg_sys::PlannedStmt> {
    /// Returns the table of an entry of the range table, by its number; an invalid OID if it is none.
    pub fn table(self, number: u32) -> Oid {
        let entry = self.rtable().get((number as usize).wrapping_sub(1));
        entry.map_or(Oid::INVALID, |entry| entry.relid)
    }

    /// Returns the name that the query gives an entry of the range table.
    pub fn name(self, number: u32) -> Option<String> {
        let name = self.rtable().get((number as usize).wrapping_sub(1))?.eref()?.aliasname()?;
        Some(encoding::to_message(name.to_bytes()))
    }

    /// Returns the role with whose rights the plan reads a relation, the invalid OID for the current user;
    /// `None` for those that are read with the rights on another one, as partitions.
    pub fn reads_as(self, table: Node<'t, pg_sys::RangeTblEntry>) -> Option<Oid> {
        // SAFETY: nodes of a plan; an entry that is of another one is an error.
        unsafe { version::planned_permissions(&self, &table) }.map(|required| required.checkAsUser)
    }

    /// Returns whether the executor will let the user read the relations of the plan.
    pub fn may_be_read(self) -> bool {
        self.rtable().iter().all(|table| {
            // SAFETY: as above.
            unsafe {
                let required = version::planned_permissions(&self, &table);
                required.is_none_or(|required| catalog::may_read(table.relid, required))
            }
        })
    }
}

impl Node<'_, pg_sys::AppendRelInfo> {
    /// Returns the column of the parent that a column of the child is; `None` if it is none.
    pub fn parent_column(self, column: i16) -> Option<i16> {
        let place = usize::try_from(column - 1).ok().filter(|place| *place < self.num_child_cols as usize)?;
        // SAFETY: the array has a number for each column of the child.
        let column = unsafe { *self.parent_colnos.add(place) };
        (column > 0).then_some(column)
    }
}

/// A node of a plan.
///
/// # Safety
/// The type must begin with [`Plan`].
pub unsafe trait PlanNode {}

macro_rules! plan_nodes {
    ($($type:ident),*) => {
        $(
            // SAFETY: the first field is a plan, or begins with one.
            unsafe impl PlanNode for pg_sys::$type {}
        )*
    };
}
plan_nodes!(HashJoin, MergeJoin, Hash, Join, Scan, CustomScan);

impl<'t, T: PlanNode> Node<'t, T> {
    /// Returns the general part of the node.
    pub fn plan(self) -> Node<'t, Plan> {
        // SAFETY: the node begins with it.
        unsafe { self.begins_with() }
    }
}

/// What [`Node::kind`] calls the nodes that it does not know, such as those of a later major.
pub const UNKNOWN: &str = "an unknown node";

impl<'t> Node<'t, Plan> {
    /// Returns what EXPLAIN calls the node, with an article.
    pub fn kind(self) -> &'static str {
        match self.tag() {
            NodeTag::T_SeqScan => "a Seq Scan",
            NodeTag::T_IndexScan => "an Index Scan",
            NodeTag::T_IndexOnlyScan => "an Index Only Scan",
            NodeTag::T_BitmapIndexScan => "a Bitmap Index Scan",
            NodeTag::T_BitmapHeapScan => "a Bitmap Heap Scan",
            NodeTag::T_BitmapAnd => "a BitmapAnd",
            NodeTag::T_BitmapOr => "a BitmapOr",
            NodeTag::T_SampleScan => "a Sample Scan",
            NodeTag::T_TidScan => "a Tid Scan",
            NodeTag::T_TidRangeScan => "a Tid Range Scan",
            NodeTag::T_FunctionScan => "a Function Scan",
            NodeTag::T_ValuesScan => "a Values Scan",
            NodeTag::T_SubqueryScan => "a Subquery Scan",
            NodeTag::T_CteScan => "a CTE Scan",
            NodeTag::T_WorkTableScan => "a WorkTable Scan",
            NodeTag::T_NamedTuplestoreScan => "a Named Tuplestore Scan",
            NodeTag::T_ForeignScan => "a Foreign Scan",
            NodeTag::T_CustomScan => "a Custom Scan",
            NodeTag::T_RecursiveUnion => "a Recursive Union",
            NodeTag::T_Append => "an Append",
            NodeTag::T_MergeAppend => "a Merge Append",
            NodeTag::T_Result => "a Result",
            NodeTag::T_ProjectSet => "a ProjectSet",
            NodeTag::T_Sort => "a Sort",
            NodeTag::T_IncrementalSort => "an Incremental Sort",
            NodeTag::T_Material => "a Materialize",
            NodeTag::T_Memoize => "a Memoize",
            NodeTag::T_Hash => "a Hash",
            NodeTag::T_Group => "a Group",
            NodeTag::T_Agg => "an Aggregate",
            NodeTag::T_WindowAgg => "a WindowAgg",
            NodeTag::T_Unique => "a Unique",
            NodeTag::T_SetOp => "a SetOp",
            NodeTag::T_Limit => "a Limit",
            NodeTag::T_LockRows => "a LockRows",
            NodeTag::T_ModifyTable => "a ModifyTable",
            NodeTag::T_Gather => "a Gather",
            NodeTag::T_GatherMerge => "a Gather Merge",
            NodeTag::T_NestLoop => "a Nested Loop",
            NodeTag::T_HashJoin => "a Hash Join",
            NodeTag::T_MergeJoin => "a Merge Join",
            _ => UNKNOWN,
        }
    }

    /// Returns the plans directly below: the outer and the inner side, and those of a node that has several.
    pub fn below(self) -> impl Iterator<Item = Self> {
        let several = self.several().iter();
        several.chain(self.subquery()).chain(self.lefttree()).chain(self.righttree())
    }

    /// Returns the plans of a node that has several inputs.
    pub fn several(self) -> List<'t, Plan> {
        if let Some(append) = self.is::<pg_sys::Append>() {
            append.appendplans()
        } else if let Some(append) = self.is::<pg_sys::MergeAppend>() {
            append.mergeplans()
        } else if let Some(and) = self.is::<pg_sys::BitmapAnd>() {
            and.bitmapplans()
        } else if let Some(or) = self.is::<pg_sys::BitmapOr>() {
            or.bitmapplans()
        } else if let Some(custom) = self.is::<pg_sys::CustomScan>() {
            custom.custom_plans()
        } else {
            List::EMPTY
        }
    }

    /// Returns the plan of the subquery that a node scans.
    pub fn subquery(self) -> Option<Self> {
        self.is::<pg_sys::SubqueryScan>()?.subplan()
    }

    /// Returns the expression of a column of the output, from 1 on.
    pub fn output(self, number: i16) -> Option<Expr<'t>> {
        self.targetlist().get(usize::try_from(number - 1).ok()?)?.expr()
    }

    /// Returns the column of an input, or of a table, that a column of the output is, if it is not computed.
    pub fn output_column(self, number: i16) -> Option<Node<'t, pg_sys::Var>> {
        self.output(number)?.column().filter(|var| var.varattno > 0)
    }

    /// Returns the scan that the node is, if it scans a table of the range table.
    pub fn scan(self) -> Option<Node<'t, pg_sys::Scan>> {
        let is_scan = matches!(
            self.tag(),
            NodeTag::T_SeqScan
                | NodeTag::T_IndexScan
                | NodeTag::T_IndexOnlyScan
                | NodeTag::T_BitmapHeapScan
                | NodeTag::T_SampleScan
                | NodeTag::T_TidScan
                | NodeTag::T_TidRangeScan
        );
        // SAFETY: these nodes begin with `Scan`.
        is_scan.then(|| unsafe { self.begins_with() })
    }

    /// Returns the join that the node is.
    pub fn join(self) -> Option<Node<'t, pg_sys::Join>> {
        let is_join = matches!(self.tag(), NodeTag::T_HashJoin | NodeTag::T_MergeJoin | NodeTag::T_NestLoop);
        // SAFETY: these nodes begin with `Join`.
        is_join.then(|| unsafe { self.begins_with() })
    }
}

impl<'t> Node<'t, pg_sys::HashJoin> {
    /// Returns the outer side, and the node that reads the inner one.
    pub fn sides(self) -> Option<(Node<'t, Plan>, Node<'t, pg_sys::Hash>)> {
        let plan = self.plan();
        Some((plan.lefttree()?, plan.righttree()?.is()?))
    }
}
