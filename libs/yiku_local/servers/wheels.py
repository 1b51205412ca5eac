"""Where pip put the servers: packages are located, not imported (importing has side effects)."""

from importlib.util import find_spec
from pathlib import Path

from yiku_local.errors import StackError


def package_directory(name: str) -> Path:
    """Directory of an installed package. Raises StackError when it is not installed."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise StackError(f"package {name} is missing: pip install 'yiku[local]'")
    return Path(spec.submodule_search_locations[0])
