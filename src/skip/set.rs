//! The set of objects that one call of `bloom_skip_create` makes, as its functions name it.

use super::marks;
use super::matrices::Matrices;
use super::partitions::{locked_leaves, with_seals};
use crate::call::Call;
use crate::error::{self, Result};
use crate::pg::array::Array;
use crate::pg::catalog::{is_member_of, owner_of, relation_name};
use crate::pg::table::Seen;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

/// A partitioned table, one column of it or several, and the two tables with what is known about its partitions.
#[derive(Debug)]
pub struct Set<'fcx> {
    pub parent: Oid,
    pub columns: Vec<&'fcx CStr>,
    /// Table of matrices.
    pub matrices: Oid,
    /// Table of marks.
    pub marks: Oid,
}

/// What is known about a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It has no seal that is worth anything.
    Unsealed,
    /// It has this seal, but rows were added since.
    Stale(i64),
    /// It has this seal.
    Sealed(i64),
}

impl<'fcx> Set<'fcx> {
    /// Reads the arguments `(parent or rows, columns, matrices, marks)` of a call; `None` if one is NULL.
    pub fn of(call: Call<'fcx>, parent: Option<Oid>) -> Option<Self> {
        Self::at(call, 1, parent?)
    }

    /// Reads the arguments `(columns, matrices, marks)` from argument `number` on; `None` if one is NULL.
    pub fn at(call: Call<'fcx>, number: usize, parent: Oid) -> Option<Self> {
        let columns = call.argument::<Array<'_>>(number)?.names().filter(|columns| !columns.is_empty())?;
        let (matrices, marks) = (call.argument(number + 1)?, call.argument(number + 2)?);
        Some(Self { parent, columns, matrices, marks })
    }

    /// Returns the owner of all three tables; `None` if they have several.
    pub fn owner(&self) -> Option<Oid> {
        let owner = owner_of(self.parent)?;
        let is_of = |table| owner_of(table) == Some(owner);
        (is_of(self.matrices) && is_of(self.marks)).then_some(owner)
    }

    /// Checks that the tables belong to one role, whose rights the user has, and returns that role.
    ///
    /// # Errors
    /// 55000 if they belong to several, 42501 if the user does not have the rights.
    pub fn check_owner(&self) -> Result<Oid> {
        let owner = self.owner().ok_or_else(|| {
            error::new(
                Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                format!(
                    "{}, {} and {} do not have the same owner",
                    relation_name(self.parent),
                    relation_name(self.matrices),
                    relation_name(self.marks)
                ),
                "Whoever adds rows to a partition leaves marks in a table of the owner of the partition only.",
                "Give them to the same role.",
            )
        })?;
        if is_member_of(owner) {
            return Ok(owner);
        }
        Err(error::new(
            Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
            format!("must be owner of table {}", relation_name(self.parent)),
            "",
            "",
        ))
    }

    /// Returns the leaf partitions, each with what is known about it.
    ///
    /// # Errors
    /// 42501 if the user must not read the tables.
    pub fn states(&self, call: Call<'_>) -> Result<Vec<(Oid, State)>> {
        let leaves = with_seals(&locked_leaves(self.parent)?, self.marks);
        let stale = if self.owner().is_some() { marks::stale(self.marks)? } else { None };
        let mut registered = Vec::new();
        if stale.is_some() {
            let mut matrices = Matrices::open(call, self.matrices)?;
            registered = matrices.seals(Seen::Uncommitted)?;
            matrices.close();
        }
        let state = |seal: Option<i64>| match (seal, &stale) {
            (Some(seal), Some(stale)) if registered.binary_search(&seal).is_ok() => {
                if stale.binary_search(&seal).is_ok() { State::Stale(seal) } else { State::Sealed(seal) }
            }
            _ => State::Unsealed,
        };
        Ok(leaves.into_iter().map(|(leaf, seal)| (leaf, state(seal))).collect())
    }
}

/// Returns the partition that a seal belongs to.
pub fn partition_of(seal: i64) -> Oid {
    Oid::from(seal as u32)
}
