"""`python -m yiku_memory`: serves memories, reviews, sessions, strategies, traces and administration."""

from yiku_runtime.process import run_process

from yiku_memory.bootstrap import NEEDED, run

if __name__ == "__main__":
    run_process(run, NEEDED)
