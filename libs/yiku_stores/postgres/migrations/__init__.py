"""Alembic migrations; each revision runs the .sql file of its name."""
