//! Settings that choose whether something is done.

use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting, PostgresGucEnum, pg_sys};
use std::ffi::CStr;

/// Values of such a setting.
#[derive(Debug, Clone, Copy, PartialEq, PostgresGucEnum)]
pub enum Mode {
    /// It is not done.
    #[name = c"off"]
    Off,
    /// It is done where it pays.
    #[name = c"on"]
    On,
    /// It is done wherever it is legal, whatever it costs: for tests.
    #[name = c"force"]
    Force,
}

/// A setting that any role may change for its session.
#[allow(missing_debug_implementations)]
pub struct Setting {
    pub name: &'static CStr,
    mode: GucSetting<Mode>,
}

impl Setting {
    /// Describes a setting that is off by default.
    pub const fn new(name: &'static CStr) -> Self {
        Self { name, mode: GucSetting::<Mode>::new(Mode::Off) }
    }

    /// Makes PostgreSQL know the setting.
    pub fn define(&'static self, summary: &'static CStr, details: &'static CStr) {
        let (context, flags) = (GucContext::Userset, GucFlags::default());
        GucRegistry::define_enum_guc(self.name, summary, details, &self.mode, context, flags);
    }

    /// Returns whether it is off. Reads a number, whereas [`Self::mode`] checks the thread.
    #[inline]
    pub fn is_off(&self) -> bool {
        // SAFETY: PostgreSQL has one thread, which reads and writes the number.
        unsafe { *self.mode.as_ptr() == Mode::Off as i32 }
    }

    pub fn mode(&self) -> Mode {
        self.mode.get()
    }

    pub fn set(&self, is_on: bool) {
        let value = if is_on { c"on" } else { c"off" };
        let (context, source) = (pg_sys::GucContext::PGC_USERSET, pg_sys::GucSource::PGC_S_SESSION);
        // SAFETY: the strings are zero-terminated; the setting exists, because the library is loaded.
        unsafe { pg_sys::SetConfigOption(self.name.as_ptr(), value.as_ptr(), context, source) }
    }
}
