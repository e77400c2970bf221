"""Position files: the TOML notation of a situation, read with every mistake named."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from assistant.played import played_game
from assistant.position import (
    MOVED,
    Declared,
    Position,
    Unit,
    called,
    faces_of,
    in_positions,
    shared_hexes,
)
from builder import limits
from builder.game.board import NO_PLACE, NO_PLACES, Board
from builder.game.locate import find_named
from builder.game.model import Counter, Game
from builder.game.name_lists import two_places
from builder.game.place_words import words_of_places
from builder.game.problems import MANY, Collector, Problem, ProblemsError, nearest
from builder.game.toml_file import TomlFile, as_typed, read_toml
from builder.game.values import World, declared, fault, is_whole
from builder.hexes.grid import pairs
from builder.machine.budget import Budget
from builder.saying import AsWritten, Saying, quoting

_PLAIN = re.compile(r"[^/\\\\:\0]*[^/\\\\:\0.]")
"""A game's name and no way to a folder: a stranger's file must not have others read, or a server
called as Windows does for //host/share."""

KEYS = (
    "game", "scenario", "turn", "phase", "board", "viewer", "state", "terrain", "hexsides",
    "lines", "control", "unit", "battle", "fought", "note",
)  # fmt: skip
EMPTY = (
    "The position names the scenario '{scenario}' and lists no units, so the map is empty: write"
    " the set-up with `kessel setup {game} {scenario} -o FILE.vsav` and ask that file."
)
NO_STRENGTH = "The position says no strength of {units}: it counts as 0. Add {lines}."
NOT_MOVED = "{unit} bears no mark 'moved', so that its 'began' counts for nothing."
STRENGTHS = ("strength", "attack", "defence")
BATTLE_KEYS = ("number", "attackers", "defenders")
UNIT_KEYS = ("counter", "id", "side", "type", "hex", "step", "markers", "name", "began")


def _named(name: str) -> Game:
    return played_game(find_named(name))


def read_position(path: Path, game_of: Callable[[str], Game] = _named) -> Position:
    """The position in a file; ProblemsError lists everything impossible in it. `game_of` may keep
    games between files. TooMuchError for one that takes more than any."""
    with Budget(limits.WORK, str(path)):
        return _read(path, game_of)


def _read(path: Path, game_of: Callable[[str], Game]) -> Position:
    file = read_toml(path, limits.POSITION_FILE)
    name = file.data.get("game")
    if not isinstance(name, str) or not name.strip():
        text, remedy = "The position names no game.", 'Write game = and its id, as "dagc".'
        problem = Problem(str(path), file.line("game"), text, remedy)
        raise ProblemsError([problem])
    if not _PLAIN.fullmatch(name):
        text = "The position names a game by a folder, which may be anybody's."
        problem = Problem(str(path), file.line("game"), text, "Write the game's id.")
        raise ProblemsError([problem])
    try:
        game = game_of(name)
    except ProblemsError as error:  # one of no such name is told where that name stands
        raise ProblemsError(
            replace(one, file=str(path), line=file.line("game")) if one.file == name else one
            for one in error.problems
        ) from None
    try:
        return _Reader(file, game).position()
    except ProblemsError as error:  # of a board without hexes, it tells of the places that it has
        raise ProblemsError(error.problems, words_of_places(game)) from None


@dataclass
class _Reader:
    file: TomlFile
    game: Game
    problems: Collector = field(default_factory=Collector)

    def position(self) -> Position:
        data = self.file.data
        definition = self.game.definition
        for key in data:
            if key not in KEYS:
                self.say((key,), quoting("Unknown key '{key}'.", key=key), nearest(key, KEYS))
        board = self._board()
        self.world = World(lambda name: name in board, frozenset(self.game.sides))
        self.boxes = self.game.beside
        units = self._units(board)
        position = Position(
            game=self.game,
            board=board,
            units=units,
            scenario=self._one_of("scenario", "", self.game.scenarios),
            turn=self._turn(),
            phase=self._one_of("phase", "", [phase.id for phase in definition.phase]),
            state=self._state(),
            control=self._control(board),
            viewer=self._one_of("viewer", "", self.game.sides),
            unknown=(
                *shared_hexes(self.game, units, board),
                *self._empty(units),
                *self._untold(units),
            ),
            battles=self._battles({unit.id for unit in units}),
            fought=self._fought({unit.id for unit in units}),
        )
        self.problems.check()
        return position

    def _empty(self, units: tuple[Unit, ...]) -> Iterable[str]:
        """A scenario is named and no unit: whoever wrote so may await its set-up."""
        scenario = self.file.data.get("scenario")
        # a list or table is told by _one_of; it cannot be looked up here
        if isinstance(scenario, str) and scenario in self.game.scenarios and not units:
            yield Saying(EMPTY, scenario=scenario, game=self.game.id)

    def _untold(self, units: tuple[Unit, ...]) -> Iterable[str]:
        """What units made up do not say, and what they say to no end."""
        bare: dict[tuple[str, ...], list[Unit]] = {}
        strengths = self._strengths({unit.type for unit in units if not unit.counter})
        for unit in units:
            names = () if unit.counter else strengths.get(unit.type, ())
            if names and all(unit.get(name) in (None, [], ()) for name in self._fighting):
                bare.setdefault(names, []).append(unit)
            if unit.began and not unit.has_moved:
                yield Saying(NOT_MOVED, unit=unit.id)
        for names, without in bare.items():
            lines = AsWritten(", ".join(map(self._line, names)))
            yield Saying(NO_STRENGTH, units=[unit.id for unit in without], lines=lines)

    def _strengths(self, types: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The strengths that counters of each of these types bear."""
        found: dict[str, dict[str, None]] = {}
        for counter in self.game.counters.values() if types else ():
            if counter.type in types:
                told = (name for name in self._fighting if counter.fields.get(name))
                found.setdefault(counter.type, {}).update(dict.fromkeys(told))
        return {type_: tuple(names) for type_, names in found.items()}

    @cached_property
    def _fighting(self) -> tuple[str, ...]:
        """The fields that are strengths: of a game that declares its rules those that they name,
        and what counts where a unit has none of these."""
        names = self.game.rules.combat.strengths if self.game.rules is not None else ()
        fields = self.game.definition.units.fields
        return tuple(name for name in dict.fromkeys([*names, *STRENGTHS]) if name in fields)

    def _line(self, name: str) -> str:
        """How a strength is written."""
        many = self.game.definition.units.fields[name].type == "ints"
        return f"{name} = [N]" if many else f"{name} = N"

    def say(self, keys: tuple[str | int, ...], text: str, remedy: str = "") -> None:
        self.problems.add(self.file.path, self.file.line(*keys), text, remedy)
        if self.problems.full(self.file.path):
            self.problems.check()

    def _one_of(self, key: str, default: str, known: Iterable[str]) -> str:
        value = self.file.data.get(key, default)
        names = list(known)
        if not isinstance(value, str):
            self.say(
                (key,), quoting("'{name}' is no text.", name=key), "Write it in quotation marks."
            )
            return default
        if value != default and value not in names:
            self.say(
                (key,),
                Saying("Unknown {kind} '{name}'.", kind=key, name=AsWritten(value)),
                nearest(str(value), names),
            )
        return str(value)

    def _turn(self) -> int:
        turns = self.game.definition.turns
        untold = turns.first if turns.untold is None else turns.untold
        if "turn" not in self.file.data:
            return untold
        turn = self.file.data["turn"]
        if not is_whole(turn) or not turns.first <= turn <= turns.last:
            remedy = Saying("Write a number from {n} to {m}.", n=turns.first, m=turns.last)
            self.say(
                ("turn",), Saying("There is no turn {n}.", n=AsWritten(as_typed(turn))), remedy
            )
            return turns.first
        return turn

    def _board(self) -> Board:
        kind = self.file.data.get("board", "own")
        if kind not in ("own", "blank"):
            self.say(
                ("board",), quoting("Unknown board '{name}'.", name=kind), "Write own or blank."
            )
        board = self.game.blank_board if kind == "blank" else self.game.board
        definition = self.game.definition
        directed = frozenset(name for name, f in definition.hexside.items() if f.directed)
        return board.overlaid(
            self._terrain(board), self._hexsides(board), self._lines(board), directed
        )

    def _terrain(self, board: Board) -> dict[str, list[str]]:
        terrain = {}
        for name, kinds in self._mapping("terrain").items():
            if name not in board:
                self._no_hex(("terrain", name), name)
            elif self._known(("terrain", name), kinds, {*self.game.definition.terrain, "clear"}):
                terrain[name] = kinds
        return terrain

    def _hexsides(self, board: Board) -> dict[tuple[str, str], list[str]]:
        sides: dict[tuple[str, str], list[str]] = {}
        for key, features in self._mapping("hexsides").items():
            start, end = two_places(key, board)
            known = self._known(("hexsides", key), features, self.game.definition.hexside)
            if start not in board or end not in board:
                self._no_hex(("hexsides", key), start if start not in board else end)
            elif end not in board.neighbours(start) and not self._may_link(board, start, end):
                self.say(
                    ("hexsides", key),
                    Saying("{hex} and {hex2} do not touch.", hex=start, hex2=end),
                    "Write two hexes side by side.",
                )
            elif known and not self._agree(sides.get((end, start), features), features):
                self.say(
                    ("hexsides", key),
                    Saying(
                        "The hexside between {hex} and {hex2} stands twice.", hex=end, hex2=start
                    ),
                    "Leave one of the two, with all its features.",
                )
            elif known:
                sides[start, end] = features
        return sides

    def _may_link(self, board: Board, start: str, end: str) -> bool:
        """Whether two places touch by what is told to lie between them: areas beside hexes do, of
        which a blank board knows no borders."""
        return self.game.definition.board is None and bool({start, end} & board.areas)

    def _agree(self, one: Collection[str], other: Collection[str]) -> bool:
        """Whether what is told of a hexside from each of its hexes is the same, or from one of them
        only what belongs to that hex, as a trench: the other one tells what lies between."""
        known = self.game.definition.hexside
        owned = (
            bool(names) and all(known[name].directed for name in names) for names in (one, other)
        )
        return {*one} == {*other} or any(owned)

    def _lines(self, board: Board) -> dict[str, list[list[str]]]:
        lines = {}
        for kind, runs in self._mapping("lines").items():
            if not self._known(("lines", kind), [kind], self.game.definition.line):
                continue
            if isinstance(runs, list):
                lines[kind] = [self._run(board, kind, run) for run in runs]
            else:
                self._run(board, kind, runs)
        return lines

    def _run(self, board: Board, kind: str, run: Any) -> list[str]:
        names = [str(name) for name in run] if isinstance(run, list) else []
        if not names:
            self.say(("lines", kind), "A line is a list of runs, each a list of hexes.")
        for name in names:
            if name not in board:
                self._no_hex(("lines", kind), name)
                return []
        for start, end in pairs(names):
            if end not in board.neighbours(start):
                self.say(
                    ("lines", kind),
                    Saying("{hex} and {hex2} do not touch.", hex=start, hex2=end),
                    "List every hex.",
                )
        return names

    def _control(self, board: Board) -> dict[str, str]:
        control: dict[str, str] = {}
        for side, names in self._mapping("control").items():
            if side not in self.game.sides:
                self.say(
                    ("control", side),
                    quoting("Unknown side '{side}'.", side=side),
                    nearest(side, self.game.sides),
                )
            for name in names if self._are_words(("control", side), names) else ():
                if name not in board:
                    self._no_hex(("control", side), name)
                if control.setdefault(name, side) != side:
                    self.say(
                        ("control", side), Saying("{hex} is controlled by two sides.", hex=name)
                    )
        return control

    def _state(self) -> dict[str, Any]:
        state = {}
        for name, value in self._mapping("state").items():
            variable = declared(name, self.game.definition.state)
            if variable is None:
                remedy = nearest(name, self.game.definition.state)
                self.say(
                    ("state", name), quoting("Unknown state variable '{name}'.", name=name), remedy
                )
            elif wrong := fault(value, variable, self.world):
                self.say(
                    ("state", name),
                    quoting("State variable '{name}': {problem}.", name=name, problem=wrong),
                    AsWritten(variable.note),
                )
            else:
                state[name] = value
        return state

    def _battles(self, units: set[str]) -> tuple[Declared, ...]:
        """The declared battles, by number; they name units of the position."""
        rows = self.file.data.get("battle", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.say(("battle",), "Declared battles are written as [[battle]] tables.")
            return ()
        found: dict[int, Declared] = {}
        for index, row in enumerate(rows[: limits.UNITS]):
            keys = ("battle", index)
            number = row.get("number")
            if not is_whole(number) or number in found or number < 1:
                self.say(keys, "A battle has a number of its own, from 1 up.")
                continue
            for key in (key for key in row if key not in BATTLE_KEYS):
                text = quoting("Unknown key '{key}'.", key=key)
                self.say((*keys, key), text, nearest(key, BATTLE_KEYS))
            sides = []
            for part in ("attackers", "defenders"):
                names = row.get(part, [])
                known = self._known((*keys, part), names, units)
                sides.append(tuple(names) if known else ())
            found[number] = Declared(number, *sides)
        return tuple(found[number] for number in sorted(found))

    def _fought(self, units: set[str]) -> frozenset[str]:
        """The units whose battle of this phase was rolled for."""
        names = self.file.data.get("fought", [])
        return frozenset(names) if self._known(("fought",), names, units) else frozenset()

    def _units(self, board: Board) -> tuple[Unit, ...]:
        rows = self.file.data.get("unit", [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.say(("unit",), "Units are written as [[unit]] tables.")
            return ()
        if len(rows) > limits.UNITS:
            text = Saying("There are more than {size:,} units.", size=limits.UNITS)
            self.say(("unit",), text, "Leave those out that the question is not about.")
            return ()
        units = []
        lines: dict[str, int] = {}
        for index, row in enumerate(rows):
            unit = self._unit(index, row)
            if unit is None:
                continue
            if unit.id in lines:
                self.say(
                    ("unit", index),
                    quoting("Two units have the id '{name}'.", name=unit.id),
                    "Give one of them another.",
                )
            lines[unit.id] = index
            units.append(unit)
        self._check_places(board, units, lines)
        return tuple(units)

    def _check_places(self, board: Board, units: list[Unit], lines: dict[str, int]) -> None:
        for unit in units:
            if unit.hex not in board and unit.hex not in self.boxes:
                self._no_hex(("unit", lines[unit.id]), unit.hex, sorted(self.boxes))

    def _unit(self, index: int, row: dict[str, Any]) -> Unit | None:
        keys = ("unit", index)
        counter = self._counter(keys, row)
        fields = {**(counter.fields if counter else {}), **self._fields(keys, row)}
        id_ = self._id(keys, row)
        if not id_:
            return None
        if "counter" in row and counter is None and not ("side" in row and "type" in row):
            return None  # because the unknown counter, which is told, would have given them
        side, type_ = self._side_and_type(keys, id_, row, counter)
        markers = row.get("markers", [])
        known = (*self.game.definition.units.markers, MOVED)
        if not self._known((*keys, "markers"), markers, known):
            markers = []
        return Unit(
            id=id_,
            side=side,
            type=type_,
            hex=str(row.get("hex", "")),
            step=self._step(keys, id_, row, fields),
            markers=frozenset(markers),
            fields=fields,
            counter=counter.id if counter else "",
            name=self._text(keys, row, "name") or (called(counter) if counter else ""),
            stand_in=counter.stand_in if counter else False,
            began=self._began(keys, row),
        )

    def _id(self, keys: tuple[str | int, ...], row: dict[str, Any]) -> str:
        """The unit's id, else its counter's; empty for neither, which is told."""
        id_ = self._text(keys, row, "id").strip() or str(row.get("counter") or "")
        if not id_ and isinstance(row.get("id", ""), str):  # else it is told that it is no text
            self.say(keys, "The unit has neither a counter nor an id.", "Give it one of them.")
        if "," in id_:
            text = "{unit}: an id has no comma, which parts units that are asked for."
            remedy = Saying("Write '{word}'.", word=id_.replace(",", "-"))
            self.say(keys, Saying(text, unit=id_), remedy)
        return id_

    def _side_and_type(
        self, keys: tuple[str | int, ...], id_: str, row: dict[str, Any], counter: Counter | None
    ) -> tuple[str, str]:
        """As the unit says them, else as its counter has them."""
        side = str(row.get("side") or (counter.side if counter else ""))
        type_ = str(row.get("type") or (counter.type if counter else ""))
        types = self.game.definition.units.types
        nobodys = not side and counter is not None and in_positions(self.game, counter)
        if side not in self.game.sides and not nobodys:
            self.say(
                keys,
                quoting("{unit}: unknown side '{side}'.", unit=id_, side=side)
                if side
                else Saying("{unit} has no side.", unit=id_),
                nearest(side, self.game.sides),
            )
        if type_ not in types:
            self.say(
                keys,
                quoting("{unit}: unknown type '{type}'.", unit=id_, type=type_)
                if type_
                else Saying("{unit} has no type.", unit=id_),
                nearest(type_, types),
            )
        return side, type_

    def _text(self, keys: tuple[str | int, ...], row: dict[str, Any], key: str) -> str:
        """A word of a unit; a number is taken for its figures."""
        value = row.get(key, "")
        if isinstance(value, str) or is_whole(value):
            return str(value)
        wrong = quoting("'{name}' is no text.", name=key)
        self.say((*keys, key), wrong, "Write it in quotation marks.")
        return ""

    def _began(self, keys: tuple[str | int, ...], row: dict[str, Any]) -> str:
        """The place in which a moved unit stood when the phase began."""
        began = str(row.get("began", ""))
        if began and began not in self.game.board and began not in self.boxes:
            self._no_hex((*keys, "began"), began)
        return began

    def _counter(self, keys: tuple[str | int, ...], row: dict[str, Any]) -> Counter | None:
        name = row.get("counter")
        if name is None:
            return None
        counter = self.game.counters.get(str(name))
        if counter is None:
            self.say(
                keys,
                quoting("Unknown counter '{counter}'.", counter=name),
                nearest(str(name), self.game.counters),
            )
        return counter

    def _step(
        self, keys: tuple[str | int, ...], id_: str, row: dict[str, Any], fields: Mapping[str, Any]
    ) -> int:
        step = row.get("step", 1)
        if not is_whole(step) or step < 1:
            self.say(
                keys,
                Saying(
                    "{unit}: step {step} is not a number from 1.",
                    unit=id_,
                    step=AsWritten(as_typed(step)),
                ),
            )
            return 1
        if step == 1:
            return 1
        faces = max(faces_of(fields), self.game.definition.units.faces)
        if not faces_of(fields):
            faces = self.faces_at_most
        if faces and step > faces:
            self.say(
                keys,
                Saying("{unit}: step {n} of {m}.", unit=id_, n=step, m=faces),
                Saying("Write a step from 1 to {n}.", n=faces),
            )
        return step

    @cached_property
    def faces_at_most(self) -> int:
        """The most faces of any counter, to which a unit without faces of its own is held; 0 in a
        game whose counters tell none."""
        return max((faces_of(one.fields) for one in self.game.counters.values()), default=0)

    def _fields(self, keys: tuple[str | int, ...], row: dict[str, Any]) -> dict[str, Any]:
        fields = {}
        definitions = self.game.definition.units.fields
        for name, value in row.items():
            if name in UNIT_KEYS:
                continue
            definition = declared(name, definitions)
            if definition is None:
                remedy = nearest(name, [*definitions, *UNIT_KEYS])
                self.say((*keys, name), quoting("Unknown unit field '{name}'.", name=name), remedy)
            elif wrong := fault(value, definition, self.world):
                self.say(
                    (*keys, name),
                    quoting("Unit field '{name}': {problem}.", name=name, problem=wrong),
                    AsWritten(definition.note),
                )
            else:
                fields[name] = value
        return fields

    def _mapping(self, key: str) -> dict[str, Any]:
        value = self.file.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.say(
            (key,),
            quoting("'{name}' is not a table.", name=key),
            Saying("Write [{name}] and its lines below it.", name=key),
        )
        return {}

    def _are_words(self, keys: tuple[str | int, ...], words: Any) -> bool:
        fine = isinstance(words, list) and all(isinstance(word, str) for word in words)
        if not fine:
            self.say(
                keys,
                Saying("{name} is not a list of texts.", name=AsWritten(as_typed(words))),
                'Write it in brackets: ["..."].',
            )
        return fine

    def _known(self, keys: tuple[str | int, ...], words: Any, known: Iterable[str]) -> bool:
        if not self._are_words(keys, words):
            return False
        names = set(known)
        for word in words:
            if word not in names:
                self.say(keys, quoting("Unknown '{name}'.", name=word), nearest(str(word), names))
        return all(word in names for word in words)

    def _no_hex(self, keys: tuple[str | int, ...], name: str, boxes: Sequence[str] = ()) -> None:
        board = self.game.board
        if self.game.definition.board is not None:
            self._no_place(keys, name, board.first_places, boxes)
            return
        places = list(board.grid.places)
        ends: dict[str, Any] = {"hex": places[0], "hex2": places[-1]}
        remedy = Saying("Hexes run from {hex} to {hex2}.", **ends)
        if 0 < len(boxes) <= MANY:
            told = ", ".join(boxes)
            text = "Hexes run from {hex} to {hex2}; beside the map there are: {boxes}."
            remedy = Saying(text, **ends, boxes=AsWritten(told))
        self.say(keys, quoting("'{name}' is no hex of this map.", name=name), remedy)

    def _no_place(
        self, keys: tuple[str | int, ...], name: str, places: list[str], boxes: Sequence[str]
    ) -> None:
        """Tell of a name that a board without hexes has no place of."""
        wrong = Saying(NO_PLACES, name=name)
        if places:
            wrong = Saying(NO_PLACE, name=name, names=places)
        told = AsWritten(", ".join(boxes))
        few = 0 < len(boxes) <= MANY
        remedy = Saying("Beside the map there are: {boxes}.", boxes=told) if few else ""
        self.say(keys, wrong, remedy)
