"""Set-ups against the map: stacking, both sides in a hex, water, ground of the other side."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.check.findings import Look, listed, words_in
from builder.game.model import Counter, Placement, Scenario
from builder.saying import quoting


def check_setups(look: Look) -> None:
    """Every scenario's set-up, and whether each unit ever comes into play."""
    game = look.game
    placed: set[str] = set()
    for scenario in game.scenarios.values():
        units = list(_units(look, scenario))
        placed |= {counter.id for counter, _ in units}
        if game.counters and not units and not scenario.kept:
            look.error(
                "empty-scenario",
                scenario.file,
                0,
                quoting("The scenario '{name}' has no units.", name=scenario.id),
                "Give counters a set-up in counters.csv, or list [[unit]] tables here.",
            )
        _steps(look, units)
        _ground(look, units)
        _stacks(look, scenario, units)
    if game.scenarios:
        _never_placed(look, placed)


def _units(look: Look, scenario: Scenario) -> Iterator[tuple[Counter, Placement]]:
    for placement in scenario.placements:
        counter = look.game.counters.get(placement.counter)
        if counter is not None and counter.kind == "unit":
            yield counter, placement


def _steps(look: Look, units: list[tuple[Counter, Placement]]) -> None:
    for counter, placement in units:
        strength = counter.fields.get("strength", ())
        faces = max(
            len(strength) if isinstance(strength, list | tuple) else 1,
            int(counter.fields.get("steps", 1)),
        )
        if strength and not 1 <= placement.step <= faces:
            look.error(
                "step",
                placement.file,
                placement.line,
                quoting(
                    "'{id}' is set up at step {number} and has {other}.",
                    id=counter.id,
                    number=placement.step,
                    other=faces,
                ),
                quoting("Write a step from 1 (full strength) to {number}.", number=faces),
            )


def _ground(look: Look, units: list[tuple[Counter, Placement]]) -> None:
    board = look.game.board
    only = look.lists("set-up-in")
    never = look.lists("set-up-not-in")
    for counter, placement in units:
        if placement.hex not in board.grid:
            continue
        where = (placement.file, placement.line)
        if placement.hex in look.water:
            look.error(
                "set-up-in-water", *where,
                quoting("'{id}' is set up in {hex}, in water.", id=counter.id, hex=placement.hex),
                "Choose a hex on land, or open a hexside of that hex.",
            )  # fmt: skip
        terrain = board.of(placement.hex)
        wanted, barred = (words_in(rule.get(counter.side, ())) for rule in (only, never))
        if (wanted and not terrain & set(wanted)) or terrain & set(barred):
            look.error(
                "set-up-beyond-front",
                *where,
                quoting(
                    "'{id}' is set up in {hex}, on the other side's ground.",
                    id=counter.id,
                    hex=placement.hex,
                ),
                quoting(
                    "Choose a hex with {names}.",
                    names=listed(wanted)
                    if wanted
                    else quoting("none of {names}", names=listed(barred)),
                ),
            )


def _stacks(look: Look, scenario: Scenario, units: list[tuple[Counter, Placement]]) -> None:
    limit = look.rule("stacking", int)
    stacks: dict[str, list[tuple[Counter, Placement]]] = {}
    for counter, placement in units:
        if placement.hex in look.game.board.grid:
            stacks.setdefault(placement.hex, []).append((counter, placement))
    for hex_, stack in stacks.items():
        last = stack[-1][1]
        names = listed(counter.id for counter, _ in stack)
        if len({counter.side for counter, _ in stack}) > 1:
            # A stranger's set-up stands as it was, and its sides are partly guessed by adopt.
            tell = look.warning if scenario.kept else look.error
            tell(
                "two-sides",
                last.file,
                last.line,
                quoting(
                    "Scenario '{name}': both sides are set up in {hex}: {names}.",
                    name=scenario.id,
                    hex=hex_,
                    names=names,
                ),
                "Move one of them.",
            )
        size = sum(counter.copies for counter, _ in stack)
        if limit is not None and size > limit:
            look.error(
                "set-up-stacking",
                last.file,
                last.line,
                quoting(
                    "Scenario '{name}': {number} units are set up in {hex}, where {other} may "
                    "stack: {names}.",
                    name=scenario.id,
                    number=size,
                    hex=hex_,
                    other=limit,
                    names=names,
                ),
                "Move some of them.",
            )


def _never_placed(look: Look, placed: set[str]) -> None:
    if look.game.kept is not None:  # the pieces of a stranger's palettes come into play by hand
        return
    for counter in look.game.counters.values():
        if counter.kind == "unit" and counter.id not in placed:
            look.warning(
                "never-in-play", look.game.folder / "counters.csv", counter.line,
                quoting("'{id}' comes into play in no scenario.", id=counter.id),
                "Give it a set-up: a hex, a box, or 'turn N'.",
            )  # fmt: skip
