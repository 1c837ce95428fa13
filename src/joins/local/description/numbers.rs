//! Items as numbers of a list, and back.

use pgrx::pg_sys::Oid;

/// Writes the number of items, and the items.
pub fn write_all<T>(items: &[T], to: &mut Vec<i32>, write: impl Fn(&T, &mut Vec<i32>)) {
    to.push(items.len() as i32);
    items.iter().for_each(|item| write(item, to));
}

/// Reads what [`write_all`] wrote.
pub fn read_all<T, I: Iterator<Item = i32>>(from: &mut I, read: impl Fn(&mut I) -> T) -> Vec<T> {
    (0..number(from)).map(|_| read(from)).collect()
}

pub fn number(from: &mut impl Iterator<Item = i32>) -> i32 {
    from.next().unwrap_or(0)
}

pub fn oid(from: &mut impl Iterator<Item = i32>) -> Oid {
    Oid::from(number(from).cast_unsigned())
}

pub fn flag(from: &mut impl Iterator<Item = i32>) -> bool {
    number(from) != 0
}
