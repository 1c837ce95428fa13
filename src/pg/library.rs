//! Libraries that are loaded into the process.

use std::ffi::{CStr, c_char, c_int, c_void};

/// What the loader knows of an address (`Dl_info`).
#[repr(C)]
struct DlInfo {
    file: *const c_char,
    base: *mut c_void,
    symbol: *const c_char,
    symbol_address: *mut c_void,
}

unsafe extern "C" {
    fn dladdr(address: *const c_void, found: *mut DlInfo) -> c_int;
}

/// Returns the name of the file, without its directory, of the library that something static is a part of.
pub fn library_of(address: *const c_void) -> Option<String> {
    let none = std::ptr::null_mut::<c_void>();
    let mut found = DlInfo { file: none.cast(), base: none, symbol: none.cast(), symbol_address: none };
    // SAFETY: the function takes any address; the name is one of the loader's, of a library that is not unloaded.
    let file = unsafe {
        if dladdr(address, &raw mut found) == 0 || found.file.is_null() {
            return None;
        }
        CStr::from_ptr(found.file).to_string_lossy()
    };
    Some(file.rsplit('/').next()?.to_owned())
}
