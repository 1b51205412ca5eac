"""Where the client finds Yiku, and how long it tries."""

import json
import os
from pathlib import Path

import pytest
from yiku import NotConfigured
from yiku.call import Part
from yiku.settings import connection_from_env, read_targets
from yiku.transport import ATTEMPTS, attempts


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("YIKU_TARGET", raising=False)
    monkeypatch.delenv("YIKU_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)


def write_stack(root: Path, kind: str, port: int) -> Path:
    file = root / ".yiku" / kind / "client.json"
    file.parent.mkdir(parents=True)
    targets = {part.value: f"127.0.0.1:{port}" for part in Part}
    file.write_text(json.dumps({"targets": targets, "token": f"t{port}"}))
    return file


def test_one_target_serves_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_TARGET", "yiku:443")
    monkeypatch.setenv("YIKU_TOKEN", "t")
    found = connection_from_env()
    assert set(found.targets.values()) == {"yiku:443"} and found.token == "t"


def test_one_target_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_TARGET", "extractor=a:1, recall=b:2,memory=c:3")
    monkeypatch.setenv("YIKU_TOKEN", "t")
    assert connection_from_env().targets == {Part.EXTRACTOR: "a:1", Part.RECALL: "b:2", Part.MEMORY: "c:3"}


def test_a_missing_target_is_named() -> None:
    with pytest.raises(NotConfigured, match="memory"):
        read_targets({"extractor": "a:1", "recall": "b:2"})


def test_half_an_environment_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_TARGET", "a:1")
    with pytest.raises(NotConfigured, match="YIKU_TOKEN"):
        connection_from_env()


def test_the_local_stack_is_found_from_below(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_stack(tmp_path, "local", 7001)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert connection_from_env().token == "t7001"


def test_of_two_stacks_the_newer_counts(tmp_path: Path) -> None:
    old, new = write_stack(tmp_path, "local", 7001), write_stack(tmp_path, "full", 7002)
    os.utime(old, (1, 1))
    os.utime(new, (2, 2))
    assert connection_from_env().token == "t7002"


def test_nothing_found_says_what_to_do() -> None:
    with pytest.raises(NotConfigured, match="yiku up"):
        connection_from_env()


def test_only_repeatable_calls_are_tried_again() -> None:
    assert [a.wait_s for a in attempts(10, repeatable=False)] == [None]
    waits = [a.wait_s for a in attempts(10, repeatable=True)]
    assert len(waits) == ATTEMPTS and waits[-1] is None and all(w and w > 0 for w in waits[:-1])


def test_no_attempt_goes_past_the_budget() -> None:
    tries = list(attempts(0.01, repeatable=True))
    assert len(tries) == 1 and tries[0].timeout_s <= 0.01 and tries[0].wait_s is None
