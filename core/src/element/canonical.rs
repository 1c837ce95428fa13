//! Canonical bytes of values: the bytes that are hashed.
//!
//! Values that are equal in SQL must have the same ones on every machine and after every dump.
//!
//! ```
//! use bloom_core::element::canonical;
//!
//! assert_eq!(canonical::integer(42), [42, 0, 0, 0, 0, 0, 0, 0]); // of smallint, integer and bigint
//! assert_eq!(canonical::float(-0.0), canonical::float(0.0));
//! assert_eq!(canonical::unpadded(b"ab   "), b"ab"); // of char(5)
//! ```

use crate::interrupt::{self, STEP};

/// Returns the canonical bytes of an integer.
#[must_use]
#[inline]
pub fn integer(value: i64) -> [u8; 8] {
    value.to_le_bytes()
}

/// Returns `text` without trailing blanks: the canonical bytes of [`crate::element::Family::Padded`].
#[must_use]
pub fn unpadded(text: &[u8]) -> &[u8] {
    let mut len = text.len();
    while len > 0 && text[len - 1] == b' ' {
        len -= 1;
        if len.is_multiple_of(STEP) {
            interrupt::check();
        }
    }
    &text[..len]
}

/// Returns the canonical bytes of a floating-point number: -0 becomes 0, every NaN the same quiet NaN.
#[must_use]
#[inline]
pub fn float(value: f64) -> [u8; 8] {
    let one_of_each = if value.is_nan() { f64::from_bits(0x7ff8 << 48) } else { value + 0.0 };
    one_of_each.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_floats_have_equal_bytes() {
        assert_eq!(float(-0.0), float(0.0));
        assert_eq!(float(-f64::NAN), float(f64::NAN));
        assert_eq!(float(f64::from_bits(0x7ff0_0000_0000_0001)), float(f64::NAN));
        assert_ne!(float(-1.0), float(1.0));
        assert_eq!(float(5e-324), 1u64.to_le_bytes(), "subnormals keep their bits");
    }

    #[test]
    fn only_trailing_blanks_are_padding() {
        for (text, expected) in [("", ""), ("   ", ""), ("a  ", "a"), (" a b\t ", " a b\t"), ("東 ", "東")]
        {
            assert_eq!(unpadded(text.as_bytes()), expected.as_bytes());
        }
    }
}
