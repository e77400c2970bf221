"""Facts of any shape, which games add to their answers, as lines and small tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from assistant.position import Position
from assistant.questions.answers import as_json
from assistant.report.words import MANY_HEXES, called, hanging, number, runs
from assistant.words.columns import column_word
from assistant.words.voice import Voice
from builder.saying import PLAIN, Saying

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

LONGEST_LIST = 10
"""Things of a list that are all told; of a longer one so many, and how many there are."""
NOTHING = "–"
"""Where nothing is to be told: a word for it would have to agree with what is asked."""
IN_A_TABLE = 5
"""The same in the cells of a table."""
WHAT = "what"
"""The fact that says itself what it is of: no heading stands before it."""
_LONGEST_NAME = 24
SILENT: tuple[Any, ...] = ("", None, [], {}, ())
"""What says nothing of a thing."""
OF_A_WAY = frozenset({"hex", "cost", "from", "path"})
"""What is told of a hex in reach."""
ROUNDED_AWAY = 0.01
"""What rounding may take from chances that are one together."""
QUIET = frozenset({"stand_in"})
"""Facts that say something only when they are so."""
CHANCES = frozenset(
    {
        "after", "arriving", "chances", "contamination", "fatigue", "weighed_chances",
        "weighed_columns",
    }
)  # fmt: skip
"""Facts that tell of what may come of something how likely it is, where they are numbers."""


def further(
    say: Voice, position: Position, extra: Mapping[str, Any], but: Iterable[str] = ()
) -> Iterator[RenderableType]:
    """What a game adds to an answer, the names on the left, units by theirs; empty things are left
    out."""
    from rich.padding import Padding

    passed_over = {*but, "readings"}
    told = {
        name: hexes_in_a_row(position, named(say, position, as_json(value)))
        for name, value in extra.items()
        if name not in passed_over
    }
    if rows := facts(say, told):
        yield Padding(rows, (0, 0, 0, 2))
    yield from readings(say, as_json(extra.get("readings", ())))


def hexes_in_a_row(position: Position, value: Any) -> Any:
    """A long list of hexes as the reach of a unit is told: all of them, with blanks between, and of
    very many those that follow each other as one."""
    if not isinstance(value, list) or len(value) <= LONGEST_LIST:
        return value
    if not all(isinstance(item, str) and item in position.board for item in value):
        return value
    return " ".join(runs(sorted(value)) if len(value) > MANY_HEXES else value)


def named(say: Voice, position: Position, value: Any) -> Any:
    """Data with the names of units, counters and sides in place of their ids."""
    if isinstance(value, str):
        counter, side = position.game.counters.get(value), position.game.sides.get(value)
        if value in position.by_id:
            return called(say, position, value)
        if counter is not None:
            return say(counter.full_name or counter.name or value)
        return say(side.name) if side is not None else value
    if isinstance(value, Mapping):
        return {
            named(say, position, name): _marker(say, position, inner)
            if name == "marker"
            else named(say, position, inner)
            for name, inner in value.items()
        }
    return [named(say, position, item) for item in value] if isinstance(value, list) else value


def _marker(say: Voice, position: Position, value: Any) -> Any:
    """What a marker is called, without what it does."""
    told = position.game.definition.units.markers.get(value) if isinstance(value, str) else None
    return say(told).partition(":")[0] if told else named(say, position, value)


def facts(say: Voice, values: Mapping[str, Any]) -> Table | None:
    """Facts with their names on the left, None if none of them says anything."""
    from rich.table import Table
    from rich.text import Text

    told = {name: value for name, value in values.items() if not _is_silent(name, value)}
    if not told:
        return None
    rows = Table.grid(padding=(0, 1, 0, 0))
    rows.add_column(max_width=_LONGEST_NAME)
    rows.add_column(overflow="fold", vertical="bottom")  # beside the end of a name in two lines
    for name, value in told.items():
        told_as = percents(say, value) if name in CHANCES and _are_chances(value) else value
        rows.add_row(Text(f"{say.field(name)}:", style="dim"), _fact(say, as_json(told_as)))
    return rows


def _are_chances(value: Any) -> bool:
    """Whether a table tells the chances of all that may come."""
    if not isinstance(value, Mapping) or not all(
        type(its) in (int, float) for its in value.values()
    ):
        return False
    return abs(sum(value.values()) - 1) < ROUNDED_AWAY


def percents(say: Voice, chances: Mapping[str, float]) -> str:
    """What may come with its chance, in the order told: `10: 68%`."""
    return ", ".join(f"{_named(say, what)}: {chance:.0%}" for what, chance in chances.items())


def _fact(say: Voice, value: Any) -> RenderableType:
    if isinstance(value, list) and (_are_rows(value) or _are_ways(value, {"from"})):
        return _rows(say, value)
    if isinstance(value, list) and any(map(_is_explained, value)):
        return "\n".join(plain(say, item) for item in value)
    if _is_nested(value):
        return facts(say, value) or NOTHING
    return plain(say, value) or NOTHING


def _are_rows(value: Sequence[Any]) -> bool:
    """Whether a list is better read as a table: several things of the same three parts, or parts
    that are lists of more than names themselves."""
    if not value or not all(isinstance(item, Mapping) for item in value):
        return False
    names = {tuple(item) for item in value}
    lists = [inner for item in value for inner in item.values() if isinstance(inner, list)]
    if len(value) == 1:
        return any(isinstance(item, Mapping) for inner in lists for item in inner)
    return len(names) == 1 and (bool(lists) or len(value[0]) > 2) and not _is_reason(value[0])


def _rows(say: Voice, value: Sequence[Mapping[str, Any]]) -> Table:
    from rich.table import Table

    rows = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    told = [name for name in value[0] if any(item[name] not in SILENT for item in value)]
    for name in told:
        rows.add_column(_named(say, name), overflow="fold")
    for item in value:
        rows.add_row(*(cell(say, item[name], IN_A_TABLE) for name in told))
    return rows


def cell(say: Voice, value: Any, longest: int = LONGEST_LIST) -> str:
    """A fact in a table; nothing is a dash, because a word for it would have to agree."""
    return NOTHING if value is None or value == [] else plain(say, value, longest)


def _is_nested(value: Any) -> bool:
    """Whether a table has lists or tables in it, so that one line would not do."""
    return (
        isinstance(value, Mapping)
        and not _is_reason(value)
        and any(isinstance(inner, Mapping | list) and inner for inner in value.values())
    )


def _is_reason(value: Any) -> bool:
    return isinstance(value, Mapping) and "rule" in value and "text" in value


def _is_explained(value: Any) -> bool:
    """Whether something comes with the rule that is its reason."""
    pair = isinstance(value, list) and len(value) == 2
    return pair and _is_reason(value[1]) and not _is_reason(value[0])


def readings(say: Voice, named: Iterable[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Open points of the rules on which an answer leans, and how they are read."""
    from rich.text import Text

    for point in named:
        option = f"({point.get('option')} = {as_typed(point.get('value'))})"
        yield hanging(
            Text(say(Saying("{rule} is open:", rule=point.get("rule", ""))), style="yellow"),
            " ".join(filter(None, (say(point.get("note", "")), option))),
        )


def as_typed(value: Any) -> str:
    """The value of a reading as it is written to choose it, the same in every language."""
    if isinstance(value, bool):
        return str(value).lower()
    return format(value, PLAIN) if isinstance(value, float) else str(value)


def _is_silent(name: str, value: Any) -> bool:
    """Whether there is nothing to tell: empty, or a table of zeros."""
    if isinstance(value, Mapping):
        return not any(value.values())
    return value is None or value in ("", (), []) or (name in QUIET and not value)


def plain(say: Voice, value: Any, longest: int = LONGEST_LIST) -> str:
    """Data in words: lists with commas, tables as `name value` without what is empty."""
    if isinstance(value, Mapping):
        if _is_reason(value):
            return f"{value['rule']}: {say(value['text'])}"
        if "hex" in value and len(value) == 2:
            return "\N{NO-BREAK SPACE}".join(plain(say, inner) for inner in value.values())
        told = [(name, inner) for name, inner in value.items() if inner not in SILENT]
        return ", ".join(
            plain(say, inner) if name == WHAT else f"{_named(say, name)} {_of(say, name, inner)}"
            for name, inner in told
        )
    if isinstance(value, list):
        return _listed(say, value, longest)
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if isinstance(value, float) and abs(value) >= 1:
        return number(say, round(value, 2))
    if isinstance(value, float):
        return number(say, round(value, 3))
    return column_word(say("none" if value is None else str(value)))


def _of(say: Voice, name: str, value: Any) -> str:
    return percents(say, value) if name in CHANCES and _are_chances(value) else plain(say, value)


def _named(say: Voice, name: str) -> str:
    """The heading of a fact among others of one thing."""
    return say.field("unit" if name == "id" else name)


def _are_ways(value: Sequence[Any], told: Collection[str] = ()) -> bool:
    """Whether a list is of hexes in reach, each with what the way to it costs and what else is
    `told` of them."""
    least = {"hex", "cost", *told}
    return bool(value) and all(
        isinstance(item, Mapping) and least <= item.keys() <= OF_A_WAY for item in value
    )


def _by_cost(say: Voice, value: Sequence[Mapping[str, Any]]) -> str:
    """Hexes in reach by what they cost, as the answer itself has them; with the hex before where
    that matters. Each way hex by hex would leave no room for them."""
    by_cost: dict[float, list[str]] = {}
    for item in sorted(value, key=lambda item: (item["cost"], str(item["hex"]))):
        start = f" {say.field('from')} {item['from']}" if item.get("from") else ""
        by_cost.setdefault(item["cost"], []).append(f"{item['hex']}{start}")
    between = ", " if any("from" in item for item in value) else " "
    return " · ".join(f"{number(say, cost)}: {between.join(at)}" for cost, at in by_cost.items())


def _listed(say: Voice, value: Sequence[Any], longest: int) -> str:
    if _are_ways(value):
        return _by_cost(say, value)
    if _is_explained(value):
        return f"{plain(say, value[0])} ({value[1]['rule']} {say(value[1]['text'])})"
    told = [plain(say, item) for item in value]
    if any(item.endswith(".") for item in told[:-1]):
        return " ".join(told)
    if len(told) > longest:
        told = [*told[: longest - 1], say(Saying("... ({n} in all)", n=len(told)))]
    compound = any(isinstance(item, Mapping | list) for item in value)
    return ("; " if compound else ", ").join(told) or NOTHING
