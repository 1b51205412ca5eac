"""The vocabulary of Yiku: memories, plans, strategies, traces and errors; standard library only."""
