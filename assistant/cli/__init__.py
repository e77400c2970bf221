"""The `kessel` command: thin, it parses words, asks the floors below, prints."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Entry point. Exit status 0 good, 1 a finding, 2 an error told in one sentence each.

    With KESSEL_TRACE set, a fault of Kessel's own shows where in the code it happened.
    """
    from assistant.cli.app import app
    from assistant.cli.errors import explain, own_fault

    try:
        app()
    except Exception as error:
        lines = explain(error)
        if lines is None and os.environ.get("KESSEL_TRACE"):
            raise
        for line in lines or [own_fault(error)]:
            print(line, file=sys.stderr)
        sys.exit(2)
