"""Ten thousand plausible memories of two hundred customers, and questions about them; always the same."""

import random
from dataclasses import dataclass

USERS = 200
MEMORIES = 10_000

_PLACES = [
    "望京",
    "通州北苑",
    "亦庄",
    "三元桥",
    "中关村",
    "回龙观",
    "天通苑",
    "国贸",
    "双井",
    "劲松",
    "方庄",
    "丰台科技园",
    "龙泽",
    "西二旗",
    "五道口",
    "宋家庄",
]
_GOODS = [
    "打印机耗材",
    "玻璃茶几",
    "双开门冰箱",
    "红木家具",
    "办公桌椅",
    "鲜花",
    "海鲜",
    "瓷砖",
    "图书",
    "服装",
    "钢琴",
    "鱼缸",
    "服务器机柜",
    "建材",
    "样品",
    "行李",
]
_VEHICLES = ["小面", "中面", "依维柯", "厢式货车", "平板车", "高栏车", "冷藏车", "4.2米厢货", "微面", "金杯"]
_DRIVERS = ["李", "王", "张", "刘", "陈", "杨", "赵", "黄", "周", "吴", "徐", "孙", "马", "朱", "胡", "郭"]
_TIMES = ["早上八点前", "中午", "下午三点以后", "晚上七点", "周末", "周三下午", "月底", "工作日上午"]
_TEMPLATES = (
    "从{place}往{other}送{goods}，一般用{vehicle}",
    "{time}送{goods}最方便，{place}这边不好停车",
    "{driver}师傅上次搬{goods}很细心，第{n}次用他了",
    "{place}仓库有{n}箱{goods}要运到{other}",
    "{vehicle}装{goods}不够，得两趟，第{n}单加了钱",
    "投诉{driver}师傅在{place}迟到了{n}分钟",
    "{time}别打电话，短信通知，{place}门口等",
    "订单{order}从{place}到{other}，{goods}{n}件",
    "We ship {n} boxes from {place} with driver {driver}, {vehicle} only",
    "Please call {n} minutes before reaching {place}, goods: {goods}",
)
_QUESTIONS = (
    "上次从{place}送{goods}用的什么车",
    "{driver}师傅怎么样",
    "{place}那边什么时候方便送",
    "{goods}一般送到哪里",
    "还是用{vehicle}吧，从{place}走",
    "我投诉过哪个师傅，在{place}的",
    "which driver do I like for {goods} at {place}",
    "订单里去{other}的{goods}",
)


@dataclass(frozen=True)
class Statement:
    """A memory to state for a customer."""

    user_id: str
    content: str


def statements(users: int = USERS, memories: int = MEMORIES) -> list[Statement]:
    """`memories` distinct statements, spread evenly over `users`, in an order that mixes customers."""
    rng = random.Random(2026)
    seen: set[str] = set()
    made: list[Statement] = []
    while len(made) < memories:
        content = _fill(rng, _TEMPLATES)
        if content not in seen:
            seen.add(content)
            made.append(Statement(f"bench_{len(made) % users:04d}", content))
    return made


def questions(count: int, *, seed: int) -> list[Statement]:
    """`count` distinct (customer, question) pairs."""
    rng = random.Random(seed)
    pairs: dict[tuple[str, str], None] = {}
    while len(pairs) < count:
        pairs[f"bench_{rng.randrange(USERS):04d}", _fill(rng, _QUESTIONS)] = None
    return [Statement(*pair) for pair in pairs]


def _fill(rng: random.Random, templates: tuple[str, ...]) -> str:
    place, other = rng.sample(_PLACES, 2)
    return rng.choice(templates).format(
        place=place,
        other=other,
        goods=rng.choice(_GOODS),
        vehicle=rng.choice(_VEHICLES),
        driver=rng.choice(_DRIVERS),
        time=rng.choice(_TIMES),
        n=rng.randrange(2, 90),
        order=f"{rng.randrange(10**6, 10**7):011d}",
    )
