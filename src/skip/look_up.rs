//! Lookups: the rows with a value, read from the partitions that may have it.

use super::kept_plans::{self, Keep};
use super::marks;
use super::matrices::Matrices;
use super::partitions::{Tree, column_type, has_virtual_columns, lock_to_read, locked_leaves, with_seals};
use super::set::Set;
use crate::call::{Call, CallSite, NewSet, SiteArgument, sql_functions};
use crate::error::{self, Result};
use crate::matrix::SearchCache;
use crate::pg::array::Array;
use crate::pg::catalog;
use crate::pg::detoast::VarlenaRef;
use crate::pg::names::{self, QualifiedName};
use crate::pg::row::fields;
use crate::pg::table::{Seen, has_policies, is_readable};
use crate::pg::typed::TypedDatum;
use crate::value::Any;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::ffi::{CStr, CString};

/// A lookup reads up to this number of partitions one by one.
const FEW: usize = 3;

/// It reads more of them one by one if they are at most this part of the sealed ones.
const PART: usize = 8;

/// The number of the argument of a lookup with the value or the values.
const VALUE: usize = 4;

/// The number of the argument of `bloom_skip_scan` with the partitions, and of the first one of its sets.
pub const LISTED: usize = 1;
const SETS: usize = 2;

/// Number of arguments for each set: columns, matrices, marks, whether the value is an array of values, and the value.
const SET_ARGUMENTS: usize = 5;

/// The largest number of sets that one lookup searches.
pub const MOST_SETS: usize = 8;

/// A set, and what is sought in it.
struct Sought<'fcx> {
    set: Set<'fcx>,
    /// Whether the value is an array, of which one value is sought.
    is_any: bool,
    /// Number of the argument with the value or the values.
    number: usize,
    value: TypedDatum<'fcx>,
}

/// A column, and what it is compared with.
#[derive(Debug, Clone, Copy)]
pub struct Comparison<'a> {
    pub column: &'a CStr,
    pub value: TypedDatum<'a>,
    /// Whether the value is an array of values.
    pub is_any: bool,
}

impl<'fcx> Sought<'fcx> {
    /// Reads the arguments of a lookup; `None` if one is NULL.
    fn of(call: Call<'fcx>, parent: Option<Oid>, is_any: bool) -> Option<Self> {
        let (set, value) = (Set::of(call, parent)?, call.typed_argument(VALUE)?);
        Some(Self { set, is_any, number: VALUE, value })
    }

    /// Reads the arguments of `bloom_skip_scan` for one set, from argument `number` on; `None` if one is NULL.
    ///
    /// # Errors
    /// 42804 if they are of other types, which SQL does not check.
    fn at(call: Call<'fcx>, number: usize, parent: Oid) -> Result<Option<Self>> {
        const TYPES: [Oid; SET_ARGUMENTS - 1] =
            [pg_sys::NAMEARRAYOID, pg_sys::REGCLASSOID, pg_sys::REGCLASSOID, pg_sys::BOOLOID];
        let last = number + SET_ARGUMENTS - 1;
        let is_array = call.argument_type(last).is_some_and(|of| catalog::element_of(of).is_some());
        let are_typed = (number..).zip(TYPES).all(|(number, of)| call.argument_type(number) == Some(of));
        let is_any = are_typed && call.argument(last - 1) == Some(true);
        if !are_typed || is_any && !is_array {
            return Err(other_arguments());
        }
        let set = Set::at(call, number, parent).zip(call.typed_argument(last));
        Ok(set.map(|(set, value)| Self { set, is_any, number: last, value }))
    }

    /// Calls `found` with the seals of the filters in a matrix that may hold the value.
    fn search(
        &self,
        matrix: VarlenaRef<'_>,
        (cache, site): (&mut SearchCache, CallSite<'_, '_>),
        found: impl FnMut(i64),
    ) -> Result<()> {
        if self.is_any {
            cache.search_any(matrix, (site, &site.call.required::<Array<'_>>(self.number)?), found)
        } else if let Some(value) = Any::read(site, self.number)? {
            cache.search(matrix, (site, self.number, value), found)
        } else {
            Ok(())
        }
    }

    /// Removes partitions that cannot have the value, and returns the number of seals in the matrices. `slot` is the
    /// number of the set in this lookup. The order of reading matters: see the module `skip`.
    fn skip(&self, call: Call<'_>, slot: usize, leaves: &mut Vec<Oid>) -> Result<usize> {
        let set = &self.set;
        let with_seals = with_seals(leaves, set.marks);
        if set.owner().is_none() || has_policies(set.matrices) || has_policies(set.marks) {
            return Ok(0);
        }
        let mut wanted: Vec<i64> = with_seals.iter().filter_map(|(_, seal)| *seal).collect();
        wanted.sort_unstable();
        let among = |seals: &[i64], seal| seals.binary_search(&seal).is_ok();
        let (mut sealed, mut found) = (Vec::new(), Vec::new());
        let mut matrices = Matrices::open(call, set.matrices)?;
        call.with_cache(|caches: &mut [SearchCache; MOST_SETS], site| {
            matrices.for_rows(Seen::Snapshot, |row| {
                pgrx::check_for_interrupts!();
                let first = sealed.len();
                sealed.extend(row.seals()?);
                // A matrix that was restored from a dump may be of another encoding, where its filters cannot be asked.
                if !sealed[first..].iter().any(|seal| among(&wanted, *seal)) {
                    return Ok(());
                }
                self.search(row.matrix()?, (&mut caches[slot], site), |seal| found.push(seal))
            })
        })?;
        let stale = marks::stale(set.marks)?;
        let registered = matrices.seals(Seen::Uncommitted)?;
        matrices.close();
        for seals in [&mut sealed, &mut found] {
            seals.sort_unstable();
        }
        let Some(stale) = stale else { return Ok(0) };
        let skipped = |seal| {
            among(&sealed, seal) && !among(&found, seal) && !among(&stale, seal) && among(&registered, seal)
        };
        *leaves = with_seals
            .into_iter()
            .filter(|(_, seal)| !seal.is_some_and(skipped))
            .map(|(leaf, _)| leaf)
            .collect();
        Ok(sealed.len())
    }

    /// Returns what each column is compared with; `None` if a value is NULL.
    ///
    /// # Errors
    /// 42804 if the value of several columns is no row of so many.
    fn comparisons(&self) -> Result<Option<Vec<Comparison<'_>>>> {
        let count = self.set.columns.len();
        let values = if count == 1 { Some(vec![Some(self.value)]) } else { fields(self.value) };
        let values = values.filter(|values| values.len() == count).ok_or_else(other_arguments)?;
        let compare = |(column, value): (&&'fcx CStr, Option<_>)| {
            Some(Comparison { column, value: value?, is_any: self.is_any })
        };
        Ok(self.set.columns.iter().zip(values).map(compare).collect())
    }
}

#[cold]
fn other_arguments() -> error::Error {
    error::new(
        Code::ERRCODE_DATATYPE_MISMATCH,
        "the arguments are not those of a lookup",
        "They are, for each set, its columns, two tables, whether the value is an array of values, and the value. The value of several columns is a row.",
        "",
    )
}

/// Implements `bloom_skip_look_up(rows, columns, matrices, marks, value)`, and the same for an array of values.
fn look_up(call: Call<'_>, is_any: bool) -> Result<NewSet> {
    let parent = catalog::table_of(catalog::base_type(row_type(call)?));
    read(call, parent, Sought::of(call, parent, is_any).map(|sought| vec![sought]), None)
}

/// Implements `bloom_skip_scan(rows, partitions, VARIADIC sets)`. The partitions are those that the table had when the
/// query was planned. Those that it has now may be others.
fn scan(call: Call<'_>) -> Result<NewSet> {
    let parent = catalog::table_of(catalog::base_type(row_type(call)?));
    let (Some(parent), Some(listed)) = (parent, call.argument::<Array<'_>>(LISTED)) else {
        return call.new_set();
    };
    let numbers = (SETS..call.argument_count()).step_by(SET_ARGUMENTS).take(MOST_SETS);
    let sets = numbers.map(|number| Sought::at(call, number, parent)).collect::<Result<Option<Vec<_>>>>()?;
    read(call, Some(parent), sets, Some(listed.oids().collect()))
}

/// Returns the rows of a table that meet the conditions of all sets; none if there are no sets, because a value is
/// NULL.
fn read(
    call: Call<'_>,
    parent: Option<Oid>,
    sets: Option<Vec<Sought<'_>>>,
    listed: Option<Vec<Oid>>,
) -> Result<NewSet> {
    let mut rows = call.new_set()?;
    let (Some(parent), Some(sets)) = (parent, sets) else { return Ok(rows) };
    let mut comparisons = Vec::new();
    for set in &sets {
        let Some(of_set) = set.comparisons()? else { return Ok(rows) };
        for comparison in of_set {
            let is_known = |known: &Comparison<'_>| known.column == comparison.column && !known.is_any;
            if !comparisons.iter().any(is_known) {
                comparisons.push(comparison);
            }
        }
    }
    let mut candidates = match &listed {
        Some(listed) => listed.clone(),
        None => locked_leaves(parent)?,
    };
    let mut sealed = 0;
    for (slot, set) in sets.iter().enumerate() {
        sealed = sealed.max(set.skip(call, slot, &mut candidates)?);
    }
    let row_type = row_type(call)?;
    let values: Vec<_> = comparisons.iter().map(|comparison| comparison.value).collect();
    let alone = may_be_read_alone(parent, &candidates);
    if !alone || candidates.len() > FEW.max(sealed / PART) {
        let mut query = select(&columns_in_sql(row_type)?, parent, "", &comparisons)?;
        let mut parameters = values.clone();
        if listed.is_some() {
            // The table may have more partitions when this is planned.
            parameters.extend(call.typed_argument(LISTED));
            let is_listed = format!(" AND p.tableoid OPERATOR(pg_catalog.=) ANY (${})", parameters.len());
            query.extend(is_listed.bytes());
        }
        let keep = if Tree::of(parent)?.is_detaching { Keep::No } else { Keep::Yes };
        kept_plans::run(vec![names::c_string(query)?], &parameters, keep, &mut rows)?;
        let Some(listed) = listed.filter(|_| alone) else { return Ok(rows) };
        // It may have fewer, while one is detached concurrently. What the plan left out, the tree leaves out, too.
        if Tree::of(parent)?.has(&listed) {
            return Ok(rows);
        }
        rows = call.new_set()?;
    }
    kept_plans::run(selects(row_type, candidates, &comparisons)?, &values, Keep::Yes, &mut rows)?;
    Ok(rows)
}

/// Returns the row type of a lookup's rows.
pub fn row_type(call: Call<'_>) -> Result<Oid> {
    call.argument_type(0).ok_or_else(|| error::internal("rows without a type"))
}

/// Implements `bloom_skip_look_up_partitions(parent, columns, matrices, marks, value)`.
fn partitions(call: Call<'_>) -> Result<NewSet> {
    let mut partitions = call.new_set()?;
    if let Some(sought) = Sought::of(call, call.argument(0), false) {
        let mut candidates = locked_leaves(sought.set.parent)?;
        sought.skip(call, 0, &mut candidates)?;
        candidates.into_iter().for_each(|partition| partitions.push(partition.to_u32().into()));
    }
    Ok(partitions)
}

/// Returns whether the rows of partitions may be read without the parent: the user has the privileges for that, no
/// policy of the parent or of a partition applies, and the parent computes nothing that a partition may compute in
/// another way.
fn may_be_read_alone(parent: Oid, partitions: &[Oid]) -> bool {
    !has_policies(parent)
        && !has_virtual_columns(parent)
        && partitions.iter().all(|partition| is_readable(*partition) && !has_policies(*partition))
}

/// Returns the queries that read partitions one by one.
pub fn selects(
    row_type: Oid,
    partitions: impl IntoIterator<Item = Oid>,
    comparisons: &[Comparison<'_>],
) -> Result<Vec<CString>> {
    let columns = columns_in_sql(row_type)?;
    let query = |partition| {
        lock_to_read(partition)?; // before its name is read, which may change
        names::c_string(select(&columns, partition, "ONLY ", comparisons)?)
    };
    partitions.into_iter().map(query).collect()
}

/// Returns the query for these columns of the rows of a table whose columns are equal to `$1`, `$2` and so on, or to
/// elements of them. The columns of a partition may have another order.
fn select(columns: &[u8], table: Oid, only: &str, comparisons: &[Comparison<'_>]) -> Result<Vec<u8>> {
    let condition = |(number, Comparison { column, is_any, .. }): (usize, &Comparison<'_>)| {
        let declared = column_type(table, column)?;
        let own = catalog::base_type(declared);
        let parameter = format!("(${})", number + 1).into_bytes();
        let parts: [&[u8]; 8] = [
            b"p.",
            &names::identifier(column.to_bytes())?,
            &if own == declared { Vec::new() } else { names::cast_in_sql(own)? }, // a domain may have an operator of its own
            b" OPERATOR(",
            &names::identifier(&catalog::operator_schema(catalog::equality_of(own)))?,
            b".=) ",
            if *is_any { b"ANY " } else { b"" },
            &parameter,
        ];
        Ok(parts.concat())
    };
    let conditions = comparisons.iter().enumerate().map(condition).collect::<Result<Vec<_>>>()?;
    let parts: [&[u8]; 7] = [
        b"SELECT ",
        columns,
        b" FROM ",
        only.as_bytes(),
        &QualifiedName::of_relation(table)?.quoted()?,
        b" AS p WHERE ",
        &conditions.join(b" AND ".as_slice()),
    ];
    Ok(parts.concat())
}

/// Returns the type of a lookup's parameter for a column: the widest whose `=` compares with the column exactly as a
/// query does. A value of a narrower type stays as it is, unless it is one of several.
pub fn parameter(column: Oid) -> Oid {
    match column {
        pg_sys::INT2OID | pg_sys::INT4OID => pg_sys::INT8OID,
        pg_sys::FLOAT4OID => pg_sys::FLOAT8OID,
        pg_sys::VARCHAROID | pg_sys::NAMEOID => pg_sys::TEXTOID,
        other => other,
    }
}

/// Spells the columns of a row type as columns of the table `p`. A cast of `p` to the type could be anybody's, and a
/// column named `p` would take its place.
fn columns_in_sql(row: Oid) -> Result<Vec<u8>> {
    let names = catalog::column_names((catalog::base_type(row), -1));
    let columns = names.iter().map(|name| Ok([b"p.".as_slice(), &names::identifier(name)?].concat()));
    Ok(columns.collect::<Result<Vec<_>>>()?.join(b", ".as_slice()))
}

sql_functions! {
    "bloom_skip_look_up" => |call| look_up(call, false),
    "bloom_skip_look_up_any" => |call| look_up(call, true),
    "bloom_skip_scan" => scan,
    "bloom_skip_look_up_partitions" => partitions,
}
