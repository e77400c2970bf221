"""The audit: silent about a good module, and each defect found when it is made on purpose."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from PIL import Image

from assistant.words.findings import complaining
from builder.lint import CODES, audit, audit_with, images, publishing
from builder.lint import subject as subjects
from builder.lint.document import document
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component, Unknown
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.module import Module, module_entries, write_module
from builder.vassal.buildfile.piece_text import write_piece
from builder.vassal.traits import (
    BasicPiece,
    Delete,
    Immobile,
    Layer,
    Marker,
    MarkMoved,
    Mask,
    PlaceMarker,
    PlaySound,
    Prototype,
    ReportAction,
    Trail,
    Trait,
    UnknownTrait,
)
from tests.drawing.test_art import taller
from tests.extending import BLUE, at, extension, table
from tests.extending import slot as extended

DATA = Path(__file__).parents[1] / "data" / "vassal"


def png(width: int = 8, height: int = 8) -> bytes:
    stream = io.BytesIO()
    Image.new("1", (width, height)).save(stream, "PNG")
    return stream.getvalue()


def slot(gpid: str = "1", name: str = "1st", *traits: Trait, **basic: str) -> c.PieceSlot:
    given = traits or (Prototype(name="Unit"),)
    inner = BasicPiece(image=basic.get("image", "a.png"), name=name, gpid=gpid)
    return c.PieceSlot(entry_name=name, gpid=gpid, content=write_piece([*given, inner]))


def prototype(name: str, *traits: Trait) -> c.PrototypeDefinition:
    return c.PrototypeDefinition(name=name, content=write_piece([*traits, BasicPiece(name=name)]))


UNIT = prototype("Unit", MarkMoved(image="/images/moved.gif"), Trail(), ReportAction(), Delete())


def hexes(dy: float = 64.0, **how: object) -> c.HexGrid:
    numbering = c.HexGridNumbering(**{"stagger": False, **how})  # type: ignore[arg-type]
    return c.HexGrid(dx=55.4, dy=dy, x0=20, y0=32).holding(numbering)


def board(*grid: Component) -> c.Board:
    return c.Board(name="Board", image="map.png").holding(*(grid or (hexes(),)))


def window(*parts: Component, boards: tuple[Component, ...] = ()) -> c.MapWindow:
    picker = c.BoardPicker().holding(*(boards or (board(),)))
    return c.MapWindow(map_name="Main").holding(picker, *parts)


def stack(*, x: int = 20, y: int = 32, **how: object) -> c.SetupStack:
    start = c.SetupStack(name="s", owning_board="Board", x=x, y=y, **how)  # type: ignore[arg-type]
    return start.holding(slot())


def roster(*sides: str) -> c.PlayerRoster:
    return c.PlayerRoster().holding(c.Entry(content=side) for side in sides or ("Red", "Blue"))


def parts(**changed: Component | None) -> list[Component]:
    """The components of a good module; keywords replace or leave out some."""
    good: dict[str, Component | None] = {
        "encoder": c.BasicCommandEncoder(),
        "roster": roster(),
        "prototypes": c.PrototypesContainer().holding(UNIT),
        "map": window(stack()),
        "extra": None,
    }
    return [part for part in {**good, **changed}.values() if part is not None]


def module(*, images: dict[str, bytes] | None = None, **changed: Component | None) -> Module:
    pictures = {"map.png": png(400, 300), "a.png": png()}
    return Module.of("Good", "1.0.0", parts(**changed), images={**pictures, **(images or {})})


def codes(made: Module, tmp_path: Path) -> set[str]:
    path = tmp_path / "good.vmod"
    write_module(made, path)
    return {finding.code for finding in audit(path)}


def test_a_good_module_has_no_findings(tmp_path: Path) -> None:
    assert codes(module(), tmp_path) == set()


def piece_with(*traits: Trait, **basic: str) -> c.MapWindow:
    return window(stack().replace(children=(slot("1", "1st", *traits, **basic),)))


def zone(**how: object) -> c.Zone:
    return c.Zone(name="Z", **how)  # type: ignore[arg-type]


SQUARE = ((0, 0), (100, 0), (100, 100), (0, 100))
CIRCLE = c.PrototypesContainer().holding(
    UNIT, prototype("P", Prototype(name="Q")), prototype("Q", Prototype(name="P"))
)

DEFECTS: list[tuple[str, Callable[[], Module]]] = [
    ("M005", lambda: Module.of("Good", "1.0.0", parts(), vassal_version="9.0.0")),
    ("M006", lambda: module(images={"A.png": png(), "b.png": png()})),
    ("M012", lambda: Module.of("Good", "1.0", parts())),
    ("M101", lambda: module(encoder=None, extra=c.BasicCommandEncoder())),
    ("M101", lambda: module(encoder=None)),
    ("M102", lambda: module(extra=Unknown(name="VASSAL.build.module.Nothing"))),
    ("M104", lambda: module(extra=c.Zoomer())),
    ("M105", lambda: module(extra=c.Chatter(verbatim=(("loud", "1"),)))),
    ("M106", lambda: module(extra=c.TurnTracker(verbatim=(("length", "long"),)))),
    ("M106", lambda: module(extra=window(boards=(c.Board(verbatim=(("width", " 60 "),)),)))),
    ("M107", lambda: module(extra=c.SpecialDiceButton().holding(
        c.SpecialDie().holding(c.SpecialDieFace())))),
    ("M108", lambda: module(extra=c.MapWindow(map_name="Bare"))),
    ("M109", lambda: module(extra=window())),
    ("M109", lambda: module(prototypes=c.PrototypesContainer().holding(UNIT, UNIT))),
    ("M109", lambda: module(roster=roster("Red", "Red"))),
    ("M110", lambda: module(extra=c.PredefinedSetup(name="S", file="s.vsav"))),
    ("M110", lambda: module(extra=c.Documentation().holding(c.HelpFile(file_name="h.html")))),
    ("M110", lambda: module(extra=c.ChartWindow().holding(c.HtmlChart(file_name="h.html")))),
    ("M111", lambda: module(roster=None)),
    ("M112", lambda: module(extra=c.PlayerHand(map_name="Hand", side=("Green",)))),
    ("M113", lambda: module(extra=c.TurnTracker())),
    ("M113", lambda: module(extra=c.TurnTracker().holding(c.ListTurnLevel()))),
    ("M114", lambda: module(map=window(stack(), c.Zoomer(zoom_start=12)))),
    ("M115", lambda: module(extra=c.ToolbarMenu(menu_items=("Dice",)))),
    ("M201", lambda: module(map=window(stack().replace(children=(c.PieceSlot(gpid="1"),))))),
    ("M201", lambda: module(map=window(stack().replace(children=(
        c.PieceSlot(gpid="1", content="+/null/piece;;;a.png/null;0;0;1;0"),))))),
    ("M201", lambda: module(map=window(stack().replace(children=(
        c.PieceSlot(gpid="1", content="+/null/mark;A/B"),))))),
    ("M202", lambda: module(map=piece_with(Prototype(name="Unti")))),
    ("M203", lambda: module(prototypes=CIRCLE)),
    ("M204", lambda: module(map=piece_with(UnknownTrait(definition="fly;high")))),
    ("M205", lambda: module(map=window(stack().replace(children=(slot(""),))))),
    ("M206", lambda: module(map=window(stack().holding(slot("1", "2nd"))))),
    ("M206", lambda: module(map=piece_with(
        PlaceMarker(marker=slot("1").content, gpid="1"), Prototype(name="Unit")))),
    ("M208", lambda: module(map=piece_with(Trail(), MarkMoved(image="a.png")))),
    ("M209", lambda: module(map=piece_with(ReportAction(), MarkMoved(image="a.png")))),
    ("M210", lambda: module(map=piece_with(ReportAction(), Trail()))),
    ("M211", lambda: module(prototypes=c.PrototypesContainer().holding(UNIT, prototype("Idle")))),
    ("M212", lambda: module(map=piece_with(
        Layer(images=("a.png",), level_names=("a", "b")), Prototype(name="Unit")))),
    ("M213", lambda: module(map=piece_with(Delete(command="Away"), Prototype(name="Unit")))),
    ("M214", lambda: module(map=window(stack().replace(children=(
        slot("1", "", Immobile(move="V"), image=""),))))),
    ("M301", lambda: module(map=piece_with(Prototype(name="Unit"), image="A.PNG"))),
    ("M301", lambda: module(map=piece_with(Layer(images=("b.png",)), Prototype(name="Unit")))),
    ("M301", lambda: module(map=piece_with(
        Mask(back_image="b.png", display="B"), Prototype(name="Unit")))),
    ("M301", lambda: module(extra=c.DiceButton(icon="dice.png"))),
    ("M302", lambda: module(images={"idle.png": png()})),
    ("M303", lambda: module(images={"a.png": b"hello"})),
    ("M303", lambda: module(images={"a.png": taller(png())})),
    ("M303", lambda: module(images={"a.gif": b"GIF89a\1\0\1\0\0\0\0,"})),
    ("M306", lambda: module(extra=c.DiceButton(icon="/images/dice.gif"))),
    ("M305", lambda: module(map=piece_with(PlaySound(clip="boom.wav"), Prototype(name="Unit")))),
    ("M401", lambda: module(map=window(stack(), boards=(
        board(hexes(h_leading=0, v_leading=0, v_off=8)),)))),
    ("M401", lambda: module(map=window(stack(), boards=(
        board(hexes(location_format="$column$")),)))),
    ("M401", lambda: module(map=window(stack(), boards=(board(
        c.SquareGrid(dx=10.0, dy=10.0).holding(c.SquareGridNumbering(h_leading=0, v_leading=0))
    ),)))),
    ("M402", lambda: module(map=window(stack(x=400)))),
    ("M403", lambda: module(map=window(stack(use_grid_location=True, location="9901")))),
    ("M404", lambda: module(map=window(c.SetupStack(owning_board="Bord")))),
    ("M405", lambda: module(map=window(stack(x=30, y=40)))),
    ("M406", lambda: module(map=window(stack(), boards=(
        board(c.ZonedGrid().holding(zone(), hexes())),)))),
    ("M407", lambda: module(map=window(stack(), boards=(
        board(c.SquareGrid(dx=0.0).holding(c.SquareGridNumbering())),)))),
    ("M408", lambda: module(map=window(stack(), boards=(board(c.HexGrid(dy=70.0)),)))),
    ("M409", lambda: module(map=window(stack(), boards=(
        board(hexes(57.0, stagger=True, h_descend=True)),)))),
    ("M501", lambda: module(map=window(stack().replace(children=(slot("1", "1st\\"),))))),
    ("M502", lambda: module(map=piece_with(Marker.of(Note="a\\"), Prototype(name="Unit")))),
    ("M502", lambda: module(extra=c.DiceButton(name="a\tb"))),
    ("M503", lambda: module(extra=c.DiceButton(name="2d6 "))),
    ("M504", lambda: module(roster=roster("<observer>"))),
    ("M505", lambda: module(map=window(stack().replace(children=(slot("1", "$5 bill"),))))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "make"), DEFECTS, ids=[f"{code}-{n}" for n, (code, _) in enumerate(DEFECTS)]
)
def test_each_defect_is_found(code: str, make: Callable[[], Module], tmp_path: Path) -> None:
    assert code in codes(make(), tmp_path)


def test_a_module_is_audited_with_its_extensions(tmp_path: Path) -> None:
    file, _, folder = table(tmp_path / "t")
    bare = {finding.code for finding in audit(file)}
    extension(folder / "a.vmdx", at(BLUE, extended("abc:1", "New", "gone.png")))
    extension(folder / "lost.vmdx", module="Chess")
    named = extension(tmp_path / "named.vmdx")
    found = audit_with(file, [named])
    assert [one.name for one in found.extensions] == ["a", "named"]
    told = {one.code: one.text for one in found.findings if one.code not in bare}
    assert told["M301"] == "there is no image gone.png."
    assert "'lost.vmdx' was left out" in told["M008"]


def rezipped(tmp_path: Path, entries: list[tuple[str, bytes]], name: str = "x.vmod") -> set[str]:
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        for entry, data in entries:
            archive.writestr(entry, data)
    return {finding.code for finding in audit(path)}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_defects_of_the_archive(tmp_path: Path) -> None:
    (_, _), build, *rest = module_entries(module())
    bare = [build, *rest]
    assert rezipped(tmp_path, bare) == {"M001"}
    old = ("moduledata", Metadata("Good", "1.0.0", "3.4.13").encode())
    assert rezipped(tmp_path, [old, *bare]) == {"M002"}
    other = ("moduledata", Metadata("Other", "2.0.0", "3.7.26").encode())
    assert rezipped(tmp_path, [other, *bare]) == {"M004", "M011"}
    good = ("moduledata", Metadata("Good", "1.0.0", "3.7.26").encode())
    assert rezipped(tmp_path, [good, *bare, rest[0]]) == {"M003"}
    assert rezipped(tmp_path, [good, *bare, bare[0]]) == {"M003"}
    assert rezipped(tmp_path, [good, good, *bare]) == {"M003"}
    assert rezipped(tmp_path, [good, *bare], "good.zip") == {"M013"}


def test_the_next_free_number_is_checked(tmp_path: Path) -> None:
    data, (name, build), *rest = module_entries(module())
    low = build.replace(b'nextPieceSlotId="2"', b'nextPieceSlotId="1"')
    assert low != build
    assert rezipped(tmp_path, [data, (name, low), *rest]) == {"M207"}


def test_a_class_that_comes_with_the_module_is_only_noted(tmp_path: Path) -> None:
    own = module(extra=Unknown(name="my.Thing")).replace(files={"my/Thing.class": b""})
    assert codes(own, tmp_path) == {"M103"}


def test_what_was_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects.limits, "EXPANDED", 0)
    assert "M007" in codes(module(), tmp_path)


def test_a_width_that_cannot_be_read_is_not_told_as_the_default(tmp_path: Path) -> None:
    grid = c.HexGrid(dy=70.0, verbatim=(("dx", "6_0"),))
    found = codes(module(map=window(stack(), boards=(board(grid),))), tmp_path)
    assert "M106" in found
    assert "M408" not in found


def test_a_piece_of_more_traits_than_are_read_says_the_bound(tmp_path: Path) -> None:
    many = slot("2", "many", *(Marker(names=(f"m{n}",)) for n in range(501)))
    path = tmp_path / "many.vmod"
    write_module(module(extra=c.PieceWindow(name="w").holding(c.ListWidget().holding(many))), path)
    found = [one for one in audit(path) if "many" in one.where]
    assert [(one.code, one.text) for one in found] == [
        ("M007", "it has more than 500 traits, which no piece needs.")
    ]


def telling(width: int, height: int) -> bytes:
    """A PNG whose header says that it is so large."""
    header = b"IHDR" + struct.pack(">II", width, height) + png()[24:29]
    return png()[:12] + header + struct.pack(">I", crc32(header)) + png()[33:]


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="9"><rect/></svg>'


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.png", b"RIFF\x16\0\0\0WEBPVP8L", "it is of a kind that VASSAL does not show"),
        ("a.png", b"RIFF\x16\0\0\0WAVEfmt ", "it is no image"),
        ("a.png", png(200, 9)[:41] + b"\xff" * 8 + png(200, 9)[49:], "it is damaged"),
        ("a.png", SVG % b"9", "VASSAL wants a name that ends in .svg"),
        ("a.svg", png(), "it is no drawing in SVG"),
        ("a.svg", SVG[:50], "the drawing is damaged"),
        ("a.svg", b"<html><p/></html>", "it is no image"),
        ("a.svg", SVG % b"nan", "the drawing does not say how large it is"),
        ("a.png", telling(15_000, 14_000), "15000 x 14000 pixels, 840 MB"),
    ],
)
def test_a_picture_that_vassal_does_not_show_is_told(
    name: str, data: bytes, told: str, tmp_path: Path
) -> None:
    write_module(module(images={name: data}), tmp_path / "good.vmod")
    found = {one.where: one.text for one in audit(tmp_path / "good.vmod") if one.code != "M302"}
    assert told in found[f"images/{name}"]


@pytest.mark.parametrize(
    "data",
    [
        SVG % b"9",
        SVG.replace(b"<", b"<s:").replace(b"<s:/", b"</s:").replace(b"xmlns", b"xmlns:s") % b"9",
    ],
)
def test_a_drawing_of_either_spelling_is_sound(data: bytes, tmp_path: Path) -> None:
    assert codes(module(images={"a.svg": data}), tmp_path) == {"M302"}


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "MAX_SIZE", 100)
    monkeypatch.setattr(images, "LARGE", 100_000)
    assert codes(module(), tmp_path) == {"M014", "M304"}


@pytest.mark.parametrize(
    "name",
    [
        "CON.vmod",
        "com¹.vmod",
        "CONIN$.vmod",
        "a:b.vmod",
        "a?.vmod",
        "x.zip",
        " a.vmod",
        "a..b.vmod",
        f"{'x' * 260}.vmod",
    ],
)
def test_unsafe_file_names(name: str) -> None:
    assert publishing.unsafe_name(name)


def test_safe_file_names() -> None:
    assert publishing.unsafe_name("Army Group Center 1.0.0.vmod") == ""
    assert publishing.unsafe_name("Contact.vmod") == ""


def test_every_code_is_tested_on_purpose() -> None:
    in_tests = {code for code, _ in DEFECTS}
    in_tests |= {
        "M001",
        "M002",
        "M003",
        "M004",
        "M007",
        "M008",
        "M011",
        "M013",
        "M014",
        "M103",
        "M207",
        "M304",
        "M307",
    }
    assert in_tests == set(CODES)


def test_the_document_is_that_of_the_codes() -> None:
    path = Path(__file__).parents[2] / "docs" / "audit.md"
    assert path.read_text(encoding="utf-8") == document()


def test_the_spanish_document_says_what_the_audit_says_in_spanish() -> None:
    path = Path(__file__).parents[2] / "docs" / "es" / "audit.md"
    rows = [row for row in path.read_text(encoding="utf-8").splitlines() if row[:3] == "| M"]
    say = complaining("es")
    cells = [re.split(r" (?<!\\)\| ", row[2:-2].strip()) for row in rows]
    said = [(code, weight, remedy.replace("\\|", "|")) for code, weight, _, remedy in cells]
    assert said == [(c, say(about.severity), say(about.remedy)) for c, about in CODES.items()]


@pytest.mark.parametrize("name", ["sample", "everything"])
def test_what_the_engine_accepts_has_no_errors(name: str) -> None:
    findings = audit(DATA / f"{name}.vmod")
    assert {finding.code for finding in findings} == {"M012", "M105", "M405"}


def test_a_finding_says_where_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "good.vmod"
    write_module(module(map=piece_with(Prototype(name="Unit"), image="A.PNG")), path)
    (finding,) = [finding for finding in audit(path) if finding.code == "M301"]
    assert finding.where == "Map 'Main' > SetupStack 's' > PieceSlot '1st'"
    assert finding.text == "there is no image A.PNG."
    assert "a.png" in finding.remedy
    assert finding.as_json()["severity"] == "error"
