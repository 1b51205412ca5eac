"""The teacher's side: a language model labels turns that nobody has labelled."""
