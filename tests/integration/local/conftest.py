"""A stack of this folder's own: it is killed and stopped in ways that no other test could bear."""

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from yiku_local.paths import StackKind
from yiku_local.stack import Stack

from tests.conftest import TEST_ROOT


def make_root(directory: Path) -> Path:
    """A root for a stack that shares what is unpacked or fetched with the rest of the run."""
    root = directory / "忆 库's root"
    root.mkdir()
    for shared in ("cache", "jars"):
        (TEST_ROOT / shared).mkdir(parents=True, exist_ok=True)
        (root / shared).symlink_to(TEST_ROOT / shared)
    return root


def processes_of(root: Path) -> list[psutil.Process]:
    """Everything alive with the root on its command line."""
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if any(str(root) in word for word in process.info["cmdline"] or ())
    ]


@pytest.fixture(scope="package")
def stack(tmp_path_factory: pytest.TempPathFactory, stack_kind: StackKind) -> Iterator[Stack]:
    """A running stack, left as it was found by each test."""
    stack = Stack(make_root(tmp_path_factory.mktemp("stack")), stack_kind)
    stack.up()
    yield stack
    stack.down()
