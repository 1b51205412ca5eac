"""What the student keeps as memories: the customer's own words, joined where one clause needs the other."""

import re
from collections.abc import Iterator, Sequence

from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.vocabulary import EntityType
from yiku_text import goods, people, vehicle

from yiku_extractor.pipeline.answers import question_asked
from yiku_extractor.pipeline.extraction import THRESHOLD, Named, Proposal
from yiku_extractor.pipeline.llm.cues import spoken_of
from yiku_extractor.pipeline.llm.values import slot_value
from yiku_extractor.pipeline.student.step import Fate, Verdict
from yiku_extractor.pipeline.telling import complaint_in, condition_of, nature_of
from yiku_extractor.pipeline.utterance import Utterance

BY = "student"
SURE = THRESHOLD
UNSURE = 0.69
"""Confidence is at least the first for what is kept, at most the second for what a person decides."""

_SLOTS = frozenset(
    {
        *("preferred_vehicle_type", "avoided_vehicle_type", "fleet_size", "packing", "phone", "email"),
        *("night_delivery", "loading_help", "call_before_arrival", "invoice", "insurance"),
    }
)
"""Slots whose value the words show by themselves: a wrong one would close what is known of the slot."""
_VEHICLES = frozenset({"preferred_vehicle_type", "avoided_vehicle_type"})
_WANTS = re.compile(
    r"要|用|叫|派|选|喜欢|习惯|常|都是|别|不坐|\b(?:prefer|use|send|book|need|want|get|like|take|always|never)\b",
    re.IGNORECASE,
)
_UNFIT = re.compile(
    r"太[小大矮窄短高]|装不下|不够|放不下|进不|\btoo (?:small|big|low|short|narrow)\b|(?:won|does|did)n['’]t fit",
    re.IGNORECASE,
)
"""Why a vehicle will not do: what is named is not what is wanted."""

_LONGEST = 120
_HAN = re.compile("[\u4e00-\u9fff]")
_GOES_ON = re.compile(
    r"(?:所以|因为|而且|然后|就是?|才|还|也|都|并且|结果|但是?|不过|可是|只能|不然|否则|免得|省得|毕竟|主要是|一般|最多|至少|大概|尤其|特别是|其他|别的"
    r"|and|but|so|because|since|which|who|that|or|then|as|with|to|for|especially|except|otherwise|only|usually|mostly)(?![a-z])",
    re.IGNORECASE,
)
_STANDS_ALONE = 6
_SCRAP = 3
_SHORT_ANSWER = 14


def written(utterance: Utterance, verdicts: Sequence[Verdict]) -> list[Proposal]:
    """One proposal for each stretch of statements that belong together, in reading order.

    `verdicts` are those kept, or those unsure; their fate decides the confidence.
    """
    stretches = _stretches(utterance, verdicts)
    return [_proposal(utterance, stretch) for stretch in stretches if _says_something(utterance, stretch)]


def _says_something(utterance: Utterance, stretch: Sequence[Verdict]) -> bool:
    """A scrap (现在, 谢谢) is nothing by itself, unless it answers what the bot asked."""
    first, last = stretch[0].statement, stretch[-1].statement
    answers = first.index == 0 and bool(question_asked(utterance.previous))
    return answers or _length(utterance.through(first, last)) >= _SCRAP


def _stretches(utterance: Utterance, verdicts: Sequence[Verdict]) -> Iterator[list[Verdict]]:
    stretch: list[Verdict] = []
    for verdict in sorted(verdicts, key=lambda v: v.statement.index):
        if stretch and not _joins(stretch, verdict):
            yield stretch
            stretch = []
        stretch.append(verdict)
    if stretch:
        yield stretch


def _joins(stretch: Sequence[Verdict], verdict: Verdict) -> bool:
    """Whether a statement goes on with what the stretch says instead of saying something of its own."""
    last, this = stretch[-1], verdict
    near = this.statement.index == last.statement.index + 1 and this.statement.sentence == last.statement.sentence
    fits = this.statement.end - stretch[0].statement.start <= _LONGEST
    if not near or not fits or this.fate is not last.fate:
        return False
    dependent = _GOES_ON.match(this.statement.text) is not None
    fragment = min(_length(last.statement.text), _length(this.statement.text)) < _STANDS_ALONE
    return (dependent or fragment) and (this.judgement.kind is last.judgement.kind or fragment)


def _length(text: str) -> int:
    """In Chinese characters; an English word counts for two."""
    return len(_HAN.findall(text)) + 2 * len(re.findall(r"[A-Za-z0-9]+", text))


def _proposal(utterance: Utterance, stretch: Sequence[Verdict]) -> Proposal:
    first, last = stretch[0].statement, stretch[-1].statement
    words = utterance.through(first, last)
    best = max(stretch, key=lambda verdict: verdict.keep)
    kind = best.judgement.kind
    attribute, value = _slot(best, words)
    complaint = complaint_in(words) if kind is Kind.SENTIMENT else {}
    return Proposal(
        kind=kind,
        nature=nature_of(kind),
        content=words if attribute else _understood(utterance, stretch, words),
        span=(first.start, last.end),
        confidence=_confidence(best),
        by=BY,
        attribute=attribute,
        value=value | condition_of(v.statement for v in stretch) | complaint,
        named=_named(words),
        timed=False,
    )


def _confidence(verdict: Verdict) -> float:
    keep = verdict.keep
    return round(max(SURE, keep) if verdict.fate is Fate.KEEP else min(UNSURE, keep), 3)


def _slot(verdict: Verdict, words: str) -> tuple[str | None, dict[str, JsonValue]]:
    """The slot that the student names, where the words hold a value for it."""
    attribute, of_the_moment = verdict.judgement.attribute, nature_of(verdict.judgement.kind) is Nature.EVENT
    if attribute not in _SLOTS or of_the_moment or not spoken_of(attribute, words):
        return None, {}
    if attribute in _VEHICLES and (_UNFIT.search(words) or not _WANTS.search(words)):
        return None, {}
    value = slot_value(attribute, "", words)
    return (attribute, value) if value else (None, {})


def _understood(utterance: Utterance, stretch: Sequence[Verdict], words: str) -> str:
    """A short answer keeps the question it answers: 望京那边 alone says nothing next month."""
    question = question_asked(utterance.previous)
    opens = stretch[0].statement.index == 0
    if not question or not opens or _length(words) > _SHORT_ANSWER:
        return words
    question = question.strip(" ，,")
    return f"{words}（答：{question}）" if _HAN.search(words + question) else f'{words} (asked: "{question}")'


def _named(words: str) -> tuple[Named, ...]:
    found = [
        *(Named(EntityType.DRIVER if p.driver else EntityType.PERSON, p.name) for p in people.find_people(words)),
        *(Named(EntityType.VEHICLE_TYPE, v.type.zh) for v in vehicle.find(words)),
        *(Named(EntityType.GOODS, g.name) for g in goods.find(words)),
    ]
    return tuple(dict.fromkeys(found))
