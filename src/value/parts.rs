//! What the server's hash of a type rests on: its parts, down to the last column of a row.

use super::text::check_collation;
use crate::error::Result;
use crate::pg::catalog::{self, Inside};
use crate::pg::hash_function::HashFunction;
use crate::pg::memory::Memory;
use crate::pg::typed::Storage;
use crate::report::{no_hash, unsupported};
use bloom_core::element::ElementType;
use bloom_core::hash::{Hash, SEED};
use pgrx::pg_sys::{self, BuiltinOid, Oid};
use std::collections::HashSet;

/// Marks the environment of a big-endian machine, on which PostgreSQL's hashes differ.
const BIG_ENDIAN: u32 = 1 << 31;

/// The bits of the environment that the fingerprint of the locale takes, the lowest of which is bit 8.
const LOCALE_BITS: u32 = 22;

/// What the hash of a type may depend on besides the value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Parts {
    /// Some part holds text: the hash depends on the encoding of the database.
    text: bool,
    /// Some part is of a type that is not PostgreSQL's own, such as citext: its hash may depend on the locale of the
    /// database.
    foreign: bool,
}

/// A walk over the parts of a type.
struct Walk {
    /// The type that errors name.
    whole: Oid,
    /// Types that were looked at: a type may be a part of another in more ways than there is time for.
    seen: HashSet<Oid>,
    found: Parts,
}

impl Parts {
    /// Looks at a type, which is no domain, and all its parts.
    ///
    /// # Errors
    /// 0A000 if equal values hash differently, or differently after a dump: enums and the names of objects hash by
    /// OID, texts by a collation of their own. 54001 for parts within parts that the stack does not hold.
    pub fn of(base: Oid) -> Result<Self> {
        let mut walk = Walk::new(base);
        walk.visit(base)?;
        Ok(walk.found)
    }

    /// The same for all columns of a row type, and that each can be hashed; their types, domains aside.
    ///
    /// # Errors
    /// Those of [`Parts::of`].
    pub fn of_row(row_type: (Oid, i32)) -> Result<(Vec<Oid>, Self)> {
        let mut walk = Walk::new(pg_sys::RECORDOID);
        let columns = walk.columns(row_type)?;
        Ok((columns, walk.found))
    }

    /// All that the hash depends on here, as a number: byte order, locale, encoding.
    pub fn environment(self) -> u32 {
        let order = if cfg!(target_endian = "big") { BIG_ENDIAN } else { 0 };
        let encoding = if self.text { 1 + catalog::database_encoding() } else { 0 };
        let locale = if self.foreign { locale_fingerprint() } else { 0 };
        order | locale << 8 | encoding
    }
}

impl Walk {
    fn new(whole: Oid) -> Self {
        Self { whole, seen: HashSet::new(), found: Parts::default() }
    }

    /// Looks at a type.
    fn visit(&mut self, part: Oid) -> Result<()> {
        let part = catalog::base_type(part);
        if !self.seen.insert(part) {
            return Ok(());
        }
        catalog::check_stack();
        pgrx::check_for_interrupts!();
        if names_an_object(part) {
            return Err(unsupported(
                self.whole,
                "It names objects by OID, and another server or a restored dump gives them other ones.",
                "Cast the value to text, or to oid if the OID itself is meant.",
            ));
        }
        if catalog::is_enum(part) {
            return Err(unsupported(
                self.whole,
                "PostgreSQL hashes the enum values in it by OID, which does not survive dump and restore.",
                "Cast the value to text, or an array of enums to text[].",
            ));
        }
        match catalog::inside(part) {
            Inside::Element(element) => self.visit_inner(element),
            Inside::Bounds(bound, collation) => {
                if collation != Oid::INVALID {
                    check_collation(collation)?;
                }
                self.visit(bound)
            }
            Inside::Ranges(range) => self.visit(range),
            Inside::Columns if part == pg_sys::RECORDOID => Ok(()), // they are looked at row by row
            Inside::Columns => self.columns((part, -1)).map(drop),
            Inside::Nothing => self.leaf(part),
        }
    }

    /// A type inside another one, where a row must have a named type.
    fn visit_inner(&mut self, part: Oid) -> Result<()> {
        if catalog::base_type(part) == pg_sys::RECORDOID {
            return Err(unsupported(
                self.whole,
                "The columns of a row of no named type inside it are not known.",
                "Cast the inner row to a named composite type.",
            ));
        }
        self.visit(part)
    }

    /// The columns of a row type, each of which must have a hash function; their types.
    fn columns(&mut self, row_type: (Oid, i32)) -> Result<Vec<Oid>> {
        let memory = Memory::of_this_call();
        let mut types = Vec::new();
        for (column, collation) in catalog::columns(row_type) {
            if collation != Oid::INVALID {
                check_collation(collation)?;
            }
            self.visit_inner(column)?;
            let base = catalog::base_type(column);
            if HashFunction::of(Storage::new(base), memory).is_none() {
                return Err(no_hash(base));
            }
            types.push(base);
        }
        Ok(types)
    }

    fn leaf(&mut self, part: Oid) -> Result<()> {
        let foreign = !catalog::is_built_in(part);
        if foreign && is_our_own(part) {
            return Err(unsupported(
                self.whole,
                "A filter, a state or a hash of this extension is not a value of a filter.",
                "For the values of two filters use their union, the operator |; for a hash bloom_add_hash.",
            ));
        }
        self.found.text |= !holds_no_text(part);
        self.found.foreign |= foreign;
        Ok(())
    }
}

/// What tells a type apart from others of its family, on every server: its OID if it is PostgreSQL's own,
/// else a fingerprint of its name.
pub fn tag(oid: Oid) -> u64 {
    if catalog::is_built_in(oid) {
        oid.to_u32().into()
    } else {
        ElementType::named_tag(&catalog::type_name(oid))
    }
}

/// A number for the locale of the database, which the functions of types that are not PostgreSQL's own may use.
fn locale_fingerprint() -> u32 {
    (Hash::of(&catalog::database_locale(), SEED).h1 as u32 & ((1 << 30) - 1)) >> (30 - LOCALE_BITS)
}

/// Whether a type is one of this extension's, in whatever schema it stands: its input function tells.
fn is_our_own(oid: Oid) -> bool {
    const OURS: [&[u8]; 4] = [b"bloom_in", b"counting_bloom_in", b"bloom_state_in", b"bloom_hash_value_in"];
    catalog::input_symbol(oid).is_some_and(|symbol| OURS.contains(&&*symbol))
}

/// Types whose values are OIDs of catalog rows.
fn names_an_object(oid: Oid) -> bool {
    use BuiltinOid::{
        ACLITEMOID, REGCLASSOID, REGCOLLATIONOID, REGCONFIGOID, REGDICTIONARYOID, REGNAMESPACEOID,
        REGOPERATOROID, REGOPEROID, REGPROCEDUREOID, REGPROCOID, REGROLEOID, REGTYPEOID,
    };
    matches!(
        BuiltinOid::from_u32(oid.to_u32()),
        Ok(ACLITEMOID
            | REGCLASSOID
            | REGCOLLATIONOID
            | REGCONFIGOID
            | REGDICTIONARYOID
            | REGNAMESPACEOID
            | REGOPERATOROID
            | REGOPEROID
            | REGPROCEDUREOID
            | REGPROCOID
            | REGROLEOID
            | REGTYPEOID)
    )
}

/// PostgreSQL's own types whose hash is known not to depend on the encoding.
fn holds_no_text(oid: Oid) -> bool {
    use BuiltinOid::{
        BOOLOID, BYTEAOID, CHAROID, CIDOID, CIDROID, DATEOID, FLOAT4OID, FLOAT8OID, INETOID, INT2OID,
        INT4OID, INT8OID, INTERVALOID, MACADDR8OID, MACADDROID, NUMERICOID, OIDOID, PG_LSNOID, TIDOID,
        TIMEOID, TIMESTAMPOID, TIMESTAMPTZOID, TIMETZOID, UUIDOID, XID8OID, XIDOID,
    };
    matches!(
        BuiltinOid::from_u32(oid.to_u32()),
        Ok(BOOLOID
            | BYTEAOID
            | CHAROID
            | CIDOID
            | CIDROID
            | DATEOID
            | FLOAT4OID
            | FLOAT8OID
            | INETOID
            | INT2OID
            | INT4OID
            | INT8OID
            | INTERVALOID
            | MACADDR8OID
            | MACADDROID
            | NUMERICOID
            | OIDOID
            | PG_LSNOID
            | TIDOID
            | TIMEOID
            | TIMESTAMPOID
            | TIMESTAMPTZOID
            | TIMETZOID
            | UUIDOID
            | XID8OID
            | XIDOID)
    )
}
