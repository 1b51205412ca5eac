"""How much memory a process and its children take."""

import contextlib

import psutil

MEGABYTE = 1024 * 1024


def tree_memory_mb(pid: int) -> float:
    """Sum over the tree, shared pages counted in proportion (PSS); 0 when the process is gone."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
        return sum(_own_bytes(member) for member in family) / MEGABYTE
    return 0.0


def _own_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except psutil.AccessDenied:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0
