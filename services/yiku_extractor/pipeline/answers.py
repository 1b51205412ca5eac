"""Answers: what the customer says in a word because the bot had asked."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from dataclasses import dataclass

from yiku_domain.memory import JsonValue, Kind, Nature
from yiku_domain.plan import Turn
from yiku_domain.vocabulary import EntityType, Role
from yiku_text import guards, vehicle

from yiku_extractor.pipeline import time_wish
from yiku_extractor.pipeline.extraction import Named, Proposal
from yiku_extractor.pipeline.patterns.addresses import SUBJECTS, is_bare_address, plausible
from yiku_extractor.pipeline.proposer import Proposed
from yiku_extractor.pipeline.segments import by_customer
from yiku_extractor.pipeline.utterance import Guard, Statement, Utterance

ANSWER = "answer"
"""Who proposed what was said in answer to a question."""
_FLAGS = re.IGNORECASE
_CONFIDENCE = 0.8
_YES = re.compile(
    r"(?:要(?:的|得|啊)?|需要(?:的)?|是(?:的)?|对(?:的|呀)?|好(?:的|啊|呀)?|嗯+|可以(?:的)?|肯定要|当然(?:要)?|yes|yeah|yep|sure|please|yes please|yes pls|definitely|of course)[\s!！啦呀啊的]*",
    _FLAGS,
)
_NO = re.compile(r"(?:不(?:用|要|需要|必)(?:了)?|没必要|no(?: thanks| need)?|nope|not needed)[\s!！]*", _FLAGS)
_OFFER = re.compile(r"吗|么|？|\?|需不需要|要不要")


@dataclass(frozen=True)
class _Offer:
    """A yes-or-no question of the bot, and what yes means for good."""

    asks: re.Pattern[str]
    attribute: str
    field: str
    zh: tuple[str, str]
    en: tuple[str, str]


_OFFERS: tuple[_Offer, ...] = (
    _Offer(re.compile(r"需要.{0,4}(?:搬运|帮忙搬|装卸|搬家师傅)|\b(?:need|want)\b.{0,20}\b(?:helper|loading|movers?|carry)", _FLAGS), "loading_help", "needed", ("需要搬运", "不需要搬运"), ("needs loading help", "needs no loading help")),
    _Offer(re.compile(r"需要(?:开)?(?:发?票)|\bneed\b.{0,12}\binvoice", _FLAGS), "invoice", "wanted", ("需要开发票", "不需要发票"), ("needs an invoice", "needs no invoice")),
    _Offer(re.compile(r"(?:需要|要不要|默认).{0,4}保(?:价|险)|\b(?:need|want)\b.{0,12}\binsurance", _FLAGS), "insurance", "insured", ("需要保价", "不需要保价"), ("wants insurance", "wants no insurance")),
)  # fmt: skip

_THIS_TIME = re.compile(
    r"[本这今](?:次|单|趟|回|天|批|车)|当前|目前这|\b(?:this (?:time|order|trip|move|delivery|one|job)|today|tonight)\b",
    _FLAGS,
)
"""What is asked of the order at hand is answered for it alone."""

_HABIT = r"(?:平时|一般|通常|经常|常|习惯|默认|每次|usually|normally|generally|often)"
_FOR_GOOD = re.compile(
    rf"{_HABIT}|以后|今后|往后|\b(?:from now on|by default|in (?:the )?future|always|prefer)", _FLAGS
)
_SLOTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("usual_pickup_address", re.compile(rf"(?:{_HABIT}.{{0,8}})(?:从)?(?:哪|什么地方).{{0,4}}(?:发|取|装|提|出)货?|(?:取货|发货|装货|提货)(?:地址|地点|地|点)?(?:一般|通常)?(?:在|是)?(?:哪|什么)|where\b.{{0,20}}\b(?:pick ?up|ship from|load)", _FLAGS)),
    ("usual_delivery_address", re.compile(rf"(?:{_HABIT}.{{0,8}})(?:送|发|运|拉)(?:货)?(?:到|去)(?:哪|什么地方)|(?:送货|收货|卸货)(?:地址|地点)(?:一般|通常)?(?:在|是)?(?:哪|什么)|where\b.{{0,20}}\b(?:deliver|ship to|drop)", _FLAGS)),
    ("home_address", re.compile(r"您?(?:现在)?(?:住|家)(?:在)?(?:哪|什么地方)|家庭住?址|where do you live|home address", _FLAGS)),
    ("work_address", re.compile(r"公司(?:现在)?(?:在哪|地址)|店(?:铺)?(?:在哪|地址)|office address|where is your (?:office|company|shop)", _FLAGS)),
    ("warehouse_address", re.compile(r"仓库(?:现在)?(?:在哪|地址)|where is your warehouse|warehouse address", _FLAGS)),
)  # fmt: skip
_ANY_ADDRESS = re.compile(r"地址|门牌|在哪|address|where", _FLAGS)
_ASKS = re.compile(
    r"[?？]|请(?:提供|问|告诉|发|说)|麻烦|哪|什么|\b(?:what|where|which|could you|please (?:send|tell|share|give))",
    _FLAGS,
)
_SAYS = re.compile(r"了$|我|你|要|想|不|没|分开|\b(?:is|are|was|has|have|had|will|closed)\b", _FLAGS)
_VEHICLE_ASKED = re.compile(
    rf"{_HABIT}.{{0,12}}(?:什么车|哪种车|车型|多大的车|vehicle|truck)|(?:车型|vehicle).{{0,8}}{_HABIT}"
    rf"|(?:{_HABIT}|以后|今后).{{0,6}}(?:用|叫|派|选|要)哪(?:种|个|款|辆|一种)(?:车|$|[?？])",
    _FLAGS,
)
_TIME_ASKED = re.compile(rf"{_HABIT}.{{0,12}}(?:什么时间|什么时候|几点|时段|what time|when)", _FLAGS)
_WRAP = re.compile(
    r"^(?:一般|通常|平时|都|就|基本|常|主要|大多|是|在|从|到|usually |mostly |normally |from |in |at |to )+|(?:发货?|取货?|装货?|那边|这边|那儿|那里|附近|一带|吧|的话|的)+$",
    _FLAGS,
)
_PHRASES = {
    "home_address": ("家在{}", "home address: {}"),
    "work_address": ("公司地址：{}", "work address: {}"),
    "warehouse_address": ("仓库地址：{}", "warehouse address: {}"),
    "usual_pickup_address": ("常从{}发货", "usually ships from {}"),
    "usual_delivery_address": ("常送到{}", "usually ships to {}"),
}
_HAN = re.compile("[\u4e00-\u9fff]")
_MAX_ANSWER = 60


def asked(previous: tuple[Turn, ...]) -> str:
    """What the bot said last, "" unless the bot spoke last."""
    if not previous or by_customer(previous[-1].role):
        return ""
    return previous[-1].text


def question_asked(previous: tuple[Turn, ...]) -> str:
    """What the bot said last, "" unless that asks something."""
    said = asked(previous)
    return said if _ASKS.search(said) else ""


def expects_yes_or_no(previous: tuple[Turn, ...]) -> bool:
    """The bot had asked something that yes or no settles for good."""
    question = asked(previous)
    return bool(_OFFER.search(question)) and any(o.asks.search(question) for o in _OFFERS)


def asks_for_good(previous: tuple[Turn, ...]) -> bool:
    """The bot's last question is about what holds as a rule, not about the order at hand."""
    question = asked(previous)
    return _FOR_GOOD.search(question) is not None and _THIS_TIME.search(question) is None


class AnswerReader:
    """Puts the bot's question and the customer's short answer together."""

    name = "answers"

    def propose(self, utterance: Utterance, pending: tuple[Statement, ...]) -> Proposed:
        """Read the first pending statement as the answer to the bot's last question."""
        question = asked(utterance.previous)
        first = pending[0] if pending and pending[0].index == 0 else None
        if not question or _THIS_TIME.search(question) or first is None or first.guards - {Guard.SARCASM}:
            return Proposed((), (), pending)
        proposal = _consent(question, first) or _short_answer(question, utterance, first)
        if proposal is None:
            return Proposed((), (), pending)
        left = tuple(s for s in pending if s.end > proposal.span[1])
        return Proposed((proposal,), (), left)


def _consent(question: str, statement: Statement) -> Proposal | None:
    yes, no = _YES.fullmatch(statement.text), _NO.fullmatch(statement.text)
    offer = next((o for o in _OFFERS if o.asks.search(question)), None)
    if offer is None or not (yes or no) or not _OFFER.search(question):
        return None
    words = (offer.zh if _HAN.search(question) else offer.en)[0 if yes else 1]
    value: dict[str, JsonValue] = {offer.field: yes is not None}
    return _proposal(statement, Kind.PREFERENCE, offer.attribute, value, words)


def _short_answer(question: str, utterance: Utterance, first: Statement) -> Proposal | None:
    if len(first.text) > _MAX_ANSWER:
        return None
    if _VEHICLE_ASKED.search(question):
        return _vehicle(first)
    if _TIME_ASKED.search(question):
        value = time_wish.parse(first.text)
        return _proposal(first, Kind.PREFERENCE, "preferred_time", value, first.text) if value else None
    return _address(question, utterance, first)


def _vehicle(statement: Statement) -> Proposal | None:
    found = vehicle.canonical(statement.text)
    if found is None:
        return None
    value: dict[str, JsonValue] = {"vehicle_type": found.type.code}
    if found.length_m is not None:
        value["length_m"] = found.length_m
    named = re.sub("^(?:就|还是)?(?:用|叫|派|选|要)", "", statement.text)
    content = f"平时用{named}" if _HAN.search(statement.text) else f"usually {statement.text}"
    return _proposal(statement, Kind.PREFERENCE, "preferred_vehicle_type", value, content)


def _address(question: str, utterance: Utterance, first: Statement) -> Proposal | None:
    if not _ASKS.search(question) or _SAYS.search(first.text):
        return None
    told = _told_before(utterance)
    last = _address_end(utterance, first)
    whole = utterance.through(first, last)
    slot = next((name for name, asks in _SLOTS if asks.search(question)), None)
    if slot is None and _ANY_ADDRESS.search(question) and is_bare_address(whole):
        slot = next((name for name, subject in SUBJECTS if subject.search(told)), None)
    address = _placed(_WRAP.sub("", _WRAP.sub("", whole)).strip(" ,，"), told)
    if slot is None or not plausible(address):
        return None
    if guards.hypothetical(told):
        return _plan(first, last, address)
    zh, en = _PHRASES[slot]
    content = (zh if _HAN.search(address) else en).format(address)
    value: dict[str, JsonValue] = {"address": address}
    return _proposal(first, Kind.FACT, slot, value, content, last)


def _address_end(utterance: Utterance, first: Statement) -> Statement:
    """English addresses go on over commas."""
    last = first
    if _HAN.search(first.text) is None:
        for statement in utterance.after(first):
            if not re.match(r"(?:[A-Z0-9<]|near |next )", statement.text) or statement.guards:
                break
            last = statement
    return last


def _placed(address: str, told: str) -> str:
    """The street with the district that the customer had named it with a turn ago."""
    street = address.split("<", maxsplit=1)[0]
    named = re.search(rf"([一-龥]{{2,8}}?[区市县镇]){re.escape(street)}", told) if street else None
    return re.split("[到在去是来]", named[1])[-1] + address if named else address


def _told_before(utterance: Utterance) -> str:
    """The customer's last turn before the question."""
    said = [turn.text for turn in utterance.previous if by_customer(turn.role)]
    return said[-1] if said else ""


def _plan(first: Statement, last: Statement, address: str) -> Proposal:
    chinese = _HAN.search(address) is not None
    return Proposal(
        kind=Kind.EVENT,
        nature=Nature.EVENT,
        content=f"计划搬到{address}" if chinese else f"plans to move to {address}",
        span=(first.start, last.end),
        confidence=_CONFIDENCE,
        by=ANSWER,
        value={"plan": "move", "address": address},
        named=(Named(EntityType.ADDRESS, address, Role.DESTINATION),),
        timed=False,
    )


def _proposal(
    statement: Statement,
    kind: Kind,
    attribute: str,
    value: dict[str, JsonValue],
    content: str,
    last: Statement | None = None,
) -> Proposal:
    span = (statement.start, (last or statement).end)
    return Proposal(kind, Nature.STATE, content, span, _CONFIDENCE, ANSWER, attribute, value)
