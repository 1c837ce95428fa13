//! Conditions by which a lookup finds the rows: `column = value`, and `column = ANY (values)`.

use crate::pg::catalog::{base_type, collation_of_column, equality_of, unique_keys};
use crate::pg::nodes::{copy_of, items, list_of, node_as, two, without_relabel};
use crate::pg::range_table::{RangeTableColumn, column, entry};
use crate::pg::version;
use crate::skip::look_up::parameter;
use pgrx::pg_sys::{self, Node, NodeTag, Oid, Query, RTEKind};
use std::ffi::c_void;

/// What a column is compared with.
#[derive(Debug, Clone, Copy)]
pub enum Sought {
    Value(*mut Node),
    /// One of the elements of an array.
    Any(*mut Node),
    /// A column of the table with this number in the range table.
    Beside(*mut Node, i32),
}

impl Sought {
    /// Returns the value, or the array of values.
    pub fn node(self) -> *mut Node {
        match self {
            Self::Value(node) | Self::Any(node) | Self::Beside(node, _) => node,
        }
    }

    /// Returns the number of the other table that the value is a column of.
    pub fn other(self) -> Option<i32> {
        if let Self::Beside(_, other) = self { Some(other) } else { None }
    }

    /// Returns whether the value stands in the statement: it is no parameter and no column.
    pub unsafe fn is_constant(self) -> bool {
        unsafe extern "C-unwind" fn varies(node: *mut Node, context: *mut c_void) -> bool {
            // SAFETY: the walkers pass nodes; nothing here needs to be dropped.
            unsafe {
                !node.is_null()
                    && ([NodeTag::T_Param, NodeTag::T_Var].contains(&(*node).type_)
                        || version::walk_expression(node, varies, context))
            }
        }
        // SAFETY: the caller guarantees the value; the wrapper catches an ERROR, such as one of the depth of the stack.
        unsafe {
            let value = list_of([self.node()]).cast();
            !pg_sys::expression_tree_walker(value, Some(varies), std::ptr::null_mut())
        }
    }

    /// Returns the same with another value; `None` if `change` returns none.
    pub fn try_map(self, change: impl FnOnce(*mut Node) -> Option<*mut Node>) -> Option<Self> {
        let node = change(self.node())?;
        Some(match self {
            Self::Value(_) => Self::Value(node),
            Self::Any(_) => Self::Any(node),
            Self::Beside(_, other) => Self::Beside(node, other),
        })
    }

    /// Returns a number by which the best one is the first.
    pub fn rank(self) -> u8 {
        match self {
            Self::Value(_) => 0,
            Self::Any(_) => 1,
            Self::Beside(..) => 2,
        }
    }
}

/// A table of a query.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    pub query: *mut Query,
    /// Its number in the range table.
    pub number: i32,
    pub relation: Oid,
    /// Columns of at least so many levels up may be the value.
    pub least_level: u32,
}

impl Table {
    /// Returns what a condition compares a column with, if it is by the usual equality and the evaluation of the value
    /// cannot fail.
    pub unsafe fn sought(self, clause: *mut Node, attribute: i16) -> Option<Sought> {
        // SAFETY: the caller guarantees the condition; the rest are catalog lookups.
        unsafe {
            if let Some(call) = node_as::<pg_sys::OpExpr>(clause, NodeTag::T_OpExpr) {
                let [left, right] = two(call.args)?;
                let sides = if self.is_column(left, attribute) { (left, right) } else { (right, left) };
                let value_type = pg_sys::exprType(sides.1);
                let is_equality = self.is_column(sides.0, attribute)
                    && self.is_usual_equality(call.opno, call.inputcollid, value_type, attribute);
                if !is_equality {
                    return None;
                }
                if self.is_fixed(sides.1) {
                    return Some(Sought::Value(sides.1));
                }
                return self.beside(sides.1).map(|number| Sought::Beside(sides.1, number));
            }
            let call = node_as::<pg_sys::ScalarArrayOpExpr>(clause, NodeTag::T_ScalarArrayOpExpr)?;
            let [left, right] = two(call.args)?;
            let element = pg_sys::get_element_type(base_type(pg_sys::exprType(right)));
            let is_equality = call.useOr
                && self.is_column(left, attribute)
                && self.is_usual_equality(call.opno, call.inputcollid, element, attribute);
            (is_equality && self.is_fixed_array(right)).then_some(Sought::Any(right))
        }
    }

    /// Returns the value of a column as a column of a row whose filter a set of several columns has; `None` unless a
    /// cast that cannot fail makes it one.
    pub unsafe fn as_field(self, value: *mut Node, attribute: i16) -> Option<*mut Node> {
        // SAFETY: the caller guarantees the value, which is copied; the rest are catalog lookups and new nodes.
        unsafe {
            let of = parameter(base_type(pg_sys::get_atttype(self.relation, attribute)));
            let given = pg_sys::exprType(value);
            if parameter(base_type(given)) != of {
                return None;
            }
            let field = pg_sys::coerce_to_target_type(
                std::ptr::null_mut(),
                copy_of(value),
                given,
                of,
                -1,
                pg_sys::CoercionContext::COERCION_IMPLICIT,
                pg_sys::CoercionForm::COERCE_IMPLICIT_CAST,
                -1,
            );
            let collation = collation_of_column(self.relation, attribute);
            if field.is_null() || pg_sys::exprType(field) != of {
                None
            } else if collation == Oid::INVALID {
                Some(field)
            } else {
                // What hashes the row takes the collations of its columns.
                let form = pg_sys::CoercionForm::COERCE_IMPLICIT_CAST;
                Some(pg_sys::makeRelabelType(field.cast(), of, -1, collation, form).cast())
            }
        }
    }

    unsafe fn is_column(self, node: *mut Node, attribute: i16) -> bool {
        // SAFETY: the caller guarantees the expression.
        unsafe {
            column(self.query, node) == Some(RangeTableColumn { entry: self.number, number: attribute })
        }
    }

    /// Returns whether an operator is the one by which a lookup and a unique key compare the column with a value of a
    /// type.
    fn is_usual_equality(self, operator: Oid, collation: Oid, value: Oid, attribute: i16) -> bool {
        const INTEGERS: [Oid; 3] = [pg_sys::INT2OID, pg_sys::INT4OID, pg_sys::INT8OID];
        // SAFETY: these are catalog lookups.
        let own = base_type(unsafe { pg_sys::get_atttype(self.relation, attribute) });
        let are_integers = INTEGERS.contains(&own) && INTEGERS.contains(&base_type(value));
        let is_equality = operator == equality_of(own)
            // SAFETY: as above; the family has all equalities of integers.
            || are_integers && unsafe { pg_sys::op_in_opfamily(operator, pg_sys::INTEGER_BTREE_FAM_OID) }
                // SAFETY: as above.
                && unsafe { pg_sys::get_oprrest(operator) } == pg_sys::F_EQSEL.into();
        is_equality && collation == collation_of_column(self.relation, attribute)
    }

    /// Returns whether an expression has one value for the whole query, and its evaluation cannot fail.
    unsafe fn is_fixed(self, node: *mut Node) -> bool {
        // SAFETY: the caller guarantees the expression; a node's tag says which node it is.
        unsafe {
            let node = without_relabel(node);
            match (*node).type_ {
                NodeTag::T_Const => true,
                NodeTag::T_Param => {
                    (*node.cast::<pg_sys::Param>()).paramkind == pg_sys::ParamKind::PARAM_EXTERN
                }
                NodeTag::T_Var => (*node.cast::<pg_sys::Var>()).varlevelsup >= self.least_level,
                NodeTag::T_FuncExpr => {
                    let call = &*node.cast::<pg_sys::FuncExpr>();
                    let mut arguments = items::<Node>(call.args);
                    WIDENING.contains(&call.funcid.to_u32())
                        && arguments.next().is_some_and(|argument| self.is_fixed(argument))
                        && arguments.next().is_none()
                }
                _ => false,
            }
        }
    }

    /// Returns the number of another table of the query, if an expression is a column of it.
    unsafe fn beside(self, node: *mut Node) -> Option<i32> {
        // SAFETY: the caller guarantees the expression.
        unsafe {
            let var = node_as::<pg_sys::Var>(without_relabel(node), NodeTag::T_Var)?;
            let is_other = var.varlevelsup == 0 && var.varno != self.number && var.varattno > 0;
            let table = entry(self.query, var.varno)?;
            (is_other && table.rtekind == RTEKind::RTE_RELATION && !version::is_extended(var))
                .then_some(var.varno)
        }
    }

    /// Returns whether the conditions leave at most one row of the table: they fix all columns of a unique key.
    pub unsafe fn has_one_row(self, conditions: &[*mut Node]) -> bool {
        let is_fixed = |attribute: &i16| {
            // SAFETY: the caller guarantees the conditions.
            let sought = |clause: &*mut Node| unsafe { self.sought(*clause, *attribute) };
            conditions.iter().filter_map(sought).any(|sought| matches!(sought, Sought::Value(_)))
        };
        unique_keys(self.relation).iter().any(|key| key.iter().all(is_fixed))
    }

    unsafe fn is_fixed_array(self, node: *mut Node) -> bool {
        // SAFETY: the caller guarantees the expression.
        unsafe {
            match node_as::<pg_sys::ArrayExpr>(without_relabel(node), NodeTag::T_ArrayExpr) {
                Some(array) => {
                    !array.multidims && items::<Node>(array.elements).all(|element| self.is_fixed(element))
                }
                None => self.is_fixed(node),
            }
        }
    }

    /// Returns whether a condition may exclude partitions by itself: it is about a column of the partition key.
    pub unsafe fn may_prune(self, clause: *mut Node, key: &[i16], attributes: &[i16]) -> bool {
        // SAFETY: the caller guarantees the condition; the list is new.
        unsafe {
            items::<Node>(pg_sys::pull_vars_of_level(clause, 0)).any(|var| {
                column(self.query, var).is_some_and(|column| {
                    // Of an expression in the key, any column may be a part.
                    let is_of_key = key.contains(&column.number)
                        || key.contains(&0) && !attributes.contains(&column.number);
                    column.entry == self.number && is_of_key
                })
            })
        }
    }
}

/// Casts between numbers that cannot fail.
const WIDENING: [u32; 9] = [
    pg_sys::F_INT4_INT2,
    pg_sys::F_INT8_INT2,
    pg_sys::F_INT8_INT4,
    pg_sys::F_NUMERIC_INT2,
    pg_sys::F_NUMERIC_INT4,
    pg_sys::F_NUMERIC_INT8,
    pg_sys::F_FLOAT8_INT2,
    pg_sys::F_FLOAT8_INT4,
    pg_sys::F_FLOAT8_FLOAT4,
];
