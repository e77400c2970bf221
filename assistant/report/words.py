"""Small pieces of text that all reports are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from assistant.position import Position
from assistant.rules.answers import Refusal, as_json
from assistant.rules.rulebook import Reason
from assistant.words.voice import Voice

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

COLUMNS_OF_HEXES = 12
LONGEST_LIST = 10
_GOOD = frozenset({"supplied", "land", "retreat", "stand"})
_DOUBTFUL = frozenset({"port", "alt", "overload", "defence"})


def unit_name(say: Voice, position: Position, unit_id: str) -> str:
    """What people call a unit: its name and, where that differs, its id."""
    unit = position.by_id.get(unit_id)
    if unit is None or not unit.name or unit.name == unit_id:
        return unit_id
    return f"{say(unit.name)} [{unit_id}]"


def unit_names(say: Voice, position: Position, ids: Iterable[str]) -> str:
    return ", ".join(unit_name(say, position, unit_id) for unit_id in ids)


def state_word(say: Voice, state: str) -> Text:
    """A state of supply or an outcome in its colour: good, doubtful or bad."""
    from rich.text import Text

    style = "green" if state in _GOOD else "yellow" if state in _DOUBTFUL else "bold red"
    return Text(say.state(state), style=style)


def way(path: Iterable[str], limit: int = 6) -> str:
    """A run of hexes, the middle left out if it is long."""
    names = list(path)
    if len(names) > limit:
        names = [*names[: limit - 2], "...", names[-1]]
    return " > ".join(names)


def percent(chances: Mapping[str, float]) -> str:
    """Chances as whole per cents, likeliest first."""
    ordered = sorted(chances.items(), key=lambda item: (-item[1], item[0]))
    return "  ".join(f"{result} {chance:.0%}" for result, chance in ordered)


def reasons(say: Voice, because: Iterable[Reason]) -> Iterator[Text]:
    """Reasons as indented lines, each with its rule."""
    from rich.text import Text

    for reason in because:
        yield Text.assemble("  ", (f"{reason.rule:>6} ", "cyan"), say(reason.text))


def table(say: Voice, *columns: str, title: str = "") -> Table:
    """An empty table in the one style of all reports; a column that begins with > is of numbers."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for column in columns:
        justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
        made.add_column(say(column.lstrip(">")), justify=justify, overflow="fold")
    return made


def closed_hexes(say: Voice, refused: Iterable[Refusal]) -> Table:
    """Closed hexes in a table, those that the same rule closes together."""
    rows = table(say, "Closed", "Rule", "Why")
    for (number_, text), names in by_reason(refused).items():
        rows.add_row(" ".join(names), number_, say(text))
    return rows


def by_reason(refused: Iterable[Refusal]) -> dict[tuple[str, str], list[str]]:
    """(rule, text) -> the hexes that it closes."""
    found: dict[tuple[str, str], list[str]] = {}
    for closed in refused:
        found.setdefault((closed.rule, closed.text), []).append(closed.hex)
    return found


def number(value: float) -> str:
    """A figure without a needless decimal."""
    return f"{value:g}"


def further(say: Voice, extra: Mapping[str, Any], but: Iterable[str] = ()) -> Iterator[Text]:
    """What a game adds to an answer, in one line each; empty things are left out."""
    from rich.text import Text

    told = frozenset(but)
    for name, value in extra.items():
        if name in told or is_nothing(value):
            continue
        if name == "readings":
            yield from readings(say, as_json(value))
            continue
        yield Text.assemble((f"  {say.field(name)}: ", "dim"), plain(say, as_json(value)))


def readings(say: Voice, named: Iterable[Mapping[str, Any]]) -> Iterator[Text]:
    """Open points of the rules on which an answer leans, and how they are read."""
    from rich.text import Text

    for point in named:
        value = plain(say, point.get("value"))
        yield Text.assemble(
            ("  " + say(f"{point.get('rule', '')} is open:") + " ", "yellow"),
            f"{point.get('option')} = {value}. {say(point.get('note', ''))}",
        )


def is_nothing(value: Any) -> bool:
    """Whether there is nothing to tell: empty, or a table of zeros."""
    if isinstance(value, Mapping):
        return not any(value.values())
    return value is None or value in ("", (), [])


def plain(say: Voice, value: Any) -> str:
    """Data in words: lists with commas, tables as `name value`."""
    if isinstance(value, Mapping):
        if "rule" in value and "text" in value:
            return f"{value['rule']}: {say(value['text'])}"
        told = ((say.field(name), inner) for name, inner in value.items() if inner != "")
        return ", ".join(f"{name} {plain(say, inner)}" for name, inner in told)
    if isinstance(value, list):
        if len(value) > LONGEST_LIST and not isinstance(value[0], Mapping):
            value = [*value[: LONGEST_LIST - 2], say(f"... ({len(value)} in all)"), value[-1]]
        marks = "; " if any(isinstance(item, Mapping) for item in value) else ", "
        return marks.join(plain(say, item) for item in value) or say("none")
    if isinstance(value, bool):
        return say("yes" if value else "no")
    return say("none" if value is None else str(value))
