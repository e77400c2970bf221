"""Runs every bench in this folder, one after the other, each in a process of its own.

`KESSEL_PEER` names a Python with pywargame, to have its figures beside ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
WITH_PEER = ("build_module", "vassal_speed")


def main() -> int:
    """Run the benches; the exit status is 1 if one of them failed."""
    failed = []
    for path in sorted(HERE.glob("[a-z]*.py")):
        name = path.stem
        peer = os.environ.get("KESSEL_PEER")
        options = ["--peer", peer] if peer and name in WITH_PEER else []
        print(f"\n== {name.replace('_', ' ')}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"{__package__}.{name}", *options], check=False
        )
        if done.returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
