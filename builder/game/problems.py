"""Mistakes in what a person typed, collected so that all are shown at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder.errors import KesselError
from builder.saying import Saying, quoting


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake: where it stands, what is wrong, what to write instead.

    `line` counts from 1; 0 means the file as a whole.
    """

    file: str
    line: int
    text: str
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.text}" + (f" {self.remedy}" if self.remedy else "")


class ProblemsError(KesselError):
    """Raised when a source file or position cannot be used; carries every problem found.

    `places` are the words for "hex" by language, of a game that is not played on hexes.
    """

    def __init__(
        self, problems: Iterable[Problem], places: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self.problems = tuple(problems)
        self.places = places or {}
        super().__init__("\n".join(str(problem) for problem in self.problems))


@dataclass
class Collector:
    """Gathers problems while a file is read; `check()` raises them all together."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, file: Path | str, line: int, text: str, remedy: str = "") -> None:
        self.problems.append(Problem(str(file), line, text, remedy))

    def check(self) -> None:
        """Raises ProblemsError if anything was collected."""
        if self.problems:
            raise ProblemsError(sorted(set(self.problems)))


def not_utf8(path: Path, remedy: str) -> Problem:
    """The mistake of a text file in another encoding, at the first line that shows it."""
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return Problem(str(path), 1, "The file is UTF-16, not UTF-8 text.", remedy)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Problem(str(path), line, "A letter here is not UTF-8 text.", remedy)
    return Problem(str(path), 0, "The file is not UTF-8 text.", remedy)


MANY = 20
"""As many choices as a remedy lists; of more it says only the likeliest."""


def nearest(word: str, known: Iterable[str]) -> Saying:
    """A remedy for an unknown word: the likeliest of the known ones, or all if they are few. They
    are told as they are typed, because the same in another language would be refused as well."""
    from difflib import get_close_matches

    choices = sorted(known)
    if close := get_close_matches(word, choices, n=1):
        return quoting("Did you mean '{word}'?", word=close[0])
    if not choices:
        return Saying("None are defined.")
    if len(choices) > MANY:
        text = "Write one of the {number} that there are, as '{word}'."
        return quoting(text, number=len(choices), word=choices[0])
    return quoting("Write one of: {names}.", names=choices)
