//! Values that are stored out of line, by their TOAST pointers.

use super::detoast::VarlenaRef;
use super::huge_pages;
use super::memory::Memory;
use super::varlena::{NewVarlena, plain};
use pgrx::{pg_sys, varlena};
use std::ptr::NonNull;

/// Bytes of a large value that are fetched at once.
const SLICE: usize = 1 << 20;

/// Values shorter than this take few chunks: fetching them whole costs no more than a slice.
const WORTH_SLICING: i32 = 4 * 2000;

/// Low 30 bits of `va_extinfo`: the stored size; the others tell the compression method.
const VARLENA_EXTSIZE_MASK: u32 = (1 << 30) - 1;

/// A value that is stored out of line. Equal pointers mean the same value, as stored values never change, as long as
/// the [`Horizon`] is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToastPointer([u8; size_of::<pg_sys::varatt_external>()]);

impl ToastPointer {
    /// Returns the pointer of a value that is stored out of line in a table.
    #[inline]
    pub fn of(value: VarlenaRef<'_>) -> Option<Self> {
        let value = value.datum().cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: a varlena; the tag says what follows it, which need not be aligned.
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
        // SAFETY: the bytes are such a structure.
        unsafe { self.0.as_ptr().cast::<pg_sys::varatt_external>().read_unaligned() }
    }

    /// Returns a hash of the pointer.
    #[inline]
    pub fn hash(self) -> u64 {
        let pg_sys::varatt_external { va_valueid, va_toastrelid, .. } = self.stored();
        let both = u64::from(va_toastrelid.to_u32()) << 32 | u64::from(va_valueid.to_u32());
        both.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Returns the length of the value once it is fetched, its length word included.
    pub fn fetched_len(self) -> usize {
        self.stored().va_rawsize as usize
    }

    /// Returns whether reading a part of the value costs much less than reading all of it.
    pub fn is_worth_slicing(self) -> bool {
        let stored = self.stored();
        let size = (stored.va_extinfo & VARLENA_EXTSIZE_MASK) as i32;
        let compressed = size < stored.va_rawsize - pg_sys::VARHDRSZ as i32;
        !compressed && stored.va_rawsize >= WORTH_SLICING
    }
}

/// The oldest transaction whose effects this session still keeps from being cleaned away; 0 while it reads nothing.
///
/// PostgreSQL may give the number of a value that was deleted and cleaned away to another one, after four billion others.
/// A value that was read cannot be cleaned away before this changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Horizon(pg_sys::TransactionId);

impl Horizon {
    /// Returns the horizon of now.
    #[inline(always)]
    pub fn now() -> Self {
        // SAFETY: a session that runs queries has its entry among the processes.
        Self(unsafe { (*pg_sys::MyProc).xmin })
    }
}

/// A stored value, fetched whole into a memory context, with which it ends unless it is freed.
#[derive(Debug, Clone, Copy)]
pub struct Fetched(NonNull<pg_sys::varlena>);

impl Fetched {
    /// Fetches the value.
    pub fn new(value: VarlenaRef<'_>, memory: Memory) -> Self {
        let large = ToastPointer::of(value)
            .filter(|pointer| pointer.is_worth_slicing() && pointer.fetched_len() >= huge_pages::LARGE);
        if let Some(large) = large.and_then(|pointer| Self::in_huge_pages(value, pointer, memory)) {
            return large;
        }
        // SAFETY: a varlena. The function returns a new one, or raises an error, which restores the context that was
        // switched from.
        unsafe {
            let previous = (&raw mut pg_sys::CurrentMemoryContext).replace(memory.context());
            let whole = pg_sys::pg_detoast_datum_copy(value.datum().cast_mut_ptr());
            pg_sys::CurrentMemoryContext = previous;
            Self(NonNull::new_unchecked(whole))
        }
    }

    /// Fetches a large value that is not compressed, in slices: so huge pages can be asked for before its memory is
    /// touched. `None` if there is less of it than its pointer says.
    #[cold]
    fn in_huge_pages(value: VarlenaRef<'_>, pointer: ToastPointer, memory: Memory) -> Option<Self> {
        let mut whole = NewVarlena::unwritten(memory, pointer.fetched_len() - pg_sys::VARHDRSZ).ok()?;
        let mut at = 0;
        for into in whole.bytes_mut().chunks_mut(SLICE) {
            pgrx::check_for_interrupts!();
            into.copy_from_slice(value.slice(at, into.len()).bytes().get(..into.len())?);
            at += into.len();
        }
        // SAFETY: that of the new varlena, which is not null.
        Some(Self(unsafe { NonNull::new_unchecked(whole.into_datum().cast_mut_ptr()) }))
    }

    /// Returns the bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: a plain varlena of ours.
        unsafe { plain(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    /// Frees the value before its context ends.
    ///
    /// # Safety
    /// Neither it nor a copy of it may be used afterwards.
    pub unsafe fn free(self) {
        // SAFETY: allocated above; the caller promises the rest.
        unsafe { pg_sys::pfree(self.0.as_ptr().cast()) }
    }
}
