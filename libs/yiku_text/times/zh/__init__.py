"""Time expressions in Chinese."""

from yiku_text.times.zh.scan import scan

__all__ = ["scan"]
