"""Bloom filters of the PostgreSQL extension bloom_rs, without the server.

A filter that was fetched is asked here, with no round trip for a lookup; one that was made here is sent, and
the server reads it like its own. The format is that of docs/FORMAT.md in the project.

    >>> from bloom_rs import Bloom
    >>> seen = Bloom(capacity=1000)
    >>> seen.add("https://www.postgresql.org/")
    >>> "https://www.postgresql.org/" in seen
    True
    >>> "https://www.python.org/" in seen  # False is certain
    False
    >>> Bloom.from_bytes(bytes(seen)) == seen
    True

A `Matrix` asks many filters at once. `bloom_rs.psycopg` teaches psycopg the types.
"""

from bloom_rs.filter import Bloom
from bloom_rs.matrix import Matrix
from bloom_rs.schemes import Scheme
from bloom_rs.sizes import Size, size_for
from bloom_rs.values import Family, Value

__all__ = ["Bloom", "Family", "Matrix", "Scheme", "Size", "Value", "size_for"]
