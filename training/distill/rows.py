"""A label as a line of the corpus."""

from training.distill.teaching import Label, Memory
from training.distill.turns import UnlabelledTurn


def corpus_row(turn: UnlabelledTurn, label: Label) -> dict[str, object]:
    """In the format of training/corpus/README.md."""
    row: dict[str, object] = {"text": turn.text, "lang": turn.lang, "slice": label.slice}
    if turn.role != "user":
        row["role"] = turn.role
    if turn.before:
        row["before"] = [{"role": role, "text": text} for role, text in turn.before]
    row["memories"] = [_memory(memory) for memory in label.memories]
    if label.borderline:
        row["borderline"] = True
    return row


def _memory(memory: Memory) -> dict[str, str]:
    told = {"kind": memory.kind, "words": memory.words}
    return told | {"attribute": memory.attribute} if memory.attribute else told
