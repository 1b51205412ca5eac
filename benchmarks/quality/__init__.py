"""Measures of how well Yiku understands, on open data sets that stay outside this repository."""
