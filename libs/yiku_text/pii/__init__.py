"""Personal data in text of either language: where it stands, what it is, and its normal form."""

import re
from collections.abc import Callable, Iterator

from yiku_text.normal import normalise
from yiku_text.pii.abroad import find_abroad, find_called
from yiku_text.pii.codes import without_ids
from yiku_text.pii.doors import find_doors
from yiku_text.pii.emails import find_emails
from yiku_text.pii.named import find_accounts, find_addresses, find_documents
from yiku_text.pii.numbers import find_numbers
from yiku_text.pii.phones import find_landlines
from yiku_text.pii.plates import find_plates
from yiku_text.pii.spans import PRIORITY, PiiSpan, PiiType

__all__ = ["PiiSpan", "PiiType", "find"]

RECOGNISERS: tuple[Callable[[str], Iterator[PiiSpan]], ...] = (
    find_emails,
    find_numbers,
    find_landlines,
    find_abroad,
    find_called,
    find_documents,
    find_addresses,
    find_accounts,
    find_plates,
    find_doors,
)

_MAYBE = re.compile(
    r"[0-9@]|[零〇○洞幺壹贰叁肆伍陆柒捌玖一二三四五六七八九十]|(?:zero|one|two|three|four|five|six|seven|eight|nine|ling|yao)[\W_]"
    r"|(?<![A-Za-z])at(?![A-Za-z])|#|艾特|爱特|圈|小老鼠|(?<![A-Za-z])Block(?![A-Za-z])|[栋幢座]|微信|威信|薇信|vx|wx|wechat|weixin|钉钉|支付宝|telegram|skype",
    re.IGNORECASE,
)


def find(text: str) -> tuple[PiiSpan, ...]:
    """Personal data in `text`, in reading order, without overlaps; offsets are those of `text`.

    Where two recognisers claim the same characters the type that comes first in PiiType wins, then
    the longer span.
    """
    normal = normalise(text)
    if _MAYBE.search(normal.text) is None:
        return ()
    plain = without_ids(normal.text)
    if _MAYBE.search(plain) is None:
        return ()
    claims = [span for recognise in RECOGNISERS for span in recognise(plain)]
    kept = _without_overlaps(claims, len(plain))
    return tuple(_in_original(span, normal.span(span.start, span.end)) for span in kept)


def _without_overlaps(claims: list[PiiSpan], length: int) -> list[PiiSpan]:
    claims.sort(key=lambda span: (PRIORITY[span.type], span.start - span.end, span.start))
    taken = bytearray(length)
    kept: list[PiiSpan] = []
    for claim in claims:
        if not any(taken[claim.start : claim.end]):
            taken[claim.start : claim.end] = b"\x01" * (claim.end - claim.start)
            kept.append(claim)
    return sorted(kept, key=lambda span: span.start)


def _in_original(span: PiiSpan, place: tuple[int, int]) -> PiiSpan:
    return PiiSpan(place[0], place[1], span.type, span.normalised)
