//! Lookups in the system catalogs, through the server's caches: none of them runs a query or takes a transaction ID.

use super::detoast::Varlena;
use super::encoding::{self, ToUtf8};
use super::version;
use crate::error::{self, Result};
use pgrx::pg_sys::{self, Datum, Oid, SysCacheIdentifier};
use pgrx::{FromDatum, PgSqlErrorCode as Code};
use std::ffi::{CStr, CString};

/// First OID that may differ from one PostgreSQL installation to another (FirstGenbkiObjectId).
const FIRST_UNSTABLE_OID: u32 = 10_000;

/// Returns whether the object with this OID is built into PostgreSQL.
pub fn is_built_in(oid: Oid) -> bool {
    oid.to_u32() < FIRST_UNSTABLE_OID
}

/// A row of a system cache, held until this value is dropped.
struct Row {
    cache: i32,
    tuple: pg_sys::HeapTuple,
}

impl Row {
    fn find(cache: SysCacheIdentifier::Type, key: impl Into<Datum>) -> Option<Self> {
        let cache = cache as _; // signed or not, by the major
        // SAFETY: each cache that is searched here has one key, an OID.
        let tuple = unsafe { pg_sys::SearchSysCache1(cache, key.into()) };
        (!tuple.is_null()).then(|| Self { cache, tuple }) // made lazily: dropping it releases the row
    }

    /// Returns the datum of a column, given its number; `None` for NULL.
    fn column(&self, number: u32) -> Option<Datum> {
        let mut null = false;
        // SAFETY: the row is held, and its table has this column.
        let datum = unsafe { pg_sys::SysCacheGetAttr(self.cache, self.tuple, number as i16, &raw mut null) };
        (!null).then_some(datum)
    }

    /// Returns the bytes of a column of type name, as the server stores it.
    fn name(&self, number: u32) -> Option<&[u8]> {
        // SAFETY: a name is zero-terminated and lives as long as the row is held.
        self.column(number).map(|name| unsafe { CStr::from_ptr(name.cast_mut_ptr()).to_bytes() })
    }

    /// Returns the bytes of a column of type text, as the server stores it.
    fn text(&self, number: u32) -> Option<Vec<u8>> {
        // SAFETY: a text is a varlena and lives as long as the row is held.
        self.column(number).map(|text| unsafe { Varlena::new(text).bytes().to_vec() })
    }
}

impl Drop for Row {
    fn drop(&mut self) {
        // SAFETY: the row was found by a cache and has not been released yet.
        unsafe { pg_sys::ReleaseSysCache(self.tuple) }
    }
}

/// An extension of this database.
#[derive(Debug, Clone, Copy)]
pub struct Extension {
    oid: Oid,
    schema: Oid,
}

impl Extension {
    /// Finds an extension; `None` if the database does not have it. No cache of the server has extensions.
    pub fn find(name: &CStr) -> Option<Self> {
        // SAFETY: a scan of the catalog by its index, whose rows have that form; the name outlives the scan.
        unsafe {
            let mut key = pg_sys::ScanKeyData::default();
            pg_sys::ScanKeyInit(
                &raw mut key,
                pg_sys::Anum_pg_extension_extname as i16,
                pg_sys::BTEqualStrategyNumber as u16,
                pg_sys::F_NAMEEQ.into(),
                Datum::from(name.as_ptr()),
            );
            let lock = pg_sys::AccessShareLock as i32;
            let table = pg_sys::table_open(pg_sys::ExtensionRelationId, lock);
            let index = pg_sys::ExtensionNameIndexId.into();
            let snapshot = std::ptr::null_mut();
            let scan = pg_sys::systable_beginscan(table, index, true, snapshot, 1, &raw mut key);
            let row = pg_sys::systable_getnext(scan);
            let found = (!row.is_null()).then(|| {
                let row = &*pg_sys::heap_tuple_get_struct::<pg_sys::FormData_pg_extension>(row);
                Self { oid: row.oid, schema: row.extnamespace }
            });
            pg_sys::systable_endscan(scan);
            pg_sys::table_close(table, lock);
            found
        }
    }

    /// Returns the function of the extension with this name and exactly these declared types of arguments.
    pub fn function(self, name: &CStr, arguments: &[Oid]) -> Option<Oid> {
        // SAFETY: these are catalog lookups, of a zero-terminated name, a new vector and an OID.
        unsafe {
            let types = pg_sys::buildoidvector(arguments.as_ptr(), arguments.len() as i32);
            let function = pg_sys::GetSysCacheOid(
                SysCacheIdentifier::PROCNAMEARGSNSP as _,
                pg_sys::Anum_pg_proc_oid as i16,
                Datum::from(name.as_ptr()),
                Datum::from(types),
                self.schema.into(),
                Datum::null(),
            );
            let is_member = function != Oid::INVALID
                && pg_sys::getExtensionOfObject(pg_sys::ProcedureRelationId, function) == self.oid;
            is_member.then_some(function)
        }
    }

    /// Returns the type of this name; an invalid OID if there is none.
    pub fn type_named(self, name: &CStr) -> Oid {
        type_in(self.schema, name)
    }
}

/// Name of the extension.
const EXTENSION: &CStr = c"bloom_rs";

impl Extension {
    /// Finds this extension; `None` if the database does not have it.
    pub fn own() -> Option<Self> {
        Self::find(EXTENSION)
    }
}

/// A function with a body that is stored parsed, `BEGIN ATOMIC ... END`.
#[derive(Debug)]
pub struct ParsedFunction {
    pub owner: Oid,
    /// The body, as a node in the server's text form.
    pub body: CString,
}

/// Returns a function if its body is stored parsed.
pub fn parsed_function(function: Oid) -> Option<ParsedFunction> {
    let row = Row::find(SysCacheIdentifier::PROCOID, function)?;
    let body = CString::new(row.text(pg_sys::Anum_pg_proc_prosqlbody)?).ok()?;
    let owner = row.column(pg_sys::Anum_pg_proc_proowner)?;
    Some(ParsedFunction { owner: Oid::from(owner.value() as u32), body })
}

/// Returns the numbers of the columns of a table's partition key; 0 stands for an expression.
pub fn partition_key(table: Oid) -> Vec<i16> {
    let row = Row::find(SysCacheIdentifier::PARTRELID, table);
    let columns = row.as_ref().and_then(|row| row.column(pg_sys::Anum_pg_partitioned_table_partattrs));
    columns.map_or_else(Vec::new, |columns| {
        // SAFETY: the column is an int2vector, which lives as long as the row is held.
        unsafe {
            let columns = &*columns.cast_mut_ptr::<pg_sys::int2vector>();
            columns.values.as_slice(columns.dim1 as usize).to_vec()
        }
    })
}

/// Returns the columns of each unique key of a table, which is open or locked. Keys of expressions, of a part of the rows, and those
/// that are checked later are left out.
pub fn unique_keys(table: Oid) -> Vec<Vec<i16>> {
    let mut keys = Vec::new();
    // SAFETY: the table is open while its list of indexes is copied; the columns have these types.
    unsafe {
        let relation = pg_sys::table_open(table, pg_sys::NoLock as i32);
        let indexes = pg_sys::RelationGetIndexList(relation);
        pg_sys::table_close(relation, pg_sys::NoLock as i32);
        for n in 0..pg_sys::list_length(indexes) {
            let Some(row) = Row::find(SysCacheIdentifier::INDEXRELID, pg_sys::list_nth_oid(indexes, n))
            else {
                continue;
            };
            let is = |column| row.column(column).is_some_and(|value| value.value() != 0);
            let is_unique = is(pg_sys::Anum_pg_index_indisunique)
                && is(pg_sys::Anum_pg_index_indimmediate)
                && is(pg_sys::Anum_pg_index_indisvalid)
                && row.column(pg_sys::Anum_pg_index_indpred).is_none();
            let count = row.column(pg_sys::Anum_pg_index_indnkeyatts).map_or(0, |count| count.value() as u16);
            if let (true, Some(columns)) = (is_unique, row.column(pg_sys::Anum_pg_index_indkey)) {
                let columns = &*columns.cast_mut_ptr::<pg_sys::int2vector>();
                keys.push(columns.values.as_slice(count.into()).to_vec());
            }
        }
    }
    keys.retain(|key| !key.contains(&0));
    keys
}

/// Returns the trigger function of the extension that marks seals; `None` if the database does not have it.
pub fn mark_function() -> Option<Oid> {
    Extension::own()?.function(c"bloom_skip_mark", &[])
}

/// Returns whether every role may call a function.
pub fn is_public(function: Oid) -> bool {
    version::may_execute(function, Oid::INVALID) // the grantee PUBLIC
}

/// Returns whether a table has triggers, or may have had some.
pub fn has_triggers(table: Oid) -> bool {
    let row = Row::find(SysCacheIdentifier::RELOID, table);
    row.and_then(|row| row.column(pg_sys::Anum_pg_class_relhastriggers)).is_some_and(|has| has.value() != 0)
}

/// Returns the owner of a relation; `None` if there is no such relation.
pub fn owner_of(relation: Oid) -> Option<Oid> {
    let row = Row::find(SysCacheIdentifier::RELOID, relation)?;
    // SAFETY: the column is of type oid.
    row.column(pg_sys::Anum_pg_class_relowner).and_then(|oid| unsafe { Oid::from_datum(oid, false) })
}

/// Returns whether a relation belongs to the current user itself, who need not be a superuser for that.
pub fn is_owner(relation: Oid) -> bool {
    owner_of(relation).is_some_and(is_current_user)
}

/// Returns whether a role is the current user.
pub fn is_current_user(role: Oid) -> bool {
    // SAFETY: the function takes no arguments.
    unsafe { pg_sys::GetUserId() == role }
}

/// Returns whether the current user has the privileges of a role.
pub fn is_member_of(role: Oid) -> bool {
    // SAFETY: these are catalog lookups.
    unsafe { pg_sys::has_privs_of_role(pg_sys::GetUserId(), role) }
}

/// Returns the kind of a relation, as pg_class has it; 0 if there is no such relation.
pub fn kind_of(relation: Oid) -> u8 {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_rel_relkind(relation) as u8 }
}

/// Returns the table that a row type is of; `None` for any other type.
pub fn table_of(row_type: Oid) -> Option<Oid> {
    // SAFETY: this is a catalog lookup.
    let table = unsafe { pg_sys::get_typ_typrelid(row_type) };
    (table != Oid::INVALID).then_some(table)
}

/// Returns the number of rows of a relation, as the last VACUUM or ANALYZE saw it; negative if none did.
pub fn counted_rows(relation: Oid) -> f64 {
    let rows = Row::find(SysCacheIdentifier::RELOID, relation)
        .and_then(|row| row.column(pg_sys::Anum_pg_class_reltuples));
    // SAFETY: the column is of type real.
    rows.and_then(|rows| unsafe { f32::from_datum(rows, false) }).map_or(-1.0, f64::from)
}

/// A foreign table.
pub struct ForeignTable {
    pub server: Oid,
    /// Its own options, as a list of `DefElem`.
    pub options: *mut pg_sys::List,
}

impl ForeignTable {
    /// Finds a foreign table; `None` for any other relation, and if it is gone.
    pub fn find(relation: Oid) -> Option<Self> {
        let row = Row::find(SysCacheIdentifier::FOREIGNTABLEREL, relation)?;
        let server = row.column(pg_sys::Anum_pg_foreign_table_ftserver)?;
        let options = row.column(pg_sys::Anum_pg_foreign_table_ftoptions);
        // SAFETY: the columns are of type oid and text[]; the list is new.
        unsafe {
            let options =
                options.map_or(std::ptr::null_mut(), |options| pg_sys::untransformRelOptions(options));
            Oid::from_datum(server, false).map(|server| Self { server, options })
        }
    }
}

/// Returns the type of this name in a schema; an invalid OID if there is none.
fn type_in(schema: Oid, name: &CStr) -> Oid {
    // SAFETY: this is a catalog lookup, of a zero-terminated name and an OID.
    unsafe {
        let none = Datum::null();
        pg_sys::GetSysCacheOid(
            SysCacheIdentifier::TYPENAMENSP as _,
            pg_sys::Anum_pg_type_oid as i16,
            Datum::from(name.as_ptr()),
            schema.into(),
            none,
            none,
        )
    }
}

/// Returns the type of this name in the schema of a function; an invalid OID if there is none.
pub fn type_beside(function: Oid, name: &CStr) -> Oid {
    // SAFETY: this is a catalog lookup.
    type_in(unsafe { pg_sys::get_func_namespace(function) }, name)
}

/// Returns the base type of a domain; any other type is its own base type.
pub fn base_type(oid: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::getBaseType(oid) }
}

/// Returns whether a type is an enum.
pub fn is_enum(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::type_is_enum(oid) }
}

/// Returns whether the values of a type are rows.
pub fn is_row(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::type_is_rowtype(oid) }
}

/// Returns whether a type has a collation.
pub fn is_collatable(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::type_is_collatable(oid) }
}

/// Returns the collation of a type; an invalid OID if it has none.
pub fn collation_of(oid: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_typcollation(oid) }
}

/// Returns the collation of a column; an invalid OID if it has none.
pub fn collation_of_column(table: Oid, attribute: i16) -> Oid {
    let (mut of, mut typmod, mut collation) = (Oid::INVALID, 0, Oid::INVALID);
    // SAFETY: this is a catalog lookup, which raises an error unless the column exists.
    unsafe {
        pg_sys::get_atttypetypmodcoll(table, attribute, &raw mut of, &raw mut typmod, &raw mut collation)
    };
    collation
}

/// Returns whether a type is a pseudo-type.
pub fn is_pseudo(oid: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_typtype(oid) as u8 == pg_sys::TYPTYPE_PSEUDO }
}

/// Returns whether texts that are equal under a collation have equal bytes; false without a collation.
pub fn is_deterministic(collation: Oid) -> bool {
    // SAFETY: this is a catalog lookup.
    collation != Oid::INVALID && unsafe { pg_sys::get_collation_isdeterministic(collation) }
}

/// The parts that the values of a container type consist of.
#[derive(Debug, Clone, Copy)]
pub enum Inside {
    /// Elements of an array, of this type.
    Element(Oid),
    /// Bounds of a range, of this type, compared under this collation if there is one.
    Bounds(Oid, Oid),
    /// Ranges of a multirange, of this range type.
    Ranges(Oid),
    /// Columns of a row, whose row type may be known only from the value.
    Columns,
    /// No parts: the type is not a container.
    Nothing,
}

/// Returns the parts of a type, which must not be a domain.
pub fn inside(oid: Oid) -> Inside {
    // SAFETY: these are catalog lookups.
    unsafe {
        let element = pg_sys::get_element_type(oid);
        if element != Oid::INVALID {
            Inside::Element(element)
        } else if pg_sys::type_is_range(oid) {
            Inside::Bounds(pg_sys::get_range_subtype(oid), pg_sys::get_range_collation(oid))
        } else if pg_sys::type_is_multirange(oid) {
            Inside::Ranges(pg_sys::get_multirange_range(oid))
        } else if is_row(oid) {
            Inside::Columns
        } else {
            Inside::Nothing
        }
    }
}

/// Returns the type of the elements of an array type, or of a domain over one.
pub fn element_of(oid: Oid) -> Option<Oid> {
    match inside(base_type(oid)) {
        Inside::Element(element) => Some(element),
        _ => None,
    }
}

/// Returns the declared types of the arguments of a function; none if it does not exist.
pub fn argument_types(function: Oid) -> Vec<Oid> {
    if Row::find(SysCacheIdentifier::PROCOID, function).is_none() {
        return Vec::new();
    }
    let (mut types, mut count) = (std::ptr::null_mut(), 0);
    // SAFETY: the function exists, so PostgreSQL returns a new array of that many types.
    unsafe {
        pg_sys::get_func_signature(function, &raw mut types, &raw mut count);
        (0..count as usize).map(|number| *types.add(number)).collect()
    }
}

/// Returns the types and collations of the columns of a row type, without dropped columns.
///
/// # Errors
/// 42704 or 42809 from PostgreSQL if there is no such row type.
pub fn columns(row_type: (Oid, i32)) -> Vec<(Oid, Oid)> {
    of_columns(row_type, |column| (column.atttypid, column.attcollation))
}

/// Returns the names of the columns of a row type, as the server stores them, without dropped columns.
///
/// # Errors
/// 42704 or 42809 from PostgreSQL if there is no such row type.
pub fn column_names(row_type: (Oid, i32)) -> Vec<Vec<u8>> {
    // SAFETY: names are zero-terminated.
    of_columns(row_type, |column| unsafe { CStr::from_ptr(column.attname.data.as_ptr()) }.to_bytes().to_vec())
}

/// Returns what `read` returns for each column of a row type.
fn of_columns<T>((oid, typmod): (Oid, i32), read: impl FnMut(&pg_sys::FormData_pg_attribute) -> T) -> Vec<T> {
    // SAFETY: the function raises an error unless the row type exists; the copy of its descriptor belongs to us.
    unsafe {
        let descriptor = pg_sys::lookup_rowtype_tupdesc_copy(oid, typmod);
        let present = version::attributes(descriptor).iter().filter(|column| !column.attisdropped);
        let read = present.map(read).collect();
        pg_sys::FreeTupleDesc(descriptor);
        read
    }
}

/// Raises an error before a recursion exhausts the stack.
pub fn check_stack() {
    // SAFETY: the function takes no arguments; it raises 54001.
    unsafe { pg_sys::check_stack_depth() }
}

/// Returns the label of an enum value, given its OID. It is looked up each time, as a label may be renamed at any time.
///
/// # Errors
/// 22P03 if there is no such value.
pub fn enum_label(oid: Oid) -> Result<Vec<u8>> {
    let row = Row::find(SysCacheIdentifier::ENUMOID, oid);
    match row.as_ref().and_then(|row| row.name(pg_sys::Anum_pg_enum_enumlabel)) {
        Some(label) => Ok(label.to_vec()),
        None => Err(error::new(
            Code::ERRCODE_INVALID_BINARY_REPRESENTATION,
            "enum value has no label",
            format!("Its OID is {}.", oid.to_u32()),
            "",
        )),
    }
}

/// Returns whether a type exists: a `regtype` may be any number.
pub fn is_type(oid: Oid) -> bool {
    Row::find(SysCacheIdentifier::TYPEOID, oid).is_some()
}

/// Returns the name of a type in UTF-8, without its schema and without a lookup in the search path; the stored bytes if
/// they cannot be converted.
pub fn type_name(oid: Oid) -> Vec<u8> {
    let Some(row) = Row::find(SysCacheIdentifier::TYPEOID, oid) else { return Vec::new() };
    let name = row.name(pg_sys::Anum_pg_type_typname).unwrap_or_default();
    ToUtf8::new().convert(name).map_or_else(|_| name.to_vec(), |utf8| utf8.into_owned())
}

/// Returns the name of a type as SQL spells it, for messages.
pub fn sql_name(oid: Oid) -> String {
    // SAFETY: the function returns a new zero-terminated string, even for an OID from outside that is not a type's.
    unsafe {
        let name = pg_sys::format_type_extended(oid, -1, pg_sys::FORMAT_TYPE_ALLOW_INVALID as u16);
        encoding::message_of(name).unwrap_or_default()
    }
}

/// Returns the locale of the database, as stored in `pg_database`, as one text.
pub fn database_locale() -> Vec<u8> {
    // SAFETY: this reads a number that does not change.
    let database = unsafe { pg_sys::MyDatabaseId };
    let Some(row) = Row::find(SysCacheIdentifier::DATABASEOID, database) else { return Vec::new() };
    // SAFETY: the column is of type "char".
    let provider = row.column(pg_sys::Anum_pg_database_datlocprovider).map(|c| vec![c.value() as u8]);
    let texts = [
        pg_sys::Anum_pg_database_datcollate,
        pg_sys::Anum_pg_database_datctype,
        version::DATABASE_PROVIDER_LOCALE,
    ];
    let parts: Vec<Vec<u8>> =
        provider.into_iter().chain(texts.into_iter().filter_map(|column| row.text(column))).collect();
    parts.join(&b'/')
}

/// Returns the number of the database's encoding.
pub fn database_encoding() -> u32 {
    // SAFETY: the function takes no arguments and returns a number.
    unsafe { pg_sys::GetDatabaseEncoding() as u32 }
}

/// Returns the C symbol of a type's input function.
pub fn input_symbol(oid: Oid) -> Option<Vec<u8>> {
    let (mut input, mut parameter) = (Oid::INVALID, Oid::INVALID);
    // SAFETY: the function raises an error unless the type exists.
    unsafe { pg_sys::getTypeInputInfo(oid, &raw mut input, &raw mut parameter) };
    Row::find(SysCacheIdentifier::PROCOID, input)?.text(pg_sys::Anum_pg_proc_prosrc)
}

/// Number of the column aggtransfn of pg_aggregate; pgrx has no name for it.
const AGGTRANSFN: u32 = 4;

/// Returns the OID of an aggregate's transition function.
pub fn transition_of(aggregate: Oid) -> Option<Oid> {
    let row = Row::find(SysCacheIdentifier::AGGFNOID, aggregate)?;
    // SAFETY: the column is of type regproc.
    row.column(AGGTRANSFN).and_then(|function| unsafe { Oid::from_datum(function, false) })
}

/// Number of the column aggfinalfn of pg_aggregate; pgrx has no name for it.
const AGGFINALFN: u32 = 5;

/// Returns whether an aggregate has a final function.
pub fn has_final(aggregate: Oid) -> bool {
    let row = Row::find(SysCacheIdentifier::AGGFNOID, aggregate);
    // SAFETY: the column is of type regproc.
    let function = row.and_then(|row| unsafe { Oid::from_datum(row.column(AGGFINALFN)?, false) });
    function.is_some_and(|function| function != Oid::INVALID)
}

/// Returns the OID of a type's `=` operator.
pub fn equality_of(oid: Oid) -> Oid {
    // SAFETY: the type cache keeps its entries as long as the process lives.
    unsafe { (*pg_sys::lookup_type_cache(oid, pg_sys::TYPECACHE_EQ_OPR as i32)).eq_opr }
}

/// Returns the OID of an operator's function; invalid if there is no such operator.
pub fn opcode(operator: Oid) -> Oid {
    // SAFETY: this is a catalog lookup.
    unsafe { pg_sys::get_opcode(operator) }
}

/// Returns the OID of the `=` operator by which a range type compares its bounds.
pub fn range_equality(range: Oid) -> Oid {
    let row = Row::find(SysCacheIdentifier::RANGETYPE, range);
    let class = row.and_then(|row| row.column(pg_sys::Anum_pg_range_rngsubopc));
    // SAFETY: the column is of type oid, and names an operator class; the others are catalog lookups.
    unsafe {
        let Some(class) = class.and_then(|class| Oid::from_datum(class, false)) else { return Oid::INVALID };
        let (family, input) = (pg_sys::get_opclass_family(class), pg_sys::get_opclass_input_type(class));
        pg_sys::get_opfamily_member(family, input, input, pg_sys::BTEqualStrategyNumber as i16)
    }
}

/// Returns the name of an operator's schema.
pub fn operator_schema(oid: Oid) -> Vec<u8> {
    let Some(row) = Row::find(SysCacheIdentifier::OPEROID, oid) else { return b"pg_catalog".to_vec() };
    // SAFETY: the column is of type oid; the name is a new zero-terminated string, or null if the schema is gone.
    unsafe {
        let schema =
            row.column(pg_sys::Anum_pg_operator_oprnamespace).and_then(|oid| Oid::from_datum(oid, false));
        let name = schema.map_or(std::ptr::null_mut(), |schema| pg_sys::get_namespace_name(schema));
        if name.is_null() { b"pg_catalog".to_vec() } else { CStr::from_ptr(name).to_bytes().to_vec() }
    }
}

/// Returns a number that identifies the current definition of a row type: it changes whenever the definition does.
pub fn definition((oid, typmod): (Oid, i32)) -> u64 {
    // SAFETY: the function raises an error unless the row type exists.
    unsafe { pg_sys::assign_record_type_identifier(oid, typmod) }
}

/// Returns the name of a relation as SQL spells it, with its schema; its OID if the relation no longer exists.
pub fn relation_name(relation: Oid) -> String {
    // SAFETY: these are catalog lookups; the names are new zero-terminated strings, or null if the relation is gone.
    unsafe {
        let name = pg_sys::get_rel_name(relation);
        let schema = pg_sys::get_namespace_name(pg_sys::get_rel_namespace(relation));
        if name.is_null() || schema.is_null() {
            return relation.to_u32().to_string();
        }
        let qualified = CStr::from_ptr(pg_sys::quote_qualified_identifier(schema, name));
        encoding::to_message(qualified.to_bytes())
    }
}
