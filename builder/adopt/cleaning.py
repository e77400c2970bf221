"""The component tree of a module without what VASSAL itself does not know."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import TypeVar

from builder.adopt.told import Told
from builder.saying import sentence
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.declaration import Component, Unknown
from builder.vassal.buildfile.piece_text import TooManyTraitsError, parse_piece, write_piece
from builder.vassal.kinds import REAL, WHOLE
from builder.vassal.secret import PlayerId
from builder.vassal.traits import (
    BasicPiece,
    DynamicProperty,
    Hide,
    Marker,
    Mask,
    PlaceMarker,
    Replace,
    Restrict,
    Trait,
    UnknownTrait,
)

OWN_CLASS = "It is a Java class of the module's own, which only that module has."
NO_CLASS = "VASSAL has no such class any more."
OWN_NUMBERS = (
    "It numbers the hexes by a Java class of the module's own: Kessel counts them from the upper "
    "left corner, not as they are printed; correct [grid] in game.toml."
)
BROKEN = "Its definition cannot be read, by VASSAL neither."
NO_PIECE = "Its innermost part is no basic piece (piece;); it is left out."
PLAIN_PIECE = (
    "Its innermost part is no basic piece (piece;); a plain one stands in its place, as in VASSAL."
)
PLAIN_MAP = "It is a map of a class of the module's own; an ordinary map stands in its place."
OWN_ENCODER = "The module had one of its own; VASSAL's stands in its place."
PLAIN_PART = "It is of a class of the module's own; VASSAL's usual one stands in its place."
NO_ENCODER = "The module had none, without which VASSAL reads no piece; VASSAL's was put in."
NO_MEASURE = "Sizes of the grid cannot be read; VASSAL's usual ones stand in their place."
NO_NUMBER = "A number of it cannot be read; VASSAL's usual one stands in its place."
NO_SIZE = (
    "Its cells have no size that can be used; the grid was left out, and with it the names of its "
    "places."
)
NO_BOARD = "The map has no board that VASSAL knows; a plain one was put under its pieces."

NO_SAVE = (
    "The module does not hold its save; the set-up was left out. Give the file with --save if you "
    "have it."
)
BLANK = "A blank is no picture's name; the piece has none."

SMALLEST, LARGEST = 0.01, 1e6
"""Pixels that a cell of a grid has, as where its names are read."""

HANDLING: tuple[type[Component], ...] = (
    c.PieceMover,
    c.KeyBufferer,
    c.MenuDisplayer,
    c.StackMetrics,
)

C = TypeVar("C", bound=Component)

_GRIDS = (c.HexGrid, c.SquareGrid)
_NUMBERS = (WHOLE, REAL)

Owned = dict[str, frozenset[str]]
"""By the text of a piece the ids of its owners that are values of its properties as well."""

_PLAIN_WORD = re.compile(r"[\w.-]+")
"""What stands in a module as it is, whatever it stands in."""

_OWNED = tuple(kind.ID for kind in (Mask, Hide, Restrict))
_DEEPEST = 8
_PLAIN_SIZE = 2000


def cleaned(root: c.GameModule, told: Told, files: Container[str]) -> c.GameModule:
    """The tree with what cannot be kept left out, and told. `files` are the module's."""
    owned: Owned = {}
    children = [part for child in root.children for part in _kept(child, told, "", files, owned)]
    if not any(isinstance(part, c.BasicCommandEncoder) for part in children):
        others = (part.name for part in root.children if isinstance(part, Unknown))
        own = any(name.endswith("CommandEncoder") for name in others)
        told.add("component", "BasicCommandEncoder", OWN_ENCODER if own else NO_ENCODER)
        children.insert(0, c.BasicCommandEncoder())
    return _without_words_of_owners(root.replace(children=tuple(children)), owned)


def _kept(
    part: Component, told: Told, around: str, files: Container[str], owned: Owned
) -> Iterator[Component]:
    if isinstance(part, Unknown):
        plain = _as_map(part)
        if plain is None and (handling := _as_handling(part)) is not None:
            told.add("component", part.name, PLAIN_PART, around)
            yield handling
            return
        if plain is None:
            vassals = part.name.startswith("VASSAL.") and _class_file(part.name) not in files
            reason = NO_CLASS if vassals else OWN_CLASS
            if part.name.rpartition(".")[2].endswith("GridNumbering"):
                reason = OWN_NUMBERS
            told.add("component", part.name, reason, around)
            return
        told.add("component", part.name, PLAIN_MAP, plain.map_name or "")
        part = plain
    if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
        name = part.entry_name if isinstance(part, c.PieceSlot) else part.name
        content = clean_piece(part.content, told, name)
        if content is None:
            told.add("piece", type(part).__name__, _why_not(part.content), name)
            return
        if isinstance(part, c.PieceSlot) and not _is_piece(content):
            told.add("piece", type(part).__name__, NO_PIECE, name)
            return
        if content != part.content and (words := _words_of_owners(part.content)):
            owned[content] = words
        part = part if content == part.content else part.replace(content=content)
    part = _measured(part, told, around)
    if isinstance(part, _GRIDS) and not _is_drawn(part):
        told.add("component", type(part).__name__, NO_SIZE, around)
        return
    if isinstance(part, c.PredefinedSetup) and is_lost(part, files):
        told.add("set-up", "save", NO_SAVE, part.file or "")
        return
    inside = name_of(part) or around
    children = tuple(
        new for child in part.children for new in _kept(child, told, inside, files, owned)
    )
    if any(a is not b for a, b in zip(children, part.children, strict=False)) or len(
        children
    ) != len(part.children):
        part = part.replace(children=children)
    if isinstance(part, c.MapWindow):
        part = _with_board(part, told)
    yield part


def _measured(part: C, told: Told, around: str) -> C:
    """The component without numbers that are none to VASSAL, and a grid without any sizes such as
    NaN, which VASSAL would draw with."""
    if not part.verbatim:
        return part
    declared = {attribute.xml: attribute.kind for attribute in part.attributes()}
    is_grid = isinstance(part, _GRIDS)
    bad = [
        name
        for name, text in part.verbatim
        if name in declared and (is_grid or (text and declared[name] in _NUMBERS))
    ]
    if not bad:
        return part
    inside = around if is_grid else name_of(part) or around
    where = f"{inside}: {', '.join(bad)}" if inside else ", ".join(bad)
    told.add("component", type(part).__name__, NO_MEASURE if is_grid else NO_NUMBER, where)
    return part.replace(verbatim=tuple(pair for pair in part.verbatim if pair[0] not in bad))


def _is_drawn(grid: c.HexGrid | c.SquareGrid) -> bool:
    """Whether its cells have a size that can be used."""
    return SMALLEST <= min(grid.dx, grid.dy) <= max(grid.dx, grid.dy) < LARGEST


def _class_file(name: str) -> str:
    return f"{name.replace('.', '/')}.class"


def is_lost(setup: c.PredefinedSetup, files: Container[str]) -> bool:
    """Whether the save of a set-up is missing: VASSAL says so with an error when it is chosen."""
    if setup.is_menu:  # which may still name the save that it had before it was one
        return False
    return bool(setup.use_file and setup.file) and setup.file not in files


def name_of(part: Component) -> str:
    """The name of a component, empty for one that has none."""
    for field in ("map_name", "name", "entry_name"):
        if found := getattr(part, field, None):
            return str(found)
    return ""


def _as_map(part: Unknown) -> c.MapWindow | None:
    """A map window of the module's own class as an ordinary one; None if it is none."""
    texts = dict(part.verbatim)
    if "mapName" not in texts:
        return None
    return c.MapWindow.decoded(texts, part.content, part.children)


def _as_handling(part: Unknown) -> Component | None:
    """What a map needs so that its pieces can be dragged and stacked, of the module's own class
    (`own.TrickyPieceMover`), as VASSAL's; None if it is nothing such."""
    for kind in HANDLING:
        if part.name.endswith(kind.__name__):
            return kind.decoded(dict(part.verbatim)).replace(verbatim=())
    return None


def _with_board(window: c.MapWindow, told: Told) -> c.MapWindow:
    """The map with a board, as VASSAL cannot open one without any."""
    borrowed = isinstance(window, c.PrivateMap) and window.use_boards
    pickers = [part for part in window.children if isinstance(part, c.BoardPicker)]
    boards = [
        board for picker in pickers for board in picker.children if isinstance(board, c.Board)
    ]
    if boards or borrowed:
        return window
    name = window.map_name or "Map"
    told.add("component", "Board", NO_BOARD, name)
    plain = c.Board(name=name, width=_PLAIN_SIZE, height=_PLAIN_SIZE)
    picker = (pickers[0] if pickers else c.BoardPicker()).holding(plain)
    others = [part for part in window.children if part not in pickers]
    return window.replace(children=(picker, *others))


def clean_piece(content: str, told: Told, name: str, depth: int = 0) -> str | None:
    """The text of a piece without traits that VASSAL does not know; None if it cannot be read, or
    what is left of it could not. Traits around no basic piece are put around a plain one, as
    VASSAL does (BasicCommandEncoder.createPiece)."""
    try:
        traits = parse_piece(content)
    except ValueError:
        return None
    known = (_nobodys(trait) for trait in traits if _known(trait, told, name))
    kept = [_inner(trait, told, name, depth) for trait in known]
    if len(traits) > 1 and not isinstance(traits[-1], BasicPiece):
        told.add("piece", "basic piece", PLAIN_PIECE, name)
        unknown = isinstance(traits[-1], UnknownTrait)  # which is not among them
        kept = [*(kept if unknown else kept[:-1]), BasicPiece()]
    same = len(kept) == len(traits) and all(a is b for a, b in zip(kept, traits, strict=True))
    if same:
        return content
    written = write_piece(kept)
    try:
        return written if kept and parse_piece(written) == tuple(kept) else None
    except ValueError:  # of one trait alone the signs stand bare that would part it
        return None


def _is_piece(content: str) -> bool:
    """Whether the innermost part of what can be read is a basic piece."""
    return isinstance(parse_piece(content)[-1], BasicPiece)


def _why_not(content: str) -> str:
    """Why a piece was left out."""
    try:
        parse_piece(content)
    except TooManyTraitsError as error:
        return sentence(error.args[0])
    except ValueError:
        pass
    return BROKEN


def _nobodys(trait: Trait) -> Trait:
    """The trait without the id of the player who masked or hid the piece when it was defined."""
    match trait:
        case Mask() if _owner(trait):
            return trait.replace(masked_by=None)
        case Hide() if _owner(trait):
            return trait.replace(hidden_by=None)
        case Restrict() if _owner(trait):
            return trait.replace(owned_by=None)
    return trait


def _owner(trait: Trait) -> PlayerId | None:
    """The player whose id stands in a trait, None for nobody's and for a side."""
    match trait:
        case (
            Mask(access="player:", masked_by=PlayerId() as owner)
            | Hide(access="player:", hidden_by=PlayerId() as owner)
            | Restrict(by_player=True, owned_by=PlayerId() as owner)
        ):
            return owner
    return None


def owners_of(content: str) -> Iterator[PlayerId]:
    """The players who masked, hid or locked a piece when it was defined; none of one that cannot be
    read."""
    if not any(map(content.__contains__, _OWNED)):
        return
    try:
        traits = parse_piece(content)
    except ValueError:
        return
    yield from (owner for trait in traits if (owner := _owner(trait)) is not None)


def _words_of_owners(content: str) -> frozenset[str]:
    """The values of properties of a piece that are the id of the player who masked or hid it."""
    owners = list(owners_of(content))
    values = {
        value
        for trait in parse_piece(content)
        for value in _values(trait)
        if _PLAIN_WORD.fullmatch(value)
    }
    return frozenset(value for value in values if any(one.is_side(value) for one in owners))


def _values(trait: Trait) -> tuple[str, ...]:
    match trait:
        case DynamicProperty(value=value):
            return (value,)
        case Marker(values=values):
            return values
    return ()


def _without_words_of_owners(root: c.GameModule, owned: Owned) -> c.GameModule:
    """The tree without ids that stand as values of properties too. One that stands anywhere else is
    a word of the game, which everybody may see: it stays, wherever it is."""

    def walk(part: Component, word: str) -> Component:
        if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
            if word not in owned.get(part.content, ()):
                return part
            traits = [_without_value(trait, word) for trait in parse_piece(part.content)]
            content = write_piece(traits)
            owned[content] = owned[part.content]
            return part.replace(content=content)
        return part.replace(children=tuple(walk(child, word) for child in part.children))

    for word in sorted(frozenset[str]().union(*owned.values())):
        without = walk(root, word)
        assert isinstance(without, c.GameModule)
        if word.casefold() not in xml.to_bytes(without).decode().casefold():
            root = without
    return root


def _without_value(trait: Trait, word: str) -> Trait:
    match trait:
        case DynamicProperty(value=value) if value == word:
            return trait.replace(value="")
        case Marker(values=values) if word in values:
            return trait.replace(values=tuple("" if one == word else one for one in values))
    return trait


def _known(trait: Trait, told: Told, name: str) -> bool:
    if not isinstance(trait, UnknownTrait):
        return True
    told.add("trait", trait.id.rstrip(";")[:40], OWN_CLASS, name)
    return False


def _inner(trait: Trait, told: Told, name: str, depth: int) -> Trait:
    """A trait that places a piece of its own, that piece cleaned too."""
    if isinstance(trait, BasicPiece) and trait.image and not trait.image.strip():
        told.add("picture", "blank name", BLANK, name)
        return trait.replace(image="")
    if not isinstance(trait, PlaceMarker | Replace) or not trait.marker.startswith("+/"):
        return trait
    inside = clean_piece(trait.marker, told, name, depth + 1) if depth < _DEEPEST else None
    if inside is None:
        told.add("trait", trait.ID.rstrip(";"), BROKEN, name)
        return trait.replace(marker="")
    if not _is_piece(inside):
        told.add("trait", trait.ID.rstrip(";"), NO_PIECE, name)
        return trait.replace(marker="")
    return trait if inside == trait.marker else trait.replace(marker=inside)


def numbered(root: c.GameModule) -> c.GameModule:
    """The tree with a number of its own for each slot, as VASSAL gives them on opening a module
    of before 3.0, and anew where two slots have the same."""
    taken = {part.gpid for part in root.walk() if isinstance(part, c.PieceSlot) and part.gpid}
    seen: set[str] = set()
    following = 1 + max((int(g) for g in taken if g.isdecimal() and len(g) < 10), default=0)

    def walk(part: Component) -> Component:
        nonlocal following
        if isinstance(part, c.PieceSlot) and (not part.gpid or part.gpid in seen):
            part = part.replace(gpid=str(following))
            following += 1
        if isinstance(part, c.PieceSlot):
            seen.add(part.gpid)
        children: Sequence[Component] = [walk(child) for child in part.children]
        changed = any(a is not b for a, b in zip(children, part.children, strict=True))
        return part.replace(children=tuple(children)) if changed else part

    new = walk(root)
    assert isinstance(new, c.GameModule)
    return new
