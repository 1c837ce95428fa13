"""The Bloom filters in Parquet files: which row groups may contain a value? Needs pyarrow.

    from bloom_rs.parquet import chunks

    for chunk in chunks("pages.parquet", ["url"]):
        if chunk.may_contain("https://www.postgresql.org/"):
            read_row_group(chunk.row_group)

A chunk whose filter is missing, damaged or of an unknown kind may contain every value. `copy_lines` and
`python -m bloom_rs.parquet COLUMN FILE...` export the filters of a column to a table.
"""

from bloom_rs.parquet.chunks import Chunk, Source, chunks, copy_lines
from bloom_rs.parquet.encodings import ColumnValue, Encoding, encoding_of

__all__ = ["Chunk", "ColumnValue", "Encoding", "Source", "chunks", "copy_lines", "encoding_of"]
