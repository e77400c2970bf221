"""Writes the pictures of an adopted module: its own as they are, and faces that lie in layers."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from builder import limits
from builder.adopt.blanking import HOLDS_GAMES, holds_game
from builder.adopt.faces import Face, Part
from builder.adopt.inking import inked, placed, reach_of, turned_box
from builder.adopt.pictures import Pictures
from builder.adopt.told import Told
from builder.files import DEVICES
from builder.game.kept import ART, LAID, Kept
from builder.spelling import spelled
from builder.vassal.buildfile.components import GameModule
from builder.vassal.buildfile.module import Module
from builder.vassal.picture_header import silent

if TYPE_CHECKING:
    from PIL.Image import Image

LOST = "Its entry is damaged; it was left out."

ZOOM = 2.0
"""How much finer drawings become pixels than they say: paper wants more than the screen."""
_ENOUGH = 500
"""Pixels of the longer side beyond which a drawing need not be made finer."""
_MOST_SIDE = 1400
_ALWAYS_READ = 1000
"""Pixels of the longer side of a picture whose file is never larger than that of a face may be."""
_BLANK = 60
"""Pixels of a side of a picture that shows nothing."""
_MADE = LAID.removeprefix(f"{ART}/").rstrip("/")
"""The folder of what is made here: no picture of the module's bears its name or lies in it."""
_FRAME = 0.05
"""The share of a picture that the frame of a slot inks at most; a short word inks more."""
_RESERVED = re.compile(r'[<>:"|?*\\\s\x00-\x1f]+')
_UNFIT = re.compile(r'[<>:"|?*\\\x00-\x1f]')
_TURNING = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
"""Signs that nobody sees, and that show a name in another order than it has: `gnp.exe`."""
_LONGEST_PART, _LONGEST, _ENDING = 200, 800, 12
"""Bytes of a name, and of one with its folders; letters of what is taken for its ending."""
_DEEPEST = limits.FOLDERS - 2
"""Folders around a file: with `kept/files` as many as every reader of a game's folder follows."""


class Extent(NamedTuple):
    """A rectangle on a map in its pixels; `left` and `top` are told from a piece's own spot."""

    left: float
    top: float
    width: float
    height: float


@dataclass
class ArtFolder:
    """The folder `art` of an adopted game. `files` are names in the module by files that had to be
    called otherwise."""

    folder: Path
    pictures: Pictures
    files: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._taken: dict[str, str] = {}
        self._files = {_MADE}  # without case: some systems do not tell it apart
        self._folders: set[str] = set()
        self._next: dict[str, int] = {}
        self._faces: dict[Face, str] = {}
        self._made: set[Path] = set()  # folders

    def write_all(self) -> Iterator[tuple[str, str]]:
        """Write every picture of the module; one that is of no use as it was made plain. Gives the
        names of those that are not written, because they hold a save or no component asks for what
        is damaged, each with the reason."""
        for name in self.pictures.names():
            try:
                data = self.pictures.data(name)
            except KeyError:
                yield name, LOST
                continue
            if holds_game(data):
                yield name, HOLDS_GAMES
            else:
                self._write(self.file_of(name), data)

    def _write(self, file: str, data: bytes) -> None:
        path = self.folder / file
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        path.write_bytes(data)

    def file_of(self, name: str) -> str:
        """The file of a picture: its name, unless a system would not have it so."""
        if name in self._taken:
            return self._taken[name]
        file = safe_file(name)
        if not self._files.isdisjoint(_around(file)):
            file = _cut(file.replace("/", "_"))  # because a file has the name of its folder
        stem, dot, end = file.rpartition(".")
        first = file.casefold()
        while self._is_taken(file):
            number = self._next.get(first, 2)
            self._next[first] = number + 1  # so that thousands of one name are not counted anew
            file = f"{stem or end}-{number}{dot}{end if stem else ''}"
        self._taken[name] = file
        self._files.add(file.casefold())
        self._folders.update(_around(file))
        if file != name:
            self.files[name] = file
        return file

    def _is_taken(self, file: str) -> bool:
        plain = file.casefold()
        return plain in self._files or plain in self._folders

    def face(self, face: Face, wanted: str) -> str:
        """The picture of a face as counters.csv names it; empty for one that shows nothing.

        A face of one picture is that picture; others are laid together into `faces/`.
        """
        if face in self._faces:
            return self._faces[face]
        shown = self._there(face)
        if not shown:
            return ""
        whole = len(shown) == 1 and self._plain(shown[0])
        if whole:
            found = f"art/{self.file_of(self._real(shown[0].image))}"
        else:
            try:
                data = self._laid(shown)
            except ValueError:
                return ""
            found = f"art/faces/{wanted}.png"
            self._write(f"faces/{wanted}.png", data)
        self._faces[face] = found
        return found

    def expect(self, faces: Iterable[Face]) -> None:
        """Tell which faces will be asked for, so that their drawings are made in time."""
        self.pictures.draw_ahead(self._drawings(faces))

    def _drawings(self, faces: Iterable[Face]) -> Iterator[tuple[str, float]]:
        """The drawings of faces, in the order in which these lay them, each once."""
        seen = set[tuple[str, float]]()
        for face in faces:
            parts = self._there(face)
            zoom = self._zoom(parts) if parts else 1.0
            for part in parts:
                key = part.image, zoom
                if part.image and key not in seen and self.pictures.is_drawing(part.image):
                    seen.add(key)
                    yield key

    def blank(self) -> str:
        """The picture of a face that shows nothing, between others that do."""
        path = self.folder / "faces" / "nothing.png"
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_nothing())
        return "art/faces/nothing.png"

    def laid(self, face: Face) -> bytes | None:
        """The picture of a face as PNG; None for one that is too large or without its pictures."""
        if not face:
            return _nothing()
        parts = self._there(face)
        try:
            return self._laid(parts) if parts else None
        except ValueError:
            return None

    def extent(self, face: Face) -> Extent | None:
        """How far a face reaches on VASSAL's map; None for one that shows nothing."""
        reach = reach_of(self._there(face), self._size, 1.0)
        if reach is None:
            return None
        left, top, right, bottom = reach
        return Extent(left, top, right - left, bottom - top)

    def _there(self, face: Face) -> list[Part]:
        """What can be drawn of a face; nothing of one without any picture."""
        size = self.pictures.size
        found = [part for part in face if not part.image or size(part.image) is not None]
        return found if any(part.image for part in found) else []

    def _size(self, part: Part) -> tuple[int, int]:
        wide, high = self.pictures.size(part.image) or (0, 0)
        scale = part.scale if 0.02 <= part.scale <= 50 else 1.0
        if not (wide and high):
            return 0, 0
        return max(1, round(wide * scale)), max(1, round(high * scale))

    def _real(self, name: str) -> str:
        return self.pictures.module.find_image(name) or name

    def _plain(self, part: Part) -> bool:
        """Whether a picture is a face as it is."""
        size = self.pictures.size(part.image) or (0, 0)
        small = max(size) <= _MOST_SIDE
        upright = part.scale == 1.0 and not part.turn
        if not (small and upright) or self.pictures.is_drawing(part.image):
            return False
        return len(self.pictures.data(part.image)) <= limits.FACE_FILE

    def _laid(self, parts: Sequence[Part]) -> bytes:
        """All of a face one upon the other, as large as they reach together."""
        from PIL import Image

        zoom = self._zoom(parts)
        if len(parts) == 1 and not parts[0].turn:
            return _face_file(self._opened(parts[0], zoom))
        opened = {part: self._opened(part, zoom) for part in parts if part.image}
        reach = reach_of(parts, lambda part: opened[part].size, zoom)
        if reach is None:
            raise ValueError("the face shows nothing")
        left, top = math.floor(reach[0]), math.floor(reach[1])
        width, height = math.ceil(reach[2]) - left, math.ceil(reach[3]) - top
        if width * height > limits.TAKEN_FACE:
            raise ValueError("the face is too large")
        sheet = Image.new("RGBA", (width, height))
        for part, box, turn in placed(parts, lambda part: opened[part].size, zoom):
            image = opened[part] if part.image else inked(part, box, zoom)
            middle = turned_box(box, turn)
            if turn:
                image = image.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
            x = (middle[0] + middle[2]) / 2 - image.width / 2
            y = (middle[1] + middle[3]) / 2 - image.height / 2
            sheet.alpha_composite(image, (max(0, round(x) - left), max(0, round(y) - top)))
        return _face_file(sheet)

    def _zoom(self, parts: Sequence[Part]) -> float:
        """How much finer a face is made than it says."""
        named = [part.image for part in parts if part.image]
        drawings = any(self.pictures.is_drawing(name) for name in named)
        widest = max(max(self.pictures.size(name) or (1,)) for name in named)
        finer = drawings or len(named) < len(parts)  # letters become finer as drawings do
        return max(1.0, min(ZOOM, _ENOUGH / widest)) if finer else 1.0

    def _opened(self, part: Part, zoom: float) -> Image:
        drawing = self.pictures.is_drawing(part.image)
        image = self.pictures.opened(part.image, zoom if drawing else 1.0)
        scale = part.scale * (1.0 if drawing else zoom)
        if scale == 1.0 or not 0.02 <= scale <= 50:
            return image
        size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
        if size[0] * size[1] > limits.TAKEN_FACE:
            raise ValueError("the face is too large")
        return self.pictures.scaled(part.image, zoom if drawing else 1.0, size)


class _KeptPictures(Mapping[str, bytes]):
    """The pictures that an adopted game keeps, read when they are asked for."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = paths

    def __getitem__(self, name: str) -> bytes:
        return self._paths[name].read_bytes()

    def __contains__(self, name: object) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


@lru_cache(maxsize=4)
def _kept_art(kept: Kept) -> ArtFolder:
    module = Module(GameModule(), _KeptPictures(kept.pictures))
    return ArtFolder(kept.folder / "art", Pictures(module, Told()))


@lru_cache(maxsize=512)
def laid_anew(kept: Kept, face: Face) -> bytes | None:
    """The picture, as PNG, of a face that an adopted game has no file of."""
    try:
        return _kept_art(kept).laid(face)
    except OSError:
        return None


@lru_cache(maxsize=4096)
def extent_anew(kept: Kept, face: Face) -> Extent | None:
    """How far a face of an adopted game's piece reaches on VASSAL's map."""
    try:
        return _kept_art(kept).extent(face)
    except OSError:
        return None


def _face_file(image: Image) -> bytes:
    """The picture as PNG, scaled down where paper has no use for all its pixels, or its file would
    be larger than any reader takes."""
    data = _png(_within(image, _MOST_SIDE))
    return data if len(data) <= limits.FACE_FILE else _png(_within(image, _ALWAYS_READ))


def _within(image: Image, side: int) -> Image:
    if max(image.size) > side:
        image = image.copy()
        image.thumbnail((side, side))
    return image


def _nothing() -> bytes:
    from PIL import Image

    return _png(Image.new("RGBA", (_BLANK, _BLANK)))


def _png(image: Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _around(file: str) -> Iterator[str]:
    """The folders in which a file lies, without case."""
    at = (plain := file.casefold()).rfind("/")
    while at >= 0:
        yield plain[:at]
        at = plain.rfind("/", 0, at)


def shows(path: Path) -> bool:
    """Whether a picture shows more than a frame: the frame of an empty slot is a line in what is
    see-through else."""
    from PIL import Image

    with silent(Image.open(path)) as picture:
        clear = picture.convert("RGBA").getchannel("A").histogram()[0]
        return clear < (1 - _FRAME) * picture.width * picture.height


def safe_file(name: str) -> str:
    """A file name that every system takes, without blanks, in folders as the name has them."""
    parts = []
    for part in spelled("NFC", name).split("/"):
        clean = _cut(_TURNING.sub("", _RESERVED.sub("_", part)).strip(". ")) or "_"
        parts.append(f"_{clean}" if DEVICES.match(clean) else clean)
    whole = "/".join(part for part in parts if part not in ("", ".", ".."))
    return parts[-1] if len(whole.encode()) > _LONGEST or too_deep(whole) else whole


def _cut(part: str) -> str:
    """A name as short as every system wants it, with its ending."""
    stem, dot, end = part.rpartition(".")
    if not dot or len(end) > _ENDING:
        stem, dot, end = part, "", ""
    most = _LONGEST_PART - len((dot + end).encode())
    return stem.encode()[:most].decode("utf-8", "ignore").rstrip(". ") + dot + end


def unfit(name: str) -> bool:
    """Whether some system has no file of that name."""
    parts = name.split("/")
    return len(name.encode()) > _LONGEST or too_deep(name) or any(
        not part or part != part.strip(" ") or part.endswith(".") or _UNFIT.search(part)
        or _TURNING.search(part) or DEVICES.match(part) or len(part.encode()) > _LONGEST_PART
        for part in parts
    )  # fmt: skip


def too_deep(name: str) -> bool:
    """Whether a file lies in more folders than the readers of a game's folder follow."""
    return name.count("/") > _DEEPEST


def clashing(names: Iterable[str]) -> frozenset[str]:
    """Those names that some system takes for one before them, as it does not tell case apart or
    has two ways to write a letter; or that are a folder of one before them, or lie in a file."""
    files, folders, found = set[str](), set[str](), set[str]()
    for name in names:
        parts = spelled("NFC", name).casefold().split("/")
        whole, *around = ("/".join(parts[:end]) for end in range(len(parts), 0, -1))
        if whole in files or whole in folders or not files.isdisjoint(around):
            found.add(name)
        else:
            files.add(whole)
            folders.update(around)
    return frozenset(found)
