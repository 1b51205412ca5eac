"""The Cypher files, by name."""

from functools import cache
from importlib.resources import files
from typing import LiteralString

from yiku_domain.vocabulary import Predicate


@cache
def statement(name: str) -> LiteralString:
    """`queries/{name}.cypher`. The files ship with the package, so they are literals."""
    return files("yiku_stores.graph").joinpath("queries", f"{name}.cypher").read_text("utf-8")


@cache
def tie_statement(predicate: Predicate) -> LiteralString:
    """Cypher has no parameters for relationship types; the vocabulary is closed, so this is safe."""
    return statement("tie").replace(":PREDICATE", f":{predicate.value}")
