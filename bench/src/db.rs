//! Connections and timing.

use crate::Result;
use postgres::{Client, Config, NoTls, SimpleQueryMessage};
use std::env;
use std::io::Write;
use std::time::Instant;

/// A connection to one backend.
pub struct Db(Client);

impl Db {
    /// Connects to the cluster whose socket directory is in PGHOST.
    pub fn connect() -> Result<Self> {
        let host = env::var("PGHOST").map_err(|_| "PGHOST is not set")?;
        let user = env::var("PGUSER").unwrap_or_else(|_| "postgres".into());
        Ok(Self(Config::new().host_path(host).user(&user).dbname("postgres").connect(NoTls)?))
    }

    /// Runs statements without a result.
    pub fn run(&mut self, sql: &str) -> Result<()> {
        self.0.batch_execute(sql).map_err(|error| failed(sql, &error))
    }

    /// Runs COPY FROM STDIN with the data that `write` writes.
    pub fn copy_in(&mut self, sql: &str, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        let mut writer = self.0.copy_in(sql).map_err(|error| failed(sql, &error))?;
        write(&mut writer)?;
        writer.finish().map_err(|error| failed(sql, &error))?;
        Ok(())
    }

    /// Returns the result as text: columns separated by commas, rows by line breaks.
    pub fn answer(&mut self, sql: &str) -> Result<String> {
        Ok(lines(&self.0.simple_query(sql).map_err(|error| failed(sql, &error))?))
    }

    /// Returns the result as `answer`, if it takes at most so many seconds.
    pub fn answer_within(&mut self, seconds: u32, sql: &str) -> Result<Option<String>> {
        self.run(&format!("SET statement_timeout = '{seconds}s'"))?;
        let answer = match self.0.simple_query(sql) {
            Err(error) if error.code() == Some(&postgres::error::SqlState::QUERY_CANCELED) => None,
            Err(error) => return Err(failed(sql, &error)),
            Ok(messages) => Some(lines(&messages)),
        };
        self.run("RESET statement_timeout")?;
        Ok(answer)
    }

    /// Returns the result as a number.
    pub fn number(&mut self, sql: &str) -> Result<f64> {
        let answer = self.answer(sql)?;
        answer.parse().map_err(|_| format!("not a number: {answer}\n{sql}").into())
    }

    /// Returns the single row of the result as numbers.
    pub fn numbers<const N: usize>(&mut self, sql: &str) -> Result<[f64; N]> {
        let answer = self.answer(sql)?;
        let numbers: Vec<f64> = answer.split(',').filter_map(|number| number.parse().ok()).collect();
        numbers.try_into().map_err(|_| format!("not {N} numbers: {answer}\n{sql}").into())
    }

    /// Returns the seconds from sending a query to receiving its result, and the result.
    pub fn time(&mut self, sql: &str) -> Result<(f64, String)> {
        let start = Instant::now();
        let answer = self.answer(sql)?;
        Ok((start.elapsed().as_secs_f64(), answer))
    }

    /// Returns the plan that EXPLAIN prints with these options.
    pub fn plan(&mut self, options: &str, sql: &str) -> Result<String> {
        self.answer(&format!("EXPLAIN ({options}) {sql}"))
    }

    /// Returns an error unless the plan contains `expected`.
    pub fn expect_plan(&mut self, options: &str, sql: &str, expected: &str) -> Result<()> {
        let plan = self.plan(options, sql)?;
        if plan.contains(expected) {
            Ok(())
        } else {
            Err(format!("not the plan that was to be measured, with \"{expected}\":\n{sql}\n{plan}").into())
        }
    }

    /// Creates a function `name(v of[])` that runs a query with the variable `v`, of type `of`, for each element. It
    /// returns the seconds by the server's clock and the number of true results.
    pub fn create_loop(&mut self, name: &str, of: &str, query: &str) -> Result<()> {
        self.run(&format!(
            "CREATE OR REPLACE FUNCTION {name}(probes {of}[], OUT seconds float8, OUT yes bigint)
             LANGUAGE plpgsql AS $$
             DECLARE v {of}; hit boolean; start timestamptz;
             BEGIN
                 yes := 0;
                 start := clock_timestamp();
                 FOREACH v IN ARRAY probes LOOP
                     {query} INTO hit;
                     IF hit THEN yes := yes + 1; END IF;
                 END LOOP;
                 seconds := extract(epoch FROM clock_timestamp() - start);
             END $$"
        ))
    }
}

fn lines(messages: &[SimpleQueryMessage]) -> String {
    let rows = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => {
            let columns: Vec<&str> = (0..row.len()).map(|c| row.get(c).unwrap_or("NULL")).collect();
            Some(columns.join(","))
        }
        _ => None,
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn failed(sql: &str, error: &postgres::Error) -> Box<dyn std::error::Error> {
    match error.as_db_error() {
        Some(error) => format!("{error}\n{sql}").into(),
        None => format!("{error}\n{sql}").into(),
    }
}

/// How a query is timed.
#[derive(Clone, Copy)]
pub enum Clock {
    /// This program times the whole query.
    Client,
    /// The query returns seconds in its first column.
    Server,
}

/// One of two queries to compare.
pub struct Side {
    /// Settings for this query, applied before timing starts.
    pub setup: String,
    /// Text of the query.
    pub sql: String,
    /// How the query is timed.
    pub clock: Clock,
    /// Number of measured units in the query, such as lookups or rows.
    pub each: f64,
}

impl Side {
    /// Creates a side with a query that this program times.
    pub fn query(sql: impl Into<String>) -> Self {
        Self { setup: String::new(), sql: sql.into(), clock: Clock::Client, each: 1.0 }
    }

    fn time(&self, db: &mut Db) -> Result<(f64, String)> {
        if !self.setup.is_empty() {
            db.run(&self.setup)?;
        }
        match self.clock {
            Clock::Client => db.time(&self.sql).map(|(seconds, answer)| (seconds / self.each, answer)),
            Clock::Server => {
                let answer = db.answer(&self.sql)?;
                let (seconds, rest) = answer.split_once(',').ok_or("a result without seconds")?;
                Ok((seconds.parse::<f64>()? / self.each, rest.to_owned()))
            }
        }
    }
}

/// Times and answers of two queries that took turns.
pub struct Pair {
    /// Seconds of the first query.
    pub a: Vec<f64>,
    /// Seconds of the second query.
    pub b: Vec<f64>,
    /// The answers, the same every time.
    pub answers: [String; 2],
}

impl Pair {
    /// Warms up both queries, then runs them in turns, `rounds` times. A changed answer is an error.
    pub fn measure(db: &mut Db, sides: [&Side; 2], rounds: usize) -> Result<Self> {
        let answers = [sides[0].time(db)?.1, sides[1].time(db)?.1];
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            for ((side, first), times) in sides.iter().zip(&answers).zip(&mut times) {
                let (seconds, answer) = side.time(db)?;
                if answer != *first {
                    return Err(format!("an answer changed from {first} to {answer}:\n{}", side.sql).into());
                }
                times.push(seconds);
            }
        }
        let [a, b] = times;
        Ok(Self { a, b, answers })
    }

    /// Returns the median of the first divided by the median of the second.
    pub fn ratio(&self) -> f64 {
        median(&self.a) / median(&self.b)
    }

    /// Returns the smallest and the largest ratio of two adjacent runs.
    pub fn range(&self) -> (f64, f64) {
        let ratios = self.a.iter().zip(&self.b).map(|(a, b)| a / b);
        ratios.fold((f64::INFINITY, 0.0), |(low, high), ratio| (low.min(ratio), high.max(ratio)))
    }
}

/// Returns the median; for an even number of times, the mean of the middle two.
pub fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n.is_multiple_of(2) => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
        n => sorted[n / 2],
    }
}

/// Returns the geometric mean.
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
