"""`python -m yiku_relay`: one relay; run several to share the partitions."""

from yiku_runtime.process import run_process

from yiku_relay.bootstrap import NEEDED, run

if __name__ == "__main__":
    run_process(run, NEEDED)
