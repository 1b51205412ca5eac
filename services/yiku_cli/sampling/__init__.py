"""How many of the live memories are right, by people who look at a sample."""
