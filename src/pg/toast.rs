//! Values that are stored out of line, by their TOAST pointers.

use super::huge_pages;
use super::memory::Memory;
use super::varlena::{NewVarlena, Varlena};
use pgrx::{pg_sys, varlena};
use std::ptr::NonNull;

/// Bytes that are fetched at once of a large value.
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
    /// The pointer of a value that is stored out of line in a table.
    ///
    /// # Safety
    /// `datum` must point to a varlena.
    #[inline]
    pub unsafe fn of(datum: pg_sys::Datum) -> Option<Self> {
        let value = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: the caller promises a varlena; the tag says what follows it, which need not be aligned.
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

    /// A number that is another for most other values.
    #[inline]
    pub fn hash(self) -> u64 {
        let pg_sys::varatt_external { va_valueid, va_toastrelid, .. } = self.stored();
        let both = u64::from(va_toastrelid.to_u32()) << 32 | u64::from(va_valueid.to_u32());
        both.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Bytes of the value once it is fetched, its length word included.
    pub fn fetched_len(self) -> usize {
        self.stored().va_rawsize as usize
    }

    /// Whether to read a part of the value costs much less than to read all of it.
    pub fn is_worth_slicing(self) -> bool {
        let stored = self.stored();
        let size = (stored.va_extinfo & VARLENA_EXTSIZE_MASK) as i32;
        let compressed = size < stored.va_rawsize - pg_sys::VARHDRSZ as i32;
        !compressed && stored.va_rawsize >= WORTH_SLICING
    }
}

/// So many bytes of a stored value, the first at `at`; fewer if it is not that long.
///
/// # Safety
/// `datum` must point to a varlena.
pub unsafe fn slice<'a>(datum: pg_sys::Datum, at: usize, len: usize) -> Varlena<'a> {
    // SAFETY: the caller promises a varlena; what is returned is a copy.
    unsafe { Varlena::slice(datum, at, len) }
}

/// The oldest transaction whose effects this session still keeps from being cleaned away; 0 while it reads nothing.
///
/// PostgreSQL may give the number of a value that was deleted and cleaned away to another one, after four billion others.
/// A value that was read cannot be cleaned away before this changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Horizon(pg_sys::TransactionId);

impl Horizon {
    /// That of now.
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
    ///
    /// # Safety
    /// `datum` must point to a stored varlena, and `context` must outlive the result.
    pub unsafe fn new(datum: pg_sys::Datum, context: pg_sys::MemoryContext) -> Self {
        // SAFETY: the caller promises a stored varlena.
        let large = unsafe { ToastPointer::of(datum) }
            .filter(|pointer| pointer.is_worth_slicing() && pointer.fetched_len() >= huge_pages::LARGE);
        // SAFETY: the caller promises the rest.
        let large =
            large.and_then(|pointer| unsafe { Self::in_huge_pages(datum, pointer, Memory::of(context)) });
        if let Some(large) = large {
            return large;
        }
        // SAFETY: the caller promises the varlena. The function returns a new one, or raises an error, which restores
        // the context that was switched from.
        unsafe {
            let previous = (&raw mut pg_sys::CurrentMemoryContext).replace(context);
            let whole = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
            pg_sys::CurrentMemoryContext = previous;
            Self(NonNull::new_unchecked(whole))
        }
    }

    /// Fetches a large value that is not compressed, in slices: so huge pages can be asked for before its memory is
    /// touched. `None` if there is less of it than its pointer says.
    ///
    /// # Safety
    /// As for [`Fetched::new`]; `pointer` must be that of the value.
    #[cold]
    unsafe fn in_huge_pages(datum: pg_sys::Datum, pointer: ToastPointer, memory: Memory) -> Option<Self> {
        let mut whole = NewVarlena::unwritten(memory, pointer.fetched_len() - pg_sys::VARHDRSZ).ok()?;
        let mut at = 0;
        for into in whole.bytes_mut().chunks_mut(SLICE) {
            pgrx::check_for_interrupts!();
            // SAFETY: the caller promises a stored varlena.
            let slice = unsafe { slice(datum, at, into.len()) };
            into.copy_from_slice(slice.bytes().get(..into.len())?);
            at += into.len();
        }
        // SAFETY: that of the new varlena, which is not null.
        Some(Self(unsafe { NonNull::new_unchecked(whole.into_datum().cast_mut_ptr()) }))
    }

    /// Its bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: a plain varlena of ours.
        unsafe { super::varlena::plain(pg_sys::Datum::from(self.0.as_ptr())) }
    }

    /// Frees it. Nobody else does as long as its context lives.
    ///
    /// # Safety
    /// Neither it nor a copy of it may be used afterwards.
    pub unsafe fn free(self) {
        // SAFETY: allocated above; the caller promises the rest.
        unsafe { pg_sys::pfree(self.0.as_ptr().cast()) }
    }
}
