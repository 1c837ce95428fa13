//! Decides which screens a join gets, from the cheapest refusal to the most expensive.

use super::gain::{self, FEW_ROWS};
use super::remote::{Remotes, far, remote_column};
use super::screen::{Functions, array, filter};
use super::side::{Side, check_repeatable};
use super::walk::Join;
use super::{ARRAY_KEYS, LEAST_FAR_ROWS, MOST_ARRAY_KEYS, MOST_JOINS, Mode, Reason};
use crate::pg::range_table::{column, contains, entry, has_children, is_foreign, is_stored};
use pgrx::pg_sys::{self, Node, Oid, ParamListInfo, Query};

/// A statement whose joins are being screened.
pub struct Statement {
    pub mode: Mode,
    pub parameters: ParamListInfo,
    /// Whether a function or a trigger may change remote tables while the statement reads them.
    pub may_write: bool,
    pub remotes: Remotes,
    /// How many joins passed the cheap rules.
    pub considered: usize,
}

/// Makes the screens of a join, or says why there are none. A join without a remote table has none, and no reason.
pub unsafe fn screens(statement: &mut Statement, join: &Join) -> Result<Vec<*mut Node>, Reason> {
    // SAFETY: the caller guarantees the expressions.
    unsafe {
        let (is_on, parameters) = (statement.mode == Mode::On, statement.parameters);
        let Some(own) = column(join.far.query, join.far.key) else {
            let computed = remote_column(&statement.remotes, join.far.query, join.far.key);
            return computed.map_or(Ok(Vec::new()), |_| Err("the remote key is computed"));
        };
        let Some(far) = far(&statement.remotes, join.far.query, join.far.key)? else { return Ok(Vec::new()) };
        if join.part.is_some_and(|part| !contains(part, own.entry)) {
            return Err("the outer join keeps remote rows without a partner");
        }
        let number = column(join.small.query, join.small.key).ok_or("the other key is computed")?.entry;
        // The remote server would compute it for rows that other conditions of the query exclude.
        if !is_stored(join.far.query, own) {
            return Err("the remote key is computed");
        }
        let key = join.equality.key_type()?;
        if is_on && far.most_rows().is_some_and(|rows| rows < LEAST_FAR_ROWS) {
            return Err(FEW_ROWS);
        }
        statement.considered += 1;
        if statement.considered > MOST_JOINS {
            return Err("the statement has too many joins that could be screened");
        }

        if !far.remote.are_trusted() {
            return Err("the server belongs to another role, which would see the keys");
        }
        let other = check_repeatable(join.small.query, number, &statement.remotes, parameters)?;
        // Conditions that are not copied may exclude a partition, whose server then must not be needed.
        if !other.servers.is_empty() && !is_foreign(join.small.query, number) {
            return Err("a partition of the other side is remote");
        }
        if statement.may_write && !other.servers.is_empty() {
            return Err("the statement may change the other side, which is remote too");
        }
        let mut array_is_sent = key.array_is_safe();
        let functions = if !far.remote.have_extension() {
            Err("there are too many keys, and the server has no option extensions 'bloom_rs'")
        } else if !key.filter_is_safe() {
            Err("a screen of these keys cannot be sent")
        } else {
            Functions::find(pg_sys::exprType(join.small.key))
        };
        let small = Side {
            query: join.small.query,
            key: join.small.key,
            conditions: join.small.scope.conditions(number, parameters).clauses,
        };
        let mut keys = MOST_ARRAY_KEYS as f64;
        if is_on {
            if far.remote.servers == other.servers {
                return Err("both sides are on one server");
            }
            let may_fail = far.remote.is_asked
                || other.is_asked
                || may_lock(join.far.query, own.entry)
                || may_lock(join.small.query, number);
            if may_fail && !join.is_certain {
                return Err("this part of the statement may not be planned");
            }
            // postgres_fdw sends a parameter of a collation only if it is the default one.
            let collation = pg_sys::exprCollation(join.small.key);
            array_is_sent &= [Oid::INVALID, pg_sys::DEFAULT_COLLATION_OID].contains(&collation);
            keys = gain::keys_if_it_pays(statement, join, &small)?;
            let few = if functions.is_ok() { ARRAY_KEYS } else { MOST_ARRAY_KEYS as f64 / 2.0 };
            array_is_sent &= keys <= few;
        }
        let mut screens = Vec::new();
        if array_is_sent {
            screens.push(array(join, &small)?);
        }
        match functions {
            Ok(functions) if !is_on || !array_is_sent => {
                screens.push(filter(join, &small, &functions, keys)?);
            }
            Err(reason) if !array_is_sent => return Err(reason),
            _ => {}
        }
        Ok(screens)
    }
}

/// Returns whether planning a table locks others: its partitions.
unsafe fn may_lock(query: *mut Query, number: i32) -> bool {
    // SAFETY: the caller guarantees the query.
    unsafe { entry(query, number).is_some_and(|table| has_children(table)) }
}
