"""Time expressions in English."""

from yiku_text.times.en.scan import scan

__all__ = ["scan"]
