"""`python -m yiku_keeper`: compares, repairs and sums up, all the time."""

from yiku_runtime.process import run_process

from yiku_keeper.bootstrap import NEEDED, run

if __name__ == "__main__":
    run_process(run, NEEDED)
