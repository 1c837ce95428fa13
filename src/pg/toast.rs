//! Values that are stored out of line, identified by their TOAST pointers.

use super::detoast::VarlenaRef;
use super::huge_pages;
use super::memory::Memory;
use super::varlena::{UnwrittenVarlena, plain};
use pgrx::{pg_sys, varlena};
use std::ptr::NonNull;

/// Length of the slices in which a large value is fetched, in bytes.
const SLICE: usize = 1 << 20;

/// Length from which on slices are used. Shorter values take few chunks, so detoasting them costs no more than a slice.
const WORTH_SLICING: i32 = 4 * 2000;

/// Mask of the low 30 bits of `va_extinfo`: the stored size. The other bits tell the compression method.
const VARLENA_EXTSIZE_MASK: u32 = (1 << 30) - 1;

/// TOAST pointer of a value that is stored out of line. Stored values never change, so equal pointers mean the same
/// value as long as the [`Horizon`] is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToastPointer([u8; size_of::<pg_sys::varatt_external>()]);

impl ToastPointer {
    /// Returns the TOAST pointer of a value that is stored out of line in a table.
    #[inline]
    pub fn of(value: VarlenaRef<'_>) -> Option<Self> {
        let value = value.datum().cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: this is a varlena; its tag says what follows, which may be unaligned.
        unsafe {
            if !varlena::varatt_is_1b_e(value)
                || u32::from(varlena::vartag_external(value)) != pg_sys::vartag_external::VARTAG_ONDISK
            {
                return None;
            }
            Some(Self(varlena::vardata_1b_e(value).cast::<[u8; _]>().read_unaligned()))
        }
    }

    fn stored(self) -> pg_sys::varatt_external {
        // SAFETY: the bytes are a `varatt_external`.
        unsafe { self.0.as_ptr().cast::<pg_sys::varatt_external>().read_unaligned() }
    }

    #[inline]
    pub fn hash(self) -> u64 {
        let pg_sys::varatt_external { va_valueid, va_toastrelid, .. } = self.stored();
        let both = u64::from(va_toastrelid.to_u32()) << 32 | u64::from(va_valueid.to_u32());
        both.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the length of the detoasted value, including its length word.
    pub fn fetched_len(self) -> usize {
        self.stored().va_rawsize as usize
    }

    /// Returns whether reading a slice of the value costs much less than detoasting it.
    pub fn is_worth_slicing(self) -> bool {
        let stored = self.stored();
        let size = (stored.va_extinfo & VARLENA_EXTSIZE_MASK) as i32;
        let compressed = size < stored.va_rawsize - pg_sys::VARHDRSZ as i32;
        !compressed && stored.va_rawsize >= WORTH_SLICING
    }
}

/// The oldest transaction whose deleted rows this session still protects from cleanup; 0 while it reads nothing.
///
/// After four billion other values, PostgreSQL may reuse the ID of a TOAST value that was deleted and cleaned up. A
/// value that this session has read cannot be cleaned up before the horizon changes, unless a subtransaction of its own
/// stored it and was rolled back: that transaction would have to store four billion values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Horizon(pg_sys::TransactionId);

impl Horizon {
    /// The horizon of a session that reads nothing.
    pub const NONE: Self = Self(pg_sys::InvalidTransactionId);

    #[inline(always)]
    pub fn now() -> Self {
        // SAFETY: a session that runs queries has an entry in the process array.
        Self(unsafe { (*pg_sys::MyProc).xmin })
    }
}

/// A stored value, detoasted into a memory context. Its memory ends with the context unless it is freed before.
#[derive(Debug, Clone, Copy)]
pub struct Fetched(NonNull<pg_sys::varlena>);

impl Fetched {
    /// Detoasts a value into `memory`.
    pub fn new(value: VarlenaRef<'_>, memory: Memory) -> Self {
        let large = ToastPointer::of(value)
            .filter(|pointer| pointer.is_worth_slicing() && pointer.fetched_len() >= huge_pages::LARGE);
        if let Some(large) = large.and_then(|pointer| Self::in_huge_pages(value, pointer, memory)) {
            return large;
        }
        // SAFETY: this is a varlena. The function returns a new one or raises an error, after which `memory`
        // stays the current context until the server's handler chooses another one.
        unsafe {
            let previous = (&raw mut pg_sys::CurrentMemoryContext).replace(memory.context());
            let whole = pg_sys::pg_detoast_datum_copy(value.datum().cast_mut_ptr());
            pg_sys::CurrentMemoryContext = previous;
            Self(NonNull::new_unchecked(whole))
        }
    }

    /// Fetches a large, uncompressed value in slices, so that huge pages can be requested before its memory is touched.
    /// `None` if the stored value is shorter than its pointer says.
    #[cold]
    fn in_huge_pages(value: VarlenaRef<'_>, pointer: ToastPointer, memory: Memory) -> Option<Self> {
        let mut whole = UnwrittenVarlena::new(memory, pointer.fetched_len() - pg_sys::VARHDRSZ).ok()?;
        huge_pages::renew(whole.bytes_mut());
        let mut at = 0;
        for into in whole.bytes_mut().chunks_mut(SLICE) {
            pgrx::check_for_interrupts!();
            into.write_copy_of_slice(value.slice(at, into.len()).bytes().get(..into.len())?);
            at += into.len();
        }
        // SAFETY: all bytes were written; the pointer to the new varlena is not null.
        Some(Self(unsafe { NonNull::new_unchecked(whole.assume_written().into_datum().cast_mut_ptr()) }))
    }

    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: this is a plain varlena that belongs to us.
        unsafe { plain(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    /// Frees the value before its memory context ends.
    ///
    /// # Safety
    /// Neither this value nor a copy of this handle may be used afterwards.
    pub unsafe fn free(self) {
        // SAFETY: the value was allocated above; the caller guarantees the rest.
        unsafe { pg_sys::pfree(self.0.as_ptr().cast()) }
    }
}
