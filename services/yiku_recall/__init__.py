"""Recall: the few memories that matter for the next reply."""
