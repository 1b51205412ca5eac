"""Holidays of both languages: by date, by weekday, by the moon and by the sun."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from yiku_text.times.lunar import lunar_day, solar_term
from yiku_text.times.model import Every, Recurrence
from yiku_text.times.span import Scale, Span, frame
from yiku_text.times.units import YEARLY, Narrow, Trait, Unit, nth_weekday


@dataclass(frozen=True)
class Feast:
    """A holiday; the days off around it start `before` days ahead of it and are `days` in number."""

    day: Unit
    before: int = 0
    days: int = 1

    def holidays(self) -> Unit:
        """The days off ("over Christmas", 国庆期间)."""

        def narrow(year: Span) -> Span | None:
            day = self.day.narrow(year)
            if day is None:
                return None
            since = day.since - timedelta(days=self.before)
            return Span(since, since + timedelta(days=self.days), Scale.DAYS)

        return replace(self.day, scale=Scale.DAYS, narrow=narrow)


def _on(month: int, day: int, before: int = 0, days: int = 1) -> Feast:
    def narrow(year: Span) -> Span:
        return frame(year.since.replace(month=month, day=day), Scale.DAY)

    repeats = Recurrence(Every.YEAR, year_days=((month, day),))
    return Feast(Unit(Scale.DAY, narrow, YEARLY, Scale.YEAR, repeats=repeats, trait=Trait.FEAST), before, days)


def _weekday(name: str, month: int, number: int, day: int, later: int = 0, days: int = 1) -> Feast:
    """The `number`-th weekday `day` of the month, `later` days after it."""
    found = nth_weekday(number, day)

    def narrow(year: Span) -> Span | None:
        day = found.narrow(frame(year.since.replace(month=month), Scale.MONTH))
        return day and frame(day.since + timedelta(days=later), Scale.DAY)

    return Feast(_movable(name, narrow), 0, days)


def _easter(name: str, later: int = 0) -> Feast:
    def narrow(year: Span) -> Span:
        return frame(_easter_sunday(year.since.year) + timedelta(days=later), Scale.DAY)

    return Feast(_movable(name, narrow))


def _movable(name: str, narrow: Narrow) -> Unit:
    repeats = Recurrence(Every.YEAR, festival=name)
    return Unit(Scale.DAY, narrow, YEARLY, Scale.YEAR, repeats=repeats, trait=Trait.FEAST)


def _easter_sunday(year: int) -> datetime:
    """Gregorian computus (Meeus, Jones and Butcher)."""
    century, rest = divmod(year, 100)
    shifted = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * (year % 19) + century - century // 4 - shifted + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (year % 19 + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return datetime(year, month, day + 1)


def _lunar(name: str, month: int, day: int, before: int = 0, days: int = 1) -> Feast:
    return Feast(lunar_day(month, day, name), before, days)


_SPRING_FESTIVAL = _lunar("春节", 1, 1, 1, 8)
_EVE = _lunar("除夕", 12, -1)
_LANTERNS = _lunar("元宵节", 1, 15)
_DRAGON_BOAT = _lunar("端午节", 5, 5, 0, 3)
_MID_AUTUMN = _lunar("中秋节", 8, 15, 0, 3)
_DOUBLE_NINTH = _lunar("重阳节", 9, 9)
_TOMBS = Feast(solar_term("清明"), 0, 3)
_NEW_YEAR = _on(1, 1, 0, 3)
_LABOUR = _on(5, 1, 0, 5)
_NATIONAL = _on(10, 1, 0, 7)
_CHRISTMAS = _on(12, 25, 1, 8)
_THANKSGIVING = _weekday("Thanksgiving", 11, 4, 4, 0, 4)
_BLACK_FRIDAY = _weekday("Black Friday", 11, 4, 4, 1)
_MOTHERS = _weekday("Mother's Day", 5, 2, 7)
_FATHERS = _weekday("Father's Day", 6, 3, 7)

_CHINESE: dict[str, Feast] = {
    "元旦 元旦节 新年": _NEW_YEAR,
    "春节 新春 农历新年 过年 大年初一 年": _SPRING_FESTIVAL,
    "除夕 除夕夜 大年三十 年三十 大年夜 年夜": _EVE,
    "小年": _lunar("小年", 12, 23),
    "元宵节 元宵": _LANTERNS,
    "龙抬头": _lunar("龙抬头", 2, 2),
    "清明节": _TOMBS,
    "端午节 端午": _DRAGON_BOAT,
    "七夕 七夕节": _lunar("七夕", 7, 7),
    "中元节 鬼节": _lunar("中元节", 7, 15),
    "中秋节 中秋": _MID_AUTUMN,
    "重阳节 重阳": _DOUBLE_NINTH,
    "腊八节 腊八": _lunar("腊八节", 12, 8),
    "情人节": _on(2, 14),
    "女生节": _on(3, 7),
    "妇女节 三八节 女神节 三八": _on(3, 8),
    "植树节": _on(3, 12),
    "白色情人节": _on(3, 14),
    "消费者权益日 三一五": _on(3, 15),
    "愚人节": _on(4, 1),
    "世界读书日": _on(4, 23),
    "劳动节 五一劳动节 五一节 五一": _LABOUR,
    "青年节 五四青年节 五四": _on(5, 4),
    "护士节": _on(5, 12),
    "儿童节 六一儿童节 六一": _on(6, 1),
    "618 六一八": _on(6, 18),
    "建党节 七一": _on(7, 1),
    "建军节 八一": _on(8, 1),
    "教师节": _on(9, 10),
    "国庆节 国庆 十一国庆 十一": _NATIONAL,
    "万圣节 万圣夜 万圣节前夜": _on(10, 31),
    "双十一 双11 光棍节": _on(11, 11),
    "双十二 双12": _on(12, 12),
    "平安夜 圣诞夜": _on(12, 24),
    "圣诞节 圣诞": _CHRISTMAS,
    "跨年夜 跨年": _on(12, 31),
    "母亲节": _MOTHERS,
    "父亲节": _FATHERS,
    "感恩节": _THANKSGIVING,
    "黑色星期五 黑五": _BLACK_FRIDAY,
    "网络星期一": _weekday("Cyber Monday", 11, 4, 4, 4),
    "复活节": _easter("Easter"),
}

_ENGLISH: dict[str, Feast] = {
    "new year's day|new year's|new years|new year": _NEW_YEAR,
    "new year's eve|nye": _on(12, 31),
    "spring festival|chinese new year|lunar new year": _SPRING_FESTIVAL,
    "lantern festival": _LANTERNS,
    "tomb sweeping day|tomb-sweeping day|qingming festival|qingming": _TOMBS,
    "dragon boat festival": _DRAGON_BOAT,
    "mid-autumn festival|mid autumn festival|mid-autumn|moon festival": _MID_AUTUMN,
    "double ninth festival": _DOUBLE_NINTH,
    "martin luther king day|mlk day": _weekday("Martin Luther King Day", 1, 3, 1),
    "valentine's day|valentines day|valentine's": _on(2, 14),
    "presidents' day|presidents day|president's day": _weekday("Presidents' Day", 2, 3, 1),
    "women's day|international women's day": _on(3, 8),
    "st patrick's day|st. patrick's day|saint patrick's day": _on(3, 17),
    "april fools' day|april fool's day|april fools": _on(4, 1),
    "good friday": _easter("Good Friday", -2),
    "easter sunday|easter": _easter("Easter"),
    "easter monday": _easter("Easter Monday", 1),
    "earth day": _on(4, 22),
    "may day|international workers' day|labour day": _LABOUR,
    "cinco de mayo": _on(5, 5),
    "mother's day|mothers day": _MOTHERS,
    "memorial day": _weekday("Memorial Day", 5, -1, 1),
    "children's day": _on(6, 1),
    "father's day|fathers day": _FATHERS,
    "juneteenth": _on(6, 19),
    "independence day|fourth of july|the fourth of july": _on(7, 4),
    "labor day": _weekday("Labor Day", 9, 1, 1),
    "teachers' day|teacher's day": _on(9, 10),
    "chinese national day|national day": _NATIONAL,
    "columbus day": _weekday("Columbus Day", 10, 2, 1),
    "halloween": _on(10, 31),
    "singles' day|singles day|double eleven|double 11": _on(11, 11),
    "veterans day|veterans' day": _on(11, 11),
    "thanksgiving day|thanksgiving": _THANKSGIVING,
    "black friday": _BLACK_FRIDAY,
    "cyber monday": _weekday("Cyber Monday", 11, 4, 4, 4),
    "christmas eve|xmas eve": _on(12, 24),
    "christmas day|christmas|xmas|x-mas": _CHRISTMAS,
    "boxing day": _on(12, 26),
}

CHINESE_FEASTS = {name: feast for names, feast in _CHINESE.items() for name in names.split()}
ENGLISH_FEASTS = {name: feast for names, feast in _ENGLISH.items() for name in names.split("|")}
