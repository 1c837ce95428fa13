//! The table of matrices: in each row one matrix, and the seals that are its keys.

use crate::call::Call;
use crate::error::Result;
use crate::pg::catalog;
use crate::pg::detoast::VarlenaRef;
use crate::pg::table::{ColumnIndex, Row, Seen, Table};
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::{INT4OID, INT8ARRAYOID, INT8OID, Oid};

/// A table of matrices that is open.
#[derive(Debug)]
pub struct Matrices {
    table: Table,
    columns: Columns,
}

#[derive(Debug, Clone, Copy)]
struct Columns {
    number: ColumnIndex,
    capacity: ColumnIndex,
    seals: ColumnIndex,
    matrix: ColumnIndex,
}

/// A row of the table.
#[derive(Debug)]
pub struct MatrixRow<'t> {
    row: Row<'t>,
    columns: Columns,
}

impl Matrices {
    /// Opens the table for the user, and locks it as a query does.
    ///
    /// # Errors
    /// 42501 if the user must not read it, 42703 if it has other columns.
    pub fn open(call: Call<'_>, table: Oid) -> Result<Self> {
        let matrix = catalog::type_beside(call.function(), c"bloom_matrix");
        let table = Table::open(table)?;
        let columns = Columns {
            number: table.column(c"number", INT4OID)?,
            capacity: table.column(c"capacity", INT8OID)?,
            seals: table.column(c"seals", INT8ARRAYOID)?,
            matrix: table.column(c"matrix", matrix)?,
        };
        Ok(Self { table, columns })
    }

    /// Opens it for writing by who seals partitions, who owns it and has it locked.
    ///
    /// # Errors
    /// 55000 if rows of it cannot be written directly.
    pub fn open_for_writing(call: Call<'_>, table: Oid) -> Result<Self> {
        let matrices = Self::open(call, table)?;
        matrices.table.check_writable(4)?;
        Ok(matrices)
    }

    /// Calls `visit` with each row.
    ///
    /// # Errors
    /// Those of `visit`.
    pub fn for_rows(&mut self, seen: Seen, mut visit: impl FnMut(MatrixRow<'_>) -> Result<()>) -> Result<()> {
        let columns = self.columns;
        self.table.for_rows(seen, |row| visit(MatrixRow { row, columns }))
    }

    /// Returns the seals of all matrices that are still worth something, in order.
    ///
    /// # Errors
    /// 22004 if a column is NULL.
    pub fn seals(&mut self, seen: Seen) -> Result<Vec<i64>> {
        let mut seals = Vec::new();
        self.for_rows(seen, |row| {
            seals.extend(row.seals()?);
            Ok(())
        })?;
        seals.sort_unstable();
        Ok(seals)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// XX000 if `matrix` is not one.
    pub fn insert(&self, number: i32, capacity: i64, seals: &[i64], matrix: TypedDatum<'_>) -> Result<()> {
        let (number, capacity) = (TypedDatum::integer(number), TypedDatum::bigint(capacity));
        self.table.insert([number, capacity, TypedDatum::bigints(seals), matrix])
    }

    /// Closes the table, which stays locked until the transaction ends.
    pub fn close(self) {
        self.table.close();
    }
}

/// The methods that read a column raise 22004 if it is NULL.
impl<'t> MatrixRow<'t> {
    pub fn number(&self) -> Result<i32> {
        self.row.integer(self.columns.number)
    }

    /// Returns the number of values that a filter of the matrix is sized for.
    pub fn capacity(&self) -> Result<i64> {
        self.row.bigint(self.columns.capacity)
    }

    /// Returns the seals of the matrix that are still worth something, and 0 for each of the others.
    pub fn all_seals(&self) -> Result<Vec<i64>> {
        let seals = self.row.typed(self.columns.seals)?.as_bigints();
        Ok(seals.map_or_else(Vec::new, |seals| {
            seals.iter().map(|seal| seal.map_or(0, |seal| seal.word() as i64)).collect()
        }))
    }

    /// Returns the seals of the matrix that are still worth something.
    pub fn seals(&self) -> Result<impl Iterator<Item = i64>> {
        Ok(self.all_seals()?.into_iter().filter(|seal| *seal != 0))
    }

    pub fn matrix(&self) -> Result<VarlenaRef<'t>> {
        self.row.varlena(self.columns.matrix)
    }

    /// Returns the matrix with its type.
    pub fn typed_matrix(&self) -> Result<TypedDatum<'t>> {
        self.row.typed(self.columns.matrix)
    }

    /// Replaces the seals, and leaves the matrix as it is.
    ///
    /// # Errors
    /// XX000 if the table has changed.
    pub fn replace_seals(&self, seals: &[i64]) -> Result<()> {
        self.row.replace(self.columns.seals, TypedDatum::bigints(seals))
    }

    /// Deletes the row.
    pub fn delete(&self) {
        self.row.delete();
    }
}
