"""What can go wrong before a model answers."""

from yiku_domain.errors import FailedPrecondition, InvalidRequest


class ModelUnavailable(FailedPrecondition):
    """A model's files, weights or package are missing; the message says what to run."""


class UnknownModel(InvalidRequest):
    """No model goes by that name; the message lists those that do."""
