//! Variables of the session that grow.

use std::cell::Cell;
use std::thread::LocalKey;

/// Calls `f` with a variable of the session, to read or to change it.
///
/// Nothing is borrowed meanwhile: if memory runs out, PostgreSQL's ERROR jumps over `f` and leaves the variable empty.
pub fn with<T: Default, R>(variable: &'static LocalKey<Cell<T>>, f: impl FnOnce(&mut T) -> R) -> R {
    let mut taken = variable.take();
    let result = f(&mut taken);
    variable.set(taken);
    result
}
