"""House, building, unit and room numbers; the street itself is left readable."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from collections.abc import Iterator

from yiku_text.pii.spans import PiiSpan, PiiType

_HAN = "一二三四五六七八九十百零〇两"
_N = rf"(?:[0-9]{{1,4}}|[{_HAN}]{{1,4}})"
_GAP = r"[\s,、\-—的]?"
_NOT_AMOUNT = r"(?![0-9]|\s?(?:[年月日块元点米吨公斤箱件包个台车单次分平]|km|kg|m\b|yuan|rmb|boxes|pm|am|min))"
_BUILDING = rf"(?:[A-Z]?{_N}(?:号楼|号院|栋|幢|座|#楼?)|[A-Z](?:栋|幢|座)|[东西南北][栋座])"
_UNIT = rf"(?:(?:{_N}|[A-Z]|[甲乙丙丁])单元)"
_FLOOR = rf"(?:{_N}(?:楼|层)|[0-9]{{1,2}}F)"
_ROOM = (
    rf"(?:(?:[A-Z]?[0-9]{{3,4}}[A-Z]?|[0-9]{{1,2}}[A-Z][0-9]{{1,2}})(?:号房|室|房|号)?{_NOT_AMOUNT}"
    rf"|[{_HAN}]{{3,4}}(?:号房|室|房|号)?(?![{_HAN}])|{_N}(?:室|号房|号(?!楼|[线门馆店仓库车厅])|户))"
)
_STREET_NO = (
    r"(?:[0-9]{1,5}|[一二三四五六七八九十百零〇]{1,5})号(?:之[0-9一二三四五六七八九十]{1,2}|附\s?[0-9一二三四五六七八九十]{1,4}号)?"
    r"(?:[大]?院)?(?![线馆店仓库车厅机口桥站展楼])(?!门(?!店))"
)
_LANE_NO = r"[0-9]{1,5}弄(?:[0-9]{1,4}号(?!楼))?"

_BUILDING_CHAIN = re.compile(
    rf"(?<![A-Za-z0-9])(?P<building>{_BUILDING}(?:{_GAP}{_BUILDING})?)(?P<unit>{_GAP}{_UNIT})?(?P<floor>{_GAP}{_FLOOR})?(?P<room>{_GAP}{_ROOM})?"
)
_UNIT_CHAIN = re.compile(rf"(?<![A-Za-z0-9])(?P<door>{_UNIT}{_GAP}(?:{_FLOOR}{_GAP})?{_ROOM})")
_FLOOR_CHAIN = re.compile(
    rf"(?<![A-Za-z0-9])(?P<door>{_FLOOR}{_GAP}(?:[A-Z]?[0-9]{{3,4}}[A-Z]?(?:号房|室|房)?{_NOT_AMOUNT}(?![A-Za-z])))"
)
_BARE_ROOM = re.compile(r"(?<![A-Za-z0-9.])(?P<door>[A-Z]?[0-9]{3,4}[A-Z]?(?:室|号房|房)(?![租间价产贷]))")

_TAIL = rf"(?:{_GAP}(?:{_LANE_NO}|{_STREET_NO}))?(?:{_GAP}{_BUILDING})?(?:{_GAP}{_UNIT})?(?:{_GAP}{_FLOOR}(?![上下]))?(?:{_GAP}{_ROOM})?"
_STREET = re.compile(
    r"(?:路|街|大道|巷|弄|胡同|(?<!知)(?<!频)道|[东西南北中一二三四五六]段|[一二三四五六七八九十]条|横街|马路)\s?"
    rf"(?P<door>(?:{_LANE_NO}|{_STREET_NO}){_TAIL})"
)
_VILLAGE = re.compile(
    r"(?:(?<![家这那哪店屋夜公手心库城]|[0-9])里|新村|村|庄|坊|苑|小区|公寓|家园|花园|[0-9]区|组|屯|湾)\s?"
    rf"(?P<door>{_STREET_NO}(?!之?[前后]|以[前后]|[早上下中晚凌到至发搬开要去来]|[0-9]){_TAIL})"
)
_STREET_END = re.compile(r"(?:路|街|大道|巷)\s?(?P<door>[0-9]{1,5}(?:-[0-9]{1,5})?)(?=$|[\s,、。；;!！?？)）<附])")
_CALLED = re.compile(
    rf"(?:门牌号?码?|房间号?|房号|室号|楼号)\s?(?:是|为|[:：])?\s?(?P<door>[A-Za-z]?{_N}[A-Z]?(?:-[0-9]{{1,4}})*(?:号|室)?)"
)
_LIVES = re.compile(
    r"(?:(?<![记居])住(?:在|的是)?)\s?(?P<door>[A-Z]?[0-9]{3,4}(?:室|房)?)(?![0-9]|\s?[块元米年月个平天])"
)
_DASHED = re.compile(
    r"(?<![0-9A-Za-z\-./])(?<![件货]码)(?<!货架)(?<![件货]码[:是 ])(?P<door>[0-9]{1,3}(?:号楼|栋|幢)?-[0-9]{1,2}-[0-9]{3,4})(?![0-9\-/.])"
)
_DASHED_PAIR = re.compile(
    r"(?:小区|花园|公寓|家园|[苑园城庭府里村湾居郡墅寓院])\s?(?P<door>[A-Z]?[0-9]{1,3}-[0-9]{3,4})(?![0-9\-])"
)
_DAY_MONTH_YEAR = re.compile(r"(?:0?[1-9]|[12][0-9]|3[01])-(?:0?[1-9]|1[0-2])-(?:19|20)[0-9]{2}")

_EN_N = r"[A-Za-z]?-?[0-9]{1,5}[A-Za-z]?(?![0-9A-Za-z])"
_EN_AMOUNT = r"(?!\s?(?:%|percent|yuan|rmb|dollars|usd|kg|km|m\b|tons?|boxes|pallets|hours?|minutes?|people|times))"
_EN_BUILDING = r"(?:(?:Building|Bldg\.?|Block|Blk|Tower)\s?(?:No\.?\s?)?(?:[0-9]{1,3}[A-Z]?|[A-Z])(?![0-9A-Za-z]))"
_EN_ROOM = rf"(?:(?:Apartment|Apt\.?|Flat|Suite|Ste\.?|Room|Rm\.?|Unit)\s?(?:No\.?\s?)?#?\s?{_EN_N}{_EN_AMOUNT})"
_EN_FLOOR = r"(?:(?:Floor|Fl\.?|Level)\s?[0-9]{1,3}|[0-9]{1,3}(?:st|nd|rd|th)?\s?(?:/F|Floor|F)\b)"
_EN_LETTER = r"(?:(?:Apartment|Apt\.?|Flat|Suite|Room|Unit)\s?[A-Z](?![A-Za-z0-9]))"
_EN_DOOR = rf"(?:{_EN_ROOM}|{_EN_LETTER})"
_EN_CHAIN = re.compile(
    rf"(?<![A-Za-z])(?P<door>{_EN_BUILDING}(?:,?\s{_EN_FLOOR})?,?\s(?:{_EN_DOOR}|\#[0-9]{{1,2}}-[0-9]{{1,4}}[A-Z]?)"
    rf"|(?:{_EN_FLOOR},?\s{_EN_DOOR}|{_EN_ROOM}|{_EN_LETTER},?\s{_EN_FLOOR})(?:,?\s(?:{_EN_FLOOR}|{_EN_BUILDING}))*|(?:Building|Tower|Bldg\.?)\s?[0-9]{{1,3}}(?![0-9A-Za-z]))",
    re.IGNORECASE,
)
_EN_STREET = r"(?:Road|Rd\.?|Street|St\.|Avenue|Ave\.?|Lane|Alley|Boulevard|Blvd\.?|Highway|Lu|Jie)"
_EN_AFTER = re.compile(rf"\b{_EN_STREET},?\s(?:No\.?\s?)?(?P<door>[0-9]{{1,5}}[A-Za-z]?)(?![0-9A-Za-z]){_EN_AMOUNT}")
_EN_BEFORE = re.compile(
    rf"(?<![0-9A-Za-z.\-])(?P<door>(?:No\.?\s?)?[0-9]{{1,5}}[A-Z]?),?\s(?:[A-Z][\w'’]*\s){{1,3}}{_EN_STREET}(?![a-z])"
)
_EN_HASH = re.compile(r"(?<![0-9A-Za-z])(?P<door>#[0-9]{1,2}-[0-9]{1,4}[A-Z]?)(?![0-9])")
_SPACES = re.compile(r"[\s,、\-—的]+")

_LATIN = re.compile("[A-Za-z]")

_NAMED = (
    ("路街道巷弄同段条", _STREET),
    ("里村庄坊苑区寓园组屯湾", _VILLAGE),
    ("路街道巷", _STREET_END),
    ("单", _UNIT_CHAIN),
    ("楼层F", _FLOOR_CHAIN),
    ("室房", _BARE_ROOM),
    ("号", _CALLED),
    ("住", _LIVES),
    ("-", _DASHED_PAIR),
)
"""What one of these characters must stand in the text for, before a pattern is worth trying."""
_NAMED_EN = (_EN_CHAIN, _EN_AFTER, _EN_BEFORE, _EN_HASH)


def find_doors(text: str) -> Iterator[PiiSpan]:
    """Numbers that lead to one door: after a street, of a building with its room, or called so."""
    for match in _BUILDING_CHAIN.finditer(text):
        if _leads_home(match):
            yield _span(match, 0)
    for pattern in _worth_trying(text):
        for match in pattern.finditer(text):
            yield _span(match, "door")
    for match in _DASHED.finditer(text) if "-" in text else ():
        if not _DAY_MONTH_YEAR.fullmatch(match["door"]):
            yield _span(match, "door")


def _worth_trying(text: str) -> Iterator[re.Pattern[str]]:
    for characters, pattern in _NAMED:
        if any(character in text for character in characters):
            yield pattern
    if "#" in text or _LATIN.search(text):
        yield from _NAMED_EN


def _leads_home(match: re.Match[str]) -> bool:
    """A unit or a room follows, or the building itself is numbered (3号楼, 5栋) and is no count."""
    if match["unit"] or match["room"]:
        return True
    building = match["building"]
    counted = match.string[match.end() : match.end() + 2].startswith(("楼", "别墅", "房"))
    return building[0].isdigit() and building.endswith(("号楼", "栋", "幢")) and not counted


def _span(match: re.Match[str], group: int | str) -> PiiSpan:
    start, end = match.span(group)
    return PiiSpan(start, end, PiiType.DOOR, _SPACES.sub("-", match[group]).upper())
