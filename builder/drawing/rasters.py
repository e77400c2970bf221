"""Opens the pictures that people put into a game's folder: bounded, whole, in colours that we use.

A picture may come from anywhere, so its size is judged by its header before a pixel is unpacked.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from builder import limits
from builder.drawing.broken import begins_as_picture, ends_early, lacks_rows
from builder.errors import FaultError
from builder.files import real
from builder.saying import Saying, quoting
from builder.vassal.picture_header import MOST_WEBP, ScansError, WholeError, open_header

if TYPE_CHECKING:
    from PIL.Image import Image


class RasterError(FaultError):
    """A picture is of no use."""


def file_of(folder: Path, name: str, kind: Literal["picture", "file"] = "picture") -> Path:
    """The file of that name in a game's folder; RasterError if it is not there."""
    if "\\" in name:
        raise RasterError(
            quoting('The {kind} "{name}" holds "\\".', kind=kind, name=name),
            'Write "/" between folder and file.',
        )
    path = folder / name
    try:
        inside = real(path).is_relative_to(real(folder))
        there = path.is_file()
    except (OSError, ValueError):  # a name that no system takes
        inside, there = True, False
    if not inside:
        raise RasterError(
            quoting('The {kind} "{name}" lies outside the game.', kind=kind, name=name),
            "Put it into its folder.",
        )
    if not there:
        remedy = quoting("Put the file into {folder}, or correct its name.", folder=folder)
        raise RasterError(quoting('There is no {kind} "{name}".', kind=kind, name=name), remedy)
    return path


def so_many_pixels(name: str, wide: int, high: int) -> Saying:
    """What a picture too large is told by."""
    text = 'The picture "{name}" has {wide:,} x {high:,} pixels.'
    return quoting(text, name=name, wide=wide, high=high)


def too_heavy(name: str, wide: int, high: int) -> Saying:
    """What a picture is told by that no computer can be expected to hold."""
    text = (
        'The picture "{name}" has {wide:,} x {high:,} pixels and would take more than a gigabyte '
        "of memory."
    )
    return quoting(text, name=name, wide=wide, high=high)


def _too_large(name: str, wide: int, high: int, most: int) -> RasterError:
    remedy = quoting("Scale it down to {number:,.0f} million at most.", number=most / 1e6)
    return RasterError(so_many_pixels(name, wide, high), remedy)


def broken(source: Path | bytes | None, name: str) -> RasterError:
    """What a picture is told by whose header says that it is one, and that cannot be unpacked."""
    try:
        early = source is not None and ends_early(source)
    except OSError:
        early = False
    if early:
        text = 'The picture "{name}" is cut off: the end of its file is missing.'
        return RasterError(quoting(text, name=name), "Copy it anew, or save it anew.")
    return RasterError(quoting('The picture "{name}" is damaged.', name=name), "Save it anew.")


def fewer_rows(name: str) -> RasterError:
    """What a picture is told by that has fewer rows than its header says."""
    text = 'The picture "{name}" is cut off: it has fewer rows of pixels than it says.'
    return RasterError(quoting(text, name=name), "Copy it anew, or save it anew.")


AS_PNG = (
    "Save it as PNG with 8 bits and without interlacing, or scale it down to {number:,} million "
    "pixels."
)


@contextmanager
def opened(source: Path | bytes, name: str, most: int) -> Iterator[Image]:
    """The picture, not yet unpacked; RasterError if it is none, or has more than `most` pixels, and
    if it is damaged or cut off, which may be seen when it is unpacked."""
    with _header(source, name, most) as picture:
        wide, high = picture.size
        if wide * high > most:
            raise _too_large(name, wide, high, most)
        try:
            yield picture
            unpacked = picture.format == "PNG" and not getattr(picture, "tile", True)
            if unpacked and lacks_rows(source):
                raise fewer_rows(name)
        except RasterError:
            raise
        except _UNREAD as error:
            raise broken(source, name) from error


_UNREAD = (OSError, ValueError, SyntaxError, EOFError, IndexError)
"""What Pillow raises where a picture is none, or damaged."""


def _header(source: Path | bytes, name: str, most: int) -> Image:
    stream: IO[bytes] | Path = io.BytesIO(source) if isinstance(source, bytes) else source
    try:
        return open_header(stream)
    except WholeError as error:
        if error.size[0] * error.size[1] > most:
            raise _too_large(name, *error.size, most) from None
        remedy = Saying(AS_PNG, number=MOST_WEBP // 1_000_000)
        raise RasterError(too_heavy(name, *error.size), remedy) from None
    except ScansError:
        text = 'The picture "{name}" is a JPEG in more than {number} scans, which none needs.'
        told = quoting(text, name=name, number=limits.JPEG_SCANS)
        raise RasterError(told, "Save it as PNG.") from None
    except _UNREAD as error:
        if _begins_as_picture(source):
            raise broken(source, name) from error
        raise RasterError(
            quoting('"{name}" is no picture.', name=name), "Save it as PNG."
        ) from error


def _begins_as_picture(source: Path | bytes) -> bool:
    try:
        return begins_as_picture(source)
    except OSError:
        return False


def size_of(source: Path | bytes, name: str, most: int) -> tuple[int, int]:
    """Width and height in pixels, without unpacking them."""
    with opened(source, name, most) as picture:
        return picture.size


def in_colours(picture: Image, mode: str = "RGBA") -> Image:
    """An opened picture of any kind as RGB or RGBA of 8 bits: the one door, because Pillow's own
    conversion takes each tone of 16 bits above 255 for white. They become the tones that Java
    draws.

    Where RGB is wanted, what is transparent lies on white.
    """
    from PIL import Image

    if picture.mode == "I" or picture.mode.startswith("I;16"):
        picture = _of_8_bits(picture)
    elif picture.mode == "F":
        return picture.point(lambda tone: tone * 1.0 + 0).convert("L").convert(mode)
    clear = is_clear(picture)
    if picture.mode == mode and (mode == "RGBA" or not clear):
        picture.load()  # a copy of a large scan would be a gigabyte
        return picture
    if clear:
        whole = _with_transparency(picture)
        if mode == "RGBA":
            return whole
        under = Image.new("RGB", whole.size, "white")
        under.paste(whole, mask=whole.getchannel("A"))
        return under
    return picture.convert(mode)


def _of_8_bits(picture: Image) -> Image:
    """A picture of 16-bit greys as one of 8 bits; the grey that its header calls transparent is."""
    deep = picture.convert("I") if picture.mode != "I" else picture
    brightest = deep.getextrema()[1]
    share = 1 if isinstance(brightest, float | int) and brightest <= 255 else 1 / 256
    grey = deep.point(lambda tone: tone * share + 0).convert("L")
    clear = picture.info.get("transparency")
    if not isinstance(clear, int):
        return grey
    import numpy as np
    from PIL import Image

    shown = Image.fromarray((np.asarray(deep) != clear).astype(np.uint8) * 255)
    return Image.merge("LA", (grey, shown))


def _with_transparency(picture: Image) -> Image:
    """A picture in RGBA. Of colours of 16 bits Pillow reads the upper half, and of the one that is
    transparent all of it."""
    clear = picture.info.get("transparency")
    if isinstance(clear, tuple) and max(clear) > 255:
        picture = picture.copy()
        picture.info["transparency"] = tuple(part >> 8 for part in clear)
    return picture.convert("RGBA")


def is_clear(picture: Image) -> bool:
    """Whether something of an opened picture may be transparent."""
    clear = picture.mode in ("RGBA", "LA", "PA", "RGBa", "La")
    return clear or "transparency" in picture.info
