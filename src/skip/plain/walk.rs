//! Finds the tables of a statement that can be read through their lookups, and replaces them.
//!
//! The conditions of a table are those of WHERE and of the joins that hold for each row of the table that the query
//! uses: of inner joins around it, of the outer join that discards or extends rows of the other side only, and no
//! others.

use super::condition::{Sought, Table};
use super::prepared::{self, Prepared, Set};
use super::rows;
use super::scan::{Chosen, call_scan};
use crate::pg::catalog::check_stack;
use crate::pg::nodes::{conjuncts, items, node_as};
use crate::pg::range_table::{entry, is_plain, mentions};
use crate::pg::setting::Mode;
use crate::pg::table::is_readable;
use crate::pg::version::{self, reads_as};
use crate::skip::look_up::MOST_SETS;
use crate::skip::partitions::{Tree, has_virtual_columns};
use pgrx::pg_sys::{self, CmdType, JoinType, Node, NodeTag, Oid, Query, RTEKind, RangeTblEntry};
use std::ffi::{CStr, c_int, c_void};

/// Least number of partitions for which a lookup is expected to save time, if the statement is planned for each value.
const LEAST_PARTITIONS: usize = 16;

/// The same if the plan may be kept for other values, and planning saves nothing.
const LEAST_WITH_KEPT_PLAN: usize = 32;

/// Largest mean number of rows with one value, in the table or in a partition of one that was not analyzed.
const MOST_ROWS: f64 = 1_000.0;

/// No column from outside may be the value.
const NONE: u32 = u32::MAX;

/// Why a table is read as it is.
type Reason = &'static str;

struct Walk {
    mode: Mode,
    /// Tables that were replaced, each in its query.
    replaced: Vec<Place>,
    /// Tables whose columns are the values of those.
    kept: Vec<Place>,
}

/// A query, and the number of a table in it.
type Place = (*mut Query, i32);

/// A query of the statement, and from how many levels up columns may be the value. A query with such columns runs again
/// for each row outside; if the planner would make it a join, it must not.
#[derive(Clone, Copy)]
struct Level {
    query: *mut Query,
    least_level: u32,
}

/// Replaces tables in a statement that is about to be planned. Returns whether there are any.
///
/// # Safety
/// `query` must be a parse tree that nobody else uses.
pub unsafe fn replace(query: *mut Query, options: c_int, mode: Mode) -> bool {
    // SAFETY: the caller guarantees the query.
    unsafe {
        let statement = &*query;
        let reads = [CmdType::CMD_SELECT, CmdType::CMD_INSERT].contains(&statement.commandType);
        if !mentions(query, is_partitioned) {
            return false;
        }
        let reason = if !reads || !statement.onConflict.is_null() || statement.hasModifyingCTE {
            Some("the statement changes rows of a table that it reads")
        } else if may_be_positioned(query, options) {
            Some("WHERE CURRENT OF may name the cursor; INSENSITIVE says that none does")
        } else {
            None
        };
        if let Some(reason) = reason {
            pgrx::debug1!("no partitions are skipped by the lookups of a table: {reason}");
            return false;
        }
        let mut walk = Walk { mode, replaced: Vec::new(), kept: Vec::new() };
        walk.level(Level { query, least_level: NONE });
        !walk.replaced.is_empty()
    }
}

fn is_partitioned(table: &RangeTblEntry) -> bool {
    table.relkind as u8 == pg_sys::RELKIND_PARTITIONED_TABLE
}

/// Returns whether `WHERE CURRENT OF` may ask for the row of a cursor: its query has one table, whose rows are its own.
unsafe fn may_be_positioned(query: *mut Query, options: c_int) -> bool {
    let options = options as u32;
    let is_cursor =
        options & pg_sys::CURSOR_OPT_FAST_PLAN != 0 && options & pg_sys::CURSOR_OPT_INSENSITIVE == 0;
    // SAFETY: the caller guarantees the query.
    is_cursor
        && unsafe {
            let statement = &*query;
            !statement.hasAggs
                && statement.groupClause.is_null()
                && statement.distinctClause.is_null()
                && statement.jointree.as_ref().is_some_and(|from| pg_sys::list_length(from.fromlist) < 2)
        }
}

impl Walk {
    /// Replaces tables of a query and of its subqueries.
    unsafe fn level(&mut self, level: Level) {
        // SAFETY: the caller guarantees the query, whose lists hold what their names say.
        unsafe {
            check_stack();
            pgrx::check_for_interrupts!();
            let query = &*level.query;
            for table in items::<RangeTblEntry>(query.rtable) {
                if (*table).rtekind == RTEKind::RTE_SUBQUERY {
                    let inside = (*table).subquery;
                    // Its rows are asked for again for each row beside it, unless it is made a join.
                    let runs_again = (*table).lateral && !is_plain(inside);
                    let least_level = if runs_again { 1 } else { level.least_level.saturating_add(1) };
                    self.level(Level { query: inside, least_level });
                }
            }
            for cte in items::<pg_sys::CommonTableExpr>(query.cteList) {
                self.level(Level { query: (*cte).ctequery.cast(), least_level: NONE });
            }
            if query.hasSubLinks {
                for link in sublinks(level.query) {
                    use pg_sys::SubLinkType::{ARRAY_SUBLINK, EXPR_SUBLINK};
                    // The planner makes others a join, where it can.
                    let runs_again = [ARRAY_SUBLINK, EXPR_SUBLINK].contains(&link.subLinkType);
                    let least_level = if runs_again { 1 } else { level.least_level.saturating_add(1) };
                    self.level(Level { query: link.subselect.cast(), least_level });
                }
            }
            // `replace` refuses statements whose WITH changes rows, and no other subquery can.
            debug_assert!([CmdType::CMD_SELECT, CmdType::CMD_INSERT].contains(&query.commandType));
            if query.rowMarks.is_null() {
                self.region(level, query.jointree.cast(), &[]);
            }
        }
    }

    /// Replaces tables of a part of FROM. `above` are conditions that hold for its rows.
    unsafe fn region(&mut self, level: Level, part: *mut Node, above: &[*mut Node]) {
        let (mut conditions, mut outer, mut tables, mut open) =
            (above.to_vec(), Vec::new(), Vec::new(), vec![part]);
        // SAFETY: the caller guarantees the join tree.
        unsafe {
            check_stack();
            while let Some(node) = open.pop() {
                pgrx::check_for_interrupts!();
                if let Some(from) = node_as::<pg_sys::FromExpr>(node, NodeTag::T_FromExpr) {
                    conditions.extend(conjuncts(from.quals));
                    open.extend(items::<Node>(from.fromlist));
                } else if let Some(join) = node_as::<pg_sys::JoinExpr>(node, NodeTag::T_JoinExpr) {
                    if join.jointype == JoinType::JOIN_INNER {
                        conditions.extend(conjuncts(join.quals));
                        open.extend([join.larg, join.rarg]);
                    } else {
                        outer.push(join);
                    }
                } else if let Some(table) = node_as::<pg_sys::RangeTblRef>(node, NodeTag::T_RangeTblRef) {
                    tables.push(table.rtindex);
                }
            }
            for number in &tables {
                self.table(level, *number, &conditions, &tables);
            }
            for join in outer {
                let on = conjuncts(join.quals);
                let (left, right): (&[_], &[_]) = match join.jointype {
                    JoinType::JOIN_LEFT => (&conditions, &on),
                    JoinType::JOIN_RIGHT => (&on, &conditions),
                    _ => (&[], &[]),
                };
                self.region(level, join.larg, left);
                self.region(level, join.rarg, right);
            }
        }
    }

    /// Replaces a table, if it has lookups and a condition says which value is sought.
    ///
    /// # Safety
    /// As for [`replace`]; the conditions must be those of the query that hold for the table's rows, and the tables
    /// `beside` it be joined with it by inner joins.
    unsafe fn table(&mut self, level: Level, number: i32, conditions: &[*mut Node], beside: &[i32]) {
        // SAFETY: the caller guarantees the query and its conditions.
        unsafe {
            let Some(found) = entry(level.query, number) else { return };
            if !is_partitioned(found) {
                return;
            }
            let table =
                Table { query: level.query, number, relation: found.relid, least_level: level.least_level };
            let Err(reason) = self.replace(table, found, conditions, beside) else { return };
            let name = CStr::from_ptr((*found.eref).aliasname).to_string_lossy();
            pgrx::debug1!("the lookups of {name} skip no partitions: {reason}");
        }
    }

    /// Replaces a table, unless it has no lookups. Says why it does not.
    unsafe fn replace(
        &mut self,
        table: Table,
        found: &RangeTblEntry,
        conditions: &[*mut Node],
        beside: &[i32],
    ) -> Result<(), Reason> {
        const UNLISTED: Reason = "its partitions cannot be listed";
        let Some(prepared) = prepared::of_table(found.relid) else { return Ok(()) };
        // SAFETY: the caller guarantees the query and its conditions.
        unsafe {
            let sets = self.suiting(table, (conditions, beside), &prepared)?;
            self.check(table, found)?;
            let tree = Tree::of(found.relid).map_err(|_| UNLISTED)?;
            let mut sets = self.worth_it(table, conditions, sets, (&prepared, &tree))?;
            sets.truncate(MOST_SETS);
            call_scan(table, found, (prepared.scan, &tree), &sets).map_err(|_| UNLISTED)?;
            let others = sets.iter().flat_map(|chosen| &chosen.sought).filter_map(|sought| sought.other());
            self.kept.extend(others.map(|other| (table.query, other)));
        }
        self.replaced.push((table.query, table.number));
        Ok(())
    }

    /// Returns the lookups for which conditions say which values are sought, or says that there are none.
    unsafe fn suiting<'p>(
        &self,
        table: Table,
        (conditions, beside): (&[*mut Node], &[i32]),
        prepared: &'p Prepared,
    ) -> Result<Vec<Chosen<'p>>, Reason> {
        // SAFETY: the caller guarantees the query and its conditions.
        unsafe {
            let may_stand = |sought: &Sought| match sought {
                Sought::Beside(_, other) => {
                    let is_kept = beside.contains(other) && !self.replaced.contains(&(table.query, *other));
                    is_kept && (self.mode == Mode::Force || has_one_row(table, *other, conditions))
                }
                _ => true,
            };
            let sought = |attribute: i16, is_alone: bool| {
                let all = conditions.iter().filter_map(|clause| table.sought(*clause, attribute));
                let best = all
                    .filter(|sought| may_stand(sought) && (is_alone || !matches!(sought, Sought::Any(_))))
                    .min_by_key(|sought| sought.rank())?;
                if is_alone { Some(best) } else { best.try_map(|value| table.as_field(value, attribute)) }
            };
            let choose = |set: &'p Set| {
                let is_alone = set.attributes.len() == 1;
                let sought = set.attributes.iter().map(|attribute| sought(*attribute, is_alone));
                Some(Chosen { set, sought: sought.collect::<Option<Vec<_>>>()? })
            };
            let mut all: Vec<_> = prepared.sets.iter().filter_map(choose).collect();
            if all.is_empty() {
                return Err(
                    "no condition compares their columns with values that are known when they are read",
                );
            }
            // Other tables are waited for only if that is the only way.
            let wait = all.iter().all(Chosen::waits);
            all.retain(|chosen| chosen.waits() == wait);
            Ok(all)
        }
    }

    /// Returns the lookups that the table is read through, those that return the fewest rows first, or says why none is
    /// used. A partition is skipped if one of them says so.
    unsafe fn worth_it<'p>(
        &self,
        table: Table,
        conditions: &[*mut Node],
        suiting: Vec<Chosen<'p>>,
        (prepared, tree): (&Prepared, &Tree),
    ) -> Result<Vec<Chosen<'p>>, Reason> {
        let is_known_to_user =
            |chosen: &Chosen<'_>| [chosen.set.matrices, chosen.set.marks].into_iter().all(is_readable);
        let with_rows = |chosen: Chosen<'p>| {
            let rows = rows::per_value(table.relation, &tree.leaves, chosen.set);
            (chosen, rows)
        };
        let mut all: Vec<_> = suiting.into_iter().filter(is_known_to_user).map(with_rows).collect();
        if all.is_empty() {
            return Err("the user may not read all of the matrices and marks");
        }
        all.sort_by(|(one, rows), (other, more)| {
            let rows = rows.unwrap_or(0.0).total_cmp(&more.unwrap_or(0.0));
            one.rank().cmp(&other.rank()).then(rows)
        });
        if self.mode != Mode::Force {
            // SAFETY: the caller guarantees the conditions, which the values are from.
            let is_planned_for_each = all.iter().all(|(chosen, _)| unsafe { chosen.is_constant() });
            let least = if is_planned_for_each { LEAST_PARTITIONS } else { LEAST_WITH_KEPT_PLAN };
            if tree.leaves.len() < least {
                return Err("it has few partitions");
            }
            all.retain(|(_, rows)| rows.is_none_or(|rows| rows <= MOST_ROWS));
            let Some((first, _)) = all.first() else { return Err("many rows have the same value") };
            // SAFETY: the caller guarantees the conditions.
            let may_prune = |clause| unsafe { table.may_prune(clause, &prepared.key, &first.set.attributes) };
            if conditions.iter().copied().any(may_prune) {
                return Err("a condition on the partition key may exclude partitions");
            }
        }
        Ok(all.into_iter().map(|(chosen, _)| chosen).collect())
    }

    /// Says why a table cannot be read through any lookups.
    unsafe fn check(&self, table: Table, found: &RangeTblEntry) -> Result<(), Reason> {
        // SAFETY: the caller guarantees the query.
        unsafe {
            let role = reads_as(table.query, std::ptr::from_ref(found).cast_mut());
            if self.kept.contains(&(table.query, table.number)) {
                Err("another table is looked up by a column of it")
            } else if !found.inh {
                Err("ONLY leaves out all partitions")
            } else if !found.tablesample.is_null() {
                Err("TABLESAMPLE asks for the table itself")
            } else if !found.securityQuals.is_null() {
                Err("row security applies")
            } else if role != Oid::INVALID && role != pg_sys::GetUserId() {
                Err("the table is read with the rights of another role")
            } else if !is_readable(table.relation) {
                Err("the user may not read all of the table")
            } else if has_virtual_columns(table.relation) {
                Err("a column is computed when it is read")
            } else if has_system_columns(table.query, table.number) {
                Err("the query asks for a system column")
            } else {
                Ok(())
            }
        }
    }
}

/// Returns whether conditions leave at most one row of a table beside another one.
unsafe fn has_one_row(table: Table, other: i32, conditions: &[*mut Node]) -> bool {
    // SAFETY: the caller guarantees the query, which has locked its tables.
    unsafe {
        let Some(found) = entry(table.query, other) else { return false };
        let is_whole = is_partitioned(found) || !pg_sys::has_subclass(found.relid);
        is_whole && Table { number: other, relation: found.relid, ..table }.has_one_row(conditions)
    }
}

/// What is looked for in a query: system columns of a table of it.
struct SystemColumns {
    number: i32,
    /// How many levels of subqueries are between.
    depth: u32,
}

/// Returns whether a query uses a system column of a table.
unsafe fn has_system_columns(query: *mut Query, number: i32) -> bool {
    unsafe extern "C-unwind" fn visit(node: *mut Node, context: *mut c_void) -> bool {
        // SAFETY: the walkers pass nodes and the argument; nothing here needs to be dropped.
        unsafe {
            let sought = &mut *context.cast::<SystemColumns>();
            if let Some(var) = node_as::<pg_sys::Var>(node, NodeTag::T_Var) {
                return var.varno == sought.number && var.varlevelsup == sought.depth && var.varattno < 0;
            }
            if let Some(inside) = node_as::<Query>(node, NodeTag::T_Query) {
                sought.depth += 1;
                let found = version::walk_query(std::ptr::from_ref(inside).cast_mut(), visit, context, 0);
                sought.depth -= 1;
                return found;
            }
            !node.is_null() && version::walk_expression(node, visit, context)
        }
    }
    let mut sought = SystemColumns { number, depth: 0 };
    // SAFETY: the caller guarantees the query; the wrapper catches an ERROR, such as one of the depth of the stack.
    unsafe { pg_sys::query_tree_walker(query, Some(visit), (&raw mut sought).cast(), 0) }
}

/// Returns the subqueries in the expressions of a query.
unsafe fn sublinks<'a>(query: *mut Query) -> Vec<&'a pg_sys::SubLink> {
    unsafe extern "C-unwind" fn visit(node: *mut Node, context: *mut c_void) -> bool {
        // SAFETY: the walkers pass nodes and the argument; nothing here needs to be dropped.
        unsafe {
            if let Some(link) = node_as::<pg_sys::SubLink>(node, NodeTag::T_SubLink) {
                (*context.cast::<Vec<&pg_sys::SubLink>>()).push(link);
                return version::walk_expression(link.testexpr, visit, context);
            }
            !node.is_null() && version::walk_expression(node, visit, context)
        }
    }
    let mut found = Vec::new();
    let flags = pg_sys::QTW_IGNORE_RT_SUBQUERIES | pg_sys::QTW_IGNORE_CTE_SUBQUERIES;
    // SAFETY: as above.
    unsafe { pg_sys::query_tree_walker(query, Some(visit), (&raw mut found).cast(), flags as c_int) };
    found
}
