"""Everything a process is told by its environment. The only module of the services that reads it.

Every setting is an environment variable `YIKU_<NAME>`; `YIKU_ENV_FILE` names a file of such lines,
over which real environment variables win.
"""

import difflib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "YIKU_"
ENV_FILE = "YIKU_ENV_FILE"
OTHER_VARIABLES = ("YIKU_TARGET", "YIKU_TOKEN", "YIKU_HOME")
"""Read by the public client and the command line, so they may stand beside ours."""

MIN_JWT_SECRET_BYTES = 32
UNSET = SecretStr("")


class SettingsError(Exception):
    """The environment is wrong; the message names the variable and holds no value."""


class Settings(BaseSettings):
    """Empty means not set. A process asks for what it cannot do without through `load_settings`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    # The truth, as each of the three roles logs in to it (libpq URIs).
    postgres_dsn: SecretStr = UNSET
    postgres_worker_dsn: SecretStr = UNSET
    postgres_admin_dsn: SecretStr = UNSET
    postgres_pool_size: int = Field(default=8, ge=1, le=100)

    # The indexes and the stream. `graph_url` is falkordb://… or bolt://…, neo4j://…, neo4j+s://….
    redis_url: SecretStr = UNSET
    milvus_uri: str = ""
    milvus_token: SecretStr = UNSET
    graph_url: SecretStr = UNSET
    graph_user: str = ""
    graph_password: SecretStr = UNSET
    kafka_bootstrap: str = ""
    kafka_security: SecretStr = SecretStr("{}")
    kafka_groups: bool = True

    # Where the services listen. Port 0 takes a free one; metrics are off without a port.
    host: str = "127.0.0.1"
    extractor_port: int = Field(default=7701, ge=0, le=65535)
    recall_port: int = Field(default=7702, ge=0, le=65535)
    memory_port: int = Field(default=7703, ge=0, le=65535)
    sandbox_port: int = Field(default=7780, ge=0, le=65535)
    metrics_port: int | None = Field(default=None, ge=0, le=65535)

    # Who may call: an HS256 secret of at least 32 bytes, or the PEM file of an RS256 public key.
    jwt_secret: SecretStr = UNSET
    jwt_public_key: Path | None = None

    # The vault's master key (base64 of 32 bytes) and the id that goes beside what it wraps.
    master_key: SecretStr = UNSET
    master_key_id: str = "k1"

    # Models, and scene strategies mounted as files.
    embedder: str = "e5-small-int8"
    models_dir: Path | None = None
    strategies_dir: Path | None = None

    # Extraction: how often the student may be wrong where it is sure; 1 decides everything, less leaves more unsure.
    student_target_error: float = Field(default=0.08, gt=0, le=1)

    # The language model that decides what the student is unsure of (OpenAI-compatible, up to /v1). Without a
    # base URL there is none, and a person decides. The budget is a tenant's, for each process.
    llm_base_url: str = ""
    llm_model: str = ""
    llm_api_key: SecretStr = UNSET
    llm_timeout_s: float = Field(default=20.0, gt=0)
    llm_calls_per_hour: int = Field(default=2000, ge=0)
    llm_tokens_per_hour: int = Field(default=3_000_000, ge=0)

    # Summaries: of so many turns of the customer, and of fewer once a session ends or is silent for so long.
    # Days and weeks are those of the zone.
    summary_turns: int = Field(default=20, ge=2, le=500)
    summary_silence_s: int = Field(default=1800, ge=1)
    summary_time_zone: str = "Asia/Shanghai"

    # What operators see.
    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$")
    otlp_endpoint: str = ""
    span_file: Path | None = None
    trace_sample_ratio: float = Field(default=1.0, ge=0, le=1)

    # Limits.
    max_message_bytes: int = Field(default=8 * 1024 * 1024, ge=1024)
    max_concurrent_rpcs: int = Field(default=256, ge=1)
    default_deadline_s: float = Field(default=30.0, gt=0)
    stop_grace_s: float = Field(default=5.0, ge=0)
    session_max_turns: int = Field(default=40, ge=1, le=200)
    session_ttl_s: int = Field(default=24 * 3600, ge=1)

    @field_validator("summary_time_zone")
    @classmethod
    def _is_a_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("must be an IANA time zone, such as Asia/Shanghai") from None
        return name

    @model_validator(mode="after")
    def _secrets_are_usable(self) -> Self:
        secret = self.jwt_secret.get_secret_value()
        if secret and len(secret.encode()) < MIN_JWT_SECRET_BYTES:
            raise ValueError(f"YIKU_JWT_SECRET must have at least {MIN_JWT_SECRET_BYTES} bytes")
        if not _is_text_map(self.kafka_security.get_secret_value()):
            raise ValueError("YIKU_KAFKA_SECURITY must be a JSON object of strings")
        return self

    def kafka_properties(self) -> dict[str, str]:
        """librdkafka properties beside the bootstrap servers, such as `sasl.username`."""
        properties: dict[str, str] = json.loads(self.kafka_security.get_secret_value())
        return properties


def load_settings(*needed: str, fallback: Path | None = None) -> Settings:
    """The settings, of which `needed` (field names) must be set; `SettingsError` says what is wrong.

    `fallback` is a file of them for an environment that holds none.
    """
    file = os.environ.get(ENV_FILE) or (str(fallback) if fallback and not _named() else None)
    check_environment({**_lines(file), **os.environ})
    settings = _parse(file)
    missing = [name for name in needed if not _is_set(getattr(settings, name))]
    if missing:
        raise SettingsError("not set: " + ", ".join(_variable(name) for name in missing))
    return settings


def check_environment(variables: Mapping[str, str | None]) -> None:
    """Refuse a variable with our prefix that nothing reads: a typo would be silent otherwise."""
    known = _known()
    unknown = sorted(n for n in variables if n.upper().startswith(PREFIX) and n.upper() not in known)
    if unknown:
        raise SettingsError("; ".join(_complaint(name, known) for name in unknown))


def _named() -> bool:
    """Whether the environment holds any setting."""
    return any(_variable(name) in os.environ for name in Settings.model_fields)


def _lines(file: str | None) -> dict[str, str | None]:
    if file is None:
        return {}
    if not Path(file).is_file():
        raise SettingsError(f"{ENV_FILE}: no such file")
    return dotenv_values(file)


def _parse(file: str | None) -> Settings:
    try:
        return Settings(_env_file=file)
    except ValidationError as error:
        raise SettingsError("; ".join(_problem(e["loc"], e["msg"]) for e in error.errors())) from None


def _problem(location: tuple[int | str, ...], message: str) -> str:
    """A field's error names its variable, in whichever spelling pydantic reports the location."""
    if not location:
        return message
    field = str(location[0]).lower().removeprefix(PREFIX.lower())
    return f"{_variable(field)}: {message}"


def _known() -> tuple[str, ...]:
    return (*(_variable(name) for name in Settings.model_fields), ENV_FILE, *OTHER_VARIABLES)


def _variable(field: str) -> str:
    return f"{PREFIX}{field}".upper()


def _complaint(name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0.0)[0]
    return f"unknown variable {name}; did you mean {near}?"


def _is_set(value: object) -> bool:
    text = value.get_secret_value() if isinstance(value, SecretStr) else value
    return text is not None and text != ""


def _is_text_map(text: str) -> bool:
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())
