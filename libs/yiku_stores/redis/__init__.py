"""Redis: the second cache and the last turns of running conversations."""
