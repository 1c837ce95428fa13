//! The fields of the metapage, and how a build changes them.

use super::page::{HEADER, INLINE_BLOCKS};
use super::placement::Filter;
use crate::field::Field;

const MAGIC: Field<u32> = Field::at(HEADER);
const VERSION: Field<u16> = Field::at(28);
const CURRENT: usize = 32;
const NEXT: usize = 56;
const HORIZON: Field<u64> = Field::at(80);
const ADDED: Field<u64> = Field::at(88);

const BLSK: u32 = u32::from_le_bytes(*b"BLSK");

/// The fields of a metapage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Metapage {
    /// The filter that probes read; none if the index is *open*.
    pub current: Option<Filter>,
    /// The filter that is being built, or whose build was broken off.
    pub next: Option<Filter>,
    /// A transaction number of 64 bits: a snapshot that may not see all transactions before it must not use
    /// the filter.
    pub horizon: u64,
    /// Distinct values of a filter in the metapage, as far as they were counted.
    pub added: u64,
}

/// The page is no metapage, or one of a later release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownVersion;

impl Metapage {
    /// Returns a metapage with a filter that is built.
    #[must_use]
    pub fn built(filter: Filter) -> Self {
        Self { current: Some(filter), ..Self::default() }
    }

    /// Reads a metapage.
    ///
    /// # Errors
    /// [`UnknownVersion`] if it is not of this version.
    #[inline]
    pub fn read(page: &[u8]) -> Result<Self, UnknownVersion> {
        if page.len() < INLINE_BLOCKS || MAGIC.get(page) != BLSK || VERSION.get(page) != 1 {
            return Err(UnknownVersion);
        }
        let (current, next) = (read_filter(page, CURRENT), read_filter(page, NEXT));
        if ![current, next].into_iter().flatten().all(|filter| filter.is_in_file(page.len())) {
            return Err(UnknownVersion);
        }
        Ok(Self { current, next, horizon: HORIZON.get(page), added: ADDED.get(page) })
    }

    /// Writes the fields into a page; the blocks stay as they are.
    pub fn write(&self, page: &mut [u8]) {
        page[HEADER..INLINE_BLOCKS].fill(0);
        MAGIC.put(page, BLSK);
        VERSION.put(page, 1);
        for (at, filter) in [(CURRENT, self.current), (NEXT, self.next)] {
            if let Some(filter) = filter {
                write_filter(page, at, filter);
            }
        }
        HORIZON.put(page, self.horizon);
        ADDED.put(page, self.added);
    }

    /// Returns whether a filter in the metapage is full, so that its rate is about to exceed the one that was
    /// asked for.
    #[must_use]
    pub fn is_overfull(&self) -> bool {
        self.current.is_some_and(|filter| filter.is_inline() && self.added > filter.capacity)
    }

    /// Opens the index: probes know nothing, and additions need not set bits.
    pub fn open(&mut self) {
        self.current = None;
    }

    /// Begins a build: from now on, additions set bits in its filter as well.
    pub fn begin(&mut self, next: Filter) {
        self.next = Some(next);
    }

    /// Ends the build: probes read its filter, which has `values` distinct values.
    pub fn finish(&mut self, values: u64, horizon: u64) {
        self.current = self.next.take();
        self.horizon = self.horizon.max(horizon);
        self.added = values;
    }

    /// Chooses the place of a new filter for this many values. Only the current filter occupies its place:
    /// pages of others, such as of a build that was broken off, are used again.
    #[must_use]
    pub fn place(&self, values: u64, build: u64, fpp: f64, page_len: usize) -> Filter {
        let inline = Filter::inline(page_len, build, fpp);
        if values <= inline.capacity && !self.current.is_some_and(|current| current.is_inline()) {
            return inline;
        }
        let mut filter = Filter::on_pages(values, build, fpp, 1);
        if let Some(current) = self.current.filter(|current| filter.pages(page_len) >= current.start) {
            filter.start = (current.start + current.pages(page_len)).max(1);
        }
        filter
    }
}

/// Reads the place of a filter.
#[inline]
fn read_filter(page: &[u8], at: usize) -> Option<Filter> {
    let (build, start) = (Field::<u64>::at(at).get(page), Field::<u32>::at(at + 8).get(page));
    let (blocks, capacity) = (Field::<u32>::at(at + 12).get(page), Field::<u64>::at(at + 16).get(page));
    (build != 0 && blocks != 0).then_some(Filter { build, start, blocks, capacity })
}

/// Writes the place of a filter.
fn write_filter(page: &mut [u8], at: usize, filter: Filter) {
    Field::at(at).put(page, filter.build);
    Field::at(at + 8).put(page, filter.start);
    Field::at(at + 12).put(page, filter.blocks);
    Field::at(at + 16).put(page, filter.capacity);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::page;

    /// The format is for ever: servers are upgraded without touching the files of indexes.
    #[test]
    fn golden_pages() {
        let mut metapage = Metapage { horizon: 0x1_0000_02d1, added: 2, ..Metapage::default() };
        metapage.current =
            Some(Filter { build: 0x1122_3344_5566_7788, start: 0, blocks: 252, capacity: 3815 });
        metapage.next = Some(Filter { build: 0x98, start: 1, blocks: 330, capacity: 5000 });
        let mut golden = vec![0; 8192];
        metapage.write(&mut golden);
        let fields: String = golden[HEADER..INLINE_BLOCKS].iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            fields,
            "424c534b010000008877665544332211\
             00000000fc000000e70e000000000000\
             9800000000000000010000004a010000\
             8813000000000000d102000001000000\
             02000000000000000000000000000000\
             00000000000000000000000000000000\
             0000000000000000"
        );
        assert_eq!(Metapage::read(&golden), Ok(metapage));

        // The value with this hash, in both filters.
        let hash = 0x8000_0000_0000_0001;
        let at = metapage.current.unwrap().locate(8192, hash);
        assert_eq!((at.page, at.offset), (0, 128 + 126 * 32));
        assert!(page::add(&mut golden, at) && !page::add(&mut golden, at) && page::contains(&golden, at));
        let block = |page: &[u8], at: usize| -> String {
            page[at..at + 32].iter().map(|byte| format!("{byte:02x}")).collect()
        };
        assert_eq!(
            block(&golden, at.offset),
            "0001000000010000000002000000100000400000200000000000080000080000"
        );
        let at = metapage.next.unwrap().locate(8192, hash);
        assert_eq!((at.page, at.offset), (1, 32 + 165 * 32));
        let mut second = vec![0; 8192];
        page::set_build(&mut second, 0x98);
        page::add(&mut second, at);
        assert_eq!(block(&second, HEADER)[..16], "9800000000000000".to_owned());
        assert_eq!(block(&second, at.offset), block(&golden, 128 + 126 * 32));
        assert!(page::is_of_only(&second, 0x98) && page::is_of(&second, 0x98) && !page::is_of(&second, 0));
        page::mark_beside(&mut second);
        assert!(!page::is_of_only(&second, 0x98) && page::is_of(&second, 0x98));
        assert_eq!(block(&second, HEADER)[..16], "9900000000000000".to_owned());
        assert_eq!(page::count_set(&second, page::BLOCKS, 255), 8);
    }

    #[test]
    fn unknown_versions_are_refused() {
        let mut bytes = vec![0; 8192];
        assert_eq!(Metapage::read(&bytes), Err(UnknownVersion));
        Metapage::default().write(&mut bytes);
        assert_eq!(Metapage::read(&bytes), Ok(Metapage::default()));
        bytes[28] = 2;
        assert_eq!(Metapage::read(&bytes), Err(UnknownVersion));
        assert_eq!(Metapage::read(&bytes[..100]), Err(UnknownVersion));
    }

    /// A server takes the number after the last page for *a new page*.
    #[test]
    fn filters_that_no_file_can_have_are_refused() {
        let read = |start, blocks| {
            let filter = Filter { build: 2, start, blocks, capacity: 1 };
            [(Some(filter), None), (None, Some(filter))].map(|(current, next)| {
                let metapage = Metapage { current, next, ..Metapage::default() };
                let mut bytes = vec![0; 8192];
                metapage.write(&mut bytes);
                match Metapage::read(&bytes) {
                    Ok(known) => known == metapage,
                    Err(UnknownVersion) => false,
                }
            })
        };
        assert_eq!(read(u32::MAX - 1, 255), [true; 2]);
        assert_eq!(read(1, u32::MAX), [true; 2]);
        assert_eq!(read(0, 252), [true; 2]);
        assert_eq!(read(u32::MAX, 1), [false; 2]);
        assert_eq!(read(u32::MAX - 1, 256), [false; 2]);
        assert_eq!(read(u32::MAX, u32::MAX), [false; 2]);
        assert_eq!(read(0, 253), [false; 2]);
    }
}
