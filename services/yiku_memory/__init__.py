"""Everything about stored memories but writing and recalling them: look, correct, retract, erase.

Beside MemoryService the process serves reviews, sessions, strategies, decision records and administration.
"""
