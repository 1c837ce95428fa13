//! Makes and asks the Bloom filters of the crates `parquet` and `datasketches`, for scripts/test/interop.sh. The first
//! argument is the library; each line of the file that is the second one is one job:
//!
//! ```text
//! make SCHEME ELEMENT CAPACITY FPP VALUES OUT [SEED]   write a new filter that holds the values
//! like FILTER ELEMENT VALUES OUT                       the same, of the size and seed of a given one
//! probe FILTER ELEMENT VALUES OUT                      write t or f for each value
//! file OUT                                             write the Parquet file that clients/python is tested with
//! ```
//!
//! VALUES is a file of one value a line, as scripts/test/interop.sh writes them. Files of filters hold the bitset, or
//! the image, in hexadecimal.

mod file;

use datasketches::bloom::{BloomFilter, BloomFilterBuilder};
use parquet::bloom_filter::Sbbf;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::{env, fs};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What is hashed of a value by both libraries, but for the width of whole numbers.
fn bytes(library: &str, element: &str, line: &str) -> Outcome<Vec<u8>> {
    Ok(match (library, element) {
        (_, "text" | "line" | "bytea" | "bytes") => unhex(line)?,
        (_, "uuid") => unhex(&line.replace('-', ""))?,
        (_, "double") => line.parse::<f64>()?.to_le_bytes().to_vec(),
        (_, "real") => line.parse::<f32>()?.to_le_bytes().to_vec(),
        ("parquet", "smallint" | "integer" | "date") => line.parse::<i32>()?.to_le_bytes().to_vec(),
        _ => line.parse::<i64>()?.to_le_bytes().to_vec(),
    })
}

fn unhex(line: &str) -> Outcome<Vec<u8>> {
    let digits = line.as_bytes().chunks(2);
    digits.map(|pair| Ok(u8::from_str_radix(str::from_utf8(pair)?, 16)?)).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n"
}

/// Bytes as they are: the hash of a `str` or a slice in Rust takes in more.
struct Raw<'a>(&'a [u8], &'a str);

impl Hash for Raw<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As DataSketches has it: -0 is 0.
        let zero = self.1 == "double" && self.0 == (-0.0f64).to_le_bytes();
        state.write(if zero { &[0; 8] } else { self.0 });
    }
}

enum Filter {
    Parquet(Sbbf),
    Sketch(Box<BloomFilter>),
}

impl Filter {
    fn read(library: &str, file: &str) -> Outcome<Self> {
        let bytes = unhex(fs::read_to_string(file)?.trim())?;
        Ok(match library {
            "parquet" => Self::Parquet(Sbbf::new(&bytes)),
            _ => Self::Sketch(Box::new(BloomFilter::deserialize(&bytes)?)),
        })
    }

    fn make(library: &str, capacity: u64, fpp: f64, seed: Option<&&str>) -> Outcome<Self> {
        if library == "parquet" {
            return Ok(Self::Parquet(Sbbf::new_with_ndv_fpp(capacity, fpp)?));
        }
        let mut builder = BloomFilterBuilder::with_accuracy(capacity, fpp);
        if let Some(seed) = seed {
            builder = builder.seed(seed.parse::<i64>()?.cast_unsigned());
        }
        Ok(Self::Sketch(Box::new(builder.build()?)))
    }

    fn like(library: &str, file: &str) -> Outcome<Self> {
        Ok(match Self::read(library, file)? {
            Self::Parquet(filter) => Self::Parquet(Sbbf::new(&vec![0; filter.num_blocks() * 32])),
            Self::Sketch(filter) => {
                let builder = BloomFilterBuilder::with_size(filter.capacity() as u64, filter.num_hashes());
                Self::Sketch(Box::new(builder.seed(filter.seed()).build()?))
            }
        })
    }

    fn insert(&mut self, element: &str, bytes: &[u8]) {
        match self {
            Self::Parquet(filter) => filter.insert(bytes),
            Self::Sketch(filter) => filter.insert(Raw(bytes, element)),
        }
    }

    fn contains(&self, element: &str, bytes: &[u8]) -> bool {
        match self {
            Self::Parquet(filter) => filter.check(bytes),
            Self::Sketch(filter) => filter.contains(&Raw(bytes, element)),
        }
    }

    fn write(&self, file: &str) -> Outcome<()> {
        let bytes = match self {
            Self::Parquet(filter) => {
                let mut bytes = Vec::new();
                filter.write_bitset(&mut bytes)?;
                bytes
            }
            Self::Sketch(filter) => filter.serialize(),
        };
        Ok(fs::write(file, hex(&bytes))?)
    }
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = env::args().collect();
    let library = arguments[1].as_str();
    for line in fs::read_to_string(&arguments[2])?.lines() {
        let job: Vec<&str> = line.split(' ').collect();
        if let ["file", out] = job[..] {
            file::write(out)?;
            continue;
        }
        let values = |element: &str, file: &str| -> Outcome<Vec<Vec<u8>>> {
            fs::read_to_string(file)?.lines().map(|line| bytes(library, element, line)).collect()
        };
        let (mut filter, element, from, out) = match job[0] {
            "make" => {
                let filter = Filter::make(library, job[3].parse()?, job[4].parse()?, job.get(7))?;
                (filter, job[2], job[5], job[6])
            }
            "like" => (Filter::like(library, job[1])?, job[2], job[3], job[4]),
            "probe" => (Filter::read(library, job[1])?, job[2], job[3], job[4]),
            _ => return Err(line.into()),
        };
        if job[0] == "probe" {
            let answer = |value: &Vec<u8>| if filter.contains(element, value) { "t\n" } else { "f\n" };
            fs::write(out, values(element, from)?.iter().map(answer).collect::<String>())?;
        } else {
            for value in values(element, from)? {
                filter.insert(element, &value);
            }
            filter.write(out)?;
        }
    }
    Ok(())
}
