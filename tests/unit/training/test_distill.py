"""Labelling with a teacher: two looks, the corpus's format, patience, and going on after a kill."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from yiku_extractor.pipeline.llm.prompt import instructions
from yiku_models.llm import Completion, FailureKind, LlmFailure, Prompt

from training.check_corpus import faults
from training.distill.journal import Journal, JournalProblem
from training.distill.labelling import Labelling, Patience, Progress, TeacherAway
from training.distill.rows import corpus_row
from training.distill.teaching import Label, Memory, NoLabel, Teacher
from training.distill.turns import BadTurn, TurnReader, UnlabelledTurn, language

ALLERGY = "我对花生过敏，家里有架钢琴"


@dataclass
class Model:
    """Says what a function of the prompt gives, and keeps the prompts."""

    says: Callable[[Prompt], str | LlmFailure]
    name: str = "teacher"
    prompts: list[Prompt] = field(default_factory=list)

    async def complete(self, prompt: Prompt, *, tenant: str, timeout_s: float | None = None) -> Completion | LlmFailure:
        self.prompts.append(prompt)
        said = self.says(prompt)
        return said if isinstance(said, LlmFailure) else Completion(said, 1, 1, 1.0, self.name, used_schema=True)


def memories(*claims: tuple[str, str], **more: str) -> str:
    base = {"stance": "stated", "attribute": "none", "detail": "", "content": "", "confidence": 0.8} | more
    return json.dumps({"memories": [{"quote": quote, "kind": kind, **base} for quote, kind in claims]})


def turn(text: str, line: int = 1, role: str = "user", before: tuple[tuple[str, str], ...] = ()) -> UnlabelledTurn:
    return UnlabelledTurn(line, text, role, before, language(text), "")


async def label(text: str, says: Callable[[Prompt], str | LlmFailure], **more: object) -> Label | NoLabel:
    return await Teacher(Model(says)).label(turn(text, **more))  # type: ignore[arg-type]


async def test_both_looks_agree() -> None:
    model = Model(lambda _: memories(("我对花生过敏", "fact"), ("家里有架钢琴", "fact")))
    found = await Teacher(model).label(turn(ALLERGY))
    assert found == Label(
        (Memory("fact", "我对花生过敏", ""), Memory("fact", "家里有架钢琴", "")), "several_facts", borderline=False
    )
    assert [prompt.system for prompt in model.prompts] == [instructions(chinese=True), instructions(chinese=False)]
    assert model.prompts[0].user == model.prompts[1].user


@pytest.mark.parametrize(
    "second",
    [memories(), memories(("我对花生过敏", "preference"))],
    ids=["drops it", "takes it for another kind"],
)
async def test_a_second_look_that_disagrees_makes_it_borderline(second: str) -> None:
    def says(prompt: Prompt) -> str:
        return memories(("我对花生过敏", "fact")) if prompt.system == instructions(chinese=True) else second

    found = await label("我对花生过敏", says)
    assert found == Label((Memory("fact", "我对花生过敏", ""),), "plain", borderline=True)


async def test_a_check_that_refuses_makes_it_borderline() -> None:
    found = await label("要是我搬到上海就好了", lambda _: memories(("要是我搬到上海就好了", "fact")))
    assert found == Label((), "hypothetical", borderline=True)


async def test_what_the_model_itself_does_not_take_for_a_statement_is_dropped() -> None:
    found = await label("没准以后搬去上海", lambda _: memories(("没准以后搬去上海", "event"), stance="supposed"))
    assert found == Label((), "hypothetical", borderline=False)


async def test_what_a_rule_drops_costs_no_call() -> None:
    model = Model(lambda _: pytest.fail("asked"))
    assert await Teacher(model).label(turn("你好")) == Label((), "greeting", borderline=False)
    assert await Teacher(model).label(turn("您住望京", role="bot")) == Label((), "bot_words", borderline=False)


@pytest.mark.parametrize(
    ("said", "why", "away"),
    [
        (LlmFailure(FailureKind.UNAVAILABLE), "unavailable", True),
        (LlmFailure(FailureKind.TIMEOUT), "timeout", True),
        (LlmFailure(FailureKind.REFUSED), "refused", False),
        ("I cannot help with that.", "unreadable", False),
    ],
)
async def test_without_an_answer_there_is_no_label(said: str | LlmFailure, why: str, away: bool) -> None:
    assert await label("家里有架钢琴", lambda _: said) == NoLabel(why, away)


async def test_a_label_is_a_line_of_the_corpus() -> None:
    spoken = turn("望京那边", before=(("bot", "您常从哪发货？"),))
    claim = {"attribute": "usual_pickup_address", "detail": "望京"}
    found = await Teacher(Model(lambda _: memories(("望京那边", "fact"), **claim))).label(spoken)
    assert isinstance(found, Label)
    row = corpus_row(spoken, found)
    assert list(faults(json.dumps(row))) == []
    assert row["memories"] == [{"kind": "fact", "words": "望京那边", "attribute": "usual_pickup_address"}]


def test_turns_are_masked_as_they_are_read(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    rows = [
        {"text": "打13800138000", "before": [{"role": "assistant", "text": "电话？13800138000"}]},
        {"role": "user"},
        {"text": "call me on the landline"},
    ]
    file.write_text("\n\n".join(json.dumps(row) for row in rows), "utf-8")
    first, bad, last = TurnReader().read(file)
    assert isinstance(first, UnlabelledTurn)
    assert first.text.startswith("打<mobile:")
    assert first.before == (("bot", f"电话？{first.text[1:]}"),)
    assert isinstance(bad, BadTurn)
    assert isinstance(last, UnlabelledTurn)
    assert (last.line, last.lang) == (5, "en")


@pytest.mark.parametrize(
    ("text", "lang"),
    [("我住望京", "zh"), ("I live here", "en"), ("我的 level 是 gold", "mixed"), ("打<mobile:abcdefgh>", "zh")],
)
def test_languages(text: str, lang: str) -> None:
    assert language(text) == lang


ROWS = [{"text": f"第{n}架钢琴", "lang": "zh", "slice": "plain", "memories": []} for n in range(4)]


def put(journal: Journal, *lines: int) -> None:
    for line in lines:
        journal.label(line, ROWS[line])


def texts(out: Path) -> list[str]:
    return [json.loads(line)["text"] for line in out.read_text("utf-8").splitlines()]


def test_a_run_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed between label and journal, and in the middle of a line of either."""
    turns, out = tmp_path / "turns.jsonl", tmp_path / "labels.jsonl"
    with Journal(turns, out) as journal:
        put(journal, 0, 1)
        journal.fail(2, "timeout")
    with out.open("a") as labels, (tmp_path / "labels.jsonl.journal").open("a") as entries:
        labels.write(json.dumps(ROWS[3]) + '\n{"text": "第')
        entries.write('{"line": 3, "outco')
    with Journal(turns, out) as journal:
        assert journal.settled == {0, 1}
        put(journal, 2, 3)
    with Journal(turns, out) as journal:
        assert journal.settled == {0, 1, 2, 3}
    assert texts(out) == [row["text"] for row in ROWS]


def test_a_journal_torn_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    turns, out = tmp_path / "turns.jsonl", tmp_path / "labels.jsonl"
    (tmp_path / "labels.jsonl.journal").write_text('{"tur')
    with Journal(turns, out) as journal:
        put(journal, 0)
    with Journal(turns, out) as journal:
        assert journal.settled == {0}


def test_somebody_elses_files_are_left_alone(tmp_path: Path) -> None:
    turns, out = tmp_path / "turns.jsonl", tmp_path / "labels.jsonl"
    out.write_text("{}\n")
    with pytest.raises(JournalProblem, match="not begun by this"), Journal(turns, out):
        pass
    assert out.read_text() == "{}\n"
    out.unlink()
    with Journal(turns, out) as journal:
        put(journal, 0)
    with pytest.raises(JournalProblem, match=r"labels of turns\.jsonl"), Journal(tmp_path / "others.jsonl", out):
        pass
    out.write_text("")
    with pytest.raises(JournalProblem, match="shorter"), Journal(turns, out):
        pass


async def run(model: Model, folder: Path, turns: list[UnlabelledTurn], waits: list[float] | None = None) -> Progress:
    async def sleep(seconds: float) -> None:
        (waits if waits is not None else []).append(seconds)

    with Journal(folder / "turns.jsonl", folder / "labels.jsonl") as journal:
        labelling = Labelling(Teacher(model), journal, 3, lambda _: None, Patience(tries=3, wait_s=5, lost=2), sleep)
        return await labelling.run(turns)


async def test_many_turns_each_once(tmp_path: Path) -> None:
    turns = [turn(f"第{n}架钢琴在家里", n) for n in range(10)]
    progress = await run(Model(lambda _: memories()), tmp_path, turns)
    assert (progress.done, progress.outcomes) == (10, {"dropped": 10})
    again = Model(lambda _: pytest.fail("asked again"))
    assert (await run(again, tmp_path, turns)).done == 0
    assert sorted(texts(tmp_path / "labels.jsonl")) == sorted(t.text for t in turns)


async def test_a_server_that_comes_back_is_waited_for(tmp_path: Path) -> None:
    answers = iter([LlmFailure(FailureKind.UNAVAILABLE), LlmFailure(FailureKind.UNAVAILABLE), memories(), memories()])
    waits: list[float] = []
    progress = await run(Model(lambda _: next(answers)), tmp_path, [turn("家里有架钢琴")], waits)
    assert progress.outcomes == {"dropped": 1}
    assert waits == [5, 10]


async def test_a_server_that_stays_away_ends_the_run_and_keeps_what_is_labelled(tmp_path: Path) -> None:
    def says(prompt: Prompt) -> str | LlmFailure:
        return memories() if "第0架" in prompt.user else LlmFailure(FailureKind.UNAVAILABLE)

    turns = [turn(f"第{n}架钢琴在家里", n) for n in range(8)]
    with pytest.raises(TeacherAway):
        await run(Model(says), tmp_path, turns)
    assert texts(tmp_path / "labels.jsonl") == ["第0架钢琴在家里"]
    progress = await run(Model(lambda _: memories()), tmp_path, turns)
    assert progress.outcomes == {"dropped": 7}
