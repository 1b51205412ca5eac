"""Settings: typos are loud, secrets stay secret, a file and the environment both count."""

import re
from pathlib import Path

import pytest
from yiku_runtime.settings import SettingsError, check_environment, load_settings


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine has set does not count."""
    import os

    for name in [n for n in os.environ if n.upper().startswith("YIKU_")]:
        monkeypatch.delenv(name)


def test_a_typo_is_reported_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_REDIS_ULR", "redis://x")
    with pytest.raises(SettingsError, match=r"YIKU_REDIS_ULR.*YIKU_REDIS_URL\?"):
        load_settings()


def test_a_typo_in_the_file_is_reported_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "yiku.env"
    file.write_text('YIKU_MEMROY_PORT="7000"\n')
    monkeypatch.setenv("YIKU_ENV_FILE", str(file))
    with pytest.raises(SettingsError, match="YIKU_MEMORY_PORT"):
        load_settings()


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "yiku.env"
    file.write_text('YIKU_MEMORY_PORT="7000"\nYIKU_RECALL_PORT="7001"\n')
    monkeypatch.setenv("YIKU_ENV_FILE", str(file))
    monkeypatch.setenv("YIKU_MEMORY_PORT", "8000")
    settings = load_settings()
    assert (settings.memory_port, settings.recall_port) == (8000, 7001)


def test_a_fallback_counts_only_where_the_environment_says_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fallback, file = tmp_path / "local.env", tmp_path / "yiku.env"
    fallback.write_text('YIKU_MEMORY_PORT="7000"\n')
    file.write_text('YIKU_RECALL_PORT="7001"\n')
    assert load_settings(fallback=fallback).memory_port == 7000
    monkeypatch.setenv("YIKU_RECALL_PORT", "7002")
    assert load_settings(fallback=fallback).memory_port == 7703
    monkeypatch.delenv("YIKU_RECALL_PORT")
    monkeypatch.setenv("YIKU_ENV_FILE", str(file))
    assert load_settings(fallback=fallback).memory_port == 7703


def test_a_file_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_ENV_FILE", "/nonexistent/yiku.env")
    with pytest.raises(SettingsError, match="YIKU_ENV_FILE"):
        load_settings()


def test_what_a_process_needs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_POSTGRES_DSN", "")
    with pytest.raises(SettingsError, match="YIKU_POSTGRES_DSN, YIKU_MODELS_DIR"):
        load_settings("postgres_dsn", "models_dir")


def test_a_wrong_value_names_the_variable_and_not_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_MEMORY_PORT", "s3cret")
    with pytest.raises(SettingsError, match="YIKU_MEMORY_PORT") as caught:
        load_settings()
    assert "s3cret" not in str(caught.value)


def test_a_short_secret_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_JWT_SECRET", "short-secret")
    with pytest.raises(SettingsError, match="YIKU_JWT_SECRET") as caught:
        load_settings()
    assert "short-secret" not in str(caught.value)


def test_secrets_are_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_POSTGRES_DSN", "postgresql://u:hunter2@h/db")
    assert "hunter2" not in repr(load_settings())


def test_kafka_properties_survive_the_env_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import json

    wanted = {"sasl.username": "yiku", "sasl.password": 'a"b\\c'}
    file = tmp_path / "yiku.env"
    file.write_text(f"YIKU_KAFKA_SECURITY={json.dumps(json.dumps(wanted))}\n")
    monkeypatch.setenv("YIKU_ENV_FILE", str(file))
    assert load_settings().kafka_properties() == wanted


def test_kafka_properties_must_be_strings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YIKU_KAFKA_SECURITY", '{"a": 1}')
    with pytest.raises(SettingsError, match="YIKU_KAFKA_SECURITY"):
        load_settings()


def test_the_clients_variables_are_no_typos() -> None:
    check_environment({"YIKU_TARGET": "x", "YIKU_TOKEN": "y", "yiku_host": "z", "PATH": "/"})


def test_nothing_but_the_settings_reads_the_environment() -> None:
    root = Path(__file__).parents[3]
    reading = re.compile(r"os\.environ|os\.getenv")
    allowed = {"libs/yiku_runtime/settings.py", "libs/yiku/settings.py"}
    sources = [*root.glob("libs/yiku*/**/*.py"), *root.glob("services/**/*.py")]
    found = {str(p.relative_to(root)) for p in sources if reading.search(p.read_text("utf-8"))}
    ours = {f for f in found if not f.startswith(("libs/yiku_local/", "services/yiku_cli/"))}
    assert ours <= allowed
