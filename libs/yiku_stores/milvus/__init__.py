"""Milvus: nearest neighbours among one customer's memories."""
