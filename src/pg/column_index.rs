//! Indexes of a table on a column, for whoever looks up values of the column while a query runs.
//!
//! The planner checks which indexes a query may use when it makes the plan. An index that is found later is checked by
//! the same rules when it is found, with the snapshots that the session has then.

use super::catalog::{self, is_built_in};
use super::tree::Oids;
use pgrx::pg_sys::{self, Datum, IndexScanDesc, Oid, Relation, ScanDirection, ScanKeyData};

unsafe extern "C-unwind" {
    fn index_rescan(
        scan: IndexScanDesc,
        keys: *mut ScanKeyData,
        key_count: i32,
        orders: *mut ScanKeyData,
        order_count: i32,
    );
    fn index_getnext_tid(scan: IndexScanDesc, direction: ScanDirection::Type) -> pg_sys::ItemPointer;
}

/// An equality operator, whose left argument is the column, and its collation.
#[derive(Debug, Clone, Copy)]
pub struct Equality {
    pub operator: Oid,
    pub collation: Oid,
}

/// An open index of an open table.
pub struct ColumnIndex {
    table: Relation,
    index: Relation,
    /// The place of the column in the index.
    place: usize,
}

/// The access methods of the indexes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// The column is the first one of the index.
    Btree,
    /// The class is minmax.
    Brin,
}

/// Why a table has no index that can be used.
pub type Refused = &'static str;

impl ColumnIndex {
    /// Opens an index on a column whose equality is the operator. An index that somebody has locked, as REINDEX does,
    /// is not waited for.
    ///
    /// # Safety
    /// `table` must be open, and locked since the snapshots of the session were taken or the plan was made.
    pub unsafe fn find(
        table: Relation,
        column: i16,
        equality: Equality,
        method: Method,
    ) -> Result<Self, Refused> {
        let mut refused = "there is no such index on its key";
        // SAFETY: the caller guarantees the table.
        for found in unsafe { Self::usable(table, column, equality) } {
            match found {
                Ok((index, of)) if of == method => return Ok(index),
                Ok((index, _)) => index.close(),
                Err(reason) => refused = reason,
            }
        }
        Err(refused)
    }

    /// Returns whether a table has a btree and a BRIN index that [`Self::find`] opens.
    ///
    /// # Safety
    /// As for [`Self::find`].
    pub unsafe fn methods(table: Relation, column: i16, equality: Equality) -> (bool, bool) {
        let (mut btree, mut brin) = (false, false);
        // SAFETY: the caller guarantees the table.
        for (index, method) in unsafe { Self::usable(table, column, equality) }.flatten() {
            btree |= method == Method::Btree;
            brin |= method == Method::Brin;
            index.close();
        }
        (btree, brin)
    }

    /// Opens each index on a column whose equality is the operator, one after the other; says why one cannot be opened.
    ///
    /// # Safety
    /// As for [`Self::find`].
    unsafe fn usable(
        table: Relation,
        column: i16,
        equality: Equality,
    ) -> impl Iterator<Item = Result<(Self, Method), Refused>> {
        // SAFETY: the caller guarantees the table; the list is new. As for the planner, indexes that are to be ignored
        // may be damaged.
        let indexes = unsafe {
            let is_ignored = pg_sys::IgnoreSystemIndexes && pg_sys::IsSystemRelation(table);
            Oids::of(if is_ignored { std::ptr::null_mut() } else { pg_sys::RelationGetIndexList(table) })
        };
        indexes.iter().filter_map(move |oid| {
            let place = catalog::place_in_index(oid, column)?;
            // SAFETY: the table has this index; one that is gone meanwhile is noticed once it is locked.
            let index = match unsafe { Self::open(table, oid, place) } {
                Ok(index) => index,
                Err(reason) => return Some(Err(reason)),
            };
            let Some(method) = index.method_for(equality) else {
                index.close();
                return None;
            };
            Some(Ok((index, method)))
        })
    }

    /// Opens an index, if a query with the snapshots of the session may use it.
    ///
    /// # Safety
    /// `table` must be open, and have this index.
    unsafe fn open(table: Relation, oid: Oid, place: usize) -> Result<Self, Refused> {
        // SAFETY: the caller guarantees the table and the index, whose cached row lives as long as it is open.
        unsafe {
            if !pg_sys::ConditionalLockRelationOid(oid, pg_sys::AccessShareLock as i32) {
                return Err("the index on its key is locked");
            }
            if catalog::kind_of(oid) == 0 {
                pg_sys::UnlockRelationOid(oid, pg_sys::AccessShareLock as i32);
                return Err("the index on its key is gone");
            }
            let index = pg_sys::index_open(oid, pg_sys::NoLock as i32);
            let this = Self { table, index, place };
            let (form, row) = (&*(*this.index).rd_index, (*this.index).rd_indextuple);
            // A valid index is live and ready, too.
            let is_usable = form.indisvalid
                && pg_sys::heap_attisnull(row, pg_sys::Anum_pg_index_indpred as i32, std::ptr::null_mut());
            let is_seen = has_all_seen(this.index);
            if is_usable && is_seen {
                return Ok(this);
            }
            this.close();
            Err(if is_usable {
                "the index on its key is newer than the snapshot"
            } else {
                "the index on its key is partial or not valid"
            })
        }
    }

    /// Returns the method of the index if an operator is its equality, for values that the index may compare with any
    /// row's: by functions of the server that tell nothing of what they see, in an order that never changes.
    fn method_for(&self, equality: Equality) -> Option<Method> {
        // SAFETY: the index is open; it has these for each column.
        let (access, family, input, collation) = unsafe {
            let index = &*self.index;
            (
                (*index.rd_rel).relam,
                *index.rd_opfamily.add(self.place),
                *index.rd_opcintype.add(self.place),
                *index.rd_indcollation.add(self.place),
            )
        };
        let (left, right) = catalog::operand_types(equality.operator);
        let method = match access {
            pg_sys::BTREE_AM_OID if self.place == 0 => {
                let compare = catalog::support_function(family, (left, right), pg_sys::BTORDER_PROC)?;
                (is_built_in(compare) && catalog::is_leakproof(compare)).then_some(Method::Btree)?
            }
            pg_sys::BRIN_AM_OID => {
                let describe =
                    catalog::support_function(family, (input, input), pg_sys::BRIN_PROCNUM_OPCINFO)?;
                let is_minmax = describe == Oid::from(pg_sys::F_BRIN_MINMAX_OPCINFO);
                let is_same_order = left == right || catalog::is_integer(left) && catalog::is_integer(right);
                (is_minmax && is_same_order).then_some(Method::Brin)?
            }
            _ => return None,
        };
        // The strategies of minmax are those of btree.
        let is_equality = is_built_in(family)
            && catalog::is_equality_of(equality.operator, family, pg_sys::BTEqualStrategyNumber)
            && left == input
            && !catalog::is_pseudo(input)
            && equality.collation == collation
            && (collation == Oid::INVALID || catalog::sorts_by_bytes(collation))
            && catalog::is_leakproof(catalog::opcode(equality.operator));
        is_equality.then_some(method)
    }

    pub(super) fn relation(&self) -> Relation {
        self.index
    }

    pub(super) fn place(&self) -> usize {
        self.place
    }

    pub fn oid(&self) -> Oid {
        // SAFETY: the index is open.
        unsafe { (*self.index).rd_id }
    }

    pub fn close(self) {
        // SAFETY: the index is open, and this has its lock.
        unsafe {
            let oid = (*self.index).rd_id;
            pg_sys::index_close(self.index, pg_sys::NoLock as i32);
            pg_sys::UnlockRelationOid(oid, pg_sys::AccessShareLock as i32);
        }
    }

    /// Begins to look for values in a btree index, by an operator for which it was opened. Under SERIALIZABLE, the
    /// server locks the places that it looks at.
    ///
    /// # Safety
    /// `snapshot` must be that of the query.
    pub unsafe fn search(&self, equality: Equality, snapshot: pg_sys::Snapshot) -> Search {
        let (table, index) = (self.table, self.index);
        let (_, right) = catalog::operand_types(equality.operator);
        let mut key = ScanKeyData::default();
        // SAFETY: the caller guarantees the snapshot; the index is open.
        let scan = unsafe {
            pg_sys::ScanKeyEntryInitialize(
                &raw mut key,
                0,
                1,
                pg_sys::BTEqualStrategyNumber as u16,
                right,
                equality.collation,
                catalog::opcode(equality.operator),
                Datum::null(),
            );
            pg_sys::index_beginscan(
                table,
                index,
                snapshot,
                #[cfg(any(feature = "pg18", feature = "pg19"))]
                std::ptr::null_mut(),
                1,
                0,
                #[cfg(feature = "pg19")]
                0,
            )
        };
        Search { scan, key }
    }
}

/// A scan of an index by one value after another.
pub struct Search {
    scan: IndexScanDesc,
    key: ScanKeyData,
}

impl Search {
    /// Calls `visit` with the block of each row of the table that has a value, and maybe of others that had it, until
    /// it returns false.
    ///
    /// # Safety
    /// The value must be of the operator's right type, and the index be open; nothing on the stack, up to the next C
    /// function, may need to be dropped.
    #[inline(always)]
    pub unsafe fn for_blocks(&mut self, value: Datum, mut visit: impl FnMut(u32) -> bool) {
        self.key.sk_argument = value;
        // SAFETY: the caller guarantees the value.
        unsafe {
            index_rescan(self.scan, &raw mut self.key, 1, std::ptr::null_mut(), 0);
            while let Some(place) = index_getnext_tid(self.scan, ScanDirection::ForwardScanDirection).as_ref()
            {
                if !visit(u32::from(place.ip_blkid.bi_hi) << 16 | u32::from(place.ip_blkid.bi_lo)) {
                    break;
                }
            }
        }
    }

    pub fn end(self) {
        // SAFETY: the scan has not ended.
        unsafe { pg_sys::index_endscan(self.scan) }
    }
}

/// Returns whether an index has all rows that the snapshots of the transaction see. A build leaves out rows that no
/// snapshot of its server sees, but one of a standby may; so there the index must be older than the snapshots. REINDEX
/// writes only its row in `pg_class` anew.
///
/// # Safety
/// `index` must be an open index.
pub unsafe fn has_all_seen(index: Relation) -> bool {
    // SAFETY: the caller guarantees the index.
    unsafe {
        let is_of_standby = pg_sys::RecoveryInProgress()
            || pg_sys::ActiveSnapshotSet() && (*pg_sys::GetActiveSnapshot()).takenDuringRecovery;
        let is_old =
            || catalog::is_row_older(&*(*(*index).rd_indextuple).t_data) && catalog::is_older((*index).rd_id);
        is_seen(index) && (!is_of_standby || is_old())
    }
}

/// Returns whether the snapshot of the transaction may use an index whose build met broken HOT chains: rows that were
/// updated before are in it only with their new values.
///
/// # Safety
/// `index` must be an open index.
pub unsafe fn is_seen(index: Relation) -> bool {
    // SAFETY: the caller guarantees the index.
    unsafe { !(*(*index).rd_index).indcheckxmin || catalog::is_row_older(&*(*(*index).rd_indextuple).t_data) }
}
