"""`python -m yiku_extractor.sources`: run several to share the partitions."""

from yiku_runtime.process import run_process

from yiku_extractor.bootstrap import NEEDED_BY_SOURCES, run_sources

if __name__ == "__main__":
    run_process(run_sources, NEEDED_BY_SOURCES)
