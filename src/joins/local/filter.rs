//! The filter of a join: words of 64 bits, of which each key sets 4 bits of one.
//!
//! One word a key is one access to memory, whatever the size of the filter. Its bits can be set by several
//! processes at once.

use crate::pg::executor::{self, huge_words};
use crate::pg::prefetch::prefetch;
use pgrx::pg_sys;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of the filter for each key that is expected; sizes are powers of 2, so there are up to twice as many.
const BITS: f64 = 12.0;

/// Least number of bits for each key: with fewer, too many absent keys pass.
const LEAST_BITS: f64 = 5.0;

/// Binary logarithm of the least number of words: 16 kB.
pub const LEAST_SIZE: u32 = 11;

/// Binary logarithm of the largest number of words.
const MOST_SIZE: u32 = 30;

/// Binary logarithm of the number of words that fit the processor's nearest cache, where prefetching is of no use.
const CACHED_SIZE: u32 = 12;

/// Part of the memory of a hash table that its filter may use besides.
const SHARE_OF_MEMORY: usize = 4;

/// Returns the hash of a number, whose bits are all used.
#[inline(always)]
pub const fn mix(number: u64) -> u64 {
    let product = (number ^ 0x2d35_8dcc_aa6c_78a5) as u128 * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

/// Returns the bits that a key sets in its word.
#[inline(always)]
const fn bits(hash: u64) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63) | 1 << (hash >> 18 & 63)
}

/// Returns the memory that a filter may use.
pub fn memory_limit() -> usize {
    // SAFETY: this computes a number of two settings.
    unsafe { pg_sys::get_hash_memory_limit() / SHARE_OF_MEMORY }
}

/// Returns the binary logarithm of the number of words for that many keys, or `None` if that would take more memory
/// than `limit`.
pub fn size_for(keys: f64, limit: usize) -> Option<u32> {
    let largest = (limit / size_of::<u64>()).max(1).ilog2().min(MOST_SIZE);
    let wanted =
        (LEAST_SIZE..=MOST_SIZE).find(|size| f64::from(64_u32) * 2_f64.powi(*size as i32) >= keys * BITS)?;
    let size = wanted.min(largest);
    (size >= LEAST_SIZE && f64::from(64_u32) * 2_f64.powi(size as i32) >= keys * LEAST_BITS).then_some(size)
}

/// Words that are written between two checks for interrupts: 8 MB.
const WORDS_AT_ONCE: usize = 1 << 20;

/// The words of a filter.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    first: *mut u64,
    /// Binary logarithm of their number.
    size: u32,
    /// Binary logarithm of the number of words that there is memory for.
    allocated: u32,
}

impl Words {
    /// Wraps the words of a filter, 2 to the power of `size`.
    pub fn new(first: *mut u64, size: u32) -> Self {
        Self { first, size, allocated: size }
    }

    /// Allocates the words of a filter, which are not written yet; `None` if there is not enough memory.
    ///
    /// # Safety
    /// As for [`huge_words`].
    pub unsafe fn allocate(memory: pg_sys::MemoryContext, size: u32) -> Option<Self> {
        // SAFETY: the memory context is alive.
        let first = unsafe { huge_words(memory, 1 << size) };
        (!first.is_null()).then_some(Self::new(first, size))
    }

    /// The same in the memory of an earlier filter, if there is one and it is large enough; otherwise frees that.
    ///
    /// # Safety
    /// As for [`Self::allocate`]; nobody may use the earlier filter.
    pub unsafe fn instead_of(before: Option<Self>, memory: pg_sys::MemoryContext, size: u32) -> Option<Self> {
        if let Some(words) = before {
            if size <= words.allocated {
                return Some(words.resized(size));
            }
            // SAFETY: the memory was allocated for these words.
            unsafe { pg_sys::pfree(words.first.cast()) }
        }
        // SAFETY: the caller guarantees the context.
        unsafe { Self::allocate(memory, size) }
    }

    /// Returns a filter of another size that uses the same memory, whose words are not written yet; it is not
    /// larger than the memory.
    pub fn resized(self, size: u32) -> Self {
        Self { size: size.min(self.allocated), ..self }
    }

    /// Returns the binary logarithm of the number of words.
    pub fn size(self) -> u32 {
        self.size
    }

    /// Returns the number of bytes.
    pub fn bytes(self) -> usize {
        size_of::<u64>() << self.size
    }

    /// Returns the number of keys for which the filter is large enough.
    pub fn keys(self) -> u64 {
        ((64_u64 << self.size) as f64 / BITS) as u64
    }

    /// Returns the number of keys from which on the filter is of no use.
    pub fn most_keys(self) -> u64 {
        ((64_u64 << self.size) as f64 / LEAST_BITS) as u64
    }

    /// Empties the filter.
    ///
    /// # Safety
    /// The words must be alive, and nobody else may use them; for the stack, see [`executor`].
    pub unsafe fn clear(self) {
        for start in (0..1_usize << self.size).step_by(WORDS_AT_ONCE) {
            // SAFETY: the words are alive, and their number is a power of 2, as is `WORDS_AT_ONCE`.
            unsafe {
                executor::check_interrupts();
                self.first.add(start).write_bytes(0, WORDS_AT_ONCE.min(1 << self.size));
            }
        }
    }

    /// Copies the words to a filter of the same size.
    ///
    /// # Safety
    /// The words of both must be alive, and nobody else may use those of `to`; for the stack, see [`executor`].
    pub unsafe fn copy_to(self, to: Self) {
        for start in (0..1_usize << self.size.min(to.size)).step_by(WORDS_AT_ONCE) {
            // SAFETY: as for `clear`.
            unsafe {
                executor::check_interrupts();
                let count = WORDS_AT_ONCE.min(1 << self.size);
                to.first.add(start).copy_from_nonoverlapping(self.first.add(start), count);
            }
        }
    }

    /// Returns a filter of twice the size with the same keys: a word becomes the two words that its keys would be
    /// in.
    ///
    /// # Safety
    /// As for [`Self::allocate`]; the words must be alive.
    pub unsafe fn doubled(self, memory: pg_sys::MemoryContext) -> Option<Self> {
        if self.size >= MOST_SIZE {
            return None;
        }
        let size = self.size + 1;
        // SAFETY: the words and the context are alive; the larger filter has room for twice as many.
        unsafe {
            let larger =
                if size > self.allocated { Self::allocate(memory, size)? } else { self.resized(size) };
            self.spread_into(larger, || executor::check_interrupts());
            if larger.first != self.first {
                pg_sys::pfree(self.first.cast());
            }
            Some(larger)
        }
    }

    /// Copies each word into two of a filter of twice the size, which may use the same memory. `pause` is called
    /// now and then.
    ///
    /// # Safety
    /// The words of both must be alive.
    unsafe fn spread_into(self, larger: Self, pause: impl Fn()) {
        // From the end on, no word is written before it is read.
        for place in (0..1_usize << larger.size).rev() {
            if place.is_multiple_of(WORDS_AT_ONCE) {
                pause();
            }
            // SAFETY: the words are alive; `place` is one of the larger filter's.
            unsafe { *larger.first.add(place) = *self.first.add(place / 2) }
        }
    }

    /// Returns the word of a key.
    #[inline(always)]
    fn word(self, hash: u64) -> *mut u64 {
        self.first.wrapping_add((hash >> (64 - self.size)) as usize)
    }

    /// Starts to load the word of a key that is soon asked for.
    #[inline(always)]
    pub fn prefetch(self, hash: u64) {
        if self.size > CACHED_SIZE {
            prefetch(self.word(hash));
        }
    }

    /// Returns whether the filter may have a key.
    ///
    /// # Safety
    /// The words must be alive.
    #[inline(always)]
    pub unsafe fn contains(self, hash: u64) -> bool {
        // SAFETY: the words are alive, and `word` returns one of them.
        unsafe { *self.word(hash) & bits(hash) == bits(hash) }
    }

    /// Adds a key.
    ///
    /// # Safety
    /// The words must be alive, and nobody else may use them.
    #[inline(always)]
    pub unsafe fn add(self, hash: u64) {
        // SAFETY: the words are alive and nobody else's, and `word` returns one of them.
        unsafe { *self.word(hash) |= bits(hash) }
    }

    /// Adds a key while other processes add others.
    ///
    /// # Safety
    /// The words must be alive.
    #[inline(always)]
    pub unsafe fn add_shared(self, hash: u64) {
        // SAFETY: the words are alive, and `word` returns one of them; whoever uses them meanwhile does so
        // atomically.
        unsafe {
            let word = AtomicU64::from_ptr(self.word(hash));
            if word.load(Ordering::Relaxed) & bits(hash) != bits(hash) {
                word.fetch_or(bits(hash), Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(size: u32) -> (Vec<u64>, Words) {
        let mut memory = vec![0_u64; 1 << size];
        let words = Words::new(memory.as_mut_ptr(), size);
        (memory, words)
    }

    #[test]
    fn sizes_follow_the_keys_and_the_limit() {
        assert_eq!(size_for(0.0, 1 << 30), Some(LEAST_SIZE));
        assert_eq!(size_for(1e6, 1 << 30), Some(18)); // 12 million bits
        assert_eq!(size_for(1e6, 1 << 20), Some(17));
        assert_eq!(size_for(1e6, 1 << 19), None); // 4 bits
        assert_eq!(size_for(10.0, 8 << 10), None);
    }

    #[test]
    fn keys_are_found_and_few_others() {
        let (_memory, words) = words(12);
        // SAFETY: the words are alive.
        unsafe {
            (0..words.keys()).for_each(|key| words.add(mix(key)));
            assert!((0..words.keys()).all(|key| words.contains(mix(key))));
            let wrong = (1 << 32..(1 << 32) + 100_000).filter(|key| words.contains(mix(*key))).count();
            assert!(wrong < 1_500, "{wrong} of 100,000"); // 0.7 % are expected with 12 bits for each key
        }
    }

    #[test]
    fn a_filter_grows_in_its_memory() {
        let (_memory, large) = words(13);
        let small = large.resized(12);
        assert_eq!((small.bytes(), small.resized(20).bytes()), (32 << 10, 64 << 10));
        // SAFETY: the words are alive.
        unsafe {
            (0..1_000).for_each(|key| small.add(mix(key)));
            small.spread_into(large, || {});
            assert!((0..1_000).all(|key| large.contains(mix(key))));
            let wrong = (1 << 32..(1 << 32) + 100_000).filter(|key| large.contains(mix(*key))).count();
            assert!(wrong < 100, "{wrong} of 100,000");
        }
    }

    #[test]
    fn adding_as_one_of_several_is_the_same() {
        let ((alone, one), (together, several)) = (words(11), words(11));
        // SAFETY: the words are alive.
        (0..5_000).map(mix).for_each(|hash| unsafe {
            one.add(hash);
            several.add_shared(hash);
        });
        assert_eq!(alone, together);
    }
}
