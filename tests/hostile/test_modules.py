"""Modules that ask for more than any module: audited or refused in little time and memory."""

import base64
import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from builder.adopt.pen import Pen
from builder.adopt.svg import Drawings
from builder.lint import audit
from builder.vassal.buildfile.archive import ArchiveError
from builder.vassal.buildfile.module import read_module
from builder.vassal.module_shape import image_size, shape_of
from tests.hostile.conftest import bounded

HEAD = 'VASSAL.build.GameModule name="T" version="1" VassalVersion="3.7.26"'
BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board"
NUMBERS = f"{GRID}.mapgrid.HexGridNumbering"


def element(tag: str, inside: str = "") -> str:
    return f"<{tag}>{inside}</{tag.split()[0]}>"


def module(tmp_path: Path, inside: str, files: Mapping[str, bytes] | None = None) -> Path:
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", element(HEAD, inside))
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return path


def board(inside: str, size: str = 'width="3000" height="4000"') -> str:
    picker = element(
        "VASSAL.build.module.map.BoardPicker", element(f'{BOARD} name="B" {size}', inside)
    )
    return element('VASSAL.build.module.Map mapName="Main"', picker)


def hexes(numbering: str = "", grid: str = 'dx="60" dy="60"') -> str:
    return element(f"{GRID}.HexGrid {grid}", element(f"{NUMBERS} {numbering}"))


def zones(count: int, pitch: int) -> str:
    corners = 'path="0,0;3000,0;3000,4000;0,4000"'
    one = f'{GRID}.mapgrid.Zone name="z" {corners} useParentGrid="false"'
    grid = hexes('sep="."', f'dx="{pitch}" dy="{pitch}"')
    return element(f"{GRID}.ZonedGrid", element(one, grid) * count)


def prototypes(count: int) -> str:
    tag = "VASSAL.build.module.PrototypeDefinition"
    made = [
        element(
            f'{tag} name="p{at}"',
            f"+/null/prototype;p{at + 1}\tprototype;p{at + 1}\\\tpiece;;;;/\t\\\tnull;0;0;;0",
        )
        for at in range(count)
    ]
    slot = "+/null/prototype;p0\tpiece;;;;a/\tnull;0;0;;0"
    window = element('VASSAL.build.widget.PieceSlot entryName="a" gpid="1"', slot)
    return element("VASSAL.build.module.PrototypesContainer", "".join(made)) + element(
        "VASSAL.build.module.PieceWindow", window
    )


AUDITED = {
    "labels of two thousand million figures": board(hexes('hLeading="2000000000"')),
    "labels of as many letters": board(hexes('hType="A" hOff="2000000000"')),
    "an offset of 5,000 figures": board(hexes(f'hOff="{"9" * 5000}"')),
    "a format of 100,000 places": board(hexes(f'locationFormat="{"$gridLocation$" * 100_000}"')),
    "a separator of a megabyte": board(hexes(f'sep="{"x" * 1_000_000}"')),
    "a hundred zones of tiny hexes": board(zones(100, 6)),
    "prototypes that each name the next twice": prototypes(40),
    "an attribute of 9 MB": element(f'VASSAL.build.module.Chatter foo="{"x y " * 2_250_000}"'),
    "a gpid of 5,000 figures": element(f'VASSAL.build.widget.PieceSlot gpid="{"9" * 5000}"'),
    **{
        f"hexes of {size}": board(hexes(grid=f'dx="{size}" dy="{size}"'))
        for size in ("NaN", "Infinity", "1e-300", "0.0000001", "1e300", "-1")
    },
}


@pytest.mark.parametrize("case", AUDITED)
def test_an_audit_ends(case: str, tmp_path: Path) -> None:
    path = module(tmp_path, AUDITED[case])
    with bounded():
        audit(path)
        for shape in shape_of(read_module(path)).maps:
            assert len(shape.laid_out().name(100, 100)) < 1000


def test_what_was_cut_short_is_told(tmp_path: Path) -> None:
    found = audit(module(tmp_path, prototypes(40) + board(zones(100, 6))))
    told = [finding.text for finding in found if finding.code == "M007"]
    assert told == ["grids, prototypes were looked at in part."]


def test_too_many_elements_are_refused(tmp_path: Path) -> None:
    with bounded(), pytest.raises(ArchiveError, match="more than 200,000 elements"):
        audit(module(tmp_path, "<a/>" * 2_000_000))
    slots = "<VASSAL.build.widget.PieceSlot entryName='x'/>" * 50_001
    with bounded(), pytest.raises(ArchiveError, match="more than 50,000 pieces"):
        audit(module(tmp_path, slots))


def test_a_component_of_a_hundred_thousand_attributes_is_refused(tmp_path: Path) -> None:
    told = "".join(f' a{at}="1"' for at in range(100_000))
    with bounded(), pytest.raises(ArchiveError, match="more than 5,000 attributes"):
        audit(module(tmp_path, f"<a{told}/>"))


@pytest.mark.parametrize("size", ["inf", "nan", "1e300", "99999999"])
def test_a_picture_has_a_size_that_can_be(size: str, tmp_path: Path) -> None:
    picture = f'<svg width="{size}" height="{size}"/>'.encode()
    path = module(tmp_path, board("", 'image="a.svg"'), {"images/a.svg": picture})
    with bounded():
        audit(path)
        assert shape_of(read_module(path)).maps[0].boards[0].width == 0


MASKS = "".join(
    f'<mask id="m{at}"><rect width="9" height="9" mask="url(#m{at - 1})"/></mask>'
    for at in range(1, 3000)
)


def test_a_drawing_dies_alone(tmp_path: Path) -> None:
    """Masks of masks break the process that draws them; the next drawing is drawn all the same."""
    pen = Pen()
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    last = '<rect width="9" height="9" mask="url(#m2999)"/>'
    with pytest.raises(ValueError, match="more work than any"):
        pen.drawn(f"{head}{MASKS}{last}</svg>", 9, 9)
    assert pen.drawn(f'{head}<rect width="9" height="9"/></svg>', 9, 9).startswith(b"\x89PNG")


def test_a_drawing_shows_what_vassal_shows() -> None:
    """Editors write kinds such as img/png, which VASSAL passes over, and lengths in units."""
    made = io.BytesIO()
    Image.new("RGB", (9, 9), "red").save(made, "PNG")
    data = base64.b64encode(made.getvalue()).decode()
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    drawing = f'{head}<image width="9" height="9" href="data:img/png;base64,{data}"/></svg>'
    drawings = Drawings(lambda name: None)
    assert drawings.rendered(drawing.encode(), 1).getpixel((4, 4)) == (255, 0, 0, 255)
    inches = head.replace('"9"', '"0.5in"')
    drawing = f'{inches}<rect width="18pt" height="10mm" fill="red"/></svg>'
    picture = drawings.rendered(drawing.encode(), 1)
    assert (picture.size, picture.getbbox()) == ((48, 48), (0, 0, 24, 38))


@pytest.mark.parametrize(
    "inside", ["<!--{}-->", "{}", '<a b="{}"/>'], ids=["comment", "text", "value"]
)
def test_a_text_too_long_is_told_in_a_sentence(inside: str, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"longer than 10 MB, which no module needs; save"):
        read_module(module(tmp_path, inside.format("x" * 10_500_000)))


def test_an_entry_without_a_name_is_passed_over(tmp_path: Path) -> None:
    path = module(tmp_path, "", {"NAMELESS": b"x"})
    path.write_bytes(path.read_bytes().replace(b"NAMELESS", b"\0AMELESS"))
    audit(path)


def test_names_forge_no_finding(tmp_path: Path) -> None:
    inside = element('VASSAL.build.module.Map mapName="&#x9b;31m&#10;M001 error: forged"')
    slot = '<VASSAL.build.widget.PieceSlot entryName="a&#10;M001 error: c">+/null/</'
    inside += f"{slot}VASSAL.build.widget.PieceSlot>"  # and no encoder before it
    path = module(tmp_path, inside, {"images/\x1b]0;x\x07.png": b"", "a\nM001 error: b": b""})
    found = audit(path)
    assert "M101" in {finding.code for finding in found}
    for finding in found:
        assert str(finding).isprintable()


def test_a_packing_that_java_does_not_know_is_refused_unread(tmp_path: Path) -> None:
    """LZMA takes the memory that the entry asks for: four gigabytes by two bytes."""
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("buildFile.xml", element(HEAD))
    with pytest.raises(ArchiveError, match="packed in a way that VASSAL cannot read"):
        read_module(path)


@pytest.mark.filterwarnings("error")
def test_the_size_of_a_picture_is_told_of_any_size_and_of_few_formats() -> None:
    """A scan above Pillow's own bound is no damaged picture; what no table shows is not tried."""
    stream = io.BytesIO()
    Image.new("1", (16, 16)).save(stream, "PNG")
    head = bytearray(stream.getvalue())
    head[16:24] = (30_000).to_bytes(4) + (20_000).to_bytes(4)
    head[29:33] = zlib.crc32(head[12:29]).to_bytes(4)
    assert image_size(bytes(head)) == (30_000, 20_000)
    for kind in ("PPM", "EPS", "ICNS", "TGA"):
        other = io.BytesIO()
        Image.new("RGB", (16, 16)).save(other, kind)
        assert image_size(other.getvalue()) is None, kind
