"""The plan by rules: what a question looks for and where, in well under 2 ms."""

import re
from datetime import datetime
from hashlib import blake2b

from yiku_domain.plan import Mention, QueryPlan, RecallRequest
from yiku_domain.strategy import Strategy
from yiku_domain.vocabulary import EntityType
from yiku_text import vehicle
from yiku_text.masking import TOKEN
from yiku_text.normal import fold
from yiku_text.segment import STOP_WORDS, bigrams, tokens, without_stop_words

from yiku_recall.slots import asked_attributes

ANSWER_FORMAT = 3
"""Goes into every fingerprint: raise it when an answer of the same question would differ."""

NOW_GRAIN_S = 900
"""Questions at moments that the caller names are the same only within this many seconds."""

MAX_TEXT = 1000
MAX_TOKENS = 48
MAX_BIGRAMS = 64
MAX_EXACT = 8

_NUMBER = re.compile(r"(?<![0-9a-z])[0-9]{6,}(?![0-9a-z])")
_CODE = re.compile(r"(?<![0-9a-z])(?=[a-z0-9-]*[0-9])(?=[a-z0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*(?![0-9a-z])")
_TITLE = re.compile(r"《([^《》]{1,60})》|“([^“”]{1,60})”|「([^「」]{1,60})」|\"([^\"]{2,60})\"")
_DRIVER_ZH = re.compile(r"(?<![一-鿿])?([一-鿿])(师傅|司机)")
_DRIVER_EN = re.compile(r"\bdriver ([A-Z][a-z]+)")
_NOT_SURNAME = frozenset("的个位名哪那这了过些好位老新换是派夸找货车谁该把被给让请和跟与有没")


def make_plan(request: RecallRequest, strategy: Strategy, fingerprint: str = "") -> QueryPlan:
    """The plan for a request; a blank query takes the customer's last turn in its place.

    `fingerprint` is that of the request, if it is known already.
    """
    text = question(request)[:MAX_TEXT]
    folded = fold(text)
    words = dict.fromkeys(without_stop_words(tokens(text)))
    pairs = dict.fromkeys(pair for pair in bigrams(text) if pair not in STOP_WORDS)
    return QueryPlan(
        text=text,
        tokens=tuple(words)[:MAX_TOKENS],
        bigrams=tuple(pairs)[:MAX_BIGRAMS],
        exact=exact_terms(folded),
        attributes=asked_attributes(folded),
        mentions=named_drivers(text) + named_vehicles(text),
        kinds=request.kinds or strategy.kinds,
        time_range=request.time_range,
        as_of=request.as_of,
        fingerprint=fingerprint or fingerprint_of(request, strategy),
    )


def question(request: RecallRequest) -> str:
    """What is asked: the query, or where it is blank the customer's last turn."""
    if request.query.strip():
        return " ".join(request.query.split())
    said = (turn.text for turn in reversed(request.turns) if turn.role == "user" and turn.text.strip())
    return " ".join(next(said, "").split())


def exact_terms(folded: str) -> tuple[str, ...]:
    """Order numbers, codes, masked values and quoted titles, lower-case, without repeats."""
    titles = (next(filter(None, match.groups())) for match in _TITLE.finditer(folded))
    masked = (match[0] for match in TOKEN.finditer(folded))
    without_masked = TOKEN.sub(" ", folded)
    found = (
        *masked,
        *_NUMBER.findall(without_masked),
        *(code for code in _CODE.findall(without_masked) if len(code) >= 4),
        *titles,
    )
    return tuple(dict.fromkeys(found))[:MAX_EXACT]


def named_drivers(text: str) -> tuple[Mention, ...]:
    """Drivers called by name: 李师傅, driver Chen."""
    chinese = (f"{m[1]}师傅" for m in _DRIVER_ZH.finditer(text) if m[1] not in _NOT_SURNAME)
    english = (m[1] for m in _DRIVER_EN.finditer(text))
    return tuple(Mention(EntityType.DRIVER, name) for name in dict.fromkeys((*chinese, *english)))


def named_vehicles(text: str) -> tuple[Mention, ...]:
    """Vehicle types by their names in the graph."""
    names = dict.fromkeys(found.type.zh for found in vehicle.find(text))
    return tuple(Mention(EntityType.VEHICLE_TYPE, name) for name in names)


def fingerprint_of(request: RecallRequest, strategy: Strategy, *, at_any_time: bool = False) -> str:
    """Equal for requests of one customer that have the same answer; holds none of their words.

    A `now` that the caller names counts by NOW_GRAIN_S. For one that is simply the present (`at_any_time`)
    the caches' lifetime is bound enough: an answer ages through slow decay only, and ends with the first
    expiry among its memories.
    """
    window = request.time_range
    parts = (
        ANSWER_FORMAT,
        question(request),
        request.scene,
        strategy.version,
        None if at_any_time else int(request.now.timestamp()) // NOW_GRAIN_S,
        request.time_zone,
        window and (_stamp(window.start), _stamp(window.end)),
        _stamp(request.as_of),
        sorted(request.kinds),
        request.top_k,
        request.token_budget,
        request.explain,
    )
    return blake2b(repr(parts).encode("utf-8", "replace"), digest_size=16, key=b"yiku-recall").hexdigest()


def _stamp(moment: datetime | None) -> float | None:
    return moment.timestamp() if moment else None
