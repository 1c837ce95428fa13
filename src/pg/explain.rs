//! What nodes say in EXPLAIN.

use pgrx::pg_sys::{self, ExplainState};
use std::ffi::{CStr, CString};

/// The state of an EXPLAIN that is shown now.
#[derive(Clone, Copy)]
pub struct Output(*mut ExplainState);

impl Output {
    /// # Safety
    /// `state` must be that of an EXPLAIN, which lives as long as the result is used.
    pub const unsafe fn of(state: *mut ExplainState) -> Self {
        Self(state)
    }

    /// Returns whether the format is the one for people.
    pub fn is_text(self) -> bool {
        // SAFETY: `of` guarantees the state.
        unsafe { (*self.0).format == pg_sys::ExplainFormat::EXPLAIN_FORMAT_TEXT }
    }

    /// Shows a number.
    pub fn number(self, label: &CStr, number: i64) {
        self.measure(label, None, number);
    }

    /// Shows a number, in the text format with its unit.
    pub fn measure(self, label: &CStr, unit: Option<&CStr>, number: i64) {
        let unit = unit.map_or(std::ptr::null(), CStr::as_ptr);
        // SAFETY: `of` guarantees the state; the strings are zero-terminated.
        unsafe { pg_sys::ExplainPropertyInteger(label.as_ptr(), unit, number, self.0) }
    }

    /// Shows a text.
    pub fn text(self, label: &CStr, text: String) {
        if let Ok(text) = CString::new(text) {
            // SAFETY: as above.
            unsafe { pg_sys::ExplainPropertyText(label.as_ptr(), text.as_ptr(), self.0) }
        }
    }

    /// Shows names.
    pub fn list<N: AsRef<CStr>>(self, label: &CStr, names: impl IntoIterator<Item = N>) {
        let mut list = std::ptr::null_mut();
        // SAFETY: as above; the list has copies.
        unsafe {
            for name in names {
                list = pg_sys::lappend(list, pg_sys::pstrdup(name.as_ref().as_ptr()).cast());
            }
            pg_sys::ExplainPropertyList(label.as_ptr(), list, self.0);
        }
    }
}
