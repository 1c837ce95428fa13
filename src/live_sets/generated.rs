//! The functions that older releases made for each set.

use super::link::{Link, Tie};
use crate::error::Result;
use crate::pg::names::{self, QualifiedName};
use crate::pg::query;
use crate::pg::typed::TypedDatum;
use pgrx::pg_sys::Oid;
use std::ffi::CStr;

/// Functions of the owner of table `$1`, in schema `$2`, whose name is `$3` and a suffix, and whose comment
/// an older release wrote.
const GENERATED: &CStr = c"
SELECT pg_catalog.string_agg(p.oid::pg_catalog.regprocedure::text, ', ')
FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_class AS s ON s.oid = $1 AND s.relowner = p.proowner
WHERE p.pronamespace = pg_catalog.quote_ident($2)::pg_catalog.regnamespace
    AND p.proname IN ($3 || '_contains', $3 || '_add', $3 || '_add_all', $3 || '_grow', $3 || '_load', $3 || '_forget',
        $3 || '_clear', $3 || '_info')
    AND pg_catalog.obj_description(p.oid, 'pg_proc') LIKE 'live set of bloom\\_set\\_create: %'";

/// Drops the functions of a set that an older release made, if there are any.
///
/// # Errors
/// 2BP01 if another object depends on one.
pub fn drop_functions(set: Oid, link: Option<&Link>) -> Result<()> {
    let named = match link.map(|link| link.tie) {
        Some(Tie::Function(function)) => {
            let mut named = QualifiedName::of_function(function)?;
            named.name.truncate(named.name.len().saturating_sub("_contains".len()));
            named
        }
        _ => QualifiedName::of_relation(set)?,
    };
    let arguments = [TypedDatum::oid(set), TypedDatum::text(&named.schema)?, TypedDatum::text(&named.name)?];
    let Some(functions) = query::value(GENERATED, arguments)?.and_then(TypedDatum::as_text) else {
        return Ok(());
    };
    let sql = names::c_string([b"DROP FUNCTION ".as_slice(), functions.bytes()].concat())?;
    query::execute([sql.as_c_str()])
}
