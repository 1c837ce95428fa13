//! The indexed column: which types a filter can hold, and the hashes of its values.

use crate::error::{self, Result};
use crate::pg::catalog::{self, Inside};
use crate::pg::executor;
use crate::pg::heap_scan;
use crate::pg::version;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Datum, FmgrInfo, Oid};

/// Support function 1 of an operator class: the extended hash function.
pub const HASH_FUNCTION: u16 = 1;

/// Seed of the hash function; a part of the format.
const SEED: u64 = 0;

// As in `pg::index_pages`.
unsafe extern "C-unwind" {
    fn index_getprocinfo(index: pg_sys::Relation, column: i16, number: u16) -> *mut FmgrInfo;
}

/// Hashes values of the indexed column.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    function: *mut FmgrInfo,
    collation: Oid,
}

impl Key {
    /// Returns the hash function of an index.
    ///
    /// # Safety
    /// `index` must be open as long as the result is used.
    #[inline]
    pub unsafe fn of(index: pg_sys::Relation) -> Self {
        // SAFETY: the caller guarantees the index, which has a column.
        unsafe {
            Self {
                function: index_getprocinfo(index, 1, HASH_FUNCTION),
                collation: *(*index).rd_indcollation,
            }
        }
    }

    /// Returns the hash of a value.
    ///
    /// # Safety
    /// The value must be one of the column. The function may be anybody's, and raise an ERROR.
    #[inline]
    pub unsafe fn hash(self, value: Datum) -> u64 {
        // SAFETY: the caller guarantees the value.
        unsafe { executor::call_two(self.function, self.collation, (value, SEED.into())) }.value() as u64
    }

    /// Returns the hash function of values that the column of an index is compared with, in the current memory.
    ///
    /// # Errors
    /// 42804 if the family of the index has none.
    ///
    /// # Safety
    /// `index` must be open.
    pub unsafe fn of_values(index: pg_sys::Relation, of: Oid) -> Result<Self> {
        // SAFETY: the caller guarantees the index, which has a column.
        let (family, input, collation, column) = unsafe {
            let column = version::attributes((*index).rd_att)[0].atttypid;
            (*(*index).rd_opfamily, *(*index).rd_opcintype, *(*index).rd_indcollation, column)
        };
        let function = hash_function((family, input), column, of).ok_or_else(|| {
            error::new(
                Code::ERRCODE_DATATYPE_MISMATCH,
                format!("the index has values of type {}", catalog::sql_name(column)),
                format!("The value is of type {}.", catalog::sql_name(of)),
                format!("Cast the value to {}.", catalog::sql_name(column)),
            )
        })?;
        // SAFETY: new memory, and a function that exists.
        unsafe {
            let info = pg_sys::palloc0(size_of::<FmgrInfo>()).cast::<FmgrInfo>();
            pg_sys::fmgr_info(function, info);
            Ok(Self { function: info, collation })
        }
    }
}

/// Returns the function that hashes values of a type in a family, for an operator class of a type and a column;
/// `None` if they cannot be in the filter.
pub fn hash_function((family, input): (Oid, Oid), column: Oid, of: Oid) -> Option<Oid> {
    let of = catalog::base_type(of);
    // SAFETY: these are catalog lookups.
    let function = unsafe {
        let own = pg_sys::get_opfamily_proc(family, of, of, HASH_FUNCTION as i16);
        if own == Oid::INVALID && pg_sys::IsBinaryCoercible(of, input) {
            pg_sys::get_opfamily_proc(family, input, input, HASH_FUNCTION as i16)
        } else {
            own
        }
    };
    // A polymorphic class takes values of each type that its pseudo-type stands for, but one column has one type.
    let is_other = catalog::is_pseudo(input) && of != catalog::base_type(column);
    (function != Oid::INVALID && !is_other).then_some(function)
}

/// Checks that a filter can hold what an index is to have.
///
/// # Errors
/// 0A000 for expressions, a part of the rows, tables that are not heap tables, rows, nondeterministic
/// collations.
///
/// # Safety
/// The relations must be open.
pub unsafe fn check(heap: pg_sys::Relation, index: pg_sys::Relation, info: &pg_sys::IndexInfo) -> Result<()> {
    let refused =
        |message: String, hint: &str| Err(error::new(Code::ERRCODE_FEATURE_NOT_SUPPORTED, message, "", hint));
    if !info.ii_Predicate.is_null() {
        return refused(
            "access method \"bloom_skip\" does not support partial indexes".into(),
            "Leave out WHERE.",
        );
    }
    if !info.ii_Expressions.is_null() {
        let message = "access method \"bloom_skip\" does not support indexes on expressions";
        return refused(message.into(), "Add a generated column.");
    }
    // SAFETY: the caller guarantees the relations.
    let (is_heap, column) = unsafe { (heap_scan::is_heap(&*heap), &version::attributes((*index).rd_att)[0]) };
    if !is_heap {
        let message = "access method \"bloom_skip\" supports only tables of access method \"heap\"";
        return refused(message.into(), "");
    }
    // SAFETY: as above.
    let collation = unsafe { *(*index).rd_indcollation };
    if collation != Oid::INVALID && !catalog::is_deterministic(collation) || compares_loosely(column.atttypid)
    {
        return refused(
            "access method \"bloom_skip\" does not support nondeterministic collations".into(),
            "Add COLLATE to the column of the index; queries must compare under the same collation.",
        );
    }
    if contains_rows(column.atttypid) {
        let message = format!(
            "access method \"bloom_skip\" does not support type {}",
            catalog::sql_name(column.atttypid)
        );
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            message,
            "Its values contain rows, whose hashes change when their type gets a column.",
            "",
        ));
    }
    Ok(())
}

/// Calls `found` with each type inside a type, and itself, until it returns true.
fn any_inside(of: Oid, found: &impl Fn(Oid, Inside) -> bool) -> bool {
    let base = catalog::base_type(of);
    let inside = catalog::inside(base);
    found(base, inside)
        || match inside {
            Inside::Element(next) | Inside::Bounds(next, _) | Inside::Ranges(next) => any_inside(next, found),
            Inside::Columns | Inside::Nothing => false,
        }
}

fn contains_rows(of: Oid) -> bool {
    any_inside(of, &|_, inside| matches!(inside, Inside::Columns))
}

/// Returns whether the values are ranges whose bounds are compared under a nondeterministic collation.
fn compares_loosely(of: Oid) -> bool {
    let is_loose = |collation: Oid| collation != Oid::INVALID && !catalog::is_deterministic(collation);
    any_inside(of, &|_, inside| matches!(inside, Inside::Bounds(_, collation) if is_loose(collation)))
}
