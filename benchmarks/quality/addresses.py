"""How many labelled fields of an address set the parser gets right.

    python -m benchmarks.quality.addresses FILE.jsonl... [--misses FIELD] [--part 0/2]

A line holds either `spans` (label, start, end) or `expected` (province, city, county) beside its `text`. A field is
right where its name is the labelled one, with or without the suffix of its kind (浙江 and 浙江省); `exact` counts
equal texts only. A field that is labelled and left empty is wrong.
"""

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yiku_text import address
from yiku_text.addresses.gazetteer import short_name

_LABELS = {"prov": "province", "city": "city", "district": "district", "road": "road", "poi": "poi"}
_EXTRA = {"town": "town", "community": "community", "devZone": "zone", "roadno": "number", "houseno": "building"}
_EXPECTED = {"province": "province", "city": "city", "county": "district"}
_NOT_WORDS = re.compile(r"[\s\-_,，.。()（）]")


@dataclass
class Tally:
    """Counts by field, and what was wrong."""

    labelled: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    invented: list[tuple[str, str]] = field(default_factory=list)
    misses: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, text: str, name: str, wanted: str, got: str) -> None:
        """Count one labelled field."""
        self.labelled[name] += 1
        self.exact[name] += wanted == got
        if _same(name, wanted, got):
            self.right[name] += 1
        else:
            self.misses.append((name, text, wanted, got))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--misses", default="", help="print the misses of this field, or of `all`")
    parser.add_argument("--part", default="0/1", help="only lines whose number leaves K by N, as K/N")
    arguments = parser.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    address.parse("北京市朝阳区")
    for path in arguments.files:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()][part::parts]
        _report(path, lines, arguments.misses)


def _report(path: Path, lines: list[dict[str, Any]], misses: str) -> None:
    tally = Tally()
    began = time.perf_counter()
    parsed = [address.parse(line["text"]) for line in lines]
    spent = time.perf_counter() - began
    for line, found in zip(lines, parsed, strict=True):
        _compare(tally, line, found)
    print(f"{path.name}: {len(lines)} addresses, {1000 * spent / len(lines):.3f} ms each")
    for name in tally.labelled:
        counts = tally.right[name], tally.exact[name]
        shares = " ".join(f"{count / tally.labelled[name]:.3f}" for count in counts)
        print(f"  {name:10} {tally.labelled[name]:5} right, exact: {shares}")
    asked = [name for name in tally.labelled if name in {*_LABELS.values(), *_EXPECTED.values()}]
    right, labelled = sum(tally.right[name] for name in asked), sum(tally.labelled[name] for name in asked)
    exact = sum(tally.exact[name] for name in asked)
    print(f"  {'all asked':10} {labelled:5} right, exact: {right / labelled:.3f} {exact / labelled:.3f}")
    print(f"  cities under a name that the text lacks, not inferred: {len(tally.invented)} {tally.invented[:5]}")
    for name, text, wanted, got in tally.misses:
        if misses in {name, "all"}:
            print(f"  {name}\t{text}\t{wanted}\t{got}")


def _compare(tally: Tally, line: dict[str, Any], found: address.Address) -> None:
    for name, wanted in _labels(line):
        tally.add(line["text"], name, wanted, str(getattr(found, name)))
    if found.city and "city" not in found.inferred and short_name(found.city)[:2] not in line["text"]:
        tally.invented.append((line["text"], found.city))


def _labels(line: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if "expected" in line:
        yield from ((_EXPECTED[key], value) for key, value in line["expected"].items() if key in _EXPECTED and value)
        return
    seen = set()
    for span in line["spans"]:
        name = (_LABELS | _EXTRA).get(span["label"])
        if name and name not in seen:
            seen.add(name)
            yield name, line["text"][span["start"] : span["end"]]


def _same(name: str, wanted: str, got: str) -> bool:
    if name in {"province", "city", "district"}:
        return short_name(wanted) == short_name(got)
    if name == "town":
        return re.sub(r"(?:街道|镇|乡)$", "", wanted) == re.sub(r"(?:街道|镇|乡)$", "", got)
    return _NOT_WORDS.sub("", wanted) == _NOT_WORDS.sub("", got)


if __name__ == "__main__":
    main()
