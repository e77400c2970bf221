"""A piece of a large drawing as a PDF page of its own, which PDFium paints on pixels."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from builder.drawing import fonts
from builder.drawing.colours import Colour
from builder.drawing.glyph_table import GlyphTable, read_glyph_table
from builder.drawing.halos import MOST, Halo, mask_of
from builder.drawing.pdfium import ONE_AT_A_TIME
from builder.drawing.rows import Box, Strip

if TYPE_CHECKING:
    from PIL.Image import Image

_ROMAN = 32  # a flag of the PDF format: letters of the usual alphabet


class Leaf:
    """A page that PDFium has read."""

    def __init__(self, page: bytes) -> None:
        from pypdfium2 import raw

        self.page = page  # PDFium reads on in it
        with ONE_AT_A_TIME:
            self._document = raw.FPDF_LoadMemDocument64(page, len(page), None)
            self.read = raw.FPDF_LoadPage(self._document, 0)
            if not self.read:
                raise RuntimeError(f"PDFium refuses a page: error {raw.FPDF_GetLastError()}")

    def close(self) -> None:
        from pypdfium2 import raw

        with ONE_AT_A_TIME:
            raw.FPDF_ClosePage(self.read)
            raw.FPDF_CloseDocument(self._document)


class Pixels:
    """Memory that PDFium paints on, page by page: rows of a picture, or paper of one colour."""

    def __init__(self, size: tuple[int, int], under: Strip | Colour) -> None:
        from pypdfium2 import raw

        wide, high = self.size = size
        if isinstance(under, Strip):
            self._memory, start, stride, kind = (
                under.memory,
                under.start,
                under.stride,
                raw.FPDFBitmap_BGR,
            )
        else:
            stride = wide * 4
            self._memory, start, kind = bytearray(high * stride), 0, raw.FPDFBitmap_BGRx
        shared = (ctypes.c_ubyte * (len(self._memory) - start)).from_buffer(self._memory, start)
        with ONE_AT_A_TIME:
            self._bitmap = raw.FPDFBitmap_CreateEx(wide, high, kind, shared, stride)
            if isinstance(under, Colour):  # in the order of Pillow's memory
                colour = 0xFF000000 | under.blue << 16 | under.green << 8 | under.red
                raw.FPDFBitmap_FillRect(self._bitmap, 0, 0, wide, high, colour)

    def paint(self, leaf: Leaf, size: tuple[int, int], top: int = 0) -> None:
        """Paint a page of so many pixels over what is there, from one of its rows on."""
        from pypdfium2 import raw

        with ONE_AT_A_TIME:
            way = raw.FPDF_REVERSE_BYTE_ORDER
            raw.FPDF_RenderPageBitmap(self._bitmap, leaf.read, 0, -top, *size, 0, way)

    def close(self) -> None:
        """Nothing can be painted afterwards."""
        from pypdfium2 import raw

        with ONE_AT_A_TIME:
            raw.FPDFBitmap_Destroy(self._bitmap)

    def picture(self) -> Image:
        """What was painted on paper, in RGBX; nothing can be painted afterwards."""
        self.close()
        return self._seen()

    def crop(self, box: Box) -> Image:
        """A copy of a part of what was painted on paper so far."""
        return self._seen().crop(box)

    def _seen(self) -> Image:
        from PIL import Image

        return Image.frombuffer("RGBX", self.size, self._memory, "raw", "RGBX", 0, 1)


@dataclass
class Resources:
    """What a page's drawing names: faces with the glyphs they show, halos with the codes of their
    glyphs, opacities, pictures."""

    faces: dict[str, set[int]] = field(default_factory=dict)
    halos: dict[Halo, dict[int, int]] = field(default_factory=dict)
    opacities: set[float] = field(default_factory=set)
    pictures: list[Image] = field(default_factory=list)
    _names: dict[tuple[int, tuple[int, int]], tuple[str, Image]] = field(default_factory=dict)

    def halo_codes(self, halo: Halo, glyphs: Iterable[int]) -> Mapping[int, int] | None:
        """The codes of glyphs with a halo, given to those that have none; None if there are more
        than such a font can have."""
        codes = self.halos.setdefault(halo, {})
        for glyph in sorted(glyphs):
            codes.setdefault(glyph, len(codes))
        return codes if len(codes) <= MOST else None

    def halo_name(self, halo: Halo) -> str:
        """By which the font of a halo is called."""
        return f"H{list(self.halos).index(halo)}"

    def name_of(self, picture: Image, size: tuple[int, int]) -> str:
        """By which a picture is called that is shown with so many pixels, wherever it is."""
        key = id(picture), size  # the picture is held, so that no other has its number
        if key not in self._names:
            self._names[key] = f"I{len(self.pictures)}", picture
            small = picture if picture.size == size else picture.convert("RGBA").resize(size)
            self.pictures.append(small)
        return self._names[key][0]


def page(size: tuple[int, int], drawing: bytes, shown: Resources) -> bytes:
    """A PDF of one page of so many points, unpacked, for nobody but PDFium."""
    file = _File()
    named = {
        "Font": {
            **{f"F{face}": _font(file, face, glyphs) for face, glyphs in shown.faces.items()},
            **{
                f"H{number}": _halos(file, halo, codes)
                for number, (halo, codes) in enumerate(shown.halos.items())
            },
        },
        "ExtGState": {
            opacity_name(opacity): file.add({"ca": opacity, "CA": opacity})
            for opacity in shown.opacities
        },
        "XObject": {f"I{at}": _image(file, image) for at, image in enumerate(shown.pictures)},
    }
    pages = file.reserve()
    leaf = {
        "Type": "/Page",
        "Parent": pages,
        "MediaBox": [0, 0, *size],
        "Resources": named,
        "Contents": file.add({}, drawing),
    }
    file.put(pages, {"Type": "/Pages", "Count": 1, "Kids": [file.add(leaf)]})
    return file.data(file.add({"Type": "/Catalog", "Pages": pages}))


def opacity_name(opacity: float) -> str:
    """By which a page's drawing calls it."""
    return f"G{round(opacity * 1000)}"


@lru_cache(maxsize=16)
def _known(face: str) -> GlyphTable:
    return read_glyph_table(fonts.file_of(face))


def glyphs_of(face: str) -> Mapping[int, int]:
    """The glyph of each character of a face, by the character's number."""
    return _known(face).glyphs


def widths_of(face: str) -> Mapping[int, int]:
    """How wide each glyph of a face is, in thousandths of its size."""
    return _known(face).widths


class _Name(str):
    """A reference to an object of the file."""

    __slots__ = ()


class _File:
    """The objects of a PDF, numbered from 1."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> _Name:
        self._objects.append(b"")
        return _Name(f"{len(self._objects)} 0 R")

    def put(self, name: _Name, entries: Mapping[str, object], stream: bytes | None = None) -> None:
        if stream is None:
            text = _written(entries).encode()
        else:
            head = _written({**entries, "Length": len(stream)}).encode()
            text = b"".join([head, b"stream\n", stream, b"\nendstream"])
        self._objects[int(name.split()[0]) - 1] = text

    def add(self, entries: Mapping[str, object], stream: bytes | None = None) -> _Name:
        name = self.reserve()
        self.put(name, entries, stream)
        return name

    def data(self, root: _Name) -> bytes:
        parts, places, at = [b"%PDF-1.7\n"], [], 9
        for number, text in enumerate(self._objects, 1):
            places.append(at)
            parts.append(b"%d 0 obj\n%b\nendobj\n" % (number, text))
            at += len(parts[-1])
        table = "".join(f"{place:010} 00000 n \n" for place in places)
        count = len(places) + 1
        parts.append(f"xref\n0 {count}\n0000000000 65535 f \n{table}trailer\n".encode())
        parts.append(_written({"Size": count, "Root": root}).encode())
        parts.append(f"\nstartxref\n{at}\n%%EOF".encode())
        return b"".join(parts)


def _written(value: object) -> str:
    """A value in PDF's words; texts stand as they are."""
    if isinstance(value, Mapping):
        return f"<<{' '.join(f'/{key} {_written(part)}' for key, part in value.items())}>>"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{' '.join(map(_written, value))}]"
    return str(value)


def _font(file: _File, face: str, glyphs: Iterable[int]) -> _Name:
    """A face whose texts are written as numbers of glyphs."""
    known = _known(face)
    widths: list[object] = []
    for glyph in sorted(glyphs):
        widths += [glyph, [known.widths.get(glyph, 0)]]
    look = {
        "Type": "/FontDescriptor",
        "FontName": f"/{face}",
        "Flags": _ROMAN,
        "FontFile2": file.add({"Length1": len(known.file)}, known.file),
    }
    inner = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": f"/{face}",
        "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
        "CIDToGIDMap": "/Identity",
        "FontDescriptor": file.add(look),
        "W": widths,
    }
    return file.add(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{face}",
            "Encoding": "/Identity-H",
            "DescendantFonts": [file.add(inner)],
        }
    )


def _halos(file: _File, halo: Halo, codes: Mapping[int, int]) -> _Name:
    """The halos of a face's glyphs as a font of their own."""
    known, size = _known(halo.face), halo.size
    widths = [known.widths.get(glyph, 0) for glyph in codes]
    letters = {
        f"g{glyph}": file.add({}, mask_of(halo, glyph, wide, _dots).letter(size, wide))
        for glyph, wide in zip(codes, widths, strict=True)
    }
    named = [f"/g{glyph}" for glyph in codes]
    return file.add(
        {
            "Type": "/Font",
            "Subtype": "/Type3",
            "FontBBox": [0, 0, 0, 0],
            "FontMatrix": [0.001, 0, 0, 0.001, 0, 0],
            "CharProcs": letters,
            "Encoding": {"Type": "/Encoding", "Differences": [0, *named]},
            "FirstChar": 0,
            "LastChar": len(codes) - 1,
            "Widths": widths,
            "Resources": {},
        }
    )


def _dots(size: tuple[int, int], words: str, face: str, glyph: int) -> bytes:
    """What words draw with a glyph, a bit for each pixel, 0 where it is black."""
    leaf = Leaf(page(size, words.encode(), Resources(faces={face: {glyph}})))
    pixels = Pixels(size, Colour(255, 255, 255))
    pixels.paint(leaf, size)
    leaf.close()
    grey = pixels.picture().convert("RGB").convert("L")
    return grey.point([255 * (tone > 127) for tone in range(256)]).convert("1").tobytes()


def _image(file: _File, picture: Image) -> _Name:
    """A picture of pixels, with what is transparent beside it."""
    whole = picture.convert("RGBA")
    clear = _samples(file, whole.getchannel("A"), "/DeviceGray", {})
    return _samples(file, whole.convert("RGB"), "/DeviceRGB", {"SMask": clear})


def _samples(file: _File, picture: Image, space: str, more: Mapping[str, object]) -> _Name:
    entries = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
        "BitsPerComponent": 8,
        "ColorSpace": space,
        **more,
    }
    return file.add(entries, picture.tobytes())
