//! Functions of `bloom_matrix`: searches for the filters that may hold a value, `bloom_matrix_info` and others.

use super::cache::{CachedMatrix, OpenMatrix};
use super::value::{MatrixArg, NewMatrix};
use crate::call::{Call, CallSite, NewDatum, NewSet, SiteArgument, sql_functions};
use crate::error::Result;
use crate::pg::array::{Array, new_bigints};
use crate::pg::detoast::VarlenaRef;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::row::column;
use crate::pg::varlena::NewVarlena;
use crate::report::element_name;
use crate::types::filter::NewBloom;
use crate::types::hash_value::HashValue;
use crate::value::{Any, Value, ValueReader};
use bloom_core::element::ElementType;
use bloom_core::hash::Hash;
use bloom_core::matrix::header::VERSION;
use bloom_core::matrix::search::{Candidates, columns};
use bloom_core::matrix::{Arrangement, Matrix, merge};
use bloom_core::scheme::Hashable;

/// Per-call-site cache for searches of matrices.
#[derive(Debug, Default)]
pub struct SearchCache {
    reader: ValueReader,
    /// The matrix that was searched last.
    matrix: CachedMatrix,
}

impl OpenMatrix<'_> {
    /// Discards the candidates that do not contain a value.
    fn keep(
        &self,
        candidates: &mut Candidates<'_>,
        element: ElementType,
        value: impl Hashable,
    ) -> Result<()> {
        let filters = &self.header().filters;
        let hash = match filters.hashing.hash(element, value) {
            Ok(hash) => hash,
            Err(error) => {
                error.as_absent()?;
                candidates.none();
                return Ok(());
            }
        };
        match filters.prober().twin(hash) {
            None => self.keep_hash(candidates, hash),
            Some(twin) => {
                let mut row = self.new_row()?;
                let mut of_twin = candidates.copy(row.bytes_mut());
                self.keep_hash(&mut of_twin, twin);
                self.keep_hash(candidates, hash);
                candidates.add(&of_twin);
                row.free();
            }
        }
        Ok(())
    }

    /// Discards the candidates that lack a bit of a hash.
    fn keep_hash(&self, candidates: &mut Candidates<'_>, hash: Hash) {
        for position in self.header().filters.prober().positions(hash) {
            if candidates.within().is_empty() {
                break;
            }
            self.keep_row(candidates, position);
        }
    }

    /// Allocates a row: one bit for each column.
    fn new_row(&self) -> Result<NewVarlena> {
        NewVarlena::zeroed(self.header().row_len())
    }

    /// Calls `found` with the keys of the columns that `discard` does not discard.
    fn search(
        &self,
        found: impl FnMut(i64),
        discard: impl FnOnce(&mut Candidates<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut row = self.new_row()?;
        discard(&mut Candidates::all(self.header().columns, row.bytes_mut()))?;
        self.for_keys(columns(row.bytes()), found)?;
        row.free();
        Ok(())
    }
}

impl SearchCache {
    /// Calls `found` with the keys of the filters that may hold the value in argument `number`.
    ///
    /// # Errors
    /// 42804 if the filters have another element type; XX001 if the matrix is damaged.
    pub fn search(
        &mut self,
        matrix: VarlenaRef<'_>,
        (site, number, value): (CallSite<'_, '_>, usize, Any<'_>),
        found: impl FnMut(i64),
    ) -> Result<()> {
        let matrix = self.matrix.open(matrix, site.memory)?;
        matrix.search(found, |candidates| {
            value.with_canonical(site, number, &mut self.reader, |element, canonical| {
                matrix.keep(candidates, element, canonical)
            })?
        })
    }

    /// Calls `found` with the keys of the filters that may hold at least one value of an array.
    ///
    /// # Errors
    /// As [`SearchCache::search`].
    pub fn search_any(
        &mut self,
        matrix: VarlenaRef<'_>,
        (site, array): (CallSite<'_, '_>, &Array<'_>),
        found: impl FnMut(i64),
    ) -> Result<()> {
        let matrix = self.matrix.open(matrix, site.memory)?;
        let (mut row, mut any) = (matrix.new_row()?, matrix.new_row()?);
        array.try_each(site, &mut self.reader, |value| {
            let Some((element, canonical)) = value else { return Ok(None) };
            let mut candidates = Candidates::all(matrix.header().columns, row.bytes_mut());
            matrix.keep(&mut candidates, element, canonical)?;
            candidates.join(any.bytes_mut());
            Ok(None::<()>)
        })?;
        matrix.for_keys(columns(any.bytes()), found)?;
        row.free();
        any.free();
        Ok(())
    }
}

/// Implements `bloom_matrix_search(matrix, value)`: the keys of the filters that may hold the value.
fn search(call: Call<'_>) -> Result<Option<NewSet>> {
    let matrix = call.required(0)?;
    call.with_cache(|cache: &mut SearchCache, site| {
        let Some(value) = Any::read(site, 1)? else { return Ok(None) };
        let mut set = call.new_set()?;
        cache.search(matrix, (site, 1, value), |key| set.push(key))?;
        Ok(Some(set))
    })
}

/// Implements `bloom_matrix_search_hash(matrix, hash)`.
fn search_hash(call: Call<'_>) -> Result<NewSet> {
    let (matrix, key) = (call.required(0)?, call.required::<HashValue<'_>>(1)?.key()?);
    let mut set = call.new_set()?;
    call.with_cache(|known: &mut CachedMatrix, site| {
        let matrix = known.open(matrix, site.memory)?;
        matrix.search(|key| set.push(key), |candidates| matrix.keep(candidates, key.element, key.hash))
    })?;
    Ok(set)
}

/// Implements `bloom_matrix_search_all(matrix, values)`: the keys of the filters that may hold all non-NULL values.
fn search_all(call: Call<'_>) -> Result<NewSet> {
    let (matrix, array) = (call.required(0)?, call.required::<Array<'_>>(1)?);
    let mut set = call.new_set()?;
    call.with_cache(|SearchCache { reader, matrix: known }, site| {
        let matrix = known.open(matrix, site.memory)?;
        matrix.search(
            |key| set.push(key),
            |candidates| {
                let none_left = array.try_each(site, reader, |value| {
                    let Some((element, canonical)) = value else { return Ok(None) };
                    matrix.keep(candidates, element, canonical)?;
                    Ok(candidates.within().is_empty().then_some(()))
                });
                none_left.map(drop)
            },
        )
    })?;
    Ok(set)
}

/// Implements `bloom_matrix_search_any(matrix, values)`: the keys of the filters that may hold at least one value.
fn search_any(call: Call<'_>) -> Result<NewSet> {
    let (matrix, array) = (call.required(0)?, call.required::<Array<'_>>(1)?);
    let mut set = call.new_set()?;
    call.with_cache(|cache: &mut SearchCache, site| {
        cache.search_any(matrix, (site, &array), |key| set.push(key))
    })?;
    Ok(set)
}

/// Implements `bloom_matrix_filter(matrix, key)`: the union of the filters with that key; NULL if there are none.
fn filter(call: Call<'_>) -> Result<Option<NewBloom>> {
    let (matrix, key) = (call.required(0)?, call.required::<i64>(1)?);
    call.with_cache(|known: &mut CachedMatrix, site| {
        known.with_whole(matrix, site.memory, |matrix| {
            let mut columns = (0..).zip(matrix.keys()).filter(|(_, own)| *own == key).peekable();
            if columns.peek().is_none() {
                return Ok(None);
            }
            let header = matrix.header().filters;
            let mut new = NewBloom::zeroed(header.filter_len())?;
            let bits = header.begin(new.bytes_mut())?;
            columns.for_each(|(column, _)| matrix.column_into(column, bits));
            Ok(Some(new))
        })
    })
}

/// Implements `bloom_matrix_keys(matrix)`: the key of each column. Reads only the beginning of a stored matrix.
fn keys(call: Call<'_>) -> Result<NewVarlena> {
    let matrix = call.required::<VarlenaRef<'_>>(0)?;
    call.with_cache(|known: &mut CachedMatrix, site| {
        let matrix = known.open(matrix, site.memory)?;
        let mut keys = List::with_capacity(Memory::of_this_call(), matrix.header().columns as usize);
        matrix.for_keys(0..matrix.header().columns, |key| keys.push(key))?;
        let array = new_bigints(&keys);
        keys.free();
        Ok(array)
    })
}

fn merged(call: Call<'_>) -> Result<NewMatrix> {
    let (a, b) = (call.required::<MatrixArg<'_>>(0)?, call.required::<MatrixArg<'_>>(1)?);
    let (a, b) = (a.matrix()?, b.matrix()?);
    let len = merge::merged_header(&a, &b)?.len(Arrangement::Rows);
    NewMatrix::written(len, |out| merge::merge(&a, &b, out))
}

/// Implements `bloom_matrix_info(matrix)`. Reads the matrix once.
fn info(call: Call<'_>) -> Result<NewDatum> {
    let argument = call.required::<MatrixArg<'_>>(0)?;
    let matrix = argument.matrix()?;
    let header = matrix.header();
    let (filters, columns) = (header.filters, header.columns as f64);
    let mut bits_set = 0;
    matrix.count_columns(|count| bits_set += count);
    let candidates = false_candidates(&matrix);
    call.row(&[
        column(i32::from(VERSION)),
        column(element_name(filters.element())),
        column(header.columns as i64),
        column(filters.params.bits as i64),
        column(i32::from(filters.params.hashes)),
        column(bits_set as f64 / (filters.params.bits as f64 * columns)),
        column(candidates / columns),
        column(candidates),
        column(header.len(Arrangement::Rows) as i64),
        column(filters.element().family.is_portable()),
        column(filters.hashing.scheme.name()),
    ])
}

/// Returns the number of filters that a search for an absent value finds on average.
pub fn false_candidates(matrix: &Matrix<'_>) -> f64 {
    let (filters, mut candidates) = (matrix.header().filters, 0.0);
    matrix.count_columns(|count| candidates += filters.layout().fpp_of_set(filters.params, count));
    candidates
}

sql_functions! {
    "bloom_matrix_search" => search,
    "bloom_matrix_search_hash" => search_hash,
    "bloom_matrix_search_all" => search_all,
    "bloom_matrix_search_any" => search_any,
    "bloom_matrix_filter" => filter,
    "bloom_matrix_keys" => keys,
    "bloom_matrix_merge" => merged,
    "bloom_matrix_info" => info,
}
