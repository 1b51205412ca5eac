"""Keyword terms: words and codes for ranking, bigrams for completeness, and their Postgres literals."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator, Sequence

import rjieba

from yiku_text.normal import fold

MAX_POSITION = 16383
MAX_LEXEME_BYTES = 2046
MAX_VECTOR_BYTES = 512 * 1024
"""Postgres refuses a tsvector of 1 MiB; terms past this size are left out."""

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
_PLATE = r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][a-z][·•.\-\s]?[a-z0-9]{5,6}(?![a-z0-9])"
_PIECE = re.compile(
    rf"""
    <(?P<token>[a-z]+:[a-z2-7]{{8}})>
  | (?P<plate>{_PLATE})
  | (?P<code>[a-z0-9]+(?:[-_./'’@+#&][a-z0-9]+)*)
  | (?P<han>(?:(?!{_PLATE})[{_HAN}])+)
  | (?P<other>[^\W{_HAN}]+)
    """,
    re.VERBOSE,
)
_JOINERS = re.compile(r"[-_./'’@+#&]")
_DIGIT = re.compile(r"\d")
_DECIMAL = re.compile(r"\d+(?:\.\d+)?")
_PLATE_DOT = re.compile(r"[·•.\-\s]")

_STOP_WORDS = """
的 了 呢 吗 啊 呀 吧 哦 嗯 哈 嘛 么 啦 是 在 有 和 跟 与 或 就 都 也 还 又 很 太 我 你 您 他 她 它 我们 你们 他们 咱们 这 那 这个 那个 哪个 哪 什么 怎么
怎样 如何 为什么 多少 几 谁 哪里 哪儿 请问 请 一下 可以 能 要 会 把 被 给 对 从 到 上 下 里 来 去 过 着 得 地 一 个 位 时候 现在 客户 用户 这位 那位 a an
the is are was were be been am do does did of to in on at for and or with by from it this that these
those i me my you your he him his she her we our they them their what which who whom whose when
where why how can could will would should shall may might must have has had there here please
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


def tokens(text: str) -> list[str]:
    """Words in reading order, folded; repeats are kept so that positions and frequencies are true.

    Chinese is cut in search mode (增值税发票 also gives 发票); numbers, order numbers, plates, SKUs and
    masked values stay whole; a compound code also gives its parts.
    """
    return [term for match in _pieces(text) for term in _terms(match)]


def without_stop_words(terms: Sequence[str]) -> list[str]:
    """What a query should search for; all of `terms` where nothing else would be left."""
    kept = [term for term in terms if term not in STOP_WORDS]
    return kept or list(terms)


def bigrams(text: str) -> list[str]:
    """The terms of a query for the bigram column, in reading order.

    Chinese runs give pairs of characters (a run of one gives itself), codes with a digit give pairs,
    words give themselves.
    """
    return [term for match in _pieces(text) for term in _pairs(match)]


def index_bigrams(text: str) -> list[str]:
    """The terms to index for the bigram column: those of `bigrams`, and each Chinese character."""
    return [term for match in _pieces(text) for term in (*_pairs(match), *_singles(match))]


def tsvector_literal(terms: Sequence[str]) -> str:
    """Text that casts to tsvector; a term's positions count from 1 and stop at MAX_POSITION."""
    positions: dict[str, list[int]] = {}
    size = 0
    for index, term in enumerate(terms, start=1):
        lexeme = _lexeme(term)
        size += len(lexeme.encode()) + 4
        if not lexeme:
            continue
        if size > MAX_VECTOR_BYTES:
            break
        positions.setdefault(lexeme, []).append(min(index, MAX_POSITION))
    return " ".join(f"{_quoted(lexeme)}:{_joined(places)}" for lexeme, places in positions.items())


def index_literals(text: str) -> tuple[str, str]:
    """What a memory's keyword columns hold: its tokens and its bigrams, as tsvector literals."""
    return tsvector_literal(tokens(text)), tsvector_literal(index_bigrams(text))


def tsquery_literal(terms: Sequence[str], op: str = "|") -> str:
    """Text that casts to tsquery: the distinct terms joined by `op` ("|" or "&"); empty for no term."""
    lexemes = dict.fromkeys(filter(None, map(_lexeme, terms)))
    return f" {op} ".join(map(_quoted, lexemes))


def _pieces(text: str) -> Iterator[re.Match[str]]:
    return _PIECE.finditer(fold(text))


def _terms(match: re.Match[str]) -> list[str]:
    piece = match[match.lastgroup or 0]
    if match.lastgroup == "han":
        return [word for word in rjieba.cut_for_search(piece) if word.strip()]
    if match.lastgroup == "plate":
        return [_PLATE_DOT.sub("", piece)]
    return _code_terms(piece) if match.lastgroup == "code" else [piece]


def _code_terms(code: str) -> list[str]:
    if _DECIMAL.fullmatch(code):
        return [code]
    parts = _JOINERS.split(code)
    whole = [code] if len(parts) > 1 else []
    return [term for word in (*whole, *parts) for term in _with_singular(word)]


def _with_singular(word: str) -> list[str]:
    plural = len(word) > 3 and word.isalpha() and word.endswith("s") and word[-2] not in "sui"
    return [word, word[:-1]] if plural else [word]


def _pairs(match: re.Match[str]) -> list[str]:
    piece = match[match.lastgroup or 0]
    if match.lastgroup == "plate":
        piece = _PLATE_DOT.sub("", piece)
    if match.lastgroup in {"token", "other"} or len(piece) == 1:
        return [piece]
    if match.lastgroup == "code" and not _DIGIT.search(piece):
        return _JOINERS.split(piece)
    return [piece[i : i + 2] for i in range(len(piece) - 1)]


def _singles(match: re.Match[str]) -> list[str]:
    han = match["han"]
    return list(han) if han is not None and len(han) > 1 else []


def _lexeme(term: str) -> str:
    clean = term.replace("\x00", "").encode("utf-8", "ignore")[:MAX_LEXEME_BYTES]
    return clean.decode("utf-8", "ignore")


def _quoted(lexeme: str) -> str:
    return "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"


def _joined(places: Sequence[int]) -> str:
    return ",".join(str(place) for place in dict.fromkeys(places[:255]))
