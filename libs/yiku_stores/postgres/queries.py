"""Named SQL blocks: `-- name: NAME` starts a block in `queries/FILE.sql`."""

import re
from functools import cache
from importlib.resources import files
from typing import LiteralString, cast

_HEADER = re.compile(r"^-- name: (\w+)\s*$", re.MULTILINE)


@cache
def queries(file: str) -> dict[str, LiteralString]:
    """The blocks of `queries/{file}.sql` by name. The files ship with the package, so they are literals."""
    text = files("yiku_stores.postgres").joinpath("queries", f"{file}.sql").read_text("utf-8")
    parts = _HEADER.split(text)[1:]
    return {name: cast(LiteralString, body.strip()) for name, body in zip(parts[::2], parts[1::2], strict=True)}
