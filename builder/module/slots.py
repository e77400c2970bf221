"""Palettes and at-start stacks: every piece in a slot, every slot with its number."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.drawing.map.board_size import (
    beyond_the_sheet,
    board_size,
    cut_off,
    hidden_places,
)
from builder.drawing.map.read_config import map_drawing
from builder.drawing.mix import face_counts
from builder.drawing.translation import ENGLISH, sides
from builder.game.carriers import (
    SET_UP_PROPERTY,
    SET_UP_ZONE_PROPERTY,
    STEP_LAYER,
    marker_layer,
)
from builder.game.model import SET_UP_COPIES, Counter, Game, Placement, Scenario
from builder.game.problems import Problem, ProblemsError
from builder.game.typed import problem_at
from builder.game.unit_names import UnitNames
from builder.module import keys
from builder.module.abilities import prototypes
from builder.module.cards import card_piece
from builder.module.counters import (
    Piece,
    control_pieces,
    counter_piece,
    side_prototype,
    state_of,
    state_pieces,
)
from builder.module.decks import Decks, taken_prototype
from builder.module.labels import labels
from builder.module.language import said_by_trait
from builder.module.layers import layers_in_use
from builder.module.offered import Offers
from builder.module.own import given
from builder.module.phrases import say
from builder.module.read_settings import module_settings
from builder.module.row_marks import row_marks
from builder.module.set_up_check import set_up_place, set_up_zone
from builder.module.table import (
    GROUND_LAYER,
    MAP_LAYER,
    MAP_LAYERS,
    Table,
    is_turn_marker,
    table_of,
)
from builder.module.turning import following, follows_turn
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.gpids import stable_gpids
from builder.vassal.buildfile.recipes import pieces, windows
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import ReportAction, SendTo, Trigger
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.core import BasicPiece
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.movement import Immobile
from builder.vassal.traits.values import DynamicProperty, Marker, Prototype
from builder.vassal.write import expanded

MARKERS_TAB = "Markers"

Group = list[tuple[Placement, int]]
"""Pieces on one point, each with the number of its copy."""


@dataclass(frozen=True)
class Stock:
    """All pieces of a game by key, their prototypes, and the number of each slot."""

    pieces: dict[str, Piece]
    shared: dict[str, tuple[Trait, ...]]
    gpids: dict[str, str]
    counter: int
    called: Callable[[Placement], tuple[str, str]]
    """What the map calls the place of a unit's set-up, and its zone."""

    @property
    def layers(self) -> list[str]:
        """The layers of the map that its pieces are in, the lowest first."""
        return layers_in_use(_map_layer(piece.traits) for piece in self.pieces.values())

    def palette_slot(self, key: str) -> c.PieceSlot:
        """The slot of a piece in its palette."""
        return self._slot(self.pieces[key], key)

    def start_slot(self, placement: Placement, number: int) -> c.PieceSlot:
        """The slot of a piece in an at-start stack; `number` counts the copies of one piece."""
        return self._slot(self.placed(placement), _start_key(placement.counter, number))

    def card_slot(self, placement: Placement, number: int) -> c.CardSlot:
        """The slot of a piece that lies in a deck at the start."""
        piece = self.placed(placement)
        gpid = self.gpids[_start_key(placement.counter, number)]
        return pieces.card_slot(piece.name, gpid, piece.traits, image=piece.image)

    def placed(self, placement: Placement) -> Piece:
        """The piece as a scenario sets it up: at its step, with its marks."""
        piece = self.pieces[placement.counter]
        marks = {marker_layer(name) for name in placement.markers}
        traits = expanded(piece.traits, self.shared) if marks else piece.traits
        traits = tuple(_set_up(trait, placement.step, marks) for trait in traits)
        for kept, value in zip(SET_UP, self.called(placement), strict=True):
            if value:
                traits = tuple(
                    trait.replace(value=value) if trait == kept else trait for trait in traits
                )
        return replace(piece, traits=traits)

    def on_table(self, placement: Placement) -> tuple[Trait, ...]:
        """The traits of the piece in a save, the basic piece last; there are no prototypes."""
        piece = self.placed(placement)
        basic = BasicPiece(image=piece.image, name=piece.name, gpid=self.gpids[placement.counter])
        return (*expanded(piece.traits, self.shared), basic)

    def piles(self, group: Group) -> list[Group]:
        """What stands on one point, parted as VASSAL parts it: a stack for each layer of the map,
        the lowest first, and alone what does not stack."""
        order = ("", *reversed(MAP_LAYERS))
        piles: dict[tuple[int, int], Group] = {}
        for number, entry in enumerate(group):
            traits = self.pieces[entry[0].counter].traits
            alone = any(isinstance(trait, Immobile) and not trait.stacks for trait in traits)
            layer = -order.index(_map_layer(traits))
            piles.setdefault((layer, number if alone else -1), []).append(entry)
        return [piles[key] for key in sorted(piles)]

    def _slot(self, piece: Piece, key: str) -> c.PieceSlot:
        return pieces.piece_slot(
            piece.name, self.gpids[key], piece.traits, image=piece.image, size=self.counter
        )


def _map_layer(traits: Iterable[Trait]) -> str:
    for trait in traits:
        if isinstance(trait, Marker) and MAP_LAYER in trait.names:
            return dict(trait.items())[MAP_LAYER]
    return ""


def _set_up(trait: Trait, step: int, marks: set[str]) -> Trait:
    if not isinstance(trait, Layer):
        return trait
    level = step if trait.name == STEP_LAYER else 1 if trait.name in marks else trait.level
    return trait if level == trait.level else trait.replace(level=level)


SET_UP = (DynamicProperty(name=SET_UP_PROPERTY), DynamicProperty(name=SET_UP_ZONE_PROPERTY))
"""Where the scenario puts a unit. No command changes it, yet it is no marker, because VASSAL's
"Refresh Counters" takes a marker's value from the palette and leaves a property's (GpIdChecker)."""

TELL_HOME, SEND_HOME = KeyStroke.named("TellHome"), KeyStroke.named("SendHome")
"""What the players' key does in its turn: the report before, while all see what is sent."""


def stock_of(decks: Decks) -> Stock:
    """All pieces of a game. Numbers depend on a piece's key alone, so they outlive new versions."""
    game, settings, language = decks.game, decks.settings, decks.language
    faces = face_counts(game)
    offers = Offers(game, settings.offered)
    below = labels(game, language)
    made = {
        name: given(game, settings, one, _counter(decks, offers, one, faces[name], below))
        for name, one in game.counters.items()
    }
    cards = [card_piece(game, card, decks.exchanged(card), language) for card in game.cards]
    control = control_pieces(game, sides(game, language))
    others = (*control, *state_pieces(game, language), *row_marks(game, settings), *cards)
    made |= {piece.key: piece for piece in others}
    copies = range(SET_UP_COPIES)
    numbers = [*made, *(_start_key(name, number) for name in made for number in copies)]
    shared = prototypes(game, settings, decks.table, language) | decks.prototypes()
    said = {name: _said(traits, language) for name, traits in shared.items()}
    pieces_said = {
        key: replace(piece, name=say(language, piece.name), traits=_said(piece.traits, language))
        for key, piece in made.items()
    }

    def called(placement: Placement) -> tuple[str, str]:
        words = say(language, set_up_place(game, decks.table, placement))
        return words, set_up_zone(game, decks.table, placement)

    return Stock(pieces_said, said, stable_gpids(numbers), decks.table.counter, called)


def _counter(
    decks: Decks, offers: Offers, counter: Counter, faces: int, below: Mapping[str, str]
) -> Piece:
    """A counter, with its text in the stack viewer from `below`; one that goes into decks cannot be
    copied, and one that a side keeps in a window of its own finds back to it."""
    text = below.get(counter.id, "")
    taken = any(counter.type in deck.takes for deck in decks.settings.deck)
    if counter.kind != "marker" or not taken:
        unit = _unit_prototype(offers, counter) if counter.kind == "unit" else None
        piece = counter_piece(decks.game, counter, unit, faces, text)
        if counter.kind == "unit" and decks.table.sections:
            piece = replace(piece, traits=(*piece.traits, *SET_UP))
        if counter.kind == "marker" and not _map_layer(piece.traits):
            piece = replace(piece, traits=(*piece.traits, *_lying(decks, counter)))
        return piece
    shared = Prototype(name=taken_prototype(counter.type))
    piece = counter_piece(decks.game, counter, shared, faces, text)
    own = (*_home(decks, counter), *decks.returning(counter))
    # VASSAL's undo of a move into a deck leaves a piece without its stack, and its undo of a move
    # onto such a piece takes that one off the map: without stacks neither happens.
    return replace(piece, traits=(Immobile(), shared, *own, *piece.traits[1:]))


def _unit_prototype(offers: Offers, counter: Counter) -> Prototype:
    """The prototype of the units of its side that are offered what it is."""
    number = offers.number(offers.from_counter(counter)) if offers.settings else ""
    return Prototype(name=side_prototype(offers.game.sides[counter.side], number))


def _lying(decks: Decks, counter: Counter) -> Iterator[Trait]:
    """What puts a marker under the units, and what makes the marker of the turn follow it."""
    if counter.type in decks.settings.under:
        yield Marker.of(**{MAP_LAYER: GROUND_LAYER})
    if follows_turn(decks.table, counter):
        yield from following(decks.table, decks.game.definition.turns)


def _home(decks: Decks, counter: Counter) -> Iterator[Trait]:
    for window in decks.table.windows:
        box = window.box(counter.setup)
        if box is not None and window.settings.side and counter.setup not in decks.table.decks:
            same = [c for c in decks.game.counters.values() if c.setup == counter.setup]
            at = sum(c.copies for c in same[: same.index(counter)])
            x, y = decks.table.spots(counter.setup, at + 1)[at]
            report = decks.told("a counter", f" → {box.name}")
            yield ReportAction(report_keys=(TELL_HOME,), report=report)
            yield SendTo(
                command="",
                send_key=SEND_HOME,
                map=window.name,
                destination="L",
                x=str(x),
                y=str(y),
            )
            yield Trigger(
                name=f"Back to {box.name}",
                command=f"Back to {box.name}",
                trigger_key=keys.HOME,
                action_keys=(TELL_HOME, SEND_HOME),
            )
            yield Marker.of(Home=window.settings.id)


def _said(traits: tuple[Trait, ...], language: str) -> tuple[Trait, ...]:
    return tuple(said_by_trait(trait, language) for trait in traits)


def _start_key(counter: str, number: int) -> str:
    return f"{counter}@{number}"


def set_up(game: Game, scenario: Scenario) -> list[Placement]:
    """What a scenario puts on the table: counters, and the markers that keep its state."""
    keepers = {
        state: counter.id
        for counter in game.counters.values()
        if (state := state_of(game, counter))
    }
    kept = {
        keepers.get(name, f"state-{name}"): str(place)
        for name, field in game.definition.state.items()
        if field.type == "hex" and (place := scenario.state.get(name, field.default))
    }
    times = Tally(placement.counter for placement in scenario.placements)
    placements = [
        placement
        for placement in scenario.placements
        if placement.counter not in kept
        for _ in range(game.counters[placement.counter].at_start(times[placement.counter]))
    ]
    placements += [Placement(counter, place) for counter, place in kept.items()]
    for side, hexes in scenario.control.items():
        placements += [Placement(f"control-{side}", place) for place in hexes[:SET_UP_COPIES]]
    return placements


def off_the_sheet(game: Game, table: Table) -> list[Problem]:
    """Set-ups in places that the map does not draw: a box without a rectangle, a turn too late."""
    found = []
    for scenario in game.scenarios.values():
        for placement in scenario.placements:
            if not table.has(placement.hex):
                counter = game.counters[placement.counter]
                printed = counter.setup == placement.hex
                file = str(game.folder / "counters.csv") if printed else scenario.file
                text = quoting(
                    "'{id}' is set up in '{place}', which the map does not show.",
                    id=counter.id,
                    place=placement.hex,
                )
                remedy = quoting(
                    'Add [[drawing.map.box]] with id = "{word}" to game.toml.', word=placement.hex
                )
                if game.definition.board is not None:
                    remedy = quoting(
                        "Give {place} a row of kind box in map/spaces.csv.", place=placement.hex
                    )
                found.append(Problem(file, placement.line, text, remedy))
    found += [*_fates_off_the_sheet(game, table), *_ignored_on_boards(game, table)]
    return sorted(set(found))


def _fates_off_the_sheet(game: Game, table: Table) -> list[Problem]:
    """Boxes for lost units that a board of places does not have: no unit would get the command."""
    if game.definition.board is None:
        return []
    return [
        problem_at(
            game,
            ("module", "fate", number),
            quoting(
                "[[module.fate]]: the board does not show '{place}', so no unit can be sent there.",
                place=fate.box,
            ),
            quoting("Give {place} a row of kind box in map/spaces.csv.", place=fate.box),
        )
        for number, fate in enumerate(module_settings(game).fate)
        if not table.has(fate.box)
    ]


def _ignored_on_boards(game: Game, table: Table) -> Iterator[Problem]:
    """What a board of places does not draw, and places that lie off its sheet."""
    board = game.definition.board
    if board is None:
        return
    config = map_drawing(game)
    named = [("box", n, box.id) for n, box in enumerate(config.box) if not table.has(box.id)]
    named += [("track", n, track.id) for n, track in enumerate(config.track)]
    for kind, number, name in named:
        text = quoting(
            "[[drawing.map.{kind}]]: beside a board of places nothing is drawn, '{name}' too.",
            kind=kind,
            name=name,
        )
        remedy = quoting("Give {place} a row of kind box in map/spaces.csv.", place=name)
        yield problem_at(game, ("drawing", "map", kind, number), text, remedy)
    spaces = str(game.folder / "map" / "spaces.csv")
    width, height = board_size(game, board)
    for place in beyond_the_sheet(game, board):
        text = quoting(
            "'{place}' lies off the board, which is {m} x {n} pixels large.",
            place=place.id,
            m=width,
            n=height,
        )
        larger = "Write a larger width and height in [board], or other x and y."
        yield Problem(spaces, place.line, text, larger)
    for place in cut_off(game, board):
        text = quoting(
            "The box '{name}' reaches beyond the board, which is {width} x {height} pixels "
            "large; x and y are its middle.",
            name=place.id,
            width=width,
            height=height,
        )
        yield Problem(spaces, place.line, text, "Write other x and y, or a smaller size.")
    for place, covered in hidden_places(game, board):
        text = quoting(
            "The box '{name}' covers the middle of '{place}', where pieces would be in the box; "
            "x and y are its middle.",
            name=place.id,
            place=covered,
        )
        yield Problem(spaces, place.line, text, "Write other x and y, or a smaller size.")


def check_places(game: Game) -> None:
    """ProblemsError for set-ups that `off_the_sheet` finds."""
    if game.definition.adopted is None and (
        found := off_the_sheet(game, table_of(game, module_settings(game)))
    ):
        raise ProblemsError(found)


def palettes(game: Game, stock: Stock, language: str = ENGLISH) -> c.PieceWindow:
    """All pieces: a tab for each side with a page for each formation, and one for markers.

    Markers of a type among the units', as aircraft are, stand with their side's units: the few
    markers that a player looks for would lie under them.
    """
    called, units = sides(game, language), UnitNames(game.texts.get(language, {}))
    tabs: dict[str, dict[str, list[c.PieceSlot]]] = {
        name: defaultdict(list) for name in called.values()
    }
    markers: dict[str, list[c.PieceSlot]] = defaultdict(list)
    for name, counter in game.counters.items():
        slot = stock.palette_slot(name)
        if not _of_a_side(game, counter):
            markers["Game"].append(slot)
        else:
            tabs[called[counter.side]][_page(game, counter, units)].append(slot)
    for page in (page for groups in tabs.values() for page in groups.values()):
        page.sort(key=_by_number)
    for piece in control_pieces(game, called):
        markers["Control"].append(stock.palette_slot(piece.key))
    for piece in state_pieces(game):
        markers["Game"].append(stock.palette_slot(piece.key))
    filled = {side: groups for side, groups in tabs.items() if groups}
    return windows.palette({**filled, MARKERS_TAB: markers})


def _of_a_side(game: Game, counter: Counter) -> bool:
    """Whether it is a unit, or a marker of a type of units that belongs to a side."""
    asset = counter.side in game.sides and counter.type in game.definition.units.types
    return counter.kind != "marker" or asset


def _by_number(slot: c.PieceSlot) -> tuple[tuple[int, str], ...]:
    """The order in which a name is looked for in a list: numbers by what they count."""
    parts = re.split(r"(\d+)", slot.entry_name)
    return tuple((int(part), "") if part.isdigit() else (-1, part.casefold()) for part in parts)


def _page(game: Game, counter: Counter, units: UnitNames) -> str:
    """The page of a palette: the formation by its name, as "18th Army" where counters say 18."""
    group = counter.formation or _type_name(game, counter.type)
    name = game.definition.units.formations.get(group, group)
    own = units(group)
    return units(name) or (own if own not in ("", group) else name)


def _type_name(game: Game, name: str) -> str:
    return game.definition.units.types[name].name or name


@dataclass(frozen=True)
class Start:
    """What lies on the maps when a game begins: stacks by map and point, and what is in decks."""

    stacks: dict[tuple[str, Spot], list[tuple[Placement, int]]]
    decks: dict[str, list[tuple[Placement, int]]]


def start_of(decks: Decks, scenario: Scenario | None) -> Start:
    """A scenario's set-up with the decks and the marks on charts; without a scenario only these."""
    table = decks.table
    placements = [] if scenario is None else set_up(decks.game, scenario)
    placements += decks.dealt()
    placements += [Placement(p.key, p.key) for p in row_marks(decks.game, decks.settings)]
    stacks: dict[tuple[str, Spot], list[tuple[Placement, int]]] = {}
    held: dict[str, list[tuple[Placement, int]]] = {deck.place: [] for deck in decks.settings.deck}
    counters = decks.game.counters
    kin = {name: (c.kind, c.side, c.formation) for name, c in counters.items()}
    follows = {name for name, c in counters.items() if is_turn_marker(c)}
    lowest = {type_: number for number, type_ in enumerate(decks.settings.lowest)}

    def height(entry: tuple[Placement, int]) -> int:
        counter = counters.get(entry[0].counter)
        return len(lowest) if counter is None else lowest.get(counter.type, len(lowest))

    for spot, group in on_the_table(table, placements, kin, follows).items():
        if spot[0] in table.decks:
            held[spot[0]] += group
        else:
            stacks[table.map_of(spot[0])[0], spot] = sorted(group, key=height)
    return Start(stacks, held)


def start_stacks(decks: Decks, stock: Stock, start: Start, map_: str) -> Iterator[c.SetupStack]:
    """The pieces that stand on it when a new game starts."""
    for (name, (place, x, y)), group in start.stacks.items():
        if name != map_:
            continue
        for pile in stock.piles(group):
            slots = (stock.start_slot(placement, number) for placement, number in pile)
            yield pieces.setup_stack(place, slots, board=decks.table.map_of(place)[1], at=(x, y))


def start_decks(
    decks: Decks, stock: Stock, start: Start, map_: str
) -> Iterator[tuple[c.DrawPile, list[Placement]]]:
    """The decks of a map, and what lies in them when a new game starts, the lowest first."""
    for deck in decks.settings.deck:
        if decks.table.map_of(deck.place)[0] == map_:
            held = start.decks[deck.place]
            slots = [stock.card_slot(placement, number) for placement, number in held]
            yield decks.pile(deck, slots), [placement for placement, _ in held]


Spot = tuple[str, int, int]
"""A place of the game and a point of the sheet in pixels."""


Kin = tuple[str, str, str]
"""What counters share that lie in one pile where many lie in a box: kind, side, formation."""


def on_the_table(
    table: Table,
    placements: Iterable[Placement],
    kin: Mapping[str, Kin],
    follows: Container[str] = (),
) -> dict[Spot, list[tuple[Placement, int]]]:
    """Placements by the point they stand on, in order; each with the number of its copy. What
    `follows` the turn has a seat of its own."""
    by_place: dict[str, list[tuple[Placement, int]]] = defaultdict(list)
    seen: dict[str, int] = defaultdict(int)
    for placement in placements:
        if table.has(placement.hex):
            by_place[placement.hex].append((placement, seen[placement.counter]))
            seen[placement.counter] += 1
    stacks: dict[Spot, list[tuple[Placement, int]]] = defaultdict(list)
    for place, group in by_place.items():
        if seat := table.turn_seat(place):
            stacks[place, *seat] += [entry for entry in group if entry[0].counter in follows]
            group = [entry for entry in group if entry[0].counter not in follows]
        spots = table.spots(place, len(group))
        seats = list(dict.fromkeys(spots))
        if 1 < len(seats) < len(group):
            group.sort(key=lambda entry: kin.get(entry[0].counter, ("", "", "")))
            sides = [kin.get(entry[0].counter, ("", "", ""))[:2] for entry in group]
            spots = [seats[number] for number in _piles(sides, len(seats))]
            within = table.drawn_in(place, seats, max(Tally(spots).values()))
            spots = [within[spot] for spot in spots]
        for entry, (x, y) in zip(group, spots, strict=True):
            stacks[place, x, y].append(entry)
    return {spot: pile for spot, pile in stacks.items() if pile}


def _piles(sides: Sequence[Hashable], seats: int) -> list[int]:
    """The seat of each counter, sorted by side, where there are more counters than seats: as even
    as can be, and no pile of two sides unless there are more sides than seats."""
    counts = list(Tally(sides).values())
    if len(counts) > seats:
        return [number * seats // len(sides) for number in range(len(sides))]
    given = [1] * len(counts)
    for _ in range(seats - len(counts)):
        most = max(range(len(counts)), key=lambda side: counts[side] / given[side])
        given[most] += 1
    first, found = 0, []
    for count, own in zip(counts, given, strict=True):
        found += [first + number * own // count for number in range(count)]
        first += own
    return found
