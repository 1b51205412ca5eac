"""Models like to begin with 客户 or "The customer"; memories are in the customer's own voice."""

import re

_SUBJECT = re.compile(
    r"^(?:(?:该|这位|这个)?(?:客户|用户|顾客)(?:本人)?(?!们|群|服务)(?:表示|说|提到)?[,，:：\s]*"
    r"|(?:the |this )?(?:customer|user|client)\b(?!['’]s)\s*)",
    re.IGNORECASE,
)


def without_subject(content: str) -> str:
    """The sentence without such a beginning; "" for an empty one."""
    return _SUBJECT.sub("", content.strip()).strip()
