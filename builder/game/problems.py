"""Mistakes in what a person typed, collected so that all are shown at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from builder.errors import KesselError


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
    """Raised when a source file or position cannot be used; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
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


def sentences(fault: str) -> tuple[str, str]:
    """A fault told as `what is wrong: what to write` as the two sentences of a Problem."""
    text, _, remedy = fault.rstrip(".").partition(": ")
    end = "" if remedy.endswith("?") else "."
    return (
        f"{text[:1].upper()}{text[1:]}.",
        f"{remedy[:1].upper()}{remedy[1:]}{end}" if remedy else "",
    )


MANY = 20
"""As many choices as a remedy lists; of more it says only the likeliest."""


def remedy_for(word: str, known: Iterable[str]) -> tuple[str, dict[str, str | int | list[str]]]:
    """A remedy for an unknown word, as a template and its values: the likeliest of the known ones,
    or all if they are few."""
    from difflib import get_close_matches

    choices = sorted(known)
    if close := get_close_matches(word, choices, n=1):
        return "Did you mean '{word}'?", {"word": close[0]}
    if not choices:
        return "None are defined.", {}
    if len(choices) > MANY:
        text = "Write one of the {n} that there are, as '{word}'."
        return text, {"n": len(choices), "word": choices[0]}
    return "Write one of: {words}.", {"words": choices}


def nearest(word: str, known: Iterable[str]) -> str:
    """The same in one sentence."""
    text, values = remedy_for(word, known)
    told = {key: ", ".join(one) if isinstance(one, list) else one for key, one in values.items()}
    return text.format(**told)
