//! Chosen values: 16 bytes with any wanted hash, as MurmurHash3 can be inverted.
//!
//! Gerbet, Kumar and Lauradoux, "The power of evil choices in Bloom filters" (2015), do this to the filter of
//! a crawler.

const C1: u64 = 0x87c3_7b91_1142_53d5;
const C2: u64 = 0x4cf5_ad43_2745_937f;

/// Returns the number whose product with `odd` is 1.
fn inverse(odd: u64) -> u64 {
    // Each of Newton's iterations doubles the correct bits.
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

fn unfinalize(mut k: u64) -> u64 {
    k ^= k >> 33;
    k = k.wrapping_mul(inverse(0xc4ce_b9fe_1a85_ec53));
    k ^= k >> 33;
    k = k.wrapping_mul(inverse(0xff51_afd7_ed55_8ccd));
    k ^ (k >> 33)
}

/// Returns the 16 bytes with this MurmurHash3 x64 128 hash of seed 0.
pub fn value_with_hash(h1: u64, h2: u64) -> [u8; 16] {
    let h2 = h2.wrapping_sub(h1);
    let h1 = h1.wrapping_sub(h2);
    let (h1, h2) = (unfinalize(h1), unfinalize(h2));
    let h2 = h2.wrapping_sub(h1);
    let h1 = h1.wrapping_sub(h2);
    let (h1, h2) = (h1 ^ 16, h2 ^ 16);
    let unmix = |h: u64, added: u64, constant: u64| {
        h.wrapping_sub(constant).wrapping_mul(inverse(5)).wrapping_sub(added)
    };
    let k1 = unmix(h1, 0, 0x52dc_e729).rotate_right(27);
    let k2 = unmix(h2, h1, 0x3849_5ab5).rotate_right(31);
    let k1 = k1.wrapping_mul(inverse(C2)).rotate_right(31).wrapping_mul(inverse(C1));
    let k2 = k2.wrapping_mul(inverse(C1)).rotate_right(33).wrapping_mul(inverse(C2));
    (u128::from(k1) | u128::from(k2) << 64).to_le_bytes()
}

/// Returns the fewest values that set all bits of a filter: each sets `hashes` consecutive bits of its own.
pub fn values_that_fill(bits: u64, hashes: u8) -> impl Iterator<Item = [u8; 16]> {
    let step = u64::from(hashes);
    (0..bits.div_ceil(step)).map(move |i| value_with_hash(i * step, 1))
}

/// Returns absent values, all positions of which are one of the bits `set`.
pub fn values_that_seem_present(bits: u64, set: impl Iterator<Item = u64>) -> impl Iterator<Item = [u8; 16]> {
    set.map(move |position| value_with_hash(position + 1000 * bits, 0))
}
