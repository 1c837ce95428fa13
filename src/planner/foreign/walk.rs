//! Finds the joins of a statement with remote tables.
//!
//! A screen is a condition that follows from the conditions beside it: rows that meet `far.k = small.k` and the
//! conditions of `small` also meet `far.k = ANY (the keys of the rows of small that meet its conditions)`. So it is added
//! where the equality stands, and changes no answer there: not in WHERE, not in ON of inner and outer joins, not in the
//! subquery of IN or EXISTS. Where a condition may be evaluated early is up to the planner, which knows LIMIT, windows,
//! preserved sides and the rest.

use super::condition::is_safe;
use super::remote::far as remote_tables;
use super::screen::{Join, Statement};
use super::side::Side;
use super::table::{column, is_plain, is_stored, output, single_table};
use super::{KeyType, Reason};
use crate::pg::catalog::{base_type, is_deterministic};
use crate::planner::nodes::{conjuncts, copy_of, items, node_as, node_mut, without_relabel};
use pgrx::pg_sys::{self, JoinType, Node, NodeTag, Oid, Query, RTEKind};

/// An equality of two expressions, as it is written.
#[derive(Clone, Copy)]
struct Equality {
    operator: Oid,
    collation: Oid,
    left: *mut Node,
    right: *mut Node,
}

impl Equality {
    /// Returns the equality that a condition is, if `=` means the same for all filters and servers.
    ///
    /// # Safety
    /// `clause` must be an expression.
    unsafe fn of(clause: *mut Node) -> Option<Self> {
        // SAFETY: the caller guarantees the expression.
        unsafe {
            let call = node_as::<pg_sys::OpExpr>(clause, NodeTag::T_OpExpr)?;
            if pg_sys::list_length(call.args) != 2 {
                return None;
            }
            let (left, right) =
                (pg_sys::list_nth(call.args, 0).cast(), pg_sys::list_nth(call.args, 1).cast());
            Some(Self { operator: call.opno, collation: call.inputcollid, left, right })
        }
    }

    /// The same with the sides exchanged.
    fn swapped(self) -> Option<Self> {
        // SAFETY: a catalog lookup.
        let operator = unsafe { pg_sys::get_commutator(self.operator) };
        let swapped = Self { operator, left: self.right, right: self.left, ..self };
        (operator != Oid::INVALID).then_some(swapped)
    }

    /// Checks that the operator is the usual equality of a type that filters hold.
    ///
    /// # Safety
    /// The sides must be expressions.
    unsafe fn key_type(self) -> Result<KeyType, Reason> {
        // SAFETY: catalog lookups; the caller guarantees the expressions.
        unsafe {
            let (left, right) = (pg_sys::exprType(self.left), pg_sys::exprType(self.right));
            let key = KeyType::of(left, right).ok_or("keys of these types cannot be screened")?;
            if !has_own_type(self.left) || !has_own_type(self.right) {
                return Err("a key has another type than the one that is compared");
            }
            let family = (*pg_sys::lookup_type_cache(left, pg_sys::TYPECACHE_HASH_OPFAMILY as i32)).hash_opf;
            if !pg_sys::op_in_opfamily(self.operator, family) {
                return Err("the operator is not the default equality");
            }
            if self.collation != Oid::INVALID && !is_deterministic(self.collation) {
                return Err("the collation is nondeterministic");
            }
            Ok(key)
        }
    }
}

/// Returns whether a key has the type as which it is compared: its domain and the name `varchar` aside. postgres_fdw
/// sends the column without the implicit cast.
///
/// # Safety
/// `key` must be an expression.
unsafe fn has_own_type(key: *mut Node) -> bool {
    // SAFETY: the caller guarantees the expression.
    unsafe {
        let (compared, own) = (pg_sys::exprType(key), base_type(pg_sys::exprType(without_relabel(key))));
        own == compared || (own, compared) == (pg_sys::VARCHAROID, pg_sys::TEXTOID)
    }
}

impl Statement {
    /// Screens the joins of a query and of its subqueries, unless whatever reads its rows calls volatile functions.
    ///
    /// # Safety
    /// `query` must be a parse tree that only the caller uses.
    pub unsafe fn level(&mut self, query: *mut Query, is_read_by_volatile: bool) {
        // SAFETY: the caller guarantees the query, whose lists hold what their names say.
        unsafe {
            if !(*query).rowMarks.is_null() {
                return;
            }
            let is_volatile = is_read_by_volatile || has_volatile(query);
            let jointree = (*query).jointree;
            if !jointree.is_null() {
                if is_volatile {
                    self.refuse(query, std::ptr::null_mut(), "a function of the query is volatile");
                } else {
                    self.node(query, jointree.cast(), &[]);
                }
            }
            for table in items::<pg_sys::RangeTblEntry>((*query).rtable) {
                if (*table).rtekind == RTEKind::RTE_SUBQUERY {
                    self.level((*table).subquery, is_volatile);
                }
            }
            for cte in items::<pg_sys::CommonTableExpr>((*query).cteList) {
                if !(*cte).cterecursive {
                    // Any other part of the statement may read it.
                    self.level((*cte).ctequery.cast(), self.is_volatile);
                }
            }
        }
    }

    /// Screens the joins of a part of FROM. `known` are conditions that stand elsewhere: a row of this part that does
    /// not meet them is discarded later, whatever the remote tables hold.
    ///
    /// # Safety
    /// As for [`Statement::level`]; `node` must be part of the query's join tree.
    unsafe fn node(&mut self, query: *mut Query, node: *mut Node, known: &[*mut Node]) {
        // SAFETY: the caller guarantees the join tree.
        unsafe {
            if let Some(from) = node_mut::<pg_sys::FromExpr>(node, NodeTag::T_FromExpr) {
                let own = conjuncts(from.quals);
                let mut all = [known, &own].concat();
                for part in items::<Node>(from.fromlist) {
                    all.extend(inner_conditions(part));
                }
                self.conditions(query, &mut from.quals, &own, &all, |_| true);
                for part in items::<Node>(from.fromlist) {
                    self.node(query, part, &all);
                }
            } else if let Some(join) = node_mut::<pg_sys::JoinExpr>(node, NodeTag::T_JoinExpr) {
                let own = conjuncts(join.quals);
                // The side whose rows are discarded without a partner, and the one whose rows are kept.
                let (nullable, preserved) = match join.jointype {
                    JoinType::JOIN_INNER => {
                        let all = [known, &own].concat();
                        self.conditions(query, &mut join.quals, &own, &all, |_| true);
                        self.node(query, join.larg, &all);
                        self.node(query, join.rarg, &all);
                        return;
                    }
                    JoinType::JOIN_LEFT => (join.rarg, join.larg),
                    JoinType::JOIN_RIGHT => (join.larg, join.rarg),
                    _ => {
                        self.node(query, join.larg, &[]);
                        self.node(query, join.rarg, &[]);
                        return;
                    }
                };
                let (inside, kept) = (tables(nullable), tables(preserved));
                // What is known of rows of the preserved side holds for them before the join too.
                let of_kept = |condition: &&*mut Node| columns_are_of(query, **condition, &kept);
                let all = [known.iter().filter(of_kept).copied().collect(), own.clone()].concat();
                self.conditions(query, &mut join.quals, &own, &all, |table| inside.contains(&table));
                self.node(query, preserved, known);
                self.node(query, nullable, &own);
            }
        }
    }

    /// Screens the joins that the conditions at one place make. `all` are the conditions that hold there.
    ///
    /// # Safety
    /// As for [`Statement::node`]; `quals` must be the place, and `own` its conditions.
    unsafe fn conditions(
        &mut self,
        query: *mut Query,
        quals: &mut *mut Node,
        own: &[*mut Node],
        all: &[*mut Node],
        is_screened: impl Fn(i32) -> bool,
    ) {
        for clause in own {
            // SAFETY: the caller guarantees the conditions.
            unsafe {
                if let Some(equality) = Equality::of(*clause) {
                    for equality in [Some(equality), equality.swapped()].into_iter().flatten() {
                        let Some(far) = column(query, equality.left) else {
                            self.refuse_computed(query, equality);
                            continue;
                        };
                        if is_screened(far.entry) {
                            let small = Side { query, key: equality.right, conditions: all.to_vec() };
                            self.equality((query, equality.left), small, equality, quals);
                        }
                    }
                } else if let Some(link) = node_mut::<pg_sys::SubLink>(*clause, NodeTag::T_SubLink) {
                    self.sublink(query, quals, link, all);
                }
            }
        }
    }

    /// Says why an equality is not screened whose left side is an expression, if that is of a remote table.
    ///
    /// # Safety
    /// `equality` must be of the query.
    unsafe fn refuse_computed(&self, query: *mut Query, equality: Equality) {
        // SAFETY: the caller guarantees the expressions.
        unsafe {
            let far = columns(equality.left).find(|far| !matches!(remote_tables(query, *far), Ok(None)));
            if let Some(far) = far
                && columns(equality.right).next().is_some()
            {
                self.refuse(query, far, "the remote key is computed");
            }
        }
    }

    /// Screens the join that IN or EXISTS is.
    ///
    /// # Safety
    /// As for [`Statement::conditions`].
    unsafe fn sublink(
        &mut self,
        query: *mut Query,
        quals: &mut *mut Node,
        link: &mut pg_sys::SubLink,
        all: &[*mut Node],
    ) {
        // SAFETY: the caller guarantees the node, whose subselect is a parse tree.
        unsafe {
            let inside = link.subselect.cast::<Query>();
            let equalities = match link.subLinkType {
                pg_sys::SubLinkType::ANY_SUBLINK => any_equality(link).into_iter().collect(),
                pg_sys::SubLinkType::EXISTS_SUBLINK => exists_equalities(inside),
                _ => return,
            };
            if is_plain(inside) {
                for equality in equalities {
                    // A remote table outside, and keys of the subquery.
                    if single_table(inside).is_some() {
                        let conditions = conjuncts((*(*inside).jointree).quals);
                        let small = Side { query: inside, key: equality.right, conditions };
                        self.equality((query, equality.left), small, equality, quals);
                    }
                    // A remote table in the subquery, and keys from outside.
                    if let Some(swapped) = equality.swapped() {
                        let small = Side { query, key: swapped.right, conditions: all.to_vec() };
                        let within = &mut (*(*inside).jointree).quals;
                        self.equality((inside, swapped.left), small, swapped, within);
                    }
                }
            }
            self.level(inside, false);
        }
    }

    /// Adds the screens of one join to the conditions beside it.
    ///
    /// # Safety
    /// The expressions must be of the queries.
    unsafe fn equality(
        &mut self,
        far: (*mut Query, *mut Node),
        small: Side,
        equality: Equality,
        quals: &mut *mut Node,
    ) {
        // SAFETY: the caller guarantees the expressions.
        unsafe {
            let Some(own) = column(far.0, far.1) else { return };
            let other = column(small.query, small.key);
            let is_join = match other {
                Some(other) => far.0 != small.query || own.entry != other.entry,
                None => columns(small.key).next().is_some(),
            };
            if !is_join {
                return;
            }
            let screens = || {
                let Some(table) = remote_tables(far.0, far.1)? else { return Ok(Vec::new()) };
                if other.is_none() {
                    return Err("the other key is computed");
                }
                // The remote server would compute it for rows that other conditions of the query exclude.
                if !is_stored(far.0, own) {
                    return Err("the remote key is computed");
                }
                let key = equality.key_type()?;
                let (operator, collation) = (equality.operator, equality.collation);
                let small = small.with_constants();
                self.screens(&table, &Join { far, small, key, operator, collation })
            };
            match screens() {
                Ok(screens) => {
                    for screen in screens {
                        *quals = pg_sys::make_and_qual(*quals, screen);
                        (*far.0).hasSubLinks = true;
                        self.changed = true;
                    }
                }
                Err(reason) => self.refuse(far.0, far.1, reason),
            }
        }
    }
}

/// Returns the columns in an expression.
///
/// # Safety
/// `expression` must be an expression that outlives the result.
unsafe fn columns(expression: *mut Node) -> impl Iterator<Item = *mut Node> {
    // SAFETY: the caller guarantees the expression; the list is new.
    unsafe { items(pg_sys::pull_vars_of_level(expression, 0)) }
}

/// Returns the conditions of inner joins in a part of FROM.
///
/// # Safety
/// `node` must be part of a join tree.
unsafe fn inner_conditions(node: *mut Node) -> Vec<*mut Node> {
    // SAFETY: the caller guarantees the join tree.
    unsafe {
        if let Some(from) = node_as::<pg_sys::FromExpr>(node, NodeTag::T_FromExpr) {
            let below = items::<Node>(from.fromlist).flat_map(|part| inner_conditions(part));
            return conjuncts(from.quals).into_iter().chain(below).collect();
        }
        match node_as::<pg_sys::JoinExpr>(node, NodeTag::T_JoinExpr) {
            Some(join) if join.jointype == JoinType::JOIN_INNER => {
                [conjuncts(join.quals), inner_conditions(join.larg), inner_conditions(join.rarg)].concat()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the tables in a part of FROM.
///
/// # Safety
/// `node` must be part of a join tree.
unsafe fn tables(node: *mut Node) -> Vec<i32> {
    // SAFETY: the caller guarantees the join tree.
    unsafe {
        if let Some(table) = node_as::<pg_sys::RangeTblRef>(node, NodeTag::T_RangeTblRef) {
            vec![table.rtindex]
        } else if let Some(join) = node_as::<pg_sys::JoinExpr>(node, NodeTag::T_JoinExpr) {
            [tables(join.larg), tables(join.rarg)].concat()
        } else if let Some(from) = node_as::<pg_sys::FromExpr>(node, NodeTag::T_FromExpr) {
            items::<Node>(from.fromlist).flat_map(|part| tables(part)).collect()
        } else {
            Vec::new()
        }
    }
}

/// Returns whether all columns of a condition are of one of these tables, and it is one that a screen may copy.
///
/// # Safety
/// `condition` must be an expression of the query.
unsafe fn columns_are_of(query: *mut Query, condition: *mut Node, tables: &[i32]) -> bool {
    // SAFETY: the caller guarantees the condition.
    unsafe { tables.iter().any(|table| is_safe(query, *table, condition)) }
}

/// Returns whether a query's FROM and WHERE call a volatile function. The number of its calls must not change.
///
/// # Safety
/// `query` must be a parse tree.
unsafe fn has_volatile(query: *mut Query) -> bool {
    // SAFETY: the caller guarantees the query.
    unsafe {
        pg_sys::contain_volatile_functions((*query).jointree.cast())
            || items::<pg_sys::RangeTblEntry>((*query).rtable).any(|table| {
                let table = &*table;
                let parts: [*mut Node; 6] = [
                    table.subquery.cast(),
                    table.functions.cast(),
                    table.tablefunc.cast(),
                    table.values_lists.cast(),
                    table.tablesample.cast(),
                    table.securityQuals.cast(),
                ];
                parts.into_iter().any(|part| pg_sys::contain_volatile_functions(part))
            })
    }
}

/// Returns the equality of `expression IN (SELECT key ...)`, with the key on the right.
///
/// # Safety
/// `link` must be an ANY sublink.
unsafe fn any_equality(link: &pg_sys::SubLink) -> Option<Equality> {
    // SAFETY: the caller guarantees the node.
    unsafe {
        let equality = Equality::of(link.testexpr)?;
        let parameter = node_as::<pg_sys::Param>(without_relabel(equality.right), NodeTag::T_Param)?;
        // If the operator's type is another one than the key's, the two keys have different types, too.
        let right = output(link.subselect.cast(), i16::try_from(parameter.paramid).ok()?)?;
        Some(Equality { right, ..equality })
    }
}

/// Returns the equalities of an EXISTS subquery between an expression from outside, on the left and as it is written
/// there, and one of the subquery.
///
/// # Safety
/// `query` must be a parse tree.
unsafe fn exists_equalities(query: *mut Query) -> Vec<Equality> {
    // SAFETY: the caller guarantees the query; the copy of an expression belongs to this function.
    unsafe {
        if (*query).jointree.is_null() {
            return Vec::new();
        }
        let outside = |node: *mut Node| {
            let var = node_as::<pg_sys::Var>(without_relabel(node), NodeTag::T_Var)?;
            if var.varlevelsup != 1 {
                return None;
            }
            let copy = copy_of(node);
            node_mut::<pg_sys::Var>(without_relabel(copy), NodeTag::T_Var)?.varlevelsup = 0;
            Some(copy)
        };
        let equality = |clause| {
            let equality = Equality::of(clause)?;
            [Some(equality), equality.swapped()]
                .into_iter()
                .flatten()
                .find_map(|equality| outside(equality.left).map(|left| Equality { left, ..equality }))
        };
        conjuncts((*(*query).jointree).quals).into_iter().filter_map(equality).collect()
    }
}
