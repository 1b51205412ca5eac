"""HTML and SVG in small pieces; whatever is text is escaped here and nowhere else."""

from collections.abc import Sequence
from html import escape

from yiku_extractor.evaluation.tables import Table

Markup = str
"""Text that is HTML already."""


def tag(name: str, *inside: Markup, **attributes: object) -> Markup:
    """An element; attributes are escaped, `_` in their names stands for `-` and at the end for nothing."""
    told = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(v))}"' for key, v in attributes.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>"


def text(value: str) -> Markup:
    """Text as HTML."""
    return escape(value, quote=False)


def table(shown: Table) -> Markup:
    """A table with its title and note; wide ones scroll by themselves."""
    head = tag(
        "tr", *(tag("th", text(column if place else ""), scope="col") for place, column in enumerate(shown.columns))
    )
    rows = (_row(row) for row in shown.rows)
    body = tag("table", tag("thead", head), tag("tbody", *rows))
    note = tag("p", text(shown.note), class_="note") if shown.note else ""
    return tag("section", tag("h3", text(shown.title)), note, tag("div", body, class_="wide"))


def figure(title: str, drawing: Markup, note: str = "") -> Markup:
    """A plot with its title and how to read it."""
    caption = tag("figcaption", tag("strong", text(title)), *([" ", text(note)] if note else []))
    return tag("figure", caption, drawing)


def legend(names: Sequence[tuple[str, str]]) -> Markup:
    """(class of the colour, name) in a row."""
    items = (tag("span", tag("i", class_=f"swatch {colour}"), text(name)) for colour, name in names)
    return tag("p", *items, class_="legend")


def _row(row: Sequence[str]) -> Markup:
    first, *others = row
    return tag("tr", tag("th", text(first), scope="row"), *(tag("td", text(cell)) for cell in others))
