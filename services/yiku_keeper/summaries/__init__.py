"""Summaries of what was talked about: segments of conversations, sessions, days and weeks."""
