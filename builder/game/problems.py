"""Mistakes in what a person typed, collected so that all are shown at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from builder import limits
from builder.errors import KesselError
from builder.files import other_file
from builder.saying import Saying, in_one_line, quoting


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
        file = in_one_line(self.file)
        place = f"{file}:{self.line}" if self.line else file
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


MORE = "There are more mistakes from here on than are told at once."


@dataclass
class Collector:
    """Gathers problems while a file is read; `check()` raises them all together. Of one file so
    many as anybody mends at once, and that there are more."""

    problems: list[Problem] = field(default_factory=list)
    _counted: Counter[str] = field(default_factory=Counter, repr=False)
    _of: int = 0
    """Of how many problems those are counted: readers put others in and take some back."""

    def add(self, file: Path | str, line: int, text: str, remedy: str = "") -> None:
        number = self._number(str(file))
        if number < limits.PROBLEMS:
            self._append(Problem(str(file), line, text, remedy))
        elif number == limits.PROBLEMS:
            self._append(Problem(str(file), line, MORE, "Mend those above first."))

    def full(self, file: Path | str) -> bool:
        """Whether no more is told of a file, so that nobody need look for more."""
        return self._number(str(file)) > limits.PROBLEMS

    def _append(self, problem: Problem) -> None:
        self.problems.append(problem)
        self._counted[problem.file] += 1
        self._of += 1

    def _number(self, file: str) -> int:
        if self._of != len(self.problems):
            self._counted = Counter(problem.file for problem in self.problems)
            self._of = len(self.problems)
        return self._counted[file]

    def check(self) -> None:
        """Raises ProblemsError if anything was collected."""
        if self.problems:
            raise ProblemsError(sorted(set(self.problems)))


def no_such_file(path: Path) -> Problem:
    """The mistake of a name that no file has: what is beside it and may have been meant."""
    return Problem(str(path), 0, "There is no such file.", other_file(path))


def already_there(folder: Path) -> Problem:
    """The mistake of a new folder's name that another has."""
    remedy = "Choose another name, or move the folder away."
    return Problem(str(folder), 0, "The folder is already there.", remedy)


def is_wide(data: bytes) -> bool:
    """Whether a file has the zeros of UTF-16, which some programs write without a mark."""
    return 3 * data[:400].count(0) > len(data[:400])


def is_workbook(data: bytes) -> bool:
    """Whether a file begins as the workbooks of spreadsheets do: .xlsx and .ods, or the older .xls;
    renaming one makes no CSV of it."""
    return data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))


def not_utf8(path: Path, remedy: str) -> Problem:
    """The mistake of a text file in another encoding, at the first line that shows it."""
    data = path.read_bytes()
    if is_workbook(data) and path.suffix.lower() == ".csv":
        return Problem(str(path), 0, "The file is a spreadsheet's workbook, not CSV.", remedy)
    if data[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        return Problem(str(path), 1, "The file is UTF-32, not UTF-8 text.", remedy)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or is_wide(data):
        return Problem(str(path), 1, "The file is UTF-16, not UTF-8 text.", remedy)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Problem(str(path), line, "A letter here is not UTF-8 text.", remedy)
    return Problem(str(path), 0, "The file is not UTF-8 text.", remedy)


MANY = 20
"""As many choices as a remedy lists; of more it says only the likeliest."""
LISTING = "Write one of"
"""How a remedy begins that knows no likeliest word."""


TWICE = {
    "side": "The side '{word}' stands here a second time.",
    "phase": "The phase '{word}' stands here a second time.",
    "sheet": "The sheet '{word}' stands here a second time.",
    "box": "The box '{word}' stands here a second time.",
    "window": "The window '{word}' stands here a second time.",
    "deck": "The deck '{word}' stands here a second time.",
    "takeoff": "The takeoff '{word}' stands here a second time.",
    "track": "The track '{word}' stands here a second time.",
}
"""What is said of an id that two things of one kind have, by kind."""


def close_to(word: str, known: Iterable[str]) -> Saying | None:
    """A remedy for an unknown word: the likeliest of the known ones; None if none is near."""
    from difflib import get_close_matches

    choices = sorted(known)
    same = [one for one in choices if one.casefold() == word.casefold()]
    close = same or get_close_matches(word, choices, n=1)
    return quoting("Did you mean '{word}'?", word=close[0]) if close else None


def nearest(word: str, known: Iterable[str]) -> Saying:
    """A remedy for an unknown word: the likeliest of the known ones, or all if they are few. They
    are told as they are typed, because the same in another language would be refused as well."""
    choices = sorted(known)
    if close := close_to(word, choices):
        return close
    if not choices:
        return Saying("None are defined.")
    if len(choices) > MANY:
        text = "Write one of the {number} that there are, as '{word}'."
        return quoting(text, number=len(choices), word=choices[0])
    return quoting("Write one of: {names}.", names=choices)
