//! Functions that may need more memory than a state has: they get it from a [`StateMemory`].

use super::build_spec::BuildSpec;
use super::edit::StateMut;
use super::expected::Expected;
use super::format::StateSize;
use super::view::State;
use crate::cells::Cells;
use crate::error::{Error, Result};
use crate::hash::Hash;

/// Provides memory for states, and what is known about the number of values to come.
pub trait StateMemory {
    /// Memory of one state.
    type Bytes: AsMut<[u8]>;
    /// Error of an allocation; every function that calls it returns this type.
    type Error: From<Error>;

    /// Allocates `len` zeroed bytes.
    ///
    /// # Errors
    /// Any; the state then keeps its memory and its values.
    fn zeroed(&self, len: usize) -> Result<Self::Bytes, Self::Error>;

    /// Estimates the number of values, when a table of them becomes too large.
    fn expected(&self) -> Expected {
        Expected::default()
    }
}

/// Memory from the allocator of Rust.
#[derive(Debug, Clone, Copy, Default)]
pub struct Heap {
    /// Result of [`StateMemory::expected`].
    pub expected: Expected,
}

impl StateMemory for Heap {
    type Bytes = Vec<u8>;
    type Error = Error;

    fn zeroed(&self, len: usize) -> Result<Vec<u8>> {
        Ok(vec![0; len])
    }

    fn expected(&self) -> Expected {
        self.expected
    }
}

/// Creates a state without values; it takes the element type of its first value.
///
/// # Errors
/// Those of [`Params::for_capacity`](crate::layout::Params::for_capacity) and of the memory.
pub fn create<C: Cells, M: StateMemory>(spec: &BuildSpec, memory: &M) -> Result<M::Bytes, M::Error> {
    let size = spec.state_size::<C>()?;
    let mut bytes = memory.zeroed(size.len())?;
    StateMut::<C>::create(bytes.as_mut(), size)?;
    Ok(bytes)
}

/// Adds a hash that [`State::hashing`] computed, after [`StateMut::check_element`].
///
/// # Errors
/// [`Error::TooManyValues`] as soon as no filter can hold all values; the errors of the memory.
pub fn push<C: Cells, M: StateMemory>(bytes: &mut M::Bytes, hash: Hash, memory: &M) -> Result<(), M::Error> {
    while let Some(size) = StateMut::<C>::new(bytes.as_mut())?.push(hash, || memory.expected())? {
        replace::<C, M>(bytes, None, size, memory)?;
    }
    Ok(())
}

/// Empties the buffer, for example before [`StateMut::remove`].
///
/// # Errors
/// Those of [`push`].
pub fn flush<C: Cells, M: StateMemory>(bytes: &mut M::Bytes, memory: &M) -> Result<(), M::Error> {
    while let Some(size) = StateMut::<C>::new(bytes.as_mut())?.flush(|| memory.expected())? {
        replace::<C, M>(bytes, None, size, memory)?;
    }
    Ok(())
}

/// Adds all values of another state of the same build.
///
/// # Errors
/// [`Error::ElementMismatch`]; [`Error::ArgumentChanged`] if the two builds have different arguments; the errors of the
/// memory.
pub fn merge<C: Cells, M: StateMemory>(
    bytes: &mut M::Bytes,
    other: &State<'_, C>,
    memory: &M,
) -> Result<(), M::Error> {
    if let Some(size) = StateMut::<C>::new(bytes.as_mut())?.merge(other, || memory.expected())? {
        replace(bytes, Some(other), size, memory)?;
    }
    Ok(())
}

/// Replaces a state by one of this size, which also has the values of `other`.
fn replace<C: Cells, M: StateMemory>(
    bytes: &mut M::Bytes,
    other: Option<&State<'_, C>>,
    size: StateSize,
    memory: &M,
) -> Result<(), M::Error> {
    let mut larger = memory.zeroed(size.len())?;
    let mut state = StateMut::<C>::without_values(larger.as_mut(), size)?;
    state.absorb(&State::new(bytes.as_mut())?)?;
    other.map_or(Ok(()), |other| state.absorb(other))?;
    *bytes = larger;
    Ok(())
}
