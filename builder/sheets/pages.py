"""Pages of printable sheets as pictures, to look at them before they are printed."""

from __future__ import annotations

import io
from pathlib import Path

from builder.drawing.pdfium import ONE_AT_A_TIME

MOST_WIDTH = 2_000


def page_picture(pdf: bytes | Path, page: int, width: int) -> bytes | None:
    """A page, from 0, as PNG so many pixels wide; None if there is no such page.

    ValueError for a file that is no PDF.
    """
    import pypdfium2

    with ONE_AT_A_TIME:
        try:
            document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise ValueError("The file is no PDF.") from error
        with document:
            if not 0 <= page < len(document):
                return None
            found = document[page]
            scale = min(width, MOST_WIDTH) / found.get_width()
            picture = found.render(scale=scale).to_pil().convert("RGB")
    stream = io.BytesIO()
    picture.save(stream, "PNG", compress_level=2)
    return stream.getvalue()
