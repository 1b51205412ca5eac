"""Request validation: the rules of the protos, what a database cannot hold, and sound user ids."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from google.protobuf.message import Message
from protovalidate import Validator
from protovalidate import Violation as RuleViolation
from yiku_domain.errors import InvalidRequest, Violation

from yiku_runtime.user_ids import FIELD as USER_ID
from yiku_runtime.user_ids import UserIdCheck
from yiku_runtime.value_rules import ValueRules


class RequestValidator:
    """Checks the requests of one method.

    `item_field` names the repeated field whose items fail alone; later names of the path are parts
    of an item that fail alone, too: `items.dialogue.turns`. Descriptions hold rules, never the
    offending value.
    """

    def __init__(
        self,
        request_type: Any,
        rules: Validator,
        user_ids: UserIdCheck,
        item_field: str | None = None,
    ) -> None:
        self._rules = rules
        self._values = ValueRules(request_type)
        self._user_ids = user_ids
        self._has_user_id = USER_ID in request_type.fields_by_name
        self._item_field, _, parts = (item_field or "").partition(".")
        self._part = re.compile(rf"\w+\[\d+\]\.{re.escape(parts)}\[\d+\]") if parts else None

    def check(self, request: Message) -> Mapping[int, tuple[Violation, ...]]:
        """The violations of single items; `InvalidRequest` where the request cannot be served."""
        broken = list(self._broken(request))
        items = self._by_item(request, broken) if broken else {}
        if self._has_user_id:
            self._user_ids.check(getattr(request, USER_ID))
        return items

    def _broken(self, request: Message) -> Iterator[Violation]:
        yield from (_violation(found) for found in self._rules.collect_violations(request))
        yield from self._values.broken(request)

    def _by_item(self, request: Message, broken: list[Violation]) -> dict[int, tuple[Violation, ...]]:
        items: defaultdict[int, list[Violation]] = defaultdict(list)
        for violation in broken:
            index = self._item_index(violation.field)
            if index is None:
                raise _refusal(broken)
            items[index].append(violation)
        lost = [i for i, found in items.items() if not all(self._in_part(v.field) for v in found)]
        if lost and len(lost) == len(getattr(request, self._item_field)):
            raise _refusal(broken)
        return {index: tuple(found) for index, found in items.items()}

    def _item_index(self, path: str) -> int | None:
        """3 for `items[3].text`; None for what is not inside an item."""
        if not self._item_field or not path.startswith(f"{self._item_field}["):
            return None
        return int(path[len(self._item_field) + 1 : path.index("]")])

    def _in_part(self, path: str) -> bool:
        """Whether only a part of the item is wrong, which the item can do without."""
        return self._part is not None and self._part.match(path) is not None


def _refusal(violations: list[Violation]) -> InvalidRequest:
    first = violations[0]
    more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
    message = f"{first.field}: {first.description}{more}"
    return InvalidRequest(message, violations=tuple(violations))


def _violation(found: RuleViolation) -> Violation:
    rule = found.proto
    return Violation(_path(found), rule.message or rule.rule_id)


def _path(found: RuleViolation) -> str:
    """Such as `items[3].dialogue.turns[0].text`; empty for a rule on the whole message."""
    path = found.proto.field
    if path is None:
        return ""
    return ".".join(
        name if at is None else f"{name}[{at.value}]"
        for name, at in ((e.field_name, e.subscript) for e in path.elements)
    )
