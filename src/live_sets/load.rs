//! `bloom_set_load`: adds the values of a query, and `bloom_progress`, which counts the rows of any
//! statement.

use super::layers::{FEWEST, ROW};
use super::set::LiveSet;
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::pg::detoast::Varlena;
use crate::pg::encoding::to_message;
use crate::pg::names;
use crate::pg::notice::{self, Notice, Steps};
use crate::pg::query::{self, at_new_snapshot};
use crate::pg::typed::TypedDatum;
use crate::template::Template;
use bloom_core::layout::params;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;
use std::time::Duration;

/// The values of the query. OFFSET 0 keeps the condition on the progress above the query: it counts its rows.
const SOURCE: [&[u8]; 3] = [b"(SELECT q.v::", b" AS v FROM (", b"\n) AS q (v) OFFSET 0) AS q"];

/// Their number. `bloom_progress` gets all of its arguments: an overload with fewer ones would fit better.
const COUNT: &str = "
SELECT coalesce(@bloom@.bloom_count(@bloom@.bloom_agg(q.v)), 0), pg_catalog.count(*)
FROM @source@ WHERE @bloom@.bloom_progress($1, NULL::bigint, 5::double precision)";

/// Adds the values to the rows of a layer, which are locked in their order, as by batches. Nobody is told
/// that a value is new, so no row needs to be closed. The locked row of the layer keeps these rows from being
/// closed or removed.
const ADD: &str = "
WITH loaded AS MATERIALIZED (
    SELECT @bloom@.bloom_shard(q.v, $2) AS shard, @bloom@.bloom_agg(q.v, $3, $4) AS f
    FROM @source@ WHERE @bloom@.bloom_progress($5, @total@::bigint, 5::double precision)
    GROUP BY 1 ORDER BY 1
), held AS MATERIALIZED (
    SELECT q.shard, q.f FROM loaded AS q, LATERAL (
        SELECT s.shard FROM ONLY @set@ AS s WHERE s.layer OPERATOR(pg_catalog.=) $1
            AND s.shard OPERATOR(pg_catalog.=) q.shard FOR NO KEY UPDATE
    ) AS s
)
UPDATE ONLY @set@ AS s SET f = @bloom@.bloom_union(s.f, q.f) FROM held AS q
WHERE s.layer OPERATOR(pg_catalog.=) $1 AND s.shard OPERATOR(pg_catalog.=) q.shard";

/// Adds the rows of a new layer, with the values.
const FILL: &str = "
INSERT INTO @set@ (layer, shard, f)
SELECT $1, i, coalesce(q.f, $6)
FROM pg_catalog.generate_series(0, $2 OPERATOR(pg_catalog.-) 1) AS i LEFT JOIN (
    SELECT @bloom@.bloom_shard(q.v, $2) AS shard, @bloom@.bloom_agg(q.v, $3, $4) AS f
    FROM @source@ WHERE @bloom@.bloom_progress($5, @total@::bigint, 5::double precision) GROUP BY 1
) AS q ON q.shard OPERATOR(pg_catalog.=) i ORDER BY i";

/// Locks the rows of a layer, and tells whether all of them are empty.
const IS_EMPTY: &str = "
SELECT pg_catalog.bool_and((@bloom@.bloom_info(s.f)).bits_set OPERATOR(pg_catalog.=) 0::bigint) FROM (
    SELECT s.f FROM ONLY @set@ AS s WHERE s.layer OPERATOR(pg_catalog.=) $1 ORDER BY s.shard FOR UPDATE
) AS s";

/// Implements `bloom_set_load(set, query, capacity)`. Returns the number of the layer that has got the
/// values.
fn bloom_set_load(call: Call<'_>) -> Result<Option<i32>> {
    let (Some(oid), Some(text)) = (call.argument::<Oid>(0), call.argument::<Varlena<'_>>(1)) else {
        return Ok(None);
    };
    let mut set = LiveSet::open(oid, call.function())?;
    let element = names::type_in_sql(set.element())?;
    let [before, between, after] = SOURCE;
    let source = [before, &element, between, select(text.bytes())?, after].concat();
    let layer = set.load(&source, call.argument(2))?;
    set.tables.close();
    Ok(Some(layer))
}

impl LiveSet {
    fn load(&mut self, source: &[u8], capacity: Option<i64>) -> Result<i32> {
        let of_query = |sql| -> Result<Template> { Ok(self.statement(sql)?.sql("source", source)) };
        // The estimated number of values and a quarter more.
        let (wanted, count) = match capacity {
            Some(capacity) => (capacity, None),
            None => {
                let work = [self.work("values counted for")?];
                query::run(&of_query(COUNT)?.statement()?, work, |rows| {
                    let numbers = [0, 1].map(|column| rows.word(column).unwrap_or_default() as i64);
                    Ok((numbers[0].saturating_mul(5) / 4, Some(numbers[1])))
                })?
            }
        };
        let work = self.work("values added to")?;
        let (add, fill) = (of_query(ADD)?, of_query(FILL)?);
        let (add, fill) = match count {
            Some(count) => (add.number("total", count), fill.number("total", count)),
            None => (add.sql("total", "NULL"), fill.sql("total", "NULL")),
        };
        self.lock_newest()?;
        let (newest, contents) = at_new_snapshot(|| -> Result<_> {
            let newest = self.tables.newest()?;
            Ok((newest, self.tables.contents(&newest)?))
        })?;
        let row = TypedDatum::bigint(ROW.into());
        if wanted as f64 <= contents.room && capacity.is_none_or(|capacity| capacity > 0) {
            let arguments = [
                TypedDatum::integer(newest.number),
                TypedDatum::integer(newest.rows),
                row,
                TypedDatum::float8(newest.fpp),
                work,
            ];
            let add = add.statement()?;
            Notice::suppress_in(|| query::run(&add, arguments, |_| Ok(())))?;
            return Ok(newest.number);
        }
        // A new layer replaces an empty one, so a new set has one layer.
        let is_empty = contents.values == 0.0 && !newest.has_older && self.is_empty(newest.number)?;
        let fpp = if is_empty {
            newest.fpp
        } else {
            let layers = at_new_snapshot(|| self.tables.layers())?;
            self.rate_of_next(&newest, &layers)?
        };
        let mut layer = self.next(&newest, capacity.unwrap_or(wanted.max(FEWEST)), fpp)?;
        if is_empty {
            layer.has_older = false;
            self.remove_layers(newest.number)?;
        }
        let arguments = [
            TypedDatum::integer(layer.number),
            TypedDatum::integer(layer.rows),
            row,
            TypedDatum::float8(params::check_fpp(layer.fpp)?),
            work,
            self.types().filter(self.empty_filter(layer.fpp)?),
        ];
        Notice::suppress_in(|| query::run(&fill.statement()?, arguments, |_| Ok(())))?;
        self.insert_layer(&layer)?;
        Ok(layer.number)
    }

    fn is_empty(&self, layer: i32) -> Result<bool> {
        let sql = self.statement(IS_EMPTY)?.statement()?;
        query::run(&sql, [TypedDatum::integer(layer)], |rows| Ok(rows.word(0) == Some(1)))
    }
}

/// Returns a query as it can stand in parentheses, if it is a SELECT of one column.
///
/// # Errors
/// 42601 if it is anything else; PostgreSQL's if it is wrong.
pub fn select(query: &[u8]) -> Result<&[u8]> {
    let Some(select) = query::select(query)? else {
        return Err(error::new(
            Code::ERRCODE_SYNTAX_ERROR,
            "the query is not one SELECT statement",
            "",
            "Pass a single SELECT, VALUES or TABLE statement that returns the values in its only column.",
        ));
    };
    if select.columns != 1 {
        return Err(error::new(
            Code::ERRCODE_SYNTAX_ERROR,
            "the query must return one column",
            format!("It returns {} columns.", select.columns),
            "Select only the values. For a set of rows, select ROW(...) cast to the type of the set.",
        ));
    }
    Ok(&query[select.text])
}

/// Implements `bloom_progress(work, total, seconds)`: counts the calls of this call site, and says how many
/// there were every so many seconds.
fn bloom_progress(call: Call<'_>) -> Result<bool> {
    call.with_cache(|steps: &mut Steps, _| {
        let interval = call.argument(2).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        if let Some(done) = steps.count(interval.unwrap_or(Duration::MAX)) {
            let work = call.argument::<Varlena<'_>>(0);
            let work = work.map_or_else(String::new, |work| to_message(work.bytes()));
            let of = call.argument::<i64>(1).map_or_else(String::new, |total| format!(" of {total}"));
            notice::send(format!("{work}: {done}{of}"), "", "");
        }
        Ok(true)
    })
}

sql_functions! {
    "bloom_set_load" => bloom_set_load,
    "bloom_progress" => bloom_progress,
}
