//! Where the key of a test is in a row of a table, so that it can be read without unpacking the row.

use crate::joins::local::key::{JoinKey, KeyKind};
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::version;
use pgrx::pg_sys::{self, HeapTupleHeaderData};

/// Where the key of a test is in a row, if it is a number and all columns before it have fixed lengths.
pub struct Location {
    /// Kind of the number; `None` if the key has to be looked for.
    pub kind: Option<KeyKind>,
    /// Length and alignment of the columns up to the key.
    columns: List<(u16, u16)>,
    /// Offset of the key in a row without NULL.
    offset: usize,
}

impl Location {
    /// Finds out where the keys are in the rows of a table.
    ///
    /// # Safety
    /// `descriptor` must be that of an open table; what the result refers to is in `memory`.
    pub unsafe fn of(keys: &[JoinKey], descriptor: pg_sys::TupleDesc, memory: Memory) -> Self {
        // SAFETY: the table is open, so its descriptor is there.
        let all = unsafe { version::attributes(descriptor) };
        let mut this = Self { kind: None, columns: List::with_capacity(memory, 0), offset: 0 };
        let [key] = keys else { return this };
        let before = all.get(..key.column as usize).unwrap_or_default();
        for column in before {
            let alignment = match column.attalign as u8 {
                b'c' => 1,
                b's' => 2,
                b'i' => 4,
                _ => 8,
            };
            let Ok(length) = u16::try_from(column.attlen) else { return this };
            this.columns.push((length, alignment));
        }
        this.offset = offset(&this.columns, |_| true);
        this.kind = key.kind.width().is_some().then_some(key.kind);
        this
    }

    /// Returns the number, by a function that reads one of its size. It is `None` if the row has no such column, so
    /// that it has to be looked for, or if it is NULL.
    ///
    /// # Safety
    /// `row` must be a row of the table, whose key is of that size.
    #[inline(always)]
    pub unsafe fn number(
        &self,
        row: *const HeapTupleHeaderData,
        read: impl Fn(*const u8) -> u64,
    ) -> KeyInRow {
        // SAFETY: the row has a bit for each column if it has a NULL, and its columns are those of the table.
        unsafe {
            if u32::from((*row).t_infomask2) & pg_sys::HEAP_NATTS_MASK < self.columns.len() as u32 {
                return KeyInRow::Elsewhere;
            }
            let mut at = self.offset;
            if u32::from((*row).t_infomask) & pg_sys::HEAP_HASNULL != 0 {
                let bits = (*row).t_bits.as_ptr();
                let is_there = |place: usize| *bits.add(place / 8) >> (place % 8) & 1 != 0;
                if !is_there(self.columns.len().wrapping_sub(1)) {
                    return KeyInRow::Null;
                }
                at = offset(&self.columns, is_there);
            }
            KeyInRow::Number(read(row.cast::<u8>().add(usize::from((*row).t_hoff) + at)))
        }
    }
}

/// A number in a row.
pub enum KeyInRow {
    Null,
    Elsewhere,
    Number(u64),
}

/// Returns where the last of these columns is in a row that has some of them.
#[inline(always)]
fn offset(columns: &[(u16, u16)], is_there: impl Fn(usize) -> bool) -> usize {
    let (mut start, mut end) = (0_usize, 0_usize);
    for (place, (length, alignment)) in columns.iter().enumerate() {
        if is_there(place) {
            let mask = usize::from(*alignment).wrapping_sub(1);
            start = end.wrapping_add(mask) & !mask;
            end = start + usize::from(*length);
        }
    }
    start
}
