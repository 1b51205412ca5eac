"""Summaries written by a language model, checked against what they are made of."""
