//! The parts of a type that the server hashes, on which the hash depends.

use super::text::check_collation;
use crate::error::Result;
use crate::pg::catalog::{self, Inside};
use crate::pg::encoding::server_encoding;
use crate::pg::hash_function::HashFunction;
use crate::pg::memory::Memory;
use crate::pg::stack::check_stack;
use crate::pg::typed::Storage;
use crate::report::{no_hash, unsupported};
use bloom_core::element::ElementType;
use bloom_core::hash::{Hash, SEED};
use pgrx::pg_sys::{self, Oid};
use std::collections::HashMap;

/// Marks the environment of a big-endian machine, on which PostgreSQL's hashes differ.
const BIG_ENDIAN: u32 = 1 << 31;

/// Width of the locale's fingerprint in the environment, which starts at bit 8.
const LOCALE_BITS: u32 = 22;

/// What the hash of a type depends on, besides the value.
#[derive(Debug, Default)]
pub struct Parts {
    /// A part holds text, so the hash depends on the database's encoding.
    text: bool,
    /// A part has a type of an extension, such as citext, so the hash may depend on the database's locale.
    extension: bool,
    /// The row types among the parts, and the type itself, which comes first.
    pub rows: Vec<RowType>,
    /// The tag of a type with row types among its parts. Any other type is identified by its own [`tag`].
    pub tag: Option<u64>,
}

/// A row type as it was when it was examined.
#[derive(Debug, Clone, Copy)]
pub struct RowType {
    of: (Oid, i32),
    definition: u64,
}

impl RowType {
    fn new(of: (Oid, i32)) -> Self {
        Self { of, definition: catalog::definition(of) }
    }

    /// Returns whether this is the row type with an OID and a type modifier.
    pub fn is(&self, of: (Oid, i32)) -> bool {
        self.of == of
    }

    /// Returns whether no ALTER TYPE has changed the row type since.
    pub fn is_current(&self) -> bool {
        catalog::definition(self.of) == self.definition
    }
}

/// Walks over the parts of a type.
struct Walk {
    /// The type to name in errors.
    whole: Oid,
    /// What [`Walk::visit`] returned for types: the number of paths between nested types can be exponential.
    seen: HashMap<Oid, Option<u64>>,
    found: Parts,
}

impl Parts {
    /// Examines a type that is not a domain, and all its parts.
    ///
    /// # Errors
    /// 0A000 if equal values can hash differently, or differently after a dump: enums and object names hash by OID, and
    /// some texts by a nondeterministic collation. 54001 if the parts are nested too deeply for the stack.
    pub fn of(base: Oid) -> Result<Self> {
        let mut walk = Walk::new(base);
        walk.found.tag = walk.visit(base)?;
        Ok(walk.found)
    }

    /// Examines all columns of a row type.
    ///
    /// # Errors
    /// The errors of [`Parts::of`], and 0A000 if a column's type has no hash function.
    pub fn of_row(row_type: (Oid, i32)) -> Result<Self> {
        let mut walk = Walk::new(pg_sys::RECORDOID);
        walk.found.tag = Some(walk.columns(row_type)?);
        Ok(walk.found)
    }

    /// Returns byte order, locale and encoding, as far as the hash depends on them, as one number.
    pub fn environment(&self) -> u32 {
        let order = if cfg!(target_endian = "big") { BIG_ENDIAN } else { 0 };
        let encoding = if self.text { 1 + server_encoding() } else { 0 };
        let locale = if self.extension { locale_fingerprint() } else { 0 };
        order | locale << 8 | encoding
    }
}

impl Walk {
    fn new(whole: Oid) -> Self {
        Self { whole, seen: HashMap::new(), found: Parts::default() }
    }

    /// Examines a type and its parts. Returns its tag if there are row types among them, whose columns may change.
    fn visit(&mut self, part: Oid) -> Result<Option<u64>> {
        let part = catalog::base_type(part);
        if let Some(tag) = self.seen.get(&part) {
            return Ok(*tag);
        }
        check_stack();
        pgrx::check_for_interrupts!();
        if names_an_object(part) {
            return Err(unsupported(
                self.whole,
                "Its values identify objects by OID, and the OIDs differ on another server and after a restore.",
                "Cast the value to text, or to oid if the OID itself is meant.",
            ));
        }
        if catalog::is_enum(part) {
            return Err(unsupported(
                self.whole,
                "PostgreSQL hashes the enum values in it by OID, and the OIDs change with dump and restore.",
                "Cast the value to text, or an array of enums to text[].",
            ));
        }
        let tag = match catalog::inside(part) {
            Inside::Element(element) => self.visit_inner(element)?.map(|inner| container_tag(part, inner)),
            Inside::Bounds(bound, collation) => {
                if collation != Oid::INVALID {
                    check_collation(collation)?;
                }
                let tag = self.visit(bound)?.map(|inner| container_tag(part, inner));
                check_hashed(bound)?;
                if catalog::range_equality(part) != catalog::equality_of(catalog::base_type(bound)) {
                    return Err(unsupported(
                        self.whole,
                        "A range in it compares its bounds by another operator class than the default one.",
                        "Cast the value to text.",
                    ));
                }
                tag
            }
            Inside::Ranges(range) => self.visit(range)?.map(|inner| container_tag(part, inner)),
            Inside::Columns if part == pg_sys::RECORDOID => None, // examined for each row
            Inside::Columns => {
                let columns = self.columns((part, -1))?;
                // A hash of its own differs from that of rows with the same columns, and may use any collation.
                let own = HashFunction::of(Storage::new(part), Memory::of_this_call())
                    .is_some_and(|function| function.input != pg_sys::RECORDOID);
                self.found.text |= own;
                self.found.extension |= own;
                Some(if own { container_tag(part, columns) } else { columns })
            }
            Inside::Nothing => {
                self.leaf(part)?;
                None
            }
        };
        self.seen.insert(part, tag);
        Ok(tag)
    }

    /// Examines a type inside another one, as [`Walk::visit`] does. A row there must have a named type.
    fn visit_inner(&mut self, part: Oid) -> Result<Option<u64>> {
        if catalog::base_type(part) == pg_sys::RECORDOID {
            return Err(unsupported(
                self.whole,
                "It contains a row of an anonymous type, whose columns are not known.",
                "Cast the inner row to a named composite type.",
            ));
        }
        self.visit(part)
    }

    /// Examines the columns of a row type, which must all have a hash function. Returns the tag of its rows, which are
    /// compared by their columns, regardless of the name of their type.
    fn columns(&mut self, row_type: (Oid, i32)) -> Result<u64> {
        self.found.rows.push(RowType::new(row_type));
        let mut tags = Vec::new();
        for (column, collation) in catalog::columns(row_type) {
            if collation != Oid::INVALID {
                check_collation(collation)?;
            }
            let inner = self.visit_inner(column)?;
            check_hashed(column)?;
            tags.push(inner.unwrap_or_else(|| tag(catalog::base_type(column))));
        }
        Ok(ElementType::row_tag(&tags))
    }

    fn leaf(&mut self, part: Oid) -> Result<()> {
        let extension = !catalog::is_built_in(part);
        if extension && is_our_own(part) {
            return Err(unsupported(
                self.whole,
                "A filter cannot hold filters, aggregate states or hashes of this extension.",
                "Use the operator | to unite two filters, or bloom_add_hash to add a hash.",
            ));
        }
        self.found.text |= !holds_no_text(part);
        self.found.extension |= extension;
        Ok(())
    }
}

/// Checks that a part has a hash function.
fn check_hashed(part: Oid) -> Result<()> {
    let base = catalog::base_type(part);
    match HashFunction::of(Storage::new(base), Memory::of_this_call()) {
        Some(_) => Ok(()),
        None => Err(no_hash(base)),
    }
}

/// Returns the tag of an array, range or multirange type, or of rows that have a hash function of their own, with this
/// tag of what is in it, which depends on row types.
fn container_tag(container: Oid, inner: u64) -> u64 {
    ElementType::named_tag(&[&catalog::type_name(container)[..], &inner.to_le_bytes()].concat())
}

/// Returns a number that identifies a type within its family on every server: the OID of a built-in type, otherwise a
/// fingerprint of the type's name.
pub fn tag(oid: Oid) -> u64 {
    if catalog::is_built_in(oid) {
        oid.to_u32().into()
    } else {
        ElementType::named_tag(&catalog::type_name(oid))
    }
}

/// Returns a fingerprint of the database's locale, which the hash functions of extensions may use.
fn locale_fingerprint() -> u32 {
    (Hash::of(&catalog::database_locale(), SEED).h1 as u32 & ((1 << 30) - 1)) >> (30 - LOCALE_BITS)
}

/// Returns whether a type belongs to this extension, in any schema; its input function identifies it.
fn is_our_own(oid: Oid) -> bool {
    const OURS: [&[u8]; 4] = [b"bloom_in", b"counting_bloom_in", b"bloom_state_in", b"bloom_hash_value_in"];
    catalog::input_symbol(oid).is_some_and(|symbol| OURS.contains(&&*symbol))
}

/// Returns whether the values of a type are OIDs of catalog rows.
fn names_an_object(oid: Oid) -> bool {
    const REGDATABASEOID: u32 = 6490; // from 19 on
    oid.to_u32() == REGDATABASEOID
        || matches!(
            oid,
            pg_sys::ACLITEMOID
                | pg_sys::REGCLASSOID
                | pg_sys::REGCOLLATIONOID
                | pg_sys::REGCONFIGOID
                | pg_sys::REGDICTIONARYOID
                | pg_sys::REGNAMESPACEOID
                | pg_sys::REGOPERATOROID
                | pg_sys::REGOPEROID
                | pg_sys::REGPROCEDUREOID
                | pg_sys::REGPROCOID
                | pg_sys::REGROLEOID
                | pg_sys::REGTYPEOID
        )
}

/// Returns whether a type is built in and its hash does not depend on the encoding.
fn holds_no_text(oid: Oid) -> bool {
    matches!(
        oid,
        pg_sys::BOOLOID
            | pg_sys::BYTEAOID
            | pg_sys::CHAROID
            | pg_sys::CIDOID
            | pg_sys::CIDROID
            | pg_sys::DATEOID
            | pg_sys::FLOAT4OID
            | pg_sys::FLOAT8OID
            | pg_sys::INETOID
            | pg_sys::INT2OID
            | pg_sys::INT4OID
            | pg_sys::INT8OID
            | pg_sys::INTERVALOID
            | pg_sys::MACADDR8OID
            | pg_sys::MACADDROID
            | pg_sys::NUMERICOID
            | pg_sys::OIDOID
            | pg_sys::PG_LSNOID
            | pg_sys::TIDOID
            | pg_sys::TIMEOID
            | pg_sys::TIMESTAMPOID
            | pg_sys::TIMESTAMPTZOID
            | pg_sys::TIMETZOID
            | pg_sys::UUIDOID
            | pg_sys::XID8OID
            | pg_sys::XIDOID
    )
}
