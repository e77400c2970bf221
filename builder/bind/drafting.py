"""The likeliest binding of a module to a game: sides, pieces, hexes, places, marks, phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from builder import limits
from builder.adopt.passwords import without_passwords
from builder.adopt.places import places_of
from builder.adopt.start import start_state
from builder.adopt.taking import Taking
from builder.adopt.told import Told
from builder.adopt.turns import turns_of
from builder.bind.bound import hexes_of
from builder.bind.choices import NOTHING, Choices
from builder.bind.grid import Laid, Spot, laid, with_most_hexes
from builder.bind.likeness import bounded
from builder.bind.pieces import Match, few_enough, match, sides_by_pieces, sides_of
from builder.bind.vocabulary import same, words
from builder.game.kept import Kept
from builder.game.model import Game
from builder.game.problems import nearest
from builder.hexes.fit import UnfitError
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import Module
from builder.vassal.locations import Locator
from builder.vassal.state import GameState
from builder.vassal.traits import DynamicProperty, Layer

ENOUGH = 0.8
"""The share of the pieces in play that must be bound."""

TURN_TRACK = "turn-track"


@dataclass(frozen=True)
class Draft:
    """What a binding says, and what somebody should look at."""

    game: Game
    taking: Taking
    sides: Mapping[str, str]  # of the game -> the name in the module's roster
    matches: tuple[Match, ...]
    laid: Laid | None
    places: Mapping[str, str]  # of the module -> of the game
    markers: Mapping[str, str]
    properties: Mapping[str, str]
    state: Mapping[str, str]
    phases: tuple[str, ...]
    scenario: str = ""

    @property
    def bound(self) -> tuple[Match, ...]:
        return tuple(one for one in self.matches if one.target)

    @property
    def unbound(self) -> tuple[Match, ...]:
        return tuple(one for one in self.matches if not one.target)

    @property
    def doubtful(self) -> tuple[Match, ...]:
        return tuple(one for one in self.bound if one.doubt)

    @property
    def share(self) -> float:
        """How much of the game's units is bound."""
        units = {c.id for c in self.game.counters.values() if c.kind == "unit"}
        found = {one.target for one in self.bound}
        return len(units & found) / max(1, len(units))


def draft(
    module: Module,
    game: Game,
    hexes: Sequence[tuple[str, str]] = (),
    pieces: Mapping[str, str] | None = None,
    scenario: str = "",
    before: Choices = NOTHING,
) -> Draft:
    """The likeliest binding. `hexes` pairs hexes of the module with the game's, `pieces` names the
    counters of pieces by the names that these have, "" for one that is none; `scenario` is the one
    that is played where the table does not show it. What was told `before` and still fits the game
    holds where nothing else is told now.

    The passwords of players that the module's saves tell are taken out of what is bound.

    ValueError in a sentence if what is told does not fit.
    """
    known = _Known(game, tuple(hexes), pieces or {}, scenario, before)
    found = _draft(module, known)
    if found.share < ENOUGH:  # such a module is not taken, so its saves need not all be read
        return found
    clear = without_passwords(module, (), Told()).module
    return found if clear.root is module.root else _draft(clear, known)


class _Known(NamedTuple):
    """What `draft` is given beside the module."""

    game: Game
    hexes: tuple[tuple[str, str], ...]
    pieces: Mapping[str, str]
    scenario: str
    before: Choices


def _draft(module: Module, known: _Known) -> Draft:
    game, hexes, pieces, scenario, before = known
    if scenario and scenario not in game.scenarios:
        raise ValueError(
            quoting(
                "'{name}' is no scenario of the game: write one of {names}.",
                name=scenario[:60],
                names=", ".join(game.scenarios),
            )
        )
    taking = Taking(module, "bound")
    zones = dict.fromkeys(_zones(taking))
    bounded(len(zones), "names", limits.BIND_NAMES)  # before the hexes of all of them are looked at
    few_enough(taking.root, game)
    sides = sides_of(game, taking.sides)
    kept = _kept_of(game, taking.root)
    found = match(game, taking.stock.items, sides, kept)
    if len(sides) < len(game.definition.side):
        unnamed = [id_ for id_ in taking.sides if id_ not in sides]
        if more := sides_by_pieces(game, unnamed, found, set(sides.values())):
            sides |= more
            found = match(game, taking.stock.items, sides, kept)
    matches = tuple(_settled(found, pieces, game, before.slots))
    table = start_state(taking.stock, taking.shape)
    starts = _starts(table, matches)
    hexed = with_most_hexes(taking.shape, taking.told)
    lying = None if hexes else _told_before(game, before.laid)
    lying = lying or laid(game, hexed, starts, hexes)
    if lying is None and (guess := laid(game, hexed, _starts(table, matches, True))):
        lying = replace(guess, sure=False)
    if lying is not None:
        matches = tuple(_homed(game, matches, table, lying))
    return Draft(
        game=game,
        taking=taking,
        sides={ours: taking.sides[theirs] for theirs, ours in sides.items()},
        matches=matches,
        laid=lying,
        places=_places(
            game, {**zones, **_named(game, taking)}, Locator(taking.shape, table), starts
        ),
        markers=_markers(game, matches),
        properties=_properties(game, matches),
        state=_state(game, taking.root),
        phases=_phases(game, taking),
        scenario=scenario or (before.scenario if before.scenario in game.scenarios else ""),
    )


def _kept_of(game: Game, root: c.GameModule) -> Kept | None:
    """What an adopted game keeps of its pieces, for the module from which it was adopted."""
    adopted = game.definition.adopted
    return game.kept if adopted is not None and adopted.module == root.name else None


def is_one_piece(game: Game, target: str) -> bool:
    """Whether one piece alone can be it: markers and control may be several."""
    return target in game.counters and game.counters[target].kind == "unit"


def _told_before(game: Game, lying: Laid | None) -> Laid | None:
    """Where hexes lie as somebody told once, if the game still has them."""
    known = lying is not None and all(mark.hex in game.grid.places for mark in lying.marks)
    return lying if known else None


def _settled(
    matches: Sequence[Match], told: Mapping[str, str], game: Game, before: Mapping[str, str]
) -> Iterator[Match]:
    """The matches with those that somebody settles now, or has settled before by their slots."""
    for target in told.values():
        if target and not _may_be(game, target):
            text = "'{name}' is no counter of the game. {remedy}"
            remedy = nearest(target[:60], game.counters)
            raise ValueError(quoting(text, name=target[:60], remedy=remedy))
    for name in told:
        if all(one.item.name != name for one in matches):
            text = "The module has no piece '{name}'. {remedy}"
            remedy = nearest(name[:60], {one.item.name for one in matches})
            raise ValueError(quoting(text, name=name[:60], remedy=remedy))
    now = {target for target in told.values() if is_one_piece(game, target)}
    chosen = [told.get(one.item.name, _before(one, before, now, game)) for one in matches]
    given = {target for target in chosen if target and is_one_piece(game, target)}
    for one, choice in zip(matches, chosen, strict=True):
        if choice is not None:
            yield Match(one.item, choice, 1.0 if choice else 0.0, settled=True)
        elif one.target in given:
            yield Match(one.item)
        else:
            yield one


def _before(one: Match, before: Mapping[str, str], now: Set[str], game: Game) -> str | None:
    """What somebody said before that a piece is, if it still can be that and no other piece is that
    `now`; None if nobody did."""
    said = next((before[slot.gpid] for slot in one.item.slots if slot.gpid in before), None)
    holds = not said or (_may_be(game, said) and said not in now)
    return said if holds else None


def _may_be(game: Game, target: str) -> bool:
    """Whether the game may have it: a counter, or a marker of control or of a state's hex."""
    return target in game.counters or ":" in target


def _homed(game: Game, matches: Sequence[Match], table: GameState, lying: Laid) -> Iterator[Match]:
    """The matches, those of copies in another order: each copy that is set up where the game sets
    up one of its counters is that one."""
    try:
        lattice = hexes_of(game, lying.marks)
    except UnfitError:
        yield from matches
        return
    at = {
        piece.gpid: lattice.at(piece.x, piece.y)
        for piece in table.pieces.values()
        if piece.map == lying.map
    }
    homes = _homes(game)
    copies: dict[str, list[Match]] = {}
    for one in matches:
        copies.setdefault(one.item.id, []).append(one)
    for group in copies.values():
        free = [one for one in group if not one.settled]
        left = {one.target: one for one in free}
        if len(free) < 2 or len(left) < len(free):
            yield from group
            continue
        yield from (one for one in group if one.settled)
        waiting = []
        for one in free:
            spots = {at.get(slot.gpid, "") for slot in one.item.slots} - {""}
            home = next((name for name in left if spots & homes.get(name, set())), "")
            if home:
                like = left.pop(home)
                yield replace(like, item=one.item)
            else:
                waiting.append(one)
        for one, like in zip(waiting, left.values(), strict=True):
            yield replace(like, item=one.item)


def _starts(
    table: GameState, matches: Sequence[Match], doubtful: bool = False
) -> dict[str, list[Spot]]:
    """Where the module sets bound pieces up, `doubtful` ones too if told; each of several copies
    may stand where any of them does, because nobody can tell yet which is which."""
    counters: dict[str, list[str]] = {}
    of: dict[str, str] = {}
    for one in matches:
        if one.target and (doubtful or not one.doubt):
            counters.setdefault(one.item.id, []).append(one.target)
            of |= {slot.gpid: one.item.id for slot in one.item.slots}
    found: dict[str, list[Spot]] = {}
    for piece in table.pieces.values():
        if piece.map:
            for target in counters.get(of.get(piece.gpid, ""), ()):
                found.setdefault(target, []).append((piece.map, piece.x, piece.y))
    return found


def _homes(game: Game) -> dict[str, set[str]]:
    """Where scenarios set each counter up."""
    homes: dict[str, set[str]] = {}
    for scenario in game.scenarios.values():
        for placement in scenario.placements:
            homes.setdefault(placement.counter, set()).add(placement.hex)
    return homes


def _places(
    game: Game, zones: Iterable[str], locator: Locator, starts: Mapping[str, Sequence[Spot]]
) -> dict[str, str]:
    """Zones, regions and windows of the module by the boxes and areas of the game: where pieces
    are set up alike, else by their names."""
    units = game.definition.units
    ours = [*units.boxes, *units.areas]
    votes = _votes(game, locator, starts, ours)
    names = dict.fromkeys([*zones, *votes])
    bounded(len(names), "names", limits.BIND_NAMES)
    found = ((name, _place_called(name, ours, votes.get(name, {}))) for name in names)
    return {name: place for name, place in found if place}


def _votes(
    game: Game, locator: Locator, starts: Mapping[str, Sequence[Spot]], ours: Sequence[str]
) -> dict[str, dict[str, int]]:
    """For each name of a place in the module the places of the game in which the counters that are
    set up there begin, with how many do."""
    votes: dict[str, dict[str, int]] = {}
    homes = _homes(game)
    for counter, spots in starts.items():
        begins = {_box_of(home, ours) for home in homes.get(counter, ())} & {*ours}
        for name in (name for spot in spots for name in _names_at(locator, spot)):
            count = votes.setdefault(name, {}) if begins else {}
            for home in begins:
                count[home] = count.get(home, 0) + 1
    return votes


def _box_of(home: str, ours: Sequence[str]) -> str:
    """The place of a set-up; the turn track, if there is one, for who comes on a turn."""
    return TURN_TRACK if home.startswith("turn ") and TURN_TRACK in ours else home


def _place_called(name: str, ours: Sequence[str], votes: Mapping[str, int]) -> str:
    """The place of the game that a name of the module means: the one of that very name, else the
    one called alike, else the one for which most pieces vote, else the turn track if it begins so;
    empty for none."""
    if name in ours:
        return name
    like = max(ours, key=lambda place: (_alike(name, place), place), default="")
    if like and _alike(name, like) > 0.7:
        return like
    if votes:
        return max(votes.items(), key=lambda vote: (vote[1], vote[0]))[0]
    return TURN_TRACK if TURN_TRACK in ours and words(name)[:1] == ("turn",) else ""


def _names_at(locator: Locator, spot: Spot) -> Iterator[str]:
    zone = locator.zone(*spot)
    window = locator.shape(spot[0])
    if zone:
        yield zone
    elif window is not None and not any(board.grid for board in window.boards):
        yield window.name


def _zones(taking: Taking) -> Iterator[str]:
    for part in taking.root.walk():
        if isinstance(part, c.Zone | c.Region) and part.name:
            yield part.name
        elif isinstance(part, c.MapWindow) and part.map_name:
            yield part.map_name


def _named(game: Game, taking: Taking) -> dict[str, None]:
    """The squares, decks and other places of the module that are called as places of the game."""
    left = {*game.definition.units.boxes, *game.definition.units.areas} - {*_zones(taking)}
    if not left:  # as most games: thousands of squares need not be named
        return {}
    main, hexes = taking.main.name if taking.main else "", frozenset(game.grid.places)
    found = places_of(taking.shape, main, hexes, _NO_SIZE, lambda _: True, Told())
    return {place.name: None for place in found if place.name in left}


_NO_SIZE = 1
"""The width of a counter, which nobody asks for."""


def _alike(one: str, other: str) -> float:
    mine, yours = words(one), words(other)
    if not mine or not yours:
        return 0.0
    there = sum(max(same(a, b) for b in yours) for a in mine) / len(mine)
    back = sum(max(same(a, b) for a in mine) for b in yours) / len(yours)
    return (there + back) / 2


def _best(name: str, among: Sequence[str], least: float = 0.7) -> str:
    bounded(len(among), "names", limits.BIND_NAMES)
    scored = sorted(((_alike(name, other), other) for other in among), reverse=True)
    return scored[0][1] if scored and scored[0][0] >= least else ""


def _markers(game: Game, matches: Sequence[Match]) -> dict[str, str]:
    """The layer that is switched on while a unit bears a marker."""
    layers = {
        trait.name
        for one in matches
        for trait in one.item.traits
        if isinstance(trait, Layer) and trait.name
    }
    texts = game.definition.units.markers
    found = {}
    for marker in texts:
        name = _best(marker, sorted(layers))
        if name:
            found[marker] = name
    return found


def _properties(game: Game, matches: Sequence[Match]) -> dict[str, str]:
    """The changing property of pieces that is a field of units."""
    theirs = sorted(
        {t.name for one in matches for t in one.item.traits if isinstance(t, DynamicProperty)}
    )
    fields = game.definition.units.fields
    return {name: found for name in fields if (found := _best(name, theirs, 0.8))}


def _state(game: Game, root: c.GameModule) -> dict[str, str]:
    """The global property of the module that keeps a variable of the game's state."""
    theirs = sorted({p.name for p in root.walk() if isinstance(p, c.GlobalProperty) and p.name})
    plain = {name.removeprefix("State-"): name for name in theirs}
    found = {}
    for name in game.definition.state:
        if "*" not in name and (like := _best(name, sorted(plain), 0.85)):
            found[name] = plain[like]
    return found


def _phases(game: Game, taking: Taking) -> tuple[str, ...]:
    """The game's phase for each that the module's turn tracker has."""
    theirs = turns_of(taking.root, taking.told).phases
    ours = game.definition.phase
    if len(theirs) == len(ours):
        return tuple(phase.id for phase in ours)
    names = {phase.id: f"{phase.name} {phase.id}" for phase in ours}
    found = []
    for _, name in theirs:
        best = max(names, key=lambda id_: _alike(name, names[id_]), default="")
        found.append(best if best and _alike(name, names[best]) > 0.5 else "")
    return tuple(found)
