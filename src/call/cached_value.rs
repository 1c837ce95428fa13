//! The stored values that one place in a query reads.
//!
//! The first time a value is met, its reader fetches what it needs of it. The second time it may be fetched whole and
//! kept, so that one look-up in a huge value is cheap and a million look-ups are too. How many are kept is in
//! [`super::stored_values`].

use super::stored_values::StoredValues;
use crate::pg::memory::Memory;
use crate::pg::toast::{Fetched, Horizon, ToastPointer};
use crate::pg::varlena;
use pgrx::pg_sys::Datum;

/// The value that was met last, and the stored ones that are kept.
#[derive(Debug, Default)]
pub struct CachedValue {
    /// Where the value that was met last is stored.
    pointer: Option<ToastPointer>,
    /// All of it, if it was fetched.
    whole: Option<Fetched>,
    /// When `whole` is what `pointer` means.
    horizon: Horizon,
    stored: StoredValues,
}

impl CachedValue {
    /// The bytes of a value that is plainly in memory, or was met last and fetched whole.
    ///
    /// # Safety
    /// `datum` must point to a varlena that outlives the result.
    #[inline(always)]
    pub unsafe fn at_hand(&self, datum: Datum) -> Option<&[u8]> {
        // SAFETY: the caller promises a varlena.
        unsafe {
            if varlena::is_plain(datum) {
                return Some(varlena::plain(datum));
            }
            let whole = self.whole.as_ref()?;
            let met = self.pointer == ToastPointer::of(datum) && self.horizon == Horizon::now();
            met.then(|| whole.bytes())
        }
    }

    /// Meets a stored value that is not at hand: the whole of it, if it is kept or fetched now; `None` also for what is
    /// not stored out of line. `beyond` tells that one which is met again at once is worth to be fetched even if it
    /// exceeds what may be kept.
    ///
    /// # Safety
    /// `datum` must point to a varlena, and `memory` must be that of the place.
    #[cold]
    #[inline(never)]
    pub unsafe fn meet(&mut self, datum: Datum, memory: Memory, beyond: bool) -> Option<&[u8]> {
        // SAFETY: the caller promises a varlena.
        let pointer = unsafe { ToastPointer::of(datum) }?;
        let (horizon, last) = (Horizon::now(), self.pointer.take());
        self.whole = None;
        if horizon != self.horizon || horizon == Horizon::default() {
            self.stored.forget();
            self.horizon = horizon;
        }
        let again = beyond && last == Some(pointer);
        // SAFETY: a stored value, of this pointer; the memory of the place outlives what it remembers, and what was met
        // last is forgotten above.
        self.whole = unsafe { self.stored.meet(pointer, again, datum, memory) };
        self.pointer = Some(pointer);
        self.whole.as_ref().map(Fetched::bytes)
    }
}

/// Whether a value is stored out of line.
///
/// # Safety
/// `datum` must point to a varlena.
pub unsafe fn is_stored(datum: Datum) -> bool {
    // SAFETY: the caller promises it.
    unsafe { ToastPointer::of(datum) }.is_some()
}
