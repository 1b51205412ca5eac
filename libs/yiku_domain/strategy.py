"""A scene strategy: one versioned document that says how to recall for a scene."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from yiku_domain.candidate import PathName
from yiku_domain.errors import InvalidRequest, Violation
from yiku_domain.memory import JsonValue, Kind

BUILTIN_VERSION = 0


class Fusion(StrEnum):
    """WEIGHTED sums normalised scores; RRF sums reciprocal ranks."""

    WEIGHTED = "weighted"
    RRF = "rrf"


@dataclass(frozen=True)
class PathSettings:
    """A path's weight in fusion, its budget in milliseconds and how many hits it may give."""

    weight: float
    budget_ms: int = 60
    limit: int = 40


@dataclass(frozen=True)
class Strategy:
    """How a scene recalls. `half_life_days` and the boosts add to the fused score.

    A path that `paths` does not name does not run; an empty `kinds` allows every kind; a TTL of 0
    turns that cache off. `prompt_questions` puts open clarifications into the prompt block, too.
    """

    scene: str
    version: int
    paths: Mapping[PathName, PathSettings]
    kinds: frozenset[Kind] = frozenset()
    kind_weights: Mapping[Kind, float] = field(default_factory=dict)
    fusion: Fusion = Fusion.WEIGHTED
    recency_weight: float = 0.05
    half_life_days: float = 30.0
    confidence_weight: float = 0.05
    energy_weight: float = 0.02
    top_k: int = 5
    token_budget: int = 600
    deadline_ms: int = 500
    l1_ttl_s: int = 300
    l2_ttl_s: int = 1800
    prompt_questions: bool = False


_FRACTIONS = ("recency_weight", "confidence_weight", "energy_weight")
_WHOLE: Mapping[str, tuple[int, int]] = {
    "top_k": (1, 100),
    "token_budget": (1, 32_000),
    "deadline_ms": (5, 10_000),
    "l1_ttl_s": (0, 86_400),
    "l2_ttl_s": (0, 86_400),
}
_KEYS = frozenset(
    {"paths", "kinds", "kind_weights", "fusion", "half_life_days", "prompt_questions", *_FRACTIONS, *_WHOLE}
)
_PATH_KEYS = frozenset({"weight", "budget_ms", "limit"})

_Choice = TypeVar("_Choice", bound=StrEnum)


def parse_strategy(document: Mapping[str, JsonValue], scene: str, version: int) -> Strategy:
    """The strategy a document describes; what it leaves out takes the defaults of `Strategy`.

    Raises InvalidRequest with a violation for every unknown key, wrong type and value out of range;
    fields are named from `document`, as `document.paths.vector.weight`.
    """
    check = _Check()
    check.keys(document, _KEYS, "document")
    strategy = Strategy(
        scene=scene,
        version=version,
        paths=_paths(check, document.get("paths")),
        kinds=_kinds(check, document.get("kinds", [])),
        kind_weights=_kind_weights(check, document.get("kind_weights", {})),
        fusion=check.choice(Fusion, document.get("fusion", Fusion.WEIGHTED), "document.fusion"),
        half_life_days=check.number(document, "half_life_days", "document", 30.0, (0.01, 36_500.0)),
        recency_weight=_fraction(check, document, "recency_weight"),
        confidence_weight=_fraction(check, document, "confidence_weight"),
        energy_weight=_fraction(check, document, "energy_weight"),
        top_k=_whole(check, document, "top_k"),
        token_budget=_whole(check, document, "token_budget"),
        deadline_ms=_whole(check, document, "deadline_ms"),
        l1_ttl_s=_whole(check, document, "l1_ttl_s"),
        l2_ttl_s=_whole(check, document, "l2_ttl_s"),
        prompt_questions=check.switch(document.get("prompt_questions", False), "document.prompt_questions"),
    )
    check.done()
    return strategy


def format_strategy(strategy: Strategy) -> dict[str, JsonValue]:
    """The whole document, every default written out; `parse_strategy` reads it back unchanged."""
    return {
        "paths": {path.value: _path_document(s) for path, s in strategy.paths.items()},
        "kinds": sorted(kind.value for kind in strategy.kinds),
        "kind_weights": {kind.value: weight for kind, weight in strategy.kind_weights.items()},
        "fusion": strategy.fusion.value,
        "half_life_days": strategy.half_life_days,
        "prompt_questions": strategy.prompt_questions,
        **{name: getattr(strategy, name) for name in (*_FRACTIONS, *_WHOLE)},
    }


def _path_document(settings: PathSettings) -> dict[str, JsonValue]:
    return {
        "weight": settings.weight,
        "budget_ms": settings.budget_ms,
        "limit": settings.limit,
    }


class _Check:
    """Collects what is wrong, so that one answer names all of it."""

    def __init__(self) -> None:
        self._violations: list[Violation] = []

    def wrong(self, field_path: str, description: str) -> None:
        self._violations.append(Violation(field_path, description))

    def done(self) -> None:
        if self._violations:
            first = self._violations[0]
            message = f"{first.field}: {first.description}"
            raise InvalidRequest(message, violations=tuple(self._violations))

    def keys(self, data: Mapping[str, JsonValue], allowed: frozenset[str], at: str) -> None:
        for key in data:
            if key not in allowed:
                self.wrong(f"{at}.{key}", f"unknown; allowed are {', '.join(sorted(allowed))}")

    def mapping(self, value: JsonValue, at: str) -> Mapping[str, JsonValue]:
        if isinstance(value, Mapping):
            return value
        self.wrong(at, "must be a mapping")
        return {}

    def switch(self, value: JsonValue, at: str) -> bool:
        if not isinstance(value, bool):
            self.wrong(at, "must be true or false")
        return value is True

    def choice(self, choices: type[_Choice], value: JsonValue, at: str) -> _Choice:
        names = [choice.value for choice in choices]
        if isinstance(value, str) and value in names:
            return choices(value)
        self.wrong(at, f"must be one of {', '.join(names)}")
        return next(iter(choices))

    def number(
        self,
        data: Mapping[str, JsonValue],
        key: str,
        at: str,
        default: float,
        bounds: tuple[float, float],
    ) -> float:
        value = data.get(key, default)
        low, high = bounds
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            self.wrong(f"{at}.{key}", "must be a number")
            return default
        if not low <= value <= high:
            self.wrong(f"{at}.{key}", f"must lie in {low:g}..{high:g}")
        return float(value)

    def whole(
        self,
        data: Mapping[str, JsonValue],
        key: str,
        at: str,
        default: int,
        bounds: tuple[int, int],
    ) -> int:
        value = data.get(key, default)
        low, high = bounds
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(f"{at}.{key}", "must be a whole number")
            return default
        if not low <= value <= high:
            self.wrong(f"{at}.{key}", f"must lie in {low}..{high}")
        return value


def _fraction(check: _Check, document: Mapping[str, JsonValue], name: str) -> float:
    return check.number(document, name, "document", getattr(Strategy, name), (0.0, 1.0))


def _whole(check: _Check, document: Mapping[str, JsonValue], name: str) -> int:
    return check.whole(document, name, "document", getattr(Strategy, name), _WHOLE[name])


def _paths(check: _Check, value: JsonValue) -> dict[PathName, PathSettings]:
    at = "document.paths"
    data = check.mapping(value, at)
    names = {path.value for path in PathName}
    check.keys(data, frozenset(names), at)
    paths = {PathName(name): _path(check, settings, f"{at}.{name}") for name, settings in data.items() if name in names}
    weighed = all(isinstance(settings, Mapping) and "weight" in settings for settings in data.values())
    if isinstance(value, Mapping) and weighed and not any(s.weight > 0 for s in paths.values()):
        check.wrong(at, "at least one path needs a weight above 0")
    return paths


def _path(check: _Check, value: JsonValue, at: str) -> PathSettings:
    data = check.mapping(value, at)
    check.keys(data, _PATH_KEYS, at)
    if isinstance(value, Mapping) and "weight" not in data:
        check.wrong(f"{at}.weight", "is required")
    return PathSettings(
        weight=check.number(data, "weight", at, 0.0, (0.0, 10.0)),
        budget_ms=check.whole(data, "budget_ms", at, PathSettings.budget_ms, (1, 5_000)),
        limit=check.whole(data, "limit", at, PathSettings.limit, (1, 200)),
    )


def _kinds(check: _Check, value: JsonValue) -> frozenset[Kind]:
    at = "document.kinds"
    if not isinstance(value, Sequence) or isinstance(value, str):
        check.wrong(at, "must be a list")
        return frozenset()
    return frozenset(check.choice(Kind, kind, f"{at}[{i}]") for i, kind in enumerate(value))


def _kind_weights(check: _Check, value: JsonValue) -> dict[Kind, float]:
    at = "document.kind_weights"
    data = check.mapping(value, at)
    names = {kind.value for kind in Kind}
    check.keys(data, frozenset(names), at)
    return {Kind(name): check.number(data, name, at, 1.0, (0.0, 10.0)) for name in data if name in names}
