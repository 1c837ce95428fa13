//! The fields of nodes that lead to other nodes, as methods: what they point to, PostgreSQL's headers say.
//!
//! `one` is a node or null, `some` a list of nodes, `oids` and `numbers` a list of these, `set` a set of
//! relations, `text` a string or null; a name behind `=` is that of the field.

use super::list::{List, Numbers, Oids};
use super::planner::Relids;
use super::{Node, Tagged};
use pgrx::pg_sys::{self, NodeTag};
use std::ffi::CStr;

/// A subquery of a list that is one of expressions, too.
type AnyNode = pg_sys::Node;

macro_rules! fields {
    ($($type:ident { $($kind:ident $name:ident $(= $field:ident)? : $of:ident),* $(,)? })*) => {
        $(impl<'t> Node<'t, pg_sys::$type> { $(fields!(@ $kind $name ($($field)? $name) $of);)* })*
    };
    (@ one $name:ident ($field:ident $($rest:ident)?) $of:ident) => {
        #[allow(missing_docs)]
        #[inline]
        pub fn $name(self) -> Option<Node<'t, fields!(% $of)>> {
            self.field(|node| node.$field.cast())
        }
    };
    (@ some $name:ident ($field:ident $($rest:ident)?) $of:ident) => {
        #[allow(missing_docs)]
        #[inline]
        pub fn $name(self) -> List<'t, fields!(% $of)> {
            self.list(|node| node.$field.cast())
        }
    };
    (@ oids $name:ident ($field:ident $($rest:ident)?) $of:ident) => {
        #[allow(missing_docs)]
        #[inline]
        pub fn $name(self) -> Oids<'t> {
            // SAFETY: the field is a list of OIDs.
            unsafe { Oids::of(self.$field) }
        }
    };
    (@ text $name:ident ($field:ident $($rest:ident)?) $of:ident) => {
        #[allow(missing_docs)]
        #[inline]
        pub fn $name(self) -> Option<&'t CStr> {
            // SAFETY: the text is zero-terminated, and lives as long as the node.
            (!self.$field.is_null()).then(|| unsafe { CStr::from_ptr(self.$field) })
        }
    };
    (@ numbers $name:ident ($field:ident $($rest:ident)?) $of:ident) => {
        #[allow(missing_docs)]
        #[inline]
        pub fn $name(self) -> Numbers<'t> {
            // SAFETY: the field is a list of numbers.
            unsafe { Numbers::of(self.$field) }
        }
    };
    (@ set $name:ident ($field:ident $($rest:ident)?) $of:ident) => {
        #[allow(missing_docs)]
        #[inline]
        pub fn $name(self) -> Relids<'t> {
            // SAFETY: the field is a set.
            unsafe { Relids::of(self.$field) }
        }
    };
    (% AnyNode) => { AnyNode };
    (% $of:ident) => { pg_sys::$of };
}

fields! {
    // Queries.
    Query {
        some rtable: RangeTblEntry, one jointree: FromExpr, some target_list = targetList: TargetEntry,
        some cte_list = cteList: CommonTableExpr, one having_qual = havingQual: AnyNode,
    }
    RangeTblEntry {
        one subquery: Query, some security_quals = securityQuals: AnyNode, some joinaliasvars: AnyNode,
        some functions: RangeTblFunction, one tablefunc: AnyNode, some values_lists: AnyNode, one tablesample: AnyNode,
        text ctename: AnyNode, one eref: Alias,
    }
    Alias { text aliasname: AnyNode, some colnames: String }
    String { text sval: AnyNode }
    CommonTableExpr { text ctename: AnyNode, one ctequery: Query }
    FromExpr { some fromlist: AnyNode, one quals: AnyNode }
    JoinExpr { one larg: AnyNode, one rarg: AnyNode, one quals: AnyNode }
    // Expressions.
    TargetEntry { one expr: AnyNode }
    FuncExpr { some args: AnyNode }
    OpExpr { some args: AnyNode }
    ScalarArrayOpExpr { some args: AnyNode }
    BoolExpr { some args: AnyNode }
    ArrayExpr { some elements: AnyNode }
    NullTest { one arg: AnyNode }
    BooleanTest { one arg: AnyNode }
    RelabelType { one arg: AnyNode }
    CollateExpr { one arg: AnyNode }
    CoerceViaIO { one arg: AnyNode }
    Aggref { some args: TargetEntry }
    WindowFunc { some args: AnyNode }
    SubLink { one testexpr: AnyNode, one subselect: Query }
    RangeTblFunction { one funcexpr: AnyNode }
    TableSampleClause { some args: AnyNode, one repeatable: AnyNode }
    // Plans.
    PlannedStmt {
        one plan_tree = planTree: Plan, some subplans: Plan, some rtable: RangeTblEntry,
        some append_relations = appendRelations: AppendRelInfo,
    }
    Plan {
        one lefttree: Plan, one righttree: Plan, some targetlist: TargetEntry, some qual: AnyNode,
        some init_plans = initPlan: SubPlan,
    }
    HashJoin { some hashkeys: AnyNode, oids hashoperators: AnyNode, oids hashcollations: AnyNode }
    Hash { some hashkeys: AnyNode }
    MergeJoin { some mergeclauses: AnyNode }
    Agg { some chain: Agg, some grouping_sets = groupingSets: List }
    Append { some appendplans: Plan }
    MergeAppend { some mergeplans: Plan }
    BitmapAnd { some bitmapplans: Plan }
    BitmapOr { some bitmapplans: Plan }
    SubqueryScan { one subplan: Plan }
    CustomScan { some custom_plans: Plan }
    IndexScan { some indexqual: AnyNode, some indexorderby: AnyNode }
    IndexOnlyScan { some indexqual: AnyNode, some indexorderby: AnyNode, some indextlist: TargetEntry }
    BitmapIndexScan { some indexqual: AnyNode }
    BitmapHeapScan { some bitmapqualorig: AnyNode }
    TidScan { some tidquals: AnyNode }
    TidRangeScan { some tidrangequals: AnyNode }
    SampleScan { one tablesample: TableSampleClause }
    FunctionScan { some functions: RangeTblFunction }
    ValuesScan { some values_lists: AnyNode }
    Result { one resconstantqual: AnyNode }
    Memoize { some param_exprs: AnyNode }
    WindowAgg { one start_offset = startOffset: AnyNode, one end_offset = endOffset: AnyNode }
    Limit { one limit_offset = limitOffset: AnyNode, one limit_count = limitCount: AnyNode }
    Join { some joinqual: AnyNode }
    // Running plans.
    PlanState {
        one plan: Plan, one state: EState, one lefttree: PlanState,
    }
    EState { one es_plannedstmt: PlannedStmt }
    CachedPlanSource { oids relation_oids = relationOids: Any }
    SubqueryScanState { one subplan: PlanState }
    WindowAggState { some funcs: WindowFuncExprState }
    WindowFuncExprState { one wfunc: WindowFunc }
    // The planner.
    PlannerInfo {
        one glob: PlannerGlobal, some eq_classes: EquivalenceClass, some init_plans: SubPlan, one parse: Query,
        one parent_root: PlannerInfo, some plan_params: PlannerParamItem, some row_marks = rowMarks: PlanRowMark,
        some query_pathkeys: PathKey,
    }
    PlannerParamItem { one item: AnyNode }
    ParamPathInfo { some ppi_clauses: RestrictInfo }
    PathTarget { some exprs: AnyNode }
    PlannerGlobal { some subplans: Plan }
    RelOptInfo { some baserestrictinfo: RestrictInfo, some joininfo: RestrictInfo, one reltarget: PathTarget }
    RestrictInfo {
        one clause: AnyNode, set left_relids: Relids, set right_relids: Relids, set outer_relids: Relids,
    }
    EquivalenceClass { some ec_members: EquivalenceMember }
    EquivalenceMember { one em_expr: AnyNode, set em_relids: Relids }
    SubPlan { numbers set_param = setParam: List }
    SupportRequestSelectivity { one root: PlannerInfo, some args: AnyNode }
    SupportRequestCost { one root: PlannerInfo, one node: AnyNode }
    SupportRequestRows { one root: PlannerInfo, one node: AnyNode }
}

macro_rules! tags {
    ($($type:ident $tag:ident),* $(,)?) => {
        $(
            // SAFETY: nodes with this tag are of this type.
            unsafe impl Tagged for pg_sys::$type {
                const TAG: NodeTag = NodeTag::$tag;
            }
        )*
    };
}

tags! {
    Query T_Query, FromExpr T_FromExpr, JoinExpr T_JoinExpr, RangeTblRef T_RangeTblRef,
    RangeTblEntry T_RangeTblEntry, Alias T_Alias, TargetEntry T_TargetEntry, SortGroupClause T_SortGroupClause,
    Var T_Var, Const T_Const, Param T_Param, FuncExpr T_FuncExpr, OpExpr T_OpExpr, Aggref T_Aggref,
    ScalarArrayOpExpr T_ScalarArrayOpExpr, BoolExpr T_BoolExpr, ArrayExpr T_ArrayExpr,
    SQLValueFunction T_SQLValueFunction,
    NullTest T_NullTest, BooleanTest T_BooleanTest, RelabelType T_RelabelType, CollateExpr T_CollateExpr,
    CoerceViaIO T_CoerceViaIO, SubLink T_SubLink,
    List T_List, PlanInvalItem T_PlanInvalItem,
    HashJoin T_HashJoin, Hash T_Hash, Append T_Append, MergeAppend T_MergeAppend, BitmapAnd T_BitmapAnd,
    BitmapOr T_BitmapOr, SubqueryScan T_SubqueryScan, CustomScan T_CustomScan, IndexScan T_IndexScan,
    IndexOnlyScan T_IndexOnlyScan, BitmapIndexScan T_BitmapIndexScan, BitmapHeapScan T_BitmapHeapScan,
    TidScan T_TidScan, TidRangeScan T_TidRangeScan, SampleScan T_SampleScan, FunctionScan T_FunctionScan,
    ValuesScan T_ValuesScan, Result T_Result, Memoize T_Memoize, WindowAgg T_WindowAgg, Limit T_Limit,
    MergeJoin T_MergeJoin, Group T_Group, Unique T_Unique, WindowFunc T_WindowFunc,
    SeqScan T_SeqScan, Agg T_Agg, Gather T_Gather, GatherMerge T_GatherMerge,
    SeqScanState T_SeqScanState, SubqueryScanState T_SubqueryScanState, AppendState T_AppendState,
    AggState T_AggState, WindowAggState T_WindowAggState, ReturnSetInfo T_ReturnSetInfo, TriggerData T_TriggerData,
    PlannerInfo T_PlannerInfo, CustomPath T_CustomPath, RelOptInfo T_RelOptInfo,
    SupportRequestSelectivity T_SupportRequestSelectivity,
    SupportRequestCost T_SupportRequestCost, SupportRequestRows T_SupportRequestRows,
}
