//! The canonical bytes of a value, which are hashed.
//!
//! Two values that are equal in SQL must have the same canonical bytes, on every machine and after
//! every dump; so numbers have one width and one byte order here, and text is UTF-8.
//!
//! ```
//! use bloom_core::element::canonical;
//!
//! assert_eq!(canonical::integer(42), [42, 0, 0, 0, 0, 0, 0, 0]); // of smallint, integer and bigint
//! assert_eq!(canonical::float(-0.0), canonical::float(0.0));
//! assert_eq!(canonical::unpadded(b"ab   "), b"ab"); // of char(5)
//! ```

use crate::interrupt::{self, STEP};

/// Canonical bytes of a whole number.
#[must_use]
#[inline]
pub fn integer(value: i64) -> [u8; 8] {
    value.to_le_bytes()
}

/// Text without its trailing blanks: canonical bytes of [`crate::element::Family::Padded`].
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

/// Canonical bytes of a floating-point number: -0 is 0, and every NaN is the one quiet NaN.
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
