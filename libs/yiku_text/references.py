"""Order numbers: digits of theirs that look like a phone stay, a name or address within them does not."""

import re
from dataclasses import replace

from yiku_text.masking import Masked, Tokenise, mask

_LABEL = "订单号"
_ORDER_NUMBER = re.compile(r"order(?:id|no|number|sn|code)|订单(?:号|编号)?", re.IGNORECASE)


def mask_reference(raw: str, tokenise: Tokenise) -> Masked:
    """The number of an order, masked as one; the spans of what was found are those in `raw`."""
    number = raw.strip()
    ahead = len(_LABEL) - raw.index(number)
    masked = mask(_LABEL + number, tokenise)
    found = tuple(replace(item, span=(item.span[0] - ahead, item.span[1] - ahead)) for item in masked.found)
    return Masked(masked.text.removeprefix(_LABEL), found)


def names_order_number(name: str) -> bool:
    """Whether a field of this name holds the number of an order: order_id, orderNo, 订单号."""
    return _ORDER_NUMBER.fullmatch(re.sub(r"[\s_\-]", "", name)) is not None
