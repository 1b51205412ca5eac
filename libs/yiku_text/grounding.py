"""Whether words stand in a text: letter by letter after NFKC, case folding and the loss of spaces."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from yiku_text.frame import FRAME, stem
from yiku_text.masking import TOKEN
from yiku_text.normal import fold, normalise
from yiku_text.numbers import ENGLISH_NUMBER, NUMBER, whole_number
from yiku_text.segment import STOP_WORDS, tokens

_EDGES = " \t\r\n,，.。!！?？;；:：、~～…\"'“”‘’「」()（）-—"
_HAN = re.compile("[\u3400-\u9fff]")
_LETTER = re.compile(r"[a-z0-9]")
_NUMBER = re.compile(rf"\d+(?:\.\d+)?|{NUMBER}|\b{ENGLISH_NUMBER}\b")
_NO_NUMBER = re.compile(r"十分|千万(?=[别不要记])|万一|一|\bone\b")
"""一 is in 一般, 一直 and 一下: it counts nothing."""
_NEGATOR = re.compile(
    r"不|没|别|莫|勿|甭|未|无|禁|拒|冇|唔|拉黑|讨厌|免(?!费|税)|n['’]?t\b|\b(?:no|not|never|none|without|cannot|nor|avoid|refuse|stop|hate|block)\b"
)
_NO_NEGATOR = re.compile(
    r"不错|不过|不但|不仅|不管|不论|不光|不如|不同|不少|不然|不好意思|差不多|没问题|没关系|没事|没准|特别|个别|分别|区别|告别|别人|别的|别墅|未来|无锡|无论|无所谓|无线"
    r"|\bno (?:problem|worries|matter|doubt)\b|\bnot only\b|\bnothing but\b"
)


@dataclass(frozen=True)
class _Folded:
    """`text[i]` comes from original[places[i][0]:places[i][1]]."""

    text: str
    places: tuple[tuple[int, int], ...]


def trimmed(words: str) -> str:
    """Without spaces and marks around."""
    return words.strip(_EDGES)


def spans_of(words: str, text: str) -> list[tuple[int, int]]:
    """Every [start, end) of `text` that reads as `words`; part of a Latin word or a number is none."""
    wanted, within = _folded(trimmed(words)).text, _folded(text)
    if not wanted:
        return []
    starts = (match.start() for match in re.finditer(rf"(?={re.escape(wanted)})", within.text))
    spans = ((within.places[at][0], within.places[at + len(wanted) - 1][1]) for at in starts)
    return [span for span in spans if _whole(text, span)]


def stands_in(words: str, *texts: str) -> bool:
    """Whether one of the texts holds the words."""
    return any(spans_of(words, text) for text in texts)


def alien_words(words: str, *texts: str) -> Iterator[str]:
    """What `words` brings that no text holds: numbers, masked values, names, places, any word of meaning.

    Words that only frame a statement (客户, 希望, prefers, usually) and English inflections are nobody's.
    """
    source = "\n".join(texts)
    masked = set(TOKEN.findall(source))
    yield from (token for token in TOKEN.findall(words) if token not in masked)
    bare, source = TOKEN.sub(" ", words), TOKEN.sub(" ", source)
    known_numbers = {number for _, number in _numbers(source)}
    yield from (raw for raw, number in _numbers(_NO_NUMBER.sub(" ", bare)) if number not in known_numbers)
    held, stems = _folded(source).text, {stem(term) for term in tokens(source)}
    for term in tokens(bare):
        if term not in STOP_WORDS and not _NUMBER.fullmatch(term) and not _known(term, held, stems):
            yield term


def negators(text: str) -> int:
    """How many words of `text` deny, forbid or refuse."""
    return len(_NEGATOR.findall(_NO_NEGATOR.sub(" ", fold(text))))


def _known(term: str, held: str, stems: set[str]) -> bool:
    if _HAN.search(term):
        return _NUMBER.sub("", term) in held or _composed(term, held)
    root = stem(term)
    return root in stems or root in FRAME


def _composed(term: str, held: str) -> bool:
    """Made of words of the frame and words of at least two characters that the source holds: 我家, 不常发货."""
    if not term:
        return True
    heads = (term[:size] for size in range(1, len(term) + 1))
    known = (head for head in heads if head in FRAME or head in STOP_WORDS or (len(head) > 1 and head in held))
    return any(_composed(term[len(head) :], held) for head in known)


def _numbers(text: str) -> Iterator[tuple[str, float]]:
    for match in _NUMBER.finditer(fold(text)):
        whole = whole_number(match[0])
        if whole is not None:
            yield match[0], float(whole)
        elif match[0][0].isdigit():
            yield match[0], float(match[0])


def _folded(text: str) -> _Folded:
    normal = normalise(text)
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    for index, character in enumerate(normal.text):
        for made in character.casefold():
            if not made.isspace():
                parts.append(made)
                places.append(normal.span(index, index + 1))
    return _Folded("".join(parts), tuple(places))


def _whole(text: str, span: tuple[int, int]) -> bool:
    """Neither end cuts a Latin word or a number."""
    folded = [
        fold(c) for c in (text[span[0] - 1 : span[0]], text[span[0]], text[span[1] - 1], text[span[1] : span[1] + 1])
    ]
    before, first, last, after = (bool(c) and _LETTER.match(c) is not None for c in folded)
    return not (before and first) and not (last and after)
