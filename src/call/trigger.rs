//! Calls of trigger functions.

use super::Call;
use crate::error::{self, Result};
use crate::pg::tree::Node;
use pgrx::PgSqlErrorCode as Code;
use pgrx::pg_sys::{self, Oid, TriggerData};
use std::ffi::CStr;

/// A call of a function by a trigger that fires after a row was added or changed.
#[derive(Debug, Clone, Copy)]
pub struct RowTrigger<'fcx>(Node<'fcx, TriggerData>);

impl<'fcx> Call<'fcx> {
    /// Returns the trigger that calls the function.
    ///
    /// # Errors
    /// 39P01 unless the function is called by a trigger AFTER INSERT or UPDATE FOR EACH ROW.
    #[inline]
    pub fn row_trigger(&self) -> Result<RowTrigger<'fcx>> {
        let data = self.context().and_then(Node::is::<TriggerData>).ok_or_else(protocol_violated)?;
        let event = data.tg_event & pg_sys::TRIGGER_EVENT_OPMASK;
        let timing = data.tg_event & (pg_sys::TRIGGER_EVENT_ROW | pg_sys::TRIGGER_EVENT_TIMINGMASK);
        let fires = timing == pg_sys::TRIGGER_EVENT_ROW // AFTER is 0
            && matches!(event, pg_sys::TRIGGER_EVENT_INSERT | pg_sys::TRIGGER_EVENT_UPDATE);
        if fires { Ok(RowTrigger(data)) } else { Err(protocol_violated()) }
    }
}

#[cold]
fn protocol_violated() -> error::Error {
    error::new(
        Code::ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED,
        "the function must be called by a trigger AFTER INSERT or UPDATE FOR EACH ROW",
        "",
        "Such triggers are created when partitions are sealed.",
    )
}

impl<'fcx> RowTrigger<'fcx> {
    fn relation(&self) -> &pg_sys::RelationData {
        // SAFETY: the relation is open during the call.
        unsafe { &*self.0.tg_relation }
    }

    pub fn table(&self) -> Oid {
        self.relation().rd_id
    }

    pub fn owner(&self) -> Oid {
        // SAFETY: an open relation has its row of pg_class.
        unsafe { (*self.relation().rd_rel).relowner }
    }

    /// Returns the arguments of the trigger.
    #[inline]
    pub fn arguments(&self) -> impl Iterator<Item = &'fcx CStr> {
        // SAFETY: the trigger has `tgnargs` zero-terminated arguments, which outlive the call.
        unsafe {
            let trigger = &*self.0.tg_trigger;
            (0..trigger.tgnargs as usize).map(|number| CStr::from_ptr(*trigger.tgargs.add(number)))
        }
    }
}
