//! A split-block filter on pages of a fixed size: the file of an index, as `docs/FORMAT.md` defines it.
//!
//! Page 0, the [`Metapage`], says where the filter is that a probe reads, and the one that is being built. A
//! small filter is in the metapage itself, a larger one on pages of its own; in both cases a probe reads one
//! block of one page.
//!
//! ```
//! use bloom_core::index::{Filter, Metapage, page};
//!
//! let mut metapage = vec![0; 8192];
//! let filter = Filter::inline(8192, 8, 0.001);
//! Metapage::built(filter).write(&mut metapage);
//!
//! let location = filter.locate(8192, 0xfeed_0000_beef); // the hash of a value
//! assert!(!page::contains(&metapage, location));
//! assert!(page::add(&mut metapage, location));
//! assert!(page::contains(&metapage, location));
//! assert_eq!(Metapage::read(&metapage).unwrap().current, Some(filter));
//! ```

mod metapage;
pub mod page;
mod placement;

pub use metapage::{Metapage, UnknownVersion};
pub use page::Location;
pub use placement::Filter;
