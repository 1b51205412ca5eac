"""What a student got right: turns, memories, kinds; as a whole and by group."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from yiku_models.student.calibration import Calibration, Evidence, count

from training.student.corpus import Segment, labelled
from training.student.labels import KINDS

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Answer:
    """Logits of one segment's clauses, in order: keep (clauses,), kinds (clauses, 5)."""

    keep: Floats
    kinds: Floats


@dataclass(frozen=True)
class Figures:
    """Over `turns` turns. A turn is kept when a clause of it is at least `high`, dropped when all are below `low`.

    `f1`, `precision`, `recall` of keeping are over the turns that are neither, `wrong` is the share of all turns
    that are so decided and wrongly; `plain_f1` is over all, at .5, as is `right`, the share rightly decided.
    What there is no turn or memory for is not a number.
    `memories` of `told` told ones had a clause that was kept or unsure; `certain` of them a kept one.
    `kinds` is the share of kept clauses whose likeliest kind is right.
    """

    turns: int
    f1: float
    precision: float
    recall: float
    unsure: float
    wrong: float
    plain_f1: float
    right: float
    told: int
    memories: float
    certain: float
    kinds: float


def evidence(segments: Sequence[Segment], answers: Sequence[Answer], keep: Calibration) -> Evidence:
    """Turns by the chance of their likeliest clause."""
    chances = np.array([keep.chances(answer.keep).max() for answer in answers])
    return count(chances, np.array([bool(segment.memories) for segment in segments]))


def calibrated(logits: Floats, labels: NDArray[np.bool_]) -> Calibration:
    """Platt scaling by Newton's method on the log loss."""
    x = np.stack([logits.astype(np.float64), np.ones(len(logits))], axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        chances = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (chances - labels) + 1e-3 * (weights - [1.0, 0.0])
        curve = (x * (chances * (1 - chances))[:, None]).T @ x + 1e-3 * np.eye(2)
        weights = weights - np.linalg.solve(curve, slope)
    return Calibration(float(weights[0]), float(weights[1]))


def keep_calibration(segments: Sequence[Segment], answers: Sequence[Answer]) -> Calibration:
    """Fitted over every clause."""
    labels = [bool(c.memories) for s in segments for c in labelled(s.text, s.memories)]
    return calibrated(np.concatenate([a.keep for a in answers]), np.array(labels))


def kind_calibration(segments: Sequence[Segment], answers: Sequence[Answer]) -> Calibration:
    """Fitted over every kind of every clause to be kept."""
    clauses = [labelled(s.text, s.memories) for s in segments]
    rows = [a.kinds[i] for a, cs in zip(answers, clauses, strict=True) for i, c in enumerate(cs) if c.memories]
    told = [{m.kind for m in c.memories} for cs in clauses for c in cs if c.memories]
    labels = np.array([[kind in kinds for kind in KINDS] for kinds in told])
    return calibrated(np.stack(rows).reshape(-1), labels.reshape(-1))


def figures(
    segments: Sequence[Segment], answers: Sequence[Answer], keep: Calibration, band: tuple[float, float]
) -> Figures:
    """The figures of these segments as one group."""
    low, high = band
    best = np.array([keep.chances(answer.keep).max() for answer in answers])
    told = np.array([bool(segment.memories) for segment in segments])
    sure = (best < low) | (best >= high)
    precision, recall, f1 = _f1(best[sure] >= high, told[sure])
    found, certain = _memories(segments, answers, keep, band)
    return Figures(
        turns=len(segments),
        f1=f1,
        precision=precision,
        recall=recall,
        unsure=float(1 - sure.mean()),
        wrong=float((sure & ((best >= high) != told)).mean()),
        plain_f1=_f1(best >= 0.5, told)[2],
        right=float(((best >= 0.5) == told).mean()),
        told=len(found),
        memories=_mean(found),
        certain=_mean(certain),
        kinds=_mean(_kinds(segments, answers)),
    )


def by(
    group: Callable[[Segment], str], segments: Sequence[Segment], answers: Sequence[Answer]
) -> Iterable[tuple[str, list[Segment], list[Answer]]]:
    """The segments and answers of each group, by name."""
    names = sorted({group(segment) for segment in segments})
    for name in names:
        pairs = [(s, a) for s, a in zip(segments, answers, strict=True) if group(s) == name]
        yield name, [s for s, _ in pairs], [a for _, a in pairs]


def of_kind(segments: Sequence[Segment], answers: Sequence[Answer]) -> dict[str, tuple[int, float]]:
    """For each kind: clauses told as it, and the share of them whose likeliest kind it is."""
    right: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    for segment, answer in zip(segments, answers, strict=True):
        for index, clause in enumerate(labelled(segment.text, segment.memories)):
            for kind in {m.kind for m in clause.memories}:
                right[kind].append(KINDS[int(answer.kinds[index].argmax())] == kind)
    return {kind: (len(found), _mean(found)) for kind, found in right.items()}


def _memories(
    segments: Sequence[Segment], answers: Sequence[Answer], keep: Calibration, band: tuple[float, float]
) -> tuple[list[bool], list[bool]]:
    found: list[bool] = []
    certain: list[bool] = []
    for segment, answer in zip(segments, answers, strict=True):
        chances = keep.chances(answer.keep)
        clauses = labelled(segment.text, segment.memories)
        for memory in segment.memories:
            best = max((chances[i] for i, c in enumerate(clauses) if memory in c.memories), default=0.0)
            found.append(bool(best >= band[0]))
            certain.append(bool(best >= band[1]))
    return found, certain


def _kinds(segments: Sequence[Segment], answers: Sequence[Answer]) -> list[bool]:
    return [
        KINDS[int(answer.kinds[index].argmax())] in {m.kind for m in clause.memories}
        for segment, answer in zip(segments, answers, strict=True)
        for index, clause in enumerate(labelled(segment.text, segment.memories))
        if clause.memories
    ]


def _f1(said: NDArray[np.bool_], told: NDArray[np.bool_]) -> tuple[float, float, float]:
    if not told.any():
        return float("nan"), float("nan"), float("nan")
    both = float((said & told).sum())
    precision = both / max(1.0, float(said.sum()))
    recall = both / max(1.0, float(told.sum()))
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def _mean(values: Sequence[bool]) -> float:
    return float(np.mean(values)) if values else float("nan")
