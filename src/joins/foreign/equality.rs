//! Equalities of two keys, and the types of keys that a screen may have.

use crate::joins::Reason;
use crate::pg::catalog::{base_type, commutator_of, is_deterministic, is_hash_equality, is_integer};
use crate::pg::encoding::server_encoding;
use crate::pg::tree::{Expr, Node, make};
use pgrx::pg_sys::pg_enc::PG_UTF8;
use pgrx::pg_sys::{self, Oid, OpExpr, Param, Query, SubLink};

/// Types of keys, by what a screen may do with them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum KeyType {
    /// `text` and `varchar`.
    Text,
    /// `char(n)`.
    Padded,
    /// Types of one canonical text, which any server reads.
    Other,
}

impl KeyType {
    /// Returns the type of keys that are compared; `None` if it is not one of those whose values all can be
    /// hashed, and read by any server.
    fn of(left: Oid, right: Oid) -> Option<Self> {
        const OTHERS: [Oid; 8] = [
            pg_sys::UUIDOID,
            pg_sys::DATEOID,
            pg_sys::TIMESTAMPOID,
            pg_sys::TIMESTAMPTZOID,
            pg_sys::NUMERICOID,
            pg_sys::FLOAT4OID,
            pg_sys::FLOAT8OID,
            pg_sys::BYTEAOID,
        ];
        if is_integer(left) && is_integer(right) {
            return Some(Self::Other);
        }
        match left {
            _ if left != right => None,
            pg_sys::TEXTOID => Some(Self::Text),
            pg_sys::BPCHAROID => Some(Self::Padded),
            _ => OTHERS.contains(&left).then_some(Self::Other),
        }
    }

    /// Whether the keys are the same on a server of another encoding, or the screen can tell.
    pub fn array_is_safe(self) -> bool {
        match self {
            Self::Text => server_encoding() == PG_UTF8,
            Self::Padded => false,
            Self::Other => true,
        }
    }

    /// Whether every value can be hashed.
    pub fn filter_is_safe(self) -> bool {
        self == Self::Other || server_encoding() == PG_UTF8
    }
}

/// An equality of two expressions, as it is written.
#[derive(Debug, Clone, Copy)]
pub struct Equality<'t> {
    pub operator: Oid,
    pub collation: Oid,
    pub left: Expr<'t>,
    pub right: Expr<'t>,
}

impl<'t> Equality<'t> {
    /// Returns the equality that a condition may be: an operator of two arguments.
    pub fn of(clause: Expr<'t>) -> Option<Self> {
        let call = clause.is::<OpExpr>()?;
        let [left, right] = call.args().two()?;
        Some(Self { operator: call.opno, collation: call.inputcollid, left, right })
    }

    /// The same with the sides exchanged.
    pub fn swapped(self) -> Option<Self> {
        let operator = commutator_of(self.operator)?;
        Some(Self { operator, left: self.right, right: self.left, ..self })
    }

    /// The equality, and the same with the sides exchanged.
    pub fn both_ways(self) -> impl Iterator<Item = Self> {
        [Some(self), self.swapped()].into_iter().flatten()
    }

    /// Checks that the operator is the usual equality of a type that filters hold, so that `=` means the same
    /// for all filters and servers.
    pub fn key_type(self) -> Result<KeyType, Reason> {
        let (left, right) = (self.left.type_of(), self.right.type_of());
        let key = KeyType::of(left, right).ok_or("keys of these types cannot be screened")?;
        if !has_own_type(self.left) || !has_own_type(self.right) {
            return Err("a key has another type than the one that is compared".into());
        }
        if !is_hash_equality(self.operator, left) {
            return Err("the operator is not the default equality".into());
        }
        if self.collation != Oid::INVALID && !is_deterministic(self.collation) {
            return Err("the collation is nondeterministic".into());
        }
        Ok(key)
    }
}

/// Returns whether a key has the type as which it is compared: its domain and the name `varchar` aside.
/// postgres_fdw sends the column without the implicit cast.
fn has_own_type(key: Expr<'_>) -> bool {
    let (compared, own) = (key.type_of(), base_type(key.without_relabel().type_of()));
    own == compared || (own, compared) == (pg_sys::VARCHAROID, pg_sys::TEXTOID)
}

/// Returns the equality of `expression IN (SELECT key ...)`, with the key on the right; `None` for other
/// subqueries.
pub fn any_equality<'t>(link: Node<'t, SubLink>) -> Option<Equality<'t>> {
    let equality = Equality::of(link.testexpr()?)?;
    let parameter = equality.right.without_relabel().is::<Param>()?;
    // If the operator's type is another one than the key's, the two keys have different types, too.
    let right = link.subselect()?.output(i16::try_from(parameter.paramid).ok()?)?;
    Some(Equality { right, ..equality })
}

/// Returns the equalities of an EXISTS subquery between an expression from outside, on the left and as it is
/// written there, and one of the subquery.
pub fn exists_equalities<'t>(query: Node<'t, Query>) -> Vec<Equality<'t>> {
    let is_outside = |expression: Expr<'t>| expression.column().is_some_and(|column| column.varlevelsup == 1);
    let equality = |clause| {
        let found = Equality::of(clause)?.both_ways().find(|equality| is_outside(equality.left))?;
        Some(Equality { left: make::written_outside(found.left), ..found })
    };
    query.conjuncts().into_iter().filter_map(equality).collect()
}
