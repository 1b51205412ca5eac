"""The keeper: compares the indexes with Postgres all the time, repairs them, and tidies up."""
