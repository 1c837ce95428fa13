//! Estimates the number of distinct hashes in little memory.
//!
//! HyperLogLog (Flajolet, Fusy, Gandouet and Meunier 2007), with the estimator of Ertl, "New cardinality
//! estimation algorithms for HyperLogLog sketches" (2017), which needs no correction for small or large
//! numbers.
//!
//! ```
//! use bloom_core::hash::estimate::{REGISTERS, add, count};
//! use bloom_core::hash::{Hash, SEED};
//!
//! let mut registers = vec![0; REGISTERS];
//! for value in 0..100_000u64 {
//!     add(&mut registers, Hash::of(&(value / 2).to_le_bytes(), SEED).h1);
//! }
//! assert!((count(&registers) / 50_000.0 - 1.0).abs() < 0.02);
//! ```

/// Number of registers, a byte each: the standard error is 0.4 %.
pub const REGISTERS: usize = 1 << BITS;

const BITS: u32 = 16;

/// Largest number in a register.
const MOST: u32 = 64 - BITS + 1;

/// Adds a hash to the registers.
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub fn add(registers: &mut [u8], hash: u64) {
    // Half of the hash decides about a block of a filter, so all bits are mixed first (MurmurHash3's
    // finalizer).
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    let hash = hash ^ (hash >> 33);
    let rank = ((hash << BITS) | 1 << (BITS - 1)).leading_zeros() + 1;
    if let Some(register) = registers.get_mut((hash >> (64 - BITS)) as usize) {
        *register = (*register).max(rank as u8);
    }
}

/// Estimates the number of distinct hashes that were added.
#[must_use]
#[allow(clippy::cast_possible_wrap)]
pub fn count(registers: &[u8]) -> f64 {
    let mut having = [0_u32; MOST as usize + 1];
    for register in registers {
        having[usize::from(*register).min(MOST as usize)] += 1;
    }
    let m = registers.len() as f64;
    let mut z = m * tau(1.0 - f64::from(having[MOST as usize]) / m);
    for number in having[1..MOST as usize].iter().rev() {
        z = 0.5 * (z + f64::from(*number));
    }
    z += m * sigma(f64::from(having[0]) / m);
    m * m / (2.0 * std::f64::consts::LN_2 * z)
}

/// Sums up `x + sum(x^(2^k) 2^(k-1))`.
fn sigma(mut x: f64) -> f64 {
    if x >= 1.0 {
        return f64::INFINITY;
    }
    let (mut y, mut z) = (1.0, x);
    loop {
        let before = z;
        x *= x;
        z += x * y;
        y += y;
        if z <= before {
            return z;
        }
    }
}

/// Sums up `(1 - x - sum((1 - x^(2^-k))^2 2^-k)) / 3`.
fn tau(mut x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return 0.0;
    }
    let (mut y, mut z) = (1.0, 1.0 - x);
    loop {
        let before = z;
        x = x.sqrt();
        y *= 0.5;
        z -= (1.0 - x) * (1.0 - x) * y;
        if z >= before {
            return z / 3.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_near_the_truth() {
        let count_of = |distinct: u64, hash: fn(u64) -> u64| {
            let mut registers = vec![0; REGISTERS];
            (0..distinct).for_each(|value| add(&mut registers, hash(value)));
            count(&registers)
        };
        assert!(count_of(0, |value| value) < 0.5);
        for distinct in [1, 10, 1000, 30_000, 300_000, 3_000_000] {
            let hashes: [fn(u64) -> u64; 3] =
                [|value| value, |value| value << 32, |value| value.wrapping_mul(0x9e37_79b9_7f4a_7c15)];
            for hash in hashes {
                let error = count_of(distinct, hash) / distinct as f64 - 1.0;
                assert!(error.abs() < 0.02, "{distinct}: {error}");
            }
        }
    }
}
