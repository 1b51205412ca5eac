"""Which sentences of a customer's turn may stand in a summary: plain statements and questions of their own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from yiku_text import guards
from yiku_text.frame import stem
from yiku_text.segment import STOP_WORDS, tokens
from yiku_text.sentences import Clause, clauses

LONGEST = 60
"""A longer sentence is taken clause by clause, and a longer clause not at all."""

FEWEST = 3
"""Different words of meaning; with fewer it is a greeting, a thank-you, or half a sentence."""

_COURTESY = re.compile(
    "[你您]好|谢谢|感谢|多谢|辛苦|麻烦|好的|再见|拜拜|抱歉|对不起|不好意思|没事|没关系|知道|明白|收到|客气"
    r"|^(?:hi|hello|hey|thanks?|thx|please|pls|bye|goodbye|ok|okay|sorry|yes|yeah|sure|great|good|fine|welcome)$"
)


@dataclass(frozen=True)
class Quote:
    """Words of turn[start:end], freed of filler, with a question mark where they ask."""

    text: str
    start: int
    end: int


def quotes(turn: str) -> list[Quote]:
    """Sentences in order. Suppositions, denials, irony, quotations, other people's affairs and orders are left out.

    One such clause takes its whole sentence with it: the others may depend on it.
    """
    if guards.injected(turn) or guards.ironic(turn):
        return []
    quoted = guards.quoted_spans(turn)
    sentences = (list(group) for _, group in groupby(clauses(turn), key=lambda clause: clause.sentence))
    plain = (sentence for sentence in sentences if all(_plain(clause, quoted) for clause in sentence))
    return [quote for sentence in plain for quote in _cut(turn, sentence) if len(meaning(quote.text)) >= FEWEST]


def meaning(text: str) -> frozenset[str]:
    """The different words of a text that say something, English ones by their stem: no stop words, no courtesies."""
    terms = (term for term in tokens(text) if term not in STOP_WORDS and not _COURTESY.search(term))
    return frozenset(stem(term) for term in terms)


def _plain(clause: Clause, quoted: Sequence[tuple[int, int]]) -> bool:
    text = guards.without_filler(clause.text)
    supposed = guards.hypothetical(text) and not guards.recurring_condition(text)
    within = any(start < clause.end and clause.start < end for start, end in quoted)
    return not (supposed or within or guards.about_other(text) or guards.hearsay(text) or guards.denied(text))


def _cut(turn: str, sentence: Sequence[Clause]) -> Iterator[Quote]:
    start, end = sentence[0].start, sentence[-1].end
    if end - start <= LONGEST:
        yield _quote(turn, start, end, sentence[-1])
    else:
        yield from (_quote(turn, c.start, c.end, c) for c in sentence if c.end - c.start <= LONGEST)


def _quote(turn: str, start: int, end: int, last: Clause) -> Quote:
    """The place is that of the whole sentence, its filler included."""
    text = guards.without_filler(turn[start:end]).strip()
    asks = "?" in last.closing or "？" in last.closing
    mark = ("?" if text.isascii() else "？") if asks else ""
    return Quote(text + mark, start, end)
