"""What the page is told of a moment: units, stacks and answers as plain JSON, nothing hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.board.source import Moment, Source
from assistant.position import Position, Unit
from assistant.rules.answers import Attacks, as_json
from builder.game.model import Game
from builder.hexes.grid import PixelGrid

ATTACKS = 60
"""How many of the possible attacks are told; the best come first."""


def scene(source: Source, step: int, version: int) -> dict[str, Any]:
    """The moment after a step of a source, with all that the page draws of it."""
    moment = source.moment(step)
    position, answers = moment.position, moment.whole
    definition = position.game.definition
    phase = next((phase for phase in definition.phase if phase.id == position.phase), None)
    return {
        "version": version,
        "file": source.path.name,
        "game": definition.id,
        "turn": position.turn,
        "phase": {"id": position.phase, "name": phase.name if phase else ""},
        "scenario": position.scenario,
        "viewer": position.viewer,
        "open": source.record is None,
        "step": step,
        "steps": source.steps,
        "happened": source.happened(step),
        "said": source.said(step),
        "unknown": list(position.unknown),
        "units": units(moment),
        "control": dict(position.control),
        "zones": as_json(answers.zones.zones),
        "violations": as_json(answers.stacking.violations),
        "attacks": attacks(answers.attacks),
        "ahead": answers.ahead,
        "retreats": as_json(answers.retreats),
    }


def units(moment: Moment) -> list[dict[str, Any]]:
    """The units that the viewer may see, each with its supply and the reasons."""
    supply = {unit.id: unit for unit in moment.whole.supply.units}
    return [
        {
            "id": unit.id,
            "name": unit.shown,
            "side": unit.side,
            "type": unit.type,
            "hex": unit.hex,
            "step": unit.step,
            "markers": sorted(unit.markers),
            "picture": f"{unit.id}?step={unit.step}",
            "values": values(unit),
            "standIn": unit.stand_in,
            "supply": as_json(supply[unit.id]) if unit.id in supply else None,
        }
        for unit in moment.position.units
    ]


def values(unit: Unit) -> dict[str, Any]:
    """The unit's figures on the face now up."""
    return {
        name: unit.face(name) if isinstance(value, list) and _figures(value) else as_json(value)
        for name, value in unit.fields.items()
    }


def _figures(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(item, int) for item in value)


def attacks(found: Attacks) -> list[dict[str, Any]]:
    """The possible attacks, best first, without their ledgers."""
    return [
        {
            "target": attack.target,
            "attackers": list(attack.attackers),
            "defenders": list(attack.defenders),
            "column": attack.column,
            "chances": as_json(attack.chances),
            "standIn": attack.stand_in,
        }
        for attack in found.attacks[:ATTACKS]
    ]


def board(game: Game, pixels: PixelGrid, size: tuple[int, int]) -> dict[str, Any]:
    """What never changes: the map's size, where the hexes are, the words of the game."""
    definition = game.definition
    return {
        "title": definition.title,
        "width": size[0],
        "height": size[1],
        "hexWidth": pixels.width,
        "orientation": game.grid.orientation,
        "centres": {name: _rounded(pixels.centre(name)) for name in game.grid.places},
        "terrain": {name: sorted(kinds) for name, kinds in game.board.terrain.items() if kinds},
        "names": dict(game.board.names),
        "sides": [
            {"id": side.id, "name": side.name, "colour": side.values.get("colour", "")}
            for side in definition.side
        ],
        "turns": {"first": definition.turns.first, "last": definition.turns.last},
        "words": words(game),
    }


def words(game: Game) -> dict[str, Mapping[str, str]]:
    """Names of terrain, phases, types and sides by language, as `kind.id`."""
    definition = game.definition
    english = {
        **{f"terrain.{id_}": kind.name or id_ for id_, kind in definition.terrain.items()},
        **{f"hexside.{id_}": kind.name or id_ for id_, kind in definition.hexside.items()},
        **{f"type.{id_}": kind.name or id_ for id_, kind in definition.units.types.items()},
        **{f"marker.{id_}": text for id_, text in definition.units.markers.items()},
        **{f"phase.{phase.id}": phase.name for phase in definition.phase},
        **{f"side.{side.id}": side.name for side in definition.side},
        **{f"scenario.{id_}": scenario.name for id_, scenario in game.scenarios.items()},
    }
    return {"en": english, **game.texts}


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def places_of(position: Position) -> frozenset[str]:
    """Every hex and area that a question may name."""
    return frozenset(position.board.grid.places) | position.board.areas
