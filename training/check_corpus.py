"""Says where a corpus file breaks its form; exit code 1 where one does."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SLICES = frozenset(
    "plain typos slang ellipsis voice_to_text several_facts negation condition correction answer_to_bot "  # noqa: SIM905
    "sarcasm hypothetical third_party quoted bot_words small_talk greeting question one_off order_status "
    "injected general denial vague joke time_told code_switching praise complaint family health long_turn".split()
)
KINDS = frozenset({"preference", "fact", "sentiment", "relation", "event"})
_FIELDS = frozenset({"text", "lang", "slice", "role", "before", "memories", "borderline"})
_NEAR = 0.8


def faults(line: str) -> Iterator[str]:
    """What is wrong with one line, nothing where it is right."""
    try:
        row = json.loads(line)
    except ValueError as error:
        yield f"not JSON: {error}"
        return
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        yield "text is missing"
        return
    if unknown := set(row) - _FIELDS:
        yield f"unknown fields {sorted(unknown)}"
    if row.get("lang") not in {"zh", "en", "mixed"}:
        yield "lang must be zh, en or mixed"
    if row.get("slice") not in SLICES:
        yield f"unknown slice {row.get('slice')!r}"
    if not isinstance(row.get("memories"), list):
        yield "memories must be a list"
        return
    for turn in row.get("before", []):
        if set(turn) != {"role", "text"} or turn["role"] not in {"bot", "user"}:
            yield f"a turn of before must have role (bot, user) and text: {turn}"
    for memory in row["memories"]:
        if memory.get("kind") not in KINDS:
            yield f"unknown kind {memory.get('kind')!r}"
        if not memory.get("words") or memory["words"] not in text:
            yield f"words are not in the text: {memory.get('words')!r}"


def _grams(text: str) -> set[str]:
    return {text[i : i + 3] for i in range(max(1, len(text) - 2))}


def near_twins(texts: list[str]) -> Iterator[tuple[int, int]]:
    """Pairs of places whose texts share four fifths of their trigrams."""
    seen: dict[str, list[int]] = {}
    grams = [_grams(text) for text in texts]
    for place, mine in enumerate(grams):
        met: Counter[int] = Counter()
        for gram in mine:
            met.update(seen.get(gram, ()))
            seen.setdefault(gram, []).append(place)
        for other, shared in met.items():
            if shared / len(mine | grams[other]) >= _NEAR:
                yield other, place


def main(paths: list[str]) -> int:
    """Check files (default: the whole corpus); print counts and faults."""
    files = [Path(p) for p in paths] or sorted(Path(__file__).with_name("corpus").glob("*.jsonl"))
    texts: list[str] = []
    places: list[str] = []
    count: Counter[str] = Counter()
    bad = 0
    for file in files:
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            where = f"{file.name}:{number}"
            for fault in faults(line):
                _say(f"{where}: {fault}")
                bad += 1
            try:
                row = json.loads(line)
                count["kept" if row["memories"] else "dropped"] += 1
                count.update(f"slice {row['slice']}" for _ in [0])
                count.update(f"kind {m['kind']}" for m in row["memories"])
            except (ValueError, KeyError, TypeError):
                continue
            texts.append(row["text"])
            places.append(where)
    for one, other in near_twins(texts):
        _say(f"{places[other]}: nearly the same as {places[one]}")
    _say(f"{len(texts)} segments, {bad} faults")
    _say(", ".join(f"{name} {n}" for name, n in count.most_common()))
    return 1 if bad else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
