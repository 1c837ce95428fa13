//! Finished plans.

use super::{Expr, List, Node};
use pgrx::pg_sys::{self, NodeTag, Oid, Plan};

impl<'t> Node<'t, pg_sys::PlannedStmt> {
    /// Returns the table of an entry of the range table, by its number; an invalid OID if it is none.
    pub fn table(self, number: u32) -> Oid {
        let entry = self.rtable().get((number as usize).wrapping_sub(1));
        entry.map_or(Oid::INVALID, |entry| entry.relid)
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
plan_nodes!(HashJoin, Hash, Join, Scan, CustomScan);

impl<'t, T: PlanNode> Node<'t, T> {
    /// Returns the general part of the node.
    pub fn plan(self) -> Node<'t, Plan> {
        // SAFETY: the node begins with it.
        unsafe { self.begins_with() }
    }
}

impl<'t> Node<'t, Plan> {
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
