"""The paper backend: drawings become PDF vectors and real text, byte for byte the same."""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFImageXObject, PDFResourceDictionary
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as Pdf

from builder.drawing import fonts
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.colours import ColourLike, parse
from builder.drawing.paths import Matrix, Path

if TYPE_CHECKING:
    from PIL.Image import Image

rl_config.useA85 = 0
"""Streams as they are: as letters they were a quarter longer, and a picture's took seconds."""

_PAGE = re.compile(rb"/Type /Page\b(?!s)")

#: Points to a millimetre.
POINT = 72 / 25.4

#: Left, top, right, bottom in mm from the upper left corner of the sheet.
PageBox = tuple[float, float, float, float]

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

_LARGE = 30_000_000
"""Pixels beyond which a picture is packed by strips: reportlab would hold it many times over."""
_STRIP = 256
_DOTS = 300
"""Pixels to an inch that paper shows of a picture."""
_QUALITY = 92
"""Of a picture that was a JPEG before."""


def page_count(data: bytes) -> int:
    """How many pages a PDF made here has."""
    return len(_PAGE.findall(data))


class PaperDocument:
    """A PDF whose pages are canvases in millimetres.

    Viewers are asked to print it without scaling and, for `duplex`, on both sides turned over
    the long edge.
    """

    def __init__(self, title: str, *, subject: str = "", author: str = "", duplex: bool = False):
        self._whole = _Whole()
        # Without a face of ours each page would name Helvetica, which print shops want embedded.
        self._pdf: Any = Pdf(
            self._whole,
            invariant=1,
            pageCompression=1,
            pdfVersion=(1, 7),
            initialFontName=_registered(fonts.face("regular", italic=False)),
        )
        self._pdf.setTitle(title)
        self._pdf.setSubject(subject)
        self._pdf.setAuthor(author)
        self._pdf.setCreator("Kessel")
        self._pdf.setProducer("Kessel")
        self._pdf.setViewerPreference("PrintScaling", "None")
        if duplex:
            self._pdf.setViewerPreference("Duplex", "DuplexFlipLongEdge")

    @contextmanager
    def page(
        self,
        width: float,
        height: float,
        *,
        trim: PageBox | None = None,
        bleed: PageBox | None = None,
        bookmark: str = "",
        turned: bool = False,
    ) -> Iterator[PaperCanvas]:
        """One page of width × height mm; boxes in mm from its upper left corner. On a screen one
        that is `turned` is seen from its right edge, because what is on it lies on its side."""
        pdf = self._pdf
        size = width * POINT, height * POINT
        pdf.setPageSize(size[::-1] if turned else size)  # reportlab tells it as it is seen
        pdf.setPageRotation(270 if turned else 0)
        whole = (0.0, 0.0, width, height)
        for name, box in (("trim", trim), ("bleed", bleed)):
            left, top, right, bottom = box or whole
            pdf.setCropBox(
                (left * POINT, (height - bottom) * POINT, right * POINT, (height - top) * POINT),
                name,
            )
        if bookmark:
            key = f"page-{pdf.getPageNumber()}"
            pdf.bookmarkPage(key)
            pdf.addOutlineEntry(bookmark, key)
        yield PaperCanvas(pdf, width, height)
        pdf.showPage()

    @contextmanager
    def drawing(self, name: str, width: float, height: float) -> Iterator[PaperCanvas]:
        """A drawing of width × height mm, kept once; pages show it with `PaperCanvas.place`."""
        pdf = self._pdf
        pdf.beginForm(name, 0, 0, width * POINT, height * POINT)
        yield PaperCanvas(pdf, width, height)
        # reportlab leaves the opacities of a form out of its resources.
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        resources.ExtGState = pdf._extgstate.getState()
        if pdf._formsinuse:
            resources.XObject = pdf._doc.xobjDict(pdf._formsinuse)
        pdf.endForm(Resources=resources)

    def data(self) -> bytes:
        """The finished document; nothing can be drawn afterwards."""
        for kept in self._pdf._doc.idToObject.values():
            if isinstance(kept, PDFImageXObject):
                kept.__class__ = _GivenAway
        self._pdf.save()
        return self._whole.data


class _Whole:
    """The file that reportlab writes in one piece, and that is copied no second time."""

    data = b""

    def write(self, data: bytes) -> None:
        self.data = data


class _GivenAway(PDFImageXObject):  # type: ignore[misc]
    """A picture that is let go of when it is written, because sheets of an adopted game hold
    hundreds of megabytes of them and reportlab would have each three times."""

    def format(self, document: Any) -> bytes:
        written: bytes = super().format(document)
        self.streamContent = b""
        return written


class PaperCanvas(Canvas):
    """One page; user unit is the millimetre, (0, 0) its upper left corner."""

    def __init__(self, pdf: Any, width: float, height: float) -> None:
        super().__init__(width, height, Matrix(POINT, 0, 0, -POINT, 0, height * POINT))
        self._pdf = pdf

    def place(self, name: str, x: float, y: float, height: float) -> None:
        """Show a drawing of `height` mm with its upper left corner at (x, y), turned as the
        canvas is, at its own scale."""
        corner = self._matrix.apply(x, y + height)
        along = self._matrix.apply(x + 1, y + height)
        turn = math.degrees(math.atan2(along[1] - corner[1], along[0] - corner[0]))
        self._pdf.saveState()
        self._pdf.translate(round(corner[0], 4), round(corner[1], 4))
        if turn:
            self._pdf.rotate(round(turn, 4))
        self._pdf.doForm(name)
        self._pdf.restoreState()

    def _colours(self, fill: ColourLike | None, stroke: ColourLike | None, opacity: float) -> None:
        if fill is not None:
            self._pdf.setFillColorRGB(*(value / 255 for value in parse(fill)))
            self._pdf.setFillAlpha(opacity)
        if stroke is not None:
            self._pdf.setStrokeColorRGB(*(value / 255 for value in parse(stroke)))
            self._pdf.setStrokeAlpha(opacity)

    def _outline(self, path: Path) -> Any:
        outline = self._pdf.beginPath()
        for ring in path.parts():
            outline.moveTo(*_round(ring.start))
            for step in ring.steps:
                if len(step) == 1:
                    outline.lineTo(*_round(step[0]))
                else:
                    outline.curveTo(*_round(step[0]), *_round(step[1]), *_round(step[2]))
            if ring.closed:
                outline.close()
        return outline

    def _draw_path(self, path: Path, paint: Paint) -> None:
        if paint.fill is None and paint.stroke is None:
            return
        pdf = self._pdf
        self._colours(paint.fill, paint.stroke, paint.opacity)
        if paint.stroke is not None:
            pdf.setLineWidth(round(paint.width, 3))
            pdf.setLineCap(_CAPS[paint.cap])
            pdf.setLineJoin(_JOINS[paint.join])
            pdf.setDash([round(part, 3) for part in paint.dash])
        pdf.drawPath(
            self._outline(path),
            stroke=int(paint.stroke is not None),
            fill=int(paint.fill is not None),
            fillMode=0,
        )

    def _draw_text(self, text: str, style: TextStyle, matrix: Matrix) -> None:
        # The frame's y runs down, a glyph's up: turn the glyphs over.
        scale = matrix.scale
        upright = Matrix(
            matrix.a / scale,
            matrix.b / scale,
            -matrix.c / scale,
            -matrix.d / scale,
            matrix.e,
            matrix.f,
        )
        if style.halo is not None and style.halo_width > 0:
            self._pdf.setLineWidth(round(2 * style.halo_width * scale, 3))
            self._pdf.setLineJoin(1)
            self._pdf.setDash([])
            self._colours(style.halo, style.halo, style.opacity)
            # An empty ActualText: who searches or copies the text finds it once.
            self._pdf.addLiteral("/Span <</ActualText ()>> BDC")
            self._show(text, style, upright, scale, mode=1)
            self._pdf.addLiteral("EMC")
        self._colours(style.colour, None, style.opacity)
        self._show(text, style, upright, scale, mode=0)

    def _show(self, text: str, style: TextStyle, frame: Matrix, scale: float, mode: int) -> None:
        line = self._pdf.beginText()
        line.setTextTransform(*(round(value, 5) for value in frame))
        line.setFont(_registered(style.face), round(style.size * scale, 4))
        line.setHorizScale(round(style.condensed * 100, 3))
        line.setCharSpace(round(style.spacing * scale, 4))
        line.setTextRenderMode(mode)
        line.textOut(text)
        line.setTextRenderMode(0)  # it would hold for the texts that follow
        self._pdf.drawText(line)

    @property
    def fineness(self) -> float:
        return self._matrix.scale / 72 * _DOTS

    def _draw_image(self, picture: Image, matrix: Matrix) -> None:
        with self._square(matrix):
            if picture.mode == "RGB" and picture.width * picture.height > _LARGE:
                self._show_packed(picture, "FlateDecode", _packed(picture))
            else:
                self._pdf.drawImage(ImageReader(picture), 0, 0, 1, 1, mask="auto")

    def _draw_photograph(self, picture: Image, matrix: Matrix) -> None:
        packed = BytesIO()
        picture.save(packed, "JPEG", quality=_QUALITY, subsampling=0)
        with self._square(matrix):
            self._show_packed(picture, "DCTDecode", packed.getvalue())

    @contextmanager
    def _square(self, matrix: Matrix) -> Iterator[None]:
        """The square that `matrix` maps to the page, as reportlab sees it."""
        self._pdf.saveState()
        self._pdf.transform(*matrix.then_inner(Matrix(1, 0, 0, -1, 0, 1)))
        yield
        self._pdf.restoreState()

    def _show_packed(self, picture: Image, unpacks: str, rows: bytes) -> None:
        """What reportlab's drawImage does, from pixels that are packed as that filter unpacks."""
        pdf = self._pdf
        name = hashlib.sha256(rows).hexdigest()
        known = pdf._doc.getXObjectName(name)
        if known not in pdf._doc.idToObject:
            one = PDFImageXObject(name)
            one.width, one.height = picture.size
            one.bitsPerComponent, one.colorSpace = 8, "DeviceRGB"
            one._filters, one.streamContent = (unpacks,), rows
            pdf._setXObjects(one)
            pdf._doc.Reference(one, known)
            pdf._doc.addForm(name, one)
        pdf._code.append(f"/{known} Do")
        pdf._formsinuse.append(name)

    def _begin_clip(self, path: Path) -> None:
        self._pdf.saveState()
        self._pdf.clipPath(self._outline(path), stroke=0, fill=0, fillMode=0)

    def _end_clip(self) -> None:
        self._pdf.restoreState()


def _packed(picture: Image) -> bytes:
    """The pixels as a PDF holds them; the whole is never unpacked a second time."""
    packer, parts = zlib.compressobj(), []
    for top in range(0, picture.height, _STRIP):
        strip = picture.crop((0, top, picture.width, min(top + _STRIP, picture.height)))
        parts.append(packer.compress(strip.tobytes()))
    return b"".join([*parts, packer.flush()])


def _round(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


def _registered(face: str) -> str:
    """Tell reportlab of the face once; it embeds only the glyphs that are used."""
    if face not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(face, str(fonts.file_of(face))))
    return face
