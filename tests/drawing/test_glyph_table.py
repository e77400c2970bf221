"""The glyphs of the typeface, as reportlab reads them from the same files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.pdfbase.ttfonts import TTFontFile

from builder.drawing import fonts
from builder.drawing.glyph_table import read_glyph_table

FACES = ("Roboto-Regular", "Roboto-Medium", "Roboto-Bold", "Roboto-BoldItalic", "Roboto-Thin")


@pytest.mark.parametrize("face", FACES)
def test_each_character_has_the_glyph_and_the_width_that_its_file_tells(face: str) -> None:
    path = fonts.file_of(face)
    read, other = read_glyph_table(path), TTFontFile(str(path))
    assert len(read.glyphs) > 500
    assert read.glyphs == other.charToGlyph
    assert read.widths == {
        other.charToGlyph[char]: round(width) for char, width in other.charWidths.items()
    }


def test_what_is_no_typeface_is_told(tmp_path: Path) -> None:
    data = bytearray(fonts.file_of("Roboto-Bold").read_bytes())
    at = next(entry for entry in range(12, 500, 16) if data[entry : entry + 4] == b"cmap")
    start = int.from_bytes(data[at + 8 : at + 12], "big")
    data[start + 2 : start + 4] = b"\0\0"  # a table of no characters
    (file := tmp_path / "none.ttf").write_bytes(data)
    with pytest.raises(ValueError, match="by Unicode"):
        read_glyph_table(file)


def test_texts_are_painted_without_what_writes_pdfs_for_paper() -> None:
    """reportlab takes as long to load as all counters of a large game to draw."""
    code = (
        "import sys\n"
        "from builder.drawing.plates import PlateCanvas\n"
        "from builder.drawing.canvas import TextStyle\n"
        "canvas = PlateCanvas(90, 30, background='cream')\n"
        "canvas.text(10, 20, 'Köln 12', TextStyle(12))\n"
        "assert any(set(strip.tobytes()) != {0} for strip in canvas.rows(30))\n"
        "print(*(name for name in sys.modules if name.startswith('reportlab')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""
