"""`python -m yiku_propagator --sink milvus|graph|cache`: run several to share the partitions."""

import argparse
from functools import partial

from yiku_domain.events import Sink
from yiku_runtime.process import run_process

from yiku_propagator.bootstrap import NEEDED, run


def main() -> None:
    """Fill one index from Kafka until a signal."""
    parser = argparse.ArgumentParser(prog="yiku_propagator")
    parser.add_argument("--sink", required=True, type=Sink, choices=list(Sink))
    sink: Sink = parser.parse_args().sink
    run_process(partial(run, sink=sink), NEEDED[sink])


if __name__ == "__main__":
    main()
