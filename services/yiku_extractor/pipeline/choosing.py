"""Whether the name of a behaviour event tells of a choice, of its undoing, or of a look only."""

import re
from collections.abc import Mapping

from yiku_domain.memory import JsonValue

_UNDOES = re.compile(
    r"\b(?:un\w+|cancel\w*|remov\w*|delet\w*|declin\w*|reject\w*|refus\w*|skip\w*|dismiss\w*|clear\w*|fail\w*|refund\w*|block\w*|avoid\w*|not?)\b"
    r"|取消|移除|删除|去掉|拒绝|拒收|关闭|退款|失败|不[选要用]|拉黑|屏蔽|改掉",
    re.IGNORECASE,
)
_LOOKS = re.compile(
    r"\b(?:view\w*|brows\w*|search\w*|look\w*|open\w*|hover\w*|expos\w*|impression\w*|compar\w*|quot\w*|estimat\w*)\b"
    r"|查看|浏览|搜索|曝光|打开|看了|比价|询价|估价",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    r"\b(?:choos\w*|chose\w*|select\w*|pick(?:ed|s)?|book\w*|rebook\w*|order\w*|reorder\w*|reserv\w*|schedul\w*|request\w*|add(?:ed|s)?|use[ds]?|confirm\w*|favou?rit\w*|set|sets|plac\w*|ship(?:ped|s)?|hir\w*|assign\w*|paid|pay|checkout)\b"
    r"|选|勾|订|约|下单|叫车|叫了|加购|添加|加了|使用|用了|指定|收藏|设为|设置|确认|发货|寄|付款|支付",
    re.IGNORECASE,
)
_RIDES = re.compile(
    r"\b(?:book\w*|rebook\w*|order\w*|reorder\w*|reserv\w*|hir\w*|place\w*)\b|订|约车|下单|叫车", re.IGNORECASE
)
_AGAIN = re.compile(
    r"\b(?:rebook\w*|again|same|favou?rit\w*|request\w*|driver)\b|再|又|指定|收藏|司机|师傅", re.IGNORECASE
)


def chooses(action: str) -> bool:
    """A deed of choosing: neither undone nor only looked at."""
    words = _words(action)
    return _CHOOSES.search(words) is not None and _UNDOES.search(words) is None and _LOOKS.search(words) is None


def rebooks(action: str, properties: Mapping[str, JsonValue]) -> bool:
    """The driver was the customer's choice: drivers of plain orders are the platform's."""
    asked = any(re.fullmatch(r"requested[_ ]?driver|指定司机", name, re.IGNORECASE) for name in properties)
    return asked or _AGAIN.search(_words(action)) is not None


def starts_a_ride(action: str) -> bool:
    """An order for now: the hour of the event is the hour of the ride."""
    return _RIDES.search(_words(action)) is not None


def _words(action: str) -> str:
    """chose_vehicle, choseVehicle and chose.vehicle as words."""
    return re.sub(r"[_.\-/:]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", action))
