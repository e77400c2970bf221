"""`kessel rules`: each rule of a rulebook, and the functions that carry it out or why none does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.games import chapters_of, rules_for
from assistant.kernel.rulebook import Implemented, rules_of
from assistant.report.reached import reached_from
from assistant.report.words import table
from assistant.words.voice import Voice
from builder.game.csv_file import read_csv
from builder.game.model import Game
from builder.game.problems import Collector
from builder.game.rulebook.page import Section, default_words

if TYPE_CHECKING:
    from rich.console import RenderableType

COLUMNS = ("rule", "title", "status", "where_or_why")
IMPLEMENTED = "implemented"
ANSWERED, NOT_YET = "answered", "not-yet"


@dataclass(frozen=True)
class RuleEntry:
    """One numbered rule. `status` is "answered" if a question comes to a function that carries it
    out, "not-yet" if there is such a function and no question comes to it, "data" or
    "out-of-scope"; `where` names the functions, `why` says where else it lives or why it is left
    out."""

    rule: str
    title: str
    status: str
    where: tuple[Implemented, ...] = ()
    why: str = ""


def rule_entries(game: Game) -> tuple[RuleEntry, ...]:
    """The game's rules.csv joined with the functions that bear the numbers.

    A number that only the code names is listed after those of the table.
    """
    reached = reached_from(rules_for(game.id))
    functions: dict[str, list[Implemented]] = {}
    for found in rules_of(*chapters_of(game.id)):
        functions.setdefault(found.rule, []).append(found)
    listed = [
        RuleEntry(
            row["rule"],
            row["title"],
            _status(row["status"], functions.get(row["rule"], ()), reached),
            tuple(functions.get(row["rule"], ())),
            row["where_or_why"],
        )
        for row in _rows(game)
    ]
    known = {entry.rule for entry in listed}
    unlisted = [
        RuleEntry(number, "", _status(IMPLEMENTED, found, reached), tuple(found))
        for number, found in sorted(functions.items(), key=lambda item: _sections(item[0]))
        if number not in known
    ]
    return (*listed, *unlisted)


def titles_in(game: Game, language: str) -> dict[str, str]:
    """The rules' titles by number in another language, from rules.LANGUAGE.csv; empty without one.

    A title is never put together from known words: half a translation reads worse than none.
    """
    path = game.folder / f"rules.{language}.csv"
    if not path.exists():
        return {}
    problems = Collector()
    titles = {row["rule"]: row["title"] for row in read_csv(path, problems, COLUMNS[:2])}
    problems.check()
    return titles


def _status(told: str, where: Iterable[Implemented], reached: Collection[str]) -> str:
    """The status of a rule that the table calls `told`, by what its functions are good for."""
    if told != IMPLEMENTED:
        return told
    asked = any(f"{found.module}.{found.function}" in reached for found in where)
    return ANSWERED if asked else NOT_YET


def _rows(game: Game) -> Sequence[Mapping[str, str]]:
    path = game.folder / "rules.csv"
    if not path.exists():
        return []
    problems = Collector()
    rows = [
        {column: row[column] for column in COLUMNS}
        for row in read_csv(path, problems, COLUMNS[:3], COLUMNS)
    ]
    problems.check()
    return rows


def _sections(number: str) -> tuple[tuple[int, str], ...]:
    """A key that puts 9.2 before 9.10."""
    parts = number.replace("(", ".").replace(")", "").split(".")
    return tuple((int(part), "") if part.isdecimal() else (0, part) for part in parts)


def sums(entries: tuple[RuleEntry, ...]) -> dict[str, int]:
    """How many rules have each status."""
    counted: dict[str, int] = {}
    for entry in entries:
        counted[entry.status] = counted.get(entry.status, 0) + 1
    return counted


def rules_in_words(say: Voice, game: Game) -> Iterator[RenderableType]:
    """The rules in a table, and their sums."""
    from rich.text import Text

    entries = rule_entries(game)
    titles = titles_in(game, say.language)
    rows = table(say, "Rule", "Title", "Status", "Where, or why not")
    for entry in entries:
        where = "\n".join(_where(say, entry))
        rows.add_row(entry.rule, titles.get(entry.rule, entry.title), say(entry.status), where)
    yield rows
    yield Text(", ".join(f"{count} {say(status)}" for status, count in sums(entries).items()))


def page_in_words(
    title: str, sections: Sequence[Section], language: str
) -> Iterator[RenderableType]:
    """The declared rules as a rulebook page; what nobody declared is dim."""
    from rich.table import Table
    from rich.text import Text

    yield Text(title, style="bold")
    for section in sections:
        yield Text(f"\n{section.title}", style="bold underline")
        rows = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for line in section.lines:
            text = Text(line.text)
            if not line.declared:
                text = Text(f"{line.text} ({default_words(language)})", style="dim")
            rows.add_row(Text(line.rule, style="bold"), text)
        yield rows


def _where(say: Voice, entry: RuleEntry) -> Iterator[str]:
    for found in entry.where:
        yield f"{found.module.rpartition('.')[2]}.{found.function} ({say('line')} {found.line})"
    if entry.why:
        told = say.told(entry.why)
        yield entry.why if told.unknown else told.text
