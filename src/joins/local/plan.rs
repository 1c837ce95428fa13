//! Puts the nodes that build filters into a finished plan: one over the inner side of each join that is screened.

use super::blocks;
use super::description::{Description, PlannedKey, PlannedPartitions, PlannedScan};
use super::filter::{memory_limit, size_for};
use super::gain::{self, OuterRows};
use super::is_told;
use super::key::KeyKind;
use super::node;
use super::outer::{Effects, Place};
use super::pair::{Pair, Trust, pairs};
use super::partitions::{Finder, Parents};
use super::repeats::{InitPlans, runs_once_below};
use super::sides::Sides;
use crate::joins::Reason;
use crate::pg::hidden_rows::HiddenRows;
use crate::pg::tree::{self, Node, make};
use pgrx::pg_sys::{NodeTag, Plan, PlannedStmt};
use std::ffi::c_int;

/// The first number of nodes that are added. Those of the plan are smaller.
const FIRST_NODE: c_int = 1 << 30;

/// Adds filters to a plan, by `force` wherever that is correct. Returns whether there are any.
pub fn screen(statement: Node<'_, PlannedStmt>, force: bool) -> bool {
    let (parents, effects) = (Parents::of(statement), Effects::default());
    let mut screener = Screener { statement, parents, force, hidden: None, effects, added: 0 };
    if let Some(plan) = statement.plan_tree() {
        screener.node(plan, true);
    }
    let (subplans, init_plans) = (statement.subplans(), InitPlans::of(statement));
    for (place, number) in (0..subplans.len()).zip(1..) {
        if let Some(plan) = subplans.get(place) {
            screener.node(plan, init_plans.runs_once(number, plan));
        }
    }
    screener.added > 0
}

/// What is known while a plan is searched for joins.
struct Screener<'t> {
    statement: Node<'t, PlannedStmt>,
    parents: Parents<'t>,
    force: bool,
    hidden: Option<HiddenRows>,
    effects: Effects<'t>,
    /// Number of nodes that were added.
    added: c_int,
}

impl<'t> Screener<'t> {
    /// Adds filters to a plan and all below it.
    fn node(&mut self, plan: Node<'t, Plan>, runs_once: bool) {
        tree::check_stack();
        if plan.join().is_some()
            && let Err(reason) = self.join(plan, runs_once)
        {
            self.tell(plan, &reason);
        }
        if plan.tag() != NodeTag::T_ForeignScan {
            // The plan below that repeats a join that the other server has made.
            plan.below().for_each(|below| self.node(below, runs_once && runs_once_below(plan, below)));
        }
    }

    /// Adds a filter to a join if that is correct and pays; says why not otherwise.
    fn join(&mut self, join: Node<'t, Plan>, runs_once: bool) -> Result<(), Reason> {
        let sides = Sides::of(join)?;
        let hidden = *self.hidden.get_or_insert_with(|| HiddenRows::of(self.statement));
        let pairs = pairs(&sides, hidden, runs_once)?;
        let places = &pairs[0].places;
        let keys = sides.rows();
        if size_for(keys, memory_limit()).is_none() {
            let kilobytes = memory_limit() / 1024;
            return Err(format!("its filter would take more than {kilobytes} kB").into());
        }
        let outer_rows = OuterRows::expected(self.statement, &pairs);
        if !self.force {
            if sides.asks_first && places.iter().all(|place| place.way.needs_filter_first()) {
                return Err("it reads its large side before the small one".into());
            }
            outer_rows.pay(self.statement, &pairs, (sides.read, keys))?;
        }
        // Of the screened side, and of subqueries in its expressions.
        let mut plans = std::iter::once(sides.screened).chain(self.statement.subplans().iter());
        if let Some(effect) = plans.find_map(|plan| self.effects.of(plan)) {
            return Err(effect);
        }
        for pair in &pairs {
            make::depend_on_function(self.statement, pair.functions.0);
            make::depend_on_function(self.statement, pair.functions.1);
        }
        self.added += 1;
        let mut finder = Finder::new(self.statement, &self.parents, &pairs, hidden);
        // Groups stay whole only if rows are tested by all keys exactly, which hashes of numbers are for.
        let are_numbers =
            pairs.iter().all(|pair| KeyKind::of(pair.operator, pair.functions.1) != KeyKind::Hashed);
        let is_exact = !sides.is_shared && are_numbers;
        let mut scans = self.scans(&pairs, hidden, (&mut finder, is_exact));
        let partitions = PlannedPartitions { bounds: finder.bounds, indexes: finder.indexes };
        let number = FIRST_NODE + self.added;
        self.hand(number, &pairs[0].places, &mut scans, !hidden.any());
        let description = Description {
            source: 0,
            always: self.force,
            counts: !hidden.any(),
            takes: !sides.by_order && !sides.is_shared && !are_numbers && pairs.len() == sides.keys.len(),
            expected: keys,
            most_bytes: outer_rows.most_bytes_of_keys(),
            keys: pairs.iter().map(inner_key).collect(),
            partitions,
            scans,
        };
        make::put_left(sides.reader, node::over(sides.read, number, sides.is_shared, description.to_list()));
        Ok(())
    }

    /// Hands the filter of a node to the workers of each Gather between the join and its scans.
    fn hand(&mut self, source: c_int, places: &[Place<'t>], scans: &mut [PlannedScan], counts: bool) {
        let mut gathers: Vec<_> = places.iter().filter_map(|place| place.way.gather).collect();
        gathers.dedup();
        for gather in gathers {
            let Some(below) = gather.lefttree() else { continue };
            self.added += 1;
            let number = FIRST_NODE + self.added;
            let is_below = |place: &&Place<'t>| place.way.gather == Some(gather);
            let mut own = Vec::new();
            for (scan, _) in scans.iter_mut().zip(places).filter(|(_, place)| is_below(place)) {
                own.push(scan.clone());
                scan.receiver = number;
            }
            let description = Description {
                source,
                // A process does not know whether all rows pass in the others, too.
                always: self.force || own.iter().any(|scan| scan.whole_groups),
                counts,
                takes: false,
                expected: 0.0,
                most_bytes: 0.0,
                keys: Vec::new(),
                partitions: PlannedPartitions::default(),
                scans: own,
            };
            make::put_left(gather, node::over(below, number, true, description.to_list()));
        }
    }

    /// Describes the scans that have these keys, with what may be skipped of them: of scans whose groups have to stay
    /// whole only if `is_exact`.
    fn scans(
        &self,
        pairs: &[Pair<'t>],
        hidden: HiddenRows,
        (finder, is_exact): (&mut Finder<'_, 't>, bool),
    ) -> Vec<PlannedScan> {
        let reveals_nothing =
            pairs.iter().all(|pair| Trust::of(pair.operator, pair.functions.0) == Trust::AnyRow);
        let places = pairs.first().map_or(&[][..], |pair| &pair.places);
        let scan = |(number, place): (usize, &Place<'t>)| {
            // The keys themselves are not handed to workers.
            let may_skip = place.way.gather.is_none() && (is_exact || !place.way.whole_groups);
            let (btree, brin) = blocks::keys_with_index(self.statement, (pairs, number), hidden);
            let (levels, indexes) = if may_skip { finder.find(number) } else { Default::default() };
            PlannedScan {
                node: place.node,
                table: place.table,
                receiver: 0,
                of_table: place.of_table,
                // Where rows are hidden, it is by a condition of the scan, or behind it.
                early: reveals_nothing && (!hidden.any() || place.qual.is_empty()),
                whole_groups: place.way.whole_groups,
                costs: gain::costs(self.statement, pairs, number),
                keys: pairs.iter().map(|pair| outer_key(pair, number)).collect(),
                levels,
                indexes,
                btree,
                brin,
            }
        };
        places.iter().enumerate().map(scan).collect()
    }

    /// Says why a join is not screened (DEBUG1). A query is planned before the executor asks whether its user may read
    /// the tables, and the reason may tell what the planner knows of their values.
    fn tell(&self, join: Node<'t, Plan>, reason: &Reason) {
        if !is_told() || !self.statement.may_be_read() {
            return;
        }
        let side = |plan: Option<Node<'t, Plan>>| {
            let mut names = Vec::new();
            plan.into_iter().for_each(|plan| self.names(plan, &mut names));
            if names.is_empty() { "other rows".into() } else { names.join(", ") }
        };
        let (outer, inner) = (side(join.lefttree()), side(join.righttree()));
        pgrx::debug1!("the join of {outer} with {inner} is not screened: {reason}");
    }

    /// Adds the names of the tables that a plan scans, each once.
    fn names(&self, plan: Node<'t, Plan>, names: &mut Vec<String>) {
        tree::check_stack();
        if let Some(name) = plan.scan().and_then(|scan| self.statement.name(scan.scanrelid))
            && !names.contains(&name)
        {
            names.push(name);
        }
        plan.below().for_each(|plan| self.names(plan, names));
    }
}

/// Describes a key as the rows have it that the filter is built of.
fn inner_key(pair: &Pair<'_>) -> PlannedKey {
    let &Pair { operator, collation, inner: column, functions: (_, function), .. } = pair;
    PlannedKey { column, name: 0, operator, function, collation }
}

/// Describes a key as a scan has it.
fn outer_key(pair: &Pair<'_>, scan: usize) -> PlannedKey {
    let &Pair { operator, collation, functions: (function, _), .. } = pair;
    let Place { column, name, .. } = pair.places[scan];
    PlannedKey { column, name, operator, function, collation }
}
