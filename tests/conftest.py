"""Tests read English whatever the language of the machine."""

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    os.environ["KESSEL_LANGUAGE"] = "en"
