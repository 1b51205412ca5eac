"""Training one student, and asking it."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from yiku_models.student.reading import Reader

from training.student.augment import Augmenter
from training.student.corpus import Labelled, Segment, labelled
from training.student.labels import KINDS, UNKNOWN
from training.student.model import Logits, StudentNet, warmup_then_decay


@dataclass(frozen=True)
class Recipe:
    """How a student is trained.

    The lowest `frozen` layers and what is below them stay as they are. `decay` is the factor of the
    learning rate from layer to layer downwards.
    """

    layers: int = 6
    frozen: int = 2
    epochs: int = 4
    rate: float = 2e-4
    head_rate: float = 1e-3
    decay: float = 0.9
    smoothing: float = 0.05
    batch: int = 24
    warmup: int = 100
    borderline: float = 0.4
    seed: int = 1


@dataclass(frozen=True)
class Vocabularies:
    """What the outputs of the attribute and reason heads stand for."""

    attributes: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """One reading with a label row for each of its clauses: keep, kinds..., attribute, reason, weight."""

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    labels: tuple[tuple[float, ...], ...]


Say = Callable[[str], None]


class Trainer:
    """Turns segments into batches and fits a net to them; same seed, same result on one thread count."""

    def __init__(self, reader: Reader, vocabularies: Vocabularies, recipe: Recipe, say: Say) -> None:
        self._reader = reader
        self._vocabularies = vocabularies
        self._recipe = recipe
        self._say = say

    def fit(self, net: StudentNet, segments: Sequence[Segment]) -> None:
        """Train `net` in place."""
        recipe = self._recipe
        strangers = [s.before for s in segments if s.before and s.slice != "answer_to_bot"]
        augmenter = Augmenter(recipe.seed, strangers)
        shuffle = random.Random(recipe.seed)
        optimiser = torch.optim.AdamW(_groups(net, recipe), weight_decay=0.01)
        total = recipe.epochs * -(-len(segments) // recipe.batch)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimiser, lambda step: warmup_then_decay(step, total, recipe.warmup)
        )
        for epoch in range(recipe.epochs):
            began, losses = time.monotonic(), []
            net.train()
            items = [item for s in segments for item in self.items(s, augmenter)]
            for batch in _batches(items, recipe.batch, shuffle):
                loss = self._loss(net, batch)
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                optimiser.step()
                schedule.step()
                losses.append(loss.item())
            self._say(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, {time.monotonic() - began:.0f} s")

    def items(self, segment: Segment, augmenter: Augmenter | None = None) -> list[Item]:
        """The readings of a segment, varied when an augmenter is given."""
        if augmenter:
            segment = augmenter.vary(segment)
        clauses = labelled(segment.text, segment.memories)
        trim = augmenter.trimmed if augmenter else lambda start, end: (start, end)
        places = [trim(c.start, c.end) for c in clauses]
        readings = self._reader.read(segment.before, segment.text, places)
        return [Item(r.ids, r.spans, tuple(self._label(segment, clauses[i]) for i in r.clauses)) for r in readings]

    def _label(self, segment: Segment, clause: Labelled) -> tuple[float, ...]:
        kept = bool(clause.memories)
        kinds = [float(any(m.kind == kind for m in clause.memories)) for kind in KINDS]
        attribute = reason = UNKNOWN
        if kept:
            named = [m.attribute for m in clause.memories if m.attribute]
            attribute = self._vocabularies.attributes.index(named[0]) if named else 0
        elif not segment.memories:
            known = self._vocabularies.reasons
            reason = known.index(segment.slice) if segment.slice in known else 0
        weight = self._recipe.borderline if segment.borderline else 1.0
        return (float(kept), *kinds, attribute, reason, weight)

    def _loss(self, net: StudentNet, batch: list[Item]) -> Tensor:
        ids, mask, spans = padded(batch, 1)
        labels = torch.tensor([row for item in batch for row in item.labels])
        with torch.autocast("cpu", torch.bfloat16):
            logits = net(ids, mask, spans)
        keep, kinds, weight = labels[:, 0], labels[:, 1 : 1 + len(KINDS)], labels[:, -1]
        attribute, reason = labels[:, -3].long(), labels[:, -2].long()
        smooth = self._recipe.smoothing
        target = keep * (1 - 2 * smooth) + smooth
        loss = (functional.binary_cross_entropy_with_logits(logits.keep, target, reduction="none") * weight).mean()
        kind = functional.binary_cross_entropy_with_logits(
            logits.kinds, kinds * (1 - smooth) + smooth / 5, reduction="none"
        )
        loss = loss + 0.5 * (kind.sum(1) * keep).sum() / (2 * keep.sum().clamp(min=1))
        loss = loss + 0.2 * _cross_entropy(logits.attributes, attribute)
        return loss + 0.2 * _cross_entropy(logits.reasons, reason)

    def ask(self, net: StudentNet, segments: Sequence[Segment]) -> list[Logits]:
        """The logits of every segment's clauses, in order."""
        net.eval()
        answers: list[Logits] = []
        with torch.no_grad():
            for segment in segments:
                clauses = labelled(segment.text, segment.memories)
                places = [(c.start, c.end) for c in clauses]
                readings = self._reader.read(segment.before, segment.text, places)
                parts = [net(*padded([Item(r.ids, r.spans, ())], 1)) for r in readings]
                order = torch.tensor([i for r in readings for i in r.clauses], dtype=torch.long).argsort()
                answers.append(
                    Logits(*(torch.cat([getattr(p, f) for p in parts])[order] for f in Logits.__dataclass_fields__))
                )
        return answers


def padded(items: Sequence[Item], pad: int) -> tuple[Tensor, Tensor, Tensor]:
    """Ids and mask (items, longest), and spans (clauses, 3): item, first, last."""
    width = max(len(item.ids) for item in items)
    ids = torch.full((len(items), width), pad, dtype=torch.long)
    for row, item in enumerate(items):
        ids[row, : len(item.ids)] = torch.tensor(item.ids)
    spans = torch.tensor([(row, *span) for row, item in enumerate(items) for span in item.spans])
    lengths = torch.tensor([len(item.ids) for item in items])
    return ids, torch.arange(width)[None, :] < lengths[:, None], spans


def _cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    known = target != UNKNOWN
    if not known.any():
        return logits.sum() * 0
    return functional.cross_entropy(logits[known], target[known], label_smoothing=0.05)


def _batches(items: list[Item], size: int, shuffle: random.Random) -> Iterator[list[Item]]:
    """Batches of like length, in random order."""
    order = sorted(items, key=lambda item: len(item.ids) + shuffle.random() * 8)
    batches = [order[i : i + size] for i in range(0, len(order), size)]
    shuffle.shuffle(batches)
    yield from batches


def _groups(net: StudentNet, recipe: Recipe) -> list[dict[str, Any]]:
    """Freeze what is not trained; what is, with its learning rate."""
    encoder = net.encoder
    for part in (encoder.positions, *encoder.norm.parameters(), *encoder.layers[: recipe.frozen].parameters()):
        part.requires_grad_(False)
    trained = encoder.layers[recipe.frozen :]
    groups = [
        {"params": list(layer.parameters()), "lr": recipe.rate * recipe.decay**above}
        for above, layer in enumerate(reversed(trained))
    ]
    groups.append({"params": [*net.inner.parameters(), *net.outer.parameters()], "lr": recipe.head_rate})
    return groups
