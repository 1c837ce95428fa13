//! The values that are looked for: evaluated when the first row is asked for, and after each rescan.

use crate::pg::array::Array;
use crate::pg::catalog;
use crate::pg::executor;
use crate::pg::list::List;
use crate::pg::memory::Memory;
use crate::pg::tree::root;
use crate::skip::index::copied::CopiedProbe;
use crate::skip::index::key::Key;
use crate::skip::scan::clause::KeyColumn;
use crate::skip::scan::indexes::SkipIndex;
use pgrx::pg_sys::{self, CustomScan, CustomScanState, Datum, ExprContext, ExprState, Oid};

/// The values, and what they come from.
pub struct Values {
    index: SkipIndex,
    sources: List<Source>,
    sought: List<Sought>,
    /// Where values are evaluated.
    memory: Memory,
    /// Whether no two values may be equal, so that an index finds each row once.
    are_distinct: bool,
    /// Whether the values are not known, so that all partitions are read.
    are_unknown: bool,
}

/// A comparison of the column.
#[derive(Clone, Copy)]
struct Source {
    state: *mut ExprState,
    is_any: bool,
    /// The type of the value.
    of: Oid,
    operator: Option<Oid>,
    key: Key,
}

/// A value that is looked for.
#[derive(Clone, Copy)]
pub struct Sought {
    pub hash: u64,
    pub probe: CopiedProbe,
    pub value: Datum,
    /// Place of the comparison.
    source: usize,
}

impl Values {
    /// Prepares the values of a node.
    ///
    /// # Safety
    /// The node must be one of ours that begins.
    pub unsafe fn begin(node: *mut CustomScanState, index: Oid, memory: Memory) -> Self {
        // SAFETY: the plan of the node has one condition, which consists of comparisons with the column.
        unsafe {
            let plan = &*(*node).ss.ps.plan.cast::<CustomScan>();
            // The index is one of a locked table.
            let relation = pg_sys::RelationIdGetRelation(index);
            let mut this = Self {
                index: SkipIndex::NONE,
                sources: List::with_capacity(memory, 1),
                sought: List::with_capacity(memory, 1),
                memory: memory.new_below(),
                are_distinct: true,
                are_unknown: true,
            };
            if relation.is_null() {
                return this;
            }
            this.index = SkipIndex::of(relation);
            let condition = root(pg_sys::list_nth(plan.custom_exprs, 0).cast::<pg_sys::Node>());
            let mut found = Vec::new();
            let column = KeyColumn { relation: plan.scan.scanrelid as i32, index: &this.index };
            let is_complete =
                condition.is_some_and(|condition| column.comparisons(condition, &|_| true, &mut found));
            this.are_unknown = !is_complete;
            for comparison in found {
                let of = comparison.value_type();
                let state = pg_sys::ExecInitExpr(comparison.value.as_ptr().cast(), &raw mut (*node).ss.ps);
                let Ok(key) = Key::of_values(relation, of) else {
                    this.are_unknown = true;
                    continue;
                };
                let (is_any, operator) = (comparison.is_any, comparison.operator);
                this.sources.push(Source { state, is_any, of, operator, key });
            }
            pg_sys::RelationClose(relation);
            this
        }
    }

    pub fn index(&self) -> Oid {
        self.index.oid
    }

    pub fn attribute(&self) -> i16 {
        self.index.attribute
    }

    pub fn collation(&self) -> Oid {
        self.index.collation
    }

    /// Returns the operators of all comparisons, with the column on their left side; `None` if one has none.
    pub fn operators(&self) -> Option<Vec<Oid>> {
        self.sources.iter().map(|source| source.operator).collect()
    }

    /// Returns the operator, if it compares the column with one value by a function of the server that needs no memory.
    pub fn row_operator(&self) -> Option<Oid> {
        let [source] = self.sources[..] else { return None };
        let operator = source.operator.filter(|_| !self.are_unknown && !source.is_any)?;
        // SAFETY: a catalog lookup.
        let by_value = |of| unsafe { pg_sys::get_typbyval(of) };
        let (left, right) = catalog::operand_types(operator);
        (catalog::is_built_in(catalog::opcode(operator)) && by_value(left) && by_value(right))
            .then_some(operator)
    }

    /// Returns whether the values are not known, so that all partitions are to be read.
    pub fn are_unknown(&self) -> bool {
        self.are_unknown
    }

    pub fn len(&self) -> usize {
        self.sought.len()
    }

    pub fn all(&self) -> &[Sought] {
        &self.sought
    }

    pub fn sought(&self, place: usize) -> Sought {
        self.sought[place]
    }

    /// Returns whether partitions may be read value by value.
    pub fn is_by_index(&self) -> bool {
        self.are_distinct && !self.are_unknown
    }

    /// Evaluates the values.
    ///
    /// # Safety
    /// The context must be the node's.
    pub unsafe fn evaluate(&mut self, context: *mut ExprContext) {
        // SAFETY: nothing uses the values of the last time.
        unsafe { self.memory.reset() }
        self.memory.within(|| {
            self.sought.retain(|_| false);
            for place in 0..self.sources.len() {
                let source = self.sources[place];
                let mut is_null = false;
                // SAFETY: the expressions are the node's, and their values of these types.
                unsafe {
                    let Some(evaluate) = (*source.state).evalfunc else { continue };
                    let value = evaluate(source.state, context, &raw mut is_null);
                    if is_null {
                        continue;
                    }
                    if source.is_any {
                        for element in Array::new(value).iter().flatten() {
                            executor::check_interrupts();
                            self.add(source, place, Datum::from(element.word()));
                        }
                    } else {
                        self.add(source, place, value);
                    }
                }
            }
            self.make_distinct();
        });
    }

    unsafe fn add(&mut self, source: Source, place: usize, value: Datum) {
        // SAFETY: the value is of the type of the hash function.
        let hash = unsafe { source.key.hash(value) };
        self.sought.push(Sought { hash, probe: CopiedProbe::of(hash), value, source: place });
    }

    /// Removes values that are equal to others. Equal values have equal hashes.
    fn make_distinct(&mut self) {
        self.are_distinct = true;
        self.sought.sort_unstable_by_key(|sought| sought.hash);
        let mut kept = List::with_capacity(Memory::of_this_call(), self.sought.len());
        for sought in self.sought.iter() {
            let mut is_equal = false;
            for other in kept.iter().rev().take_while(|other: &&Sought| other.hash == sought.hash) {
                match self.are_equal(other, sought) {
                    Some(true) => is_equal = true,
                    Some(false) => {}
                    None => self.are_distinct = false,
                }
            }
            if !is_equal {
                kept.push(*sought);
            }
        }
        self.sought.retain(|_| false);
        kept.iter().for_each(|sought| self.sought.push(*sought));
    }

    /// Returns whether two values are equal; `None` if the family of the index has no operator for their types.
    fn are_equal(&self, first: &Sought, second: &Sought) -> Option<bool> {
        const EQUAL: i16 = 1;
        let of = |sought: &Sought| {
            let of = crate::pg::catalog::base_type(self.sources[sought.source].of);
            // SAFETY: this is a catalog lookup.
            let is_input = unsafe { pg_sys::IsBinaryCoercible(of, self.index.input) };
            if is_input { self.index.input } else { of }
        };
        let family = self.index.family;
        // SAFETY: catalog lookups, and a call of an operator with values of its types.
        unsafe {
            let operator = pg_sys::get_opfamily_member(family, of(first), of(second), EQUAL);
            let function = pg_sys::get_opcode(operator);
            (function != Oid::INVALID).then(|| {
                let (collation, values) = (self.index.collation, (first.value, second.value));
                pg_sys::OidFunctionCall2Coll(function, collation, values.0, values.1).value() != 0
            })
        }
    }

    /// Returns the place of the comparison that a value comes from.
    pub fn source_of(sought: &Sought) -> usize {
        sought.source
    }
}
