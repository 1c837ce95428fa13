//! Which partitions have this key? Lookups that skip partitions, compared with the plain query and with one B-tree of
//! all keys and their partitions.

use crate::db::Db;
use crate::restart::{Cold, Left, cold};
use crate::{Result, Settings, text};
use std::fs;

/// Keys of a loop: all of them present, or all absent.
const PROBES: u64 = 200;

/// Rows of a timed INSERT.
const INSERTED: u64 = 20_000;

/// Remote partitions, each on a server of its own.
const SERVERS: u64 = 32;

/// Rows of a remote partition.
const REMOTE_ROWS: u64 = 10_000;

/// The ways to look up a key `$1`, each time in a transaction of its own.
const WAYS: [Way; 6] = [
    Way { name: "plain, generic plan", prepared: true, skip: "off", from: PLAIN },
    Way { name: "skip, generic plan", prepared: true, skip: "on", from: PLAIN },
    Way { name: "plain, simple protocol", prepared: false, skip: "off", from: PLAIN },
    Way { name: "skip, simple protocol", prepared: false, skip: "on", from: PLAIN },
    Way { name: "global B-tree", prepared: true, skip: "off", from: "ev_by_index($1)" },
    Way { name: "skip, function", prepared: true, skip: "off", from: "ev_by_uid($1)" },
];

/// The plain query.
const PLAIN: &str = "ev WHERE uid = $1";

struct Way {
    name: &'static str,
    /// Whether it is a prepared statement with a generic plan; else it is sent and planned each time.
    prepared: bool,
    /// `bloom_rs.skip_partitions`
    skip: &'static str,
    from: &'static str,
}

/// Times of one table.
struct Measured {
    partitions: u64,
    rows: u64,
    /// Seconds of a lookup of a present key in each way.
    present: Vec<f64>,
    /// Seconds of a lookup of an absent key in each way.
    absent: Vec<f64>,
    /// Bytes of the indexes of the partitions, of the global B-tree, and of the matrices.
    bytes: [f64; 3],
    seal: f64,
    /// The first lookup on a restarted server: plain, global B-tree, skip.
    cold: [Cold; 3],
    /// Seconds of an INSERT into an open partition without anything, with the matrices, into a sealed partition, and
    /// with the global B-tree.
    insert: [f64; 4],
    /// Seconds of an INSERT into an open partition and into a sealed one, without an index.
    bare: [f64; 2],
}

/// Creates `ev` with local partitions of which each key is in one.
fn create(db: &mut Db, partitions: u64, rows: u64) -> Result<()> {
    println!("{partitions} partitions of {rows} rows");
    db.run("CREATE TABLE ev (part integer, uid bigint, note text) PARTITION BY LIST (part)")?;
    for part in 0..=partitions {
        db.run(&format!("CREATE TABLE ev_{part} PARTITION OF ev FOR VALUES IN ({part})"))?;
    }
    db.run(&format!(
        "INSERT INTO ev SELECT i % {partitions}, i, md5(i::text) FROM generate_series(0, {rows}::bigint * {partitions} - 1) AS i;
         CREATE INDEX ON ev (uid)"
    ))
}

/// Creates a B-tree of the keys and their partitions, with a trigger that keeps it, and the lookup that reads it.
fn index(db: &mut Db) -> Result<()> {
    db.run(
        "CREATE TABLE ev_index AS SELECT uid, tableoid AS part FROM ev;
         ALTER TABLE ev_index ADD PRIMARY KEY (uid, part);
         CREATE FUNCTION ev_index_add() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
             INSERT INTO ev_index VALUES (NEW.uid, TG_RELID) ON CONFLICT DO NOTHING;
             RETURN NULL;
         END $$;
         CREATE FUNCTION ev_by_index(value bigint) RETURNS SETOF ev LANGUAGE plpgsql STABLE ROWS 10 AS $$
         DECLARE p regclass;
         BEGIN
             FOR p IN SELECT part FROM ev_index WHERE uid = value LOOP
                 RETURN QUERY EXECUTE format('SELECT * FROM %s WHERE uid = $1', p) USING value;
             END LOOP;
         END $$",
    )
}

/// Returns the seconds of a lookup in each way, of keys from `first` on.
fn look_ups(db: &mut Db, first: u64, step: u64, rounds: usize) -> Result<Vec<f64>> {
    let keys: Vec<i64> = (1..=PROBES).map(|i| (first + i * step) as i64).collect();
    let mut least = vec![f64::INFINITY; WAYS.len()];
    let mut statements = Vec::new();
    db.run("SET plan_cache_mode = force_generic_plan")?;
    for Way { prepared, skip, from, .. } in WAYS {
        db.run(&format!("SET bloom_rs.skip_partitions = {skip}"))?;
        let sql = format!("SELECT count(*) FROM {from}");
        statements.push(if prepared { Some(db.prepare(&sql)?) } else { None });
    }
    let mut answers = Vec::new();
    for _ in 0..=rounds {
        for ((way, statement), least) in WAYS.iter().zip(&statements).zip(&mut least) {
            db.run(&format!("SET bloom_rs.skip_partitions = {}", way.skip))?;
            let (mut seconds, mut found) = (0.0, 0);
            for key in &keys {
                let (took, rows) = match statement {
                    Some(statement) => db.time_prepared(statement, *key)?,
                    None => {
                        let key = format!("{key}::bigint");
                        db.time(&format!("SELECT count(*) FROM {}", way.from.replace("$1", &key)))
                            .and_then(|(seconds, answer)| Ok((seconds, answer.parse()?)))?
                    }
                };
                seconds += took;
                found += rows;
            }
            *least = least.min(seconds / PROBES as f64);
            answers.push(found);
        }
    }
    db.run("RESET plan_cache_mode; RESET bloom_rs.skip_partitions")?;
    if answers.iter().any(|found| *found != answers[0]) {
        return Err(format!("the ways do not agree: {answers:?}").into());
    }
    let times: Vec<String> =
        WAYS.iter().zip(&least).map(|(way, s)| format!("{} {}", way.name, text::seconds(*s))).collect();
    println!("{}", times.join(", "));
    Ok(least)
}

/// Returns the seconds of an INSERT into partition `part`, the least of several, each rolled back.
fn insert(db: &mut Db, part: u64, rounds: usize) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..=rounds {
        db.run("BEGIN")?;
        let (seconds, _) = db.time(&format!(
            "INSERT INTO ev SELECT {part}, -i, 'new' FROM generate_series(1, {INSERTED}) AS i"
        ))?;
        least = least.min(seconds);
        db.run("ROLLBACK")?;
    }
    Ok(least)
}

fn measure(partitions: u64, rows: u64, rounds: usize) -> Result<Measured> {
    let db = &mut Db::connect()?;
    db.run("CREATE EXTENSION IF NOT EXISTS bloom_rs; SET max_parallel_workers_per_gather = 0")?;
    create(db, partitions, rows)?;
    // The last partition is open.
    let plain = insert(db, partitions, rounds)?;
    db.run("SELECT bloom_skip_create('ev', 'uid')")?;
    let sealed = format!(
        "SELECT ev_uid_skip_seal(ARRAY(SELECT ('ev_' || i)::regclass FROM generate_series(0, {partitions} - 1) AS i))"
    );
    let (seal, _) = db.time(&sealed)?;
    let (open, stale) = (insert(db, partitions, rounds)?, insert(db, 0, rounds)?);
    db.run("DROP INDEX ev_uid_idx")?;
    let bare = [insert(db, partitions, rounds)?, insert(db, 0, rounds)?];
    db.run("CREATE INDEX ON ev (uid)")?;
    index(db)?;
    db.run("CREATE TRIGGER ev_index_add AFTER INSERT ON ev FOR EACH ROW EXECUTE FUNCTION ev_index_add()")?;
    let indexed = insert(db, partitions, rounds)?;
    db.run("DROP TRIGGER ev_index_add ON ev")?;
    // Nothing fires for the open partition now, so the time before is measured once more.
    let plain = insert(db, partitions, rounds)?.min(plain);
    db.run("VACUUM (ANALYZE, FREEZE) ev, ev_index, ev_uid_skip, ev_uid_skip_stale")?;
    let bytes = db.numbers(
        "SELECT (SELECT sum(pg_relation_size(indexrelid)) FROM pg_index, pg_partition_tree('ev') WHERE indrelid = relid),
                pg_total_relation_size('ev_index'), pg_total_relation_size('ev_uid_skip')",
    )?;
    let total = partitions * rows;
    let present = look_ups(db, 0, (total / PROBES / 7).max(1), rounds)?;
    let absent = look_ups(db, total, 7919, rounds)?;
    Ok(Measured {
        partitions,
        rows,
        present,
        absent,
        bytes,
        seal,
        cold: first_look_ups(total, rounds)?,
        insert: [plain, open, stale, indexed],
        bare,
    })
}

/// Measures the first lookup on a restarted server, with what the kernel caches emptied if this program may do that.
fn first_look_ups(total: u64, rounds: usize) -> Result<[Cold; 3]> {
    let queries = |round: usize| {
        ["ev WHERE uid = K", "ev_by_index(K)", "ev_by_uid(K)"].map(|from| {
            let key = total / 2 + round as u64 * 7919;
            format!("SELECT count(*) FROM {}", from.replace('K', &format!("{key}::bigint")))
        })
    };
    match cold(Left::Nothing, rounds, queries)? {
        Some(found) => Ok(found),
        None => Ok(cold(Left::InKernel, rounds, queries)?.ok_or("no times of a restarted server")?),
    }
}

/// The seconds of a lookup in remote partitions, plain and skipping, with the connections there, and in a new session.
struct Remote {
    plain: [f64; 2],
    skip: [f64; 2],
}

fn remote(rounds: usize) -> Result<Remote> {
    println!("{SERVERS} remote partitions of {REMOTE_ROWS} rows");
    let mut db = Db::connect()?;
    let host = std::env::var("PGHOST")?;
    db.run(
        "CREATE EXTENSION IF NOT EXISTS postgres_fdw;
         CREATE SCHEMA far;
         CREATE TABLE ev (part integer, uid bigint, note text) PARTITION BY LIST (part)",
    )?;
    for part in 0..SERVERS {
        db.run(&format!(
            "CREATE TABLE far.ev_{part} AS
                 SELECT {part} AS part, i * {SERVERS} + {part} AS uid, md5(i::text) AS note
                 FROM generate_series(0::bigint, {REMOTE_ROWS} - 1) AS i;
             CREATE INDEX ON far.ev_{part} (uid);
             CREATE SERVER far_{part} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '{host}', dbname 'postgres', extensions 'bloom_rs');
             CREATE USER MAPPING FOR CURRENT_USER SERVER far_{part};
             CREATE FOREIGN TABLE ev_{part} PARTITION OF ev FOR VALUES IN ({part})
                 SERVER far_{part} OPTIONS (schema_name 'far', table_name 'ev_{part}')"
        ))?;
    }
    db.run(
        "SELECT bloom_skip_create('ev', 'uid');
         SELECT ev_uid_skip_seal(ARRAY(SELECT relid FROM pg_partition_tree('ev') WHERE isleaf), unchanging => true);
         ANALYZE ev, ev_uid_skip",
    )?;
    let query = |skip: bool, key: u64| {
        let from =
            if skip { format!("ev_by_uid({key}::bigint)") } else { format!("ev WHERE uid = {key}::bigint") };
        format!("SELECT count(*) FROM {from}")
    };
    let mut times = [[f64::INFINITY; 2]; 2];
    for round in 0..=rounds as u64 {
        for (times, skip) in times.iter_mut().zip([false, true]) {
            let mut db = Db::connect()?;
            db.run("LOAD 'postgres_fdw'; SELECT bloom_contains(bloom_agg(1), 1)")?;
            for (n, time) in times.iter_mut().enumerate() {
                // The second has the connections that the first opened: the same partition has its key.
                let (seconds, found) = db.time(&query(skip, 31 + round * 640 + n as u64 * 32))?;
                if found != "1" {
                    return Err(format!("{found} rows of a key that one partition has").into());
                }
                *time = time.min(seconds);
            }
        }
    }
    let [plain, skip] = times;
    Ok(Remote { plain, skip })
}

fn report(all: &[Measured], remote: &Remote) -> String {
    let mut lookups = text::Table::new(&[
        "partitions:",
        "rows in each:",
        "generic plan:",
        "skipping:",
        "simple protocol:",
        "skipping:",
        "B-tree:",
        "function:",
        "absent key:",
        "indexes:",
        "B-tree:",
        "matrices:",
    ]);
    let mut rest = text::Table::new(&[
        "partitions:",
        "sealing:",
        "INSERT, open:",
        "sealed:",
        "sealed, no index:",
        "B-tree:",
        "after a restart, plain:",
        "B-tree:",
        "skip:",
    ]);
    for measured in all {
        let Measured { partitions, rows, present, absent, bytes, seal, cold, insert, bare } = measured;
        let mut row = vec![text::count(*partitions), text::count(*rows)];
        row.extend(present.iter().chain(absent.last()).map(|seconds| text::seconds(*seconds)));
        row.extend(bytes.iter().map(|bytes| text::bytes(*bytes)));
        lookups.push(row);
        let mut row = vec![text::count(*partitions), text::seconds(*seal)];
        let [plain, open, stale, indexed] = insert;
        let ratios = [open / plain, stale / plain, bare[1] / bare[0], indexed / plain];
        row.extend(ratios.map(text::three_digits));
        row.extend(
            cold.iter().map(|first| format!("{}, {} pages", text::seconds(first.seconds), first.pages)),
        );
        rest.push(row);
    }
    let Remote { plain, skip } = remote;
    let [new, connected] =
        [0, 1].map(|n| format!("{} instead of {}", text::seconds(skip[n]), text::seconds(plain[n])));
    format!(
        "{lookups}\n{rest}\n{SERVERS} remote partitions of {} rows: {new} in a new session, {connected} when connected.\n",
        text::count(REMOTE_ROWS)
    )
}

/// Measures all tables.
pub fn run(settings: &Settings) -> Result<()> {
    let (rows, rounds) = (settings.rows / 200, settings.rounds);
    let mut all = Vec::new();
    for (partitions, rows) in [(20, rows), (200, rows), (2000, rows / 50)] {
        all.push(measure(partitions, rows, rounds)?);
        Db::connect()?.run("SELECT bloom_skip_drop('ev', 'uid'); DROP TABLE ev, ev_index CASCADE; DROP FUNCTION ev_index_add")?;
    }
    let remote = remote(rounds)?;
    fs::write(settings.out.join("skip.md"), report(&all, &remote))?;
    Ok(())
}
