//! `bloom_set_create` and `bloom_set_drop`.

use super::generated::drop_functions;
use super::layers::{self, FEWEST, Layer};
use super::link::{self, Link};
use super::released::older_extension;
use super::set::{LiveSet, element_type};
use super::tables::{Columns, Tables};
use crate::call::{Call, sql_functions};
use crate::error::{self, Result};
use crate::functions::build;
use crate::pg::catalog::{Extension, relation_literal, relation_name};
use crate::pg::detoast::Varlena;
use crate::pg::encoding::to_message;
use crate::pg::names::{self, QualifiedName};
use crate::pg::query;
use crate::pg::table::Seen;
use crate::report;
use crate::template::Template;
use crate::types::OwnTypes;
use bloom_core::filter::Header;
use bloom_core::layout::params;
use bloom_core::scheme::check_element;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{ANYCOMPATIBLEOID, Oid, REGCLASSOID};

/// The tables. Column `element` says the type of the values, and the constraint that the layers are those of
/// the set: both follow whatever is renamed.
const TABLES: &str = "
CREATE TABLE @set@ (
    layer integer,
    shard integer,
    f @bloom@.bloom NOT NULL,
    open boolean NOT NULL DEFAULT true,
    PRIMARY KEY (layer, shard)
) WITH (fillfactor = 85, toast_tuple_target = 8160);

CREATE TABLE @layers@ (
    layer integer PRIMARY KEY,
    shards integer NOT NULL CHECK (shards > 0),
    fpp double precision NOT NULL CHECK (fpp > 0 AND fpp < 1),
    grows boolean NOT NULL,
    older boolean NOT NULL,
    since timestamptz NOT NULL DEFAULT now(),
    newer boolean NOT NULL
)";

/// What the table of layers lacks in a set of 0.3.0. The default is for layers that such a set publishes.
const SETTINGS: &str = "
ALTER TABLE @layers@
    ADD COLUMN set_fpp double precision NOT NULL DEFAULT @fpp@ CHECK (set_fpp > 0 AND set_fpp < 1),
    ADD COLUMN element @element@[],
    ADD CONSTRAINT @constraint@ CHECK (@'set'@::regclass IS NOT NULL);

COMMENT ON TABLE @set@ IS 'live set of bloom_set_create: filters of about 390 values each; values are added to open filters only';

COMMENT ON TABLE @layers@ IS 'live set of bloom_set_create: its layers, with their number of rows, their false-positive rate, whether a full layer is followed by another, and whether older and newer ones exist';

COMMENT ON COLUMN @layers@.set_fpp IS 'highest false-positive rate of the whole set';

COMMENT ON COLUMN @layers@.element IS 'NULL; its type is an array of the set''s type';

COMMENT ON CONSTRAINT @constraint@ ON @layers@ IS 'names the table of the set'";

/// The tables of a set that is made or adopted.
struct Names {
    set: QualifiedName,
    layers: QualifiedName,
    element: Oid,
    fpp: f64,
}

impl Names {
    fn template(&self, sql: &'static str, function: Oid) -> Result<Template> {
        Ok(Template::new(sql)
            .sql("set", self.set.quoted()?)
            .sql("layers", self.layers.quoted()?)
            .sql("bloom", names::schema_of_function(function)?)
            .sql("element", names::type_in_sql(self.element)?)
            .sql("constraint", link::CONSTRAINT.to_bytes())
            .number("fpp", format_args!("{:e}", self.fpp)))
    }
}

/// Implements `bloom_set_create(name, element, capacity, fpp, grows)`. Adopts the tables of a set that an
/// older release made.
fn bloom_set_create(call: Call<'_>) -> Result<Oid> {
    let function = call.function();
    let has_functions =
        Extension::own().and_then(|own| own.function(c"bloom_set_add", &[REGCLASSOID, ANYCOMPATIBLEOID]));
    if has_functions.is_none() {
        return Err(older_extension());
    }
    let set = QualifiedName::to_create(call.required::<Varlena<'_>>(0)?.bytes())?;
    if set.is_temporary()? {
        return Err(error::new(
            Code::ERRCODE_FEATURE_NOT_SUPPORTED,
            "a live set cannot be temporary",
            "Parallel workers cannot read temporary tables.",
            "Name a schema that is not temporary.",
        ));
    }
    let element = call.required::<Oid>(1)?;
    element_type(element)?;
    let capacity = call.required::<i64>(2)?;
    layers::rows(build::capacity(capacity)?)?;
    let (fpp, grows) = (params::check_fpp(call.required(3)?)?, call.required::<bool>(4)?);
    layers::row_params(fpp)?;
    let names = Names { layers: set.with_suffix("_layers")?, set, element, fpp };
    let existing = names.set.relation()?;
    if existing != Oid::INVALID {
        adopt(&names, existing, function)?;
        return Ok(existing);
    }
    let layers = names.layers.relation()?;
    if layers != Oid::INVALID {
        return Err(exists(layers, &names, "Choose another name, or drop it."));
    }
    names.template(TABLES, function)?.execute()?;
    names.template(SETTINGS, function)?.execute()?;
    let oid = names.set.relation()?;
    let set = LiveSet::open(oid, function)?;
    let before =
        Layer { number: 0, rows: 0, grows, fpp, set_fpp: Some(fpp), has_older: false, has_newer: false };
    let mut first = set.next(&before, capacity.max(FEWEST), if grows { fpp / 2.0 } else { fpp })?;
    first.has_older = false;
    set.insert(&first)?;
    set.tables.close();
    Ok(oid)
}

/// Gives the table of layers of an older release the settings of its set, and drops the set's functions.
fn adopt(names: &Names, set: Oid, function: Oid) -> Result<()> {
    let link = Link::tied(set)?;
    let Some(layers) = link.map_or_else(|| link::by_name(set), |link| Ok(Some(link.layers)))? else {
        return Err(exists(set, names, "Choose another name."));
    };
    if !link::has_column(set, c"f") {
        let (detail, hint) = link::left(set, layers);
        return Err(error::new(Code::ERRCODE_DUPLICATE_TABLE, exists_already("relation", set), detail, hint));
    }
    if link::has_column(layers, c"set_fpp") {
        let drop = relation_literal(set);
        let hint = format!("Choose another name, or drop the set first: SELECT bloom_set_drop({drop}).");
        return Err(exists(set, names, &hint));
    }
    check_belong(set, layers, names, function)?;
    drop_functions(set, link.as_ref())?;
    let names = Names { set: names.set.clone(), layers: QualifiedName::of_relation(layers)?, ..*names };
    names.template(SETTINGS, function)?.execute()
}

/// Rows that no layer has: the layers are those of another set.
const STRAY: &str = "
SELECT s.layer FROM ONLY @set@ AS s LEFT JOIN ONLY @layers@ AS l ON l.layer OPERATOR(pg_catalog.=) s.layer
WHERE (s.shard OPERATOR(pg_catalog.<) l.shards) IS NOT TRUE LIMIT 1";

/// Checks that two tables are those of one set, which has values of the type.
fn check_belong(set: Oid, layers: Oid, names: &Names, function: Oid) -> Result<()> {
    let layers_name = QualifiedName::of_relation(layers)?;
    let stray = Names { set: names.set.clone(), layers: layers_name, ..*names }.template(STRAY, function)?;
    if query::run(&stray.statement()?, [], |rows| Ok(rows.count))? > 0 {
        return Err(error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("{} are not the layers of {}", relation_name(layers), relation_name(set)),
            "A row of the set belongs to none of them.",
            "If tables were renamed, give the table of layers the name of the set followed by _layers.",
        ));
    }
    let bloom = OwnTypes::beside(function).bloom();
    let mut tables = Tables::open(set, layers, |set, layers| Columns::find(set, layers, bloom))?;
    let newest = tables.layers_seen(Seen::Snapshot)?.first().copied();
    let found = newest.map(|newest| {
        tables.row(&newest, 0, |filter| Ok(Header::read(Varlena::from(filter).bytes())?.element()))
    });
    tables.close();
    // Rows that are missing are no obstacle: the set can be cleared.
    if let Some(Ok((holds, _))) = found
        && check_element(holds, element_type(names.element)?).is_err()
    {
        return Err(error::new(
            Code::ERRCODE_DATATYPE_MISMATCH,
            "element type mismatch",
            format!("Live set {} holds values of type {}.", relation_name(set), report::element_name(holds)),
            "Specify the type that the set was created with.",
        ));
    }
    Ok(())
}

/// Creates the error for a relation whose name a set needs.
#[cold]
fn exists(relation: Oid, names: &Names, hint: &str) -> error::Error {
    let spelled =
        |name: &QualifiedName| name.quoted().map_or_else(|_| String::new(), |name| to_message(&name));
    let is_set = Link::find(relation).is_ok();
    error::new(
        Code::ERRCODE_DUPLICATE_TABLE,
        exists_already(if is_set { "live set" } else { "relation" }, relation),
        format!("A live set consists of the tables {} and {}.", spelled(&names.set), spelled(&names.layers)),
        hint,
    )
}

fn exists_already(what: &str, relation: Oid) -> String {
    format!("{what} {} already exists", relation_name(relation))
}

/// Implements `bloom_set_drop(set)`: drops the tables, also if the filters are gone, and the functions of an
/// older release. Whatever is missing is an error, so another table is never dropped.
fn bloom_set_drop(call: Call<'_>) -> Result<()> {
    let set = call.required::<Oid>(0)?;
    let link = Link::tied(set)?;
    let Some(layers) = link.map_or_else(|| link::by_name(set), |link| Ok(Some(link.layers)))? else {
        return Link::find(set).map(|_| ());
    };
    drop_functions(set, link.as_ref())?;
    Template::new("DROP TABLE @set@, @layers@")
        .sql("set", QualifiedName::of_relation(set)?.quoted()?)
        .sql("layers", QualifiedName::of_relation(layers)?.quoted()?)
        .execute()
}

sql_functions! {
    "bloom_set_create" => bloom_set_create,
    "bloom_set_drop" => bloom_set_drop,
}
