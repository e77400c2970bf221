"""The pieces of a module as counters and cards: one for all slots that hold the same piece."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from builder import limits
from builder.adopt.told import Told
from builder.adopt.words import apart, line, slug
from builder.game.carriers import SET_UP_PROPERTY, SET_UP_ZONE_PROPERTY
from builder.game.kept import UNTOLD, front_of, look_of
from builder.vassal.answers import Answers
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.locations import Locator
from builder.vassal.pieces import Piece, piece_of
from builder.vassal.state import GameState
from builder.vassal.trait_answers import layer_level, own_answers
from builder.vassal.traits import (
    BasicPiece,
    DynamicProperty,
    Immobile,
    Label,
    Layer,
    Marker,
    Mask,
    PlaceMarker,
    Prototype,
    Replace,
    Trait,
)

DEEP_PROTOTYPES = "Prototypes lie more than 50 deep in one another; what lies deeper was left out."
_CIRCLE = "A prototype contains itself; the piece has none of its traits."
_TOO_MANY = "The prototypes of a piece have more traits than any; the rest was left out."
_DEEPEST = 50
_WORD = re.compile(r"[^\W\d_]+")
_GUESSED = "The roster does not name this side; the pieces were given to the one that is left."
_SPECTATORS = frozenset({
    "solitaire", "solo", "observer", "spectator", "referee", "umpire", "moderator", "judge",
    "gm", "both", "all", "neutral",
})  # fmt: skip
"""Seats of a roster whose player owns no pieces."""
_NOBODYS = frozenset({
    "marker", "markers", "terrain", "status", "game", "info", "information", "misc", "special",
    "miscellaneous", "general", "control", "weather", "chart", "charts", "card", "cards",
    "deck", "decks", "dice", "neutral", "none", "na", "any", "all", "both", "tools", "tokens",
    "system", "play", "points", "turn", "combat", "supply", "common", "shared", "other",
    "others", "label", "labels", "objective", "objectives", "event", "events",
})  # fmt: skip
"""Words of palettes and markers that name what belongs to no side."""
_LARGEST_TOKEN, _SMALLEST_CARD = 200, 110
"""Mean pixels of a side: what is larger is a card, and what is smaller may be a token even if it is
as upright as a card."""
_CARD_AT_LEAST, _CARD_AT_MOST = 1.3, 1.8
"""The longer side of a card by its shorter one."""
_NAMING = 3
"""Pieces that must name a side in one way before that way counts as one that parts sides."""


def _unmeasured(name: str) -> None:
    """Where no picture is at hand."""


@dataclass(frozen=True)
class Slot:
    """One place in the tree that defines a piece.

    `path` are the names of the components around it; `around` is the at-start stack or deck that
    holds it, `window` the map it stands on then.
    """

    gpid: str
    name: str
    traits: tuple[Trait, ...]
    path: tuple[str, ...]
    is_card: bool = False
    around: c.SetupStack | c.DrawPile | None = None
    window: str = ""
    size: tuple[int, int] = (0, 0)

    @property
    def basic(self) -> BasicPiece:
        last = self.traits[-1]
        return last if isinstance(last, BasicPiece) else BasicPiece()


@dataclass
class Item:
    """A counter or card: the slots that hold it, and what counters.csv says of it."""

    id: str
    name: str
    slots: list[Slot]
    traits: tuple[Trait, ...]
    side: str = ""
    type: str = ""
    is_card: bool = False
    deck: str = ""
    copies: int = 1
    markers: Mapping[str, str] = field(default_factory=dict)

    @property
    def formation(self) -> str:
        """The palette page on which it lies."""
        for slot in self.slots:
            if slot.around is None and slot.path:
                return line(slot.path[-1])
        return ""


@dataclass(frozen=True)
class Stock:
    """All pieces of a module."""

    root: c.GameModule
    told: Told
    sides: Mapping[str, str]  # the id of a side -> its name in the roster
    size: Callable[[str], tuple[int, int] | None] = field(default=_unmeasured, repr=False)
    _left: list[int] = field(default_factory=lambda: [int(limits.EXPANDED_ALL)])
    _known: dict[tuple[Trait, ...], tuple[Trait, ...]] = field(default_factory=dict)
    _placing: set[tuple[str, str]] = field(default_factory=set)

    @cached_property
    def prototypes(self) -> dict[str, tuple[Trait, ...]]:
        """The traits of each prototype, without its dummy piece."""
        found: dict[str, tuple[Trait, ...]] = {}
        for part in self.root.walk():
            if isinstance(part, c.PrototypeDefinition):
                found.setdefault(part.name, parse_piece(part.content)[:-1])
        return found

    def expanded(self, traits: Sequence[Trait]) -> tuple[Trait, ...]:
        """The traits of a piece with those of its prototypes in place, circles cut."""
        key = tuple(traits)
        if key not in self._known:
            left = [min(limits.EXPANDED, self._left[0])]
            before = left[0]
            self._known[key] = tuple(self._expand(traits, frozenset(), left))
            self._left[0] -= before - left[0]
        return self._known[key]

    def _expand(
        self, traits: Sequence[Trait], seen: frozenset[str], left: list[int]
    ) -> Iterator[Trait]:
        for trait in traits:
            if seen and left[0] <= 0:  # the own traits stay: the last is the piece itself
                self.told.add("trait", "prototype", _TOO_MANY)
                return
            left[0] -= 1
            if not isinstance(trait, Prototype):
                yield trait
            elif trait.name in seen:
                self.told.add("trait", "prototype", _CIRCLE, trait.name)
            elif len(seen) > _DEEPEST:
                self.told.add("trait", "prototype", DEEP_PROTOTYPES, trait.name)
            else:
                inner = self.prototypes.get(trait.name, ())
                yield from self._expand(inner, seen | {trait.name}, left)

    @cached_property
    def slots(self) -> list[Slot]:
        """Every slot in the order of the tree."""
        return list(self._slots(self.root, (), None, ""))

    def _slots(
        self,
        part: Component,
        path: tuple[str, ...],
        around: c.SetupStack | c.DrawPile | None,
        window: str,
    ) -> Iterator[Slot]:
        if isinstance(part, c.PieceSlot):
            traits = parse_piece(part.content)
            card = isinstance(part, c.CardSlot) or isinstance(around, c.DrawPile)
            size = part.width, part.height
            name = part.entry_name
            yield Slot(part.gpid, name, traits, path, card, around, window, size)
            yield from self._placed(traits, path, 0)
            return
        if isinstance(part, c.MapWindow):
            window = part.map_name or ""
        if isinstance(part, c.SetupStack | c.DrawPile):
            around = part
        name = next((n for f in ("entry_name", "name") if (n := getattr(part, f, None))), "")
        below = (*path, str(name)) if name and part is not self.root else path
        for child in part.children:
            yield from self._slots(child, below, around, window)

    def _placed(self, traits: Sequence[Trait], path: tuple[str, ...], depth: int) -> Iterator[Slot]:
        """The pieces that traits of a piece place upon the map; each once, although the prototypes
        of a hundred pieces place the same."""
        for trait in self.expanded(traits) if depth < 3 else ():
            if isinstance(trait, PlaceMarker | Replace) and trait.marker.startswith("+/"):
                if (trait.gpid, trait.marker) in self._placing:
                    continue
                self._placing.add((trait.gpid, trait.marker))
                try:
                    inner = parse_piece(trait.marker)
                except ValueError:
                    continue
                basic = inner[-1]
                name = basic.name if isinstance(basic, BasicPiece) else ""
                yield Slot(trait.gpid, name, inner, path)
                yield from self._placed(inner, path, depth + 1)

    @cached_property
    def items(self) -> list[Item]:
        """The counters and cards, in the order in which the tree has them."""
        found: dict[tuple[str, str, tuple[str, ...]], Item] = {}
        known: dict[tuple[Trait, ...], Item] = {}  # a thousand slots may hold the same
        taken: set[str] = set()
        for slot in self.slots:
            item = known.get(slot.traits) or self._item(slot, found)
            if item is None:
                continue
            known[slot.traits] = item
            item.slots.append(slot)
            item.is_card = item.is_card or slot.is_card
        self._part_tokens(list(found.values()))
        for item in found.values():
            self._describe(item)
        self._guess_sides(list(found.values()))
        for item in found.values():
            item.id = apart(slug(item.name, item.side or slug(item.type)), taken)
            taken.add(item.id)
        self._group(list(found.values()))
        return list(found.values())

    def _item(self, slot: Slot, found: dict[tuple[str, str, tuple[str, ...]], Item]) -> Item | None:
        """The counter or card that a slot holds, put among those found if it is none of them; None
        for what is neither shown nor called anything."""
        traits = self.expanded(slot.traits)
        piece = table_piece(traits)
        key = slot.basic.name, _identity(traits, piece), _types(traits)
        item = found.get(key)
        if item is None:
            if not _counts(slot, traits):
                return None
            item = found[key] = Item("", _name_of(slot, traits, piece), [], traits)
        elif _levels(traits) < _levels(item.traits):  # a slot may hold a counter's other face
            item.name, item.traits = _name_of(slot, traits, piece), traits
        return item

    @cached_property
    def sure_cards(self) -> int:
        """So many cards there are at least, told before the pieces are looked at one by one: what
        lies in decks, can be turned face down or is no token's size, and has traits of its own."""
        found = set[tuple[str, tuple[str, ...]]]()
        for slot in self.slots:
            if slot.is_card:
                traits = self.expanded(slot.traits)
                if _counts(slot, traits) and self._is_sure_card(traits):
                    found.add((slot.basic.name, _types(traits)))
        return len(found)

    def _is_sure_card(self, traits: Sequence[Trait]) -> bool:
        if any(isinstance(trait, Mask) for trait in traits):
            return True
        size = self._size(traits)
        return size is None or not is_token(size, limits.IMAGE_SIDE)  # wider than any counter

    def _part_tokens(self, items: Sequence[Item]) -> None:
        """What lies in a deck as cards do and is no card: the pools of cubes, discs and chits from
        which players take what stands on the map. What can be turned face down stays a card."""
        usual = self._usual([item for item in items if not item.is_card])
        for item in items:
            open_ = item.is_card and not any(isinstance(trait, Mask) for trait in item.traits)
            size = self._size(item.traits) if open_ else None
            if size is not None and is_token(size, usual):
                item.is_card = False

    def _usual(self, counters: Sequence[Item]) -> int:
        """The usual width of the counters that lie in no deck."""
        widths: dict[int, int] = {}
        for item in counters:
            size = None if is_furniture(item.traits) else self._size(item.traits)
            if size is not None and 8 <= size[0] <= 400:
                widths[size[0]] = widths.get(size[0], 0) + 1
        return max(widths, key=lambda width: widths[width], default=60)

    def _size(self, traits: Sequence[Trait]) -> tuple[int, int] | None:
        front = front_of([t for t in traits if isinstance(t, Layer | BasicPiece)])
        size = self.size(front) if front else None
        return size if size and min(size) > 0 else None

    def _group(self, items: Sequence[Item]) -> None:
        """A type that only one piece has says nothing: its palette page counts then."""
        counts: dict[str, int] = {}
        for item in items:
            counts[item.type] = counts.get(item.type, 0) + 1
        for item in items:
            if counts[item.type] < 2:
                item.type = item.formation or "piece"

    def _describe(self, item: Item) -> None:
        starts = [slot for slot in item.slots if slot.around is not None]
        item.copies = max(1, min(200, len(starts)))
        item.deck = next(
            (s.around.name or "" for s in starts if isinstance(s.around, c.DrawPile)), ""
        )
        item.markers = dict(_markers(item.traits))
        item.side = self._side(item)
        item.type = self._type(item)

    def _type(self, item: Item) -> str:
        """The innermost prototype's name, else that of the palette page."""
        for slot in item.slots:
            named = [trait.name for trait in slot.traits if isinstance(trait, Prototype)]
            own = [name for name in named if name in self.prototypes and not self._is_side(name)]
            if own:
                return own[-1]
        return item.formation or "piece"

    def _is_side(self, name: str) -> bool:
        return any(name.casefold().strip() == side.casefold() for side in self.sides.values())

    @cached_property
    def _tokens(self) -> dict[str, set[str]]:
        """The words by which pieces name each side, small letters; those of two sides count not."""
        found: dict[str, set[str]] = {}
        for id_, name in self.sides.items():
            words = [word.casefold() for word in _WORD.findall(name)]
            stems = {_stem(word) for word in words if len(word) > 2 or len(words) == 1}
            if len(words) > 1:
                stems.add("".join(word[0] for word in words))
            found[id_] = {name.casefold(), *stems}
        counts: dict[str, int] = {}
        for tokens in found.values():
            for token in tokens:
                counts[token] = counts.get(token, 0) + 1
        return {id_: {t for t in tokens if counts[t] == 1} for id_, tokens in found.items()}

    def _side(self, item: Item) -> str:
        """The side that a piece's markers name, else its palette, prototypes or pictures."""
        values = list(item.markers.values())
        paths = [name for slot in item.slots for name in slot.path]
        named = [t.name for slot in item.slots for t in slot.traits if isinstance(t, Prototype)]
        images = [trait.image for trait in item.traits if isinstance(trait, BasicPiece)]
        images += [i for trait in item.traits if isinstance(trait, Layer) for i in trait.images[:1]]
        for texts in (values, named, paths, [*images, item.name]):
            found = {side for text in texts if (side := self._names(text))}
            if len(found) == 1:
                return found.pop()
        return ""

    def _guess_sides(self, items: Sequence[Item]) -> None:
        """Pieces without a side get the one side that is left, if what they carry parts sides.

        A marker (`Army`), a prototype (`Army=...`) or the pages of a panel part sides when pieces
        name a side by it: where Army is French or British, and the roster has French and Allies,
        the British are the Allies'. What is done is told.
        """
        parting: dict[tuple[str, ...], dict[str, int]] = {}
        counters = [item for item in items if not item.is_card]
        for item in counters:
            for key, value in _clues(item):
                if side := self._names(value):
                    named = parting.setdefault(key, {})
                    named[side] = named.get(side, 0) + 1
        players = {i for i, n in self.sides.items() if n.casefold().strip() not in _SPECTATORS}
        rest: dict[tuple[str, ...], str] = {}
        for key, named in parting.items():
            sure = {side for side, times in named.items() if times >= _NAMING}
            left = players - set(named)
            if sure and len(left) == 1:
                rest[key] = left.pop()
        sided = {name for item in counters if item.side for name in _prototypes(item)}

        def kin(item: Item) -> bool:  # because a page beside others may hold terrain as well
            return not sided or any(name in sided for name in _prototypes(item))

        for item in counters:
            if item.side:
                continue
            clues = ((rest.get(k, ""), v) for k, v in _clues(item) if k[0] != "page" or kin(item))
            side, value = next(((s, v) for s, v in clues if s and _somebodys(v)), ("", ""))
            if side:
                item.side = side
                told = line(f"{value} \N{RIGHTWARDS ARROW} {self.sides[side]}")
                self.told.add("piece", "side", _GUESSED, told)

    def _names(self, text: str) -> str:
        """The only side that a text names."""
        whole = text.casefold()
        words = {_stem(word) for word in _WORD.findall(whole)} | {whole, *_WORD.findall(whole)}
        hits = [side for side, tokens in self._tokens.items() if tokens & words]
        return hits[0] if len(hits) == 1 else ""


def is_token(size: tuple[int, int], usual: int) -> bool:
    """Whether a picture of these pixels is that of a token or a tile, among counters of a usual
    width, and not that of a card: cards are upright or lying sheets, and larger than counters."""
    mean = math.sqrt(size[0] * size[1])
    if mean > _LARGEST_TOKEN:
        return False
    upright = _CARD_AT_LEAST <= max(size) / min(size) <= _CARD_AT_MOST
    return mean <= usual if upright and mean <= _SMALLEST_CARD else not upright


def _levels(traits: Sequence[Trait]) -> list[int]:
    """The levels of a piece's layers, the innermost first; 0 for one that is off."""
    ask = own_answers(table_piece(traits))
    layers = (trait for trait in reversed(traits) if isinstance(trait, Layer))
    return [max(0, layer_level(layer, ask)) for layer in layers]


def _identity(traits: Sequence[Trait], piece: Piece) -> str:
    """The name of a piece without what its face adds to it: pieces with the same traits that are
    called otherwise are other counters."""
    if not piece.called.strip():  # what a label says is all that it is called
        labels = [trait.label for trait in traits if isinstance(trait, Label)]
        if any(labels):
            return "\n".join(labels)
    layers = [trait for trait in traits if isinstance(trait, Layer)]
    if not any(of and "+" not in of for layer in layers for of in layer.level_names):
        return ""
    plain = [
        trait.replace(level_names=tuple("" if "+" in of else of for of in trait.level_names))
        if isinstance(trait, Layer)
        else trait
        for trait in traits
        if not isinstance(trait, Label)
    ]
    return shown_name(plain)


def _name_of(slot: Slot, traits: Sequence[Trait], piece: Piece) -> str:
    """The name of a piece, by what it is drawn on if its module gave it none."""
    named = bool(piece.called.strip())  # the trait Basic Name counts
    said = traits if named else [t for t in traits if not isinstance(t, Label)]
    shown = _shown(piece) if named else shown_name(said)
    if UNTOLD.search(shown):  # labels that only a table fills: "Army () (: )"
        said = [t for t in said if not isinstance(t, Label)]
        shown = shown_name(said)
    own = line(shown)
    if not own:
        own = _labelled_name(traits)
    if not own and line(slot.name) != line(shown_name(traits)):  # else the label alone: "(x2)"
        own = line(slot.name)
    own = own or line(pictured_name(said)) or line(slot.name)
    if UNTOLD.fullmatch(own):  # a label alone: what kind of piece it is says more
        kinds = [trait.name for trait in slot.traits if isinstance(trait, Prototype)]
        own = line(kinds[-1]) if kinds else ""
    return own or line(slot.path[-1] if slot.path else "") or "piece"


def _labelled_name(traits: Sequence[Trait]) -> str:
    """The name of a piece that has none but its labels, if they say it in words of their own."""
    labels = [trait.label for trait in traits if isinstance(trait, Label)]
    if not any(labels) or any("$" in label or "{" in label for label in labels):
        return ""
    shown = line(shown_name(traits))
    return "" if shown.startswith(("(", "[")) or UNTOLD.search(shown) else shown


def _prototypes(item: Item) -> Iterator[str]:
    return (t.name for slot in item.slots for t in slot.traits if isinstance(t, Prototype))


def _clues(item: Item) -> Iterator[tuple[tuple[str, ...], str]]:
    """What may part a piece's side from others, the surest first: (kind of clue, its value)."""
    for name, value in item.markers.items():
        if value and "{" not in value and "$" not in value:
            yield ("marker", name), value
    for slot in item.slots:
        for trait in slot.traits:
            if isinstance(trait, Prototype) and "=" in trait.name:
                name, _, value = trait.name.partition("=")
                yield ("prototype", name), value
    for slot in item.slots:
        for depth in range(1, len(slot.path)):
            yield ("page", *slot.path[:depth]), slot.path[depth]


def _somebodys(value: str) -> bool:
    """Whether a value may name a people or an army: no number, no word for what is nobody's."""
    words = {word.casefold() for word in _WORD.findall(value)}
    return bool(words) and not words & _NOBODYS and words != {"true"} and words != {"false"}


def _stem(word: str) -> str:
    """A word without the endings by which German and Germans, Ally and Allies differ."""
    return word if len(word) < 4 else word[:-1].rstrip("s")[:5]


def _markers(traits: Sequence[Trait]) -> Iterator[tuple[str, str]]:
    """The fixed properties of a piece, the outermost of one name counting."""
    seen = set()
    for trait in traits:
        pairs = trait.items() if isinstance(trait, Marker) else ()
        for name, value in pairs:
            if name and name not in seen:
                seen.add(name)
                yield name, value
        if isinstance(trait, DynamicProperty):
            seen.add(trait.name)


def _is_set_up(trait: Trait) -> bool:
    """Whether a trait says where a scenario puts a piece: the same counter may lie elsewhere."""
    if isinstance(trait, DynamicProperty):
        return trait.name in (SET_UP_PROPERTY, SET_UP_ZONE_PROPERTY)
    return isinstance(trait, Marker) and trait.names == (SET_UP_PROPERTY,)


def _types(traits: Sequence[Trait]) -> tuple[str, ...]:
    return tuple(trait.type_text for trait in traits if not _is_set_up(trait))


def _counts(slot: Slot, traits: Sequence[Trait]) -> bool:
    """Whether a slot holds a piece: it is shown, stands there or is called something."""
    return _shows(traits) or slot.around is not None or bool(slot.name)


def _shows(traits: Sequence[Trait]) -> bool:
    """Whether a piece shows any picture at all."""
    return any(
        (isinstance(trait, BasicPiece) and trait.image)
        or (isinstance(trait, Layer) and any(trait.images))
        for trait in traits
    )


def is_furniture(traits: Sequence[Trait]) -> bool:
    """Whether a piece lies on the map for good, as a button or a chart does."""
    return any(isinstance(trait, Immobile) and trait.never_moves for trait in traits)


def table_piece(traits: Sequence[Trait], id_: str = "piece") -> Piece:
    """The piece as it would lie on a table; without any trait it is a plain one."""
    return piece_of(id_, traits or (BasicPiece(),))


def shown_name(traits: Sequence[Trait]) -> str:
    """The name of a piece as VASSAL shows it: layers and labels put in."""
    return _shown(table_piece(traits))


def _shown(piece: Piece) -> str:
    state = GameState(pieces={piece.id: piece})
    return Answers(state, Locator(None, state)).given_name(piece, piece.called)[: limits.NAME]


def pictured_name(traits: Sequence[Trait]) -> str:
    """The name that a piece without one has by its picture."""
    piece = table_piece(traits)
    state = GameState(pieces={piece.id: piece})
    return Answers(state, Locator(None, state)).open_name(piece)


__all__ = ["Item", "Slot", "Stock", "is_furniture", "look_of", "shown_name", "table_piece"]
