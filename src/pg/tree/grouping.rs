//! The columns by whose values a node of a plan puts rows together.

use super::{List, Node};
use pgrx::pg_sys::{self, AttrNumber, Oid, Plan};

/// A column of a node's input by whose values it puts rows together.
#[derive(Debug, Clone, Copy)]
pub struct GroupingColumn {
    /// The column of the input, from 1 on.
    pub number: i16,
    /// The operator that tells which values are equal.
    pub operator: Oid,
    pub collation: Oid,
}

impl Node<'_, Plan> {
    /// Returns the columns by which a node puts rows together, for each of its grouping sets; `None` if it is no
    /// node that does so. There are no columns if all rows belong together.
    pub fn grouping_sets(self) -> Option<Vec<Vec<GroupingColumn>>> {
        // SAFETY: each of these nodes has the three arrays of as many columns as it says.
        unsafe {
            if let Some(agg) = self.is::<pg_sys::Agg>() {
                return Some(agg.phases().flat_map(Node::sets).collect());
            }
            let columns = if let Some(group) = self.is::<pg_sys::Group>() {
                columns(group.numCols, group.grpColIdx, group.grpOperators, group.grpCollations)
            } else if let Some(unique) = self.is::<pg_sys::Unique>() {
                columns(unique.numCols, unique.uniqColIdx, unique.uniqOperators, unique.uniqCollations)
            } else {
                let window = self.is::<pg_sys::WindowAgg>()?;
                columns(window.partNumCols, window.partColIdx, window.partOperators, window.partCollations)
            };
            Some(vec![columns])
        }
    }
}

impl<'t> Node<'t, pg_sys::Agg> {
    /// Returns whether the node reads all its input before it returns a group.
    pub fn is_hashed(self) -> bool {
        self.aggstrategy == pg_sys::AggStrategy::AGG_HASHED
    }

    /// Returns the node, and those that hold the other sorts and hash tables of its grouping sets.
    fn phases(self) -> impl Iterator<Item = Self> {
        std::iter::once(self).chain(self.chain().iter())
    }

    /// Returns the columns of each grouping set of this phase: the first ones of the node's, as many as the set has.
    fn sets(self) -> Vec<Vec<GroupingColumn>> {
        // SAFETY: the node has the three arrays of as many columns as it says.
        let all = unsafe { columns(self.numCols, self.grpColIdx, self.grpOperators, self.grpCollations) };
        let sets: List<'t, pg_sys::List> = self.grouping_sets();
        if sets.is_empty() {
            return vec![all];
        }
        // A set without columns is a null pointer.
        let length = |place| sets.get(place).map_or(0, |set| set.length as usize);
        (0..sets.len()).map(|place| all.iter().copied().take(length(place)).collect()).collect()
    }
}

/// Pairs the arrays of a node's columns.
///
/// # Safety
/// Each must have `count` items.
unsafe fn columns(
    count: i32,
    numbers: *mut AttrNumber,
    operators: *mut Oid,
    collations: *mut Oid,
) -> Vec<GroupingColumn> {
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: the arrays have so many items.
    let column = |place| unsafe {
        GroupingColumn {
            number: *numbers.add(place),
            operator: *operators.add(place),
            collation: *collations.add(place),
        }
    };
    (0..count).map(column).collect()
}
