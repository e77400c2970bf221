"""Attacks by grammar: files that are well-formed and ask for too much, and files with faults.

`python -m tests.bench.grammar_fuzz [CASES] [READER ...]` gives each reader so many cases, 100,000 if
it says nothing; 20000-30000 are the cases between these numbers. Each must end in an answer or in an error of the user's within SLOWEST seconds and
MEMORY bytes. A case is a reader and a seed; those that once went wrong stand in
tests/data/hostile/cases.txt.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from assistant.binding import Bound, bound_game
from assistant.games import rules_for
from assistant.position import Position
from assistant.position_file import read_position
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from assistant.reading.positions import TableReading
from assistant.scenario import scenario_position
from builder.adopt.adopting import adopt
from builder.bind.bound import read_binding
from builder.errors import KesselError
from builder.game.kept import COLUMNS, PIECES, TREE
from builder.game.loader import load_game, read_game
from builder.game.owned import BINDING, Owned
from builder.game.owning import take
from builder.game.problems import Collector
from builder.game.rulebook.load import load_rules
from builder.lint.audit import CHECKS
from builder.lint.subject import Subject
from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile.archive import Archive, ArchiveError
from builder.vassal.buildfile.module import module_of
from builder.vassal.buildfile.xml import declared, from_bytes
from builder.vassal.diff import changes
from builder.vassal.errors import VassalFileError
from builder.vassal.expressions import evaluate
from builder.vassal.locations import Locator
from builder.vassal.module_shape import root_shape, shape_of
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game
from builder.vassal.sequence import join, join_nested
from builder.vassal.state import GameState
from builder.vassal.table_rules import table_rules
from builder.vassal.traits import KNOWN
from builder.vassal.wire.errors import WireError
from builder.vassal.wire.packed import packed, unpacked
from tests.bench.game_fuzz import READERS as OF_GAMES
from tests.bench.live_fuzz import line
from tests.bench.vassal_fuzz import DATA, changed_file, mutate_bytes, mutate_text

SLOWEST = 5.0  # seconds of one case
SLICE = 2_000  # cases of a reader before the next reader's turn
MEMORY = 2 << 30  # bytes of the whole process
CORPUS = Path(__file__).parents[1] / "data" / "hostile" / "cases.txt"
GAMES = Path(__file__).parents[2] / "source-art"
BUILD_FILE = "buildFile.xml"
REFUSALS = (KesselError, VassalFileError, ArchiveError, WireError)

Chance = random.Random

_NUMBERS = ("0", "1", "-1", "2", "7", "300", "99999", "2147483647", "-2147483648", "9" * 20,
            "9" * 400, "1.5", "-0.0", "1e300", "NaN", "Infinity", "1e-300", "", "x", "9" * 5000)  # fmt: skip
_NAMES = ("A0", "A1", "A2", "Step", "Counter", "StateHex", "Control", "StateItem", "Card",
          "PieceName", "BasicName", "LocationName", "CurrentZone", "StackSize", "DeckName",
          "german-56-panzer", "soviet-11-guards", "german", "3910", "oos", "ß", "\x1b[31m",
          "a" * 300, "é", "", "true")  # fmt: skip


def expression(chance: Chance, depth: int = 4) -> str:
    """An expression of VASSAL's, or nearly one."""
    if depth == 0 or chance.random() < 0.25:
        return chance.choice((*_NAMES, *_NUMBERS, '"x"', '"' + "y" * 50 + '"'))
    form = chance.choice((
        "{0}+{1}", "{0}*{1}", "{0}-{1}", "{0}/{1}", "{0}%{1}", "({0})", "!{0}", "-{0}", "{0}=={1}",
        "{0}<{1}", "{0}&&{1}", "{0}||{1}", "{0}?{1}:{2}", "If({0},{1},{2})", "GetProperty({0})",
    ))  # fmt: skip
    inner = [expression(chance, depth - 1) for at in "012" if f"{{{at}}}" in form]
    return form.format(*inner)[:20_000]


def wording(chance: Chance) -> str:
    """A text such as a field holds: a new one at times, else one of a stock, which is quicker."""
    return _worded(chance) if chance.random() < 0.05 else chance.choice(_stock())


@cache
def _stock() -> tuple[str, ...]:
    chance = random.Random(0)
    return tuple(_worded(chance) for _ in range(5_000))


def _worded(chance: Chance) -> str:
    """A number, an expression, a format, signs, a list, a name."""
    match chance.randrange(6):
        case 0:
            return chance.choice(_NUMBERS)
        case 1:
            return "{" + expression(chance) + "}"
        case 2:
            return "".join(f"${chance.choice(_NAMES)}$" for _ in range(chance.randint(1, 30)))
        case 3:
            return chance.choice(("!", "-", "(", "'", "\\", "$", ",", ";")) * chance.randint(1, 200)
        case 4:
            return ",".join(chance.choice(_NAMES) for _ in range(chance.randint(0, 12)))
        case _:
            return chance.choice(_NAMES)


def piece(chance: Chance, number: int) -> str:
    """The command that puts a piece of any traits on the table."""
    count = chance.choice((0, 1, 2, 3, 5, 8, 20))
    traits = [_trait(chance) for _ in range(count)]
    states = [_fields(chance, 3) for _ in traits]
    place = f"{chance.choice(('Main Map', 'null', 'Map0'))};{_pixel(chance)};{_pixel(chance)};9;0"
    name = chance.choice(_NAMES).replace(";", "")
    type_ = join_nested([*traits, f"piece;;;;{name}"])
    return "+/" + join([str(number), type_, join_nested([*states, place])], "/")


def _trait(chance: Chance) -> str:
    kind = chance.choice(KNOWN)
    if chance.random() < 0.3:
        return f"calcProp;A{chance.randrange(3)};{wording(chance)};"
    if chance.random() < 0.3:
        return f"mark;{chance.choice(_NAMES)}"
    return kind.ID + _fields(chance, 30)


def _fields(chance: Chance, most: int) -> str:
    return ";".join(wording(chance) for _ in range(chance.randint(0, most)))


def _pixel(chance: Chance) -> str:
    return str(chance.randrange(3000)) if chance.random() < 0.8 else chance.choice(_NUMBERS)


def commands(chance: Chance) -> Iterator[str]:
    """What a save holds."""
    for number in range(chance.choice((1, 3, 10, 40))):
        yield piece(chance, number)
    for number in range(chance.randrange(4)):
        members = [str(chance.randrange(12)) for _ in range(chance.randrange(6))]
        place = [chance.choice(("Main Map", "null")), _pixel(chance), _pixel(chance)]
        yield "+/" + join([f"s{number}", "stack", join([*place, *members], ";")], "/")
    for _ in range(chance.randrange(6)):
        name = chance.choice(
            ("KesselGame", "KesselScenario", "State-bagration", "State-air-main", "x")
        )
        yield f"GlobalProperty\t;{name};{wording(chance)};Module"
    if chance.random() < 0.3:
        boards = [f"Map\t{chance.choice(_NUMBERS)}\t{chance.choice(_NUMBERS)}" for _ in range(3)]
        yield "Main MapBoardPicker\t" + "\t".join(boards)
    if chance.random() < 0.3:
        yield f"TURNTurn\t{chance.choice(_NUMBERS)}|{chance.choice(_NUMBERS)};0;true;{_fields(chance, 3)}"
    for _ in range(chance.randrange(4)):
        yield f"PLAYER\t{chance.choice(_NAMES)}\tName\t{chance.choice(('German', 'Soviet', ''))}"


def steps(chance: Chance) -> Iterator[str]:
    """What a log holds after its save."""
    for _ in range(chance.choice((1, 3, 10, 60))):
        number = chance.randrange(12)
        match chance.randrange(5):
            case 0:
                spot = ["Main Map", _pixel(chance), _pixel(chance), str(chance.randrange(12))]
                yield "LOG\tM/" + join([str(number), *spot, *spot, "player"], "/")
            case 1:
                yield f"LOG\tD/{number}/{_fields(chance, 4)}/{_fields(chance, 4)}"
            case 2:
                yield f"LOG\t-/{number}"
            case 3:
                yield "LOG\t" + piece(chance, number)
            case _:
                yield f"LOG\tCHAT{wording(chance)}"


@cache
def _bound() -> Bound:
    return bound_game("dagc")


def _save(chance: Chance) -> None:
    look("\x1b".join(["begin_save", *commands(chance), "end_save"]))


def _log(chance: Chance) -> None:
    look("\x1b".join(["begin_save", *commands(chance), "end_save", *steps(chance)]))


def look(text: str) -> None:
    """Read a save or log as every question does that is asked of it."""
    game, shape = _bound()
    replay = Replay(parse_saved_game(text), table_rules(shape))
    first, last = replay.first, replay.state()
    for viewer in ("", "german"):
        TableReading(game, shape, last, viewer, ()).position()
    answers = Answers(last, Locator(shape, last), Viewer("German"))
    for found in last.pieces.values():
        answers.name(found)
        answers.property(found, "A0")
        answers.property(found, "Step_Level")
    changes(first, last, shape, Viewer("German"))


def _expression(chance: Chance) -> None:
    evaluate("{" + expression(chance, 7) + "}", lambda name: wording(chance))
    evaluate(wording(chance), lambda name: wording(chance))


def module_text(chance: Chance) -> str:
    """A build file of any components."""
    return _component(chance, "VASSAL.build.GameModule", 3)


def _component(chance: Chance, tag: str, depth: int) -> str:
    known = declared()
    attributes = [a.xml for a in known[tag].finished().attributes()] if tag in known else []
    chosen = {name: wording(chance) for name in attributes if chance.random() < 0.7}
    written = "".join(f" {name}={_quoted(text)}" for name, text in chosen.items())
    inside = _quoted(piece(chance, 1).replace("/1/", "/null/", 1))[1:-1] if "Slot" in tag else ""
    holds = [
        name for name, cls in known.items() if cls.__name__ in getattr(known.get(tag), "HOLDS", ())
    ]
    for _ in range(chance.randrange(6) if depth else 0):
        inside += _component(chance, chance.choice(holds or list(known)), depth - 1)
    return f"<{tag}{written}>{inside}</{tag}>"


@lru_cache(maxsize=10_000)  # because the stock's texts come again in every file
def _quoted(text: str) -> str:
    if text.isprintable():
        return quoteattr(text)
    return quoteattr("".join(sign for sign in text if sign.isprintable() or sign in "\t"))


def _module(chance: Chance) -> None:
    _audited(chance, module_text(chance))


def _changed_module(chance: Chance) -> None:
    """A module of the tests with some of its attributes anything, but most often a number."""
    _audited(chance, _spoilt_text(chance, chance.choice(_modules())[BUILD_FILE].decode()))


def _adopted(chance: Chance) -> None:
    """The same, taken over and read as a game."""
    entries = chance.choice(_modules())
    text = _spoilt_text(chance, entries[BUILD_FILE].decode())
    if chance.random() < 0.2:
        text = mutate_text(text, chance)
    path, parent = folder() / "fuzzed.vmod", folder() / "adopted"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in {**entries, BUILD_FILE: text.encode(errors="replace")}.items():
            archive.writestr(name, data)
    shutil.rmtree(parent, ignore_errors=True)
    adopt(path, "fuzzed", parent)
    problems = Collector()
    read_game(parent / "fuzzed", problems)
    problems.check()


def _spoilt_text(chance: Chance, text: str) -> str:
    """A build file with some values other ones."""
    values = list(re.finditer(r'(?<==")[^"<]*(?=")', text))
    if chance.random() < 0.7:
        values = [found for found in values if found[0].strip("-.0123456789") == ""]
    several = min(len(values), chance.choice((1, 1, 2, 8)))
    for found in sorted(chance.sample(values, several), key=_place)[::-1]:
        new = chance.choice(_NUMBERS) if chance.random() < 0.8 else wording(chance)
        text = text[: found.start()] + _quoted(new)[1:-1] + text[found.end() :]
    return text


def _place(found: re.Match[str]) -> int:
    return found.start()


@cache
def _modules() -> tuple[Mapping[str, bytes], ...]:
    """What is in the tests' modules, by their names in the archive."""
    every = []
    for path in sorted(DATA.glob("*.vmod")):
        with zipfile.ZipFile(path) as archive:
            every.append({name: archive.read(name) for name in archive.namelist()})
    return tuple(every)


def _audited(chance: Chance, text: str) -> None:
    """What the audit says of a module, and where pieces would lie in it."""
    path = folder() / "fuzzed.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(BUILD_FILE, text)
        archive.writestr("images/a.svg", f"<svg width='{chance.choice(_NUMBERS)}' height='9'/>")
    with Archive(path) as opened:
        subject = Subject(path, opened, module_of(opened))
        for check in CHECKS:
            for finding in check(subject):
                assert str(finding)
        for shape in shape_of(subject.module).maps:
            laid = shape.laid_out()
            for point in ((0, 0), (100, 100), (-5, 10**6)):
                laid.snapped_name(*point)


def _value(chance: Chance, depth: int = 3) -> Any:
    """Any value of TOML."""
    match chance.randrange(7 if depth else 4):
        case 0:
            return chance.choice(_NAMES)
        case 1:
            return chance.choice((0, 1, -1, 3, 2**31, 2**63 - 1))
        case 2:
            return chance.choice((True, False, 0.5))
        case 3:
            return chance.choice(
                ("4416", "4415", "3910", "4416/4415", "turn 3", "german", "forest")
            )
        case 4 | 5:
            return [_value(chance, depth - 1) for _ in range(chance.choice((0, 1, 3, 30)))]
        case _:
            return {
                chance.choice((*_NAMES, "4416", "german")): _value(chance, depth - 1)
                for _ in range(4)
            }


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def position_text(chance: Chance) -> str:
    """A position file: half of them of values of any shape, half such as somebody types, in which
    now and then a value is any."""
    return _any_position(chance) if chance.random() < 0.5 else _typed_position(chance)


def _any_position(chance: Chance) -> str:
    lines = ['game = "dagc"']
    keys = ("scenario", "turn", "phase", "board", "viewer", "state", "terrain", "hexsides", "lines",
            "control", "note", "x")  # fmt: skip
    for key in chance.sample(keys, chance.randrange(6)):
        lines.append(f"{key} = {_toml(_value(chance))}")
    for number in range(chance.choice((0, 1, 5, 30))):
        lines += ["[[unit]]", f'id = "u{number}"', 'side = "german"', 'type = "infantry"']
        lines += [f'hex = "{chance.choice(("4416", "4415", "3910", "x"))}"', "strength = [4, 2]"]
        for key in chance.sample(
            ("step", "markers", "name", "counter", "movement"), chance.randrange(3)
        ):
            lines.append(f"{key} = {_toml(_value(chance))}")
    return "\n".join(lines) + "\n"


def _typed_position(chance: Chance) -> str:
    game = _bound()[0]
    definition = game.definition

    def near() -> str:
        return f"{chance.randrange(38, 46)}{chance.randrange(8, 18):02d}"

    def said(*values: Any) -> str:
        return _toml(_value(chance) if chance.random() < 0.01 else chance.choice(values))

    def table(name: str, rows: Iterable[tuple[str, str]]) -> list[str]:
        found = dict(rows)
        return [f"[{name}]", *(f"{json.dumps(key)} = {text}" for key, text in found.items())]

    lines = ['game = "dagc"', f"turn = {said(1, 2, 9)}", f"board = {said('own', 'blank')}"]
    lines.append(f"phase = {said(*(phase.id for phase in definition.phase))}")
    some = range(chance.choice((0, 0, 1, 4)))
    ground, sides = list(definition.terrain), list(definition.hexside)
    lines += table("terrain", ((near(), said([chance.choice(ground)])) for _ in some))
    pairs = [
        (one, chance.choice(game.board.around.get(one) or (one,))) for one in (near() for _ in some)
    ]
    lines += table("hexsides", (("/".join(pair), said([chance.choice(sides)])) for pair in pairs))
    lines += table("control", ((side, said([near(), near()])) for side in game.sides for _ in some))
    counters = [counter.id for counter in game.counters.values() if counter.kind == "unit"]
    for counter in chance.sample(counters, chance.choice((0, 1, 2, 6, 20))):
        lines += ["[[unit]]", f"counter = {said(counter)}", f"hex = {said(near())}"]
        if chance.random() < 0.2:
            lines.append(f"step = {said(1, 2)}")
        if chance.random() < 0.2:
            lines.append(f"markers = {said(['moved'], ['oos'])}")
    return "\n".join(lines) + "\n"


@cache
def folder() -> Path:
    """A folder that is gone with the process."""
    holder = tempfile.TemporaryDirectory(prefix="kessel-fuzz-")
    _KEPT.append(holder)
    return Path(holder.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def _position(chance: Chance) -> None:
    path = folder() / "fuzzed.toml"
    path.write_text(position_text(chance), encoding="utf-8")
    position = read_position(path, lambda name: _bound()[0] if name == "dagc" else load_game(name))
    rules: Any = rules_for(position.game)
    if chance.random() < 0.3:
        rules.supply(position)
    if position.units and chance.random() < 0.1:
        unit = chance.choice(position.units)
        question = chance.choice((
            rules.stacking, rules.zones, rules.overview, rules.attacks,
            lambda asked: rules.moves(asked, unit.id), lambda asked: rules.retreats(asked, unit.hex, "", ()),
        ))  # fmt: skip
        with suppress(QuestionError):
            as_json(question(position))


@cache
def _ruled() -> tuple[tuple[Position, str], ...]:
    """The small games whose rules are declared, as they begin, and the texts of their rules."""
    found = []
    for path in sorted(GAMES.glob("*/rules.toml")):
        game = load_game(path.parent)
        start = scenario_position(game, next(iter(game.scenarios)))
        found.append((start, path.read_text(encoding="utf-8")))
    return tuple(found)


def _rules(chance: Chance) -> None:
    start, text = chance.choice(_ruled())
    problems = Collector()
    (folder() / "rules.toml").write_text(_changed(chance, text), encoding="utf-8")
    declared_ = load_rules(folder(), start.game.definition, problems)
    problems.check()
    game = replace(start.game, rules=declared_)
    phase = chance.choice([phase.id for phase in game.definition.phase])
    position = replace(start, game=game, phase=phase, turn=chance.choice((1, 2, 9)))
    rules: Any = rules_for(game)
    unit = chance.choice(position.units)
    for question in (
        rules.supply, rules.stacking, rules.zones, rules.overview, rules.attacks,
        lambda asked: rules.moves(asked, unit.id), lambda asked: rules.retreats(asked, unit.hex, "", ()),
    ):  # fmt: skip
        if chance.random() < 0.3:
            with suppress(QuestionError):
                as_json(question(position))


def _changed(chance: Chance, text: str) -> str:
    """A text in TOML with a few lines changed, doubled or put in: half of them still make sense."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(lines))
        key, equals, _ = lines[at].partition("=")
        match chance.randrange(5):
            case 0 if equals:
                lines[at] = f"{key}= {_toml(_value(chance))}"
            case 1 | 2:
                numbers = list(re.finditer(r"\d+|\btrue\b", lines[at]))
                for found in numbers[: chance.randint(1, 3)]:
                    new = chance.choice(("0", "1", "2", "9", "-1", "300", "2147483648", "false"))
                    lines[at] = lines[at][: found.start()] + new + lines[at][found.end() :]
                    break
            case 3:
                lines.insert(
                    at, f"{chance.choice(('when', 'by', 'limit', 'x'))} = {_toml(_value(chance))}"
                )
            case _:
                lines[at] = lines[chance.randrange(len(lines))]
    return "\n".join(lines)


_BINDING = """module = "Theirs"
version = "1"
phases = ["german-movement", "", "soviet-movement"]
[map]
name = "Main Map"
marks = [["3910", 120.0, 340.0], ["4416", 720.0, 940.0], ["4006", 180.0, 40.0]]
[sides]
german = "Axis"
[places]
"Off map" = "reserve"
[markers]
oos = "OutOfSupply"
[properties]
Counter = "Unit"
[state]
turn = "Turn"
[sizes]
"map.png" = "3000 2000"
"""

_THEIRS = r'<\1 name="Theirs" version="1">'
"""How the module begins that is bound: any other is refused before more is read of a binding."""


def _binding(chance: Chance) -> None:
    """A binding that somebody's tool or hand has spoilt, and what a piece is by it."""
    game, _ = _bound()
    kept = folder() / "kept"
    kept.mkdir(exist_ok=True)
    (folder() / BINDING).write_text(_changed(chance, _BINDING), encoding="utf-8")
    theirs = re.sub(r"^<(\S+?)( [^>]*)?>", _THEIRS, module_text(chance), count=1)
    (kept / TREE).write_text(theirs, encoding="utf-8")
    rows = [
        ",".join(wording(chance).replace("\n", "") for _ in COLUMNS)
        for _ in range(chance.choice((0, 1, 5, 50)))
    ]
    text = "\n".join([",".join(COLUMNS), *rows, ""])
    (kept / PIECES).write_text(text, encoding="utf-8", errors="replace")
    found = read_binding(folder())
    found.hexes(game).at(100, 100)
    for shape in found.shape.maps:
        shape.laid_out().snapped_name(5, 5)
    for save in _some_pieces(chance).pieces.values():
        found.told(save, game)


def _some_pieces(chance: Chance) -> GameState:
    text = "\x1b".join(["begin_save", *(piece(chance, at) for at in range(5)), "end_save"])
    return Replay(parse_saved_game(text)).first


_OWN = ("counters.csv", "combat.csv", "cards.csv", "map/hexes.csv", "map/hexsides.csv", "game.toml",
        "scenarios/historical.toml", "charts/x.csv", "../x.csv", "/x.csv", "a/b/c/d/e.csv",
        ".hidden.csv", "CON.csv", "x.exe", "", "counters.csv/x.csv", "bindings/m/binding.toml")  # fmt: skip


def _own(chance: Chance) -> None:
    """A packed owner's copy, taken, with the game read over it."""
    file, copy = folder() / "own.zip", folder() / "copies" / "own"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in dict.fromkeys(chance.choices(_OWN, k=3)):
            archive.writestr(
                f"{chance.choice(('own', 'own', 'other'))}/{name}", _owned(chance, name)
            )
    if chance.random() < 0.2:
        file.write_bytes(_spoilt(file.read_bytes(), chance))
    shutil.rmtree(copy, ignore_errors=True)
    take(file, copy, "own")
    assert {path.name for path in folder().glob("*.csv")} == set(), "it leads out of the folder"
    problems = Collector()
    read_game(GAMES / "aldra", problems, Owned(copy))
    problems.check()


def _owned(chance: Chance, name: str) -> str:
    if name.endswith(".toml"):
        lines = [f"{json.dumps(chance.choice(_NAMES))} = {_toml(_value(chance))}"]
        lines += ["[terrain.clear]", f"move = {_toml(_value(chance))}"]
        lines += [
            "[[unit]]",
            f"counter = {_toml(_value(chance))}",
            f"hex = {_toml(_value(chance))}",
        ]
        return "\n".join(lines)
    columns = chance.sample(("id", "hex", "other", "table", "row", "terrain", "strength", "name",
                             "features", "steps", "setup", "number", "1", "x"), 6)  # fmt: skip
    rows = [",".join(wording(chance) for _ in columns) for _ in range(chance.choice((1, 5, 50)))]
    return "\n".join([",".join(columns), *rows])


def _wire(chance: Chance) -> None:
    """What a server, a client or a peer sends, packed or in a line."""
    if chance.random() < 0.5:
        line(chance)
        return
    message = packed(wording(chance) * chance.choice((1, 1000)))
    at = chance.randrange(len(message) + 1)
    if chance.random() < 0.7:
        message = message[:at] + wording(chance) + message[at + chance.randrange(9) :]
    unpacked(message)


def _changed_save(chance: Chance) -> None:
    """A save or log of the tests with a few signs or bytes of it wrong."""
    changed_file(chance)()


def _buildfile(chance: Chance) -> None:
    """A build file with a few signs of it wrong, and where the pieces would lie by it."""
    text = mutate_text(chance.choice(build_texts()), chance)
    try:
        root = from_bytes(text.encode(errors="surrogatepass"))
    except ValueError as error:
        raise ArchiveError(Path("buildFile.xml"), str(error)) from None
    for shape in root_shape(root, lambda name: None).maps:
        shape.laid_out().snapped_name(100, 100)


@cache
def build_texts() -> tuple[str, ...]:
    """Small build files: of components of all kinds, one more than a screen."""
    chance = random.Random(0)
    return tuple(sorted((module_text(chance) for _ in range(120)), key=len)[20:100])


def _archive(chance: Chance) -> None:
    """A module whose archive has a few bytes wrong."""
    data = BytesIO(_spoilt(chance.choice(_archives()), chance))
    with Archive(Path("fuzzed.vmod"), data) as opened:
        for name in opened:
            opened.read(name, 1 << 20)
        module_of(opened)


def _spoilt(data: bytes, chance: Chance) -> bytes:
    """Bytes with one or two faults, most of them where the archive says what it holds."""
    if chance.random() < 0.2:
        return mutate_bytes(data, chance)
    changed = bytearray(data)
    at = changed.rfind(b"PK\x01\x02") if chance.random() < 0.5 else 0
    for _ in range(chance.choice((1, 1, 2))):
        changed[chance.randrange(max(at, 0), len(changed))] = chance.choice((0, 1, 8, 127, 255))
    return bytes(changed)


@cache
def _archives() -> tuple[bytes, ...]:
    chance, made = random.Random(0), []
    for text in build_texts()[:20]:
        whole = BytesIO()
        kind = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA))
        with zipfile.ZipFile(whole, "w", kind) as archive:
            archive.writestr(BUILD_FILE, text)
            archive.writestr("moduledata", "<data><name>x</name></data>")
            archive.writestr("images/a.svg", "<svg width='9' height='9'/>")
        made.append(whole.getvalue())
    return tuple(made)


READERS: dict[str, Callable[[Chance], None]] = {
    "save": _save,
    "log": _log,
    "expression": _expression,
    "module": _module,
    "changed module": _changed_module,
    "adopted": _adopted,
    "position": _position,
    "rules": _rules,
    "wire": _wire,
    "binding": _binding,
    "own": _own,
    "changed": _changed_save,
    "build file": _buildfile,
    "archive": _archive,
    **OF_GAMES,
}


def run(reader: str, seeds: Iterable[int]) -> tuple[int, int, float]:
    """Run the cases; gives how many were read, how many refused, and the slowest in seconds.

    Anything worse than a refusal is an AssertionError that names the case.
    """
    read = refused = 0
    slowest = 0.0
    for seed in seeds:
        was_read, took = one(reader, seed)
        read, refused = read + was_read, refused + (not was_read)
        slowest = max(slowest, took)
    return read, refused, slowest


def one(reader: str, seed: int) -> tuple[bool, float]:
    """Whether one case was read, and its seconds; AssertionError for what is worse than refused."""
    start = time.process_time()
    try:
        READERS[reader](random.Random(seed))
        was_read = True
    except REFUSALS:
        was_read = False
    except Exception as error:
        raise AssertionError(f"{reader} {seed} ends in {type(error).__name__}") from error
    took = time.process_time() - start
    assert took < SLOWEST, f"{reader} {seed} takes {took:.1f} s"
    return was_read, took


def corpus() -> list[tuple[str, int]]:
    """The cases that once went wrong, and one of each reader that goes well."""
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if line and not line.startswith("#")]
    return [(reader, int(seed)) for reader, seed in pairs]


def main() -> None:
    """Run as many cases a reader as the command line says."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if Path("/dev/shm").is_dir():
        tempfile.tempdir = "/dev/shm"  # because a disk would cost more than what is tried
    setattr(os, "fsync", lambda handle: None)  # noqa: B010
    first, _, count = (sys.argv[1] if len(sys.argv) > 1 else "100000").rpartition("-")
    seeds = range(int(first or 0), int(count))
    tallies = {reader: Tally(reader) for reader in sys.argv[2:] or READERS}
    for begin in range(0, len(seeds), SLICE):  # because who stops it early has some of each reader
        for tally in tallies.values():
            tally.go_on(seeds[begin : begin + SLICE])
            print(tally, flush=True)
    sys.exit(1 if any(tally.wrong for tally in tallies.values()) else 0)


@dataclass
class Tally:
    """What came of the cases of one reader so far."""

    reader: str
    read: int = 0
    refused: int = 0
    wrong: int = 0
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)
    places: set[str] = field(default_factory=set)

    def go_on(self, seeds: Iterable[int]) -> None:
        """Run more cases; each fault of Kessel's is told once."""
        start = time.process_time()
        for seed in seeds:
            try:
                was_read, took = one(self.reader, seed)
            except AssertionError as error:
                self.wrong += 1
                cause = error.__cause__ or error
                place = traceback.extract_tb(cause.__traceback__)[-1]
                where = f"{place.filename}:{place.lineno}"
                if where not in self.places:
                    print(f"{error}: {str(cause)[:200]} ({where})", flush=True)
                self.places.add(where)
                continue
            self.read, self.refused = self.read + was_read, self.refused + (not was_read)
            self.slowest = max(self.slowest, (took, seed))
        self.seconds += time.process_time() - start

    def __str__(self) -> str:
        took, seed = self.slowest
        return (
            f"{self.reader}: {self.read + self.refused + self.wrong:,} cases, {self.read:,} read, "
            f"{self.refused:,} refused, {self.wrong} worse; slowest {took * 1000:.0f} ms (case "
            f"{seed}); {self.seconds:.0f} s"
        )


if __name__ == "__main__":
    main()
