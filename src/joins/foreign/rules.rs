//! Decides which screens a join gets, from the cheapest refusal to the most expensive.

use super::gain::{self, FEW_ROWS};
use super::remote::{far, remote_column};
use super::screen::{Functions, array, filter};
use super::side::{Side, check_repeatable};
use super::statement::Statement;
use super::walk::ForeignJoin;
use super::{ARRAY_KEYS, LEAST_FAR_ROWS, MOST_ARRAY_KEYS, MOST_JOINS};
use crate::joins::Reason;
use crate::pg::setting::Mode;
use crate::pg::tree::{Expr, Node};
use pgrx::pg_sys::{self, Oid, Query};

/// Makes the screens of a join, or says why there are none. A join without a remote table has none, and no
/// reason.
pub fn screens<'t>(statement: &mut Statement<'t>, join: &ForeignJoin<'t>) -> Result<Vec<Expr<'t>>, Reason> {
    let (is_on, parameters) = (statement.mode == Mode::On, statement.parameters);
    let (far_query, far_key) = (join.far.query, join.far.expression);
    let (small_query, small_key) = (join.small.query, join.small.expression);
    let Some(own) = far_query.column(far_key) else {
        let computed = remote_column(&statement.remotes, far_query, far_key);
        return computed.map_or(Ok(Vec::new()), |_| Err("the remote key is computed".into()));
    };
    let Some(far) = far(&statement.remotes, far_query, far_key)? else { return Ok(Vec::new()) };
    if !join.discarded.has_table(own.entry) {
        return Err("the outer join keeps remote rows without a partner".into());
    }
    let number = small_query.column(small_key).ok_or("the other key is computed")?.entry;
    // The remote server would compute it for rows that other conditions of the query exclude.
    if !far_query.is_stored(own) {
        return Err("the remote key is computed".into());
    }
    let key = join.equality.key_type()?;
    if is_on && far.most_rows().is_some_and(|rows| rows < LEAST_FAR_ROWS) {
        return Err(FEW_ROWS.into());
    }
    statement.considered += 1;
    if statement.considered > MOST_JOINS {
        return Err("the statement has too many joins that could be screened".into());
    }

    if !far.remote.are_trusted() {
        return Err("the server belongs to another role, which would see the keys".into());
    }
    let other = check_repeatable(small_query, number, &statement.remotes, parameters)?;
    // Conditions that are not copied may exclude a partition, whose server then must not be needed.
    if !other.servers.is_empty() && !small_query.is_foreign(number) {
        return Err("a partition of the other side is remote".into());
    }
    if statement.may_write && !other.servers.is_empty() {
        return Err("the other side is remote too, and may be changed while the statement runs".into());
    }
    let mut array_is_sent = key.array_is_safe();
    let functions = if !far.remote.have_extension() {
        Err("there are too many keys, and the server has no option extensions 'bloom_rs'".into())
    } else if !key.filter_is_safe() {
        Err("a screen of these keys cannot be sent".into())
    } else {
        Functions::find(small_key.type_of())
    };
    let small = Side {
        query: small_query,
        key: small_key,
        conditions: join.small.scope.conditions(number, parameters).clauses,
    };
    let mut keys = MOST_ARRAY_KEYS as f64;
    if is_on {
        if far.remote.servers == other.servers {
            return Err("both sides are on one server".into());
        }
        let may_fail = far.remote.is_asked
            || other.is_asked
            || may_lock(far_query, own.entry)
            || may_lock(small_query, number);
        if may_fail && !join.is_certain {
            return Err("this part of the statement may not be planned".into());
        }
        // postgres_fdw sends a parameter of a collation only if it is the default one.
        array_is_sent &= [Oid::INVALID, pg_sys::DEFAULT_COLLATION_OID].contains(&small_key.collation());
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

/// Returns whether planning a table locks others: its partitions.
fn may_lock(query: Node<'_, Query>, number: i32) -> bool {
    query.entry(number).is_some_and(|table| table.has_children())
}
