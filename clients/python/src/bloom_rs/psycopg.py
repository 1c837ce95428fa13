"""The types bloom and bloom_matrix for psycopg 3, which are sent and fetched in binary form.

```python
register_bloom(TypeInfo.fetch(connection, "bloom"), connection)
(seen,) = connection.execute("SELECT f FROM filters", binary=True).fetchone()
connection.execute("INSERT INTO filters VALUES (%s)", [Bloom.of(urls)])
```
"""

from base64 import b64decode, b64encode

from psycopg import adapters, pq
from psycopg.abc import AdaptContext, Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.types import TypeInfo

from bloom_rs.filter import Bloom
from bloom_rs.matrix import Matrix

__all__ = ["register_bloom", "register_bloom_matrix"]


class _TextLoader(Loader):
    kind: type[Bloom | Matrix]

    def load(self, data: Buffer) -> Bloom | Matrix:
        return self.kind.from_bytes(b64decode(data, validate=True))


class _BinaryLoader(_TextLoader):
    format = pq.Format.BINARY

    def load(self, data: Buffer) -> Bloom | Matrix:
        return self.kind.from_bytes(data)


class _TextDumper(Dumper):
    def dump(self, obj: Bloom | Matrix) -> bytes:
        return b64encode(bytes(obj))


class _BinaryDumper(Dumper):
    format = pq.Format.BINARY

    def dump(self, obj: Bloom | Matrix) -> bytes:
        return bytes(obj)


def register_bloom(info: TypeInfo | None, context: AdaptContext | None = None) -> None:
    """Registers the type bloom in a connection or cursor; without one for all connections made from then on.

    Results come in binary form only if the query asks for it (`binary=True`), in text form they are a third
    larger. Filters are sent in binary form.

    Args:
        info: of `TypeInfo.fetch(connection, "bloom")`; its OID differs from one database to the next.
        context: where to register.

    Raises:
        TypeError: there is no such type, so that `fetch` found none.
    """
    _register(info, "bloom", Bloom, context)


def register_bloom_matrix(info: TypeInfo | None, context: AdaptContext | None = None) -> None:
    """Registers the type bloom_matrix; see `register_bloom`.

    Args:
        info: of `TypeInfo.fetch(connection, "bloom_matrix")`.
        context: where to register.

    Raises:
        TypeError: there is no such type, so that `fetch` found none.
    """
    _register(info, "bloom_matrix", Matrix, context)


def _register(
    info: TypeInfo | None, name: str, kind: type[Bloom | Matrix], context: AdaptContext | None
) -> None:
    if info is None:
        raise TypeError(f'no type "{name}": CREATE EXTENSION bloom_rs, and put its schema into search_path')
    info.register(context)
    where = context.adapters if context else adapters
    for loader in (_TextLoader, _BinaryLoader):
        where.register_loader(info.oid, type(loader.__name__, (loader,), {"kind": kind}))
    # The last one is what `%s` takes.
    for dumper in (_TextDumper, _BinaryDumper):
        where.register_dumper(kind, type(dumper.__name__, (dumper,), {"oid": info.oid}))
