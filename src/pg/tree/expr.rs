//! Expressions.

use super::{List, Node};
use crate::pg::detoast::Varlena;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::{self, Datum, Oid};

/// An expression, or any other node.
pub type Expr<'t> = Node<'t, pg_sys::Node>;

/// A call of a function, by its name or as an operator.
#[derive(Debug, Clone, Copy)]
pub struct Called<'t> {
    pub function: Oid,
    pub arguments: List<'t, pg_sys::Node>,
}

/// Defines the kinds of expressions that [`Expr::kind`] tells apart.
macro_rules! kinds {
    ($($kind:ident),*) => {
        /// An expression by its kind.
        #[derive(Debug, Clone, Copy)]
        #[allow(dead_code)] // some kinds are only told apart
        pub enum ExprKind<'t> {
            $($kind(Node<'t, pg_sys::$kind>),)*
            Other,
        }

        impl<'t> Expr<'t> {
            /// Returns the expression by its kind.
            pub fn kind(self) -> ExprKind<'t> {
                $(if let Some(node) = self.is() { return ExprKind::$kind(node) })*
                ExprKind::Other
            }
        }
    };
}
#[rustfmt::skip]
kinds!(
    Var, Const, Param, FuncExpr, OpExpr, ScalarArrayOpExpr, BoolExpr, ArrayExpr, NullTest, BooleanTest,
    RelabelType, SQLValueFunction
);

/// A value that is known when a query is planned.
#[derive(Debug, Clone, Copy)]
pub enum Constant<'t> {
    Null,
    Value(TypedDatum<'t>),
}

impl Constant<'_> {
    /// Pairs a value of a tree with its type.
    ///
    /// # Safety
    /// Unless the value is NULL, the datum must be of this type, and live as long as the tree.
    pub(super) unsafe fn of(of: Oid, datum: Datum, is_null: bool) -> Self {
        // SAFETY: as above.
        if is_null { Self::Null } else { Self::Value(unsafe { TypedDatum::new(datum, of) }) }
    }
}

impl<'t> Node<'t, pg_sys::Const> {
    pub fn constant(self) -> Constant<'t> {
        // SAFETY: the value of a constant is of its type, and part of the tree.
        unsafe { Constant::of(self.consttype, self.constvalue, self.constisnull) }
    }
}

impl std::fmt::Debug for List<'_, pg_sys::Node> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'t> Expr<'t> {
    /// Returns the type of the expression's value.
    pub fn type_of(self) -> Oid {
        // SAFETY: an expression of the tree.
        unsafe { pg_sys::exprType(self.as_ptr()) }
    }

    /// Returns the type modifier of the expression's value; -1 if there is none.
    pub fn type_modifier(self) -> i32 {
        // SAFETY: as above.
        unsafe { pg_sys::exprTypmod(self.as_ptr()) }
    }

    /// Returns the collation of the expression's value; an invalid OID if there is none.
    pub fn collation(self) -> Oid {
        // SAFETY: as above.
        unsafe { pg_sys::exprCollation(self.as_ptr()) }
    }

    /// Returns the expression without what only gives it another type.
    pub fn without_relabel(self) -> Self {
        let mut node = self;
        while let Some(inside) = node.is::<pg_sys::RelabelType>().and_then(|relabel| relabel.arg()) {
            node = inside;
        }
        node
    }

    /// Returns the expression as a column, without what only gives it another type.
    pub fn column(self) -> Option<Node<'t, pg_sys::Var>> {
        self.without_relabel().is()
    }

    /// Returns the call that the expression is, of a function or an operator.
    pub fn called(self) -> Option<Called<'t>> {
        if let Some(call) = self.is::<pg_sys::FuncExpr>() {
            return Some(Called { function: call.funcid, arguments: call.args() });
        }
        let call = self.is::<pg_sys::OpExpr>()?;
        Some(Called { function: crate::pg::catalog::opcode(call.opno), arguments: call.args() })
    }

    /// Returns the conjuncts of a condition, that is the conditions that it joins by AND, in their order: one
    /// may keep the next from being evaluated.
    pub fn conjuncts(self) -> Vec<Self> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(node) = open.pop() {
            match node.is::<pg_sys::BoolExpr>() {
                Some(all) if all.boolop == pg_sys::BoolExprType::AND_EXPR => {
                    open.extend(all.args().iter().rev());
                }
                _ => match node.as_list() {
                    Some(list) => open.extend(list.iter().rev()),
                    None => found.push(node),
                },
            }
        }
        found
    }

    /// Returns the node as a list of nodes, if it is one.
    pub fn as_list(self) -> Option<List<'t, pg_sys::Node>> {
        // SAFETY: a list with this tag is one of pointers, in expressions of nodes.
        self.is::<pg_sys::List>().map(|list| unsafe { List::of(list.as_ptr()) })
    }

    /// Returns whether the expression calls a volatile function.
    pub fn is_volatile(self) -> bool {
        // SAFETY: an expression of the tree.
        unsafe { pg_sys::contain_volatile_functions(self.as_ptr()) }
    }

    /// Returns whether the expression has columns of a query so many levels above.
    pub fn has_columns_of_level(self, level: i32) -> bool {
        // SAFETY: as above.
        unsafe { pg_sys::contain_vars_of_level(self.as_ptr(), level) }
    }

    /// Returns the columns of the query itself that the expression has.
    pub fn columns(self) -> impl Iterator<Item = Node<'t, pg_sys::Var>> {
        // SAFETY: as above; the new list is one of nodes of the expression, not all of which are columns in
        // the planner.
        let found: List<'t, pg_sys::Node> = unsafe { List::of(pg_sys::pull_vars_of_level(self.as_ptr(), 0)) };
        found.iter().filter_map(Node::is)
    }

    /// Returns all columns in the expression, also those below aggregates, in a new list.
    pub fn all_columns(self) -> List<'t, pg_sys::Node> {
        const INTO: u32 = pg_sys::PVC_RECURSE_AGGREGATES
            | pg_sys::PVC_RECURSE_WINDOWFUNCS
            | pg_sys::PVC_RECURSE_PLACEHOLDERS;
        // SAFETY: as above; the columns are nodes of the expression.
        unsafe { List::of(pg_sys::pull_var_clause(self.as_ptr(), INTO as i32)) }
    }

    /// Returns whether two expressions are the same, wherever they stand.
    pub fn equals(self, other: Self) -> bool {
        // SAFETY: as above.
        unsafe { pg_sys::equal(self.as_ptr().cast(), other.as_ptr().cast()) }
    }
}

impl<'t> Node<'t, pg_sys::Const> {
    /// Returns the number of bytes of the value; 0 if it is NULL, or the values of its type have one length.
    pub fn size(self) -> usize {
        let is_varying = self.constlen == -1 && !self.constisnull;
        // SAFETY: such a constant is a varlena, whose size is read without fetching it.
        if is_varying { unsafe { pg_sys::toast_raw_datum_size(self.constvalue) } } else { 0 }
    }

    /// Returns the value if it is a text.
    pub fn text(self) -> Option<Varlena<'t>> {
        let is_text = self.consttype == pg_sys::TEXTOID && !self.constisnull;
        // SAFETY: a text is a varlena, and the node has it.
        is_text.then(|| unsafe { Varlena::new(self.constvalue) })
    }

    /// Returns whether the constant, as a condition, is met by no row.
    pub fn is_never_true(self) -> bool {
        self.constisnull || self.constvalue.value() == 0
    }
}

impl<T> List<'_, T> {
    /// Returns whether one of the expressions calls a volatile function.
    pub fn is_volatile(self) -> bool {
        // SAFETY: a list of expressions of the tree, or of what has one.
        !self.is_empty() && unsafe { pg_sys::contain_volatile_functions(self.as_ptr().cast()) }
    }
}

impl<T> List<'_, T> {
    /// Returns the aggregates, also those of windows, and the window functions that expressions of a plan call.
    pub fn aggregates(self) -> impl Iterator<Item = Oid> {
        const INCLUDED: u32 = pg_sys::PVC_INCLUDE_AGGREGATES
            | pg_sys::PVC_INCLUDE_WINDOWFUNCS
            | pg_sys::PVC_RECURSE_PLACEHOLDERS;
        // SAFETY: a list of expressions of the tree; what is found are nodes of them.
        let found: List<'_, pg_sys::Node> =
            unsafe { List::of(pg_sys::pull_var_clause(self.as_ptr().cast(), INCLUDED as i32)) };
        found.iter().filter_map(|call| match call.is::<pg_sys::Aggref>() {
            Some(aggregate) => Some(aggregate.aggfnoid),
            None => call.is::<pg_sys::WindowFunc>().map(|window| window.winfnoid),
        })
    }
}

impl List<'_, pg_sys::Node> {
    /// Returns what the conditions of a node cost for a row, in operators; at least 1.
    pub fn operators(self) -> i32 {
        let mut cost = pg_sys::QualCost::default();
        // SAFETY: as above; the rest reads a setting.
        unsafe {
            pg_sys::cost_qual_eval(&raw mut cost, self.as_ptr(), std::ptr::null_mut());
            ((cost.per_tuple / pg_sys::cpu_operator_cost) as i32).max(1)
        }
    }

    /// Returns the last column of a table that the expressions have; 0 if they have none.
    pub fn last_column(self, table: u32) -> i32 {
        let mut columns = std::ptr::null_mut();
        // SAFETY: as above; the set is new.
        let last = unsafe {
            pg_sys::pull_varattnos(self.as_ptr().cast(), table, &raw mut columns);
            pg_sys::bms_prev_member(columns, -1)
        };
        (last + pg_sys::FirstLowInvalidHeapAttributeNumber).max(0)
    }
}
