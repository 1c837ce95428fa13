//! Equalities of two keys, and the types of keys that a screen may have.

use super::Reason;
use crate::pg::catalog::{base_type, is_deterministic};
use crate::pg::encoding::server_encoding;
use crate::pg::nodes::{conjuncts, copy_of, node_as, node_mut, two, without_relabel};
use crate::pg::range_table::output;
use pgrx::pg_sys::pg_enc::PG_UTF8;
use pgrx::pg_sys::{self, Node, NodeTag, Oid, Query};

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
    /// Returns the type of keys that are compared; `None` if it is not one of those whose values all can be hashed, and
    /// read by any server.
    fn of(left: Oid, right: Oid) -> Option<Self> {
        const INTEGERS: [Oid; 3] = [pg_sys::INT2OID, pg_sys::INT4OID, pg_sys::INT8OID];
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
        if INTEGERS.contains(&left) && INTEGERS.contains(&right) {
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
pub struct Equality {
    pub operator: Oid,
    pub collation: Oid,
    pub left: *mut Node,
    pub right: *mut Node,
}

impl Equality {
    /// Returns the equality that a condition may be: an operator of two arguments.
    pub unsafe fn of(clause: *mut Node) -> Option<Self> {
        // SAFETY: the caller guarantees the expression.
        unsafe {
            let call = node_as::<pg_sys::OpExpr>(clause, NodeTag::T_OpExpr)?;
            let [left, right] = two(call.args)?;
            Some(Self { operator: call.opno, collation: call.inputcollid, left, right })
        }
    }

    /// The same with the sides exchanged.
    pub fn swapped(self) -> Option<Self> {
        // SAFETY: a catalog lookup.
        let operator = unsafe { pg_sys::get_commutator(self.operator) };
        let swapped = Self { operator, left: self.right, right: self.left, ..self };
        (operator != Oid::INVALID).then_some(swapped)
    }

    /// The equality, and the same with the sides exchanged.
    pub fn both_ways(self) -> impl Iterator<Item = Self> {
        [Some(self), self.swapped()].into_iter().flatten()
    }

    /// Checks that the operator is the usual equality of a type that filters hold, so that `=` means the same for all
    /// filters and servers.
    pub unsafe fn key_type(self) -> Result<KeyType, Reason> {
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
unsafe fn has_own_type(key: *mut Node) -> bool {
    // SAFETY: the caller guarantees the expression.
    unsafe {
        let (compared, own) = (pg_sys::exprType(key), base_type(pg_sys::exprType(without_relabel(key))));
        own == compared || (own, compared) == (pg_sys::VARCHAROID, pg_sys::TEXTOID)
    }
}

/// Returns the equality of `expression IN (SELECT key ...)`, with the key on the right.
///
/// # Safety
/// `link` must be an ANY sublink.
pub unsafe fn any_equality(link: &pg_sys::SubLink) -> Option<Equality> {
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
pub unsafe fn exists_equalities(query: *mut Query) -> Vec<Equality> {
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
            let mut ways = Equality::of(clause)?.both_ways();
            ways.find_map(|equality| outside(equality.left).map(|left| Equality { left, ..equality }))
        };
        conjuncts((*(*query).jointree).quals).into_iter().filter_map(equality).collect()
    }
}
