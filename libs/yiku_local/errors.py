"""What can go wrong with a local stack; every message says what to do next."""


class StackError(Exception):
    """The stack cannot do what was asked."""


class StackNotRunningError(StackError):
    """There is no supervisor to ask."""
