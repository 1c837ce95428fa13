//! Statements whose plans a session keeps.

use super::catalog::relation_name;
use super::query::{Rows, connected};
use super::tree::{List, Node};
use super::typed::TypedDatum;
use crate::error::{self, Result};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::cell::Cell;
use std::ffi::CString;
use std::rc::Rc;

/// A statement that is planned when it first runs, for any values of its parameters, and again where it must
/// be.
#[derive(Default)]
pub struct SavedPlan(Cell<Option<Rc<Plan>>>);

/// A plan that SPI keeps until it is dropped.
struct Plan(pg_sys::SPIPlanPtr);

impl SavedPlan {
    /// Runs the statement, which sees what has been committed by now, as the caller, and returns what `read`
    /// makes of its rows. `sql` returns its text, which names `table`.
    ///
    /// # Errors XX000 if it cannot be run, 55000 if a rule replaces it; those of `sql` and `read`. The
    /// statement raises its own errors.
    pub fn run<const A: usize, R>(
        &self,
        table: Oid,
        sql: impl FnOnce() -> Result<CString>,
        arguments: [TypedDatum<'_>; A],
        read: impl FnOnce(Rows<'_>) -> Result<R>,
    ) -> Result<R> {
        let mut types = arguments.map(TypedDatum::of);
        let mut values = arguments.map(TypedDatum::datum);
        connected(|| {
            let plan = match self.kept().filter(|plan| plan.is_valid() && plan.names(table)) {
                Some(plan) => plan,
                None => Rc::new(Plan::prepare(&sql()?, &mut types)?),
            };
            // What runs is not freed, whatever it does.
            self.0.set(Some(Rc::clone(&plan)));
            // SAFETY: SPI is connected, and the plan has these parameters, none of them NULL.
            let code =
                unsafe { pg_sys::SPI_execute_plan(plan.0, values.as_mut_ptr(), std::ptr::null(), false, 0) };
            // PostgreSQL looks names up again if they may mean others now.
            if !plan.names(table) {
                return Err(replaced(table));
            }
            // SAFETY: SPI is connected, and has run the statement.
            unsafe { read(Rows::of_last(code)?) }
        })
    }

    fn kept(&self) -> Option<Rc<Plan>> {
        let kept = self.0.take();
        self.0.set(kept.clone());
        kept
    }
}

#[cold]
fn replaced(table: Oid) -> error::Error {
    error::new(
        Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
        format!("a statement was to act on {}, but does not", relation_name(table)),
        "A rule of the table replaces the statement, or another table has got its name meanwhile.",
        "Drop the rule.",
    )
}

impl Plan {
    /// Prepares a statement while SPI is connected.
    fn prepare(sql: &CString, types: &mut [Oid]) -> Result<Self> {
        let options = pg_sys::CURSOR_OPT_GENERIC_PLAN as i32;
        // SAFETY: the text is zero-terminated, and there are so many types.
        unsafe {
            let plan =
                pg_sys::SPI_prepare_cursor(sql.as_ptr(), types.len() as i32, types.as_mut_ptr(), options);
            if plan.is_null() || pg_sys::SPI_keepplan(plan) != 0 {
                return Err(error::internal("a statement could not be prepared"));
            }
            Ok(Self(plan))
        }
    }

    /// Returns what PostgreSQL knows of the only statement.
    fn source(&self) -> Option<Node<'_, pg_sys::CachedPlanSource>> {
        // SAFETY: the plan is kept; its sources live as long as it does.
        unsafe { List::of(pg_sys::SPI_plan_get_plan_sources(self.0)) }.get(0)
    }

    /// Returns whether no object that the statement names has changed.
    fn is_valid(&self) -> bool {
        self.source().is_some_and(|source| source.is_valid)
    }

    fn names(&self, table: Oid) -> bool {
        self.source().is_some_and(|source| source.relation_oids().iter().any(|oid| oid == table))
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: the plan was kept above, and nobody else has the pointer.
        unsafe {
            pg_sys::SPI_freeplan(self.0);
        }
    }
}
