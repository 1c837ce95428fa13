"""Exports the filters of a column of Parquet files to COPY.

psql -c 'CREATE TABLE row_groups (file text, row_group integer, encoding text, f bloom)'
python -m bloom_rs.parquet url pages/*.parquet | psql -c 'COPY row_groups FROM STDIN (HEADER match)'

COPY takes the end of its input for the end of the table. So that it fails together with this program, there
is a header, without which it refuses the input, and an error writes a line that is not a row.
"""

import signal
import sys
from argparse import ArgumentParser


def main() -> None:
    """Runs the program."""
    parser = ArgumentParser("python -m bloom_rs.parquet", description="filters of Parquet files, for COPY")
    parser.add_argument("column", help="path of the column, such as url or tags.list.element")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    if sys.platform != "win32":
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a filter ends quietly when nobody reads it any more
    try:
        from bloom_rs.parquet import copy_lines

        sys.stdout.writelines(copy_lines(arguments.column, arguments.files))
    except Exception as error:
        message = f"error: {error}"
        sys.stdout.write(message.replace("\t", " ") + "\n")
        sys.exit(message)


if __name__ == "__main__":
    main()
