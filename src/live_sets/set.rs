//! A set that is open: its tables, what ties them, and its statements.

use super::layers::{self, ROW};
use super::link::Link;
use super::tables::{Columns, Tables};
use crate::error::{self, Kind, Result};
use crate::pg::catalog::{self, relation_literal, relation_name};
use crate::pg::memory::Memory;
use crate::pg::names::{self, QualifiedName};
use crate::pg::saved_plan::SavedPlan;
use crate::pg::session::RelationCache;
use crate::pg::table::Table;
use crate::report;
use crate::template::Template;
use crate::types::OwnTypes;
use crate::types::filter::NewBloom;
use crate::value::ValueType;
use bloom_core::Error as Core;
use bloom_core::cells::Bits;
use bloom_core::element::ElementType;
use bloom_core::filter::{self, Header};
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid};
use std::cell::Cell;
use std::rc::Rc;

/// What a session knows of a set.
struct Known {
    link: Link,
    types: OwnTypes,
    /// Number of changes of relations that the session knew of when the link was last verified.
    verified: Cell<u64>,
    /// The columns, and the number of changes when they were found.
    columns: Cell<Option<(u64, Columns)>>,
    plans: Plans,
}

/// Plans of the statements that additions run. They are dropped with the set, and when its table changes.
#[derive(Default)]
pub struct Plans {
    pub add: SavedPlan,
    pub close: SavedPlan,
    pub lock_rows: SavedPlan,
    pub change_rows: SavedPlan,
}

static KNOWN: RelationCache<Option<Rc<Known>>> = RelationCache::new(false);

/// A set whose tables are open and locked as by a query.
pub struct LiveSet {
    pub tables: Tables,
    /// A function of the extension.
    function: Oid,
    known: Rc<Known>,
}

impl LiveSet {
    /// Opens a set. `function` is one of the extension.
    ///
    /// # Errors
    /// Those of [`Link::find`] and [`Tables::open`].
    pub fn open(oid: Oid, function: Oid) -> Result<Self> {
        loop {
            let known = known(oid, function)?;
            let tables = Tables::open(oid, known.link.layers, |set, layers| known.columns(set, layers))?;
            // The tables may have changed before they were locked.
            if known.is_verified(oid) {
                return Ok(Self { tables, function, known });
            }
            tables.close();
        }
    }

    pub fn types(&self) -> OwnTypes {
        self.known.types
    }

    pub fn oid(&self) -> Oid {
        self.tables.set
    }

    pub fn plans(&self) -> &Plans {
        &self.known.plans
    }

    /// Returns the type of the values.
    pub fn element(&self) -> Oid {
        self.known.link.element
    }

    pub fn layers_oid(&self) -> Oid {
        self.known.link.layers
    }

    /// Returns a statement in which `@set@` and `@layers@` are the tables, and `@bloom@` is the schema of the
    /// extension.
    pub fn statement(&self, sql: &'static str) -> Result<Template> {
        Ok(Template::new(sql)
            .sql("set", QualifiedName::of_relation(self.oid())?.quoted()?)
            .sql("layers", QualifiedName::of_relation(self.layers_oid())?.quoted()?)
            .sql("bloom", names::schema_of_function(self.function)?))
    }

    /// Returns an empty filter for the rows of a layer, which takes only values of the set's type.
    ///
    /// # Errors
    /// 0A000 if a set can no longer hold the type; those of [`layers::row_params`].
    pub fn empty_filter(&self, fpp: f64) -> Result<NewBloom> {
        layers::row_params(fpp)?;
        let mut bytes = filter::empty::<Bits>(ROW.into(), fpp)?;
        let header = Header::read(&bytes)?;
        header.with_element(header.hashing.holding(element_type(self.element())?)).write(&mut bytes)?;
        NewBloom::copy_of(&bytes)
    }

    /// Returns the error of a filter of the set as one of the set.
    #[cold]
    pub fn about(&self, error: error::Error, given: Option<Oid>) -> error::Error {
        let Kind::Core(Core::ElementMismatch { filter, value }) = &*error.kind else { return error };
        let (set, holds) = (relation_name(self.oid()), spelled(self.element()));
        let (detail, hint) = if filter.family == value.family && filter.tag == value.tag
            || given == Some(self.element())
        {
            (
                format!("Values of type {holds} are hashed otherwise than when live set {set} was filled."),
                format!(
                    "Empty the set with SELECT bloom_set_clear({}), and add the values again.",
                    relation_literal(self.oid())
                ),
            )
        } else {
            let given = given.map_or_else(|| report::element_name(*value), spelled);
            (
                format!("Live set {set} holds values of type {holds}, but the value is {given}."),
                format!("Cast the value to {holds}."),
            )
        };
        error::new(Code::ERRCODE_DATATYPE_MISMATCH, "element type mismatch", detail, hint)
    }

    /// Checks that values of a type may be added to the set: to one of a domain, only values that the domain
    /// has checked.
    ///
    /// # Errors
    /// 42804 if not.
    pub fn check_domain(&self, of: Oid) -> Result<()> {
        let element = self.element();
        if of == element || catalog::base_type(element) == element {
            return Ok(());
        }
        let (set, domain, given) = (relation_name(self.oid()), spelled(element), spelled(of));
        Err(error::new(
            Code::ERRCODE_DATATYPE_MISMATCH,
            "element type mismatch",
            format!("Live set {set} holds values of domain {domain}, but the value is {given}."),
            format!("Cast the value to {domain}."),
        ))
    }

    /// Creates the error for a statement that has changed nothing although nothing has changed meanwhile.
    #[cold]
    pub fn suppressed(&self) -> error::Error {
        error::new(
            Code::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("a change of live set {} was suppressed", relation_name(self.oid())),
            "A trigger or rule of its table has prevented the UPDATE.",
            "Drop it, or let it change nothing in the UPDATE of column \"f\" or \"open\".",
        )
    }
}

/// Returns what the session knows of a set, verified.
fn known(set: Oid, function: Oid) -> Result<Rc<Known>> {
    for _ in 0..2 {
        match KNOWN.with(set, || Known::find(set, function).ok(), Clone::clone) {
            Some(known) if known.is_verified(set) => return Ok(known),
            _ => KNOWN.forget(set),
        }
    }
    Known::find(set, function)
}

impl Known {
    fn find(set: Oid, function: Oid) -> Result<Rc<Self>> {
        let verified = Cell::new(KNOWN.changes());
        let (link, types) = (Link::find(set)?, OwnTypes::beside(function));
        Ok(Rc::new(Self { link, types, verified, columns: Cell::new(None), plans: Plans::default() }))
    }

    /// Returns the columns of the tables, which are locked.
    fn columns(&self, set: &Table, layers: &Table) -> Result<Columns> {
        let changes = KNOWN.changes();
        if let Some((_, columns)) = self.columns.get().filter(|(found, _)| *found == changes) {
            return Ok(columns);
        }
        let columns = Columns::find(set, layers, self.types.bloom())?;
        self.columns.set(Some((changes, columns)));
        Ok(columns)
    }

    /// Returns whether the link is still there, as the session knows now.
    fn is_verified(&self, set: Oid) -> bool {
        let changes = KNOWN.changes();
        if self.verified.get() != changes && self.link.holds(set) {
            self.verified.set(changes);
        }
        self.verified.get() == changes
    }
}

/// Returns the name of a type as a cast takes it: `char` alone is `char(1)`.
fn spelled(of: Oid) -> String {
    if of == pg_sys::BPCHAROID { "bpchar".into() } else { catalog::sql_name(of) }
}

/// Returns the element type of the values of a type.
///
/// # Errors
/// 0A000 if a set cannot hold them; 42704 if there is no such type.
pub fn element_type(element: Oid) -> Result<ElementType> {
    if !catalog::is_type(element) {
        return Err(error::brief(
            Code::ERRCODE_UNDEFINED_OBJECT,
            format!("type with OID {} does not exist", element.to_u32()),
        ));
    }
    let refused = |detail, hint| Err(report::unsupported(element, detail, hint));
    if catalog::is_pseudo(element) {
        return refused("It is a pseudo-type.", "Specify the type of the values.");
    }
    if catalog::is_enum(catalog::base_type(element)) {
        return refused(
            "Enum values have no shard: renaming a label would move its values to another shard.",
            "Use a set of text, and cast the values to text.",
        );
    }
    if catalog::element_of(element).is_some() {
        return refused(
            "A batch is an array of values, and there are no arrays of arrays.",
            "Create a composite type with a column of the array type, and use a set of that type.",
        );
    }
    Ok(ValueType::new(element, catalog::collation_of(element), Memory::of_this_call())?.element())
}
