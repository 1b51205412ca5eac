"""The keeper: compares the indexes with Postgres all the time, repairs them, tidies up, and sums up what was said."""
