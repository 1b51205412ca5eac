"""What the two Java servers share: archives through Maven, and a small virtual machine."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from yiku_local.errors import StackError
from yiku_local.paths import StackPaths
from yiku_local.server import Report

FETCH_SECONDS = 900.0


def command(heap_mb: int, jars: Path, main: str, *options: str) -> Sequence[str]:
    """argv of a server that should stay small: serial collector, fixed upper heap."""
    return (
        *("java", f"-Xmx{heap_mb}m", "-Xms48m", "-XX:+UseSerialGC", "-XX:ReservedCodeCacheSize=64m"),
        *("-Xss512k", "-XX:+ExitOnOutOfMemoryError", "-Djava.awt.headless=true"),
        *("-Dfile.encoding=UTF-8", *options, "-cp", str(jars / "*"), main),
    )


def fetch(paths: StackPaths, name: str, version: str, report: Report) -> None:
    """Copy the archives of `name` and all they need into `.yiku/jars`, once.

    Raises StackError when Java or Maven is missing or the download fails.
    """
    _require("java", "mvn")
    paths.jars.mkdir(parents=True, exist_ok=True)
    with (paths.jars / ".lock").open("w") as lock:
        # Two Mavens at once can spoil each other's local repository.
        fcntl.flock(lock, fcntl.LOCK_EX)
        target = directory(paths, name, version)
        if not target.exists():
            report(f"fetching {name} {version} through Maven, once")
            _copy(name, target)


def directory(paths: StackPaths, name: str, version: str) -> Path:
    """Where the archives of one server are."""
    return paths.jars / f"{name}-{version}"


def _copy(name: str, target: Path) -> None:
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.rmtree(fresh, ignore_errors=True)
    goal = ("dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={fresh}")
    pom = Path(__file__).parent / "maven" / f"{name}.xml"
    done = subprocess.run(  # noqa: S603
        ("mvn", "-q", "-B", "-f", str(pom), *goal),  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
        timeout=FETCH_SECONDS,
    )
    if done.returncode != 0:
        raise StackError(f"Maven could not fetch {name}: {done.stdout.strip()[-800:]}")
    fresh.rename(target)


def _require(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        raise StackError(
            f"the full stack needs a JDK 17 and Maven on the PATH; missing: {', '.join(missing)}"
            " (Debian: apt-get install openjdk-17-jdk-headless maven), or use the local stack"
        )
