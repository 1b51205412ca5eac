"""The scene strategies that ship with Yiku: version 0 of each scene, for every tenant."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import yaml
from yiku_domain.memory import JsonValue

_SCENES = ("customer_service", "dispatch", "recommendation")


@cache
def builtin_documents() -> Mapping[str, Mapping[str, JsonValue]]:
    """Scene to document, as `parse_strategy` takes it."""
    here = files(__name__)
    documents = {scene: yaml.safe_load(here.joinpath(f"{scene}.yaml").read_bytes()) for scene in _SCENES}
    return MappingProxyType(documents)
