"""Tests read English on every machine, and pass on a busy one as on a quiet one."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples each time, however long a loaded machine takes over one of them.
settings.register_profile(
    "kessel", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kessel")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["KESSEL_LANGUAGE"] = "en"
    os.environ["KESSEL_OWN"] = str(Path(__file__).parent / "no-owner")
