"""The parts that every process builds from the settings in the same way."""

from collections.abc import Iterator
from contextlib import contextmanager

from yiku_runtime.auth import Key, TokenVerifier
from yiku_runtime.grpc_server import ServerOptions
from yiku_runtime.instruments import Instruments
from yiku_runtime.logs import configure_logging, get_logger
from yiku_runtime.metrics import build_metrics, serve_metrics
from yiku_runtime.settings import Settings, SettingsError
from yiku_runtime.telemetry import build_telemetry
from yiku_runtime.user_ids import LooksLike


@contextmanager
def observed(service: str, settings: Settings) -> Iterator[Instruments]:
    """Logs, traces and metrics of this process while the block runs; what is held is sent at its end."""
    configure_logging(service, settings.log_level)
    telemetry = build_telemetry(
        service,
        otlp_endpoint=settings.otlp_endpoint,
        span_file=settings.span_file,
        ratio=settings.trace_sample_ratio,
    )
    metrics = build_metrics()
    try:
        with serve_metrics(metrics, settings.host, settings.metrics_port):
            yield Instruments(telemetry.tracer, metrics, get_logger(service))
    finally:
        telemetry.close()


def token_verifier(settings: Settings) -> TokenVerifier:
    """Checks tokens with the public key where one is set, else with the shared secret."""
    if settings.jwt_public_key is not None:
        return TokenVerifier(Key("RS256", settings.jwt_public_key.read_text("utf-8")))
    secret = settings.jwt_secret.get_secret_value()
    if not secret:
        raise SettingsError("not set: YIKU_JWT_SECRET or YIKU_JWT_PUBLIC_KEY")
    return TokenVerifier(Key("HS256", secret))


def server_options(settings: Settings, port: int, looks_like: LooksLike) -> ServerOptions:
    """Address and limits of a service that listens on `port`."""
    return ServerOptions(
        looks_like=looks_like,
        host=settings.host,
        port=port,
        max_message_bytes=settings.max_message_bytes,
        max_concurrent_rpcs=settings.max_concurrent_rpcs,
        default_deadline_s=settings.default_deadline_s,
        stop_grace_s=settings.stop_grace_s,
    )
