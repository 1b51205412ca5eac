"""The retrieval paths. Each gives a PathResult and never raises; a failure is named in it."""
