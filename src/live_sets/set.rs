//! A live set: its tables and functions.

use super::layers::{FULL, ROW};
use super::objects::{self, Objects};
use crate::error::{self, Result};
use crate::pg::catalog::{self, relation_name};
use crate::pg::encoding::to_message;
use crate::pg::memory::Memory;
use crate::pg::names::{self, QualifiedName};
use crate::report;
use crate::template::Template;
use crate::types::hash_value;
use crate::value::ValueType;
use bloom_core::element::ElementType;
use bloom_core::hash::{Hash, SEED};
use bloom_core::layout::params;
use bloom_core::scheme::ValueHash;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::Oid;

/// Least number of rows of a new set. For a smaller table the planner would choose a sequential scan and keep it while the
/// set grows, and writers would often wait for each other.
pub const FEWEST_ROWS: u32 = 160;

/// Ratio of the capacities of a layer and of the one before it. With 2, a set has room for at most twice its values, and 8
/// layers hold 15 million.
const GROWTH: u32 = 2;

/// A live set: its objects, and what its functions know of it.
#[derive(Debug)]
pub struct LiveSet {
    pub table: QualifiedName,
    pub layers: QualifiedName,
    /// What the names of the functions begin with: the name of the table, unless it was renamed.
    pub functions: QualifiedName,
    pub element: Oid,
    pub fpp: f64,
    pub grows: bool,
}

impl LiveSet {
    /// Returns a template that knows the set. `bloom` is a function of the extension.
    pub fn template(&self, sql: &'static str, bloom: Oid) -> Result<Template> {
        let any_hash = ValueHash { element: element_type(self.element)?, hash: Hash::of(b"", SEED) };
        Ok(self
            .objects(sql)?
            .sql("bloom", names::schema_of_function(bloom)?)
            .sql("hash", names::literal(hash_value::text(any_hash).as_bytes())?)
            .number("fpp", format_args!("{:e}", self.fpp))
            .number("grows", self.grows)
            .number("row", ROW)
            .number("full", FULL)
            .number("fewest", FEWEST_ROWS * FULL)
            .number("growth", GROWTH))
    }

    /// Returns a template that knows the objects of the set.
    pub fn objects(&self, sql: &'static str) -> Result<Template> {
        // Whatever else begins with `set` is a function.
        Ok(Template::new(sql)
            .sql("set_layers", self.layers.quoted()?)
            .sql("set", self.table.quoted()?)
            .object("set", self.functions.clone())
            .sql("element", names::type_in_sql(self.element)?))
    }

    /// Creates or replaces the functions.
    pub fn make_functions(&self, create: &str, bloom: Oid) -> Result<()> {
        self.template(include_str!("../../sql/templates/set.sql"), bloom)?.sql("create", create).execute()
    }

    /// Finds the set of a table by what its objects are, see [`objects::find`].
    ///
    /// # Errors
    /// 42P01 if there is no such relation; 42809 if it is not a live set.
    pub fn find(relation: Oid) -> Result<(Self, Objects)> {
        let table = QualifiedName::of_relation(relation)?;
        let Some(objects) = objects::find(relation, &names::literal(&table.quoted()?)?)? else {
            return Err(not_a_set(relation));
        };
        let mut functions = QualifiedName::of_function(objects.contains)?;
        functions.name.truncate(functions.name.len() - "_contains".len());
        let set = Self {
            table,
            layers: QualifiedName::of_relation(objects.layers)?,
            functions,
            element: objects.element,
            fpp: params::check_fpp(objects.fpp)?,
            grows: objects.grows,
        };
        Ok((set, objects))
    }

    /// Checks that nothing has the names of the objects to be created.
    pub fn check_is_new(&self) -> Result<()> {
        for table in [&self.table, &self.layers] {
            let relation = table.relation()?;
            if relation != Oid::INVALID {
                let name = relation_name(relation);
                let is_set = table == &self.table && Self::find(relation).is_ok();
                return Err(error::new(
                    Code::ERRCODE_DUPLICATE_TABLE,
                    format!("{} {name} already exists", if is_set { "live set" } else { "relation" }),
                    self.made()?,
                    if is_set {
                        format!(
                            "Choose another name, or drop the set first: SELECT bloom_set_drop('{name}')."
                        )
                    } else {
                        "Choose another name.".into()
                    },
                ));
            }
        }
        let (element, array) =
            (names::type_in_sql(self.element)?, [names::type_in_sql(self.element)?, b"[]".to_vec()].concat());
        for (suffix, arguments) in [
            ("_contains", element.as_slice()),
            ("_add", &element),
            ("_add_all", &array),
            ("_grow", b"bigint, double precision"),
            ("_load", b"text, bigint"),
            ("_forget", b"interval, interval"),
            ("_clear", b"bigint"),
            ("_info", b""),
        ] {
            self.check_has_no_function(suffix, &to_message(arguments))?;
        }
        Ok(())
    }

    /// Checks that nothing has the name of a function to be created.
    pub fn check_has_no_function(&self, suffix: &str, arguments: &str) -> Result<()> {
        let name = self.functions.with_suffix(suffix)?.quoted()?;
        let signature = [&name, b"(".as_slice(), arguments.as_bytes(), b")"].concat();
        if !objects::is_function(&signature)? {
            return Ok(());
        }
        Err(error::new(
            Code::ERRCODE_DUPLICATE_FUNCTION,
            format!("function {} already exists", to_message(&signature)),
            self.made()?,
            "Choose another name for the set, or rename the function.",
        ))
    }

    /// Says what a live set consists of.
    fn made(&self) -> Result<String> {
        Ok(format!(
            "A live set consists of the tables {} and {} and of functions whose names begin with {}.",
            to_message(&self.table.quoted()?),
            to_message(&self.layers.quoted()?),
            to_message(&names::identifier(&[&self.functions.name, b"_".as_slice()].concat())?),
        ))
    }
}

#[cold]
fn not_a_set(relation: Oid) -> error::Error {
    error::new(
        Code::ERRCODE_WRONG_OBJECT_TYPE,
        format!("{} is not a live set", relation_name(relation)),
        "It lacks the columns, the table of layers or the functions that bloom_set_create made, or one of them belongs to \
         another role.",
        "Name the table of the set. If a function of the set, or in a set of version 0.2.0 a table or its schema, was \
         renamed, give it back its name.",
    )
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
            "A batch is an array of values, which array_agg cannot collect if they are arrays or of a domain over an array.",
            "Create a composite type with a column of the array type, and use a set of that type.",
        );
    }
    Ok(ValueType::new(element, catalog::collation_of(element), Memory::of_this_call())?.element())
}
