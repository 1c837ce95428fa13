//! The two sides of a join, as far as a filter goes: the one whose keys it has, and the one whose scans test it.
//!
//! A hash join reads its inner side first, and whole. A merge join asks for a row of its outer side first; if that is
//! sorted, the Sort reads it whole. So here the sides change their parts, and the filter has the outer keys.

use super::outer::{Way, makes_rows_of_outer};
use crate::joins::Reason;
use crate::pg::catalog::{commutator_of, operand_types};
use crate::pg::tree::{Expr, Node};
use crate::pg::version;
use pgrx::pg_sys::{self, HashJoin, MergeJoin, NodeTag, Oid, Plan};

/// A join whose one side can be screened by the keys of the other.
pub struct Sides<'t> {
    /// The node that reads the side of the filter: a Hash, or a Sort.
    pub reader: Node<'t, Plan>,
    /// Its input.
    pub read: Node<'t, Plan>,
    /// The side whose scans test the filter; rows without a partner are dropped.
    pub screened: Node<'t, Plan>,
    /// Whether the join asks for a first row of the screened side before it has read the other.
    pub asks_first: bool,
    /// Whether the join finds partners by an order, and not by hashes. Then it may end before it has read all rows of
    /// the screened side.
    pub by_order: bool,
    /// Whether several processes share the filter.
    pub is_shared: bool,
    pub keys: Vec<SidesKey<'t>>,
}

/// A key of a join, as an expression of the columns of both sides.
#[derive(Clone, Copy)]
pub struct SidesKey<'t> {
    /// The equality whose left argument is the screened side.
    pub operator: Oid,
    pub collation: Oid,
    pub screened: Expr<'t>,
    /// The number by which `screened` calls its side: that of the outer or the inner one.
    pub screened_as: i32,
    /// In the columns of the reader's input, unless the reader is a Sort, whose columns are the same.
    pub read: Expr<'t>,
}

impl<'t> Sides<'t> {
    /// Returns the sides of a join; says why if it cannot be screened.
    pub fn of(plan: Node<'t, Plan>) -> Result<Self, Reason> {
        if let Some(join) = plan.is() {
            return of_hash_join(join);
        }
        match plan.is() {
            Some(join) => of_merge_join(join),
            None => Err(format!("it is {}", plan.kind()).into()),
        }
    }

    /// Returns what stands between the join and its screened side.
    pub fn way(&self) -> Way<'t> {
        Way { ends_early: self.by_order, ..Way::NOTHING }
    }

    /// Returns the number of rows that are expected of the filter's side.
    pub fn rows(&self) -> f64 {
        let hash = self.reader.is::<pg_sys::Hash>().filter(|_| self.is_shared);
        hash.map_or(self.reader.plan_rows, |hash| hash.rows_total)
    }
}

fn of_hash_join<'t>(join: Node<'t, HashJoin>) -> Result<Sides<'t>, Reason> {
    let (outer, hash) = join.sides().ok_or("it has no Hash")?;
    let (reader, read) = (hash.plan(), hash.plan().lefttree().ok_or("it has no Hash")?);
    if !version::drops_unmatched_outer(join.join.jointype) {
        return Err("it keeps rows of its large side without a partner".into());
    }
    let key = |(number, (screened, read))| SidesKey {
        operator: join.hashoperators().get(number),
        collation: join.hashcollations().get(number),
        screened,
        screened_as: pg_sys::OUTER_VAR,
        read,
    };
    Ok(Sides {
        reader,
        read,
        screened: outer,
        // As ExecHashJoin decides it: not if rows of the inner side are kept, nor with other processes.
        asks_first: !version::keeps_unmatched_inner(join.join.jointype)
            && !reader.parallel_aware
            && outer.startup_cost < reader.total_cost,
        by_order: false,
        is_shared: reader.parallel_aware,
        keys: join.hashkeys().iter().zip(hash.hashkeys().iter()).enumerate().map(key).collect(),
    })
}

fn of_merge_join<'t>(join: Node<'t, MergeJoin>) -> Result<Sides<'t>, Reason> {
    let plan = join.plan();
    let (outer, inner) = plan.lefttree().zip(plan.righttree()).ok_or("it has one side")?;
    let read = outer.lefttree().filter(|_| outer.tag() == NodeTag::T_Sort);
    let read = read.ok_or("it is a Merge Join whose outer side is not sorted first")?;
    if !makes_rows_of_outer(join.join.jointype) {
        return Err("it keeps rows of its inner side without a partner".into());
    }
    let key = |clause: Expr<'t>| {
        let clause = clause.is::<pg_sys::OpExpr>()?;
        let [read, screened] = clause.args().two()?;
        let (left, right) = operand_types(clause.opno);
        let operator = if left == right { clause.opno } else { commutator_of(clause.opno)? };
        let (collation, screened_as) = (clause.inputcollid, pg_sys::INNER_VAR);
        Some(SidesKey { operator, collation, screened, screened_as, read })
    };
    Ok(Sides {
        reader: outer,
        read,
        screened: inner,
        asks_first: false,
        by_order: true,
        is_shared: false,
        keys: join.mergeclauses().iter().filter_map(key).collect(),
    })
}
