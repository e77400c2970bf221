"""Small pieces of text that all reports are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from assistant.position import Position
from assistant.questions.answers import Odds, Refusal
from assistant.questions.reasons import Reason
from assistant.words.columns import column_word
from assistant.words.voice import Voice
from builder.saying import PLAIN, Saying, signed

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from builder.game.model import Game

COLUMNS_OF_HEXES = 12
_WORD = re.compile(r"[a-z]{2,}(-[a-z]+)*")
WON = "victory"
_GOOD = frozenset({"supplied", "land", "retreat", "stand"})
_DOUBTFUL = frozenset({"port", "alt", "overload", "defence"})


def unit_name(say: Voice, position: Position, unit_id: str) -> str:
    """What people call a unit: its name and, where that differs, its id."""
    unit = position.by_id.get(unit_id)
    name = unit.name if unit is not None else ""
    if name in ("", unit_id) and (counter := position.game.counters.get(unit_id)):
        name = counter.full_name or counter.name
    return unit_id if name in ("", unit_id) else f"{say(name)} [{unit_id}]"


def unit_names(say: Voice, position: Position, ids: Iterable[str]) -> str:
    return ", ".join(unit_name(say, position, unit_id) for unit_id in ids)


def side_name(say: Voice, game: Game, side: str) -> str:
    """What people call a side; what is no side of the game stays as it is."""
    return say(game.sides[side].name) if side in game.sides else side


def level_name(say: Voice, game: Game, level: str) -> str:
    """Who has won and how: `soviet`, `german strategic`, `draw`, as a table of levels writes it."""
    first, _, how = level.partition(" ")
    if first not in game.sides:
        return say(level[:1].upper() + level[1:])
    words = [game.sides[first].name, *how.removesuffix(WON).split(), WON]
    return say(" ".join(words))


def state_word(say: Voice, state: str, good: bool = False) -> Text:
    """A state of supply or an outcome in its colour: good, doubtful or bad; a state that a game
    names itself may be told to be `good`."""
    from rich.text import Text

    doubtful = state in _DOUBTFUL
    bright = state in _GOOD or (good and not doubtful)
    style = "green" if bright else "yellow" if doubtful else "bold red"
    return Text(say.state(state), style=style)


def way(path: Iterable[str], limit: int = 6, shown: Callable[[str], str] = str) -> str:
    """A run of hexes as each is `shown`, the middle left out if it is long."""
    names = list(path)
    if len(names) > limit:
        return " > ".join([*map(shown, names[: limit - 2]), "...", shown(names[-1])])
    return " > ".join(map(shown, names))


def called(say: Voice, position: Position, unit_id: str) -> str:
    """The name of a unit alone, for tables in which its id takes too much room."""
    unit = position.by_id.get(unit_id)
    return say(unit.name) if unit is not None and unit.name else unit_id


def place(say: Voice, position: Position, name: str) -> str:
    """A hex with the name that the map gives it, a place beside it by that alone; one that is its
    name is told once."""
    named = position.board.names.get(name, "")
    if not named:
        return spot(say, position, name)
    return f"{name} {say(named)}" if named != name else say(named)


def spot(say: Voice, position: Position, name: str) -> str:
    """A hex by its number, a box or an area beside the map by the name that is printed on it, a
    coast that is a source by its own."""
    definition = position.game.definition
    if name in definition.drawn_boxes:
        return say(definition.box_name(name))
    feature = definition.hexside.get(name)
    return say(feature.name) if feature is not None and feature.name else name


NO_EFFECT = "no effect"


def percent(
    chances: Mapping[str, float],
    game: Game | None = None,
    say: Voice | None = None,
    outcomes: Mapping[str, str] | None = None,
) -> str:
    """Chances as whole per cents, outcomes that are words in the reader's own: the attacker's best
    first as the game's charts have them, and those of no chart by their chance. `outcomes` are the
    game's words for results that are no words."""
    looks = game.definition.drawing.get("charts", {}).get("result", {}) if game else {}
    worst_first = list(looks)

    def rank(result: str) -> int:
        return -worst_first.index(result) if result in looks else 1

    ordered = sorted(chances.items(), key=lambda item: (rank(item[0]), -item[1], item[0]))
    named = {result: say(text) for result, text in (outcomes or {}).items()} if say else {}
    words = [(named.get(result) or result_word(say, result), chance) for result, chance in ordered]
    return "  ".join(f"{_before_a_figure(word, say)} {chance:.0%}" for word, chance in words)


def _before_a_figure(word: str, say: Voice | None) -> str:
    """A result that ends in a dash, parted from its chance: `3/- 33%` reads as less than none. A
    dash alone is the chart's way to say that nothing happens."""
    if word == "-":
        return say(NO_EFFECT) if say else NO_EFFECT
    return f"{word}:" if word.endswith("-") else word


def promise(say: Voice, game: Game, odds: Odds) -> str:
    """Strengths, column and chances of an attack in one line of a chat or a terminal."""
    sums = f"{number(say, odds.attack)} : {number(say, odds.defence)}"
    column = f", {column_word(odds.column)}" if odds.column else ""
    comes = percent(odds.chances, game, say).replace("  ", " · ")
    if not comes and odds.extra.get("automatic") and odds.steps:
        comes = say(odds.steps[-1].effect)  # without a die the ledger ends with what comes of it
    return f"{sums}{column}; {comes}" if comes else f"{sums}{column}"


_NOTHING = ("-", "–", "—", "−")
"""How charts print that nothing happens."""


def result_word(say: Voice | None, result: str) -> str:
    """A result as its chart prints it, or a word of the program's in the reader's language; a dash
    is no word behind a colon and before a figure."""
    if result in _NOTHING:
        return say("no effect") if say else "no effect"
    return say.field(result).replace("-", " ") if say and _WORD.fullmatch(result) else result


def packed(words: Sequence[str], a_line: int) -> str:
    """Words that are not to be parted, so many in a line."""
    lines = (words[first : first + a_line] for first in range(0, len(words), a_line))
    return "\n".join("  ".join(line) for line in lines)


def reasons(say: Voice, because: Iterable[Reason]) -> Iterator[RenderableType]:
    """Reasons as indented lines, each with its rule."""
    from rich.text import Text

    for reason in because:
        yield hanging(Text(f"{reason.rule:>6}", style="cyan"), say(reason.text))


def hanging(mark: Text, text: str) -> RenderableType:
    """An indented line whose further lines begin below its text, not below its mark."""
    from rich.padding import Padding
    from rich.table import Table

    line = Table.grid(padding=(0, 1, 0, 0))
    line.add_column(no_wrap=True)
    line.add_column(overflow="fold")
    line.add_row(mark, text)
    return Padding(line, (0, 0, 0, 2))


def table(say: Voice, *columns: str, title: str = "") -> Table:
    """An empty table in the one style of all reports; a column that begins with > is of numbers,
    one with = is never broken: the others give way to it."""
    from rich import box

    from assistant.report.wholewords import WholeWords

    made = WholeWords(
        box=box.SIMPLE_HEAD,
        title=title or None,
        title_justify="left",
        pad_edge=False,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    for column in columns:
        justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
        whole = "=" in column[:2]
        made.add_column(say(column.lstrip(">=")), justify=justify, overflow="fold", no_wrap=whole)
    return made


MANY_ALIKE = 3
AND_SO_ON = "So it is with the others."


def closed_hexes(
    say: Voice, position: Position, refused: Iterable[Refusal], short: bool = False
) -> Table:
    """Closed hexes in a table, those that the same rule closes together; runs of them as one where
    it is to be short."""
    rows = table(say, "Closed", "Rule", "Why")
    for rule, why, names in _together(refused):
        hexes = list(runs(sorted(names)) if short else names)
        spots = [spot(say, position, name) for name in hexes]
        told = " ".join(map(say, why))
        rows.add_row(_in_lines(spots, " " if spots == hexes else ", "), rule, told)
    return rows


LINE_OF_HEXES = 36
"""Signs of a line of hexes, whatever room there is: reasons are read, and long lists looked up."""


def _in_lines(spots: Sequence[str], between: str) -> str:
    """Hexes in lines of so many signs, so that they leave room to what is said of them."""
    lines = [""]
    for one in spots:
        if not lines[-1]:
            lines[-1] = one
        elif len(lines[-1] + between + one) <= LINE_OF_HEXES:
            lines[-1] += between + one
        else:
            lines[-1] += between.rstrip()
            lines.append(one)
    return "\n".join(lines)


def _together(refused: Iterable[Refusal]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Rule, sentences and the hexes that they close. Reasons that differ by the hex alone are told
    of the first of many, because a stack beside the enemy has fifty of them."""
    alike: dict[tuple[str, str], list[tuple[str, list[str]]]] = {}
    for (rule, text), names in by_reason(refused).items():
        alike.setdefault((rule, _without(text, names[0])), []).append((text, names))
    for (rule, _), found in alike.items():
        if len(found) < MANY_ALIKE:
            yield from ((rule, [text], names) for text, names in found)
        else:
            yield rule, [found[0][0], AND_SO_ON], [name for _, names in found for name in names]


def _without(text: Any, name: str) -> Any:
    """A reason with its own hex left open."""
    if isinstance(text, Saying):
        values = {key: _without(value, name) for key, value in text.values.items()}
        return Saying(text.template, **values)
    return "" if text == name else text


def untold(refused: Iterable[Refusal], because: Iterable[Reason]) -> list[Refusal]:
    """Closed hexes but those of which the reason has been told above, of all of them."""
    told = {(reason.rule, str(reason.text)) for reason in because}
    return [closed for closed in refused if (closed.rule, str(closed.text)) not in told]


MANY_HEXES = 200
"""So many hexes are listed one by one; of more, those that follow each other are told as one."""


def runs(names: Sequence[str]) -> Iterator[str]:
    """Sorted hexes, those that follow each other in a column of the map as one: C3904–07."""
    begun = last = ""
    for name in (*names, ""):
        if begun and _follows(last, name):
            last = name
            continue
        if begun:
            yield begun if begun == last else f"{begun}–{last[-2:]}"
        begun = last = name


def _follows(last: str, name: str) -> bool:
    column, row = last[:-2], last[-2:]
    return name[:-2] == column and row.isdigit() and name[-2:] == f"{int(row) + 1:02}"


def by_reason(refused: Iterable[Refusal]) -> dict[tuple[str, str], list[str]]:
    """(rule, text) -> the hexes that it closes."""
    found: dict[tuple[str, str], list[str]] = {}
    for closed in refused:
        found.setdefault((closed.rule, closed.text), []).append(closed.hex)
    return found


def number(say: Voice, value: float) -> str:
    """A figure without a needless decimal."""
    return say.figure(format(value, PLAIN))


def gain(say: Voice, value: float) -> str:
    """More or less than expected, with its sign."""
    return signed(say.figure(f"{value:+.1f}"))
