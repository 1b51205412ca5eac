"""Stores: protocols, and their implementations on Postgres, Milvus, graph and Redis."""
