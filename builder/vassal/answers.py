"""What a piece answers when VASSAL asks it for a property or its name, to whoever asks.

Sources: `getProperty` and `getName` of the traits in `counters/`. Traits answer from the outside
in; what none knows, the zone, the map and the module may.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from builder import limits
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.expressions import Around, accepts
from builder.vassal.java_values import Beyond, whole
from builder.vassal.locations import MODULE, Locator
from builder.vassal.markup import unformatted
from builder.vassal.pieces import Piece, PieceGroup
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import split
from builder.vassal.state import OBSERVER, GameState, Place
from builder.vassal.totals import Total, total_of
from builder.vassal.trait_answers import (
    answer_of,
    integer,
    labelled,
    last_answer,
    layer_level,
    shown_level,
    truth,
    who_answers,
)
from builder.vassal.traits import (
    BasicPiece,
    Deck,
    Hide,
    Label,
    Layer,
    Mask,
    Trait,
)
from builder.vassal.traits.movement import MatCargo
from builder.vassal.traits.secrecy import has_access

_ENDING = re.compile(r"\.(png|gif|jpe?g|svg|bmp)$", re.IGNORECASE)
_SEAM = re.compile(r"(?<=[a-z]{2})(?=[A-Z])")
"""Where words of a file's name meet: RoundedSquare; not McClellan."""
_HIDING = (Hide,)
_PIECES = "numPieces"
_SHAPES = re.compile(
    r"(?:.*\bshadow\b.*|(?:(?:small|large|big|rounded|round|square|rectangle|circle|shape|blank|base"
    r"|background|outline|frame)\b[ \d-]*)+)",
    re.IGNORECASE,
)
"""What a designer lays under a counter's face: its shadow, or a bare shape."""


class Work:
    """What the expressions of a table have cost so far: traits that were asked on behalf of others.

    Expressions may ask for properties that ask for others, each of them several times.
    """

    def __init__(self) -> None:
        self._table = self._question = 0
        self.not_understood = 0
        """How many expressions were not understood so far, or asked for too much."""

    def begin(self) -> None:
        """A new question, asked by nobody's expression."""
        self._question = 0

    def may_ask(self, traits: int) -> bool:
        """Whether so many traits more may be asked for this question.

        Raises VassalFileError when the whole table has cost more than any game's.
        """
        self._question += traits
        self._table += traits
        if self._table > limits.TABLE_WORK:
            raise VassalFileError(
                None,
                "the expressions of its pieces ask for more work than those of any game",
                RIGHT,
            )
        self.not_understood += self._question > limits.PROPERTY_WORK
        return self._question <= limits.PROPERTY_WORK


@dataclass(frozen=True)
class Viewer:
    """Whose eyes: `side` sees what all of its players see; None is an observer, who sees nothing
    hidden. With `referee` nothing is hidden at all; for tests and for what no player reads. With
    `wary` windows of an unknown module are closed: they may be a side's own.
    """

    side: str | None = None
    referee: bool = False
    wary: bool = False

    def sees(self, state: GameState, owner: PlayerId | None, access: str) -> bool:
        """Whether a thing that `owner` has hidden, by this access, is open to the viewer."""
        if owner is None or self.referee:
            return True
        if self.side is None:
            return False
        return has_access(access, owner, state.player_of(self.side), self.side)


@dataclass
class Heard:
    """What pieces' expressions asked of the table around them: their answers hold as long as that
    stays. `properties` are global ones by container and name, `beside` tells that one asked who
    lies with it, `turns` that one asked where a turn tracker stands."""

    properties: dict[tuple[str, str], str | None] = field(default_factory=dict)
    beside: bool = False
    turns: bool = False


class _Asking(Around):
    """Who answers the expressions of a piece."""

    def __init__(self, answers: Answers, piece: Piece, depth: int) -> None:
        self._answers, self._piece, self._depth = answers, piece, depth
        self.keeps_zeros = answers.locator.keeps_zeros

    def __call__(self, name: str) -> str | None:
        return self._answers.asked(self._piece, name, self._depth)

    def hides(self, text: str) -> bool:
        return self._answers.state.passwords.hide_in(text)

    def function(self, name: str, arguments: Sequence[str]) -> str | int:
        return self._answers.function(self._piece, name, arguments, self._depth)

    def not_understood(self) -> None:
        self._answers.not_understood()


@dataclass(frozen=True)
class Answers:
    """Questions to the pieces of one state, as seen by one viewer; `heard` takes down what the
    answers lean on."""

    state: GameState
    locator: Locator
    viewer: Viewer = Viewer()
    _work: Work = field(default_factory=Work, repr=False, compare=False)
    heard: Heard = field(default_factory=Heard, repr=False, compare=False)
    _totals: dict[tuple[Hashable, Total, Viewer], int] = field(
        default_factory=dict, repr=False, compare=False
    )  # each of a stack asks for the same sums
    _lying: dict[tuple[str, str], dict[str, list[str]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _open: dict[str, frozenset[str]] = field(default_factory=dict, repr=False, compare=False)
    unclear: set[str] = field(default_factory=set, repr=False, compare=False)
    """The pieces of whose name or face an expression that was asked so far is not understood."""

    # What a viewer may know

    def is_masked(self, piece: Piece) -> bool:
        """Whether the viewer sees only the mask of a piece."""
        if self.is_covered(piece.id):
            return True
        return not all(self._sees(mask) for mask in piece.all(Mask))

    def is_covered(self, piece: str) -> bool:
        """Whether a deck hides a piece from the viewer."""
        deck = self.state.deck_of(piece)
        if deck is None:
            return False
        if deck.id not in self._open:
            self._open[deck.id] = frozenset(self.open_cards(deck))
        return piece not in self._open[deck.id]

    def open_cards(self, deck: PieceGroup) -> tuple[str, ...]:
        """The cards of a deck that it does not hide from the viewer, the lowest first.

        Of an open deck the top one lies open, with as many below it as a stack viewer of the map
        shows (counters/Deck.draw, CounterDetailViewer.visitDeck); all are named to whoever may draw
        those that he chooses (Deck.promptForNextDraw, isAccessibleTo) or lay them out.
        """
        if self.viewer.referee:
            return deck.members
        if deck.face_down:
            return ()
        kind = Deck.decode(deck.type)
        if (kind.allow_select_draw or kind.lays_out) and not (
            kind.restrict_access and self.viewer.side not in kind.owners
        ):
            return deck.members
        shape = self.locator.shape(deck.map)
        return deck.members[-(1 if shape is None else shape.from_decks) :]

    def is_invisible(self, piece: Piece) -> bool:
        """Whether the viewer does not see a piece at all."""
        if not may_hide(piece):
            return False  # as of nearly every piece, and this is asked of all at each step of a log
        return not all(self._sees(hide) for hide in piece.all(Hide))

    def as_seen(self, things: Sequence[PieceGroup | Piece]) -> Sequence[PieceGroup | Piece]:
        """What lies on a map in an order that nothing unseen changes: by layer and place, but for
        the eyes of who sees everything, as it is drawn.

        Whatever moves is drawn last, with the stack that it comes to: else the order of the stacks
        that an enemy sees would tell him where an invisible unit went.
        """
        if self.viewer.referee:
            return things
        return sorted(things, key=self._place_in_view)

    def _place_in_view(self, thing: PieceGroup | Piece) -> tuple[int, int, int, bool, str]:
        members = (thing.id,) if isinstance(thing, Piece) else thing.members
        # by what lies on top, because a side may not look under it in some games
        pieces = (self.state.pieces[id_] for id_ in members[::-1])
        shown = next((piece for piece in pieces if not self.is_invisible(piece)), None)
        known = shown is not None and not self.is_masked(shown)
        layer, _ = self.state.order.get(thing.id, (0, 0))
        return layer, thing.y, thing.x, not known, shown.id if known and shown else ""

    def sees(self, piece: Piece) -> bool:
        """Whether the viewer sees that a piece is there at all: neither invisible nor in a window
        of another side's own."""
        return not self.is_invisible(piece) and self.sees_map(self.state.place(piece.id).map)

    def sees_map(self, map_: str | None) -> bool:
        """Whether a map is open to the viewer; a private one is open to its sides alone, and what
        lies on none that the module has is shown to nobody: it may be a window of an extension."""
        shape, viewer = self.locator.shape(map_), self.viewer
        if shape is None:
            return viewer.referee or not (viewer.wary or self.locator.knows_maps)
        if shape.sides is None or shape.visible_to_all:
            return True
        return viewer.referee or viewer.side in shape.sides

    def sees_properties(self, container: str) -> bool:
        """Whether the global properties of a map, a zone (`map:zone`, or its name alone) or the
        module are open to the viewer: those of a private map are shown in its window."""
        if container in ("", MODULE):
            return True
        of_zone = self.locator.maps_with(container)
        return any(map(self.sees_map, of_zone)) if of_zone else self.sees_map(container)

    def owner(self, piece: Piece) -> str | None:
        """The side that masks or hides a piece, None if it is open or nobody's at the table."""
        for trait in piece.among(Mask, Hide):
            if isinstance(trait, Mask | Hide) and _owner(trait) is not None:
                return self.state.side_of(_owner(trait), trait.access)
        return None

    def _sees(self, trait: Mask | Hide) -> bool:
        return self.viewer.sees(self.state, _owner(trait), trait.access)

    # Properties

    def property(self, piece: Piece, name: str) -> str | None:
        """The value of a property; None if nobody knows it."""
        return self.asked(piece, name, 0)

    def asking(self, piece: Piece) -> Around:
        """Who answers for what a trait of a piece asks; a question of its own."""
        self._work.begin()
        return _Asking(self, piece, 1)

    def not_understood(self) -> None:
        """Takes down that an expression is not understood."""
        self._work.not_understood += 1

    @contextmanager
    def doubting(self, piece: Piece) -> Iterator[None]:
        """Takes down a piece as unclear if what is asked of it meanwhile leans on an expression
        that is not understood."""
        before = self._work.not_understood
        yield
        if before != self._work.not_understood:
            self.unclear.add(piece.id)

    def asked(self, piece: Piece, name: str, depth: int) -> str | None:
        """The same where `depth` expressions of other properties ask for it; empty where they ask
        too deep, or for too much."""
        answering = who_answers(piece, name)
        if depth == 0:
            self._work.begin()
        elif depth > limits.PROPERTY_DEPTH:
            self._work.not_understood += 1
            return ""
        elif not self._work.may_ask(1 + len(answering)):
            return ""
        ask = _Asking(self, piece, depth + 1)
        for at in answering:
            trait = piece.type.trait(at, piece.states[at])
            found = self._secret(trait, name) or answer_of(trait, name, ask)
            if found is None and isinstance(trait, MatCargo):
                found = self._of_the_mat(piece, trait, name, depth)
            if found is not None:
                return found
        found = self._basic(piece, name, depth)
        return last_answer(piece, name) if found is None else found

    def _secret(self, trait: Trait, name: str) -> str | None:
        if isinstance(trait, Mask) and name in ("Obscured", "ObscuredToOthers"):
            return truth(trait.masked_by is not None if name[8:] else not self._sees(trait))
        if isinstance(trait, Hide) and name in ("Invisible", "InvisibleToOthers"):
            return truth(trait.hidden_by is not None if name[9:] else not self._sees(trait))
        return None

    def _of_the_mat(self, piece: Piece, cargo: MatCargo, name: str, depth: int) -> str | None:
        """What a piece says of the mat that carries it (MatCargo.getProperty)."""
        mat = self.state.pieces.get(cargo.mat)
        if mat is None or not name.startswith(_MAT):
            return None
        what = name.removeprefix(_MAT)
        self.heard.beside = True
        if what in ("OffsetX", "OffsetY"):
            axis = "CurrentX" if what == "OffsetX" else "CurrentY"
            there, here = (integer(self.asked(it, axis, depth + 1) or "0") for it in (mat, piece))
            return None if there is None or here is None else str(there - here)
        asked = _OF_THE_MAT.get(what)
        return None if asked is None else self.asked(mat, asked, depth + 1)

    def _basic(self, piece: Piece, name: str, depth: int) -> str | None:
        if name == "PieceName":
            return self._name(piece, depth)
        answer = _BASIC.get(name)
        if answer is not None:
            self.heard.beside |= name in _OF_THE_STACK
            return answer(self, piece)
        found = piece.properties.get(name)
        return found if found is not None else self._global(piece, name)

    def function(self, piece: Piece, name: str, arguments: Sequence[str], depth: int) -> str | int:
        """What a function of VASSAL's answers in an expression of a piece; raises Beyond for one
        that is not known (script/ExpressionInterpreter)."""
        own_map = self.state.place(piece.id).map or ""
        match name, arguments:
            case "GetMapProperty", [of, map_]:
                return self._held(of, map_, (map_,))
            case "GetZoneProperty", [of, zone]:
                return self._of_a_zone(of, zone, own_map) if own_map else ""
            case "GetZoneProperty", [of, zone, map_]:
                return self._of_a_zone(of, zone, map_)
        total = total_of(
            name, arguments, own_map, lambda map_: self.locator.shape(map_) is not None
        )
        return self._total(piece, total, depth)

    def _of_a_zone(self, name: str, zone: str, map_: str) -> str:
        return self._held(name, map_, (f"{map_}:{zone}", zone, map_), zone)

    def _held(self, name: str, map_: str, containers: Sequence[str], zone: str = "") -> str:
        """A property of a map or zone by its name, else the module's; only of maps that are open
        to all."""
        shape = self.locator.shape(map_)
        if shape is None or shape.name != map_ or (zone and zone not in shape.zones):
            raise Beyond
        if shape.sides is not None and not shape.visible_to_all:
            raise Beyond
        found = self._in_containers((*containers, MODULE), name)
        if found is None:
            raise Beyond  # the module answers for more than its properties
        if self.state.passwords.hide_in(found):
            raise Beyond
        return found

    def _total(self, piece: Piece, total: Total, depth: int) -> int:
        """The sum of a property over the pieces around one, or how many have any; all of them, as
        in VASSAL, which shows the total to everybody who sees what it is written on."""
        self.heard.beside = True
        around, ids = self._around(piece, total.where)
        key = (around, total, self.viewer)
        if key in self._totals:
            return self._totals[key]
        if not self._work.may_ask(len(ids)):
            raise Beyond
        unclear, found = self._work.not_understood, 0
        for id_ in ids:
            one = self.state.pieces[id_]
            if total.filter and not accepts(total.filter, _Asking(self, one, depth + 1)):
                continue
            asking = _Asking(self, one, depth + 1)
            value = (asking.reckoned(total.of) or "") if total.of else ""
            if total.counts:
                found += bool(value) or not total.of
            else:
                found += integer(value) or 0
        found = int(whole(found).value)
        if unclear == self._work.not_understood and depth < limits.PROPERTY_DEPTH // 2:
            self._totals[key] = found
        return found

    def _around(self, piece: Piece, where: str) -> tuple[Hashable, Sequence[str]]:
        """The pieces of the stack, place, zone or map of one, and what they have in common."""
        if where == "Stack":
            group = self.state.group_of(piece.id)
            members = (piece.id,) if group is None else group.members
            known = [id_ for id_ in members if id_ in self.state.pieces]
            return ("Stack", piece.id if group is None else group.id), known
        place = self.state.place(piece.id)
        if place.map is None:
            return ("", ""), ()
        by_name = self._lying.get((where, place.map))
        if by_name is None:
            by_name = self._lying[where, place.map] = self._by_name(where, place.map)
        name = self._name_around(where, place)
        ids = by_name[name]
        if any(self.state.deck_of(id_) is not None for id_ in ids):
            raise Beyond
        return (where, place.map, name), ids

    def _by_name(self, where: str, map_: str) -> dict[str, list[str]]:
        """The pieces of a map by where they lie."""
        found: dict[str, list[str]] = {}
        for id_ in self.state.pieces:
            place = self.state.place(id_)
            if place.map == map_:
                found.setdefault(self._name_around(where, place, known=False), []).append(id_)
        return found

    def _name_around(self, where: str, place: Place, known: bool = True) -> str:
        """What VASSAL calls the place, zone or map of a piece."""
        if where == "Map":
            return place.map or ""
        if where == "Zone":
            if not self.locator.knows_maps:
                raise Beyond
            return self.locator.zone(*place)
        name = self.locator.name(*place)
        if known and not name:
            raise Beyond
        return name or ""

    def _global(self, piece: Piece, name: str) -> str | None:
        """What the zone, the map or the module has of a property. A save calls a zone with its map
        (Zone.getMutablePropertiesContainerId)."""
        place = self.state.place(piece.id)
        zone = self.locator.zone(*place)
        containers = f"{place.map}:{zone}", zone, place.map or "", MODULE
        found = self._in_containers(containers, name)
        return self._counted(name, place.map) if found is None else found

    def _in_containers(self, containers: Sequence[str], name: str) -> str | None:
        """A global property of the first container that has it."""
        for container in containers:
            if container == MODULE and name in self._turned:
                self.heard.turns = True
                self.heard.properties[MODULE, name] = self.state.globals.get((MODULE, name))
                return self._turned[name]
            found = self.state.globals.get((container or "", name))
            self.heard.properties[container or "", name] = found
            if found is None:
                found = self.locator.initial(container or "", name)
            if found is not None:
                return found
        return None

    @cached_property
    def _turned(self) -> dict[str, str]:
        return self.locator.turned(self.state)

    def _counted(self, name: str, map_: str | None) -> str | None:
        """The count that a deck keeps as a property of its map (counters/Deck.countProperty)."""
        deck, _, what = name.rpartition("_")
        if not deck:
            return None
        for group in self._decks:
            if group.map == map_ and group.name == deck:
                self.heard.beside = True  # nothing else tells of cards that come and go
                return str(len(group.members)) if what == _PIECES else self._passing(group, what)
        if what == _PIECES and self.locator.has_deck(map_, deck):
            self.heard.beside = True
            return "0"
        return None

    @cached_property
    def _decks(self) -> list[PieceGroup]:
        """Of the many groups of a table few are decks, and every piece asks."""
        return [group for group in self.state.groups.values() if group.kind == "deck"]

    def _passing(self, group: PieceGroup, what: str) -> str | None:
        """How many cards of a deck pass one of the filters that it counts by, `name: filter`."""
        deck = Deck.decode(group.type)
        for counted in deck.count_expressions if deck.expression_counting else ():
            name, _, filter_ = counted.partition(":")
            if name.strip() == what:
                cards = (self.state.pieces[id_] for id_ in group.members)
                asked = (_Asking(self, card, 1) for card in cards)
                return str(sum(accepts(filter_.strip(), ask) for ask in asked))
        return None

    # Names

    def name(self, piece: Piece) -> str:
        """The name that VASSAL shows to the viewer."""
        self._work.begin()
        return self._name(piece, 0)

    def _name(self, piece: Piece, depth: int) -> str:
        if self.is_invisible(piece):
            return ""
        name = ""
        for trait in reversed(piece.among(Layer, Label, Mask, Hide, BasicPiece)):
            name = self._named(piece, trait, name, depth)
        return name[: limits.VALUE]

    def open_name(self, piece: Piece) -> str:
        """The name without remarks about masks and invisibility; the mask's if that is all. A piece
        that its module gave no name is called as its picture is."""
        if not (self.is_masked(piece) or self.is_invisible(piece)):
            own = piece.called
            own = own if own.strip() else self._pictured_name(piece)
            return self.state.passwords.told(self.given_name(piece, own), own)[: limits.NAME]
        mask = piece.first(Mask)
        # told by a save's own text, in which no word is known to be the module's
        told = self.state.passwords.told
        return told(mask.mask_name)[: limits.NAME] if mask is not None else "?"

    def given_name(self, piece: Piece, own: str) -> str:
        """The name that layers and labels make of a piece's own one, whoever looks; what one makes
        of it by an expression that is not understood is left out. It is longer than any that is
        told, because a password that is cut off would not be known."""
        name = own
        self._work.begin()  # each name is a question of its own
        traits = piece.among(Layer, Label)
        referee = replace(self, viewer=Viewer(referee=True)) if traits else self
        with self.doubting(piece):
            for trait in reversed(traits):
                doubts = self._work.not_understood
                made = referee._named(piece, trait, name, 0)
                name = made if doubts == self._work.not_understood else name
        return unformatted(name)[: limits.VALUE]

    def _pictured_name(self, piece: Piece) -> str:
        """What the innermost picture that a piece shows is called, without its ending; a shadow or
        a bare shape under others counts only if there is nothing else."""
        plain = ""
        for trait in reversed(piece.among(Layer, BasicPiece)):
            image = trait.image if isinstance(trait, BasicPiece) else ""
            if isinstance(trait, Layer):
                level = shown_level(trait, self.asking(piece))
                image = trait.images[level - 1] if 0 < level <= len(trait.images) else ""
            if image.strip():
                stem = image.replace("\\", "/").rpartition("/")[2]
                name = _words_of(_ENDING.sub("", stem))[: limits.NAME]
                if not _SHAPES.fullmatch(name):
                    return name
                plain = plain or name
        return plain

    def _named(self, piece: Piece, trait: Trait, name: str, depth: int) -> str:
        match trait:
            case BasicPiece():
                return piece.called
            case Layer():
                return self._named_by_layer(piece, trait, name, depth)
            case Label() if trait.label or trait.always_use_format:
                return labelled(trait, name, _Asking(self, piece, depth + 1))
            case Mask() if trait.masked_by is not None:
                mine = self._sees(trait)
                return f"{name}({trait.mask_name})" if mine else trait.mask_name
            case Hide() if trait.hidden_by is not None:
                return f"{name}({trait.command})"
        return name

    def _named_by_layer(self, piece: Piece, layer: Layer, name: str, depth: int) -> str:
        level = layer_level(layer, _Asking(self, piece, depth + 1))
        if not 0 < level <= len(layer.level_names) or not layer.level_names[level - 1]:
            return name
        first, *rest = split(layer.level_names[level - 1], "+")
        if not rest:
            return first
        return name + rest[0] if not first else first + name


def may_hide(piece: Piece) -> bool:
    """Whether a piece can be made invisible at all."""
    return bool(piece.type.places(_HIDING))


def _owner(trait: Mask | Hide) -> PlayerId | None:
    return trait.masked_by if isinstance(trait, Mask) else trait.hidden_by


def _deck_name(answers: Answers, piece: Piece) -> str:
    deck = answers.state.deck_of(piece.id)
    return "" if deck is None else deck.name


def _deck_position(answers: Answers, piece: Piece) -> str:
    deck = answers.state.deck_of(piece.id)
    return "0" if deck is None else str(len(deck.members) - deck.members.index(piece.id))


def _stack_position(answers: Answers, piece: Piece) -> str:
    height, size = answers.state.stack_position(piece.id)
    return str(size - height + 1)


_BASIC: dict[str, Callable[[Answers, Piece], str | None]] = {
    "BasicName": lambda answers, piece: piece.called,
    "LocationName": lambda answers, piece: answers.locator.name(*answers.state.place(piece.id)),
    "CurrentMap": lambda answers, piece: answers.state.place(piece.id).map or "",
    "CurrentBoard": lambda answers, piece: answers.locator.board(*answers.state.place(piece.id)),
    "CurrentZone": lambda answers, piece: answers.locator.zone(*answers.state.place(piece.id)),
    "CurrentX": lambda answers, piece: str(answers.state.place(piece.id).x),
    "CurrentY": lambda answers, piece: str(answers.state.place(piece.id).y),
    "DeckName": _deck_name,
    "DeckPosition": _deck_position,
    "PieceUID": lambda answers, piece: piece.id,
    "PieceId": lambda answers, piece: piece.gpid,
    "UniqueID": lambda answers, piece: piece.properties.get("UniqueID", piece.id),
    "StackPos": _stack_position,
    "StackSize": lambda answers, piece: str(answers.state.stack_position(piece.id)[1]),
    "PlayerSide": lambda answers, piece: answers.viewer.side or OBSERVER,
    "playerSide": lambda answers, piece: answers.viewer.side or OBSERVER,
    "DrawingMouseover": lambda answers, piece: "false",
    "DrawingMouseoverIndex": lambda answers, piece: "1",
    "Selected": lambda answers, piece: "false",
}

_MAT = "CurrentMat"
_OF_THE_MAT = {
    "": "MatName",
    "ID": "MatID",
    "X": "CurrentX",
    "Y": "CurrentY",
    "PieceName": "PieceName",
    "BasicName": "BasicName",
    "LocationName": "LocationName",
    "Zone": "CurrentZone",
    "Board": "CurrentBoard",
    "Map": "CurrentMap",
    **{f"Prop{at}": f"CurrentMatProp{at}" for at in range(10)},
}
"""What the properties of a piece on a mat ask of the mat, behind `CurrentMat`."""

_OF_THE_STACK = frozenset({"DeckName", "DeckPosition", "StackPos", "StackSize"})


def _words_of(stem: str) -> str:
    """A picture's file as words."""
    return _SEAM.sub(" ", stem.replace("_", " ")).strip()
