"""Plots as inline SVG; colours are classes of the style sheet, so that they follow the light and the dark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from yiku_extractor.evaluation.reliability import Bin, Reliability
from yiku_extractor.evaluation.report.markup import Markup, tag, text

_LABEL = 150
_BAR = 420
_LINE = 22
_SIDE = 250
_EDGE = 40


@dataclass(frozen=True)
class Part:
    """A part of a bar: the class of its colour, its share of the whole bar, what to say of it."""

    colour: str
    share: float
    told: str


@dataclass(frozen=True)
class Bar:
    """A bar with its parts from left to right, `told` at its end."""

    name: str
    parts: tuple[Part, ...]
    told: str


def stacked(bars: Sequence[Bar], what: str) -> Markup:
    """Horizontal bars; full width is 1."""
    lines = [_bar(bar, place * _LINE) for place, bar in enumerate(bars)]
    return _drawing((_LABEL + _BAR + 110, len(bars) * _LINE + 4), what, *lines)


def grouped(groups: Sequence[Bar], what: str) -> Markup:
    """For each group its parts below one another, each from 0 to 1."""
    lines: list[Markup] = []
    y = 0.0
    for group in groups:
        lines.append(_name(group.name, y + 4 * len(group.parts) + 4))
        for part in group.parts:
            lines.append(_rect(_LABEL, y, part.share * _BAR, 9, part))
            lines.append(tag("text", text(part.told), x=_LABEL + part.share * _BAR + 6, y=y + 9, class_="small"))
            y += 11
        y += 8
    return _drawing((_LABEL + _BAR + 110, y), what, *lines)


def curve(found: Reliability, what: str) -> Markup:
    """Said against true, the larger the dot the more it stands for; on the dashed line they are the same."""
    most = max(each.count for each in found.bins)
    points = [(_x(each.chance), _y(each.true)) for each in found.bins]
    dots = [_dot(each, point, (each.count / most) ** 0.5) for each, point in zip(found.bins, points, strict=True)]
    line = tag("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), class_="line")
    ideal = tag("line", x1=_x(0), y1=_y(0), x2=_x(1), y2=_y(1), class_="ideal")
    return _drawing((_SIDE + 1.5 * _EDGE, _SIDE + 1.5 * _EDGE), what, *_axes(), ideal, line, *dots)


def matrix(names: Sequence[str], counts: dict[tuple[str, str], int], what: str) -> Markup:
    """Rows against columns, darker where a larger share of its row falls."""
    size, left, top = 74, 100, 34
    cells: list[Markup] = []
    for down, row in enumerate(names):
        y = top + down * 40
        whole = sum(counts.get((row, column), 0) for column in names)
        cells.append(tag("text", text(row), x=left - 8, y=y + 24, class_="end"))
        for across, column in enumerate(names):
            count = counts.get((row, column), 0)
            cells += _cell(left + across * size, y, (size, 40), count, count / whole if whole else 0.0)
    heads = [
        tag("text", text(n), x=left + i * size + size / 2, y=top - 10, class_="middle") for i, n in enumerate(names)
    ]
    return _drawing((left + len(names) * size + 4, top + len(names) * 40 + 4), what, *heads, *cells)


def _dot(each: Bin, point: tuple[float, float], weight: float) -> Markup:
    told = f"{each.low:.1f} to {each.high:.1f}: said {each.chance:.3f}, true {each.true:.3f}, {each.count} of them"
    x, y = point
    title = tag("title", text(told))
    return tag("circle", title, cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{3 + 9 * weight:.1f}", class_="one dot")


def _bar(bar: Bar, y: float) -> Markup:
    x = float(_LABEL)
    parts: list[Markup] = []
    for part in bar.parts:
        parts.append(_rect(x, y + 3, part.share * _BAR, _LINE - 7, part))
        x += part.share * _BAR
    told = tag("text", text(bar.told), x=_LABEL + _BAR + 8, y=y + 15, class_="small")
    return _name(bar.name, y + 15) + "".join(parts) + told


def _rect(x: float, y: float, width: float, height: float, part: Part) -> Markup:
    title = tag("title", text(part.told))
    return tag("rect", title, x=f"{x:.1f}", y=f"{y:.1f}", width=f"{width:.1f}", height=height, class_=part.colour)


def _name(name: str, y: float) -> Markup:
    return tag("text", text(name), x=_LABEL - 8, y=y, class_="end")


def _cell(x: float, y: float, size: tuple[int, int], count: int, part: float) -> Iterator[Markup]:
    width, height = size
    shade = f"{0.04 + 0.7 * part:.2f}"
    yield tag("rect", x=x, y=y, width=width - 2, height=height - 2, class_="one", fill_opacity=shade)
    if count:
        yield tag("text", text(str(count)), x=x + width / 2 - 1, y=y + height / 2 + 4, class_="middle")


def _axes() -> Iterator[Markup]:
    for tenth in range(0, 11, 2):
        value = tenth / 10
        yield tag("line", x1=_x(value), y1=_y(0), x2=_x(value), y2=_y(1), class_="grid")
        yield tag("line", x1=_x(0), y1=_y(value), x2=_x(1), y2=_y(value), class_="grid")
        yield tag("text", f"{value:.1f}", x=_x(value), y=_y(0) + 16, class_="small middle")
        yield tag("text", f"{value:.1f}", x=_x(0) - 6, y=_y(value) + 4, class_="small end")
    yield tag("text", "said", x=_x(0.5), y=_y(0) + 32, class_="middle")
    yield tag("text", "true", x=_x(0) - 30, y=_y(0.5), class_="middle", transform=f"rotate(-90 {_x(0) - 30} {_y(0.5)})")


def _x(value: float) -> float:
    return _EDGE + value * _SIDE


def _y(value: float) -> float:
    return _EDGE / 2 + (1 - value) * _SIDE


def _drawing(size: tuple[float, float], what: str, *inside: Markup) -> Markup:
    width, height = size
    return tag(
        "svg", *inside, viewBox=f"0 0 {width:.0f} {height:.0f}", width=f"{width:.0f}", role="img", aria_label=what
    )
