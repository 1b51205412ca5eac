"""Redis: every key with its value, of all types; sessions and cached answers among them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from redis import Redis

from yiku_cli.leaks.record import Record, Value

STORE: Final = "redis"
_BATCH: Final = 1000


def records(url: str) -> Iterator[Record]:
    """A record a key. The kind of a key is its first word: `user`, `session`."""
    with Redis.from_url(url, socket_timeout=10.0, socket_connect_timeout=2.0, protocol=2) as redis:
        for key in redis.scan_iter(count=_BATCH):
            name = cast(bytes, key)
            part = name.split(b":", 1)[0].decode("utf-8", "replace")
            yield Record(part, name.decode("utf-8", "replace"), {"key": name, "value": _value(redis, name)})


def _value(redis: Redis, key: bytes) -> Value:
    """None for a type of a module, such as a graph, and for a key that expired meanwhile."""
    client = cast(Any, redis)
    read = _READERS.get(client.type(key))
    return read(client, key) if read else None


def _pairs(fields: Mapping[bytes, bytes]) -> list[Value]:
    return [part for pair in fields.items() for part in pair]


_READERS: Final[Mapping[bytes, Callable[[Any, bytes], Value]]] = {
    b"string": lambda client, key: client.get(key),
    b"hash": lambda client, key: _pairs(client.hgetall(key)),
    b"list": lambda client, key: client.lrange(key, 0, -1),
    b"set": lambda client, key: list(client.smembers(key)),
    b"zset": lambda client, key: client.zrange(key, 0, -1),
    b"stream": lambda client, key: [_pairs(fields) for _, fields in client.xrange(key)],
}
