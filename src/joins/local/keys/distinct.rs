//! The distinct keys of the inner side of a join, as long as they are few.
//!
//! Each column of the join's key that tells of partitions or blocks has a set of its values: a list, and a hash table
//! of places in it. Values that are equal with other bytes, such as 1.0 and 1.00, are kept twice, which costs only
//! space. If there are too many, or if they take more memory than a filter may, only the smallest and the largest
//! remain, of numbers and times whose order is that of signed integers.
//!
//! The functions that run for each row raise no ERROR that unwinds: what allocates is behind [`guard`].

use super::events;
use crate::joins::local::description::PlannedKey;
use crate::joins::local::filter::{memory_limit, mix};
use crate::pg::boundary::guard;
use crate::pg::executor;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::{catalog, version};
use pgrx::pg_sys::{self, Datum};

/// Most distinct values that are kept of a column.
const MOST: usize = 10_000;

/// Values of the first allocation.
const FIRST: usize = 256;

/// The keys of one scan of the inner side.
pub struct Keys {
    /// Memory of the values, which ends with the scan.
    memory: Memory,
    pub columns: List<Column>,
    /// The hashes of all keys of a row, if scans test them beside the filter. They are not shared.
    hashes: Option<Column>,
    /// A number for each scan that was read to its end; 0 if it is not.
    generation: u64,
}

/// What is known of a column's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Known {
    /// All values.
    All,
    /// The smallest and the largest.
    Extremes,
    Nothing,
}

/// The values of a column.
pub struct Column {
    /// The number of the key, and its column in the rows of the inner side.
    pub key: usize,
    number: i16,
    length: i16,
    by_value: bool,
    /// Whether the order of the values is that of the integers that they are stored as.
    pub is_ordered: bool,
    pub known: Known,
    pub values: List<Datum>,
    /// The numbers of values, from 1 on, at the places of their hashes; 0 is free.
    places: List<u32>,
    /// Bytes of values that are not in the list.
    bytes: usize,
    pub least: i64,
    pub most: i64,
}

impl Keys {
    /// Prepares to keep some of the keys, and hashes if `keeps_hashes`.
    ///
    /// # Safety
    /// `columns` must describe the rows of the inner side; the result must not outlive `query`.
    pub unsafe fn new(
        (keys, keeps_hashes): (&[PlannedKey], bool),
        keep: impl Fn(usize) -> bool,
        rows: pg_sys::TupleDesc,
        query: Memory,
    ) -> Self {
        let memory = query.new_below();
        let mut columns = List::with_capacity(query, keys.len());
        // SAFETY: the caller guarantees the rows.
        let attributes = unsafe { version::attributes(rows) };
        for (number, key) in keys.iter().enumerate().filter(|(number, _)| keep(*number)) {
            let Some(attribute) = attributes.get(key.column as usize - 1) else { continue };
            let (_, of) = catalog::operand_types(key.operator);
            // Not by how keys are hashed: xid8 has no sign, but up to 17 the hash function of 8-byte integers.
            let is_time = matches!(of, pg_sys::DATEOID | pg_sys::TIMESTAMPOID | pg_sys::TIMESTAMPTZOID);
            let mut column = Column::new(attribute.attlen, attribute.attbyval, memory);
            (column.key, column.number) = (number, key.column);
            column.is_ordered = attribute.attbyval && (catalog::is_integer(of) || is_time);
            columns.push(column);
        }
        let hashes = keeps_hashes.then(|| Column::new(size_of::<u64>() as i16, true, memory));
        Self { memory, columns, hashes, generation: 0 }
    }

    /// Adds the keys of a row, of which none is NULL.
    ///
    /// # Safety
    /// `slot` must have a row of the inner side, and the memory of the row be the current one; for the stack, see
    /// [`executor`].
    #[inline(always)]
    pub unsafe fn add(&mut self, slot: *mut pg_sys::TupleTableSlot) {
        let memory = self.memory;
        for column in self.columns.iter_mut().filter(|column| column.known != Known::Nothing) {
            // SAFETY: the slot has the row.
            unsafe {
                if let Some(value) = executor::column(slot, column.number) {
                    column.add(value, memory);
                }
            }
        }
    }

    /// Adds the hash of all keys of a row.
    ///
    /// # Safety
    /// As for [`Self::add`].
    #[inline(always)]
    pub unsafe fn add_hash(&mut self, hash: u64) {
        if let Some(hashes) = self.hashes.as_mut().filter(|hashes| hashes.known == Known::All) {
            // SAFETY: the hash is a number.
            unsafe { hashes.add(Datum::from(hash), self.memory) }
        }
    }

    /// Returns the hashes of all rows, if they are known.
    pub fn hashes(&self) -> Option<&Column> {
        self.hashes.as_ref().filter(|hashes| hashes.known == Known::All && self.generation != 0)
    }

    /// Takes account of the end of the rows.
    pub fn complete(&mut self) {
        self.generation = events::next();
    }

    /// Forgets all keys, and frees their memory.
    pub fn forget(&mut self) {
        events::next();
        self.generation = 0;
        let memory = self.memory;
        for column in self.columns.iter_mut().chain(self.hashes.as_mut()) {
            column.known = Known::All;
            column.values = List::with_capacity(memory, 0);
            column.places = List::with_capacity(memory, 0);
            column.bytes = 0;
            (column.least, column.most) = (i64::MAX, i64::MIN);
        }
        // SAFETY: the lists were the only use of it.
        unsafe { memory.reset() }
    }

    /// Returns the number of the scan whose keys these are; `None` if not all are known.
    pub fn generation(&self) -> Option<u64> {
        (self.generation != 0).then_some(self.generation)
    }

    /// Returns the values of a key.
    pub fn of(&self, key: usize) -> Option<&Column> {
        self.columns.iter().find(|column| column.key == key)
    }

    /// Adds a value that another process has kept.
    ///
    /// # Safety
    /// The image must be that of a value of the column of that place; for the stack, see [`executor`].
    pub unsafe fn take(&mut self, place: usize, image: *mut u8) {
        let memory = self.memory;
        if let Some(column) = self.columns.get_mut(place) {
            // SAFETY: the caller guarantees the image.
            unsafe { column.add(column.value_of(image), memory) }
        }
    }
}

impl Column {
    /// Creates a column without values, whose order is not known.
    fn new(length: i16, by_value: bool, memory: Memory) -> Self {
        Self {
            key: 0,
            number: 0,
            length,
            by_value,
            is_ordered: false,
            known: Known::All,
            values: List::with_capacity(memory, 0),
            places: List::with_capacity(memory, 0),
            bytes: 0,
            least: i64::MAX,
            most: i64::MIN,
        }
    }

    /// Adds a value.
    ///
    /// # Safety
    /// As for [`Keys::add`].
    #[inline(always)]
    unsafe fn add(&mut self, value: Datum, memory: Memory) {
        // SAFETY: the value is one of the column.
        unsafe {
            if self.is_ordered {
                let integer = self.integer(value);
                self.least = self.least.min(integer);
                self.most = self.most.max(integer);
            }
            if self.known != Known::All {
                return;
            }
            let value = self.at_hand(value);
            let hash = self.hash(value);
            if !self.has(value, hash) {
                self.add_new(value, hash, memory);
            }
        }
    }

    /// Returns whether a value is kept.
    ///
    /// # Safety
    /// The value must be one of the column, at hand, and `hash` be its hash.
    #[inline(always)]
    unsafe fn has(&self, value: Datum, hash: u64) -> bool {
        let mask = self.places.len().wrapping_sub(1);
        let mut place = hash as usize & mask;
        while let Some(number) = self.places.get(place).copied().filter(|number| *number != 0) {
            // SAFETY: the caller guarantees the value.
            let is_same = |known: &Datum| unsafe { self.is_same(*known, value) };
            if self.values.get(number as usize - 1).is_some_and(is_same) {
                return true;
            }
            place = (place + 1) & mask;
        }
        false
    }

    /// Returns whether a number is kept, of a column that has numbers.
    #[inline(always)]
    pub fn has_number(&self, number: u64) -> bool {
        let value = Datum::from(number);
        // SAFETY: the value is a number.
        self.by_value && unsafe { self.has(value, self.hash(value)) }
    }

    /// Adds a value that is not there yet.
    ///
    /// # Safety
    /// As for [`Keys::add`].
    #[cold]
    unsafe fn add_new(&mut self, value: Datum, hash: u64, memory: Memory) {
        // SAFETY: the value is one of the column; nothing on the stack needs to be dropped.
        unsafe {
            let own = if self.by_value { 0 } else { self.bytes_of(value).len() };
            if self.values.len() >= MOST || self.memory() + own > memory_limit() {
                self.overflow();
                return;
            }
            guard(|| {
                if self.values.len() * 2 >= self.places.len() {
                    self.grow(memory);
                }
                let kept = if self.by_value { value } else { self.copy(&value, memory) };
                self.bytes += own;
                self.values.push(kept);
            });
            self.put(hash, self.values.len() as u32);
        }
    }

    /// Forgets the values, but for the smallest and the largest.
    pub fn overflow(&mut self) {
        self.known = if self.is_ordered { Known::Extremes } else { Known::Nothing };
    }

    /// Makes place for more values.
    ///
    /// # Safety
    /// The values must be alive.
    unsafe fn grow(&mut self, memory: Memory) {
        let size = (self.places.len() * 2).max(2 * FIRST);
        let before = std::mem::replace(&mut self.places, List::filled(memory, size, 0));
        before.free();
        for number in 0..self.values.len() {
            // SAFETY: the caller guarantees the values.
            let hash = unsafe { self.hash(self.values[number]) };
            self.put(hash, number as u32 + 1);
        }
    }

    /// Puts the number of a value at the first free place.
    fn put(&mut self, hash: u64, number: u32) {
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        while self.places[place] != 0 {
            place = (place + 1) & mask;
        }
        self.places[place] = number;
    }

    fn memory(&self) -> usize {
        self.bytes + self.values.len() * (size_of::<Datum>() + 4 * size_of::<u32>())
    }

    /// Returns a value that is passed by value as a number, different for different values.
    #[inline(always)]
    pub fn integer(&self, value: Datum) -> i64 {
        integer(value, self.length)
    }

    /// Returns whether a value may be from one integer to another; `sorted` are all values, if they are known.
    pub fn may_be_between(&self, sorted: &[Datum], least: i64, most: i64) -> bool {
        match self.known {
            Known::All => {
                let place = sorted.partition_point(|value| self.integer(*value) < least);
                sorted.get(place).is_some_and(|value| self.integer(*value) <= most)
            }
            Known::Extremes => self.least <= most && least <= self.most,
            Known::Nothing => true,
        }
    }

    /// Returns the values in the order of their bytes, or of the integers that they are: that of an index, which is
    /// then read from page to page.
    ///
    /// # Safety
    /// The values must be alive.
    pub unsafe fn sorted(&self, memory: Memory) -> List<Datum> {
        let mut sorted = List::with_capacity(memory, self.values.len());
        self.values.iter().for_each(|value| sorted.push(*value));
        if self.by_value {
            sorted.sort_unstable_by_key(|value| self.integer(*value));
        } else {
            // SAFETY: the caller guarantees the values.
            sorted.sort_unstable_by(|one, other| unsafe { self.bytes_of(*one).cmp(self.bytes_of(*other)) });
        }
        sorted
    }

    /// Returns the smallest and the largest value, if they are known and there are any.
    pub fn extremes(&self) -> Option<(Datum, Datum)> {
        let datum = |integer: i64| Datum::from(integer);
        (self.is_ordered && self.least <= self.most).then(|| (datum(self.least), datum(self.most)))
    }

    /// Returns a value that is neither compressed nor stored elsewhere.
    ///
    /// # Safety
    /// As for [`Keys::add`].
    #[inline(always)]
    unsafe fn at_hand(&self, value: Datum) -> Datum {
        if self.length == -1 {
            // SAFETY: the value is a varlena.
            unsafe { executor::detoast_packed(value) }
        } else {
            value
        }
    }

    /// Returns the bytes of a value that is passed by reference.
    ///
    /// # Safety
    /// The value must be one of the column, at hand, and outlive the result.
    pub unsafe fn bytes_of<'a>(&self, value: Datum) -> &'a [u8] {
        let start = value.cast_mut_ptr::<u8>();
        // SAFETY: the caller guarantees the value.
        unsafe {
            match self.length {
                -1 => {
                    let start = start.cast();
                    std::slice::from_raw_parts(
                        pgrx::varlena::vardata_any(start).cast(),
                        pgrx::varlena::varsize_any_exhdr(start),
                    )
                }
                -2 => std::ffi::CStr::from_ptr(start.cast()).to_bytes_with_nul(),
                length => std::slice::from_raw_parts(start, length as usize),
            }
        }
    }

    /// # Safety
    /// As for [`Self::bytes_of`].
    #[inline(always)]
    unsafe fn hash(&self, value: Datum) -> u64 {
        if self.by_value {
            return mix(self.integer(value).cast_unsigned());
        }
        // SAFETY: the caller guarantees the value.
        unsafe { self.bytes_of(value) }.chunks(8).fold(0, |hash, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            mix(hash ^ u64::from_le_bytes(word))
        })
    }

    /// # Safety
    /// As for [`Self::bytes_of`].
    #[inline(always)]
    unsafe fn is_same(&self, one: Datum, other: Datum) -> bool {
        // SAFETY: the caller guarantees the values.
        unsafe {
            if self.by_value {
                self.integer(one) == self.integer(other)
            } else {
                self.bytes_of(one) == self.bytes_of(other)
            }
        }
    }

    /// # Safety
    /// As for [`Self::bytes_of`].
    unsafe fn copy(&self, value: &Datum, memory: Memory) -> Datum {
        // SAFETY: the caller guarantees the value.
        unsafe {
            let image = self.image(value);
            let place = pg_sys::MemoryContextAlloc(memory.context(), image.len());
            place.cast::<u8>().copy_from_nonoverlapping(image.as_ptr(), image.len());
            Datum::from(place)
        }
    }

    /// Returns the bytes of a value as it is stored, with its length if that varies.
    ///
    /// # Safety
    /// As for [`Self::bytes_of`].
    pub unsafe fn image<'a>(&self, value: &'a Datum) -> &'a [u8] {
        // SAFETY: the caller guarantees the value.
        unsafe {
            if self.by_value {
                return std::slice::from_raw_parts(std::ptr::from_ref(value).cast(), size_of::<Datum>());
            }
            let length = pg_sys::datumGetSize(*value, false, i32::from(self.length));
            std::slice::from_raw_parts(value.cast_mut_ptr(), length)
        }
    }

    /// Returns the value of an image.
    ///
    /// # Safety
    /// It must be one that [`Self::image`] returned for this column, and outlive the result.
    unsafe fn value_of(&self, image: *mut u8) -> Datum {
        // SAFETY: the caller guarantees the image.
        if self.by_value { unsafe { image.cast::<Datum>().read() } } else { Datum::from(image) }
    }
}

/// Returns a value of so many bytes that is passed by value as a number.
#[inline(always)]
pub fn integer(value: Datum, length: i16) -> i64 {
    match length {
        1 => i64::from(value.value() as i8),
        2 => i64::from(value.value() as i16),
        4 => i64::from(value.value() as i32),
        _ => value.value() as i64,
    }
}
