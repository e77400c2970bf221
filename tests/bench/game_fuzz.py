"""Games and pictures with faults, and tables of all games asked everything: readers of
`grammar_fuzz` whose cases are whole files.
"""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from assistant.binding import Bound, bound_game
from assistant.cli.checking import report_of
from assistant.games import rules_for
from assistant.questions.answers import as_json
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.questions.unruled import Unruled
from assistant.reading.positions import TableReading
from assistant.report.position_report import report
from assistant.words.voice import voice
from builder.drawing.rasters import RasterError, opened
from builder.drawing.scans import unpacking
from builder.drawing.useless import fault_of
from builder.game.loader import load_game
from builder.game.skeleton import new_game
from builder.module.build import write_setup
from builder.vassal.module_shape import image_size
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.table_rules import table_rules

Chance = random.Random

SMALL = ("aldra", "karga", "saltmarsh", "tarsa")
LARGE = ("dagc", "kursk", "mlb", "nr", "uis", *SMALL)
SOURCES = Path(__file__).parents[2] / "source-art"

CELLS = ("", "0", "-1", "7", "99999999999", "1e9", "1.5", "nan", "x", "0101", "9999", "1310", "turn 3",
         "turn 99999", "clear", "woods", "woods hills", "4 2", "4 2 0", "0 0", "a/b", "\u00e9", "e\u0301",
         "\u0663", "\u00b2", "x" * 3000, "{", "{name}", "{name|x}", "$name$", "../x", "CON", "=1+1", "'=1",
         "\x9b31m", '"', "<html>", "red", "blue", "infantry", "1,2", ";", "#", "*", "?", "-", "0406/0407")  # fmt: skip
"""What somebody may write in a cell or a text."""

VALUES = ("0", "1", "-1", "3", "300", "2147483648", "9223372036854775807", "0.5", "-0.0", "1e300", "1e-300",
          "true", "false", "[]", "{}", "[[]]", "[{}]", '{"" = 1}', '"x"', '""', "1979-05-27", "07:32:00",
          '["x"]', "[1, 2]", "[1, 2, 3]", "[0, 0]", "[-1, 1e9]", '[["0101", 0, 0]]', "{ a = 1 }", '"0101"',
          '["0101", "0102"]', '"{name}"', '"' + "y" * 600 + '"', '"\\u00e9\\u0301"', '"#zzz"', '"#112233"', "0x7f")  # fmt: skip
"""Values of TOML."""


def changed_lines(chance: Chance, text: str, csv: bool) -> str:
    """A text with a few lines changed, doubled, moved or gone."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines.insert(chance.randrange(len(lines) + 1), lines[at])
            case 1 if len(lines) > 3:
                del lines[at]
            case 2:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _ if csv:
                cells = lines[at].split(",")
                cells[chance.randrange(len(cells))] = chance.choice(CELLS)
                lines[at] = ",".join(cells)
            case _:
                key, equals, _ = lines[at].partition("=")
                if equals:
                    value = chance.choice((*VALUES, *map(json.dumps, CELLS)))
                    lines[at] = f"{key}= {value}"
                else:
                    lines[at] = chance.choice(("[x]", "[[x]]", "[terrain]", "x = 1", "[units]", ""))
    return "\n".join(lines)


@cache
def _workplace() -> Path:
    holder = tempfile.TemporaryDirectory(prefix="kessel-games-")
    _KEPT.append(holder)
    folder = Path(holder.name)
    new_game("hill", folder)
    for name in SMALL:
        shutil.copytree(SOURCES / name, folder / name, ignore=shutil.ignore_patterns(".*"))
    return folder


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


@cache
def _files(name: str) -> tuple[tuple[Path, bytes], ...]:
    """The texts of a small game."""
    folder = _workplace() / name
    found = [path for path in sorted(folder.rglob("*")) if path.suffix in (".csv", ".toml")]
    return tuple((path, path.read_bytes()) for path in found)


def sources(chance: Chance) -> None:
    """A small game with faults in one or two of its files, checked as `kessel check` does, and if
    it is sound asked what matters in its first set-up."""
    name = chance.choice(("hill", "hill", *SMALL))
    chosen = chance.sample(_files(name), chance.choice((1, 1, 2)))
    try:
        for path, data in chosen:
            text = changed_lines(chance, data.decode("utf-8-sig"), path.suffix == ".csv")
            path.write_text(text, encoding="utf-8")
        found = report_of(str(_workplace() / name))
        assert all(str(finding.problem) for finding in found.findings)
        if not found.errors and chance.random() < 0.3:
            _asked(name)
    finally:
        for path, data in chosen:
            path.write_bytes(data)


def _asked(name: str) -> None:
    from assistant.scenario import scenario_position

    game = load_game(_workplace() / name)
    position = scenario_position(game, next(iter(game.scenarios)))
    for _ in report(voice(game, "es"), position):
        pass


# Tables of every game


@cache
def _bound(name: str) -> Bound:
    return bound_game(name)


@cache
def _set_up(name: str) -> tuple[str, ...]:
    """The commands of a game's first set-up."""
    game = load_game(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.vsav"
        write_setup(game, next(iter(game.scenarios)), path)
        text = read_saved_game(path).text
    return tuple(text.split("\x1b"))


NUMBERS = ("0", "1", "-1", "2", "7", "12", "300", "2147483647", "9" * 20, "1.5", "nan", "", "x", "true",
           "4416", "german", "soviet", "\u00b2", "clear", "1,2", "a=b")  # fmt: skip


def _moved(chance: Chance, lines: Sequence[str]) -> Iterator[str]:
    """The pieces of a set-up, some of them elsewhere, or with other levels of their layers."""
    spots = [_spot(line) for line in lines if _spot(line)]
    for at, line in enumerate(lines):
        if (spot := _spot(line)) and chance.random() < 0.15:
            yield line.replace(spot, chance.choice(spots), 1)
        elif spot and chance.random() < 0.1:
            head, slash, state = line.rpartition("/")
            parts = state.split("\t")
            place = chance.randrange(len(parts))
            parts[place] = chance.choice(NUMBERS) if ";" not in parts[place] else parts[place]
            yield head + slash + "\t".join(parts)
        elif spot and chance.random() < 0.03:
            yield f"+/again{at}/{line[2:].partition('/')[2]}"
            yield line
        else:
            yield line


def _spot(line: str) -> str:
    """Where a piece's command puts it, as it is written there."""
    at = line.rfind("Main Map;")
    return ";".join(line[at:].split(";")[:3]) if at > 0 and line.startswith("+/") else ""


def asked(chance: Chance) -> None:
    """A table of any game with some states, places and layers wrong, asked all there is to ask."""
    name = chance.choice(LARGE)
    game, shape = _bound(name)
    begin, *commands, end = _set_up(name)
    states = list(game.definition.state)
    more = [
        f"GlobalProperty\t;State-{chance.choice(states)};{chance.choice(NUMBERS)};Module"
        for _ in range(chance.randrange(4) if states else 0)
    ]
    text = "\x1b".join([begin, *_moved(chance, commands), *more, end])
    first = Replay(parse_saved_game(text), table_rules(shape)).first
    side = chance.choice(("", *game.sides))
    table = TableReading(game, shape, first, side, ()).position()
    rules: Any = rules_for(game.id)
    if isinstance(rules, Unruled):
        return
    position = rules.visible(table)
    door: Any = Door(rules, position)
    questions = [
        door.supply, door.zones, door.stacking, door.attacks, door.turn, door.arrivals, door.score,
    ]  # fmt: skip
    if position.units:
        unit = chance.choice(position.units)
        questions += [partial(door.moves, unit.id)]
        questions += [partial(ask, unit.hex) for ask in (door.odds, door.retreats, door.advances)]
    for question in chance.sample(questions, 3):
        with suppress(QuestionError):
            as_json(question())
    if chance.random() < 0.2:
        for _ in report(voice(game, chance.choice(("en", "es"))), position):
            pass


# Pictures

KINDS = ("PNG", "GIF", "JPEG", "BMP", "WEBP", "TIFF", "PPM", "ICO", "TGA")


@cache
def _pictures() -> tuple[bytes, ...]:
    """Small pictures of every kind and mode."""
    noise = Image.effect_noise((40, 30), 90)
    made = []
    for kind in KINDS:
        for mode in ("RGB", "L", "P", "RGBA", "1"):
            stream = BytesIO()
            with suppress(OSError, KeyError, ValueError):
                more = {"save_all": True, "append_images": [noise.convert(mode)] * 3}
                noise.convert(mode).save(
                    stream, kind, **(more if kind in ("GIF", "WEBP", "PNG") else {})
                )
                made.append(stream.getvalue())
    made.append(
        b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 4 3"/>'
    )
    return tuple(made)


def picture(chance: Chance) -> None:
    """A picture with a few bytes wrong, as modules and games have them."""
    data = bytearray(chance.choice(_pictures()))
    for _ in range(chance.choice((1, 2, 8))):
        near = min(len(data), 80) if chance.random() < 0.7 else len(data)
        at = chance.randrange(near)
        match chance.randrange(4):
            case 0:
                data[at : at + 4] = chance.choice((b"\xff" * 4, bytes(4), b"\0\0\xff\xff"))
            case 1:
                del data[at : at + chance.choice((1, 4, 40))]
            case 2:
                data[at:at] = data[chance.randrange(len(data)) :][:60]
            case _:
                data[at] = chance.randrange(256)
        if not data:
            break
    whole = bytes(data)
    image_size(whole)
    fault_of(whole)
    with suppress(RasterError), opened(whole, "x", 4_000_000) as found, unpacking("x"):
        found.load()


READERS: dict[str, Callable[[Chance], None]] = {
    "sources": sources,
    "asked": asked,
    "picture": picture,
}
