"""`python -m yiku_models.e5_build CACHE_DIR`: build the model, saying how far it is."""

import argparse
import sys
from pathlib import Path

from yiku_models.e5_build.build import build_e5_small
from yiku_models.errors import ModelUnavailable


def main() -> int:
    """Return 0 once the model is there, 1 with the reason on stderr."""
    parser = argparse.ArgumentParser(prog="yiku_models.e5_build", description=__doc__)
    parser.add_argument("cache_dir", type=Path)
    cache_dir: Path = parser.parse_args().cache_dir
    try:
        directory = build_e5_small(cache_dir, on_progress=_say)
    except ModelUnavailable as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{directory}\n")
    return 0


def _say(step: str, done: float) -> None:
    sys.stderr.write(f"{done:4.0%} {step}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
