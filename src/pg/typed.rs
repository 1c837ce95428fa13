//! Values with their types, which makes reading them safe.

use super::detoast::{Varlena, VarlenaRef};
use super::varlena::{NewFixed, NewVarlena};
use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::CStr;
use std::marker::PhantomData;

/// A value that is not NULL, of a type that is known only at run time.
#[derive(Debug, Clone, Copy)]
pub struct TypedDatum<'a> {
    datum: Datum,
    of: Oid,
    lifetime: PhantomData<&'a ()>,
}

impl<'a> TypedDatum<'a> {
    /// Pairs a datum with its type.
    ///
    /// # Safety
    /// `datum` must be a value of the type `of` and outlive the result.
    #[inline(always)]
    pub unsafe fn new(datum: Datum, of: Oid) -> Self {
        Self { datum, of, lifetime: PhantomData }
    }

    #[inline(always)]
    pub fn of(self) -> Oid {
        self.of
    }

    /// Returns the datum, for the modules that pass it on with its type.
    pub(super) fn datum(self) -> Datum {
        self.datum
    }

    /// Returns the value unread if its type is one of variable length.
    pub fn as_varlena(self) -> Option<VarlenaRef<'a>> {
        // SAFETY: a catalog lookup; the values of such a type are varlenas.
        unsafe { (pg_sys::get_typlen(self.of) == -1).then(|| VarlenaRef::new(self.datum)) }
    }

    /// Returns the datum itself, which is the value if the type is passed by value.
    #[inline(always)]
    pub fn word(self) -> u64 {
        self.datum.value() as u64
    }
}

/// Values of known types.
impl<'a> TypedDatum<'a> {
    pub fn integer(value: i32) -> Self {
        // SAFETY: the datum is of this type, and passed by value.
        unsafe { Self::new(Datum::from(value), pg_sys::INT4OID) }
    }

    pub fn bigint(value: i64) -> Self {
        // SAFETY: the datum is of this type, and passed by value.
        unsafe { Self::new(Datum::from(value), pg_sys::INT8OID) }
    }

    pub fn oid(value: Oid) -> Self {
        // SAFETY: the datum is of this type, and passed by value.
        unsafe { Self::new(Datum::from(value), pg_sys::OIDOID) }
    }

    pub fn boolean(value: bool) -> Self {
        // SAFETY: the datum is of this type, and passed by value.
        unsafe { Self::new(Datum::from(value), pg_sys::BOOLOID) }
    }

    pub fn float8(value: f64) -> Self {
        // SAFETY: the datum is of this type, and passed by value.
        unsafe { Self::new(Datum::from(value.to_bits()), pg_sys::FLOAT8OID) }
    }

    /// Returns a `tid`, in the memory of the call.
    pub fn tid(place: pg_sys::ItemPointerData) -> Self {
        let pg_sys::BlockIdData { bi_hi, bi_lo } = place.ip_blkid;
        let [[a, b], [c, d], [e, f]] = [bi_hi, bi_lo, place.ip_posid].map(u16::to_ne_bytes);
        // SAFETY: the datum points to a value of this type, whose memory outlives the call.
        unsafe { Self::new(NewFixed::new([a, b, c, d, e, f]).into_datum(), pg_sys::TIDOID) }
    }

    /// Returns a `name` with a copy of this one, which the server accepts, in the memory of the call.
    pub fn name(name: &[u8]) -> Self {
        let mut padded = [0; pg_sys::NAMEDATALEN as usize];
        padded[..name.len()].copy_from_slice(name);
        // SAFETY: the datum is of this type, and its memory outlives the call.
        unsafe { Self::new(NewFixed::new(padded).into_datum(), pg_sys::NAMEOID) }
    }

    /// Returns the bytes of a `text`; `None` for any other type.
    pub fn as_text(self) -> Option<Varlena<'a>> {
        // SAFETY: the datum is a varlena that outlives the value.
        (self.of == pg_sys::TEXTOID).then(|| unsafe { Varlena::new(self.datum) })
    }

    /// Returns a `text` with a copy of this one, in the memory of the call.
    ///
    /// # Errors
    /// 54000 if it is too long.
    pub fn text(text: &[u8]) -> Result<Self> {
        // SAFETY: the datum is of this type, and its memory outlives the call.
        Ok(unsafe { Self::new(NewVarlena::copy_of(text)?.into_datum(), pg_sys::TEXTOID) })
    }
}

/// The way PostgreSQL stores the values of one type.
#[derive(Debug, Clone, Copy)]
pub struct Storage {
    pub of: Oid,
    /// Length of a value in bytes; -1 for a varlena, -2 for a zero-terminated string.
    pub(super) len: i16,
    pub(super) by_value: bool,
    /// Alignment of addresses.
    pub(super) align: usize,
}

impl Storage {
    /// Looks up how a type is stored.
    ///
    /// # Errors
    /// XX000 from PostgreSQL if there is no such type.
    pub fn new(of: Oid) -> Self {
        let (mut len, mut by_value, mut align) = (0, false, 0);
        // SAFETY: this is a catalog lookup.
        unsafe { pg_sys::get_typlenbyvalalign(of, &raw mut len, &raw mut by_value, &raw mut align) };
        let align = match align as u8 {
            pg_sys::TYPALIGN_CHAR => 1,
            pg_sys::TYPALIGN_SHORT => 2,
            pg_sys::TYPALIGN_INT => 4,
            _ => 8,
        };
        Self { of, len, by_value, align }
    }

    /// Returns the alignment as the catalog says it.
    pub(super) fn alignment(self) -> std::ffi::c_char {
        let alignment = match self.align {
            1 => pg_sys::TYPALIGN_CHAR,
            2 => pg_sys::TYPALIGN_SHORT,
            4 => pg_sys::TYPALIGN_INT,
            _ => pg_sys::TYPALIGN_DOUBLE,
        };
        alignment as std::ffi::c_char
    }

    /// Returns the datum of a value of this type, which must be passed by reference and have the length
    /// `len`.
    #[inline(always)]
    fn elsewhere(self, value: TypedDatum<'_>, len: i16) -> Result<Datum> {
        if value.of == self.of && self.len == len && !self.by_value {
            Ok(value.datum)
        } else {
            Err(other_type())
        }
    }

    /// Reads a value that is a varlena.
    ///
    /// # Errors
    /// XX000 if the value is not a varlena, or is not of this type.
    #[inline(always)]
    pub fn varlena(self, value: TypedDatum<'_>) -> Result<Varlena<'_>> {
        // SAFETY: the datum is a varlena that outlives the value.
        Ok(unsafe { Varlena::new(self.elsewhere(value, -1)?) })
    }

    /// Reads a value of `N` bytes.
    ///
    /// # Errors
    /// XX000 if the value has another length, or is not of this type.
    pub fn bytes<const N: usize>(self, value: TypedDatum<'_>) -> Result<&[u8; N]> {
        // SAFETY: the datum points to `N` bytes, which outlive the value.
        Ok(unsafe { &*self.elsewhere(value, N as i16)?.cast_mut_ptr::<[u8; N]>() })
    }

    /// Reads the text of a value of type `name`.
    ///
    /// # Errors
    /// XX000 if the value is not of this type, or the type is not `name`.
    pub fn name(self, value: TypedDatum<'_>) -> Result<&[u8]> {
        let bytes = self.bytes::<{ pg_sys::NAMEDATALEN as usize }>(value)?;
        CStr::from_bytes_until_nul(bytes).map(CStr::to_bytes).map_err(|_| other_type())
    }

    /// Returns the row type that a row names in its header, with the type modifier that the server's
    /// `HeapTupleHeaderGetTypMod` returns.
    ///
    /// # Errors
    /// XX000 if the value is not of this type.
    ///
    /// # Safety
    /// The type must be a row type.
    pub unsafe fn row_type(self, value: TypedDatum<'_>) -> Result<(Oid, i32)> {
        let stored = self.elsewhere(value, -1)?.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: a detoasted row begins with a header that names its row type.
        unsafe {
            let row = pg_sys::pg_detoast_datum(stored);
            let fields = (*row.cast::<pg_sys::HeapTupleHeaderData>()).t_choice.t_datum;
            if row != stored {
                pg_sys::pfree(row.cast());
            }
            // In a row of a named type, servers since November 2026 keep a part of the type's version there.
            let is_anonymous = fields.datum_typeid == pg_sys::RECORDOID;
            Ok((fields.datum_typeid, if is_anonymous { fields.datum_typmod } else { -1 }))
        }
    }

    /// Returns the datum of a value.
    ///
    /// # Errors
    /// XX000 if the value is not of this type.
    pub(super) fn datum(self, value: TypedDatum<'_>) -> Result<Datum> {
        if value.of == self.of { Ok(value.datum) } else { Err(other_type()) }
    }
}

#[cold]
fn other_type() -> error::Error {
    error::internal("a value was read as a value of another type")
}
