"""docs/audit.md: the codes of the audit as a table, so that the document cannot go stale."""

from __future__ import annotations

from builder.lint.codes import CODES

_HEAD = """# The audit

`kessel check FILE.vmod` reads any VASSAL module and says what a designer should know. The codes
are stable. An error breaks something in play, a warning is likely a mistake, a note is for knowing;
errors and warnings make the exit status 1.

| code | weight | what | what to do |
|---|---|---|---|
"""


def document() -> str:
    """The text of docs/audit.md."""
    rows = (
        f"| {code} | {about.severity} | {_cell(about.title)} | {_cell(about.remedy)} |\n"
        for code, about in CODES.items()
    )
    return _HEAD + "".join(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
