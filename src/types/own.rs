//! Values of the extension's types as parameters of statements.

#![allow(unsafe_code)]

use super::filter::NewBloom;
use super::hash_value;
use crate::call::ReturnValue;
use crate::pg::catalog::type_beside;
use crate::pg::detoast::{Varlena, VarlenaRef};
use crate::pg::typed::TypedDatum;
use bloom_core::scheme::ValueHash;
use pgrx::pg_sys::{Datum, Oid};

/// The extension's types, as the database has them.
#[derive(Debug, Clone, Copy)]
pub struct OwnTypes {
    bloom: Oid,
    hash_value: Oid,
}

impl OwnTypes {
    /// Finds the types in the schema of a function of the extension.
    pub fn beside(function: Oid) -> Self {
        let [bloom, hash_value] = [c"bloom", c"bloom_hash_value"].map(|name| type_beside(function, name));
        Self { bloom, hash_value }
    }

    /// Returns the OID of the type `bloom`.
    pub fn bloom(self) -> Oid {
        self.bloom
    }

    /// Returns a new filter with its type.
    pub fn filter<'a>(self, new: NewBloom) -> TypedDatum<'a> {
        // SAFETY: the datum is of this type, and in the memory of the call.
        unsafe { TypedDatum::new(new.into_datum().unwrap_or(Datum::null()), self.bloom) }
    }

    /// Returns the bytes of a filter; `None` for any other type.
    pub fn bytes_of(self, value: TypedDatum<'_>) -> Option<Varlena<'_>> {
        // SAFETY: the datum is of this type, whose values are varlenas.
        (value.of() == self.bloom).then(|| unsafe { Varlena::from(VarlenaRef::new(value.word().into())) })
    }

    /// Returns a hash value with its type, in the memory of the call.
    pub fn hash<'a>(self, key: ValueHash) -> TypedDatum<'a> {
        // SAFETY: as above.
        unsafe { TypedDatum::new(hash_value::new(key).into_datum(), self.hash_value) }
    }
}
