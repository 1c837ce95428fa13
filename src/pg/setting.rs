//! Settings that choose whether something is done.

use super::catalog::EXTENSION;
use pgrx::guc::GucEnum;
use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting, pg_sys};
use std::ffi::CStr;

/// Values of such a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mode {
    /// It is not done.
    Off,
    /// It is done where it pays.
    On,
    /// It is done wherever it is legal, whatever it costs: for tests.
    Force,
}

/// What users may write: the names of the values, and those that PostgreSQL's own settings of three values take
/// (`constraint_exclusion`). A value is shown by its first name, and hints list the names that are not hidden.
struct Names([pg_sys::config_enum_entry; 10]);

// SAFETY: the pointers are to constants.
unsafe impl Sync for Names {}

static NAMES: Names = Names([
    named(c"off", Mode::Off, false),
    named(c"on", Mode::On, false),
    named(c"force", Mode::Force, false),
    named(c"true", Mode::On, true),
    named(c"false", Mode::Off, true),
    named(c"yes", Mode::On, true),
    named(c"no", Mode::Off, true),
    named(c"1", Mode::On, true),
    named(c"0", Mode::Off, true),
    pg_sys::config_enum_entry { name: std::ptr::null(), val: 0, hidden: false },
]);

const fn named(name: &'static CStr, mode: Mode, hidden: bool) -> pg_sys::config_enum_entry {
    pg_sys::config_enum_entry { name: name.as_ptr(), val: mode as i32, hidden }
}

// SAFETY: the array ends with an entry without a name.
unsafe impl GucEnum for Mode {
    fn from_ordinal(ordinal: i32) -> Self {
        [Self::On, Self::Force].into_iter().find(|mode| *mode as i32 == ordinal).unwrap_or(Self::Off)
    }

    fn to_ordinal(&self) -> i32 {
        *self as i32
    }

    const CONFIG_ENUM_ENTRY: *const pg_sys::config_enum_entry = (&raw const NAMES.0).cast();
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

/// Has PostgreSQL refuse every other setting whose name begins with that of the extension. All must be defined.
pub fn reserve_names() {
    // SAFETY: the string is zero-terminated.
    unsafe { pg_sys::MarkGUCPrefixReserved(EXTENSION.as_ptr()) }
}
