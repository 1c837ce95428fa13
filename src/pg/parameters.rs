//! The parameters of a statement.

use pgrx::pg_sys::{self, Oid, ParamListInfo};
use std::marker::PhantomData;

/// The parameters of a statement that is planned; there may be none.
#[derive(Debug, Clone, Copy)]
pub struct Parameters<'t>(ParamListInfo, PhantomData<&'t ()>);

impl Parameters<'_> {
    pub const NONE: Self = Self(std::ptr::null_mut(), PhantomData);

    /// Wraps PostgreSQL's parameters.
    ///
    /// # Safety
    /// They must be null, or those that a planner was given, during the lifetime.
    pub unsafe fn of(all: ParamListInfo) -> Self {
        Self(all, PhantomData)
    }

    /// Returns PostgreSQL's pointer.
    pub fn as_ptr(self) -> ParamListInfo {
        self.0
    }

    /// Returns the number of bytes of a parameter's value; 0 if the planner may not know it, if it is NULL,
    /// or if the values of its type have one length.
    pub fn size(self, number: i32) -> usize {
        // SAFETY: the parameters are as many as they say, and this is how the planner reads them. A value of
        // varying length is a varlena, whose size is read without fetching it.
        unsafe {
            let Some(all) = self.0.as_mut() else { return 0 };
            if number <= 0 || number > all.numParams {
                return 0;
            }
            let mut fetched = pg_sys::ParamExternData::default();
            let value = match all.paramFetch {
                Some(fetch) => fetch(self.0, number, true, &raw mut fetched),
                None => &raw mut all.params.as_mut_slice(all.numParams as usize)[number as usize - 1],
            };
            let varying = value.as_ref().filter(|value| {
                !value.isnull && value.ptype != Oid::INVALID && pg_sys::get_typlen(value.ptype) == -1
            });
            varying.map_or(0, |value| pg_sys::toast_raw_datum_size(value.value))
        }
    }
}
