"""Milvus's filter expressions, with values that cannot break out of them."""

from collections.abc import Iterable

from yiku_domain.ids import Scope
from yiku_domain.memory import Kind

from yiku_stores.milvus.schema import BUCKET, KIND, MEMORY_ID, SCOPE, SUPERSEDED


def quoted(text: str) -> str:
    """A string literal. Only backslash and quote are special; \\u escapes are not understood."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def one_of(field: str, values: Iterable[str]) -> str:
    """The field is one of the strings."""
    return f"{field} in [{','.join(quoted(v) for v in values)}]"


def ids(memory_ids: Iterable[object]) -> str:
    """Rows by primary key."""
    return one_of(MEMORY_ID, (str(i) for i in memory_ids))


def visible(scope: Scope, kinds: frozenset[Kind], include_superseded: bool) -> str:
    """A customer's rows that a search may give back."""
    parts = [f"{SCOPE} == {quoted(scope.key)}"]
    if not include_superseded:
        parts.append(f"{SUPERSEDED} == false")
    if kinds:
        parts.append(one_of(KIND, sorted(k.value for k in kinds)))
    return " and ".join(parts)


def in_buckets(buckets: Iterable[int]) -> str:
    """Rows of some buckets of users."""
    return f"{BUCKET} in [{','.join(str(int(b)) for b in buckets)}]"
