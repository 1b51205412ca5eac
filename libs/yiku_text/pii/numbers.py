"""Numbers that their own digits give away: identity numbers, bank cards and mobiles, however written."""

import re
from collections.abc import Iterator

from yiku_text.pii import cues, identity, phones
from yiku_text.pii.codes import inside_code
from yiku_text.pii.digits import Chain, Piece, chains
from yiku_text.pii.identity import CARD_LOW, is_card, is_resident_id, resident_id_valid
from yiku_text.pii.numerals import may_hold_number
from yiku_text.pii.phones import mobile, mobile_number, spelt_landline
from yiku_text.pii.spans import PiiSpan, PiiType

_LOW, _HIGH = 10, 21
_WORTH = re.compile(f"{phones.SHAPE}|{identity.SHAPE}")
_ANY = re.compile(r"[0-9]+X?")
_JOINED_LOW, _JOINED_HIGH = 22, 120
_MOBILE_SIZES, _ID_SIZE = (11, 13), 18


def find_numbers(text: str) -> Iterator[PiiSpan]:
    """Every reading of every chain of digits; where readings overlap, the caller decides."""
    if not may_hold_number(text):
        return
    worth = _ANY if cues.names_document(text) else _WORTH
    for chain in chains(text):
        if len(chain.digits) >= _LOW:
            yield from _in_windows(text, chain, worth)
            yield from _joined(text, chain)


def _in_windows(text: str, chain: Chain, worth: re.Pattern[str]) -> Iterator[PiiSpan]:
    for number in chain.windows(_LOW, _HIGH, worth):
        if is_resident_id(text, number):
            yield PiiSpan(number.start, number.end, PiiType.ID, number.digits)
        elif len(number.digits) >= CARD_LOW and is_card(text, number):
            yield PiiSpan(number.start, number.end, PiiType.CARD, number.digits)
        found = mobile(text, number) or spelt_landline(number)
        if found:
            yield found


def _joined(text: str, chain: Chain) -> Iterator[PiiSpan]:
    """Mobiles and identity numbers written one after the other without anything between."""
    for piece in chain.pieces:
        if _JOINED_LOW <= len(piece.digits) <= _JOINED_HIGH and not piece.spelt and _is_own(text, piece):
            for start, end, kind in _tiles(piece.digits, 0) or ():
                digits = piece.digits[start:end]
                number = mobile_number(digits) if kind is PiiType.MOBILE else digits
                yield PiiSpan(piece.start + start, piece.start + end, kind, number or digits)


def _is_own(text: str, piece: Piece) -> bool:
    if inside_code(text, piece.start, piece.end):
        return False
    said = cues.says_phone(text, piece.start) or cues.says_id(text, piece.start)
    return said or not cues.says_reference(text, piece.start, piece.end)


def _tiles(digits: str, start: int) -> list[tuple[int, int, PiiType]] | None:
    """The digits from `start` on as numbers end to end; None where they are not."""
    if start == len(digits):
        return []
    for size, kind in ((_ID_SIZE, PiiType.ID), *((size, PiiType.MOBILE) for size in _MOBILE_SIZES)):
        part = digits[start : start + size]
        whole = resident_id_valid(part) if kind is PiiType.ID else len(part) == size and mobile_number(part)
        if whole and (rest := _tiles(digits, start + size)) is not None:
            return [(start, start + size, kind), *rest]
    return None
