"""All figures of one evaluation, for the console and for the report."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yiku_extractor.evaluation.breakdown import Row, by_kind, by_slot, confusion
from yiku_extractor.evaluation.cost import Cost, cost
from yiku_extractor.evaluation.figures import Group, group, groups
from yiku_extractor.evaluation.judging import JudgedTurn
from yiku_extractor.evaluation.mistakes import Mistake, mistakes
from yiku_extractor.evaluation.reliability import Reliability, of_memories, of_statements, of_turns, reliability


@dataclass(frozen=True)
class Setting:
    """What was evaluated: on which files, with which student and language model, "" for none."""

    files: tuple[str, ...]
    student: str
    unsure_between: tuple[float, float] | None
    llm: str
    at: datetime


@dataclass(frozen=True)
class Wrong:
    """A turn with its mistakes, at least one."""

    turn: JudgedTurn
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True)
class Board:
    """Everything that is shown. `calibrations` are (what is judged, how its chances hold)."""

    setting: Setting
    whole: Group
    languages: tuple[Group, ...]
    slices: tuple[Group, ...]
    kinds: tuple[Row, ...]
    slots: tuple[Row, ...]
    confusion: Counter[tuple[str, str]]
    calibrations: tuple[tuple[str, Reliability], ...]
    cost: Cost
    wrong: tuple[Wrong, ...]


def board(setting: Setting, turns: Sequence[JudgedTurn]) -> Board:
    """Of at least one turn."""
    found = (Wrong(turn, tuple(mistakes(turn))) for turn in turns)
    return Board(
        setting=setting,
        whole=group("all", turns),
        languages=tuple(groups(turns, lambda turn: turn.turn.lang)),
        slices=tuple(groups(turns, lambda turn: turn.turn.slice)),
        kinds=tuple(by_kind(turns)),
        slots=tuple(by_slot(turns)),
        confusion=confusion(turns),
        calibrations=tuple(_calibrations(turns)),
        cost=cost(turns),
        wrong=tuple(wrong for wrong in found if wrong.mistakes),
    )


def _calibrations(turns: Sequence[JudgedTurn]) -> list[tuple[str, Reliability]]:
    judged = {
        "student, turns": reliability(of_turns(turns)),
        "student, statements": reliability(of_statements(turns)),
        "confidence of memories": reliability(of_memories(turns)),
    }
    return [(name, found) for name, found in judged.items() if found is not None]
