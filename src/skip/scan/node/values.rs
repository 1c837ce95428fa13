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
use pgrx::pg_sys::{
    self, CustomScan, CustomScanState, Datum, ExprContext, ExprState, FmgrInfo, Oid, ScanKeyData,
};

/// Number of values with which the server compares each row. The filter of the node has a hash table for more.
const MOST_COMPARED: usize = 8;

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
    /// The function of the operator, if the server may call it for each row: one that needs no memory.
    equal: Option<FmgrInfo>,
    key: Key,
}

/// Returns the function of an operator, if it is one of the server's that needs no memory.
///
/// # Safety
/// The current memory must live as long as the result.
unsafe fn plain_function(operator: Oid) -> Option<FmgrInfo> {
    let function = catalog::opcode(operator);
    let (left, right) = catalog::operand_types(operator);
    // SAFETY: catalog lookups; `equal` is new.
    unsafe {
        let is_short = |of| pg_sys::get_typlen(of) > 0;
        if !catalog::is_built_in(function) || !is_short(left) || !is_short(right) {
            return None;
        }
        let mut equal = FmgrInfo::default();
        pg_sys::fmgr_info(function, &raw mut equal);
        Some(equal)
    }
}

/// Returns whether a column has any of the values, or may have: the function of a key, whose argument they are.
unsafe extern "C-unwind" fn is_any(call: pg_sys::FunctionCallInfo) -> Datum {
    // SAFETY: the server calls this with a column and the values that `row_key` gave it.
    unsafe {
        let arguments = (*call).args.as_slice(2);
        let values = &*arguments[1].value.cast_mut_ptr::<Values>();
        let is_equal = |sought: &Sought| {
            let equal = values.sources[sought.source].equal;
            equal.is_none_or(|mut equal| {
                let compared = (arguments[0].value, sought.value);
                executor::call_two(&raw mut equal, values.index.collation, compared).value() != 0
            })
        };
        Datum::from(values.sought.len() > MOST_COMPARED || values.sought.iter().any(is_equal))
    }
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
                let equal = operator.and_then(|operator| memory.within(|| plain_function(operator)));
                this.sources.push(Source { state, is_any, of, operator, equal, key });
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

    /// Returns a key by which the server drops rows without any of the values, in all turns or in none. The column has
    /// this place. The key is used until the next turn.
    pub fn row_key(&self, attribute: i16) -> Option<ScanKeyData> {
        if self.are_unknown || self.sources.iter().any(|source| source.equal.is_none()) {
            return None;
        }
        let one = match self.sought[..] {
            [sought] => self.sources[sought.source].equal.map(|equal| (equal, sought.value)),
            _ => None,
        };
        let (function, value) = one.unwrap_or_else(|| {
            let any = FmgrInfo { fn_addr: Some(is_any), fn_nargs: 2, fn_strict: true, ..Default::default() };
            (any, Datum::from(std::ptr::from_ref(self)))
        });
        Some(ScanKeyData {
            sk_attno: attribute,
            sk_strategy: pg_sys::BTEqualStrategyNumber as u16,
            sk_collation: self.index.collation,
            sk_func: function,
            sk_argument: value,
            ..Default::default()
        })
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
                // SAFETY: nothing on the stack needs to be dropped.
                unsafe { executor::check_interrupts() }
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
