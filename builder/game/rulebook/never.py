"""Entries of rules.toml that shut each other out, so that what they say never comes about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from builder.game.rulebook.closed import closed_kinds, never_entered
from builder.game.rulebook.worth import values_of
from builder.game.rules_file.chapters import Entry, Level, Road, RulesFile
from builder.game.rules_file.parts import Condition
from builder.saying import Saying

if TYPE_CHECKING:
    from builder.game.definition import Feature
    from builder.game.model import Game


class Idle(NamedTuple):
    """Where it stands, what of it has no effect, and why."""

    keys: tuple[str | int, ...]
    word: str
    why: Saying


def entries_that_never_hold(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """All of them, chapter by chapter."""
    yield from _nobody(game, rules)
    yield from _roads(game, rules)
    for key, modifiers in (("shift", rules.combat.shift), ("roll", rules.combat.roll)):
        for name, one in modifiers.items():
            if one.by and (why := _never(game, rules, one)):
                keys = ("combat", key, name)
                yield Idle(keys, ".".join(keys), why)
    yield from _no_column(game, rules)
    yield from _arrivals(game, rules)
    yield from _points(rules)


def _nobody(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """Tables whose types leave nobody to whom they apply."""
    types = {*game.definition.units.types}
    zones, retreat = rules.zones, rules.retreat
    if zones is not None:
        named = types if not zones.by or "all" in zones.by else {*zones.by}
        if zones.not_by and named <= {*zones.not_by}:
            yield Idle(("zones", "not-by"), "zones", Saying("no type is left that has one."))
    if rules.stacking.limit is not None and types and types <= {*rules.stacking.free}:
        why = Saying("all types stack freely.")
        yield Idle(("stacking", "limit"), "stacking.limit", why)
    if types and types <= {*retreat.not_by}:
        for key in ("by", "not-into", "prefer", "away", "overstacking", "zone-loss"):
            if rules.said("retreat", key):
                yield Idle(("retreat", key), f"retreat.{key}", Saying("nobody retreats."))


def _roads(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """Lines that open, or do not open, what is not closed."""
    definition, movement = game.definition, rules.movement
    closed = closed_kinds(definition, movement)
    stop = {name for name, how in movement.named(str).items() if how in ("forbidden", "stop")}

    def is_open(name: str, feature: Feature) -> bool:
        move = feature.values.get("move")
        costs = move.values() if isinstance(move, dict) else (move,)
        return name not in closed and movement.forbidden not in costs

    for line, road in movement.named(Road).items():
        for name in road.opens:
            if name in definition.terrain and is_open(name, definition.terrain[name]):
                why = Saying("it is not closed.")
                yield Idle(("movement", line), f"movement.{line}.opens: {name}", why)
        if not road.bridges and all(
            name not in stop and is_open(name, side) for name, side in definition.hexside.items()
        ):
            why = Saying("no hexside is closed, and none ends a move.")
            yield Idle(("movement", line), f"movement.{line}.bridges", why)


def _never(game: Game, rules: RulesFile, one: Condition) -> Saying | None:
    """Why a modifier never counts, if it does not."""
    when = rules.combat.when
    if one.in_ and {*one.in_} <= {*one.not_in}:
        return Saying("what in names not-in names too.")
    if one.phase and when and not {*one.phase} & {*when}:
        return Saying("no battle is fought in its phases.")
    others = {*one.if_, *one.any} - {*one.only}
    strong = {kind for kind in others if _fights(game, rules, kind, one.of)}
    if one.only and ({*one.if_} & strong or (one.any and {*one.any} <= strong)):
        return Saying("only leaves none of those that if or any name.")
    return None


def _fights(game: Game, rules: RulesFile, kind: str, of: str) -> bool:
    """Whether all units of a type have a strength to attack, or to defend, with, so that `only`
    shuts them out."""
    combat, fields = rules.combat, game.definition.units.fields
    usual = "attack" if of == "attackers" else "defence"
    field = (combat.attack if of == "attackers" else combat.defence) or (
        usual if usual in fields or "strength" not in fields else "strength"
    )
    if of == "attackers" and kind in combat.no_attack:
        return False
    values = [one.fields.get(field) for one in game.counters.values() if one.type == kind]
    faces = [one if isinstance(one, list | tuple) else (one,) for one in values]
    return bool(faces) and all(isinstance(n, int | float) and n > 0 for face in faces for n in face)


def _no_column(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """What shifts columns where at most none are shifted."""
    combat, why = rules.combat, Saying("most-shift is 0.")
    if combat.most_shift != 0:
        return
    if combat.terrain == "shift" and any(values_of(combat, game.definition)):
        yield Idle(("combat", "most-shift"), "combat.terrain", why)
    shifts = {
        "shift": {name: one.by for name, one in combat.shift.items()},
        "across": {name: one.shift for name, one in combat.across.items()},
        "from": {name: one.shift for name, one in combat.from_.items()},
        "into": {name: one.shift for name, one in combat.into.items()},
        "offers": {name: one.shift for name, one in combat.offers.items()},
    }
    for key, found in shifts.items():
        for name, number in found.items():
            if number:
                keys = ("combat", key, name)
                word = ".".join(keys) if key == "shift" else f"{'.'.join(keys)}.shift"
                yield Idle(keys, word, why)


def _arrivals(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """Places at which nobody comes in, and groups of nobody."""
    arrivals = rules.arrivals
    places: dict[tuple[str, ...], tuple[str, ...]] = {}
    for side, entry in arrivals.named(Entry).items():
        places["arrivals", side, "at"] = tuple(never_entered(game, rules.movement, entry.at))
    for name, group in arrivals.group.items():
        keys = ("arrivals", "group", name)
        places[*keys, "at"] = tuple(never_entered(game, rules.movement, group.at))
        if not group.units:
            yield Idle(keys, ".".join(keys), Saying("it names no units."))
    for at, shut in places.items():
        for place in shut:
            why = Saying("nobody enters its ground.")
            yield Idle(at, f"{'.'.join(at)}: {place}", why)


def _points(rules: RulesFile) -> Iterator[Idle]:
    """What brings no points, and levels of victory that others cover."""
    victory = rules.victory
    points = {
        "hexes": [one.points for one in victory.hexes],
        "losses": [one.points for one in victory.losses],
        "exits": [one.points for one in victory.exits],
    }
    for key, found in points.items():
        for number, worth in enumerate(found):
            if not worth:
                why = Saying("it brings no points.")
                yield Idle(("victory", key, number), f"victory.{key}", why)
    for number, level in enumerate(victory.level):
        if any(_covers(other, level) for other in victory.level[number + 1 :]):
            why = Saying("a later level has the same lead.")
            yield Idle(("victory", "level", number), f"victory.level: {level.name}", why)


def _covers(other: Level, level: Level) -> bool:
    """Whether a later level is told wherever an earlier one is reached."""
    return other.lead == level.lead and other.side in ("", level.side)
