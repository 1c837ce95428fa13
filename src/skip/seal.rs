//! Sealing: triggers and filters for partitions.

use super::filter::Source;
use super::marks;
use super::matrices::Matrices;
use super::partitions::{
    column_number, column_type, end_command, is_read_committed, leaves_of, lock_to_seal, origin,
};
use super::set::{Set, State, partition_of};
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::array::{Array, new_array};
use crate::pg::catalog::{self, kind_of, owner_of, relation_name};
use crate::pg::encoding::to_message;
use crate::pg::memory::ScratchMemory;
use crate::pg::names::{self, QualifiedName};
use crate::pg::notice::Progress;
use crate::pg::query;
use crate::pg::random;
use crate::pg::table::Seen;
use crate::pg::typed::TypedDatum;
use crate::template::Template;
use bloom_core::layout::{Params, params};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::ffi::CStr;

/// Capacity of the smallest filters, without the quarter that is added.
const FEWEST_VALUES: i64 = 800;

/// Filters of up to this capacity are not divided by their size any more.
const SMALL: i64 = 4000;

/// Bytes of filters in one matrix, unless these are fewer than [`COLUMNS`].
const BYTES: u64 = 1 << 29;

/// Number of filters for which a matrix takes no more bytes than for one.
const COLUMNS: usize = 64;

/// Bytes of filters that are in memory while a matrix is made.
const BATCH: u64 = 1 << 28;

/// The steps of sealing: each partition is read twice.
const SCANS: &str = "scans of partitions";

/// A partition that gets a filter.
#[derive(Debug, Clone, Copy)]
struct Partition {
    oid: Oid,
    seal: i64,
    /// Number of distinct values.
    values: i64,
}

/// One call of `bloom_skip_seal`.
struct Sealing<'fcx> {
    call: Call<'fcx>,
    set: Set<'fcx>,
    owner: Oid,
    fpp: f64,
    /// The schema of the extension, quoted.
    bloom: Vec<u8>,
    /// Names of the triggers, quoted.
    triggers: [Vec<u8>; 2],
}

/// Implements `bloom_skip_seal(parent, columns, matrices, marks, declared, fpp, partitions, unchanging)`.
fn bloom_skip_seal(call: Call<'_>) -> Result<Option<i64>> {
    let (Some(set), Some(declared), Some(fpp)) =
        (Set::of(call, call.argument(0)), call.argument::<Array<'_>>(4), call.argument(5))
    else {
        return Ok(None);
    };
    if !is_read_committed() {
        return Err(error::new(
            Code::ERRCODE_INVALID_TRANSACTION_STATE,
            "cannot seal partitions in a transaction that keeps its snapshot",
            "Its snapshot may be older than rows of the partitions.",
            "Begin the transaction with BEGIN ISOLATION LEVEL READ COMMITTED.",
        ));
    }
    let owner = set.check_owner()?;
    let fpp = params::check_fpp(fpp)?;
    for (column, declared) in set.columns.iter().zip(declared.oids()) {
        check_column(set.parent, column, declared)?;
    }
    check_functions(call)?;
    lock_to_seal(set.matrices)?; // one session at a time
    let name = QualifiedName::of_relation(set.matrices)?;
    let trigger = |suffix| names::identifier(&name.with_suffix(suffix)?.name);
    let sealing = Sealing {
        call,
        set,
        owner,
        fpp,
        bloom: names::schema_of_function(call.function())?,
        triggers: [trigger("_insert")?, trigger("_update")?],
    };
    let states = sealing.set.states(call)?;
    let leaves: Vec<Oid> = states.iter().map(|(leaf, _)| *leaf).collect();
    let partitions = match call.argument::<Array<'_>>(6) {
        Some(named) => sealing.named(&named, &leaves, call.argument(7).unwrap_or(false))?,
        None => {
            let is_ours = |leaf| kind_of(leaf) == pg_sys::RELKIND_RELATION && owner_of(leaf) == Some(owner);
            let open = states.iter().filter(|(_, state)| !matches!(state, State::Sealed(_)));
            open.map(|(leaf, _)| *leaf).filter(|leaf| is_ours(*leaf)).collect()
        }
    };
    sealing.run(sorted(partitions), &sorted(leaves)).map(Some)
}

impl Sealing<'_> {
    /// Returns the leaf partitions of those that a call names.
    fn named(&self, named: &Array<'_>, leaves: &[Oid], unchanging: bool) -> Result<Vec<Oid>> {
        let mut partitions = Vec::new();
        for table in named.oids() {
            let own = leaves_of(table)?;
            if own.is_empty() || own.iter().any(|leaf| !leaves.contains(leaf)) {
                return Err(error::new(
                    Code::ERRCODE_WRONG_OBJECT_TYPE,
                    format!(
                        "{} is not a partition of {}",
                        relation_name(table),
                        relation_name(self.set.parent)
                    ),
                    "",
                    "",
                ));
            }
            partitions.extend(own);
        }
        for partition in &partitions {
            if kind_of(*partition) == pg_sys::RELKIND_FOREIGN_TABLE && !unchanging {
                return Err(error::new(
                    Code::ERRCODE_WRONG_OBJECT_TYPE,
                    format!("cannot seal foreign table {}", relation_name(*partition)),
                    "Rows that are added on the remote server are not noticed here.",
                    "If the remote table does not change, pass unchanging => true.",
                ));
            }
            if owner_of(*partition) != Some(self.owner) {
                return Err(error::new(
                    Code::ERRCODE_INSUFFICIENT_PRIVILEGE,
                    format!("partition {} belongs to another role", relation_name(*partition)),
                    format!(
                        "Only partitions of the owner of {} can be sealed.",
                        relation_name(self.set.parent)
                    ),
                    "Give the partition to that role.",
                ));
            }
        }
        Ok(partitions)
    }

    /// Seals partitions, and returns how many. Both lists are in order.
    fn run(&self, partitions: Vec<Oid>, leaves: &[Oid]) -> Result<i64> {
        // The triggers first: they lock out writers, so that the queries below see all rows.
        let mut sealed = Vec::new();
        for oid in partitions {
            sealed.push(Partition { oid, seal: self.attach(oid)?, values: 0 });
        }
        let mut matrices = Matrices::open_for_writing(self.call, self.set.matrices)?;
        let is_replaced =
            |of: Oid| sealed.binary_search_by_key(&of.to_u32(), |partition| partition.oid.to_u32()).is_ok();
        self.forget(
            &mut matrices,
            |of: Oid| leaves.binary_search_by_key(&of.to_u32(), |leaf| leaf.to_u32()).is_ok(),
            is_replaced,
        )?;
        let work = format!("sealing {}", relation_name(self.set.parent));
        let mut progress = Progress::new(2 * sealed.len(), work);
        for partition in &mut sealed {
            partition.values = self.source(partition.oid)?.count(self.fpp)?;
            progress.step(SCANS);
        }
        let (count, mut rest) = (sealed.len() as i64, sealed);
        while let Some(most) = rest.iter().map(|partition| partition.values).max() {
            let capacity = capacity_for(&mut matrices, most.max(FEWEST_VALUES))?;
            // The largest partition is always among those that get this capacity.
            let gets_it = |partition: &Partition| capacity <= SMALL || partition.values > capacity / 4;
            let (now, later) = rest.into_iter().partition(gets_it);
            self.fill(&mut matrices, capacity, now, &mut progress)?;
            rest = later;
        }
        let seals = matrices.seals(Seen::Latest)?;
        matrices.close();
        marks::clean(self.set.marks, &seals)?;
        Ok(count)
    }

    fn source(&self, partition: Oid) -> Result<Source> {
        Source::new(&self.bloom, partition, &self.set.columns)
    }

    /// Locks a partition, and gives it triggers with a new seal, which this returns.
    fn attach(&self, partition: Oid) -> Result<i64> {
        pgrx::check_for_interrupts!();
        lock_to_seal(partition)?;
        let random = i64::from(u32::from_ne_bytes(random::strong()?) >> 1);
        let seal = random << 32 | i64::from(partition.to_u32());
        let text = |text: String| names::literal(text.as_bytes());
        let mut arguments =
            vec![text(seal.to_string())?, text(self.set.marks.to_u32().to_string())?, text(origin())?];
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for column in &self.set.columns {
            arguments.push(text(column_number(partition, column).to_string())?);
            arguments.push(names::literal(column.to_bytes())?);
            let column = names::identifier(column.to_bytes())?;
            old.push([b"OLD.".as_slice(), &column].concat());
            new.push([b"NEW.".as_slice(), &column].concat());
        }
        let [arguments, old, new] = [arguments, old, new].map(|parts| parts.join(b", ".as_slice()));
        let [insert, update] = self.triggers.clone();
        Template::new(include_str!("../../sql/templates/skip_triggers.sql"))
            .sql("insert", insert)
            .sql("update", update)
            .sql("partition", QualifiedName::of_relation(partition)?.quoted()?)
            .sql("bloom", self.bloom.clone())
            .sql("arguments", arguments)
            .sql("old", old)
            .sql("new", new)
            .execute()?;
        Ok(seal)
    }

    /// Removes the registration of seals that are replaced, and, once they are an eighth of a matrix, the filters of
    /// these seals and of partitions that are gone.
    fn forget(
        &self,
        matrices: &mut Matrices,
        is_there: impl Fn(Oid) -> bool,
        is_replaced: impl Fn(Oid) -> bool,
    ) -> Result<()> {
        let mut shrunk = Vec::new();
        matrices.for_rows(Seen::Latest, |row| {
            let mut seals = row.all_seals()?;
            let was = seals.clone();
            seals.iter_mut().filter(|seal| is_replaced(partition_of(**seal))).for_each(|seal| *seal = 0);
            let kept: Vec<i64> =
                seals.iter().copied().filter(|seal| *seal != 0 && is_there(partition_of(*seal))).collect();
            if kept.is_empty() {
                row.delete();
            } else if kept.len() * 8 < seals.len() * 7 {
                const SHRUNK: &str =
                    "SELECT @bloom@.bloom_matrix_agg(@bloom@.bloom_matrix_filter($1, s), s) FROM unnest($2) AS u (s)";
                let matrix = self.value(SHRUNK, [row.typed_matrix()?, TypedDatum::bigints(&kept)])?;
                shrunk.push((row.number()?, row.capacity()?, matrix, kept));
                row.delete();
            } else if seals != was {
                row.replace_seals(&seals)?;
            }
            Ok(())
        })?;
        end_command();
        for (number, capacity, matrix, kept) in shrunk {
            matrices.insert(number, capacity, &kept, matrix)?;
        }
        end_command();
        Ok(())
    }

    /// Adds the filters of partitions to the matrices of a capacity.
    fn fill(
        &self,
        matrices: &mut Matrices,
        capacity: i64,
        partitions: Vec<Partition>,
        progress: &mut Progress,
    ) -> Result<()> {
        let bytes = Params::for_capacity(capacity.max(1) as u64, self.fpp)?.bits / 8;
        let room = COLUMNS.max((BYTES / bytes) as usize);
        for batch in partitions.chunks(room.min((BATCH / bytes).max(1) as usize)) {
            let scratch = ScratchMemory::new();
            let mut filters = Vec::new();
            for partition in batch {
                filters.push(self.source(partition.oid)?.filter(capacity, self.fpp)?);
                progress.step(SCANS);
            }
            let of = filters.first().map_or(Oid::INVALID, |filter| filter.of());
            let Some(filters) = new_array(of, &filters)? else {
                return Err(error::internal("there are no arrays of filters"));
            };
            let seals: Vec<i64> = batch.iter().map(|partition| partition.seal).collect();
            const MATRIX: &str = "SELECT @bloom@.bloom_matrix_agg(f, s) FROM unnest($1, $2) AS u (f, s)";
            let matrix = self.value(MATRIX, [filters, TypedDatum::bigints(&seals)])?;
            self.store(matrices, (capacity, room), seals, matrix)?;
            drop(scratch);
        }
        Ok(())
    }

    /// Adds a matrix to the table, merged with the last ones of its capacity as long as they have room. At most one
    /// matrix has fewer than 64 columns.
    fn store(
        &self,
        matrices: &mut Matrices,
        (capacity, room): (i64, usize),
        mut seals: Vec<i64>,
        mut matrix: TypedDatum<'_>,
    ) -> Result<()> {
        loop {
            let (mut highest, mut last) = (0, None);
            matrices.for_rows(Seen::Latest, |row| {
                let number = row.number()?;
                highest = highest.max(number);
                if row.capacity()? == capacity && last < Some(number) {
                    last = Some(number);
                }
                Ok(())
            })?;
            let mut merged = None;
            matrices.for_rows(Seen::Latest, |row| {
                let has = row.all_seals()?;
                let is_full = has.len() + seals.len() > room || has.len() >= COLUMNS && seals.len() < COLUMNS;
                if Some(row.number()?) == last && !is_full {
                    const MERGED: &str = "SELECT @bloom@.bloom_matrix_merge($1, $2)";
                    merged = Some((self.value(MERGED, [row.typed_matrix()?, matrix])?, has));
                    row.delete();
                }
                Ok(())
            })?;
            match merged {
                Some((both, has)) => {
                    end_command();
                    (matrix, seals) = (both, [has, seals].concat());
                }
                None => {
                    matrices.insert(highest + 1, capacity, &seals, matrix)?;
                    end_command();
                    return Ok(());
                }
            }
        }
    }

    /// Returns the value of a query, in which `@bloom@` stands for the schema of the extension.
    fn value<'a, const A: usize>(
        &self,
        sql: &'static str,
        arguments: [TypedDatum<'_>; A],
    ) -> Result<TypedDatum<'a>> {
        let sql = Template::new(sql).sql("bloom", self.bloom.clone()).statement()?;
        query::value(&sql, arguments)?.ok_or_else(|| error::internal("a query returned NULL"))
    }
}

/// Returns the capacity of a matrix that suits a partition with so many values, or that of a new one.
fn capacity_for(matrices: &mut Matrices, values: i64) -> Result<i64> {
    let mut least = i64::MAX;
    matrices.for_rows(Seen::Latest, |row| {
        let capacity = row.capacity()?;
        if capacity >= values && capacity / 4 < values {
            least = least.min(capacity);
        }
        Ok(())
    })?;
    Ok(if least < i64::MAX { least } else { (values as f64 * 1.25).ceil() as i64 })
}

/// Checks that a column is as it was when the lookups were made.
fn check_column(parent: Oid, column: &CStr, declared: Oid) -> Result<()> {
    let (table, name) = (relation_name(parent), to_message(column.to_bytes()));
    let number = column_number(parent, column);
    if number <= 0 {
        return Err(error::new(
            Code::ERRCODE_UNDEFINED_COLUMN,
            format!("column \"{name}\" of relation {table} does not exist"),
            "The lookups were made for a column of that name.",
            "Rename the column again, or call bloom_skip_drop with the old name, then bloom_skip_create.",
        ));
    }
    if column_type(parent, column)? == declared && !catalog::is_generated(parent, number) {
        return Ok(());
    }
    Err(error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("column \"{name}\" of relation {table} has changed"),
        format!("It was of type {}, and its values were stored.", catalog::sql_name(declared)),
        "Call bloom_skip_drop, then bloom_skip_create.",
    ))
}

/// Query for the functions of other owners that a query could take for those of the extension.
const OTHERS: &CStr = c"
    SELECT pg_catalog.count(*)
      FROM pg_catalog.pg_proc AS p, pg_catalog.pg_proc AS f
     WHERE f.oid OPERATOR(pg_catalog.=) $1 AND p.pronamespace OPERATOR(pg_catalog.=) f.pronamespace
       AND p.proname OPERATOR(pg_catalog.=) ANY (ARRAY['bloom_agg', 'bloom_empty', 'bloom_count', 'bloom_matrix_agg', 'bloom_matrix_filter',
           'bloom_matrix_merge', 'bloom_skip_mark', 'bloom_skip_look_up', 'bloom_skip_look_up_any', 'bloom_skip_look_up_partitions',
           'bloom_skip_seal', 'bloom_skip_info', 'bloom_skip_partitions']::pg_catalog.name[])
       AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d
           WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
             AND d.objid OPERATOR(pg_catalog.=) p.oid AND d.deptype OPERATOR(pg_catalog.=) 'e')";

/// Checks that nobody has added functions to the schema of the extension that its own could be confused with.
///
/// # Errors
/// 42725 if somebody has.
pub fn check_functions(call: Call<'_>) -> Result<()> {
    if query::number(OTHERS, [TypedDatum::oid(call.function())])? == Some(0) {
        return Ok(());
    }
    Err(error::new(
        Code::ERRCODE_AMBIGUOUS_FUNCTION,
        "the schema of the extension has functions of others with names of the extension's own",
        "A query might call them instead.",
        "Drop or rename them, and let only trusted roles create objects in that schema.",
    ))
}

fn sorted(mut tables: Vec<Oid>) -> Vec<Oid> {
    tables.sort_unstable_by_key(|table| table.to_u32());
    tables.dedup();
    tables
}

sql_functions! {
    "bloom_skip_seal" => bloom_skip_seal,
}
