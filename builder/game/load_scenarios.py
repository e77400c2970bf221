"""Reads scenarios/*.toml: set-ups, and what a scenario changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from builder.game.definition import Definition, Text
from builder.game.model import Counter, Placement, Scenario
from builder.game.problems import Collector, ProblemsError, nearest
from builder.game.toml_file import TomlFile, read_toml
from builder.game.values import World, declared, fault


class _Unit(BaseModel):
    model_config = ConfigDict(extra="forbid")
    counter: str
    hex: Text = ""
    step: int = 1
    markers: tuple[str, ...] = ()


class _Scenario(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    description: str = ""
    base: str = ""
    turn: int = 1
    phase: str = ""
    state: dict[str, Any] = {}
    control: dict[str, tuple[Text, ...]] = {}
    without: tuple[str, ...] = ()
    unit: tuple[_Unit, ...] = ()


class ScenarioReader:
    """Reads a game's scenarios; each begins with the counters' printed set-ups unless it has a
    `base`, whose set-up it then changes."""

    def __init__(
        self,
        definition: Definition,
        counters: dict[str, Counter],
        world: World,
        problems: Collector,
    ) -> None:
        self.definition = definition
        self.counters = counters
        self.world = world
        self.problems = problems
        self.counters_file = "counters.csv"

    def scenarios(self, folder: Path) -> dict[str, Scenario]:
        """Scenarios by the name of their file."""
        self.counters_file = str(folder.parent / "counters.csv")
        files: dict[str, tuple[TomlFile, _Scenario]] = {}
        for path in sorted(folder.glob("*.toml")):
            if read := self._file(path):
                files[path.stem] = read
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
            if base not in files:
                text = f"Unknown base '{base}'."
                self.problems.add(file.path, file.line("base"), text, nearest(base, files))
                break
            if base in names:
                text = f"The base '{base}' is based on this scenario."
                self.problems.add(file.path, file.line("base"), text, "Remove one of the bases.")
                break
            names.insert(0, base)
        return [files[name] for name in names]

    def _file(self, path: Path) -> tuple[TomlFile, _Scenario] | None:
        try:
            file = read_toml(path)
            return file, _Scenario.model_validate(file.data)
        except ProblemsError as error:
            self.problems.problems += error.problems
        except ValidationError as error:
            for item in error.errors():
                name = ".".join(str(key) for key in item["loc"])
                self.problems.add(path, file.line(*item["loc"]), f"'{name}': {item['msg']}.")
        return None

    def _scenario(self, name: str, layers: list[tuple[TomlFile, _Scenario]]) -> Scenario:
        placed = {
            c.id: Placement(c.id, c.setup, line=c.line, file=self.counters_file)
            for c in self.counters.values()
            if c.setup
        }
        phase = ""
        state: dict[str, Any] = {}
        control: dict[str, tuple[str, ...]] = {}
        for file, typed in layers:
            for index, unit in enumerate(typed.unit):
                line = file.line("unit", index)
                placed[unit.counter] = Placement(
                    unit.counter, unit.hex, unit.step, unit.markers, line, str(file.path)
                )
            for counter in typed.without:
                placed.pop(counter, None)
            phase = typed.phase or phase
            state |= typed.state
            control |= typed.control
        file, typed = layers[-1]
        return Scenario(
            id=name,
            name=typed.name,
            description=typed.description,
            turn=typed.turn,
            phase=phase,
            state=state,
            control=control,
            placements=tuple(p for p in placed.values() if p.hex),
            file=str(file.path),
        )

    def _check(self, file: TomlFile, typed: _Scenario) -> None:
        for index, unit in enumerate(typed.unit):
            self._check_unit(file, index, unit)
        for index, counter in enumerate(typed.without):
            if counter not in self.counters:
                self._say(file, ("without", index), f"Unknown counter '{counter}'.", counter)
        for name, value in typed.state.items():
            variable = declared(name, self.definition.state)
            wrong = fault(value, variable, self.world) if variable else "no such state variable"
            if wrong:
                self.problems.add(file.path, file.line("state", name), f"'{name}': {wrong}.")
        for side, hexes in typed.control.items():
            bad = [h for h in hexes if not self.world.is_place(h)]
            if side not in self.world.sides or bad:
                text = f"Control of '{side}': {', '.join(bad) or 'no such side'}."
                self.problems.add(file.path, file.line("control", side), text)
        phases = [phase.id for phase in self.definition.phase]
        if typed.phase and typed.phase not in phases:
            text = f"Unknown phase '{typed.phase}'."
            self.problems.add(file.path, file.line("phase"), text, nearest(typed.phase, phases))

    def _check_unit(self, file: TomlFile, index: int, unit: _Unit) -> None:
        keys = ("unit", index)
        if unit.counter not in self.counters:
            self._say(file, keys, f"Unknown counter '{unit.counter}'.", unit.counter)
        boxes = self.definition.units.boxes
        turn = unit.hex.startswith("turn ") and unit.hex[5:].isdigit()
        if unit.hex and not turn and unit.hex not in boxes and not self.world.is_place(unit.hex):
            self.problems.add(file.path, file.line(*keys), f"'{unit.hex}' is no hex of this map.")
        for marker in unit.markers:
            if marker not in self.definition.units.markers:
                remedy = nearest(marker, self.definition.units.markers)
                self.problems.add(
                    file.path, file.line(*keys), f"Unknown marker '{marker}'.", remedy
                )

    def _say(self, file: TomlFile, keys: tuple[str | int, ...], text: str, word: str) -> None:
        self.problems.add(file.path, file.line(*keys), text, nearest(word, self.counters))
