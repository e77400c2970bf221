"""Memory that is given back is not asked of the system again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import resource, sys
from builder.machine.freed import keep_freed

def asked():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(30):
        strips = [bytearray(b"x") * 3_000_000 for _ in range(4)]
        del strips
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

first = asked()
keep_freed()
print(first, asked())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do as they like")
def test_what_is_given_back_is_kept_for_the_next() -> None:
    root = str(Path(__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=root, capture_output=True, text=True, check=True
    )
    before, after = map(int, done.stdout.split())
    assert after * 3 < before, "pages that were asked of the system"
