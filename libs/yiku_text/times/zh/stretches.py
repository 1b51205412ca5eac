"""Stretches told by their length in Chinese: 过去三天, 未来两周, 前两天, 三天内, 三年以来."""

from yiku_text.times import reading
from yiku_text.times.reading import Amount, Reading
from yiku_text.times.span import Scale, Window, frame, midnight
from yiku_text.times.tokens import Kind, Parsed, Reader
from yiku_text.times.zh.lengths import amount, may_be_length

_VAGUE = {Scale.DAY: (7, 1), Scale.YEAR: (5, 1), Scale.HOUR: (6, 1), Scale.MINUTE: (9, 1)}
"""前两天 is some days ago: from so many units back to before the last of them."""
_FEW = frozenset({"两", "俩", "几", "些", "数"})


def stretch(r: Reader, at: int) -> Parsed[Reading]:
    """过去三天, 未来两周, 前两天, 上2个月; 三天前, 三天内."""
    kind = r.kind(at)
    if kind in (Kind.PAST, Kind.COMING, Kind.FORE, Kind.SHIFTED, Kind.HIND):
        return _sided(r, at)
    found = amount(r, at, loose=True)
    return found and (_beside(r, found[1], found[0]) if may_be_length(r, at, found[1]) else None)


def _sided(r: Reader, at: int) -> Parsed[Reading]:
    start = r.skip(at + 1, Kind.OF)
    found = amount(r, start, loose=True)
    if found is None or (r.kind(at) is Kind.SHIFTED and r.word(start) in ("一", "1")):
        return None
    said, end = found
    kind, word, now = r.kind(at), r.word(at), r.reference.now
    end = end + 1 if r.word(end) == "中" else r.skip(end, Kind.WITHIN)
    if kind is Kind.FORE and r.word(start) in _FEW and said.scale in _VAGUE:
        return _some_ago(r, said), end
    if kind in (Kind.PAST, Kind.FORE) or word.startswith("上"):
        return reading.lasting_until_now(said, now), end
    if word in ("过", "再过", "再等"):
        return reading.from_then_on(said, now), end
    if kind in (Kind.COMING, Kind.HIND) or word.startswith("下"):
        return reading.lasting_from_now(said, now), end
    return (_these(r, said), end) if word == "这" else None


def _some_ago(r: Reader, said: Amount) -> Window:
    far, near = _VAGUE[said.scale]
    since = frame(r.reference.now, said.scale, -far).since
    return Window(since, frame(r.reference.now, said.scale, -near).since, said.scale)


def _these(r: Reader, said: Amount) -> Window:
    """这两天, 这三年: up to the end of the running one."""
    now = r.reference.now
    if said.scale is Scale.DAY:
        return Window(midnight(said.low.after(now, -1)), frame(now, Scale.DAY).until, Scale.DAYS)
    return reading.lasting_until_now(said, now)


def _beside(r: Reader, at: int, said: Amount) -> Parsed[Reading]:
    """三天 and then 以前, 以后, 内, 以来."""
    now, kind, word = r.reference.now, r.kind(at), r.word(at)
    if kind is Kind.BEFORE:
        return reading.since_before(said, now), at + 1
    if kind is Kind.AFTER:
        return reading.from_then_on(said, now), at + 1
    if kind is Kind.WITHIN and word != "里":
        return reading.within(said, r.reference), at + 1
    return (reading.since_so_long(said, now), at + 1) if kind is Kind.EVER_SINCE and word == "以来" else None
