//! The options of `WITH (...)`.

use pgrx::pg_sys::{self, Datum, relopt_enum_elt_def, relopt_parse_elt};
use std::ffi::{CStr, c_int};
use std::mem::offset_of;
use std::sync::OnceLock;

/// The false-positive rate unless another one is given. Rates add up over partitions, so it is low.
const FPP: f64 = 0.001;

/// The lowest one, which the server's message shows with six digits.
const LOWEST_FPP: f64 = 1e-6;

/// When an index is built that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AutoBuild {
    /// By VACUUM, if nobody does it before.
    On,
    /// The same, but CREATE INDEX leaves it open.
    Later,
    /// By REINDEX or `bloom_skip_build`.
    Off,
}

/// Options of an index, as the server keeps them for it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Options {
    /// Length of the value: all options are one varlena.
    length: i32,
    autobuild: c_int,
    fpp: f64,
}

/// The names of the values of `autobuild`.
struct Names([relopt_enum_elt_def; 4]);

// SAFETY: the pointers are to constants.
unsafe impl Sync for Names {}

static NAMES: Names = Names([
    relopt_enum_elt_def { string_val: c"on".as_ptr(), symbol_val: AutoBuild::On as c_int },
    relopt_enum_elt_def { string_val: c"later".as_ptr(), symbol_val: AutoBuild::Later as c_int },
    relopt_enum_elt_def { string_val: c"off".as_ptr(), symbol_val: AutoBuild::Off as c_int },
    relopt_enum_elt_def { string_val: std::ptr::null(), symbol_val: 0 },
]);

const AUTOBUILD: &CStr = c"autobuild";
const RATE: &CStr = c"fpp";

impl Options {
    /// Returns the options of an index.
    ///
    /// # Safety
    /// `index` must be an open index of this access method.
    pub unsafe fn of(index: pg_sys::Relation) -> Self {
        const DEFAULTS: Options = Options { length: 0, autobuild: AutoBuild::On as c_int, fpp: FPP };
        // SAFETY: the server keeps what `parse` returned, or null if nothing was given.
        unsafe { (*index).rd_options.cast::<Self>().as_ref() }.copied().unwrap_or(DEFAULTS)
    }

    pub fn fpp(self) -> f64 {
        self.fpp
    }

    pub fn autobuild(self) -> AutoBuild {
        [AutoBuild::Later, AutoBuild::Off]
            .into_iter()
            .find(|value| *value as c_int == self.autobuild)
            .unwrap_or(AutoBuild::On)
    }
}

/// Makes the server know the options, once a session. Returns the number by which it knows them.
fn kind() -> pg_sys::relopt_kind::Type {
    static KIND: OnceLock<pg_sys::relopt_kind::Type> = OnceLock::new();
    *KIND.get_or_init(|| {
        let lock = pg_sys::ShareUpdateExclusiveLock as pg_sys::LOCKMODE;
        // SAFETY: the strings and the names are constants.
        unsafe {
            let kind = pg_sys::add_reloption_kind();
            pg_sys::add_real_reloption(
                kind,
                RATE.as_ptr(),
                c"false-positive rate of a partition's filter".as_ptr(),
                FPP,
                LOWEST_FPP,
                0.5,
                lock,
            );
            pg_sys::add_enum_reloption(
                kind,
                AUTOBUILD.as_ptr(),
                c"when the filter is built".as_ptr(),
                NAMES.0.as_ptr().cast_mut(),
                AutoBuild::On as c_int,
                c"Valid values are \"on\", \"later\", and \"off\".".as_ptr(),
                lock,
            );
            kind
        }
    })
}

/// Makes the server know the options when the library is loaded.
pub fn install() {
    kind();
}

/// Reads the options that were given (`amoptions`).
pub unsafe fn parse(given: Datum, validate: bool) -> *mut pg_sys::bytea {
    use pg_sys::relopt_type::{RELOPT_TYPE_ENUM, RELOPT_TYPE_REAL};
    let elements = [
        element(AUTOBUILD, RELOPT_TYPE_ENUM, offset_of!(Options, autobuild)),
        element(RATE, RELOPT_TYPE_REAL, offset_of!(Options, fpp)),
    ];
    // SAFETY: the server passes options as it stores them; the elements say where the fields are.
    unsafe {
        let size = size_of::<Options>();
        pg_sys::build_reloptions(given, validate, kind(), size, elements.as_ptr(), elements.len() as c_int)
            .cast()
    }
}

#[allow(clippy::needless_update)] // 18 has a field more, of which 0 means that there is none
fn element(name: &'static CStr, kind: pg_sys::relopt_type::Type, offset: usize) -> relopt_parse_elt {
    relopt_parse_elt {
        optname: name.as_ptr(),
        opttype: kind,
        offset: offset as c_int,
        ..relopt_parse_elt::default()
    }
}
