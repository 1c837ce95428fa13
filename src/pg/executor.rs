//! The executor's inline functions, and functions that a node calls for each row.
//!
//! The bindings of pgrx catch the errors of C functions, which costs as much as the work for a row. So these functions
//! are called directly: an ERROR jumps over the callers, up to PostgreSQL's next handler.
//!
//! Each function has the same precondition, which [`guard`](super::boundary::guard) has too: the stack, up to the next
//! C function, must not hold anything that needs to be dropped.

use super::version;
use pgrx::pg_sys::{self, Datum, Oid};
use std::ffi::{c_int, c_void};

unsafe extern "C-unwind" {
    fn ExecReScan(node: *mut pg_sys::PlanState);
    fn ProcessInterrupts();
    fn MemoryContextReset(context: pg_sys::MemoryContext);
    fn MemoryContextAllocExtended(context: pg_sys::MemoryContext, size: usize, flags: c_int) -> *mut c_void;
    fn slot_getsomeattrs_int(slot: *mut pg_sys::TupleTableSlot, count: c_int);
    fn FunctionCall1Coll(function: *mut pg_sys::FmgrInfo, collation: Oid, argument: Datum) -> Datum;
    fn FunctionCall2Coll(
        function: *mut pg_sys::FmgrInfo,
        collation: Oid,
        first: Datum,
        second: Datum,
    ) -> Datum;
    fn ExecStoreHeapTuple(
        tuple: pg_sys::HeapTuple,
        slot: *mut pg_sys::TupleTableSlot,
        is_freed: bool,
    ) -> *mut pg_sys::TupleTableSlot;
    fn ExecStoreBufferHeapTuple(
        tuple: pg_sys::HeapTuple,
        slot: *mut pg_sys::TupleTableSlot,
        buffer: pg_sys::Buffer,
    ) -> *mut pg_sys::TupleTableSlot;
    fn nocachegetattr(tuple: pg_sys::HeapTuple, column: c_int, columns: pg_sys::TupleDesc) -> Datum;
    fn toast_raw_datum_size(value: Datum) -> usize;
    fn pg_detoast_datum_packed(value: *mut pg_sys::varlena) -> *mut pg_sys::varlena;
    fn getmissingattr(columns: pg_sys::TupleDesc, column: c_int, is_null: *mut bool) -> Datum;
}

/// Returns the next row of a node (`ExecProcNode`).
///
/// # Safety
/// `node` must be a node of a running plan; for the stack, see the module.
#[inline(always)]
pub unsafe fn next_row(node: *mut pg_sys::PlanState) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: the caller guarantees the node, which has a function for rows.
    unsafe {
        if !(*node).chgParam.is_null() {
            ExecReScan(node);
        }
        match (*node).ExecProcNode {
            Some(next) => next(node),
            None => std::ptr::null_mut(),
        }
    }
}

/// Begins a node again (`ExecReScan`).
///
/// # Safety
/// As for [`next_row`].
pub unsafe fn rescan(node: *mut pg_sys::PlanState) {
    // SAFETY: the caller guarantees the node.
    unsafe { ExecReScan(node) }
}

/// Returns whether a slot is at the end of the rows (`TupIsNull`).
///
/// # Safety
/// `slot` must be null or a slot.
#[inline(always)]
pub unsafe fn is_end(slot: *mut pg_sys::TupleTableSlot) -> bool {
    // SAFETY: the caller guarantees the slot.
    unsafe { slot.is_null() || u32::from((*slot).tts_flags) & pg_sys::TTS_FLAG_EMPTY != 0 }
}

/// Returns the value of a column of a slot, or `None` for NULL; columns are counted from 1.
///
/// # Safety
/// `slot` must have a row with that column; for the stack, see the module.
#[inline(always)]
pub unsafe fn column(slot: *mut pg_sys::TupleTableSlot, number: i16) -> Option<Datum> {
    // SAFETY: the caller guarantees the slot; `slot_getsomeattrs_int` fills the columns up to this one.
    unsafe {
        if (*slot).tts_nvalid < number {
            slot_getsomeattrs_int(slot, c_int::from(number));
        }
        let place = (number - 1) as usize;
        if *(*slot).tts_isnull.add(place) { None } else { Some(*(*slot).tts_values.add(place)) }
    }
}

/// Creates a slot for tuples in the current memory; its query gives it up at its end.
///
/// # Safety
/// `state` must be that of a running query; `columns` and the memory must be there until its end.
pub unsafe fn slot_of_tuples(
    state: *mut pg_sys::EState,
    columns: pg_sys::TupleDesc,
) -> *mut pg_sys::HeapTupleTableSlot {
    // SAFETY: the caller guarantees the query and the columns.
    unsafe { pg_sys::ExecInitExtraTupleSlot(state, columns, &raw const pg_sys::TTSOpsHeapTuple).cast() }
}

/// Puts a tuple into a slot, whose columns [`column()`] then unpacks one after the other.
///
/// # Safety
/// `slot` must be one of [`slot_of_tuples`], and the tuple have its columns, and outlive what is read.
#[inline(always)]
pub unsafe fn store_tuple(
    header: *mut pg_sys::HeapTupleHeaderData,
    length: u32,
    slot: *mut pg_sys::HeapTupleTableSlot,
) {
    // SAFETY: the caller guarantees the slot, which has room for the description of a tuple.
    unsafe {
        (*slot).tupdata = pg_sys::HeapTupleData { t_len: length, t_data: header, ..Default::default() };
        ExecStoreHeapTuple(&raw mut (*slot).tupdata, slot.cast(), false);
    }
}

/// Puts a tuple of a page of a table into a slot, which keeps the page.
///
/// # Safety
/// `slot` must be one for rows of a heap, the tuple be in that buffer, and its description outlive what is read; for
/// the stack, see the module.
#[inline(always)]
pub unsafe fn store_row_of_page(
    tuple: pg_sys::HeapTuple,
    slot: *mut pg_sys::TupleTableSlot,
    buffer: pg_sys::Buffer,
) {
    // SAFETY: the caller guarantees the slot and the tuple.
    unsafe { ExecStoreBufferHeapTuple(tuple, slot, buffer) };
}

/// Returns the value of a column of a tuple, or `None` for NULL; columns are counted from 1.
///
/// # Safety
/// `tuple` must be a tuple with these columns, and outlive the result; for the stack, see the module.
pub unsafe fn column_of_tuple(
    header: *mut pg_sys::HeapTupleHeaderData,
    length: u32,
    columns: pg_sys::TupleDesc,
    number: i16,
) -> Option<Datum> {
    // SAFETY: the caller guarantees the tuple and the column; the bitmap has a bit for each column of the tuple.
    unsafe {
        let stored = u32::from((*header).t_infomask2) & pg_sys::HEAP_NATTS_MASK;
        if number as u32 > stored {
            let mut is_null = false;
            let value = getmissingattr(columns, c_int::from(number), &raw mut is_null);
            return if is_null { None } else { Some(value) };
        }
        let place = (number - 1) as usize;
        if u32::from((*header).t_infomask) & pg_sys::HEAP_HASNULL != 0
            && *(*header).t_bits.as_ptr().add(place / 8) & (1 << (place % 8)) == 0
        {
            return None;
        }
        let mut tuple = pg_sys::HeapTupleData { t_len: length, t_data: header, ..Default::default() };
        Some(nocachegetattr(&raw mut tuple, c_int::from(number), columns))
    }
}

/// Returns the bytes of a value of variable length where it stands, which may be a reference to it.
///
/// # Safety
/// `value` must be such a value.
#[inline(always)]
pub unsafe fn stored_length(value: Datum) -> usize {
    // SAFETY: the caller guarantees the value.
    unsafe { pgrx::varlena::varsize_any(value.cast_mut_ptr()) }
}

/// Returns the bytes of a value of variable length after it is fetched and decompressed.
///
/// # Safety
/// `value` must be such a value; for the stack, see the module.
pub unsafe fn raw_length(value: Datum) -> usize {
    // SAFETY: the caller guarantees the value.
    unsafe { toast_raw_datum_size(value) }
}

/// Returns a value of variable length that is neither compressed nor stored elsewhere, in the current memory if it is
/// another one.
///
/// # Safety
/// As for [`raw_length`].
#[inline(always)]
pub unsafe fn detoast_packed(value: Datum) -> Datum {
    let pointer = value.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: the caller guarantees the value.
    unsafe {
        if pgrx::varlena::varatt_is_1b_e(pointer) || pgrx::varlena::varatt_is_4b_c(pointer) {
            pg_detoast_datum_packed(pointer).into()
        } else {
            value
        }
    }
}

/// Calls an SQL function of one argument that is not NULL.
///
/// # Safety
/// `function` must be such a function and `argument` a value of its type; for the stack, see the module.
#[inline(always)]
pub unsafe fn call(function: *mut pg_sys::FmgrInfo, collation: Oid, argument: Datum) -> Datum {
    // SAFETY: the caller guarantees the function.
    unsafe { FunctionCall1Coll(function, collation, argument) }
}

/// Calls an SQL function of two arguments that are not NULL.
///
/// # Safety
/// `function` must be such a function and the arguments values of its types; for the stack, see the module.
#[inline(always)]
pub unsafe fn call_two(
    function: *mut pg_sys::FmgrInfo,
    collation: Oid,
    (first, second): (Datum, Datum),
) -> Datum {
    // SAFETY: the caller guarantees the function.
    unsafe { FunctionCall2Coll(function, collation, first, second) }
}

/// Ends the query if it was canceled, or if the session ends.
///
/// # Safety
/// For the stack, see the module.
#[inline(always)]
pub unsafe fn check_interrupts() {
    // SAFETY: a signal handler sets the flag; the function may raise an error.
    unsafe {
        if (&raw const pg_sys::InterruptPending).read_volatile() != 0 {
            ProcessInterrupts();
        }
    }
}

/// Frees what expressions allocated for the last row (`ResetExprContext`).
///
/// # Safety
/// `context` must be the context of a running node, and nothing of the row may be used afterwards.
#[inline(always)]
pub unsafe fn forget_row(context: *mut pg_sys::ExprContext) {
    // SAFETY: the caller guarantees the context.
    unsafe { MemoryContextReset((*context).ecxt_per_tuple_memory) }
}

/// Frees what expressions allocated for the last rows if it takes more than a few pages; a few values of 20 MB do.
///
/// # Safety
/// As for [`forget_row`].
#[inline(always)]
pub unsafe fn forget_large_rows(context: *mut pg_sys::ExprContext) {
    const MOST: usize = 64 << 10;
    // SAFETY: the caller guarantees the context.
    unsafe {
        if (*(*context).ecxt_per_tuple_memory).mem_allocated > MOST as pg_sys::Size {
            forget_row(context);
        }
    }
}

/// Runs a function in the memory of the current row, which [`forget_row`] frees.
///
/// # Safety
/// `context` must be the context of a running node; for the stack, see the module.
#[inline(always)]
pub unsafe fn in_memory_of_row<R>(context: *mut pg_sys::ExprContext, function: impl FnOnce() -> R) -> R {
    // SAFETY: the caller guarantees the context; after an ERROR PostgreSQL chooses the memory.
    unsafe {
        let before = pg_sys::CurrentMemoryContext;
        pg_sys::CurrentMemoryContext = (*context).ecxt_per_tuple_memory;
        let result = function();
        pg_sys::CurrentMemoryContext = before;
        result
    }
}

/// Returns whether the row in a context passes a node's conditions (`ExecQual`).
///
/// # Safety
/// `condition` must be null or the conditions of the node of that context; for the stack, see the module.
#[inline(always)]
pub unsafe fn passes(condition: *mut pg_sys::ExprState, context: *mut pg_sys::ExprContext) -> bool {
    // SAFETY: the caller guarantees the expression, which returns true or false, and never NULL.
    unsafe {
        let Some(evaluate) = condition.as_ref().and_then(|state| state.evalfunc) else { return true };
        let mut is_null = false;
        in_memory_of_row(context, || evaluate(condition, context, &raw mut is_null)).value() != 0
    }
}

/// Computes the output row of a node (`ExecProject`).
///
/// # Safety
/// `projection` must be the projection of a node whose context has the row; for the stack, see the module.
#[inline(always)]
pub unsafe fn project(projection: *mut pg_sys::ProjectionInfo) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: the caller guarantees the projection, whose slot is virtual.
    unsafe {
        let state = &raw mut (*projection).pi_state;
        let context = (*projection).pi_exprContext;
        let slot = (*state).resultslot;
        clear(slot);
        if let Some(evaluate) = (*state).evalfunc {
            let mut is_null = false;
            let is_null = version::null_of_projection(&mut is_null);
            in_memory_of_row(context, || evaluate(state, context, is_null));
        }
        (*slot).tts_flags &= !(pg_sys::TTS_FLAG_EMPTY as u16);
        (*slot).tts_nvalid = (*(*slot).tts_tupleDescriptor).natts as i16;
        slot
    }
}

/// Empties a slot (`ExecClearTuple`).
///
/// # Safety
/// `slot` must be a slot; for the stack, see the module.
pub unsafe fn clear(slot: *mut pg_sys::TupleTableSlot) -> *mut pg_sys::TupleTableSlot {
    // SAFETY: the caller guarantees the slot.
    unsafe {
        if let Some(clear) = (*(*slot).tts_ops).clear {
            clear(slot);
        }
    }
    slot
}

/// Allocates memory for words, which are not written yet; returns null if there is not enough memory.
///
/// # Safety
/// `context` must be a memory context; for the stack, see the module.
pub unsafe fn huge_words(context: pg_sys::MemoryContext, count: usize) -> *mut u64 {
    let flags = pg_sys::MCXT_ALLOC_HUGE | pg_sys::MCXT_ALLOC_NO_OOM;
    // SAFETY: the caller guarantees the context.
    unsafe { MemoryContextAllocExtended(context, count.saturating_mul(8), flags as c_int).cast() }
}

/// Calls a function for each node directly below a node, also for those of its subqueries.
///
/// # Safety
/// `node` must be a node of a running plan. An ERROR of `visit`, such as one of the allocator, skips its
/// frame and those of the callers: nothing in them may depend on being dropped.
pub unsafe fn for_each_below<F: FnMut(*mut pg_sys::PlanState)>(node: *mut pg_sys::PlanState, visit: &mut F) {
    unsafe extern "C-unwind" fn call<F: FnMut(*mut pg_sys::PlanState)>(
        node: *mut pg_sys::PlanState,
        visit: *mut c_void,
    ) -> bool {
        // SAFETY: this is the function below, which nobody else uses meanwhile.
        unsafe { (*visit.cast::<F>())(node) };
        false
    }
    // SAFETY: the caller guarantees the node and the function.
    unsafe { super::version::walk_running(node, call::<F>, std::ptr::from_mut(visit).cast()) };
}
