"""What an adopted game keeps of the module it came from: its components, and who is who in saves.

`kept/buildFile.xml` are the module's components as they stand, `kept/files/` what else it held,
`art/` its pictures, and `kept/pieces.csv` which slot of the module is which counter.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from builder import limits
from builder.files import read_bounded
from builder.game.cells import unguarded
from builder.game.problems import Problem, ProblemsError
from builder.game.shown_faces import sign_of_back
from builder.saying import Saying, quoting
from builder.vassal.buildfile.archive import leads_out
from builder.vassal.expressions import Ask
from builder.vassal.pieces import Piece
from builder.vassal.secret import IN_PLACE
from builder.vassal.trait_answers import layer_level
from builder.vassal.traits import BasicPiece, Layer, Trait

if TYPE_CHECKING:
    from builder.vassal.buildfile.components import GameModule

FOLDER = "kept"
TREE = "buildFile.xml"
PIECES = "pieces.csv"
PICTURES = "pictures.csv"
FACES = "faces.csv"
FACE_COLUMNS = ("counter", "step", "sign", "picture")
FILES = "files"
ART = "art"
LAID = f"{ART}/faces/"
"""Where pictures lie that were laid together or drawn anew."""
BACK = "back"
"""In place of a step: the back of a card."""
CONTROL, STATE = "control:", "state:"
"""What begins the name of a marker that is no counter: of a side's control, of a state's hex."""
ADOPT, BIND = "Adopt the module anew.", "Bind anew."
NEEDED = ("slot", "counter")
"""Columns without which no piece is known."""
COLUMNS = ("slot", "counter", "card", "name", "image", "look", "layer", "off")

UNTOLD = re.compile(r"\([\W_]*\)|\[[\W_]*\]")
"""Brackets in a name in which a label has nothing to tell."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Known:
    """One slot of the module: the counter or card it is, and how its faces turn.

    `name` is that of its basic piece when it was adopted, `image` that of its front, `look` tells
    its pictures from those of others; `layer` counts its layers from the innermost to the one that
    is its faces, -1 for none; `off` tells that its first face shows while that layer is off.
    """

    slot: str
    counter: str
    card: bool
    name: str
    image: str
    look: str
    layer: int
    off: bool


def _is_called(row: str, name: str) -> bool:
    """Whether a piece's name is that of its slot, in which `player` may stand where its module has
    a player's password."""
    if IN_PLACE not in row:
        return row == name
    return re.fullmatch(".+".join(map(re.escape, row.split(IN_PLACE))), name) is not None


@dataclass(frozen=True)
class Kept:
    """The kept part of the game in `folder`, or of a binding: `remedy` says how it is made again.
    Files are read when they are asked for."""

    folder: Path
    remedy: str = ADOPT

    @property
    def readable(self) -> bool:
        """Whether the folder holds the kept part."""
        return (self.folder / FOLDER / PIECES).is_file()

    @cached_property
    def root(self) -> GameModule:
        """The components; ProblemsError if the file is missing or spoilt."""
        from builder.vassal.buildfile import xml  # with all components: few games are adopted
        from builder.vassal.buildfile.components import GameModule

        path = self.folder / FOLDER / TREE
        try:
            data = read_bounded(path, limits.MODULE_TEXT)
            if data is None:
                raise ValueError("it is larger than any module's")
            root = xml.from_bytes(data)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            text = quoting("The module's components cannot be read: {text}.", text=why)
            raise ProblemsError([Problem(str(path), 0, text, self.remedy)]) from None
        if not isinstance(root, GameModule):
            text = Saying("The file holds no module.")
            raise ProblemsError([Problem(str(path), 0, text, self.remedy)])
        return root

    @cached_property
    def known(self) -> tuple[Known, ...]:
        """The rows of pieces.csv."""
        rows = rows_of(self.folder / FOLDER / PIECES, self.remedy, NEEDED)
        return tuple(_known(row) for row in rows)

    @cached_property
    def by_slot(self) -> dict[str, Known]:
        """Rows by the number of their slot."""
        return {row.slot: row for row in self.known if row.slot}

    @cached_property
    def _by_look(self) -> dict[tuple[str, str], Known]:
        return _only(self.known, lambda row: (row.name, row.look))

    @cached_property
    def _by_image(self) -> dict[tuple[str, str], Known]:
        return _only(self.known, lambda row: (row.name, row.image))

    @cached_property
    def _first_so(self) -> dict[tuple[str, str], Known]:
        """The first of several counters that are called and printed alike but for their backs."""
        return {(row.name, row.image): row for row in reversed(self.known) if row.image}

    @cached_property
    def _by_front(self) -> dict[str, Known]:
        found = _only(self.known, lambda row: row.image)
        return {image: row for image, row in found.items() if image}

    @cached_property
    def _by_name(self) -> dict[str, Known]:
        return _only(self.known, lambda row: row.name)

    def find(self, piece: Piece) -> Known | None:
        """The counter that a piece of a save is: by its slot, else by what it is called and shows.

        Saves of modules that are older than slots' numbers have none; a number counts only where
        name or pictures agree, because such modules are numbered anew at each opening.
        """
        name = piece.basic_name
        row = self.by_slot.get(piece.gpid) if piece.gpid else None
        if row is not None and name and _is_called(row.name, name):
            return row
        traits = _pictured(piece)
        image, look = front_of(traits), look_of(traits)
        if row is not None and row.look == look:
            return row
        return (
            self._by_look.get((name, look))
            or self._by_image.get((name, image))
            or self._first_so.get((name, image))
            or self._by_front.get(image)
            or (self._by_name.get(name) if name else None)
            or (row if row is not None and row.name == name else None)
        )

    def row_of(self, slot: str, name: str, image: str, look: str) -> Known | None:
        """The row of a piece of the module, perhaps of another version of it: of its slot where the
        name agrees, or a picture that one counter alone has; else of who is called and looks so, or
        is called so alone."""
        row = self.by_slot.get(slot) if slot else None
        if row is not None and row.name == name:
            return row
        alone = self._by_front.get(image)
        if row is not None and alone is not None and alone.counter == row.counter:
            return row
        found = self._by_look.get((name, look)) or self._by_image.get((name, image))
        return found or (self._by_name.get(name) if name else None)

    def knows(self, piece: Piece) -> bool:
        """Whether a piece of a save whose module is not told is one of these: what it is called or
        shows must be the same, for every module has pieces of the first numbers."""
        found = self.find(piece)
        if found is None:
            return False
        if piece.basic_name and found.name == piece.basic_name:
            return True
        front = front_of(traits := _pictured(piece))
        return bool(front) and (found.image == front or found.look == look_of(traits))

    @cached_property
    def _files_of(self) -> dict[str, str]:
        path = self.folder / FOLDER / PICTURES
        rows = rows_of(path) if path.exists() else ()
        files = ((unguarded(row.get("name") or ""), row.get("file") or "") for row in rows)
        return {name: unguarded(file) for name, file in files if name and file}

    @cached_property
    def faces(self) -> dict[str, dict[int, tuple[str, str]]]:
        """By counter and step the sign of the face that was taken over, and its picture."""
        path = self.folder / FOLDER / FACES
        found: dict[str, dict[int, tuple[str, str]]] = {}
        for row in rows_of(path) if path.exists() else ():
            step = row.get("step") or ""
            if step.isdecimal() and len(step) < 5:
                told = (row.get("sign") or "", unguarded(row.get("picture") or ""))
                found.setdefault(row.get("counter") or "", {})[int(step)] = told
        return found

    @cached_property
    def backs(self) -> dict[str, str]:
        """By its sign the picture of a back that was drawn anew."""
        path = self.folder / FOLDER / FACES
        rows = (row for row in rows_of(path) if row.get("step") == BACK) if path.exists() else ()
        return {row.get("sign") or "": unguarded(row.get("picture") or "") for row in rows}

    def back_of(self, name: str) -> str:
        """A picture of the module as the game's tables name it where it is the back of a card."""
        return self.backs.get(sign_of_back(name)) or self.file_of(name)

    def picture(self, name: str) -> Path:
        """The file of a picture of the module; none of another folder, whatever a name says."""
        return self.folder / self.file_of(name)

    def file_of(self, name: str) -> str:
        """The same as the game's tables name it."""
        file = self._files_of.get(name, name)
        return f"{ART}/{'' if leads_out(file) else file}"

    @cached_property
    def pictures(self) -> dict[str, Path]:
        """The files of all pictures that the module had, by name."""
        named = {file: name for name, file in self._files_of.items()}
        art = self.folder / ART
        files = (path for path in sorted(art.rglob("*")) if path.is_file())
        found = {}
        for path in files:
            relative = path.relative_to(art).as_posix()
            if not f"{ART}/{relative}".startswith(LAID):
                found[named.get(relative, relative)] = path
        return found

    @cached_property
    def has_drawings(self) -> bool:
        """Whether some of its pictures are drawings, of no pixels of their own."""
        return any(name.casefold().endswith((".svg", ".svgz")) for name in self.pictures)

    @cached_property
    def files(self) -> dict[str, Path]:
        """The other files of the module by their names in it."""
        files = self.folder / FOLDER / FILES
        found = (path for path in sorted(files.rglob("*")) if path.is_file())
        return {path.relative_to(files).as_posix(): path for path in found}


def rows_of(
    path: Path, remedy: str = ADOPT, needed: Sequence[str] = ()
) -> tuple[dict[str, str], ...]:
    """The rows of a table that `adopt` or `bind` wrote, signs that no designer would type among
    them; the folder may be a stranger's by now."""
    try:
        data = read_bounded(path, limits.MODULE_TEXT)
        if data is None:
            text = quoting("The file is larger than {number} MB.", number=limits.MODULE_TEXT >> 20)
            raise ProblemsError([Problem(str(path), 0, text, remedy)])
        reader = csv.DictReader(io.StringIO(data.decode("utf-8")))
        columns = reader.fieldnames or ()
        rows = tuple(islice(reader, limits.ROWS + 1))
    except (OSError, UnicodeDecodeError, csv.Error):
        problem = Problem(str(path), 0, "The file cannot be read.", remedy)
        raise ProblemsError([problem]) from None
    if lacking := [name for name in needed if name not in columns]:
        missing = quoting("The column '{column}' is missing.", column=lacking[0])
        raise ProblemsError([Problem(str(path), 1, missing, "Add it to the first line.")])
    if len(rows) > limits.ROWS:
        told = quoting("The table has more than {number:,} rows.", number=limits.ROWS)
        raise ProblemsError([Problem(str(path), 0, told, remedy)])
    return rows


def _known(row: dict[str, str]) -> Known:
    layer = row.get("layer") or ""
    return Known(
        slot=unguarded(row.get("slot") or ""),
        counter=row.get("counter") or "",
        card=bool(row.get("card")),
        name=unguarded(row.get("name") or ""),
        image=unguarded(row.get("image") or ""),
        look=row.get("look") or "",
        layer=int(layer) if layer.isdecimal() and len(layer) < 5 else -1,
        off=bool(row.get("off")),
    )


def _only(rows: Sequence[Known], key: Callable[[Known], Key]) -> dict[Key, Known]:
    """Rows by a key, without keys that two counters share."""
    seen: dict[Key, set[str]] = {}
    for row in rows:
        seen.setdefault(key(row), set()).add(row.counter)
    return {key(row): row for row in rows if len(seen[key(row)]) == 1}


def _pictured(piece: Piece) -> list[Trait]:
    """The traits of a piece that have pictures, outermost first."""
    basic = piece.type.trait(len(piece.type.parts) - 1, "")
    return [*piece.among(Layer), basic]


def front_of(traits: Sequence[Trait]) -> str:
    """The picture that a piece is known by: its own, else the first of its innermost layer."""
    for trait in reversed(traits):
        names = (trait.image,) if isinstance(trait, BasicPiece) else ()
        for name in trait.images if isinstance(trait, Layer) else names:
            if name:
                return name
    return ""


def look_of(traits: Sequence[Trait]) -> str:
    """A short sign for all pictures that a piece can show, whatever it shows now."""
    names: list[str] = []
    for trait in traits:
        if isinstance(trait, Layer):
            names += trait.images
        elif isinstance(trait, BasicPiece):
            names.append(trait.image)
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:12]


def step_of(piece: Piece, known: Known, ask: Ask) -> int:
    """The face that a piece shows, 1 being the first; `ask` tells its properties, because a layer
    may follow one."""
    layers = [trait for trait in reversed(piece.among(Layer)) if isinstance(trait, Layer)]
    if not 0 <= known.layer < len(layers):
        return 1
    layer = layers[known.layer]
    level = layer_level(layer, ask)
    off = known.off
    if not off and not layer.is_never_off:  # an older piece of this counter may turn otherwise
        traits = _pictured(piece)
        basic = traits[-1]
        based = isinstance(basic, BasicPiece) and bool(basic.image)
        off = based and look_of(traits) != known.look
    if not off:
        return min(abs(level) or 1, layer.levels)
    return level + 1 if level > 0 else 1
