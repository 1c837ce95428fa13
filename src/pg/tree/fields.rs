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
type Any = pg_sys::Node;

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
    (% Any) => { Any };
    (% $of:ident) => { pg_sys::$of };
}

fields! {
    // Queries.
    Query {
        some rtable: RangeTblEntry, one jointree: FromExpr, some target_list = targetList: TargetEntry,
        some cte_list = cteList: CommonTableExpr, one having_qual = havingQual: Any,
    }
    RangeTblEntry {
        one subquery: Query, some security_quals = securityQuals: Any, some joinaliasvars: Any,
        some functions: RangeTblFunction, one tablefunc: Any, some values_lists: Any, one tablesample: Any,
        text ctename: Any, one eref: Alias,
    }
    Alias { text aliasname: Any, some colnames: String }
    String { text sval: Any }
    CommonTableExpr { text ctename: Any, one ctequery: Query }
    FromExpr { some fromlist: Any, one quals: Any }
    JoinExpr { one larg: Any, one rarg: Any, one quals: Any }
    // Expressions.
    TargetEntry { one expr: Any }
    FuncExpr { some args: Any }
    OpExpr { some args: Any }
    ScalarArrayOpExpr { some args: Any }
    BoolExpr { some args: Any }
    ArrayExpr { some elements: Any }
    NullTest { one arg: Any }
    BooleanTest { one arg: Any }
    RelabelType { one arg: Any }
    CollateExpr { one arg: Any }
    CoerceViaIO { one arg: Any }
    Aggref { some args: TargetEntry }
    WindowFunc { some args: Any }
    SubLink { one testexpr: Any, one subselect: Query }
    RangeTblFunction { one funcexpr: Any }
    TableSampleClause { some args: Any, one repeatable: Any }
    // Plans.
    PlannedStmt { one plan_tree = planTree: Plan, some subplans: Plan, some rtable: RangeTblEntry }
    Plan { one lefttree: Plan, one righttree: Plan, some targetlist: TargetEntry, some qual: Any }
    HashJoin { some hashkeys: Any, oids hashoperators: Any, oids hashcollations: Any }
    Hash { some hashkeys: Any }
    Append { some appendplans: Plan }
    MergeAppend { some mergeplans: Plan }
    BitmapAnd { some bitmapplans: Plan }
    BitmapOr { some bitmapplans: Plan }
    SubqueryScan { one subplan: Plan }
    CustomScan { some custom_plans: Plan }
    IndexScan { some indexqual: Any, some indexorderby: Any }
    IndexOnlyScan { some indexqual: Any, some indexorderby: Any }
    BitmapIndexScan { some indexqual: Any }
    BitmapHeapScan { some bitmapqualorig: Any }
    TidScan { some tidquals: Any }
    TidRangeScan { some tidrangequals: Any }
    SampleScan { one tablesample: TableSampleClause }
    FunctionScan { some functions: RangeTblFunction }
    ValuesScan { some values_lists: Any }
    Result { one resconstantqual: Any }
    Memoize { some param_exprs: Any }
    WindowAgg { one start_offset = startOffset: Any, one end_offset = endOffset: Any }
    Limit { one limit_offset = limitOffset: Any, one limit_count = limitCount: Any }
    Join { some joinqual: Any }
    // Running plans.
    PlanState {
        one plan: Plan, one state: EState, one lefttree: PlanState,
    }
    EState { one es_plannedstmt: PlannedStmt }
    SubqueryScanState { one subplan: PlanState }
    WindowAggState { some funcs: WindowFuncExprState }
    WindowFuncExprState { one wfunc: WindowFunc }
    // The planner.
    PlannerInfo {
        one glob: PlannerGlobal, some eq_classes: EquivalenceClass, some init_plans: SubPlan,
    }
    PlannerGlobal { some subplans: Plan }
    RelOptInfo { some baserestrictinfo: RestrictInfo, some joininfo: RestrictInfo }
    RestrictInfo {
        one clause: Any, set left_relids: Relids, set right_relids: Relids, set outer_relids: Relids,
    }
    EquivalenceClass { some ec_members: EquivalenceMember }
    EquivalenceMember { one em_expr: Any, set em_relids: Relids }
    SubPlan { numbers set_param = setParam: List }
    SupportRequestSelectivity { one root: PlannerInfo, some args: Any }
    SupportRequestCost { one root: PlannerInfo, one node: Any }
    SupportRequestRows { one root: PlannerInfo, one node: Any }
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
    RangeTblEntry T_RangeTblEntry, TargetEntry T_TargetEntry, SortGroupClause T_SortGroupClause,
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
    SeqScan T_SeqScan, Agg T_Agg, Gather T_Gather, GatherMerge T_GatherMerge,
    SeqScanState T_SeqScanState, SubqueryScanState T_SubqueryScanState, AppendState T_AppendState,
    AggState T_AggState, WindowAggState T_WindowAggState, ReturnSetInfo T_ReturnSetInfo, TriggerData T_TriggerData,
    PlannerInfo T_PlannerInfo, SupportRequestSelectivity T_SupportRequestSelectivity,
    SupportRequestCost T_SupportRequestCost, SupportRequestRows T_SupportRequestRows,
}
