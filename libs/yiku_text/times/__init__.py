"""Time expressions of Chinese and English: from words to [since, until) with a precision.

Text is cut into tokens, tokens make units (a year, a weekday, half past three), units narrow each other from coarse
to fine, and phrases make of them points, ranges, open ends, lengths and recurrences.
"""

from yiku_text.times.find import find_times
from yiku_text.times.model import Every, Lean, Recurrence, TimeExpression

__all__ = ["Every", "Lean", "Recurrence", "TimeExpression", "find_times"]
