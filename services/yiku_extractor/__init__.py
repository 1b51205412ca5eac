"""The extractor: turns what was said and done into memories, and commits them."""
