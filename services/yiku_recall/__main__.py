"""`python -m yiku_recall`: serves RecallService."""

from yiku_runtime.process import run_process

from yiku_recall.bootstrap import NEEDED, run

if __name__ == "__main__":
    run_process(run, NEEDED)
