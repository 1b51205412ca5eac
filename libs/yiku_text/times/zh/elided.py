"""Makes explicit what Chinese leaves out: the unit of the first of two numbers, 周 before a second weekday, 年."""

from collections.abc import Sequence

from yiku_text.times.eras import ERAS
from yiku_text.times.tokens import Kind, Token
from yiku_text.times.zh.numerals import number

_UNITS = frozenset({Kind.UNIT, Kind.POINT, Kind.DECADE})
_YEAR_LIKE = range(1900, 2101)
_DAYS = "一二三四五六日天"


def restored(text: str, tokens: Sequence[Token]) -> tuple[Token, ...]:
    """8~11点 → 8(点)~11点; 周一到五 → 周一到(周)五; 从2019到2021 → with 年; reigns become tokens.

    What is put in has no width, so that every token still says where it stands.
    """
    made: list[Token] = []
    for index, token in enumerate(tokens):
        if token.kind is Kind.NUMBER:
            made.extend(_number(text, tokens, index))
        elif token.kind is not Kind.OTHER or not made or made[-1].kind is not Kind.OTHER:
            made.append(token)
    return tuple(made)


def _number(text: str, tokens: Sequence[Token], index: int) -> list[Token]:
    token = tokens[index]
    before = [_kind(tokens, index - 2), _kind(tokens, index - 1)]
    if before[1] is Kind.WEEKDAY and len(token.text) > 1 and set(token.text) <= set(_DAYS):
        return _weekdays(token)
    if before == [Kind.WEEKDAY, Kind.TO] and token.text in _DAYS and _kind(tokens, index + 1) not in _UNITS:
        return [token._replace(kind=Kind.WEEKDAY, text=f"周{token.text}")]
    made = [token, *_unit_of_the_next(tokens, index)]
    if len(made) == 1 and _is_a_year(text, tokens, index):
        made.append(Token(Kind.UNIT, "年", token.end, token.end))
    era = text[max(0, token.start - 2) : token.start]
    if era in ERAS and _word(tokens, index + 1) == "年":
        made.insert(0, Token(Kind.ERA, era, token.start - 2, token.start))
    return made


def _weekdays(token: Token) -> list[Token]:
    """The 三五 of 周一三五."""
    return [
        Token(Kind.WEEKDAY, f"周{day}", token.start + index, token.start + index + 1)
        for index, day in enumerate(token.text)
    ]


def _unit_of_the_next(tokens: Sequence[Token], index: int) -> list[Token]:
    if [_kind(tokens, index + 1), _kind(tokens, index + 2)] != [Kind.TO, Kind.NUMBER]:
        return []
    end = tokens[index].end
    following = tokens[index + 3 : index + 5]
    unit = following[1:2] if following and following[0].kind is Kind.PIECE else following[:1]
    if not unit or unit[0].kind not in _UNITS or _word(tokens, index - 1) == unit[0].text:
        return []
    return [token._replace(start=end, end=end) for token in following[: following.index(unit[0]) + 1]]


def _is_a_year(text: str, tokens: Sequence[Token], index: int) -> bool:
    """Four digits that can only be a year: alone in the text, or at either end of a range of years."""
    token = tokens[index]
    if len(token.text) != 4 or not token.text.isdigit() or int(token.text) not in _YEAR_LIKE:
        return False
    if text.strip() == token.text:
        return True
    if _kind(tokens, index + 1) in _UNITS or _kind(tokens, index + 1) is Kind.PIECE:
        return False
    return _range_of_years(tokens, index)


def _range_of_years(tokens: Sequence[Token], index: int) -> bool:
    if _kind(tokens, index - 1) is Kind.TO:
        return (
            _kind(tokens, index - 2) is Kind.DATE or _year_like(tokens, index - 2) or _word(tokens, index - 2) == "年"
        )
    return _kind(tokens, index + 1) is Kind.TO and _year_like(tokens, index + 2)


def _year_like(tokens: Sequence[Token], index: int) -> bool:
    found = number(_word(tokens, index)) if _kind(tokens, index) is Kind.NUMBER else None
    return found is not None and found.exact in _YEAR_LIKE


def _kind(tokens: Sequence[Token], index: int) -> Kind:
    return tokens[index].kind if 0 <= index < len(tokens) else Kind.OTHER


def _word(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].text if 0 <= index < len(tokens) else ""
