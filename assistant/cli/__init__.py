"""The `kessel` command: thin, it parses words, asks the floors below, prints."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point. Exit status 0 good, 1 a finding, 2 an error told in one sentence each."""
    from assistant.cli.app import app
    from assistant.cli.errors import explain

    try:
        app()
    except Exception as error:
        lines = explain(error)
        if lines is None:
            raise
        for line in lines:
            print(line, file=sys.stderr)
        sys.exit(2)
