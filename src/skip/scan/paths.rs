//! The paths of a table that was taken: by each usable condition, and those of the plain plan, which only say that the
//! statement is to be planned again.

use super::clause::{Comparison, KeyColumn, cannot_fail};
use super::cost::{Cost, Live};
use super::indexes::{self, SkipIndex, Table};
use super::{plan, planning, statistics};
use crate::pg::tree::{Expr, List, Node, check_stack, make, root};
use pgrx::pg_sys::{
    self, EquivalenceClass, EquivalenceMember, JoinType, ParamPathInfo, PlannerInfo, RelOptInfo, Relids,
    RestrictInfo,
};
use std::ffi::c_void;

/// Cost that lets a path be chosen only if there is no other.
const NEVER: f64 = 1e10;

/// Estimates the size of a table by the statistics of it and its partitions.
pub fn estimate_size<'t>(planner: Node<'t, PlannerInfo>, relation: Node<'t, RelOptInfo>) {
    // SAFETY: the planner's own data, of which nothing is being read.
    unsafe {
        let entry = &mut **(*planner.as_ptr()).simple_rte_array.add(relation.relid as usize);
        let built = &*relation.fdw_private.cast::<RelOptInfo>();
        let (partitions, others) = (f64::from(built.nparts), others_of(entry));
        let share = (partitions - others).max(1.0) / partitions.max(1.0);
        (*relation.as_ptr()).tuples = statistics::rows(entry.relid, partitions) * share;
        entry.inh = true;
        pg_sys::set_baserel_size_estimates(planner.as_ptr(), relation.as_ptr());
        entry.inh = false;
        let width =
            (*relation.reltarget).width as f64 + size_of::<pg_sys::HeapTupleHeaderData>() as f64 + 4.0;
        (*relation.as_ptr()).pages = (relation.tuples * width / f64::from(pg_sys::BLCKSZ)) as u32 + 1;
    }
}

/// Returns the number of foreign partitions that are read beside a table.
fn others_of(entry: &mut pg_sys::RangeTblEntry) -> f64 {
    planning::with(|planning| planning.beside(entry).len()).unwrap_or_default() as f64
}

/// Finds the partitions of a table that are left after pruning by its conditions.
pub fn prune(relation: Node<'_, RelOptInfo>) {
    // SAFETY: how the planner had built the table, of which nothing is being read.
    unsafe {
        let built = &mut *relation.fdw_private.cast::<RelOptInfo>();
        built.baserestrictinfo = relation.baserestrictinfo;
        built.live_parts = pg_sys::prune_append_rel_partitions(built);
    }
}

/// What is known of a table while its paths are made.
struct Paths<'t> {
    planner: Node<'t, PlannerInfo>,
    relation: Node<'t, RelOptInfo>,
    table: &'t Table,
    live: Live,
    force: bool,
}

/// Adds the paths of a table.
pub fn add_paths<'t>(planner: Node<'t, PlannerInfo>, relation: Node<'t, RelOptInfo>) {
    let (force, is_generic) =
        planning::with(|planning| (planning.force, planning.is_generic)).unwrap_or_default();
    // SAFETY: the planner's own data, of which nothing is being read.
    let (table, live) = unsafe {
        let entry = &mut **(*planner.as_ptr()).simple_rte_array.add(relation.relid as usize);
        entry.inh = true; // from here on only statistics ask
        prune(relation);
        planning::with(|planning| planning.offer(entry));
        let built = &*relation.fdw_private.cast::<RelOptInfo>();
        let others = others_of(entry);
        let partitions = (f64::from(pg_sys::bms_num_members(built.live_parts)) - others).max(0.0);
        let share = partitions / (f64::from(built.nparts) - others).max(1.0);
        let (rows, pages) = (relation.tuples * share, f64::from(relation.pages) * share);
        let joined = f64::from(pg_sys::bms_num_members(planner.all_baserels));
        let planned = if is_generic { 0.0 } else { joined };
        (indexes::of_table(entry.relid), Live { partitions, rows, pages, planned })
    };
    let Some(table) = table else { return };
    let paths = Paths { planner, relation, table: &table, live, force };
    // Where no partition is left, the plain plan shows that there are no rows, and need not read what is joined.
    let is_useful = paths.live.partitions > 0.0 && !paths.needs_system_columns();
    let has_key = is_useful && paths.add_own();
    paths.add_plain(has_key);
}

impl<'t> Paths<'t> {
    /// Returns whether the query needs system columns that only a stored row has, such as `xmin`.
    fn needs_system_columns(&self) -> bool {
        const OWN: [i32; 2] = [pg_sys::TableOidAttributeNumber, pg_sys::SelfItemPointerAttributeNumber];
        let relation = self.relation;
        let conditions = relation.baserestrictinfo().iter().chain(relation.joininfo().iter());
        let mut columns = std::ptr::null_mut();
        // SAFETY: the planner's own data; the set is new.
        unsafe {
            let outputs = (*relation.reltarget).exprs.cast();
            for expression in conditions.map(|condition| condition.clause.cast()).chain([outputs]) {
                pg_sys::pull_varattnos(expression, relation.relid, &raw mut columns);
            }
            (i32::from(relation.min_attr)..0).filter(|column| !OWN.contains(column)).any(|column| {
                pg_sys::bms_is_member(column - pg_sys::FirstLowInvalidHeapAttributeNumber, columns)
            })
        }
    }

    /// Adds the paths by our indexes. Returns whether there is one that depends on no other table.
    fn add_own(&self) -> bool {
        let mut is_found = false;
        let relation = self.relation;
        for condition in relation.baserestrictinfo().iter() {
            for index in &self.table.indexes {
                if let Some(key) = self.key(condition, index) {
                    self.add_key_path(index, &key, relation.lateral_relids);
                    is_found = true;
                }
            }
        }
        for outer in self.outer_sets() {
            // SAFETY: the planner's own data.
            let info = unsafe {
                root(pg_sys::get_baserel_parampathinfo(self.planner.as_ptr(), relation.as_ptr(), outer))
            };
            let Some(info) = info else { continue };
            for condition in info.ppi_clauses().iter() {
                for index in &self.table.indexes {
                    if let Some(key) = self.key(condition, index) {
                        self.add_key_path(index, &key, outer);
                    }
                }
                self.add_parameterized_plain(condition, outer);
            }
        }
        is_found
    }

    /// Returns the comparisons of a condition, if they can be used.
    fn key(&self, condition: Node<'t, RestrictInfo>, index: &SkipIndex) -> Option<Key<'t>> {
        let number = self.relation.relid as i32;
        // SAFETY: the planner's own data.
        let is_safe = unsafe {
            !condition.pseudoconstant
                && pg_sys::restriction_is_securely_promotable(condition.as_ptr(), self.relation.as_ptr())
        };
        let clause = condition.clause().filter(|_| is_safe)?;
        let is_usable = |value| cannot_fail(self.planner, number, value);
        let mut comparisons = Vec::new();
        let is_key = KeyColumn { relation: number, index }.comparisons(clause, &is_usable, &mut comparisons);
        is_key.then_some(Key { condition, clause, comparisons })
    }

    /// Returns the sets of tables whose columns the keys are compared with.
    fn outer_sets(&self) -> Vec<Relids> {
        let relation = self.relation;
        let mut sets: Vec<Relids> = Vec::new();
        let mut add = |condition: Node<'t, RestrictInfo>| {
            // SAFETY: the planner's own data; the set is new.
            unsafe {
                if !pg_sys::join_clause_is_movable_to(condition.as_ptr(), relation.as_ptr()) {
                    return;
                }
                let all = pg_sys::bms_union(condition.clause_relids, relation.lateral_relids);
                let outer = pg_sys::bms_del_member(all, relation.relid as i32);
                if !outer.is_null() && !sets.iter().any(|set| pg_sys::bms_equal(*set, outer)) {
                    sets.push(outer);
                }
            }
        };
        for condition in relation.joininfo().iter() {
            if self.table.indexes.iter().any(|index| self.key(condition, index).is_some()) {
                add(condition);
            }
        }
        if relation.has_eclass_joins {
            for index in &self.table.indexes {
                let mut column = KeyColumn { relation: relation.relid as i32, index };
                // SAFETY: the planner's own data; the function gets the column.
                let conditions: List<'t, RestrictInfo> = unsafe {
                    List::of_planner(pg_sys::generate_implied_equalities_for_column(
                        self.planner.as_ptr(),
                        relation.as_ptr(),
                        Some(is_member),
                        (&raw mut column).cast::<c_void>(),
                        relation.lateral_referencers,
                    ))
                };
                conditions
                    .iter()
                    .filter(|condition| self.key(*condition, index).is_some())
                    .for_each(&mut add);
            }
        }
        sets
    }

    /// Returns the number of rows of the live partitions that meet a condition.
    fn rows(&self, condition: *mut pg_sys::Node) -> f64 {
        let number = self.relation.relid as i32;
        // SAFETY: the planner's own data.
        let share = unsafe {
            let (join, none) = (JoinType::JOIN_INNER, std::ptr::null_mut());
            pg_sys::clause_selectivity(self.planner.as_ptr(), condition, number, join, none)
        };
        (self.live.rows * share).max(1.0)
    }

    /// Returns how often an inner side is expected to be read.
    fn loops(&self, outer: Relids) -> f64 {
        let mut loops: Option<f64> = None;
        let mut number = -1;
        loop {
            // SAFETY: a set of the planner, or none.
            number = unsafe { pg_sys::bms_next_member(outer, number) };
            if number < 0 {
                return loops.unwrap_or(1.0).max(1.0);
            }
            if let Some(rows) =
                self.planner.relation(number).map(|outer| outer.rows).filter(|rows| *rows > 0.0)
            {
                loops = Some(loops.map_or(rows, |least| least.min(rows)));
            }
        }
    }

    /// Adds a path by an index.
    fn add_key_path(&self, index: &SkipIndex, key: &Key<'t>, outer: Relids) {
        let clauses: Vec<_> = key.comparisons.iter().map(column_first).collect();
        let condition = if let [one] = clauses[..] { one } else { make::or(&clauses) };
        let is_whole = matches!(key.comparisons[..], [only] if only.clause == key.clause);
        let rows = self.rows(if is_whole { key.condition.as_ptr().cast() } else { condition.as_ptr() });
        let values = number_of_values(condition);
        let is_indexed = self.table.first_columns.contains(&index.attribute);
        let loops = self.loops(outer);
        let (cost, read) = self.live.by_key(self.planner.as_ptr(), (rows, values), loops, is_indexed);
        let private = make::list([make::oids([index.oid]).cast(), condition.as_ptr()]);
        self.add(cost, read, outer, std::ptr::null_mut(), private);
    }

    /// Adds what the plain plan would cost.
    fn add_plain(&self, has_key: bool) {
        let none = std::ptr::null_mut();
        let lateral = self.relation.lateral_relids;
        if self.force {
            let cost = Cost { startup: NEVER, total: NEVER };
            if !has_key {
                self.add(cost, self.live.rows, lateral, none, none);
            }
            return;
        }
        if self.is_pruned_when_it_starts() {
            let one = self.live.one();
            let found = (self.least_rows() / self.live.partitions.max(1.0)).max(1.0);
            self.add(one.by_index(self.planner.as_ptr(), (found, 1.0), 1.0), found, lateral, none, none);
        }
        self.add(self.live.all(), self.live.rows, lateral, none, none);
        for condition in self.relation.baserestrictinfo().iter() {
            if self.is_of_first_column(condition) {
                let rows = self.rows(condition.as_ptr().cast());
                let values = condition.clause().map_or(1.0, number_of_values);
                let cost = self.live.by_index(self.planner.as_ptr(), (rows, values), 1.0);
                self.add(cost, rows, lateral, none, none);
            }
        }
        let wants_few = self.planner.tuple_fraction > 0.0;
        if wants_few && self.has_order() {
            let order = self.planner.query_pathkeys;
            self.add(self.live.in_order(), self.live.rows, lateral, order, none);
        }
    }

    /// Returns whether the plain plan would read one partition, as the partition key is a parameter.
    fn is_pruned_when_it_starts(&self) -> bool {
        let [column] = self.table.partition_key[..] else { return false };
        let number = self.relation.relid as i32;
        self.relation.baserestrictinfo().iter().filter_map(Node::clause).any(|clause| {
            let Some([left, right]) = clause.is::<pg_sys::OpExpr>().and_then(|call| call.args().two()) else {
                return false;
            };
            let is_key = |side: Expr<'t>| {
                side.column().is_some_and(|var| var.varno == number && var.varattno == column)
            };
            // SAFETY: a catalog lookup.
            let is_equality = clause
                .is::<pg_sys::OpExpr>()
                .is_some_and(|call| unsafe { pg_sys::get_oprrest(call.opno) == pg_sys::F_EQSEL.into() });
            let is_later =
                |side: Expr<'t>| side.is::<pg_sys::Const>().is_none() && side.columns().next().is_none();
            is_equality && (is_key(left) && is_later(right) || is_key(right) && is_later(left))
        })
    }

    /// Returns the number of rows that the best index of the plain plan finds.
    fn least_rows(&self) -> f64 {
        let conditions = self.relation.baserestrictinfo();
        let of_first = conditions.iter().filter(|condition| self.is_of_first_column(*condition));
        of_first.map(|condition| self.rows(condition.as_ptr().cast())).fold(self.live.rows, f64::min)
    }

    /// Adds what the plain plan would cost for each outer row, by an index that is not ours.
    fn add_parameterized_plain(&self, condition: Node<'t, RestrictInfo>, outer: Relids) {
        if !self.force && self.is_of_first_column(condition) {
            let rows = self.rows(condition.as_ptr().cast());
            let values = condition.clause().map_or(1.0, number_of_values);
            let cost = self.live.by_index(self.planner.as_ptr(), (rows, values), self.loops(outer));
            self.add(cost, rows, outer, std::ptr::null_mut(), std::ptr::null_mut());
        }
    }

    /// Returns whether a condition compares one column of the table, which is the first one of an index.
    fn is_of_first_column(&self, condition: Node<'t, RestrictInfo>) -> bool {
        let number = self.relation.relid as i32;
        let Some(clause) = condition.clause().filter(|_| !condition.pseudoconstant) else { return false };
        let mut columns = clause.columns().filter(|var| var.varno == number).map(|var| var.varattno);
        let Some(first) = columns.next() else { return false };
        columns.all(|column| column == first) && self.table.first_columns.contains(&first)
    }

    /// Returns whether an index may have the order of the query.
    fn has_order(&self) -> bool {
        let Some(order) = self.planner.query_pathkeys().get(0) else { return false };
        let Some(outputs) = self.relation.reltarget() else { return false };
        outputs.exprs().iter().filter_map(Expr::column).any(|column| {
            // SAFETY: the planner's own data. It may have columns of the parts of a UNION ALL apart from others.
            let member = unsafe {
                let (class, relids) = (order.pk_eclass, self.relation.relids);
                pg_sys::find_ec_member_matching_expr(class, column.as_ptr().cast(), relids)
            };
            !member.is_null() && self.table.first_columns.contains(&column.varattno)
        })
    }

    /// Adds a path, which fetches so many rows and returns those that meet all conditions. Without `private` it is
    /// one of the plain plan.
    fn add(
        &self,
        cost: Cost,
        fetched: f64,
        outer: Relids,
        order: *mut pg_sys::List,
        private: *mut pg_sys::List,
    ) {
        let path = make::node::<pg_sys::CustomPath>();
        // SAFETY: the planner's own data; the path is new.
        unsafe {
            let (planner, relation) = (self.planner.as_ptr(), self.relation.as_ptr());
            let info: *mut ParamPathInfo = pg_sys::get_baserel_parampathinfo(planner, relation, outer);
            let mut conditions = pg_sys::QualCost::default();
            pg_sys::cost_qual_eval(&raw mut conditions, self.relation.baserestrictinfo, planner);
            path.path.pathtype = pg_sys::NodeTag::T_CustomScan;
            path.path.parent = relation;
            path.path.pathtarget = self.relation.reltarget;
            path.path.param_info = info;
            path.path.rows = info.as_ref().map_or(self.relation.rows, |info| info.ppi_rows);
            path.path.startup_cost = cost.startup + conditions.startup;
            path.path.total_cost = cost.total + conditions.startup + fetched * conditions.per_tuple;
            path.path.pathkeys = order;
            path.flags = pg_sys::CUSTOMPATH_SUPPORT_PROJECTION;
            path.custom_private = private;
            path.methods = plan::path_methods();
            pg_sys::add_path(relation, (path as *mut pg_sys::CustomPath).cast());
        }
    }
}

/// A condition by which an index can be used.
struct Key<'t> {
    condition: Node<'t, RestrictInfo>,
    clause: Expr<'t>,
    comparisons: Vec<Comparison<'t>>,
}

/// Returns a comparison with the column on its left side, if there is an operator for that.
fn column_first<'t>(comparison: &Comparison<'t>) -> Expr<'t> {
    if !comparison.is_reversed || comparison.operator.is_none() {
        return comparison.clause;
    }
    let copy = make::copy_of(comparison.clause);
    // SAFETY: the copy of a call of an operator, which has a commutator.
    unsafe { pg_sys::CommuteOpExpr(copy.as_ptr().cast()) }
    copy
}

/// Returns the number of values that a condition compares a column with, as the planner estimates it.
fn number_of_values(condition: Expr<'_>) -> f64 {
    check_stack();
    if let Some(call) = condition.is::<pg_sys::ScalarArrayOpExpr>() {
        return call.args().get(1).map_or(1.0, |array| array.array_length().max(1.0));
    }
    match condition.is::<pg_sys::BoolExpr>() {
        Some(any) if any.boolop == pg_sys::BoolExprType::OR_EXPR => {
            any.args().iter().map(number_of_values).sum()
        }
        _ => 1.0,
    }
}

/// Returns whether a member of an equivalence class is the column.
unsafe extern "C-unwind" fn is_member(
    _: *mut PlannerInfo,
    _: *mut RelOptInfo,
    _: *mut EquivalenceClass,
    member: *mut EquivalenceMember,
    column: *mut c_void,
) -> bool {
    // SAFETY: the planner passes a member, and what it was given; nothing here fails.
    unsafe {
        let column = &*column.cast::<KeyColumn<'_>>();
        root((*member).em_expr.cast::<pg_sys::Node>()).is_some_and(|expression| column.is_key(expression))
    }
}
