//! Builds of a filter: counting values, choosing a size, setting bits.

use super::versions::{Counts, KeyMayVanish, Versions};
use crate::pg::index_pages::{IndexPages, PAGE_LEN};
use crate::pg::list::List;
use crate::pg::memory::{Memory, maintenance_work_mem};
use crate::pg::random;
use bloom_core::hash::estimate::{self, REGISTERS};
use bloom_core::index::{Filter, page};

/// Hashes between two checks for a cancel.
const AT_ONCE: usize = 1 << 16;

/// Up to this number of hashes are counted exactly, by sorting them.
const FEW: usize = 1 << 16;

/// The keys of a table, as a scan found them.
#[derive(Debug)]
pub struct Found {
    pub counts: Counts,
    /// Number of distinct hashes, or an estimate that is not too small but by chance.
    pub distinct: u64,
    /// The hashes, if they fit into the memory of the build.
    hashes: Option<List<u64>>,
}

impl Found {
    /// Scans a table for its keys. If the table stays as it is, they are kept for [`fill`].
    ///
    /// # Errors
    /// [`KeyMayVanish`].
    pub fn scan(versions: &Versions, keeps: bool) -> Result<Self, KeyMayVanish> {
        let memory = Memory::of_this_call();
        let most = if keeps { (maintenance_work_mem() / size_of::<u64>() / 3).max(FEW) } else { FEW };
        let mut hashes: Option<List<u64>> = Some(List::with_capacity(memory, 0));
        let mut registers: Option<List<u8>> = None;
        let counts = versions.for_each(|hash| {
            if let Some(registers) = &mut registers {
                estimate::add(registers, hash);
            }
            let Some(list) = &mut hashes else { return };
            list.push(hash);
            if list.len() > FEW && registers.is_none() {
                let mut new = List::filled(memory, REGISTERS, 0);
                list.iter().for_each(|hash| estimate::add(&mut new, *hash));
                registers = Some(new);
            }
            if list.len() > most
                && let Some(list) = hashes.take()
            {
                list.free();
            }
        })?;
        let distinct = match (registers, &mut hashes) {
            // Two standard errors more, but not more than there are keys.
            (Some(registers), _) => {
                let count = estimate::count(&registers) * 1.01;
                registers.free();
                count.min(counts.keys) as u64
            }
            (None, Some(list)) => {
                list.sort_unstable();
                list.chunk_by(PartialEq::eq).count() as u64
            }
            (None, None) => 0,
        };
        Ok(Self { counts, distinct, hashes })
    }

    /// Frees the hashes before the memory of the call ends: one command may build many indexes.
    pub fn free(self) {
        if let Some(hashes) = self.hashes {
            hashes.free();
        }
    }

    /// Sets the bits of all keys in a filter, as [`fill`].
    ///
    /// # Errors
    /// [`KeyMayVanish`].
    pub fn fill(
        &self,
        versions: &Versions,
        filter: &Filter,
        write: impl FnMut(u32, &[u8]),
    ) -> Result<(), KeyMayVanish> {
        let Some(hashes) = &self.hashes else { return fill(versions, filter, write) };
        fill_from(filter, write, |add| {
            for some in hashes.chunks(AT_ONCE) {
                pgrx::check_for_interrupts!();
                some.iter().for_each(|hash| add(*hash));
            }
            Ok(())
        })
    }
}

/// Sets the bits of all keys in a filter: calls `write` with each page of it, and with bytes of a page that
/// has the bits. Scans the table as often as the filter needs the memory of the build.
///
/// # Errors
/// [`KeyMayVanish`].
pub fn fill(versions: &Versions, filter: &Filter, write: impl FnMut(u32, &[u8])) -> Result<(), KeyMayVanish> {
    fill_from(filter, write, |add| versions.for_each(add).map(|_| ()))
}

fn fill_from(
    filter: &Filter,
    mut write: impl FnMut(u32, &[u8]),
    mut for_each: impl FnMut(&mut dyn FnMut(u64)) -> Result<(), KeyMayVanish>,
) -> Result<(), KeyMayVanish> {
    let (memory, end) = (Memory::of_this_call(), filter.start + filter.pages(PAGE_LEN).max(1));
    let together = u32::try_from(maintenance_work_mem() / PAGE_LEN / 3).unwrap_or(u32::MAX).max(1);
    let mut first = filter.start;
    while first < end {
        let count = together.min(end - first);
        let mut bytes = List::in_huge_pages(memory, count as usize * PAGE_LEN);
        bytes.push_zeros(count as usize * PAGE_LEN);
        for_each(&mut |hash| {
            let at = filter.locate(PAGE_LEN, hash);
            let page = (at.page as usize).wrapping_sub(first as usize);
            if let Some(page) =
                bytes.get_mut(page.saturating_mul(PAGE_LEN)..).filter(|rest| rest.len() >= PAGE_LEN)
            {
                page::add(page, at);
            }
        })?;
        for (number, bytes) in (first..).zip(bytes.chunks(PAGE_LEN)) {
            pgrx::check_for_interrupts!();
            write(number, bytes);
        }
        bytes.free();
        first += count;
    }
    Ok(())
}

/// Returns a new number for a build: an even one, as pages have a mark in the lowest bit; 0 would be none.
pub fn new_build() -> crate::error::Result<u64> {
    Ok((u64::from_le_bytes(random::strong()?) & !1).max(2))
}

/// Returns the number of bits that are set in a filter.
pub fn count_set(pages: IndexPages, filter: &Filter) -> u64 {
    let mut set = 0;
    for (page, begin, count) in filter.runs(PAGE_LEN) {
        pgrx::check_for_interrupts!();
        set += pages.read(page, |bytes| page::count_set(bytes, begin, count));
    }
    set
}
