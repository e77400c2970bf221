"""Workers share the plans of maps."""

import os

import pytest

from tests.sheets import plans


@pytest.fixture(scope="session", autouse=True)
def _plans_are_shared(tmp_path_factory: pytest.TempPathFactory) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:  # whose folders lie beside each other
        plans.share_in(tmp_path_factory.getbasetemp().parent / "plans")
