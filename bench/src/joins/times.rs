//! Times of queries that take turns.

use crate::db::Db;
use crate::{Result, machine};

/// Most rounds of a query. The least time is taken, so few will do.
pub const MOST_ROUNDS: usize = 3;

/// Seconds of a query.
#[derive(Clone, Copy)]
pub struct Times {
    /// Of the processors, for all processes of the server.
    pub processors: f64,
    /// From sending it to receiving its result.
    pub wall: f64,
}

/// The least times of queries that take turns. They must have one answer, of which `compared` is looked at.
pub fn least_times(
    db: &mut Db,
    queries: &[&str],
    rounds: usize,
    compared: fn(String) -> String,
) -> Result<Vec<Times>> {
    let postmaster = db.answer("SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)")?.parse()?;
    let mut answer = None;
    let mut times = vec![Times { processors: f64::INFINITY, wall: f64::INFINITY }; queries.len()];
    for _ in 0..rounds.min(MOST_ROUNDS) {
        for (query, least) in queries.iter().zip(&mut times) {
            let start = machine::processor_time(postmaster)?;
            let (wall, answered) = db.time(query)?;
            least.processors = least.processors.min(machine::processor_time(postmaster)? - start);
            least.wall = least.wall.min(wall);
            let answered = compared(answered);
            let answer = answer.get_or_insert_with(|| answered.clone());
            if answered != *answer {
                return Err(format!("not the answer {answer} but {answered}:\n{query}").into());
            }
        }
    }
    Ok(times)
}
