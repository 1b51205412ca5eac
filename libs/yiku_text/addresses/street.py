"""The back of an address: community, road, number, place, building and door."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from dataclasses import dataclass, field

_HAN_DIGITS = "一二三四五六七八九十百零〇两"
_TOKEN = re.compile(r"<door:[a-z2-7]{8}>")
_GAP = re.compile(r"[\s,，.。、:：;；_/|\\·~\-—–+()（）\[\]【】\"“”'#]+|null")
_NUMBER = rf"(?:(?:负|地下)?(?:[A-Za-z]{{0,2}}-?[0-9]{{1,5}}[A-Za-z]?(?![0-9])|[{_HAN_DIGITS}]{{1,4}})|[A-Za-z](?![A-Za-z])|[甲乙丙丁东西南北中](?=座|栋|幢))"
_RANGE = r"(?:\s?[-—–~～、.,/至到]\s?[0-9A-Za-z]{1,6})*"
_NUMBERED = re.compile(
    rf"(?![0-9]+[Ss]店)(?P<n>{_NUMBER}{_RANGE})\s?(?P<u>号(?:大?院|楼|库|仓库?|厂房|门(?!店)|馆|商?铺|档口?|店面?|窗口|柜台?|厅|房)?(?!线|路|桥|公路|大街|大道|街|地块|苑|码头|矿|机组)|[幢栋座撞憧]|单元|门(?!口|市|店|面|诊)|楼(?!下|上|盘|顶|梯|宇)|层|F(?![A-Za-z])|f(?![A-Za-z])|室|房(?!产|管|屋)|弄|户|排|梯|井|柜|米)"
    rf"|(?P<bare>[A-Za-z]{{0,2}}-?[0-9]{{1,5}}[A-Za-z]?{_RANGE})(?=$|[^一-龥0-9A-Za-z]|[一-龥](?<![路街区期组村社巷条线道环园庄国省里大横支纬经小号厂]))"
)
_ROAD_END = (
    r"(?:大道(?:[东西南北中](?![一-龥]))?|大街|马路|公路|国道|省道|县道|老街|步行街|商业街|胡同|里弄|(?<![铁线])路(?!桥|局|由|口(?:镇|村|街))|街(?!道|镇|乡|心|坊|区)|巷(?!子村)|(?<=[一-龥])弄(?!堂|村|口)|[东西南北][一二三四]?环(?!境|保|球|路)|"
    rf"(?<=[{_HAN_DIGITS}0-9])(?:村民小)?组(?!团))(?:[东西南北中]?[{_HAN_DIGITS}0-9]?(?:路|街(?!道)|大道)(?!口))?"
)
_COMMUNITY_END = rf"(?:社区|行政村|自然村|村(?:民?委会|民委员会|部)|居委会|(?<![新{_HAN_DIGITS}])村)"
PLACE_END = (
    r"(?:小区|新村|花园|家园|公寓|大厦|大楼|商厦|写字楼|综合楼|办公楼|广场|中心|市场|商城|商贸城|贸易城|皮革城|轻纺城|机电城|电器城|电子城|建材城|服装城|家具城|家居城|小商品城|鞋城|汽配城|五金城|汽车城|数码城|"
    r"(?:工业|产业|科技|创业|创意|创新|电商|电子商务|物流|软件|孵化|文创|商务|高新|仓储|农业|生态|纺织|机械|装备|食品)+(?:园区?|区|城|基地|港|谷)|园区|开发区|"
    r"大学|学院|学校|[中小]学(?!校)|幼儿园|医院|卫生院|酒店|宾馆|饭店|超市|银行|支行|分理处|机场|码头|[东西南北]?(?:火车|高铁|汽车|客运)站|公司|集团|"
    r"(?:花|嘉|名|佳|雅|锦|景|馨|丽|御|豪|茗|翠|新|东|西|南|北|华|福|和|怡|逸|水|金|兰|桂)苑|[一-龥]嘉园|华庭|豪庭|名都|人家|公馆|华府|半岛|山庄|体育馆|体育场|图书馆|博物馆|公园|影城|派出所|管委会|街道办(?:事处)?|镇政府|村委"
    rf"|(?<=[一-龥])[{_HAN_DIGITS}]村)"
)
"""Matches the word that ends the name of a place."""

_UNIT_END = re.compile(rf"(?P<road>{_ROAD_END})|(?P<community>{_COMMUNITY_END})|(?P<place>{PLACE_END})")
_AFTER_ROAD = re.compile(
    r"路(?!口)|大道|大街|社区|小区|新村|小学|[中大]学|幼儿园|菜?市场|派出所|支行|村|桥|店|号院|大厦|广场|花园|公寓|酒店|宾馆|超市|医院|学校|商场|家园|银行"
)
_AFTER_COMMUNITY = re.compile(
    rf"(?![{_HAN_DIGITS}0-9]{{1,2}}(?:村民小)?组)[东西南北中新老大小前后]?(?:[{_HAN_DIGITS}0-9]?[横纵支环]?{_ROAD_END}|{_COMMUNITY_END}|{PLACE_END}|镇)"
)
_AFTER_PLACE = re.compile(
    rf"有限|股份|[东西南北中新老大小前后]?[{_HAN_DIGITS}0-9]?(?:{_ROAD_END}|{_COMMUNITY_END}|{PLACE_END}|镇|[城区院馆店](?![一-龥]{{2}}))|[一-龥]{{0,8}}(?:支行|分行|分理处)|[一-龥]{{1,6}}(?:校区|厂区)|总部|新厂|[一-龥]{{2,6}}学院"
)
_TRADE = re.compile(r"(?:市场|商贸城|贸易城|商城|中心|广场|大厦)$")
_SEGMENT = re.compile(r"[东西南北中][一二三四五六七八九]?段|[一二三四五六七八九]段")
_GROUP = re.compile(rf"(?:[{_HAN_DIGITS}0-9]{{1,3}}|(?<=村)[一-龥]{{2,3}})(?:村民小)?(?:组|队)(?!团|装|织)")
_ROAD_STEM = re.compile(rf"(?P<stem>[一-龥A-Za-z]{{4,}}?)[东西南北中]?[{_HAN_DIGITS}]?(?:路|(?<!大)街|巷|弄)$")
_SECTION = re.compile(rf"[东西南北中]?(?:[A-Za-z0-9{_HAN_DIGITS}]{{1,3}})?区(?!域|块)|[东西南北中](?:苑|园)(?![一-龥])")
_STAGE = re.compile(rf"(?:[{_HAN_DIGITS}0-9]{{1,2}}(?:期|组团)|[东西南北主副]楼(?![一-龥]))")
_JOIN = re.compile(r"(?:与|和|跟|及|交|近)(?=[一-龥0-9]{1,8}(?:路|街|大道|巷|弄|国道|环))")
_SIDE = r"(?:[东西南北]{1,2}(?:侧|面|边|角|方|首|头|向)?)"
_BESIDE = re.compile(
    rf"(?:{_SIDE}?(?:交叉路?口|交汇处?口?|交界处?|交口|十字路口|丁字路口|路口|街口|巷口|村口|出口处?|口(?![一-龥]))|{_SIDE}?(?:对面|隔壁|旁边|旁|附近|大?门口|楼下|院内|院里|里面|内侧?|后面|前面|背后|斜对面|对过|边上|{_SIDE}侧)的?|{_SIDE}(?:侧|面|边|角)|[东西南北](?![一-龥])|[往向]?[东西南北前后左右]?[0-9]{{1,4}}米(?:处|左右)?|电联系?|收件人|收货人|自提|代收|那边|这边|附近|一带)"
)
_BESIDE_WITHIN = re.compile(
    r"(?<=[一-龥]{2})(?:附近|对面|旁边|旁(?=[一-龥]{2})|隔壁|大?门口|后面|前面|出口处?|[往向][东西南北]|斜对面|[东西南北]?[大侧]?门(?=对面|旁|附近)|电联|自提).*$"
)
_BESIDE_TAIL = re.compile(rf"(?:(?<=路)口|(?!口){_BESIDE.pattern}|(?<=[园城苑区楼厦场心])[东西南北内])+$")
_LEAD = re.compile(r"^(?:的|这里?是?|在|口|里|内)(?=[一-龥]{2})")
_LONGEST_WORD = 24


@dataclass
class Back:
    """What the back of an address says; empty where it does not. `doors` are masked tokens."""

    community: str = ""
    road: str = ""
    number: str = ""
    poi: str = ""
    building: str = ""
    room: str = ""
    doors: list[str] = field(default_factory=list)


def read(text: str) -> Back:
    """Take the back of an address apart; the first road and the first place count."""
    return _Reader(text).read()


class _Reader:
    """Walks over one text; `_at` is where the next unit has to start."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._back = Back()

    def read(self) -> Back:
        while self._at < len(self._text):
            if not (self._skip() or self._token() or self._group() or self._numbered() or self._beside()):
                self._words()
        return self._back

    def _group(self) -> bool:
        """The groups of a village stand where a town has its roads."""
        match = _GROUP.match(self._text, self._at)
        if match is not None:
            self._back.road = self._back.road or match[0]
        return self._passed(match)

    def _skip(self) -> bool:
        return self._passed(_GAP.match(self._text, self._at))

    def _passed(self, match: re.Match[str] | None) -> bool:
        if match is not None:
            self._at = match.end()
        return match is not None

    def _token(self) -> bool:
        match = _TOKEN.match(self._text, self._at)
        if match is not None:
            self._back.doors.append(match[0])
        return self._passed(match)

    def _numbered(self) -> bool:
        match = _NUMBERED.match(self._text, self._at)
        if match is None:
            return False
        back = self._back
        if (
            back.road
            and not (back.number[-1:] in _COUNTED or back.poi or back.building)
            and (match["u"] or "号") in {"号", "弄"}
        ):
            back.number += match[0]
        elif not back.building and (match["u"] or "") not in {"楼", "层", "室", "房", "单元"}:
            back.building = match[0]
        else:
            apart = "、" if back.room[-1:].isdigit() and match[0][0].isdigit() else ""
            back.room += apart + match[0]
        return self._passed(match)

    def _beside(self) -> bool:
        join = segment = None
        if self._back.road:
            join = _JOIN.match(self._text, self._at)
            segment = _SEGMENT.match(self._text, self._at)
        if segment is not None:
            self._back.number = segment[0]
        return self._passed(join or segment or _BESIDE.match(self._text, self._at))

    def _words(self) -> None:
        """One unit: up to the first word that ends a road, a community or a place, or up to a number."""
        chunk = self._text[self._at : self._stop()]
        for match in _UNIT_END.finditer(chunk, 1):
            kind = match.lastgroup or ""
            if not _goes_on(kind, chunk, match.end()):
                end = self._with_section(kind, chunk, match.end())
                self._take(kind, chunk[:end])
                self._at += end
                return
        self._at += len(chunk)
        self._take("place", chunk)

    def _with_section(self, kind: str, chunk: str, end: int) -> int:
        section = _SECTION.match(chunk, end) if kind == "place" and not _TRADE.search(chunk[:end]) else None
        return section.end() if section else end

    def _stop(self) -> int:
        limit = min(self._at + _LONGEST_WORD, len(self._text))
        for index in range(self._at + 1, limit):
            if _GAP.match(self._text, index) or self._text[index] == "<" or self._number_starts(index):
                return index
        return limit

    def _number_starts(self, index: int) -> bool:
        character, before = self._text[index], self._text[index - 1]
        if not (character.isascii() or character in _HAN_DIGITS or character in "甲乙丙丁东西南北中负地"):
            return False
        if (before.isascii() and before.isalnum()) or before in _HAN_DIGITS:
            return False
        return _NUMBERED.match(self._text, index) is not None

    def _take(self, kind: str, words: str) -> None:
        back = self._back
        if kind == "road":
            self._take_road(words)
        elif kind == "community" and not back.poi:
            back.community = back.community or words
        else:
            self._take_place(_BESIDE_TAIL.sub("", _BESIDE_WITHIN.sub("", _LEAD.sub("", words))))

    def _take_place(self, place: str) -> None:
        """The first place counts; a stage or a part of it (二期, 南楼) says which building."""
        back = self._back
        if not back.poi:
            stage = _STAGE_TAIL.search(place)
            back.poi = place[: stage.start()] if stage else place
            back.building = stage[0] if stage else back.building

    def _take_road(self, words: str) -> None:
        """Names of roads have two or three characters: of a longer one the first part is the place before it."""
        parts = None if self._back.road else _ROAD_STEM.match(words)
        if parts is not None:
            stem = parts["stem"]
            cut = len(stem) - (1 if stem[-1] in "经纬" else 3 if stem[-1] in "山湖江河桥寺庙塔台亭场" else 2)
            self._take("community" if cut < 4 else "place", words[:cut])
            words = words[cut:]
        self._back.road = self._back.road or words


_STAGE_TAIL = re.compile(rf"(?<=[一-龥]{{2}}){_STAGE.pattern}.*$")
_COUNTED = frozenset("号弄0123456789")
_GOING_ON = {"road": _AFTER_ROAD, "community": _AFTER_COMMUNITY, "place": _AFTER_PLACE}


def _goes_on(kind: str, chunk: str, end: int) -> bool:
    """The word is part of a longer name: 花园 in 花园路, 村 in 村前街."""
    if kind == "road" and chunk[end - 1] in "巷弄街" and re.match(r"[一-龥]{1,5}(?:路|大道)", chunk[end:]):
        return True
    if kind == "place" and (_SECTION.match(chunk, end) or _STAGE.match(chunk, end)):
        return False
    return _GOING_ON[kind].match(chunk, end) is not None
