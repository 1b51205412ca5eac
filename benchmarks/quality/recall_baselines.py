"""What any toolbox gives on the same sets: BM25, vectors, and two ways to mix them, within one user's memories."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from yiku_models.embedder import Embedder
from yiku_text.segment import bigrams, tokens

from benchmarks.quality.recall_runs import Outcome, Run
from benchmarks.quality.recall_scores import ranks, units
from benchmarks.quality.recall_sets import QuestionSet, Told

TOP_K: Final = 20
_K1: Final = 1.5
_B: Final = 0.75
_RRF_K: Final = 60

Scores = NDArray[np.float64]


class Bm25:
    """Okapi BM25 over words and pairs of characters (Robertson and Zaragoza, 2009)."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(_terms(text)) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts], dtype=np.float64)
        self._norm = _K1 * (1 - _B + _B * lengths / lengths.mean())
        self._count = len(texts)
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, count in enumerate(counts):
            for term, times in count.items():
                self._postings[term].append((number, times))

    def scores(self, text: str) -> Scores:
        """(texts,), 0 where no term is shared."""
        total = np.zeros(self._count)
        for term in set(_terms(text)) & self._postings.keys():
            posted = self._postings[term]
            weight = np.log1p((self._count - len(posted) + 0.5) / (len(posted) + 0.5))
            at = np.array([number for number, _ in posted])
            times = np.array([times for _, times in posted], dtype=np.float64)
            total[at] += weight * times * (_K1 + 1) / (times + self._norm[at])
        return total


def minmax(words: Scores, cosines: Scores) -> Scores:
    """Each stretched to 0..1, half and half."""
    return (_stretched(words) + _stretched(cosines)) / 2


def rrf(words: Scores, cosines: Scores) -> Scores:
    """Reciprocal ranks (Cormack, Clarke and Buettcher, 2009)."""
    return _reciprocal(words) + _reciprocal(cosines)


MIXES: Final[Mapping[str, Callable[[Scores, Scores], Scores]]] = {
    "bm25": lambda words, _cosines: words,
    "dense": lambda _words, cosines: cosines,
    "minmax": minmax,
    "rrf": rrf,
}


@dataclass(frozen=True)
class _Pool:
    """One user's memories."""

    ids: Sequence[str]
    words: Bm25
    vectors: NDArray[np.float32]

    def best(self, text: str, vector: NDArray[np.float32]) -> dict[str, list[str]]:
        """By mix the ids of the best TOP_K."""
        words, cosines = self.words.scores(text), (self.vectors @ vector).astype(np.float64)
        orders = {name: np.argsort(-mix(words, cosines), kind="stable")[:TOP_K] for name, mix in MIXES.items()}
        return {name: [self.ids[int(at)] for at in order] for name, order in orders.items()}


def baselines(questions: QuestionSet, embedder: Embedder) -> list[Run]:
    """A run of each of MIXES."""
    by_user: dict[str, list[Told]] = defaultdict(list)
    for told in questions.told:
        by_user[told.user_id].append(told)
    pools = {user: _pool(told, embedder) for user, told in by_user.items()}
    themselves = {told.told_id: (told.told_id,) for told in questions.told}
    vectors = embedder.embed_queries([asked.text for asked in questions.asked])
    outcomes: dict[str, list[Outcome]] = {name: [] for name in MIXES}
    for asked, vector in zip(questions.asked, vectors, strict=True):
        wanted = units(asked.gold, themselves)
        for name, best in pools[asked.user_id].best(asked.text, vector).items():
            met = ranks(wanted, best)
            outcomes[name].append(Outcome(asked.query_id, asked.user_id, asked.category, met, len(best)))
    return [Run(questions.name, name, TOP_K, tuple(some)) for name, some in outcomes.items()]


def _pool(told: Sequence[Told], embedder: Embedder) -> _Pool:
    texts = [one.text for one in told]
    return _Pool([one.told_id for one in told], Bm25(texts), embedder.embed_passages(texts))


def _terms(text: str) -> list[str]:
    return [*tokens(text), *(pair for pair in bigrams(text) if not pair.isascii())]


def _stretched(scores: Scores) -> Scores:
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


def _reciprocal(scores: Scores) -> Scores:
    places = np.argsort(np.argsort(-scores, kind="stable")).astype(np.float64) + 1.0
    return 1.0 / (_RRF_K + places)
