//! A Parquet file with a Bloom filter for each column that can have one, in two row groups of 50 rows. Its values
//! follow from the number of the row, as clients/python/tests/parquet_rows.py computes them too.

use crate::Outcome;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, FloatType,
    Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::sync::Arc;

const SCHEMA: &str = "message rows {
    required int32 small (INTEGER(16, true));
    required int32 id (INTEGER(32, false));
    required int64 big (INTEGER(64, false));
    required int32 day (DATE);
    required int32 clock (TIME(MILLIS, false));
    required int64 at (TIMESTAMP(MILLIS, true));
    required int64 exact (TIMESTAMP(NANOS, false));
    required int32 cents (DECIMAL(9, 2));
    required fixed_len_byte_array(5) price (DECIMAL(10, 2));
    required binary amount (DECIMAL(20, 2));
    required fixed_len_byte_array(16) key (UUID);
    required binary url (STRING);
    required binary raw;
    required float single;
    required double number;
    required boolean flag;
    required int96 old;
}";
const GROUP: i32 = 50;

pub fn write(out: &str) -> Outcome<()> {
    let properties = WriterProperties::builder()
        .set_bloom_filter_enabled(true)
        .set_bloom_filter_max_ndv(GROUP as u64)
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let mut writer = SerializedFileWriter::new(File::create(out)?, schema, Arc::new(properties))?;
    for start in [0, GROUP] {
        let mut group = writer.next_row_group()?;
        macro_rules! column {
            ($form:ty, $value:expr) => {{
                let values: Vec<_> = (start..start + GROUP).map($value).collect();
                let mut column = group.next_column()?.ok_or("no such column")?;
                column.typed::<$form>().write_batch(&values, None, None)?;
                column.close()?;
            }};
        }
        column!(Int32Type, |row| row - 50);
        column!(Int32Type, |row| (2_147_483_600 + row.cast_unsigned()).cast_signed());
        column!(Int64Type, |row| i64::MAX.wrapping_add(i64::from(row) - 49));
        column!(Int32Type, |row| row * 100 - 5000);
        column!(Int32Type, |row| row * 861_234);
        column!(Int64Type, |row| i64::from(row - 50) * 86_400_123);
        column!(Int64Type, |row| i64::from(row - 50) * 86_400_000_000_001);
        column!(Int32Type, |row| row * 7 - 350);
        column!(FixedLenByteArrayType, |row| {
            FixedLenByteArray::from((i64::from(row - 50) * 12_345_678).to_be_bytes()[3..].to_vec())
        });
        column!(ByteArrayType, |row| ByteArray::from(vec![row as u8]));
        column!(FixedLenByteArrayType, |row| FixedLenByteArray::from(i128::from(row).to_be_bytes().to_vec()));
        column!(ByteArrayType, |row| ByteArray::from(
            format!("https://example.org/{row}/\u{e9}").into_bytes()
        ));
        column!(ByteArrayType, |row| ByteArray::from(vec![row as u8, 0xff]));
        column!(FloatType, |row| (row - 50) as f32 / 10.0);
        column!(DoubleType, |row| if row == 50 { -0.0 } else { f64::from(row - 50) / 10.0 });
        column!(BoolType, |row| row % 2 == 0);
        column!(Int96Type, |row| {
            let mut old = Int96::new();
            old.set_data(0, row.cast_unsigned(), 2_440_588);
            old
        });
        group.close()?;
    }
    writer.close()?;
    Ok(())
}
