"""The local stack: the real servers of Yiku from pip wheels, supervised, on the loopback only."""
