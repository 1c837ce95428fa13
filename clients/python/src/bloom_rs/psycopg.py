"""The type bloom for psycopg 3: filters are sent and fetched as `bloom_rs.Bloom`, in binary form.

```python
info = TypeInfo.fetch(connection, "bloom")
register_bloom(info, connection)
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

__all__ = ["register_bloom"]


class _BinaryLoader(Loader):
    format = pq.Format.BINARY

    def load(self, data: Buffer) -> Bloom:
        return Bloom.from_bytes(data)


class _TextLoader(Loader):
    def load(self, data: Buffer) -> Bloom:
        return Bloom.from_bytes(b64decode(data, validate=True))


class _TextDumper(Dumper):
    def dump(self, obj: Bloom) -> bytes:
        return b64encode(bytes(obj))


class _BinaryDumper(Dumper):
    format = pq.Format.BINARY

    def dump(self, obj: Bloom) -> bytes:
        return bytes(obj)


def register_bloom(info: TypeInfo | None, context: AdaptContext | None = None) -> None:
    """Registers the type in a connection or cursor; without one for all connections made from then on.

    Results come in binary form only if the query asks for it (`binary=True`), in text form they are a third
    larger. Filters are sent in binary form.

    Args:
        info: of `TypeInfo.fetch(connection, "bloom")`; its OID differs from one database to the next.
        context: where to register.

    Raises:
        TypeError: there is no such type, so that `fetch` found none.
    """
    if info is None:
        raise TypeError('no type "bloom": CREATE EXTENSION bloom_rs, and put its schema into search_path')
    info.register(context)
    where = context.adapters if context else adapters
    where.register_loader(info.oid, _TextLoader)
    where.register_loader(info.oid, _BinaryLoader)
    # The last one is what `%s` takes.
    for dumper in (_TextDumper, _BinaryDumper):
        where.register_dumper(Bloom, type(dumper.__name__, (dumper,), {"oid": info.oid}))
