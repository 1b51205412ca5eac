"""What is not worth reading: the bot's words, greetings, acknowledgements, orders to the system."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from yiku_domain.plan import Turn
from yiku_text import guards
from yiku_text.near_duplicate import near_duplicate

from yiku_extractor.pipeline.answers import expects_yes_or_no
from yiku_extractor.pipeline.extraction import Reason
from yiku_extractor.pipeline.segments import by_customer


@dataclass(frozen=True)
class MaskedTurn:
    """A dialogue turn after masking, with what the filter may compare it to."""

    text: str
    role: str
    previous: tuple[Turn, ...]
    recalled: tuple[str, ...]


RuleFilter: TypeAlias = Callable[[MaskedTurn], Reason | None]
"""The reason to drop the whole turn, or None to read on."""

_WORDS = re.compile(r"[^\W_]")
_MARKS = re.compile(r"[\s,，。.!！?？~～…、;；:：\-—()（）\"'“”]|[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]")
_GREETING = re.compile(
    r"(?:你好(?:呀|啊|哇)?|您好|哈喽|嗨|喂+|在(?:吗|么|不在|不|线吗)?|有人(?:吗|在吗)?|早(?:上好|安|晨)?|上午好|中午好|下午好|晚上好|晚安|再见|拜拜?|88|(?:我是)?新用户|客服|人工(?:客服)?|转人工"
    r"|hi|hello|hey|goodmorning|goodafternoon|goodevening|goodnight|bye|goodbye|seeyou|there|anyonethere)+",
    re.IGNORECASE,
)
_ACKNOWLEDGEMENT = re.compile(
    r"(?:好(?:的|呢|哦|呀|吧|啊|滴|嘞|勒|咧|啦|耶)*|嗯+|哦+|噢+|喔+|行(?:吧|啊|的|了)?|可以(?:的|了)?|没事(?:了)?|没问题|知道(?:了|啦)?|晓得(?:了)?|明白(?:了)?|懂(?:了|啦)?|收到|了解(?:了)?|是(?:的|啊|呀)?|对(?:的|呀|啊|对)*|没错|要(?:得|的)|谢+(?:谢|啦|你|您|了|哈)*|多谢|感谢|辛苦(?:了|啦|你了|您了)?|太好了|太棒了|哈+|嘿+|嘻+|赞|棒|牛|厉害|搞掂|搞定了?|再说(?:吧)?|算了(?:吧)?|就这样(?:吧)?|这还差不多|ojbk"
    r"|ok(?:ay)?|k|yes|yep|yeah|yup|sure|fine|great|good|perfect|nice|cool|thanks?(?:you|alot|somuch|verymuch)?|thx|ty|gotit|isee|alright|noproblem|nope|no|welcome|awesome|lovely|right|confusingbutok|myfriend)+",
    re.IGNORECASE,
)


def empty(turn: MaskedTurn) -> Reason | None:
    """No letter and no digit: blanks, marks, emoji."""
    return None if _WORDS.search(turn.text) else Reason.EMPTY


def assistant(turn: MaskedTurn) -> Reason | None:
    """Whatever the bot or the system says, memories read out included."""
    return None if by_customer(turn.role) else Reason.ASSISTANT_TURN


def injected(turn: MaskedTurn) -> Reason | None:
    """Orders to the system are dropped whole, with everything beside them."""
    return Reason.INJECTED_INSTRUCTION if guards.injected(turn.text) else None


def greeting(turn: MaskedTurn) -> Reason | None:
    """Nothing but greetings."""
    return Reason.GREETING if _GREETING.fullmatch(_MARKS.sub("", turn.text)) else None


def acknowledgement(turn: MaskedTurn) -> Reason | None:
    """Nothing but yes and thanks, unless the bot had just asked for exactly that."""
    if expects_yes_or_no(turn.previous):
        return None
    bare = _MARKS.sub("", turn.text)
    return Reason.ACKNOWLEDGEMENT if _ACKNOWLEDGEMENT.fullmatch(bare) else None


def repeat_of_recalled(turn: MaskedTurn) -> Reason | None:
    """The words of a memory that was just handed to the bot."""
    again = any(near_duplicate(turn.text, known) for known in turn.recalled)
    return Reason.REPEAT_OF_RECALLED if again else None


RULE_FILTERS: tuple[RuleFilter, ...] = (
    assistant,
    empty,
    injected,
    greeting,
    acknowledgement,
    repeat_of_recalled,
)
