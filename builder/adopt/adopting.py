"""`kessel adopt`: the file of a module, and saves of it, to a game's folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import ChainMap
from collections import Counter as Tally
from collections.abc import Callable, Container, Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import cast

from builder import limits
from builder.adopt.art import ArtFolder, clashing, unfit
from builder.adopt.blanking import blanked
from builder.adopt.cleaning import cleaned, is_lost, numbered
from builder.adopt.faces import Faces, faces_of
from builder.adopt.hexes import Found, first_hexes, hexes_of
from builder.adopt.pictures import MISSING, Pictures
from builder.adopt.places import Place, laid_at_start, places_of
from builder.adopt.setups import Setup, Stand, limited
from builder.adopt.start import start_state
from builder.adopt.stock import Item, Stock, is_furniture, table_piece
from builder.adopt.tabletop import fits, is_one_picture
from builder.adopt.told import Left, Told
from builder.adopt.turns import Turns, turns_of
from builder.adopt.unrolling import Ground, Unroller, text_size, unrolled
from builder.adopt.words import apart, line, slug
from builder.adopt.writing import write_tables
from builder.files import read_bounded, sweep_folders
from builder.game.kept import FILES, FOLDER, TREE, Known, front_of, look_of
from builder.game.problems import Problem, ProblemsError
from builder.game.skeleton import NAME, no_id
from builder.lint.engine import ENGINE_IMAGES
from builder.lint.images import trait_images
from builder.saying import quoting, sentence
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.archive import Archive, ArchiveError
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.module import Module, module_of
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.locations import BoardShape, LaidMap, MapShape, ModuleShape
from builder.vassal.module_shape import Size, root_shape, zones_beyond
from builder.vassal.traits import BasicPiece, Layer

_LEAST_TABLE = 100
"""Pixels of the shorter side that a map of play has at least."""

CLASS_FILE = "It is a program of the module's own."
NO_IMAGE_NAME = "Its name is not one that a folder can hold."
SAME_NAME = "Another file has this name, or differs by case alone: a folder cannot hold both."
NOT_READ = (
    "The save cannot be read, so that nobody can take the players' passwords out of it; the set-up "
    "was left out. Save it anew in VASSAL and give it with --save."
)
TOO_MUCH = (
    "The set-ups before it hold as much text as is taken over; it was left out. Give the set-up "
    "that is wanted with --save to a module that has fewer."
)
NO_ZIP = (
    "It is no ZIP file as VASSAL's saves are: VASSAL cannot open it either; the set-up was left "
    "out."
)
NOT_PLACED = "What stands in it cannot be read; it is kept as a save."
HOLDS_GAMES = (
    "It is a damaged save or an archive with saves in it, which may hold players' passwords; it "
    "was left out."
)
ONLY_SAVE = "It is kept as a save; its placements are not written out."
NO_COUNTER = "The piece is none of the module's; it stays in the save alone."
SURPLUS = "More than 200 of one counter stand there."
DAMAGED_FILE = "The archive's entry is damaged."
BEYOND = "The zones of its board have more than 20,000 corners together: this one holds no place."
BOMB = "It would unpack to more than any module's file, as in a zip bomb; it was not read."
NO_MAP = "The module has no map; its counters are taken over."


@dataclass(frozen=True)
class Adopted:
    """What was taken over: the folder, how much of what, and what could not be."""

    folder: Path
    title: str
    counters: int
    cards: int
    hexes: int
    places: int
    pictures: int
    scenarios: int
    left: tuple[Left, ...]


@dataclass
class Taking:
    """A module on its way to a folder; what several parts need is worked out once."""

    module: Module
    id: str
    told: Told = field(default_factory=Told)

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
                self.told.add("picture", _ending(name), why, name)
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
            if isinstance(part, c.Board):
                if part.image:
                    wide, high = self.pictures.size(part.image) or (0, 0)  # a damaged one may tell
                    told = 0 < wide * high <= limits.TAKEN_BOARD
                    yield part.image, (wide, high) if told else _reach(part)
                continue
            for attribute in part.attributes():
                name = str(getattr(part, attribute.field) or "")
                if attribute.kind.name == "image" and _is_own(name):
                    yield name, (24, 24)
            if isinstance(part, c.Option) and part.name.endswith("Icon") and _is_own(part.content):
                yield part.content, (24, 24)
            if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
                width, height = getattr(part, "width", 0), getattr(part, "height", 0)
                size = (width or 60, height or 60)
                for trait in parse_piece(part.content):
                    for name in trait_images(trait):
                        if _is_own(name):
                            yield name, size


def _is_own(name: str) -> bool:
    """Whether a name is that of a picture in the module, and none of the engine's."""
    if not name.strip() or name.startswith(("/", "{")) or "$" in name:
        return False
    return name not in ENGINE_IMAGES and f"{name}.gif" not in ENGINE_IMAGES


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else "picture"


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


Progress = Callable[[str], None]


def adopt(
    file: Path,
    name: str,
    parent: Path,
    saves: Sequence[Path] = (),
    progress: Progress = lambda what: None,
) -> Adopted:
    """Take the module in `file` over into the new folder `parent / name`, its set-ups and the
    saves given as scenarios.

    ProblemsError for a folder that is there, a name that is no id, and a file that is no module
    or not to be trusted; nothing is written then.
    """
    folder = parent / name
    if not NAME.match(name):
        raise ProblemsError([no_id(name)])
    if folder.exists():
        remedy = "Choose another name, or move the folder away."
        raise ProblemsError([Problem(str(folder), 0, "The folder is already there.", remedy)])
    try:
        with Archive(file, spare=True) as archive:
            module, saves = _with_lost(module_of(archive), saves)
            parent.mkdir(parents=True, exist_ok=True)
            beside = _beside(folder)
            try:
                taking = Taking(module, name)
                for entry in archive.spared:
                    taking.told.add("file", _ending(entry), BOMB, line(entry))
                adopted = _written(taking, beside, folder, saves, progress)
                beside.chmod(0o755)
                os.rename(beside, folder)
            except OSError as error:
                named = str(error.filename or beside)
                if not named.startswith(str(beside)):
                    raise
                # Not the file that is being written: it lies where nobody looks, and is gone.
                why = error.strerror or "It cannot be written"
                raise OSError(error.errno, why, str(folder)) from None
            finally:
                shutil.rmtree(beside, ignore_errors=True)
    except ArchiveError as error:
        raise ProblemsError([Problem(str(file), 0, sentence(error.what))]) from None
    return adopted


def _beside(folder: Path) -> Path:
    """A new hidden folder beside the one that is to be; OSError, naming that one, if there can be
    none."""
    sweep_folders(folder)
    try:
        made = tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent)
    except OSError as error:
        why = error.strerror or "It cannot be written"
        raise OSError(error.errno, why, str(folder)) from None
    return Path(made)


def _written(
    taking: Taking, beside: Path, folder: Path, saves: Sequence[Path], progress: Progress
) -> Adopted:
    progress("pieces")
    items = taking.items
    taking.make_plain()  # before shapes are asked for: boards are as large as their pictures
    if taking.main is None:
        taking.told.add("component", "Map", NO_MAP)
    for part in taking.root.walk():
        if isinstance(part, c.ZonedGrid):
            for zone in zones_beyond(part):
                taking.told.add("place", "zone", BEYOND, line(zone.name))
    progress("pictures")
    art = ArtFolder(beside / "art", taking.pictures)
    for hidden in art.write_all():
        taking.told.add("picture", _ending(hidden), HOLDS_GAMES, line(hidden))
    art.expect(face for item in items for face in taking.faces[item.id].faces)
    shown = {item.id: _pictures(art, item, taking.faces[item.id]) for item in items}
    progress("components")
    _write_files(taking, beside)
    progress("set-ups")
    setups = list(_setups(taking, beside, saves))
    (beside / FOLDER / TREE).write_bytes(xml.to_bytes(_without_lost(taking, setups)))
    write_tables(taking, beside, art, shown, setups)
    counters = sum(not item.is_card for item in items)
    return Adopted(
        folder=folder,
        title=line(taking.module.name) or taking.id,
        counters=counters,
        cards=len(items) - counters,
        hexes=len(taking.hexes.cells) if taking.hexes else 0,
        places=len(taking.places),
        pictures=len(list(taking.pictures.names())),
        scenarios=len(setups),
        left=tuple(taking.told),
    )


def _pictures(art: ArtFolder, item: Item, faces: Faces) -> tuple[list[str], str]:
    """The pictures of the faces of a counter, and of its back as a card."""
    found = [art.face(face, f"{item.id}-{at}") for at, face in enumerate(faces.faces, 1)]
    if any(found):  # each stays at its step
        found = [name or art.blank() for name in found]
    back = ""
    if faces.back and art.pictures.size(faces.back):
        from builder.adopt.faces import Part

        back = art.face((Part(faces.back),), f"{item.id}-back")
    return [name for name in found if name], back


def _without_lost(taking: Taking, setups: Sequence[Setup]) -> Component:
    """The components without the set-ups whose saves were not kept: VASSAL would look for those."""
    kept = {setup.kept for setup in setups}
    lost = {setup.relative for setup in _predefined(taking)} - kept

    def walk(part: Component) -> Component:
        if not part.children:
            return part
        inside = (child for child in part.children if not _is_lost_one(child, lost))
        return part.replace(children=tuple(map(walk, inside)))

    return walk(taking.root) if lost else taking.root


def _is_lost_one(part: Component, lost: Container[str]) -> bool:
    if not isinstance(part, c.PredefinedSetup) or part.is_menu or not part.use_file:
        return False
    return part.file in lost


def _write_files(taking: Taking, beside: Path) -> None:
    """The module's files but its components, its programs and its set-ups."""
    kept = beside / FOLDER
    kept.mkdir(parents=True)
    setups = {setup.relative for setup in _predefined(taking)}
    for name in sorted(taking.module.files):
        data = None if name in setups else _file(taking, name)
        if data is None:
            continue
        own = blanked(data)
        if own is None:
            taking.told.add("file", _ending(name), HOLDS_GAMES, line(name))
            continue
        path = kept / FILES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(own)


def _file(taking: Taking, name: str) -> bytes | None:
    """A file of the module; None, and told, for one that a folder cannot or must not hold."""
    if name.endswith((".class", ".jar")):
        taking.told.add("file", name.rpartition(".")[2], CLASS_FILE, name)
    elif unfit(name):
        taking.told.add("file", _ending(name), NO_IMAGE_NAME, line(name))
    elif name in taking.clashing:
        taking.told.add("file", _ending(name), SAME_NAME, line(name))
    else:
        try:
            return taking.module.files[name]
        except ArchiveError:
            taking.told.add("file", _ending(name), DAMAGED_FILE, line(name))
    return None


def _setups(taking: Taking, beside: Path, saves: Sequence[Path]) -> Iterator[Setup]:
    """The at-start stacks, the predefined set-ups, and the saves that were given."""
    unroller = _unroller(taking, beside)
    taken: set[str] = set()

    def id_of(text: str) -> str:
        found = apart(slug(text, "setup"), taken)
        taken.add(found)
        return found

    start = start_state(taking.stock, taking.shape)
    if start.pieces:
        found = unroller.stands(start)
        stands = _allotted(taking, found.stands)
        yield Setup(id_of("start"), "New game", "start", stands, unknown=found.unknown)
    files = [*_predefined(taking), *_given(saves, taking.module.files)]
    placed = len(files) <= limits.UNROLLED
    beyond: set[str] = set()
    read = _read(files, beyond)
    names: Tally[str] = Tally()
    for file, save in zip(files, unrolled(unroller, read, len(files), placed), strict=True):
        names[file.title] += 1
        shown = file.title if names[file.title] == 1 else f"{file.title} ({names[file.title]})"
        if save is None:
            why = TOO_MUCH if file.relative in beyond else _why_unread(file)
            taking.told.add("set-up", "save", why, shown)
            continue
        if not placed:
            taking.told.add("set-up", "placements", ONLY_SAVE, shown)
        elif not save.read:
            taking.told.add("set-up", "placements", NOT_PLACED, shown)
        stands = _allotted(taking, save.stands)
        for _ in range(save.unknown):
            taking.told.add("piece", "in a set-up", NO_COUNTER, shown)
        id_ = id_of(file.title)
        yield Setup(id_, shown, file.relative, stands, file.description, None, save.unknown)


def _unroller(taking: Taking, beside: Path) -> Unroller:
    """What finds the counters of saves in the places that are taken over."""
    hexes = taking.hexes
    return Unroller(
        Ground(
            beside,
            tuple(taking.known),
            taking.shape,
            taking.main.name if taking.main else "",
            {place.name: place.map for place in taking.places},
            frozenset(hexes.cells) if hexes else frozenset(),
        )
    )


def _why_unread(file: _File) -> str:
    """Why a save cannot be read: it is no archive, or none of a save."""
    is_archive = (file.read() or b"PK")[:2] == b"PK"
    return NOT_READ if is_archive else NO_ZIP


def _read(files: Iterable[_File], beyond: set[str]) -> Iterator[tuple[str, bytes | None]]:
    """The bytes of each save until there is more text in them than is taken over; which were left
    out after it goes into `beyond`."""
    left = int(limits.SETUPS)
    for file in files:
        data = file.read()
        left -= text_size(data or b"")
        if left < 0:
            beyond.add(file.relative)
        yield file.relative, data if left >= 0 else None


def _allotted(taking: Taking, found: Sequence[Stand]) -> tuple[Stand, ...]:
    """As many of each counter as counters.csv can say; so many copies it says then."""
    by_id = {item.id: item for item in taking.items}
    for counter, count in Tally(stand.counter for stand in found).items():
        item = by_id[counter]
        item.copies = min(limits.TAKEN_COPIES, max(item.copies, count))
    kept, more = limited(found, {item.id: item.copies for item in taking.items})
    for _ in range(more):
        taking.told.add("set-up", "copies", SURPLUS)
    return tuple(kept)


@dataclass(frozen=True)
class _File:
    """The save of a set-up: its title, its file under `kept/files`, and how its bytes are had, None
    for one that a folder cannot hold."""

    title: str
    relative: str
    description: str
    read: Callable[[], bytes | None]


def _predefined(taking: Taking) -> Iterator[_File]:
    for part in taking.root.walk():
        if not isinstance(part, c.PredefinedSetup) or part.is_menu:
            continue
        if part.use_file and part.file:
            name = line(part.name or "") or part.file
            read = partial(_file, taking, part.file)
            yield _File(name, part.file, line(part.description or "", 400), read)


def _with_lost(module: Module, saves: Sequence[Path]) -> tuple[Module, Sequence[Path]]:
    """The module with those saves of its set-ups that it has lost and that are among the files
    given, known by the file's name; and the other files."""
    given = {path.name.casefold(): path for path in saves}
    found: dict[str, Path] = {}
    for part in module.root.walk():
        if isinstance(part, c.PredefinedSetup) and is_lost(part, module.files):
            name = part.file or ""
            if path := given.get(name.rpartition("/")[2].casefold()):
                found[name] = path
    if not found:
        return module, saves
    own = {name: _given_bytes(path) for name, path in found.items()}
    # Nobody writes into a module's files, so that the archive may stand for a mutable mapping.
    files = ChainMap(own, cast("MutableMapping[str, bytes]", module.files))
    used = {*found.values()}
    return module.replace(files=files), [path for path in saves if path not in used]


def _given(saves: Sequence[Path], files: Iterable[str]) -> Iterator[_File]:
    """The saves that were named, each under a name that no file of the module has."""
    own = (name.casefold() for name in files)
    taken = {Path(name).stem for name in own if name.startswith("saves/")} if saves else set()
    for path in saves:
        name = apart(slug(path.stem, "save"), taken)
        taken.add(name)
        yield _File(path.stem, f"saves/{name}.vsav", "", partial(_given_bytes, path))


def _given_bytes(path: Path) -> bytes:
    try:
        data = read_bounded(path, limits.WATCHED)
    except OSError as error:
        text = f"{error.strerror or 'It cannot be read'}."
        raise ProblemsError([Problem(str(path), 0, text)]) from None
    if data is None:
        text = quoting("The file is larger than {number} MB.", number=limits.WATCHED >> 20)
        raise ProblemsError([Problem(str(path), 0, text, "Is it the right file?")])
    return data


__all__ = ["Adopted", "Component", "Taking", "adopt", "table_piece"]
