"""`python -m yiku_extractor`: serves the ExtractorService."""

from yiku_runtime.process import run_process

from yiku_extractor.bootstrap import NEEDED, run

if __name__ == "__main__":
    run_process(run, NEEDED)
