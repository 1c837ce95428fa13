//! Lookups: the rows with a value, read from the partitions that may have it.

use super::kept_plans::{self, Keep};
use super::marks;
use super::matrices::Matrices;
use super::partitions::{Tree, column_type, for_leaves, for_listed, has_virtual_columns, lock_to_read};
use super::set::Set;
use crate::call::{Call, CallSite, NewSet, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::functions::matrix::SearchCache;
use crate::pg::array::Array;
use crate::pg::catalog::{self, Inside, relation_name};
use crate::pg::detoast::VarlenaRef;
use crate::pg::encoding::to_message;
use crate::pg::names::{self, QualifiedName};
use crate::pg::table::{Seen, has_policies, is_readable};
use crate::pg::typed::TypedDatum;
use crate::report;
use crate::value::{Any, AnyArray};
use pgrx::pg_sys::Oid;
use std::ffi::{CStr, CString};

/// A lookup reads up to this number of partitions one by one.
const FEW: usize = 3;

/// It reads more of them one by one if they are at most this part of the sealed ones.
const PART: usize = 8;

/// The number of the argument with the value or the values.
const VALUE: usize = 4;

/// The number of the argument with the partitions, if there is one.
const LISTED: usize = 5;

/// What a lookup searches the matrices for.
#[derive(Debug, Clone, Copy)]
enum Search {
    Value,
    /// One of an array of values.
    Any,
}

/// The partitions that a lookup must read.
struct Candidates {
    partitions: Vec<Oid>,
    /// Number of seals in the matrices.
    sealed: usize,
}

impl Search {
    /// Calls `found` with the seals of the filters in a matrix that may hold the value.
    fn run(
        self,
        matrix: VarlenaRef<'_>,
        (cache, site): (&mut SearchCache, CallSite<'_, '_>),
        found: impl FnMut(i64),
    ) -> Result<()> {
        match self {
            Self::Value => match Any::read(site, VALUE)? {
                Some(value) => cache.search(matrix, (site, VALUE, value), found),
                None => Ok(()),
            },
            Self::Any => cache.search_any(matrix, (site, &site.call.required::<AnyArray<'_>>(VALUE)?), found),
        }
    }

    /// Returns those of some partitions, each with its seal, that may have the value. The order of reading matters: see the
    /// module `skip`.
    fn candidates(
        self,
        call: Call<'_>,
        set: &Set<'_>,
        mut leaves: Vec<(Oid, Option<i64>)>,
    ) -> Result<Candidates> {
        let all = |leaves: Vec<(Oid, Option<i64>)>| Candidates {
            partitions: leaves.into_iter().map(|(leaf, _)| leaf).collect(),
            sealed: 0,
        };
        if set.owner().is_none() || has_policies(set.matrices) || has_policies(set.marks) {
            return Ok(all(leaves));
        }
        let (mut sealed, mut found) = (Vec::new(), Vec::new());
        let mut matrices = Matrices::open(call, set.matrices)?;
        call.with_cache(|cache: &mut SearchCache, site| {
            matrices.for_rows(Seen::Snapshot, |row| {
                pgrx::check_for_interrupts!();
                sealed.extend(row.seals()?);
                self.run(row.matrix()?, (&mut *cache, site), |seal| found.push(seal))
            })
        })?;
        let stale = marks::stale(set.marks)?;
        let registered = matrices.seals(Seen::Uncommitted)?;
        matrices.close();
        for seals in [&mut sealed, &mut found] {
            seals.sort_unstable();
        }
        let Some(stale) = stale else { return Ok(all(leaves)) };
        let among = |seals: &[i64], seal| seals.binary_search(&seal).is_ok();
        let skipped = |seal| {
            among(&sealed, seal) && !among(&found, seal) && !among(&stale, seal) && among(&registered, seal)
        };
        leaves.retain(|(_, seal)| !seal.is_some_and(skipped));
        Ok(Candidates { sealed: sealed.len(), ..all(leaves) })
    }

    /// Implements `bloom_skip_look_up(rows, column, matrices, marks, value)`, and the same with partitions behind that: those
    /// that the table had when the query was planned. Those that it has now may be others.
    fn rows(self, call: Call<'_>) -> Result<NewSet> {
        let mut rows = call.new_set()?;
        let row_type = call.argument_type(0).ok_or_else(|| error::internal("rows without a type"))?;
        let (Some(set), Some(value)) =
            (Set::of(call, catalog::table_of(catalog::base_type(row_type))), call.typed_argument(VALUE))
        else {
            return Ok(rows);
        };
        let listed = call.argument::<Array<'_>>(LISTED).map(|listed| {
            listed.iter().flatten().map(|leaf| Oid::from(leaf.word() as u32)).collect::<Vec<_>>()
        });
        let mut leaves = Vec::new();
        let push = |leaf, seal| leaves.push((leaf, seal));
        match &listed {
            Some(listed) => for_listed(listed.clone(), set.marks, push),
            None => for_leaves(set.parent, set.marks, push)?,
        }
        let Candidates { partitions, sealed } = self.candidates(call, &set, leaves)?;
        let alone = may_be_read_alone(&set, &partitions);
        let (queries, keep) = if alone && partitions.len() <= FEW.max(sealed / PART) {
            (selects(row_type, partitions, set.column, value)?, Keep::Yes)
        } else {
            let tree = Tree::of(set.parent)?;
            if alone && listed.is_some_and(|listed| listed != tree.leaves) {
                (selects(row_type, partitions, set.column, value)?, Keep::No)
            } else {
                let keep = if tree.is_detaching { Keep::No } else { Keep::Yes };
                (vec![select(row_type, set.parent, "", set.column, value)?], keep)
            }
        };
        kept_plans::run(queries, value, keep, &mut rows)?;
        Ok(rows)
    }

    /// Implements `bloom_skip_look_up_partitions(parent, column, matrices, marks, value)`.
    fn partitions(self, call: Call<'_>) -> Result<NewSet> {
        let mut partitions = call.new_set()?;
        if let Some(set) = Set::of(call, call.argument(0))
            && call.typed_argument(VALUE).is_some()
        {
            let mut leaves = Vec::new();
            for_leaves(set.parent, set.marks, |leaf, seal| leaves.push((leaf, seal)))?;
            let candidates = self.candidates(call, &set, leaves)?.partitions;
            candidates.into_iter().for_each(|partition| partitions.push(partition.to_u32().into()));
        }
        Ok(partitions)
    }
}

/// Returns whether the rows of partitions may be read without the parent: the user has the privileges for that, no policy of
/// the parent or of a partition applies, and the parent computes nothing that a partition may compute in another way.
fn may_be_read_alone(set: &Set<'_>, partitions: &[Oid]) -> bool {
    !has_policies(set.parent)
        && !has_virtual_columns(set.parent)
        && partitions.iter().all(|partition| is_readable(*partition) && !has_policies(*partition))
}

/// Returns the queries that read partitions one by one.
pub fn selects(
    row_type: Oid,
    partitions: impl IntoIterator<Item = Oid>,
    column: &CStr,
    value: TypedDatum<'_>,
) -> Result<Vec<CString>> {
    let query = |partition| {
        lock_to_read(partition)?; // before its name is read, which may change
        select(row_type, partition, "ONLY ", column, value)
    };
    partitions.into_iter().map(query).collect()
}

/// Returns the query for the rows of a table whose column is equal to `$1`, or to an element of it, as rows of a type. The
/// columns of a partition may have another order.
fn select(row_type: Oid, table: Oid, only: &str, column: &CStr, value: TypedDatum<'_>) -> Result<CString> {
    let declared = column_type(table, column)
        .ok_or_else(|| report::no_column(&relation_name(table), &to_message(column.to_bytes())))?;
    let (own, of) = (catalog::base_type(declared), value.of());
    let is_any = own != catalog::base_type(of) && matches!(catalog::inside(of), Inside::Element(_));
    let parts: [&[u8]; 13] = [
        b"SELECT ",
        &columns_in_sql(row_type)?,
        b" FROM ",
        only.as_bytes(),
        &QualifiedName::of_relation(table)?.quoted()?,
        b" AS p WHERE p.",
        &names::identifier(column.to_bytes())?,
        &to_base(declared).map_or(Ok(Vec::new()), names::cast_in_sql)?,
        b" OPERATOR(",
        &names::identifier(&catalog::operator_schema(catalog::equality_of(own)))?,
        b".=) ",
        if is_any { b"ANY " } else { b"" },
        b"($1)",
    ];
    CString::new(parts.concat()).map_err(|_| error::internal("a name contains a zero byte"))
}

/// Returns the type to cast the values of a domain to, which may have an operator of its own.
pub fn to_base(declared: Oid) -> Option<Oid> {
    let base = catalog::base_type(declared);
    (base != declared).then_some(base)
}

/// Spells the columns of a row type as columns of the table `p`. A cast of `p` to the type could be anybody's, and a
/// column named `p` would take its place.
fn columns_in_sql(row: Oid) -> Result<Vec<u8>> {
    let names = catalog::column_names((catalog::base_type(row), -1));
    let columns = names.iter().map(|name| Ok([b"p.".as_slice(), &names::identifier(name)?].concat()));
    Ok(columns.collect::<Result<Vec<_>>>()?.join(b", ".as_slice()))
}

sql_functions! {
    "bloom_skip_look_up" => |call| Search::Value.rows(call),
    "bloom_skip_look_up_any" => |call| Search::Any.rows(call),
    "bloom_skip_scan" => |call| Search::Value.rows(call),
    "bloom_skip_scan_any" => |call| Search::Any.rows(call),
    "bloom_skip_look_up_partitions" => |call| Search::Value.partitions(call),
}
