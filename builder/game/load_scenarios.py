"""Reads scenarios/*.toml: set-ups, and what a scenario changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from builder import limits
from builder.game.counting import Counting
from builder.game.definition import Definition, Text
from builder.game.model import Counter, Placement, Scenario
from builder.game.owned import Owned
from builder.game.problems import Collector, Problem, ProblemsError, nearest
from builder.game.toml_file import TomlFile, read_toml, unprintable
from builder.game.typed import Fault, faults
from builder.game.values import World, declared, fault, place_fault
from builder.saying import AsWritten, quoting


class _Unit(Counting, BaseModel):
    model_config = ConfigDict(extra="forbid")
    counter: str
    hex: Text = ""
    step: int = 1
    markers: tuple[str, ...] = ()
    free: bool = False


class _Scenario(Counting, BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    description: str = ""
    base: str = ""
    turn: int = 1
    phase: str = ""
    state: dict[str, Any] = {}
    control: dict[str, tuple[Text, ...]] = {}
    without: tuple[str, ...] = ()
    kept: str = ""
    free: bool = False
    unit: tuple[_Unit, ...] = ()


class ScenarioReader:
    """Reads a game's scenarios; each begins with the counters' printed set-ups unless it has a
    `base`, whose set-up it then changes.

    `all_read` is whether `counters` is all that counters.csv holds: only then can a scenario name
    an unknown one.
    """

    def __init__(
        self,
        definition: Definition,
        counters: dict[str, Counter],
        world: World,
        problems: Collector,
        *,
        all_read: bool = True,
        own: Owned | None = None,
    ) -> None:
        self.own = own or Owned()
        self.definition = definition
        self.counters = counters
        self.world = world
        self.problems = problems
        self.all_read = all_read
        self.counters_file = "counters.csv"
        self.unread: set[str] = set()

    def scenarios(self, folder: Path) -> dict[str, Scenario]:
        """Scenarios by the name of their file."""
        self.counters_file = str(folder.parent / "counters.csv")
        files: dict[str, tuple[TomlFile, _Scenario]] = {}
        for path in sorted(folder.glob("*.toml")):
            if read := self._file(path):
                files[path.stem] = read
            else:
                self.unread.add(path.stem)
        self._names(files)
        found: dict[str, Scenario] = {}
        for name, (file, typed) in files.items():
            self._check(file, typed)
            found[name] = self._scenario(name, self._layers(name, files))
        return found

    def _layers(
        self, name: str, files: dict[str, tuple[TomlFile, _Scenario]]
    ) -> list[tuple[TomlFile, _Scenario]]:
        """The scenario and what it is based on, the deepest base first."""
        names = [name]
        while base := files[names[0]][1].base:
            file = files[names[0]][0]
            if base in self.unread:
                break
            if base not in files:
                text = quoting("Unknown base '{word}'.", word=base)
                self.problems.add(file.path, file.line("base"), text, nearest(base, files))
                break
            if base in names:
                text = quoting("The base '{name}' is based on this scenario.", name=base)
                self.problems.add(file.path, file.line("base"), text, "Remove one of the bases.")
                break
            if len(names) > limits.BASES:
                file = files[name][0]
                text = quoting(
                    "The scenario stands on more than {most} others, one upon another.",
                    most=limits.BASES,
                )
                self.problems.add(file.path, file.line("base"), text, "Remove one of the bases.")
                break
            names.insert(0, base)
        return [files[name] for name in names]

    def _file(self, path: Path) -> tuple[TomlFile, _Scenario] | None:
        """The scenario; where the owner's file cannot be laid over it, the game's own, because what
        names the scenario elsewhere is not wrong too."""
        found, wrong = self._laid(path, self.own)
        self.problems.problems += wrong
        if wrong and self.own.path(f"scenarios/{path.name}") is not None:
            found, _ = self._laid(path, Owned())
        return found

    def _laid(
        self, path: Path, own: Owned
    ) -> tuple[tuple[TomlFile, _Scenario] | None, list[Problem]]:
        """The game's file with an owner's laid over it, or what is wrong with them."""
        try:
            file = own.scenario(read_toml(path), path.stem, self.counters)
            if wrong := list(unprintable(file)):
                return None, wrong
            return (file, _Scenario.model_validate(file.data)), []
        except ProblemsError as error:
            return None, list(error.problems)
        except ValidationError as error:
            return None, [_problem(file, one) for one in faults(error, _Scenario)]

    def _names(self, files: dict[str, tuple[TomlFile, _Scenario]]) -> None:
        """Two scenarios of one name could not be told apart in VASSAL's menu."""
        first: dict[str, TomlFile] = {}
        for file, typed in files.values():
            if typed.name in first:
                text = quoting(
                    "The name '{word}' is that of {file} too.",
                    word=typed.name,
                    file=first[typed.name].path.name,
                )
                self.problems.add(file.path, file.line("name"), text, "Give it a name of its own.")
            first.setdefault(typed.name, file)

    def _scenario(self, name: str, layers: list[tuple[TomlFile, _Scenario]]) -> Scenario:
        file, typed = layers[-1]
        phase = ""
        state: dict[str, Any] = {}
        control: dict[str, tuple[str, ...]] = {}
        for _, layer in layers:
            phase = layer.phase or phase
            state |= layer.state
            control = _taken_over(control, layer.control)
        free = any(layer.free for _, layer in layers)
        return Scenario(
            id=name,
            name=typed.name,
            description=typed.description,
            turn=typed.turn,
            phase=phase,
            state=state,
            control=control,
            placements=tuple(
                replace(p, free=True) if free else p
                for p in self._placed(layers, typed.turn)
                if p.hex
            ),
            file=str(file.path),
            kept=typed.kept,
        )

    def _placed(self, layers: list[tuple[TomlFile, _Scenario]], turn: int) -> Iterator[Placement]:
        """Where counters are set up in a scenario that begins on that turn: as printed, and as each
        layer changes what lies below it."""
        placed = {
            c.id: [Placement(c.id, c.setup, line=c.line, file=self.counters_file)]
            for c in self.counters.values()
            if c.setup
        }
        for file, typed in layers:
            here: dict[str, int] = {}
            for index, unit in enumerate(typed.unit):
                path, line = file.place("unit", index)
                placement = Placement(
                    unit.counter, unit.hex, unit.step, unit.markers, line, str(path), unit.free
                )
                here[unit.counter] = here.get(unit.counter, 0) + 1
                if 1 < here[unit.counter] <= self._copies(unit.counter):
                    placed[unit.counter].append(placement)
                else:
                    placed[unit.counter] = [placement]
            for counter in typed.without:
                placed.pop(counter, None)
        for first, *more in placed.values():
            yield self._by_now(first, turn)
            yield from more

    def _by_now(self, placement: Placement, now: int) -> Placement:
        """A printed turn of arrival that is over when the scenario begins: who is still there comes
        now."""
        word, _, turn = placement.hex.partition(" ")
        printed = placement.file == self.counters_file and word == "turn"
        if printed and turn.isdecimal() and len(turn) < 5 and int(turn) < now:
            return replace(placement, hex=quoting("turn {n}", n=now))
        return placement

    def _copies(self, counter: str) -> int:
        """How often a scenario may set a counter up: each of several copies in its place."""
        found = self.counters.get(counter)
        return 1 if found is None else found.copies

    def _check(self, file: TomlFile, typed: _Scenario) -> None:
        here: dict[str, int] = {}
        for index, unit in enumerate(typed.unit):
            if self.problems.full(file.path):
                return
            self._check_unit(file, index, unit)
            here[unit.counter] = here.get(unit.counter, 0) + 1
            if (
                here[unit.counter] == self._copies(unit.counter) + 1
                and unit.counter in self.counters
            ):
                self._too_often(file, index, unit.counter)
        for index, counter in enumerate(typed.without):
            self._known(file, ("without", index), "counter", counter, self.counters)
            if counter in here:
                text = quoting("'{word}' is set up, and left out by 'without'.", word=counter)
                line = file.line("without", index)
                self.problems.add(file.path, line, text, "Leave one of the two.")
        self._check_state(file, typed.state)
        self._check_control(file, typed.control)
        if typed.phase:
            phases = [phase.id for phase in self.definition.phase]
            self._known(file, ("phase",), "phase", typed.phase, phases)
        self._check_turn(file, typed.turn)

    def _check_state(self, file: TomlFile, state: dict[str, Any]) -> None:
        for name, value in state.items():
            variable = declared(name, self.definition.state)
            if variable is None:
                self._known(file, ("state", name), "state variable", name, self.definition.state)
            elif wrong := fault(value, variable, self.world):
                self.problems.add(
                    file.path,
                    file.line("state", name),
                    quoting("'{name}': {text}.", name=name, text=wrong),
                    AsWritten(variable.note),
                )

    def _check_control(self, file: TomlFile, control: dict[str, tuple[str, ...]]) -> None:
        """Each hex is one of the map, and one side's."""
        holders: dict[str, str] = {}
        for side, hexes in control.items():
            self._known(file, ("control", side), "side", side, self.world.sides)
            for number in hexes:
                if holders.setdefault(number, side) != side:
                    told = quoting("{hex} is controlled by two sides.", hex=number)
                    leave = quoting("Leave it to '{side}' or to the other.", side=side)
                    self.problems.add(file.path, file.line("control", side), told, leave)
                if not self.world.is_place(number):
                    text = quoting(
                        "Control of '{side}': '{hex}' is no hex of this map.", side=side, hex=number
                    )
                    remedy = self.world.hex_remedy(number)
                    self.problems.add(file.path, file.line("control", side), text, remedy)

    def _too_often(self, file: TomlFile, index: int, counter: str) -> None:
        n = self._copies(counter)
        text = quoting(
            "'{word}' is set up more often than there are counters of it, {n}.", word=counter, n=n
        )
        remedy = "Take one away, or give it more copies in counters.csv."
        self.problems.add(*file.place("unit", index, "counter"), text, remedy)

    def _check_turn(self, file: TomlFile, turn: int) -> None:
        turns = self.definition.turns
        if not turns.first <= turn <= turns.last:
            remedy = quoting(
                "Turns run from {number} to {other}.", number=turns.first, other=turns.last
            )
            self.problems.add(
                file.path,
                file.line("turn"),
                quoting("There is no turn {number}.", number=turn),
                remedy,
            )

    def _check_unit(self, file: TomlFile, index: int, unit: _Unit) -> None:
        keys = ("unit", index)
        self._known(file, (*keys, "counter"), "counter", unit.counter, self.counters)
        if wrong := place_fault(unit.hex, self.definition, self.world):
            self.problems.add(*file.place(*keys, "hex"), *wrong)
        for marker in unit.markers:
            known = self.definition.units.markers
            self._known(file, (*keys, "markers"), "marker", marker, known)

    def _known(
        self,
        file: TomlFile,
        keys: tuple[str | int, ...],
        what: str,
        word: str,
        known: Collection[str],
    ) -> None:
        if word in known or (what == "counter" and not self.all_read):
            return
        text = quoting("Unknown {what} '{word}'.", what=what, word=word)
        self.problems.add(*file.place(*keys), text, nearest(word, known))


def _problem(file: TomlFile, fault: Fault) -> Problem:
    path, line = file.place(*fault.keys)
    return Problem(str(path), line, fault.text, fault.remedy)


def _taken_over(
    control: dict[str, tuple[str, ...]], taken: dict[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Who controls what after some hexes are taken: what one side has no other has."""
    gone = {name for hexes in taken.values() for name in hexes}
    kept = {
        side: tuple(name for name in hexes if name not in gone) for side, hexes in control.items()
    }
    return kept | taken
