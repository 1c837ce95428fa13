//! Nodes of parse trees: lists, new nodes, and calls of functions by name.

use pgrx::pg_sys::{self, List, Node, NodeTag, Oid};
use std::ffi::CStr;

/// Casts a node if it has the given tag.
///
/// # Safety
/// `node` must be null or a node that outlives the result, and `T` the type of nodes with that tag.
pub unsafe fn node_as<'a, T>(node: *mut Node, tag: NodeTag) -> Option<&'a T> {
    // SAFETY: the caller guarantees a node and its type.
    unsafe { pgrx::is_a(node, tag).then(|| &*node.cast()) }
}

/// Returns the function that an expression calls, by its name or as an operator, and the arguments.
///
/// # Safety
/// `node` must be null or an expression.
pub unsafe fn called(node: *mut Node) -> Option<(Oid, *mut List)> {
    // SAFETY: the caller guarantees the node.
    unsafe {
        if let Some(call) = node_as::<pg_sys::FuncExpr>(node, NodeTag::T_FuncExpr) {
            return Some((call.funcid, call.args));
        }
        let call = node_as::<pg_sys::OpExpr>(node, NodeTag::T_OpExpr)?;
        Some((pg_sys::get_opcode(call.opno), call.args))
    }
}

/// Casts a node to be changed if it has the given tag.
///
/// # Safety
/// `node` must be null or a node that nobody else uses while the result is in use, and `T` the type of nodes with that
/// tag.
pub unsafe fn node_mut<'a, T>(node: *mut Node, tag: NodeTag) -> Option<&'a mut T> {
    // SAFETY: the caller guarantees a node and its type.
    unsafe { pgrx::is_a(node, tag).then(|| &mut *node.cast()) }
}

/// Returns the items of a list.
///
/// # Safety
/// `list` must be null or a list of pointers to `T` that outlives the result.
pub unsafe fn items<T>(list: *mut List) -> impl DoubleEndedIterator<Item = *mut T> {
    // SAFETY: the caller guarantees the list, which is one of pointers.
    unsafe { cells(list).iter().map(|cell| cell.ptr_value.cast()) }
}

/// Returns element `n` of a list; null if the list is not that long.
///
/// # Safety
/// `list` must be null or a list of pointers to `T`.
pub unsafe fn nth<T>(list: *mut List, n: usize) -> *mut T {
    // SAFETY: the caller guarantees the list.
    unsafe { cells(list).get(n).map_or(std::ptr::null_mut(), |cell| cell.ptr_value.cast()) }
}

/// Returns the cells of a list. They are read without calls of C, which cost more than the cells.
///
/// # Safety
/// `list` must be null or a list that outlives the result.
unsafe fn cells<'a>(list: *mut List) -> &'a [pg_sys::ListCell] {
    // SAFETY: the caller guarantees the list.
    unsafe {
        list.as_ref().map_or(&[], |list| std::slice::from_raw_parts(list.elements, list.length as usize))
    }
}

/// Returns both items of a list of two.
///
/// # Safety
/// As for [`items`].
pub unsafe fn two<T>(list: *mut List) -> Option<[*mut T; 2]> {
    // SAFETY: the caller guarantees the list.
    let mut items = unsafe { items(list) };
    let both = [items.next()?, items.next()?];
    items.next().is_none().then_some(both)
}

/// Makes a list of pointers.
///
/// # Safety
/// The pointers must outlive the list.
pub unsafe fn list_of<T, const N: usize>(items: [*mut T; N]) -> *mut List {
    // SAFETY: the caller guarantees the pointers; each list is one that `lappend` made.
    items.into_iter().fold(std::ptr::null_mut(), |list, item| unsafe { pg_sys::lappend(list, item.cast()) })
}

/// Makes a node whose fields are zero.
///
/// # Safety
/// `T` must be the type of nodes with that tag.
pub unsafe fn new_node<'a, T>(tag: NodeTag) -> &'a mut T {
    // SAFETY: a node begins with its tag, and zeros are valid for all fields.
    unsafe {
        let node = pg_sys::palloc0(size_of::<T>()).cast::<T>();
        (*node.cast::<Node>()).type_ = tag;
        &mut *node
    }
}

/// Makes a query of one table that returns nothing yet.
///
/// # Safety
/// `table` must be an entry of a range table, which the query gets.
pub unsafe fn query_of<'a>(table: *mut pg_sys::RangeTblEntry) -> &'a mut pg_sys::Query {
    // SAFETY: new nodes; the caller guarantees the table.
    unsafe {
        (*table).inFromCl = true;
        let from = new_node::<pg_sys::RangeTblRef>(NodeTag::T_RangeTblRef);
        from.rtindex = 1;
        let query = new_node::<pg_sys::Query>(NodeTag::T_Query);
        query.commandType = pg_sys::CmdType::CMD_SELECT;
        query.canSetTag = true;
        query.rtable = list_of([table]);
        query.jointree = pg_sys::makeFromExpr(list_of([from]), std::ptr::null_mut());
        query
    }
}

/// Returns a deep copy of a node.
///
/// # Safety
/// `node` must be null or a node of type `T`.
pub unsafe fn copy_of<T>(node: *mut T) -> *mut T {
    // SAFETY: the caller guarantees the node.
    unsafe { pg_sys::copyObjectImpl(node.cast()).cast() }
}

/// Returns the conjuncts of a condition, that is the conditions that it joins by AND, in their order: one may keep the
/// next from being evaluated.
///
/// # Safety
/// `condition` must be null or an expression of a parse tree.
pub unsafe fn conjuncts(condition: *mut Node) -> Vec<*mut Node> {
    let mut found = Vec::new();
    let mut open = vec![condition];
    while let Some(node) = open.pop() {
        // SAFETY: the caller guarantees the expression; a list is one of ANDed conditions.
        unsafe {
            match node_as::<pg_sys::BoolExpr>(node, NodeTag::T_BoolExpr) {
                Some(all) if all.boolop == pg_sys::BoolExprType::AND_EXPR => {
                    open.extend(items::<Node>(all.args).rev());
                }
                _ if pgrx::is_a(node, NodeTag::T_List) => open.extend(items::<Node>(node.cast()).rev()),
                _ if node.is_null() => {}
                _ => found.push(node),
            }
        }
    }
    found
}

/// Returns an expression without what only gives it another type.
///
/// # Safety
/// `node` must be an expression.
pub unsafe fn without_relabel(mut node: *mut Node) -> *mut Node {
    // SAFETY: the caller guarantees the node.
    while let Some(relabel) = unsafe { node_as::<pg_sys::RelabelType>(node, NodeTag::T_RelabelType) } {
        node = relabel.arg.cast();
    }
    node
}

/// Makes a call of a function or an aggregate as the parser would; without arguments, `f(*)`. The schema must be one in
/// which other roles cannot create functions.
///
/// # Safety
/// `arguments` must be null or a list of expressions.
pub unsafe fn call(schema: &CStr, name: &CStr, arguments: *mut List) -> *mut Node {
    // SAFETY: new nodes; the parser looks up the function and checks the arguments.
    unsafe {
        let name = list_of([string(schema), string(name)]);
        let state = pg_sys::make_parsestate(std::ptr::null_mut());
        (*state).p_expr_kind = pg_sys::ParseExprKind::EXPR_KIND_SELECT_TARGET;
        let form = pg_sys::CoercionForm::COERCE_EXPLICIT_CALL;
        let written = pg_sys::makeFuncCall(name, std::ptr::null_mut(), form, -1);
        (*written).agg_star = arguments.is_null();
        let call =
            pg_sys::ParseFuncOrColumn(state, name, arguments, std::ptr::null_mut(), written, false, -1);
        pg_sys::assign_expr_collations(state, call);
        pg_sys::free_parsestate(state);
        call
    }
}

/// Makes a call of an aggregate.
///
/// # Safety
/// `arguments` must be a list of expressions, of the types that the aggregate takes.
pub unsafe fn aggregate(function: Oid, arguments: *mut List) -> *mut Node {
    // SAFETY: the caller guarantees the arguments; the rest are new nodes and a catalog lookup.
    unsafe {
        let call = new_node::<pg_sys::Aggref>(NodeTag::T_Aggref);
        call.aggfnoid = function;
        call.aggtype = pg_sys::get_func_rettype(function);
        for (argument, number) in items::<Node>(arguments).zip(1..) {
            if call.inputcollid == Oid::INVALID {
                call.inputcollid = pg_sys::exprCollation(argument);
            }
            call.aggargtypes = pg_sys::lappend_oid(call.aggargtypes, pg_sys::exprType(argument));
            let argument = pg_sys::makeTargetEntry(argument.cast(), number, std::ptr::null_mut(), false);
            call.args = pg_sys::lappend(call.args, argument.cast());
        }
        call.aggkind = pg_sys::AGGKIND_NORMAL as _; // signed or not, by the platform
        (call.aggno, call.aggtransno) = (-1, -1);
        call.location = -1;
        (call as *mut pg_sys::Aggref).cast()
    }
}

/// Makes a comparison by a built-in operator.
///
/// # Safety
/// `operator` must be an operator that returns boolean and takes expressions of these types.
pub unsafe fn compare(operator: Oid, left: *mut Node, right: *mut Node) -> *mut Node {
    // SAFETY: the caller guarantees the operator.
    unsafe {
        let none = Oid::INVALID;
        let clause =
            pg_sys::make_opclause(operator, pg_sys::BOOLOID, false, left.cast(), right.cast(), none, none);
        (*clause.cast::<pg_sys::OpExpr>()).opfuncid = pg_sys::get_opcode(operator);
        clause.cast()
    }
}

/// Makes a name or another string that is not an SQL value.
pub fn string(text: &CStr) -> *mut pg_sys::String {
    // SAFETY: a new node of a copy of the text.
    unsafe { pg_sys::makeString(pg_sys::pstrdup(text.as_ptr())) }
}

pub fn integer(value: i32) -> *mut Node {
    // SAFETY: a new node.
    unsafe { pg_sys::makeConst(pg_sys::INT4OID, -1, Oid::INVALID, 4, value.into(), false, true).cast() }
}

pub fn bigint(value: i64) -> *mut Node {
    // SAFETY: a new node.
    unsafe { pg_sys::makeConst(pg_sys::INT8OID, -1, Oid::INVALID, 8, value.into(), false, true).cast() }
}
