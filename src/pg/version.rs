//! Differences between PostgreSQL's major versions. No other code of this crate depends on the major version.

// To add a major version:
// 1. `Cargo.toml`: a feature `pgNN`, if pgrx knows that major. `scripts/env.sh`: `SUPPORTED`.
// 2. Here. The compiler does not check numbers of catalog columns (`src/pg/catalog/`), functions without
//    bindings (`alloc.rs`, `report.rs`), layouts (`toast.rs`, `typed.rs`), and nodes and plans
//    (`src/pg/tree`, `src/call/plan.rs`, `src/planner/`). `heap_scan.rs`, `heap_blocks.rs`, `hash_table.rs`,
//    `brin.rs`, `column_index.rs` and `executor.rs` use what the server declares for itself.
// 3. `scripts/build/suites.sh`: the Debian release that has the server.
// 4. `make test PG=NN` and `make test-majors`. One expected output serves all majors, so tests must not
//    depend on plans, the text of views or statistics.
// 5. `.ci/run`, `.github/workflows`, `META.json`, `README.md`, `SECURITY.md`, `docs/SERVERS.md`,
//    `docs/FAQ.md`, `CHANGELOG.md`.

use pgrx::pg_sys;
use std::ffi::{CStr, c_int, c_void};

/// Number of the column of `pg_database` that holds the locale of a provider other than libc; its name
/// differs.
#[cfg(any(feature = "pg15", feature = "pg16"))]
pub const DATABASE_PROVIDER_LOCALE: u32 = pg_sys::Anum_pg_database_daticulocale;
#[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
pub const DATABASE_PROVIDER_LOCALE: u32 = pg_sys::Anum_pg_database_datlocale;

/// Splits a qualified name into its parts, as SQL reads it.
///
/// # Errors
/// 42602 from PostgreSQL if the name is malformed.
pub fn parse_qualified_name(name: &CStr) -> *mut pg_sys::List {
    // SAFETY: the string is zero-terminated; without a place for errors, the function raises them.
    unsafe {
        #[cfg(feature = "pg15")]
        let parts = pg_sys::stringToQualifiedNameList(name.as_ptr());
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let parts = pg_sys::stringToQualifiedNameList(name.as_ptr(), std::ptr::null_mut());
        parts
    }
}

/// Returns the columns of a tuple descriptor, including dropped ones.
///
/// # Safety
/// `descriptor` must be valid and outlive the result.
pub unsafe fn attributes<'a>(descriptor: pg_sys::TupleDesc) -> &'a [pg_sys::FormData_pg_attribute] {
    // SAFETY: the caller guarantees it; the descriptor has `natts` columns.
    unsafe {
        let count = (*descriptor).natts as usize;
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
        let first = (*descriptor).attrs.as_ptr();
        // The full forms follow the compact forms of all columns (tupdesc.h, TupleDescAttrAddress).
        #[cfg(any(feature = "pg18", feature = "pg19"))]
        let first = (*descriptor).compact_attrs.as_ptr().add(count).cast();
        std::slice::from_raw_parts(first, count)
    }
}

/// Takes account of a row that a sequential scan returns, if it has returned another one, for `pg_stat_all_tables`
/// (`pgstat_count_heap_getnext`).
///
/// # Safety
/// `relation` must be open.
#[inline(always)]
pub unsafe fn count_returned_row(relation: pg_sys::Relation) {
    // SAFETY: the caller guarantees the relation; its counters are there if they are kept.
    unsafe {
        let Some(counters) = (*relation).pgstat_info.as_mut() else { return };
        #[cfg(feature = "pg15")]
        let count = &mut counters.t_counts.t_tuples_returned;
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let count = &mut counters.counts.tuples_returned;
        *count += 1;
    }
}

/// Returns the index of a table's primary key; an invalid OID if it has none.
///
/// # Safety
/// `relation` must be open.
pub unsafe fn primary_key(relation: pg_sys::Relation) -> pg_sys::Oid {
    // SAFETY: the caller guarantees the relation.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
        let index = pg_sys::RelationGetPrimaryKeyIndex(relation);
        #[cfg(any(feature = "pg18", feature = "pg19"))]
        let index = pg_sys::RelationGetPrimaryKeyIndex(relation, false);
        index
    }
}

/// Returns the number of groups that the planner expects of an aggregation.
pub fn groups(node: &pg_sys::Agg) -> f64 {
    #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
    let groups = node.numGroups as f64;
    #[cfg(feature = "pg19")]
    let groups = node.numGroups;
    groups
}

/// Whether a PL/pgSQL variable can hold a value, other than an array, that functions change in place.
pub const CHANGES_IN_PLACE: bool = cfg!(any(feature = "pg18", feature = "pg19"));

/// Reads a request to change a variable in place, which PL/pgSQL sends before it assigns a function's result
/// to the variable: the function's arguments and the variable's parameter number. `None` for any other
/// request.
///
/// # Safety
/// `request` must be the argument of a support function.
pub unsafe fn asked_to_change_in_place(request: *mut pg_sys::Node) -> Option<(*mut pg_sys::List, i32)> {
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    // SAFETY: the caller guarantees a request, whose tag tells its kind.
    unsafe {
        if pgrx::is_a(request, pg_sys::NodeTag::T_SupportRequestModifyInPlace) {
            let asked = &*request.cast::<pg_sys::SupportRequestModifyInPlace>();
            return Some((asked.args, asked.paramid));
        }
    }
    let _ = request;
    None
}

/// What a query requires to read one of its tables: permissions, columns, and a role.
#[cfg(feature = "pg15")]
pub type Permissions = pg_sys::RangeTblEntry;
#[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
pub type Permissions = pg_sys::RTEPermissionInfo;

/// Returns what a query requires to read a table.
///
/// # Safety
/// `table` must be an entry of the range table of the query.
pub unsafe fn permissions<'a>(
    query: *mut pg_sys::Query,
    table: *mut pg_sys::RangeTblEntry,
) -> Option<&'a mut Permissions> {
    // SAFETY: the caller guarantees the entry, which has permissions if it has their number.
    unsafe {
        #[cfg(feature = "pg15")]
        let permissions = Some(&mut *table);
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let permissions = ((*table).perminfoindex != 0)
            .then(|| &mut *pg_sys::getRTEPermissionInfo((*query).rteperminfos, table));
        let _ = query;
        permissions
    }
}

/// Gives a new query the permissions that are checked for a table of another query. `table` must be a copy of
/// an entry of `from`, and the only entry of `to`.
///
/// # Safety
/// The queries must be parse trees.
pub unsafe fn copy_permissions(
    from: *mut pg_sys::Query,
    table: *mut pg_sys::RangeTblEntry,
    to: *mut pg_sys::Query,
) {
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    // SAFETY: the caller guarantees the queries; the entry has permissions if it has their number.
    unsafe {
        if (*table).perminfoindex != 0 {
            let permissions = pg_sys::getRTEPermissionInfo((*from).rteperminfos, table);
            let copy = pg_sys::copyObjectImpl(permissions.cast());
            (*to).rteperminfos = pg_sys::lappend(std::ptr::null_mut(), copy);
            (*table).perminfoindex = 1;
        }
    }
    let _ = (from, table, to); // in 15 they are in the entry
}

/// Has a query require no permissions for a table.
///
/// # Safety
/// As for [`permissions`].
pub unsafe fn require_nothing(query: *mut pg_sys::Query, table: *mut pg_sys::RangeTblEntry) {
    // SAFETY: the caller guarantees the entry.
    unsafe {
        if let Some(permissions) = permissions(query, table) {
            permissions.requiredPerms = 0;
        }
        // The planner checks those of a view, too, where there are some.
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        if (*table).rtekind != pg_sys::RTEKind::RTE_RELATION {
            (*table).perminfoindex = 0;
        }
    }
}

/// Removes from a plan the permissions of which none is required. The planner needs them, but the executor asserts that
/// each requires some.
///
/// # Safety
/// `plan` must be a finished plan that nobody else uses yet.
pub unsafe fn drop_unrequired_permissions(plan: *mut pg_sys::PlannedStmt) {
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    // SAFETY: the caller guarantees the plan, each of whose permissions belongs to one table.
    unsafe {
        // The bindings of pgrx turn an ERROR into a panic, which must not leave a hook.
        unsafe extern "C-unwind" {
            fn lappend(list: *mut pg_sys::List, item: *mut c_void) -> *mut pg_sys::List;
        }
        let all = (*plan).permInfos;
        let mut required = std::ptr::null_mut::<pg_sys::List>();
        for table in super::nodes::items::<pg_sys::RangeTblEntry>((*plan).rtable) {
            let Some(before) = (*table).perminfoindex.checked_sub(1) else { continue };
            let permissions = super::nodes::nth::<pg_sys::RTEPermissionInfo>(all, before as usize);
            (*table).perminfoindex = 0;
            if permissions.as_ref().is_some_and(|permissions| permissions.requiredPerms != 0) {
                required = lappend(required, permissions.cast());
                (*table).perminfoindex = (*required).length as u32;
            }
        }
        (*plan).permInfos = required;
    }
    let _ = plan;
}

/// Returns the role with whose rights a query reads a table; the invalid OID is the current user.
///
/// # Safety
/// As for [`permissions`].
pub unsafe fn reads_as(query: *mut pg_sys::Query, table: *mut pg_sys::RangeTblEntry) -> pg_sys::Oid {
    // SAFETY: the caller guarantees the entry.
    unsafe { permissions(query, table) }.map_or(pg_sys::Oid::INVALID, |permissions| permissions.checkAsUser)
}

/// Returns what a plan requires to read a relation; `None` for those that are read with the rights on another
/// one, as partitions.
///
/// # Safety
/// `table` must be an entry of the range table of the plan.
pub unsafe fn planned_permissions<'a>(
    statement: &'a pg_sys::PlannedStmt,
    table: &'a pg_sys::RangeTblEntry,
) -> Option<&'a Permissions> {
    #[cfg(feature = "pg15")]
    let permissions = (table.requiredPerms != 0).then_some(table);
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    let permissions = (table.perminfoindex != 0).then(|| {
        let table = std::ptr::from_ref(table).cast_mut();
        // SAFETY: the caller guarantees the entry, which has permissions if it has their number.
        unsafe { &*pg_sys::getRTEPermissionInfo(statement.permInfos, table) }
    });
    let _ = statement;
    permissions
}

/// Makes a column one that no outer join has extended with NULL.
pub fn forget_outer_joins(column: &mut pg_sys::Var) {
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    {
        column.varnullingrels = std::ptr::null_mut();
    }
    let _ = column;
}

/// Returns whether an outer join may have extended a column with NULL; before 16, the place where it stands
/// tells.
pub fn is_extended(column: &pg_sys::Var) -> bool {
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    {
        !column.varnullingrels.is_null()
    }
    #[cfg(feature = "pg15")]
    {
        let _ = column;
        false
    }
}

/// Returns whether every role may call a function.
pub fn is_public(function: pg_sys::Oid) -> bool {
    let (role, mode) = (pg_sys::Oid::INVALID, pg_sys::ACL_EXECUTE as pg_sys::AclMode); // the grantee PUBLIC
    // SAFETY: a catalog lookup, which raises an error unless the function exists.
    unsafe {
        #[cfg(feature = "pg15")]
        let result = pg_sys::pg_proc_aclcheck(function, role, mode);
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let result = pg_sys::object_aclcheck(pg_sys::ProcedureRelationId, function, role, mode);
        result == pg_sys::AclResult::ACLCHECK_OK
    }
}

/// Plans a query by PostgreSQL's own planner.
///
/// # Safety
/// `query` must be a parse tree, which the planner changes.
pub unsafe fn plan_alone(
    query: *mut pg_sys::Query,
    parameters: pg_sys::ParamListInfo,
) -> *mut pg_sys::PlannedStmt {
    // SAFETY: the caller guarantees the query.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
        let planned = pg_sys::standard_planner(query, c"".as_ptr(), 0, parameters);
        #[cfg(feature = "pg19")]
        let planned = pg_sys::standard_planner(query, c"".as_ptr(), 0, parameters, std::ptr::null_mut());
        planned
    }
}

/// Has an entry of a range table require no permissions, as that of a partition.
pub fn clear_permissions(table: &mut pg_sys::RangeTblEntry) {
    #[cfg(feature = "pg15")]
    {
        let none = std::ptr::null_mut();
        (table.requiredPerms, table.selectedCols) = (0, none);
        (table.insertedCols, table.updatedCols) = (none, none);
    }
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    {
        table.perminfoindex = 0;
    }
}

/// Returns whether no outer join above a condition of a relation may extend its columns with NULL; such conditions are
/// not those of its parts.
pub fn is_below(condition: &pg_sys::RestrictInfo, relation: &pg_sys::RelOptInfo) -> bool {
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    {
        // SAFETY: sets of the planner.
        unsafe { !pg_sys::bms_overlap(condition.clause_relids, relation.nulling_relids) }
    }
    #[cfg(feature = "pg15")]
    {
        let _ = (condition, relation);
        true
    }
}

/// Has the server lock entries of the range table of a plan, whatever is pruned when it starts: `count` of them from
/// number `first` on.
///
/// # Safety
/// `plan` must be a finished plan that nobody else uses yet.
pub unsafe fn lock_always(plan: *mut pg_sys::PlannedStmt, first: usize, count: usize) {
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    // SAFETY: the caller guarantees the plan.
    unsafe {
        let (first, last) = (first as c_int, (first + count) as c_int - 1);
        (*plan).unprunableRelids = pg_sys::bms_add_range((*plan).unprunableRelids, first, last);
    }
    let _ = (plan, first, count);
}

/// Returns the number of elements that the planner expects of an array.
///
/// # Safety
/// `array` must be an expression of the planner.
pub unsafe fn array_length(array: *mut pg_sys::Node) -> f64 {
    // SAFETY: the caller guarantees the expression.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16"))]
        let length = f64::from(pg_sys::estimate_array_length(array));
        #[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
        let length = pg_sys::estimate_array_length(std::ptr::null_mut(), array);
        length
    }
}

/// Returns where the columns of one table are in another one, by their names; null if they are at the same places.
///
/// # Safety
/// The descriptors must be of tables of which the one is a partition of the other.
pub unsafe fn attribute_map(from: pg_sys::TupleDesc, into: pg_sys::TupleDesc) -> *mut pg_sys::AttrMap {
    // SAFETY: the caller guarantees the descriptors.
    unsafe {
        #[cfg(feature = "pg15")]
        let map = pg_sys::build_attrmap_by_name_if_req(from, into);
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let map = pg_sys::build_attrmap_by_name_if_req(from, into, false);
        map
    }
}

/// Begins to scan an index, by so many conditions.
///
/// # Safety
/// The relations must be open, and the index one of the table.
pub unsafe fn begin_index_scan(
    table: pg_sys::Relation,
    index: pg_sys::Relation,
    snapshot: pg_sys::Snapshot,
    keys: c_int,
) -> pg_sys::IndexScanDesc {
    // SAFETY: the caller guarantees the relations.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
        let scan = pg_sys::index_beginscan(table, index, snapshot, keys, 0);
        #[cfg(feature = "pg18")]
        let scan = pg_sys::index_beginscan(table, index, snapshot, std::ptr::null_mut(), keys, 0);
        #[cfg(feature = "pg19")]
        let scan = pg_sys::index_beginscan(table, index, snapshot, std::ptr::null_mut(), keys, 0, 0);
        scan
    }
}

/// Returns whether a join drops the rows of its outer side that have no partner.
pub fn drops_unmatched_outer(join: pg_sys::JoinType::Type) -> bool {
    use pg_sys::JoinType;
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    if join == JoinType::JOIN_RIGHT_ANTI {
        return true;
    }
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    if join == JoinType::JOIN_RIGHT_SEMI {
        return true;
    }
    matches!(join, JoinType::JOIN_INNER | JoinType::JOIN_SEMI | JoinType::JOIN_RIGHT)
}

/// Returns whether a join returns the rows of its inner side that have no partner.
pub fn keeps_unmatched_inner(join: pg_sys::JoinType::Type) -> bool {
    use pg_sys::JoinType;
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    if join == JoinType::JOIN_RIGHT_ANTI {
        return true;
    }
    matches!(join, JoinType::JOIN_RIGHT | JoinType::JOIN_FULL)
}

/// Returns where a projection says whether its value is NULL: nowhere, as from 18 on it has none.
pub fn null_of_projection(is_null: &mut bool) -> *mut bool {
    #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
    let place = &raw mut *is_null;
    #[cfg(any(feature = "pg18", feature = "pg19"))]
    let place = std::ptr::null_mut();
    let _ = is_null;
    place
}

/// A function that [`walk_running`] calls; it returns true to stop.
pub type Visit = unsafe extern "C-unwind" fn(*mut pg_sys::PlanState, *mut c_void) -> bool;

/// Calls a function for each node directly below a node of a running plan.
///
/// # Safety
/// `node` must be such a node, and `visit` take `argument`.
pub unsafe fn walk_running(node: *mut pg_sys::PlanState, visit: Visit, argument: *mut c_void) {
    // The bindings lack it, as it is declared without the parameters of its function.
    unsafe extern "C-unwind" {
        #[cfg_attr(feature = "pg15", link_name = "planstate_tree_walker")]
        #[cfg_attr(not(feature = "pg15"), link_name = "planstate_tree_walker_impl")]
        fn walk(node: *mut pg_sys::PlanState, visit: Visit, argument: *mut c_void) -> bool;
    }
    // SAFETY: the caller guarantees the node and the function.
    unsafe { walk(node, visit, argument) };
}

/// The number of a catalog cache.
#[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
pub type CacheId = c_int;
#[cfg(feature = "pg19")]
pub type CacheId = pg_sys::SysCacheIdentifier::Type;

/// Calls a function for each node below a node of a parse tree, one level down.
pub type VisitNode = unsafe extern "C-unwind" fn(*mut pg_sys::Node, *mut c_void) -> bool;

/// Calls a function for each node directly below an expression, until it returns true.
///
/// # Safety
/// `node` must be an expression, and `visit` take `argument`. An ERROR jumps over the caller, up to the
/// next guarded call.
pub unsafe fn walk_expression(node: *mut pg_sys::Node, visit: VisitNode, argument: *mut c_void) -> bool {
    unsafe extern "C-unwind" {
        #[cfg_attr(feature = "pg15", link_name = "expression_tree_walker")]
        #[cfg_attr(not(feature = "pg15"), link_name = "expression_tree_walker_impl")]
        fn walk(node: *mut pg_sys::Node, visit: VisitNode, argument: *mut c_void) -> bool;
    }
    // SAFETY: the caller guarantees the node and the function.
    unsafe { walk(node, visit, argument) }
}

/// Calls a function for each node directly below a query, until it returns true; `flags` are those of
/// `query_tree_walker`.
///
/// # Safety
/// As for [`walk_expression`].
pub unsafe fn walk_query(
    query: *mut pg_sys::Query,
    visit: VisitNode,
    argument: *mut c_void,
    flags: u32,
) -> bool {
    unsafe extern "C-unwind" {
        #[cfg_attr(feature = "pg15", link_name = "query_tree_walker")]
        #[cfg_attr(not(feature = "pg15"), link_name = "query_tree_walker_impl")]
        fn walk(query: *mut pg_sys::Query, visit: VisitNode, argument: *mut c_void, flags: c_int) -> bool;
    }
    // SAFETY: the caller guarantees the query and the function.
    unsafe { walk(query, visit, argument, flags as c_int) }
}

/// Waits as VACUUM does between two pages, if its cost limit is reached, and hears of a cancel.
pub fn vacuum_delay_point() {
    // SAFETY: the function may be called wherever nothing is locked.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17"))]
        pg_sys::vacuum_delay_point();
        #[cfg(any(feature = "pg18", feature = "pg19"))]
        pg_sys::vacuum_delay_point(false);
    }
}

/// Returns an access method's functions as its handler returns them: a copy, which the server frees, or from
/// 19 on themselves.
pub fn access_method(routine: &'static pg_sys::IndexAmRoutine) -> *mut pg_sys::IndexAmRoutine {
    #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
    // SAFETY: the copy is as large.
    unsafe {
        let copy = pg_sys::palloc(size_of::<pg_sys::IndexAmRoutine>()).cast::<pg_sys::IndexAmRoutine>();
        copy.copy_from_nonoverlapping(routine, 1);
        copy
    }
    #[cfg(feature = "pg19")]
    std::ptr::from_ref(routine).cast_mut()
}

/// Pins a buffer if it still has a page of a relation.
///
/// # Safety
/// The relation must be open, and `buffer` the number of a buffer.
#[inline]
pub unsafe fn pin_again(relation: pg_sys::Relation, page: u32, buffer: pg_sys::Buffer) -> bool {
    // The bindings of pgrx do a `sigsetjmp` for each call.
    unsafe extern "C-unwind" {
        fn ReadRecentBuffer(
            file: RelationFile,
            fork: pg_sys::ForkNumber::Type,
            page: u32,
            buffer: pg_sys::Buffer,
        ) -> bool;
    }
    #[cfg(feature = "pg15")]
    type RelationFile = pg_sys::RelFileNode;
    #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
    type RelationFile = pg_sys::RelFileLocator;
    // SAFETY: the caller guarantees the relation.
    unsafe {
        #[cfg(feature = "pg15")]
        let file = (*relation).rd_node;
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let file = (*relation).rd_locator;
        ReadRecentBuffer(file, pg_sys::ForkNumber::MAIN_FORKNUM, page, buffer)
    }
}

/// Returns whether changes of a relation's pages are written to WAL (`RelationNeedsWAL`).
///
/// # Safety
/// The relation must be open.
pub unsafe fn needs_wal(relation: pg_sys::Relation) -> bool {
    // SAFETY: the caller guarantees the relation.
    unsafe {
        #[cfg(feature = "pg15")]
        let first = (*relation).rd_firstRelfilenodeSubid;
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let first = (*relation).rd_firstRelfilelocatorSubid;
        let is_old = (*relation).rd_createSubid == 0 && first == 0;
        (*(*relation).rd_rel).relpersistence as u8 == pg_sys::RELPERSISTENCE_PERMANENT
            && (is_old || pg_sys::wal_level >= pg_sys::WalLevel::WAL_LEVEL_REPLICA as c_int)
    }
}

/// Counts a scan of an index in its statistics, by which administrators find indexes that nobody uses.
///
/// # Safety
/// The index must be open.
pub unsafe fn count_scan(index: pg_sys::Relation) {
    // SAFETY: the caller guarantees the index, whose counters live as long as they are linked to it.
    unsafe {
        if (*index).pgstat_info.is_null() && (*index).pgstat_enabled {
            pg_sys::pgstat_assoc_relation(index);
        }
        if let Some(info) = (*index).pgstat_info.as_mut() {
            #[cfg(feature = "pg15")]
            let scans = &mut info.t_counts.t_numscans;
            #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
            let scans = &mut info.counts.numscans;
            *scans += 1;
        }
    }
}

/// Returns whether the user owns a relation; a superuser owns all.
pub fn owns(relation: pg_sys::Oid) -> bool {
    // SAFETY: a catalog lookup, which raises an error unless the relation exists.
    unsafe {
        let role = pg_sys::GetUserId();
        #[cfg(feature = "pg15")]
        let owns = pg_sys::pg_class_ownercheck(relation, role);
        #[cfg(any(feature = "pg16", feature = "pg17", feature = "pg18", feature = "pg19"))]
        let owns = pg_sys::object_ownercheck(pg_sys::RelationRelationId, relation, role);
        owns
    }
}

/// Has functions find objects as in maintenance commands, until the settings of this level end; before 17, the search
/// path of the session stays.
pub fn restrict_search_path() {
    #[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
    // SAFETY: this changes a setting.
    unsafe {
        pg_sys::RestrictSearchPath();
    }
}

/// Returns whether rows may be removed that an old snapshot still sees; a query with that snapshot then
/// fails.
pub fn removes_visible_rows() -> bool {
    #[cfg(any(feature = "pg15", feature = "pg16"))]
    // SAFETY: this reads a setting.
    let removes = unsafe { pg_sys::old_snapshot_threshold } >= 0;
    #[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
    let removes = false;
    removes
}

/// Opens the map of a BRIN index, from ranges to their summaries; sets how many blocks a range has.
///
/// # Safety
/// The index must be open, and one of BRIN.
pub unsafe fn brin_map(
    index: pg_sys::Relation,
    pages_per_range: &mut u32,
    _snapshot: pg_sys::Snapshot,
) -> *mut pg_sys::BrinRevmap {
    // SAFETY: the caller guarantees the index.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16"))]
        let map = pg_sys::brinRevmapInitialize(index, pages_per_range, _snapshot);
        #[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
        let map = pg_sys::brinRevmapInitialize(index, pages_per_range);
        map
    }
}

/// Finds the summary of the range of a block, on a page that it locks; null if there is none, and nothing is locked.
///
/// # Safety
/// The map must be open; `buffer` must be that of the last call, or invalid.
pub unsafe fn brin_tuple(
    map: *mut pg_sys::BrinRevmap,
    block: u32,
    buffer: &mut pg_sys::Buffer,
    length: &mut usize,
    _snapshot: pg_sys::Snapshot,
) -> *mut pg_sys::BrinTuple {
    #[cfg(any(feature = "pg15", feature = "pg16", feature = "pg17", feature = "pg18"))]
    const SHARE: c_int = pg_sys::BUFFER_LOCK_SHARE as c_int;
    #[cfg(feature = "pg19")]
    const SHARE: c_int = pg_sys::BufferLockMode::BUFFER_LOCK_SHARE as c_int;
    let mut place = 0;
    // SAFETY: the caller guarantees the map and the buffer.
    unsafe {
        #[cfg(any(feature = "pg15", feature = "pg16"))]
        let tuple =
            pg_sys::brinGetTupleForHeapBlock(map, block, buffer, &raw mut place, length, SHARE, _snapshot);
        #[cfg(any(feature = "pg17", feature = "pg18", feature = "pg19"))]
        let tuple = pg_sys::brinGetTupleForHeapBlock(map, block, buffer, &raw mut place, length, SHARE);
        tuple
    }
}
