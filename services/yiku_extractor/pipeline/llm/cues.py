"""Whether the words speak of a slot's subject at all, where its value alone does not show it.

Any address can be a pickup or a delivery, and any clause has a yes or no in it.
"""

import re

from yiku_extractor.pipeline.patterns import HOME_DOMAIN

_PICKUP = re.compile(
    r"发货|取货|装货|提货|出货|发车|上货|装车|取件|拿货|从"
    r"|\b(?:pick(?:ed|ing)?[- ]?ups?|collect\w*|load(?:ed|ing)?|dispatch\w*|from)\b",
    re.IGNORECASE,
)
_DELIVERY = re.compile(
    r"送|收货|卸|发往|发到|运到|运往|拉到|拉去|寄到|寄往"
    r"|\b(?:deliver\w*|drop\w*|unload\w*|ship\w* to|goes? to|receiv\w*)\b",
    re.IGNORECASE,
)
_PACKING = re.compile(
    r"包|裹|垫|盖|绑|捆|放|叠|压|装|摔|碰|磕|防|箱|膜|布|震|潮"
    r"|\b(?:wrap\w*|pack\w*|stack\w*|upright|flat|cover\w*|tarps?|strap\w*|load\w*|crat\w*|pad\w*|box\w*|damp|fragile)\b",
    re.IGNORECASE,
)
_TOPIC_OF = {
    "night_delivery": "night_delivery",
    "loading_help": "loading_help",
    "call_before_arrival": "calls",
    "contact_channel": "contact",
    "invoice": "invoices",
    "payment_method": "payment",
    "insurance": "insurance",
}
_CUES: dict[str, re.Pattern[str]] = {
    "usual_pickup_address": _PICKUP,
    "usual_delivery_address": _DELIVERY,
    "packing": _PACKING,
    **{name: t.hint for name, topic in _TOPIC_OF.items() for t in HOME_DOMAIN if t.name == topic},
}


def spoken_of(attribute: str, *texts: str) -> bool:
    """Whether one of the texts, the customer's words or the question they answer, has a word of the subject.

    True for slots whose value shows their subject.
    """
    cue = _CUES.get(attribute)
    return cue is None or any(cue.search(text) for text in texts)
