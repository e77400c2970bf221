"""One finding of the audit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from builder.lint.codes import CODES, Severity
from builder.saying import AsWritten, Saying, quoting

LONGEST = 80
"""As many letters of a name as a finding quotes."""


@dataclass(frozen=True)
class Finding:
    """Something about a module that a designer should know.

    `code` is stable and stands in docs/audit.md; `where` is the way to the component, from the
    outside in, or the entry of the archive; `text` says what was found there.
    """

    code: str
    where: str
    text: str
    hint: str = ""

    def __post_init__(self) -> None:
        for name in ("where", "text", "hint"):
            object.__setattr__(self, name, _short(getattr(self, name)))

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return CODES[self.code].severity

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return self.hint or CODES[self.code].remedy

    def __str__(self) -> str:
        return f"{self.code} {self.severity}: {self.where}: {self.text} {self.remedy}"

    def as_json(self) -> dict[str, str]:
        """The finding as `--json` prints it."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "where": self.where,
            "text": self.text,
            "remedy": self.remedy,
        }


def _short(text: str) -> str:
    """The text with what a stranger's module put between its quotes cut to a readable length."""
    if not isinstance(text, Saying):
        return _cut(text)
    values = {n: _shorter(v, f"'{{{n}}}'" in text.template) for n, v in text.values.items()}
    said = Saying(text.template, **values)
    return said if len(said) <= 10 * LONGEST else _cut(said)


def _shorter(value: Any, between_quotes: bool) -> Any:
    """A value of a sentence, shortened."""
    if isinstance(value, Saying):
        return _short(value)
    if isinstance(value, list | tuple):
        return [_shorter(one, between_quotes) for one in value]
    if not isinstance(value, str):
        return value
    return AsWritten(_cut(f"'{value}'")[1:-1] if between_quotes else _cut(value))


def _cut(text: str) -> str:
    text = re.sub(r"[\x00-\x1f\x7f-\x9f]", "?", text)
    text = re.sub(rf"'([^']{{{LONGEST}}})[^']+'", r"'\1...'", text)
    return text if len(text) <= 10 * LONGEST else f"{text[: 10 * LONGEST]}..."


def listed(names: list[str], most: int = 5) -> Saying:
    """Some names for a sentence; the rest as a number."""
    if len(names) <= most:
        return quoting("{names}", names=names)
    return quoting("{names} and {n} more", names=names[:most], n=len(names) - most)


def numbered(names: list[str]) -> Saying:
    """How many there are, and some of them."""
    return quoting("{number}: {names}.", number=len(names), names=listed(names))
