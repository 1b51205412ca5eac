"""Cutting a turn into clauses; a condition stays with what it conditions."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from dataclasses import dataclass

_BREAK = re.compile(
    r"""
      [。！？!?；;…\n\U0001f300-\U0001faff\u2600-\u27bf]+ | (?<=[^\d\s.])\.(?=\s|$) | (?<=\d)\.(?=\s+[A-Z]|$)   # a sentence ends
    | (?:[,，]|(?<=[\u4e00-\u9fff>])\s+(?=[\u4e00-\u9fff])|\s[-—–]+\s|——+)     # a clause ends
    """,
    re.VERBOSE,
)
_INSIDE = re.compile(
    r"(?:\d[,，]\d{3}(?!\d))|(?:[,，]\s*(?:Ltd|Inc|LLC|Limited|Corp)\b)|(?:\b(?:Co|Mr|Mrs|Ms|Dr|St|Rd|No|Ave|Apt|approx|etc|btw)\.)",
    re.IGNORECASE,
)
_CONDITION_OPENS = re.compile(
    r"\s*(?:(?:那|嗯|哦|对了|还有|另外|不过|但是?|so|and|but|oh)[\s,，]*)?"
    r"(?:如果|要是|假如|假设|万一|若是|倘若|只要|除非|只有|每逢|每当|但凡|凡是|一旦|一到|碰到|碰上|遇到|遇上|赶上|(?:if|when|whenever|unless|in case|only when|once|on (?:rainy|snowy|weekend)|for)\b)",
    re.IGNORECASE,
)
_CONCLUDES = re.compile("(?<=.{2})(?:才|就|都|一律|必须)(?:要|用|叫|派|需|得|能|可以|会|让|给|找|走|打|是|有|别|不)")
"""A clause that opens with a condition and says already what follows of it."""
_CONDITION_CLOSES = re.compile(r"(?:的话|的时候|之时|下雨天|雨天|天气不好|下雪天|时)\s*$")
_CONDITION_TRAILS = re.compile(
    r"\s*(?:(?:如果|要是|除非|只要|假如)|(?:if|when|whenever|unless|only if|only when|as long as)\b)", re.IGNORECASE
)
_COMMA = re.compile(r"[,，\s\-—–]*")


@dataclass(frozen=True)
class Clause:
    """`text` is turn[start:end] without the closing mark; clauses of one sentence share `sentence`.

    `closing` is the mark that ended it ("" at the end of the turn).
    """

    text: str
    start: int
    end: int
    sentence: int
    closing: str


def clauses(turn: str) -> tuple[Clause, ...]:
    """The clauses of a turn in order; blank ones are left out."""
    return tuple(_glued(turn, _cut(turn)))


def _cut(turn: str) -> list[Clause]:
    held = [match.span() for match in _INSIDE.finditer(turn)]
    found: list[Clause] = []
    start = sentence = 0
    for match in _BREAK.finditer(turn):
        if any(low <= match.start() < high for low, high in held):
            continue
        _append(found, turn, (start, match.start()), sentence, match[0].strip())
        start = match.end()
        sentence += _ends_sentence(match[0])
    _append(found, turn, (start, len(turn)), sentence, "")
    return found


def _ends_sentence(mark: str) -> bool:
    return _COMMA.fullmatch(mark) is None


def _append(found: list[Clause], turn: str, span: tuple[int, int], sentence: int, mark: str) -> None:
    piece = turn[span[0] : span[1]]
    text = piece.strip()
    if text:
        start = span[0] + len(piece) - len(piece.lstrip())
        found.append(Clause(text, start, start + len(text), sentence, mark))


def _glued(turn: str, pieces: list[Clause]) -> list[Clause]:
    glued: list[Clause] = []
    for piece in pieces:
        last = glued[-1] if glued else None
        if last is not None and last.sentence == piece.sentence and _belongs(last, piece):
            text = turn[last.start : piece.end]
            glued[-1] = Clause(text, last.start, piece.end, piece.sentence, piece.closing)
        else:
            glued.append(piece)
    return glued


def _belongs(last: Clause, piece: Clause) -> bool:
    if _CONDITION_TRAILS.match(piece.text):
        return not _CONDITION_OPENS.match(last.text) and piece.closing not in {",", "，"}
    waiting = last.closing in {",", "，", ""} and not re.search("[,，]", last.text)
    opens = _CONDITION_OPENS.match(last.text) is not None and _CONCLUDES.search(last.text) is None
    return waiting and (opens or _CONDITION_CLOSES.search(last.text) is not None)
