//! Settings that choose whether something is done.

use pgrx::guc::GucEnum;
use pgrx::{GucContext, GucFlags, GucRegistry, GucSetting, pg_sys};
use std::ffi::{CStr, c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

// The bindings of pgrx turn an ERROR into a panic, which must not leave a hook. These functions jump instead.
unsafe extern "C-unwind" {
    fn palloc0(size: usize) -> *mut c_void;
    fn lappend(list: *mut pg_sys::List, item: *mut c_void) -> *mut pg_sys::List;
    fn CallSyscacheCallbacks(cache: c_int, hash: u32);
}

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

    /// Describes a setting that is on by default.
    pub const fn new_on(name: &'static CStr) -> Self {
        Self { name, mode: GucSetting::<Mode>::new(Mode::On) }
    }

    /// Makes PostgreSQL know the setting, which `EXPLAIN (SETTINGS)` shows.
    pub fn define(&'static self, summary: &'static CStr, details: &'static CStr) {
        let (context, flags) = (GucContext::Userset, GucFlags::EXPLAIN);
        let (mode, assign) = (&self.mode, Some(assign as _));
        // SAFETY: the hook does not panic.
        unsafe {
            GucRegistry::define_enum_guc_with_hooks(
                self.name, summary, details, mode, context, flags, None, assign, None,
            );
        }
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

/// Has PostgreSQL refuse all names with this prefix but those of the settings that are defined.
pub fn reserve(prefix: &'static CStr) {
    // SAFETY: the string is zero-terminated.
    unsafe { pg_sys::MarkGUCPrefixReserved(prefix.as_ptr()) }
}

/// What stands for the settings among what plans depend on: the hash of a function that does not exist.
const SETTINGS: u32 = u32::from_be_bytes(*b"blrs");

/// Whether plans that depend on the settings may be kept.
static HAVE_PLANS: AtomicBool = AtomicBool::new(false);

/// Has a plan, if it is kept, be made anew after a setting was switched off. The server keeps plans when a setting of
/// the planner changes, but here keys would go on traveling to other servers.
///
/// # Safety
/// `plan` must be a finished plan that nobody else uses yet.
pub unsafe fn depend_on_settings(plan: *mut pg_sys::PlannedStmt) {
    // SAFETY: the caller guarantees the plan; a node begins with its tag.
    unsafe {
        let item = palloc0(size_of::<pg_sys::PlanInvalItem>()).cast::<pg_sys::PlanInvalItem>();
        (*item).type_ = pg_sys::NodeTag::T_PlanInvalItem;
        (*item).cacheId = pg_sys::SysCacheIdentifier::PROCOID as _; // signed or not, by the major
        (*item).hashValue = SETTINGS;
        (*plan).invalItems = lappend((*plan).invalItems, item.cast());
    }
    HAVE_PLANS.store(true, Ordering::Relaxed);
}

/// Invalidates the plans that depend on the settings when one of them is switched off (`assign_hook`).
unsafe extern "C-unwind" fn assign(value: c_int, _: *mut c_void) {
    if value == Mode::Off as c_int && HAVE_PLANS.swap(false, Ordering::Relaxed) {
        // SAFETY: such callbacks may be called at any time.
        unsafe { CallSyscacheCallbacks(pg_sys::SysCacheIdentifier::PROCOID as _, SETTINGS) }
    }
}
