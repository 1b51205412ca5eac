"""Models behind plain Protocols: what turns text into vectors, scores and labels.

Importing this package loads no model runtime; each implementation does when it is built.
"""

from yiku_models.cached import CachedEmbedder
from yiku_models.embedder import Embedder, Prefixes
from yiku_models.errors import ModelUnavailable, UnknownModel
from yiku_models.factory import build_embedder

__all__ = [
    "CachedEmbedder",
    "Embedder",
    "ModelUnavailable",
    "Prefixes",
    "UnknownModel",
    "build_embedder",
]
