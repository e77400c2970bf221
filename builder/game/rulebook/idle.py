"""Entries of rules.toml without effect, because others, or the game, leave them nothing to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from builder.game.headings import ENDLESS
from builder.game.rulebook.columns import is_open, span_of
from builder.game.rulebook.never import Idle, entries_that_never_hold
from builder.game.rulebook.tables import DEAD, box_names, combat_table
from builder.game.rulebook.worth import terrain_value
from builder.game.rules_file.chapters import Across, Effects, Entry, Lines, RulesFile, State
from builder.saying import Saying, quoting

if TYPE_CHECKING:
    from builder.game.model import Game

ZONE = "enemy-zone"


def idle_entries(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """All of them, chapter by chapter."""
    yield from _without_zones(rules)
    yield from _zones(rules)
    yield from _stacking(rules)
    yield from _supply(game, rules)
    yield from _combat(game, rules)
    yield from _after_combat(game, rules)
    yield from _victory_and_the_rest(game, rules)
    yield from entries_that_never_hold(game, rules)


def _without_zones(rules: RulesFile) -> Iterator[Idle]:
    """What speaks of zones in a game in which no unit has one."""
    if rules.zones is not None:
        return
    why = Saying("there is no [zones].")
    closed = rules.supply.closed if rules.supply and rules.said("supply", "closed") else ()
    retreat = rules.retreat.not_into if rules.said("retreat", "not-into") else ()
    entries = rules.arrivals.named(Entry).items()
    for keys, words in (
        (("supply", "closed"), closed),
        (("retreat", "not-into"), retreat),
        (("advance", "not-into"), rules.advance.not_into),
        *((("arrivals", side, "not-into"), entry.not_into) for side, entry in entries),
    ):
        if ZONE in words:
            yield Idle(keys, f"{'.'.join(keys)}: {ZONE}", why)
    if "no-zones" in rules.retreat.prefer:
        yield Idle(("retreat", "prefer"), "retreat.prefer: no-zones", why)
    if rules.retreat.zone_loss:
        yield Idle(("retreat", "zone-loss"), "retreat.zone-loss", why)
    if not rules.advance.regardless_of_zones:
        yield Idle(("advance", "regardless-of-zones"), "advance.regardless-of-zones", why)


def _zones(rules: RulesFile) -> Iterator[Idle]:
    zones = rules.zones
    if zones is None:
        return
    if zones.leaving == "never" and zones.zone_to_zone != "free":
        why = Saying("zones are never left by moving.")
        yield Idle(("zones", "zone-to-zone"), "zones.zone-to-zone", why)
    retreat, advance = rules.retreat, rules.advance
    shunned = ZONE in retreat.not_into or retreat.zone_loss or "no-zones" in retreat.prefer
    halted = not advance.regardless_of_zones or ZONE in advance.not_into
    moves = (zones.entering, zones.leaving, zones.zone_to_zone) != ("free", "free", "free")
    matters = {
        "supply": rules.supply is not None and ZONE in rules.supply.closed,
        "retreat": shunned,
        "advance": halted,
        "movement": moves,
    }
    for word in zones.friend_negates:
        if not matters[word]:
            why = Saying("zones do nothing there.")
            yield Idle(("zones", "friend-negates"), f"zones.friend-negates: {word}", why)


def _stacking(rules: RulesFile) -> Iterator[Idle]:
    stacking = rules.stacking
    if stacking.points and rules.said("stacking", "count") and stacking.count != "points":
        yield Idle(("stacking", "count"), "stacking.count", Saying("points are counted."))


def _supply(game: Game, rules: RulesFile) -> Iterator[Idle]:
    supply = rules.supply
    if supply is None:
        return
    for side, lines in supply.named(Lines).items():
        if lines.off is not None and not lines.along:
            why = Saying("without along the length says how long a line may be.")
            yield Idle(("supply", side), f"supply.{side}.off", why)
        elif lines.off is not None and lines.length is not None:
            why = Saying("off is counted in its place.")
            yield Idle(("supply", side), f"supply.{side}.length", why)
    for name, after in zip(supply.states[1:], supply.states[2:], strict=False):
        if name not in game.definition.units.markers:
            text = "no marker is called '{name}', by which a unit would be known to fall further."
            why = quoting(text, name=name)
            yield Idle(("supply", "states"), f"supply.states: {after}", why)
    for name, state in supply.named(State).items():
        if state == State():
            yield Idle(("supply", name), f"supply.{name}", Saying("it changes nothing."))


def _combat(game: Game, rules: RulesFile) -> Iterator[Idle]:
    combat, definition = rules.combat, game.definition
    if not rules.said("combat"):
        return
    grounds = (*definition.terrain.values(), *definition.hexside.values())
    if combat.terrain == "none":
        for key in ("value", "mixed"):
            if rules.said("combat", key):
                why = Saying("terrain does nothing in combat.")
                yield Idle(("combat", key), f"combat.{key}", why)
    elif rules.said("combat", "terrain") and not any(
        terrain_value(combat, ground.values)[0] is not None for ground in grounds
    ):
        why = quoting("no terrain or hexside of game.toml has a '{name}'.", name=combat.value)
        yield Idle(("combat", "terrain"), "combat.terrain", why)
    yield from _bridged(game, rules)
    for key, modifiers in (("shift", combat.shift), ("roll", combat.roll)):
        for name, one in modifiers.items():
            if not one.by:
                keys = ("combat", key, name)
                yield Idle(keys, ".".join(keys), Saying("it changes nothing."))
    for name, offer in combat.offers.items():
        if not any((offer.shift, offer.die, offer.attack, offer.defence)) or not offer.most:
            keys = ("combat", "offers", name)
            yield Idle(keys, ".".join(keys), Saying("it changes nothing."))
    if combat.more == "not allowed" and _has_open_end(game, rules):
        why = Saying("the last column of the table has no end.")
        yield Idle(("combat", "more"), "combat.more", why)


def _bridged(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """Lines that undo what no line crosses."""
    combat = rules.combat
    tables: tuple[tuple[str, dict[str, Across]], ...] = (
        ("across", combat.across), ("from", combat.from_), ("into", combat.into),
    )  # fmt: skip
    for key, entries in tables:
        for name, across in entries.items():
            sides = game.definition.hexside if key == "across" else ()
            if across.bridged_by and name not in sides:
                keys = ("combat", key, name)
                why = Saying("lines bridge hexsides alone.")
                yield Idle(keys, f"{'.'.join(keys)}.bridged-by", why)


def _has_open_end(game: Game, rules: RulesFile) -> bool:
    table = combat_table(game)
    if table is None or not table.columns:
        return False
    try:
        if rules.combat.by == "ratio":
            return is_open(table.columns[-1])
        return any(span_of(heading).high == ENDLESS for heading in table.columns)
    except ValueError:  # which is told where the headings are
        return False


def _after_combat(game: Game, rules: RulesFile) -> Iterator[Idle]:
    """What [results], [retreat] and [advance] say in vain."""
    for name, result in rules.results.items():
        for key, fate in (("attacker", result.attacker), ("defender", result.defender)):
            if fate.or_lose is not None and not (fate.retreat and fate.or_lose):
                nothing = Saying("it takes no steps.")
                why = Saying("there is no retreat in place of which steps are lost.")
                why = nothing if fate.retreat else why
                yield Idle(("results", name, key), f"results.{name}.{key}.or-lose", why)
    retreat, advance = rules.retreat, rules.advance
    if rules.zones is not None and ZONE in retreat.not_into:
        why = Saying("retreats into enemy zones are closed.")
        if retreat.zone_loss:
            yield Idle(("retreat", "zone-loss"), "retreat.zone-loss", why)
        if "no-zones" in retreat.prefer:
            yield Idle(("retreat", "prefer"), "retreat.prefer: no-zones", why)
    paid = retreat.zone_loss and rules.zones is not None and ZONE not in retreat.not_into
    if "fewest-losses" in retreat.prefer and not paid:
        why = Saying("no way costs steps.")
        yield Idle(("retreat", "prefer"), "retreat.prefer: fewest-losses", why)
    if cause := _why_nobody_advances(game, rules):
        keys = ("units", "hexes", "regardless-of-zones", "only", "not-by", "not-into")
        for key in keys:
            if rules.said("advance", key) and key != cause:
                yield Idle(("advance", key), f"advance.{key}", Saying("nobody advances."))
    hexes = advance.hexes.values() if isinstance(advance.hexes, dict) else (advance.hexes,)
    if not advance.regardless_of_zones and max(hexes, default=1) <= 1:
        why = Saying("nobody advances further than the vacated hex.")
        yield Idle(("advance", "regardless-of-zones"), "advance.regardless-of-zones", why)


def _why_nobody_advances(game: Game, rules: RulesFile) -> str:
    """The entry of [advance] by which nobody advances, if there is one."""
    advance = rules.advance
    if advance.units in ("none", 0):
        return "units"
    if advance.nowhere:
        return "hexes"
    who = {*advance.only} or {*game.definition.units.types}
    return "not-by" if advance.not_by and who <= {*advance.not_by} else ""


def _victory_and_the_rest(game: Game, rules: RulesFile) -> Iterator[Idle]:
    for name, group in rules.arrivals.group.items():
        sides = {game.counters[one].side for one in group.units if one in game.counters}
        if not group.at and sides - rules.arrivals.named(Entry).keys():
            keys = ("arrivals", "group", name)
            yield Idle(keys, ".".join(keys), Saying("nothing says where its units come in."))
    for name, effects in rules.weather.named(Effects).items():
        if effects.model_copy(update={"rule": ""}) == Effects():
            yield Idle(("weather", name), f"weather.{name}", Saying("it changes nothing."))
    victory = rules.victory
    if not {*box_names(game)} & {*DEAD}:
        for number, loss in enumerate(victory.losses):
            if not loss.box:
                text = "it names no box, and the game has none called {names}."
                why = quoting(text, names=", ".join(DEAD))
                yield Idle(("victory", "losses", number), "victory.losses", why)
    if victory.level and not (victory.hexes or victory.losses or victory.exits):
        yield Idle(("victory", "level"), "victory.level", Saying("nothing brings points."))
    if rules.said("fog", "near") and rules.fog.stacks == "open":
        yield Idle(("fog", "near"), "fog.near", Saying("no stack hides anything."))
