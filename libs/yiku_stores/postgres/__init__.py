"""Postgres, the truth."""
