//! Progress of the scan below an aggregate, from which the number of all rows is estimated.
//!
//! The planner's number of rows is a guess if a table was never analyzed or if the planner does not understand a
//! condition. A sequential scan knows more: how many of its pages it has read.

use crate::pg::heap_scan::Pages;
use crate::pg::tree::Node;
use pgrx::pg_sys::{self, AppendState, NodeTag, PlanState};
use std::cmp::Ordering;

/// Returns the fraction of its rows that a plan has returned so far, above 0 and below 1: the fraction of its pages
/// that it has read. `None` if that is unknown, or if all pages are read before the first row, as below a sort.
pub(super) fn scanned(node: Option<Node<'_, PlanState>>) -> Option<f64> {
    let Pages { read, all } = pages(node?)?;
    (read >= LEAST_PAGES && read < all).then(|| read / all)
}

/// Least number of pages to have been read: fewer pages say too little about the others.
const LEAST_PAGES: f64 = 2.0;

/// Counts the pages of a plan that returns rows as it reads them, and about as many for each page.
fn pages(node: Node<'_, PlanState>) -> Option<Pages> {
    if let Some(scan) = node.is::<pg_sys::SeqScanState>() {
        return Pages::of_scan(scan);
    }
    match node.tag() {
        NodeTag::T_ResultState | NodeTag::T_ProjectSetState | NodeTag::T_GatherState => {
            pages(node.lefttree()?)
        }
        NodeTag::T_SubqueryScanState => pages(node.is::<pg_sys::SubqueryScanState>()?.subplan()?),
        _ => pages_of_append(node.is()?),
    }
}

/// Counts the pages of plans that run one after another, such as scans of partitions.
fn pages_of_append(append: Node<'_, AppendState>) -> Option<Pages> {
    if !append.as_pstate.is_null() || append.as_nasyncplans > 0 || !append.as_prune_state.is_null() {
        return None; // the plans do not run in order, or not all of them run
    }
    let mut sum = Pages { read: 0.0, all: 0.0 };
    for number in 0..append.as_nplans {
        let (plan, order) = (append.plan(number)?, number.cmp(&append.as_whichplan));
        let Pages { read, all } = if order == Ordering::Equal { pages(plan)? } else { all_pages(plan)? };
        sum.all += all;
        sum.read += match order {
            Ordering::Less => all,
            Ordering::Equal => read,
            Ordering::Greater => 0.0,
        };
    }
    Some(sum)
}

/// Counts the pages of a scan that has not begun or is at its end.
fn all_pages(node: Node<'_, PlanState>) -> Option<Pages> {
    match node.is::<pg_sys::SeqScanState>() {
        Some(scan) => Pages::of_table(scan),
        None if node.tag() == NodeTag::T_ResultState => all_pages(node.lefttree()?),
        None => None,
    }
}
