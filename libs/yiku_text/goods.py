"""Goods and the class that decides how they travel."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from dataclasses import dataclass
from enum import StrEnum


class GoodsClass(StrEnum):
    """Handling classes."""

    FRAGILE = "fragile"
    FURNITURE = "furniture"
    APPLIANCE = "appliance"
    COLD = "cold"
    PET = "pet"
    HAZARDOUS = "hazardous"
    CLOTHING = "clothing"
    FOOD = "food"
    PLANT = "plant"
    MACHINERY = "machinery"
    ELECTRONICS = "electronics"
    BUILDING_MATERIAL = "building_material"
    INSTRUMENT = "instrument"
    DOCUMENTS = "documents"


@dataclass(frozen=True)
class Goods:
    """A named good: [start, end) in the text, its words, and its class."""

    start: int
    end: int
    name: str
    goods_class: GoodsClass


_CLASSES: tuple[tuple[GoodsClass, str], ...] = (
    (GoodsClass.COLD, r"冻货|冷冻(?:食品|肉|海鲜|品)|冰鲜|生鲜|冻[牛羊猪鸡]?肉|海鲜|冰淇淋|雪糕|毛肚|鸭肠|frozen (?:food|goods|meat|fish)|ice cream|fresh produce|seafood"),
    (GoodsClass.HAZARDOUS, r"油漆|汽油|酒精|烟花|煤气罐|液化气|化学品|危险品|锂电池|农药|paint|gasoline|chemicals?|lithium batter(?:y|ies)|fireworks"),
    (GoodsClass.FRAGILE, r"易碎品|玻璃(?:杯|瓶|制品)?|陶瓷(?:杯盘|花器|杯|瓶|制品)?|瓷器|花瓶|镜子|台灯|灯具|红酒|陶艺|柴烧壶|framed prints?|glass(?:ware)?|ceramics?|mirrors?|porcelain|wine|lamps?|vases?|fragile (?:items?|goods|stuff)"),
    (GoodsClass.INSTRUMENT, r"电?钢琴|吉他|古筝|架子鼓|(?:upright )?pianos?|guitars?|drum kits?"),
    (GoodsClass.APPLIANCE, r"冰箱|洗衣机|电视机?|空调|微波炉|烘干机|热水器|fridges?|refrigerators?|washing machines?|tvs?|televisions?|dryers?|ovens?"),
    (GoodsClass.ELECTRONICS, r"LED屏|显示屏|电脑|服务器|显示器|手机配件|电子元件|LED screens?|computers?|servers?|monitors?|electronics"),
    (GoodsClass.FURNITURE, r"家具|沙发|双人床|单人床|床垫|衣柜|书柜|书桌|餐桌|桌子|椅子|茶几|红木柜子?|柜子|furniture|sofas?|couch(?:es)?|beds?|mattress(?:es)?|wardrobes?|bookcases?|desks?|tables?|chairs?"),
    (GoodsClass.CLOTHING, r"服装|衣服|布料|窗帘布?料?|汗衫|鞋子?|面料|clothes|clothing|garments?|textiles?|fabrics?|shoes"),
    (GoodsClass.PLANT, r"绿植|盆栽|龟背竹|鲜花|花卉|苗木|plants?|flowers?|saplings?"),
    (GoodsClass.FOOD, r"水果|蔬菜|粮油|大米|零食|饮料|牛奶|调料|火锅料|蛋糕|fruits?|vegetables?|groceries|snacks?|beverages?|drinks|cakes?"),
    (GoodsClass.MACHINERY, r"机器|机械(?:零件|配件|设备)?|设备|模具|发动机|电窑|machine parts?|machinery|equipment|moulds?|molds?|engines?|crates?"),
    (GoodsClass.BUILDING_MATERIAL, r"建材|瓷砖|水泥|钢材|钢管|木板|桁架|展架|五金|石材|泥料|釉料|building materials?|tiles?|cement|steel(?: pipes?)?|timber|truss(?:es)?"),
    (GoodsClass.PET, r"宠物笼?|猫笼|狗笼|pet (?:crates?|cages?|supplies)"),
    (GoodsClass.DOCUMENTS, r"文件|档案|标书|样册|documents?|files?|archives?"),
)  # fmt: skip

_ANY = re.compile("|".join(f"(?P<{kind.value}>{pattern})" for kind, pattern in _CLASSES), re.IGNORECASE)
_TOUCHES_LETTER = re.compile(r"[A-Za-z]")


def find(text: str) -> tuple[Goods, ...]:
    """The goods a text names, in reading order."""
    found = (match for match in _ANY.finditer(text) if _whole_word(match))
    return tuple(Goods(match.start(), match.end(), match[0], GoodsClass(match.lastgroup or "")) for match in found)


def classes(text: str) -> tuple[GoodsClass, ...]:
    """The classes of the goods a text names, each once, in the order of the names."""
    return tuple(dict.fromkeys(goods.goods_class for goods in find(text)))


def _whole_word(match: re.Match[str]) -> bool:
    if not match[0].isascii():
        return True
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return not (_TOUCHES_LETTER.match(before) or _TOUCHES_LETTER.match(after))
