"""A module on its way to a folder: what it is and has, worked out once for all who ask."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from builder import limits
from builder.adopt.art import clashing, too_deep, unfit
from builder.adopt.called import names_in
from builder.adopt.cleaning import cleaned, numbered
from builder.adopt.faces import Faces, faces_of
from builder.adopt.hexes import Found, first_hexes, hexes_of, other_hexes
from builder.adopt.pictures import MISSING, Pictures
from builder.adopt.places import Place, laid_at_start, places_of
from builder.adopt.stock import Item, Stock, is_furniture
from builder.adopt.tabletop import fits, is_one_picture
from builder.adopt.told import Told
from builder.adopt.turns import Turns, turns_of
from builder.adopt.words import apart, ending, line, slug
from builder.game.kept import Known, front_of, look_of
from builder.lint.engine import ENGINE_IMAGES
from builder.lint.images import trait_images
from builder.vassal.blanked import OfModule
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.module import Module
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.locations import BoardShape, LaidMap, MapShape, ModuleShape
from builder.vassal.module_shape import Size, root_shape
from builder.vassal.renamed import Renamed
from builder.vassal.traits import BasicPiece, Layer

_LEAST_TABLE = 100
"""Pixels of the shorter side that a map of play has at least."""

_ICON: Size = (24, 24)
_PIECE: Size = (60, 60)
"""Pixels of plain pictures in place of those that are missing."""

CLASS_FILE = "It is a program of the module's own."
TOO_DEEP = "It lies in more than 38 folders, one in the other: a game's folder goes no deeper."
NO_FILE_NAME = "Its name is not one that a folder can hold."
SAME_NAME = "Another file has this name, or differs by case alone: a folder cannot hold both."
DAMAGED_FILE = "The archive's entry is damaged."


@dataclass
class Taking:
    """A module on its way to a folder; what several parts need is worked out once."""

    module: Module
    id: str
    told: Told = field(default_factory=Told)
    renamed: Renamed = field(default_factory=Renamed)
    """Files that have other names here than saves know."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """Passwords of players, which its saves must not have."""
    texts: tuple[str, ...] = field(default=(), repr=False)
    """Those of the module in which others stay, as words of the game."""

    @cached_property
    def known_by(self) -> OfModule:
        """What saves know the module by."""
        return OfModule(
            sides=frozenset(self.sides.values()),
            names="\n".join([names_in(self.module.root), *self.module.images, *self.module.files]),
            renamed=self.renamed,
            extensions=frozenset(one.name for one in self.module.extensions),
            clear=True,
            words=self.words,
            texts=self.texts,
        )

    @cached_property
    def root(self) -> c.GameModule:
        return numbered(cleaned(self.module.root, self.told, self.module.files))

    @cached_property
    def pictures(self) -> Pictures:
        return Pictures(self.module, self.told)

    @cached_property
    def shape(self) -> ModuleShape:
        return root_shape(self.root, self.pictures.size)

    @cached_property
    def clashing(self) -> frozenset[str]:
        """Files for which a folder has no room, because another has their name."""
        fit = (name for name in sorted(self.module.files) if not unfit(name))
        return clashing(fit)

    @cached_property
    def sides(self) -> dict[str, str]:
        """Sides by id; a module without a roster has one, of all players."""
        found: dict[str, str] = {}
        for part in self.root.walk():
            if isinstance(part, c.PlayerRoster):
                own = [e.content for e in part.children if isinstance(e, c.Entry)]
                for name in own or part.sides or ():
                    if name.strip():
                        found[apart(slug(name, "side"), found)] = name
        return found or {"players": "Players"}

    @cached_property
    def stock(self) -> Stock:
        return Stock(self.root, self.told, self.sides, self.pictures.size)

    @cached_property
    def items(self) -> list[Item]:
        return self.stock.items

    @cached_property
    def faces(self) -> dict[str, Faces]:
        """The faces of each counter and card by id."""
        return {item.id: faces_of(item.traits, self.pictures.size) for item in self.items}

    @cached_property
    def main(self) -> MapShape | None:
        """The map on which the game is played: the first open one with hexes, else the first that
        pieces can stand on, else the first."""
        open_ = [m for m in self.shape.maps if m.sides is None and m.boards] or [
            m for m in self.shape.maps if m.boards
        ]
        by_board = {id(board): map_ for map_ in open_ for board in map_.boards}
        boards = (board for map_ in open_ for board in map_.boards)
        for board, found, told in first_hexes(boards, self.told):
            if found:
                self._looked_at[id(board)] = found, told
                return by_board[id(board)]
        return next((m for m in open_ if self._is_table(m)), next(iter(open_), None))

    def _is_table(self, map_: MapShape) -> bool:
        """Whether a map has room for pieces: some are a strip that only carries buttons."""
        laid = laid_at_start(map_, self._has_picture).boards
        return any(min(b.board.width, b.board.height) >= _LEAST_TABLE for b in laid)

    @cached_property
    def board(self) -> BoardShape | None:
        """The board of the main map that lies there at the start."""
        return self.laid.boards[0].board if self.laid and self.laid.boards else None

    @cached_property
    def laid(self) -> LaidMap | None:
        """The boards of the main map as they lie at the start."""
        return None if self.main is None else laid_at_start(self.main, self._has_picture)

    @cached_property
    def together(self) -> LaidMap | None:
        """The boards of a main map without hexes, if the sheet is to show more than one picture
        in its corner."""
        laid = self.laid
        if laid is None or not laid.boards or self.hexes is not None or is_one_picture(laid):
            return None
        return laid if fits(laid, self.told) else None

    def _has_picture(self, board: str) -> bool:
        """Whether a board's picture came with the module."""
        return any(image not in self.pictures.plain for image in self._pictured.get(board, ()))

    @cached_property
    def _pictured(self) -> dict[str, list[str]]:
        """The pictures of boards by the boards' names."""
        found: dict[str, list[str]] = {}
        for part in self.root.walk():
            if isinstance(part, c.Board) and part.image:
                found.setdefault(part.name or "", []).append(part.image)
        return found

    @cached_property
    def hexes(self) -> Found | None:
        if self.board is None:
            return None
        if id(self.board) in self._looked_at:  # thousands of hexes are not named twice
            found, told = self._looked_at[id(self.board)]
            self.told.add_all(told)
            return found
        return hexes_of(self.board, self.told)

    @cached_property
    def _looked_at(self) -> dict[int, tuple[Found, Told]]:
        """The hexes of boards that were looked for, and what is to be told of them."""
        return {}

    @cached_property
    def board_image(self) -> str:
        """The picture of the main board, empty for a board of one colour."""
        for part in self.root.walk():
            if isinstance(part, c.MapWindow) and self.main and self.board:
                for board in part.walk():
                    if isinstance(board, c.Board) and (board.name or "") == self.board.name:
                        return board.image or ""
        return ""

    @cached_property
    def counter(self) -> int:
        """The usual width of a counter in pixels."""
        sizes = Tally(
            size[0]
            for item in self.items
            if not item.is_card and not is_furniture(item.traits)
            for face in self.faces[item.id].faces[:1]
            for part in face[:1]
            if (size := self.pictures.size(part.image)) and 8 <= size[0] <= 400
        )
        return sizes.most_common(1)[0][0] if sizes else 60

    @cached_property
    def places(self) -> list[Place]:
        hexes = frozenset(self.hexes.cells) if self.hexes else frozenset()
        name = self.main.name if self.main else ""
        others = (one for one in self.shape.maps if hexes and one is not self.main)
        other_hexes((laid_at_start(one, self._has_picture) for one in others), self.told)
        return places_of(self.shape, name, hexes, self.counter, self._has_picture, self.told)

    @cached_property
    def turns(self) -> Turns:
        return turns_of(self.root, self.told)

    @cached_property
    def known(self) -> list[Known]:
        """A row for each slot: which counter it is."""
        rows = []
        for item in self.items:
            faces = self.faces[item.id]
            layers = [t for t in item.traits if isinstance(t, Layer | BasicPiece)]
            look, front = look_of(layers), front_of(layers)
            for slot in item.slots:
                basic = slot.basic
                rows.append(
                    Known(
                        slot.gpid,
                        item.id,
                        item.is_card,
                        basic.name,
                        front,
                        look,
                        faces.layer,
                        faces.off,
                    )
                )
        return rows

    def make_plain(self) -> None:
        """Plain pictures in place of those that are missing or of no use."""
        for name, size in self._wanted():
            if name in self.pictures.plain or name in self._sound:
                continue
            there = self.module.find_image(name) is not None
            why = self.pictures.fault(name) if there else MISSING
            if why:
                self.told.add("picture", ending(name), why, name)
                self.pictures.make_plain(name, size)
            else:
                self._sound.add(name)

    @cached_property
    def _sound(self) -> set[str]:
        """Pictures that were looked at and are of use."""
        return set()

    def _wanted(self) -> Iterator[tuple[str, Size]]:
        """Every picture that the components ask for, with the size that a plain one would have."""
        for part in self.root.walk():
            if not isinstance(part, c.Board):
                yield from _asked_for(part)
            elif part.image:
                wide, high = self.pictures.size(part.image) or (0, 0)  # a damaged one may tell
                told = 0 < wide * high <= limits.TAKEN_BOARD
                yield part.image, (wide, high) if told else _reach(part)

    def file(self, name: str) -> bytes | None:
        """A file of the module; None, and told, for one that a folder cannot or must not hold."""
        if name.endswith((".class", ".jar")):
            self.told.add("file", name.rpartition(".")[2], CLASS_FILE, name)
        elif unfit(name):
            why = TOO_DEEP if too_deep(name) else NO_FILE_NAME
            self.told.add("file", ending(name), why, line(name))
        elif name in self.clashing:
            self.told.add("file", ending(name), SAME_NAME, line(name))
        else:
            try:
                return self.module.files[name]
            except ArchiveError:
                self.told.add("file", ending(name), DAMAGED_FILE, line(name))
        return None


def _asked_for(part: Component) -> Iterator[tuple[str, Size]]:
    """The pictures that a component names, other than a board's own."""
    icons = [
        str(getattr(part, attribute.field) or "")
        for attribute in part.attributes()
        if attribute.kind.name == "image"
    ]
    if isinstance(part, c.Option) and part.name.endswith("Icon"):
        icons.append(part.content)
    yield from ((name, _ICON) for name in icons if _is_own(name))
    if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
        told = getattr(part, "width", 0), getattr(part, "height", 0)
        wide, high = (
            a if 0 < a <= limits.TAKEN_SLOT else b for a, b in zip(told, _PIECE, strict=True)
        )
        faces = (name for trait in parse_piece(part.content) for name in trait_images(trait))
        yield from ((name, (wide, high)) for name in faces if _is_own(name))


def _is_own(name: str) -> bool:
    """Whether a name is that of a picture in the module, and none of the engine's."""
    if not name.strip() or name.startswith(("/", "{")) or "$" in name:
        return False
    return name not in ENGINE_IMAGES and f"{name}.gif" not in ENGINE_IMAGES


def _reach(board: c.Board) -> Size:
    """How large a board is whose picture is missing: as far as its zones and regions reach."""
    xs, ys = [board.width or 0], [board.height or 0]
    for part in board.walk():
        if isinstance(part, c.Zone):
            xs += [x for x, _ in part.path]
            ys += [y for _, y in part.path]
        elif isinstance(part, c.Region):
            xs.append(part.originx + 60)
            ys.append(part.originy + 60)
    width, height = max(xs), max(ys)
    return (max(400, min(width, 20_000)), max(300, min(height, 20_000)))
