"""What the page is told of a moment: units, stacks and answers as plain JSON, nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant.board.changed import Change, changed, worded
from assistant.board.images import Images
from assistant.board.source import Moment, Source
from assistant.board.tiles import TILE, sizes
from assistant.board.trying import states, steps_of
from assistant.games import rules_for
from assistant.planning.cheapest import combat_columns
from assistant.position import MOVED, Position, Unit, called
from assistant.questions.answers import Attacks, as_json
from assistant.questions.unruled import Unruled
from assistant.report.sheet import Sheet
from builder.drawing.colours import parse
from builder.drawing.map.ground import ground_colours
from builder.drawing.map.layout import Region, box_name
from builder.drawing.map.scene import Scene
from builder.drawing.map.sketch import sketch
from builder.game.definition import Definition

if TYPE_CHECKING:
    from builder.adopt.art import Extent

_MOVED_IN = {"es": {f"marker.{MOVED}": "Movida"}}
"""What VASSAL's Moved mark, which every game has, is called in other languages."""
ATTACKS = 60
"""How many of the possible attacks are told; the best come first."""


def scene(source: Source, step: int, images: Images, changes: str = "") -> dict[str, Any]:
    """The moment after a step of a source, with all that the page draws of it; `changes` are those
    that somebody tries out."""
    moment = source.moment(step, changes)
    position, answers = moment.position, moment.whole
    definition = position.game.definition
    phase = next((phase for phase in definition.phase if phase.id == position.phase), None)
    return {
        "file": source.path.name,
        "game": definition.id,
        "board": images.sheet(position).keys["en"],
        "turn": position.turn,
        "phase": {"id": position.phase, "name": phase.name if phase else ""},
        "scenario": position.scenario,
        "viewer": position.viewer,
        "open": source.record is None,
        "step": step,
        "steps": source.steps,
        "happened": as_json(source.happened(step)),
        "said": source.said(step),
        "unknown": list(position.unknown),
        "units": units(moment, images),
        "cards": images.cards(position),
        "control": dict(position.owners),
        "zones": as_json(answers.zones.zones),
        "violations": as_json(answers.stacking.violations),
        "attacks": attacks(answers.attacks),
        "ahead": answers.ahead,
        "retreats": as_json(answers.retreats),
        "supply": as_json(answers.supply.extra),
        "tried": _tried(moment),
    }


def _tried(moment: Moment) -> dict[str, Any]:
    """What a try changes, what of it does not fit, and what could be tried."""
    base = moment.base or moment.position
    return {
        "changes": as_json(list(_differences(base, moment.position))) if moment.base else [],
        "unfit": list(moment.unfit),
        "phase": base.phase,
        "turn": base.turn,
        "states": states(moment.position),
    }


def _differences(base: Position, now: Position) -> Iterator[Change]:
    """What is tried: another turn or phase first; a state that the game leaves out has the value
    with which the game begins."""
    if (base.turn, base.phase) != (now.turn, now.phase):
        known = now.game.definition.turns.has(now.turn)
        yield Change("turn", name=now.phase, hex=str(now.turn) if known else "")
    for change in changed(base, now):
        untold = change.kind == "state" and not change.before
        yield replace(change, before=worded(base.value(change.name))) if untold else change


def units(moment: Moment, images: Images) -> list[dict[str, Any]]:
    """The units that the viewer may see, each with its supply and the reasons."""
    supply = {unit.id: unit for unit in moment.whole.supply.units}
    return [
        {
            "id": unit.id,
            "counter": unit.counter,
            "name": unit.shown,
            "side": unit.side,
            "type": unit.type,
            "hex": unit.hex,
            **({} if unit.lies_at is None else {"spot": list(unit.lies_at)}),
            **_extent(images.extent(moment.position.game, unit)),
            "step": unit.step,
            "markers": sorted(unit.markers),
            "steps": steps_of(unit),
            "picture": images.face_key(moment.position.game, unit),
            "values": values(unit),
            "standIn": unit.stand_in,
            "supply": as_json(supply[unit.id]) if unit.id in supply else None,
        }
        for unit in moment.position.units
    ]


def _extent(extent: Extent | None) -> dict[str, Any]:
    """The rectangle of a piece with a size of its own, told from its spot."""
    return {} if extent is None else {"extent": [round(number, 1) for number in extent]}


def values(unit: Unit) -> dict[str, Any]:
    """The unit's figures on the face now up."""
    return {
        name: unit.face(name) if isinstance(value, list) and _figures(value) else as_json(value)
        for name, value in unit.fields.items()
    }


def _figures(value: list[Any]) -> bool:
    return bool(value) and all(isinstance(item, int) for item in value)


def attacks(found: Attacks) -> list[dict[str, Any]]:
    """The possible attacks, best first, without their ledgers; a declared one has its number as
    `battle`."""
    return [
        {
            "target": attack.target,
            "attackers": list(attack.attackers),
            "defenders": list(attack.defenders),
            "column": attack.column,
            "chances": as_json(attack.chances),
            "standIn": attack.stand_in,
            **({"battle": attack.extra["battle"]} if "battle" in attack.extra else {}),
        }
        for attack in found.attacks[:ATTACKS]
    ]


def board(sheet: Sheet) -> dict[str, Any]:
    """What does not change from state to state: the map, where the hexes are, the game's words.

    `ruled` tells whether there are rules that answer questions.
    `centres` has every hex, area and box that the sheet shows; `boxes` the rectangles (left, top,
    width, height in pixels) of those that are no hexes, `played` those of a board without hexes on
    which units stand as in a hex; `results` the results of combat in the order of the charts, the
    attacker's worst first.
    """
    game, layout = sheet.game, sheet.layout
    definition = game.definition
    pixels = layout.pixels
    centres = {name: _rounded(*pixels.centre(name)) for name in game.grid.places}
    return {
        "key": sheet.keys["en"],
        "maps": {language: f"map/{key}" for language, key in sheet.keys.items()},
        "tile": TILE,
        "sizes": sizes(layout.width, layout.height),
        "ground": ground(sheet),
        "sketch": lines(sheet),
        "title": definition.title,
        "ruled": not isinstance(rules_for(game), Unruled),
        "width": layout.width,
        "height": layout.height,
        "frame": _corner_and_size(layout.frame),
        "hexWidth": pixels.width,
        "orientation": game.grid.orientation,
        "ownShape": bool(definition.drawing.get("counters", {}).get("own-shape")),
        "centres": centres | {n: _rounded(*place.centre) for n, place in sheet.places.items()},
        "boxes": {name: _corner_and_size(place) for name, place in sheet.places.items()},
        "played": sorted(name for name, place in game.places.items() if place.in_play),
        "areas": sorted(definition.units.areas),
        "terrain": {name: sorted(kinds) for name, kinds in game.board.terrain.items() if kinds},
        "names": dict(game.board.names),
        "sides": [
            {"id": side.id, "name": side.name, "colour": _colour(side.values.get("colour", ""))}
            for side in definition.side
        ],
        "phases": [{"id": phase.id, "side": phase.side} for phase in definition.phase],
        "turns": {"first": definition.turns.first, "last": definition.turns.last},
        "markers": sorted(definition.units.markers),
        "counters": {
            counter.id: [counter.side, called(counter)]
            for counter in game.counters.values()
            if counter.kind == "unit"
        },
        "columns": combat_columns(game),
        "results": [
            {"id": id_, "tint": _colour(look.get("tint", ""))}
            for id_, look in _looks(definition).items()
        ],
        "words": words(sheet),
    }


def _colour(told: str) -> str:
    """A colour as browsers read it: a game may call it by a name of our own."""
    try:
        return parse(told).hex if told else ""
    except ValueError:
        return ""


def ground(sheet: Sheet) -> dict[str, list[str]]:
    """The hexes by the colour of their ground, for what is seen while the map is being drawn."""
    if sheet.layout.under is not None:
        return {}
    return ground_colours(Scene(sheet.game, sheet.layout))


def lines(sheet: Sheet) -> list[dict[str, Any]]:
    """The rest of the map in straight lines, for the same while: of each look its colour, width and
    dashes in pixels, and runs of points one after another (x, y, x, y, ...)."""
    return [
        {
            "colour": stroke.colour,
            "width": round(stroke.width, 2),
            "dash": _rounded(*stroke.dash),
            "runs": [[round(part) for point in run for part in point] for run in stroke.runs],
        }
        for stroke in sketch(Scene(sheet.game, sheet.layout))
    ]


def _corner_and_size(place: Region) -> list[float]:
    return _rounded(place.x, place.y, place.width, place.height)


def words(sheet: Sheet) -> dict[str, Mapping[str, str]]:
    """Names of terrain, phases, types, sides and boxes by language, as `kind.id`."""
    game, definition = sheet.game, sheet.game.definition
    english = {
        **{f"terrain.{id_}": kind.name or id_ for id_, kind in definition.terrain.items()},
        **{f"hexside.{id_}": kind.name or id_ for id_, kind in definition.hexside.items()},
        **{f"type.{id_}": kind.name or id_ for id_, kind in definition.units.types.items()},
        f"marker.{MOVED}": "Moved",
        **{f"marker.{id_}": text for id_, text in definition.units.markers.items()},
        **{f"phase.{phase.id}": phase.name for phase in definition.phase},
        **{f"side.{side.id}": side.name for side in definition.side},
        **{
            f"state.{id_}": field.name or id_.replace("-", " ").capitalize()
            for id_, field in definition.state.items()
        },
        **{
            f"choice.{value}": text
            for field in definition.state.values()
            for value, text in field.words.items()
        },
        **{f"scenario.{id_}": scenario.name for id_, scenario in game.scenarios.items()},
        **{f"result.{id_}": text for id_, text in _results(definition).items()},
    }
    return {
        language: {**_MOVED_IN.get(language, {}), **texts, **_boxes(sheet, language)}
        for language, texts in {"en": english, **game.texts}.items()
    }


def _results(definition: Definition) -> Mapping[str, str]:
    """What the results of combat mean, as the charts say it."""
    looks = _looks(definition)
    return {id_: look["name"] for id_, look in looks.items() if "name" in look}


def _looks(definition: Definition) -> Mapping[str, Any]:
    """How the charts show the results of combat, the attacker's worst first."""
    told: Mapping[str, Any] = definition.drawing.get("charts", {}).get("result", {})
    return told


def _boxes(sheet: Sheet, language: str) -> dict[str, str]:
    return {
        f"box.{name}": box_name(sheet.game, language, place) for name, place in sheet.places.items()
    }


def _rounded(*numbers: float) -> list[float]:
    return [round(number, 1) for number in numbers]
