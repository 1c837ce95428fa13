//! When a filter is expected to pay. It costs little, and tests that are of no use are switched off, so only what
//! cannot pay is refused. The planner's estimate of the join is not asked: it does not know keys that one side
//! lacks.

use super::cost::{self, TestCost};
use super::description::PlannedCosts;
use super::key::KeyKind;
use super::outer::Place;
use super::pair::Pair;
use crate::joins::Reason;
use crate::pg::catalog::{average_width, counted_rows, foreign_keys};
use crate::pg::tree::Node;
use pgrx::pg_sys::{NodeTag, Oid, Plan, PlannedStmt};

/// Least number of rows of the outer side's tables for which a filter is built.
const LEAST_ROWS: f64 = 50_000.0;

/// Least number of rows for each key of the inner side, if keys are long: the inner side hashes them once more.
const LONG_KEYS: f64 = 8.0;

/// The rows of the outer side of a join, as the planner expects them.
pub struct OuterRows {
    /// Number of rows that the scans read.
    count: f64,
    /// Length of the keys that are hashed.
    width: i32,
}

impl OuterRows {
    /// Returns what is known of the rows that have the outer keys.
    pub fn expected(statement: Node<'_, PlannedStmt>, pairs: &[Pair<'_>]) -> Self {
        let read = |place: &Place<'_>| {
            if place.of_table {
                counted_rows(statement.table(place.table)).max(place.rows)
            } else {
                place.rows
            }
        };
        let count = pairs.first().into_iter().flat_map(|pair| &pair.places).map(read).sum();
        Self { count, width: width_of_hashed(statement, pairs, 0) }
    }

    /// Returns the number of bytes of inner keys up to which a filter is built.
    pub fn most_bytes_of_keys(&self) -> f64 {
        cost::most_bytes_of_keys(self.count, self.width)
    }

    /// Says why a filter of an inner side is not expected to pay, unless it is.
    pub fn pay(
        &self,
        statement: Node<'_, PlannedStmt>,
        pairs: &[Pair<'_>],
        (inner, inner_rows): (Node<'_, Plan>, f64),
    ) -> Result<(), Reason> {
        if self.count < LEAST_ROWS {
            let (count, least) = (self.count, LEAST_ROWS);
            return Err(format!("{count} rows of its large side are expected, and not {least}").into());
        }
        if self.count < inner_rows {
            return Err("its small side is expected to have more rows than the large one".into());
        }
        if TestCost::is_long(self.width) && self.count < inner_rows * LONG_KEYS {
            return Err("its keys are long, and the small side is expected to have many".into());
        }
        let Some((referenced, keys)) = whole_table(statement, inner, pairs) else { return Ok(()) };
        let all_pass = (0..pairs[0].places.len()).all(|scan| {
            let outer: Vec<i16> = pairs.iter().map(|pair| pair.places[scan].name).collect();
            references(statement.table(pairs[0].places[scan].table), &outer, referenced, &keys)
        });
        if all_pass { Err("a foreign key says that all rows have a partner".into()) } else { Ok(()) }
    }
}

/// Returns the mean length of the keys of a scan that are hashed, and not numbers.
fn width_of_hashed(statement: Node<'_, PlannedStmt>, pairs: &[Pair<'_>], scan: usize) -> i32 {
    let hashed = pairs.iter().filter(|pair| KeyKind::of(pair.operator, pair.functions.0) == KeyKind::Hashed);
    let width = |place: &Place<'_>| average_width(statement.table(place.table), place.name);
    hashed.map(|pair| width(&pair.places[scan])).sum()
}

/// Returns what the planner knows of the costs of a scan and of its tests; each key must have that scan.
pub fn costs(statement: Node<'_, PlannedStmt>, pairs: &[Pair<'_>], scan: usize) -> PlannedCosts {
    let place = &pairs[0].places[scan];
    let relation = statement.table(place.table);
    let width = width_of_hashed(statement, pairs, scan);
    let mut costs = PlannedCosts { width, joins: place.way.joins, ..PlannedCosts::default() };
    if place.of_table && !place.qual.is_empty() {
        costs.operators = place.qual.operators();
        costs.last_column = place.qual.last_column(place.table);
        costs.kept = (place.rows / counted_rows(relation).max(place.rows).max(1.0)) as f32;
    }
    costs
}

/// Returns the table whose whole rows are the inner side, and the columns of its keys.
fn whole_table(
    statement: Node<'_, PlannedStmt>,
    inner: Node<'_, Plan>,
    pairs: &[Pair<'_>],
) -> Option<(Oid, Vec<i16>)> {
    let scan = inner.scan().filter(|_| inner.tag() == NodeTag::T_SeqScan && inner.qual().is_empty())?;
    let keys = pairs.iter().map(|pair| Some(inner.output_column(pair.inner)?.varattno));
    Some((statement.table(scan.scanrelid), keys.collect::<Option<_>>()?))
}

/// Returns whether a foreign key says that rows of a table have a partner in another one.
fn references(table: Oid, columns: &[i16], referenced: Oid, keys: &[i16]) -> bool {
    foreign_keys(table).iter().any(|foreign| {
        foreign.referenced == referenced
            && foreign.columns.len() == columns.len()
            && columns.iter().zip(keys).all(|pair| foreign.columns.contains(&(*pair.0, *pair.1)))
    })
}
