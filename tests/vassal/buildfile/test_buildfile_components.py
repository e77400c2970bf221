"""The declared components against the build files that the real engine wrote."""

from __future__ import annotations

import codecs
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from builder.drawing.useless import is_svg
from builder.vassal import strangers_xml
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.declaration import Component, Unknown

DATA = Path(__file__).parents[2] / "data" / "vassal"
MODULES = ["sample", "everything"]

# What the engine works out by itself when it writes a module anew: sizes from pictures, window
# geometry, attributes that it ignores, its own version marks.
ENGINE_COMPUTES = {
    "PieceSlot": {"width", "height"},
    "CardSlot": {"width", "height"},
    "ListWidget": {"width", "height"},
    "Board": {"width", "height", "color"},
    "CounterDetailViewer": {"version"},
    "Scroller": {"use_arrows"},
    "TurnTracker": set(),
    "PrivateMap": {"use_boards"},
    "PlayerHand": {"use_boards"},
}
# Attributes that the engine does not know, in files written by hand.
ENGINE_IGNORES = {
    ("RegionGrid", "snapTo"),
    ("DrawPile", "shuffleKey"),
    ("TurnTracker", "title"),
}
# Components that the engine adds to a module that lacks them.
ENGINE_ADDS = (
    c.Option,
    c.ZonedGridHighlighter,
    c.GlobalProperties,
    c.SelectionHighlighters,
    c.Flare,
    c.HighlightLastMoved,
    c.GlobalTranslatableMessages,
    c.Language,
    c.ColorManager,
    c.FontManager,
    c.FontStyle,
    c.GamePieceLayoutsContainer,
)


def tree(data: bytes) -> bytes:
    parser = etree.XMLParser(remove_blank_text=True)
    return etree.tostring(etree.fromstring(data, parser), method="c14n")


def own_file(name: str) -> bytes:
    with zipfile.ZipFile(DATA / f"{name}.vmod") as archive:
        return archive.read("buildFile.xml")


@pytest.mark.parametrize("name", MODULES)
def test_what_the_engine_wrote_is_written_again_exactly(name: str) -> None:
    canon = (DATA / f"{name}.canon.xml").read_bytes()
    assert tree(xml.to_bytes(xml.from_bytes(canon))) == tree(canon)


@pytest.mark.parametrize("name", MODULES)
def test_every_element_and_attribute_of_the_engine_is_declared(name: str) -> None:
    root = xml.from_bytes((DATA / f"{name}.canon.xml").read_bytes())
    assert [part.tag for part in root.walk() if isinstance(part, Unknown)] == []
    assert [(part.tag, part.verbatim) for part in root.walk() if part.verbatim] == []


def assert_same(ours: Component, engine: Component, where: str) -> None:
    name = type(ours).__name__
    where = f"{where}/{name}"
    assert type(ours) is type(engine), where
    assert ours.content == engine.content, where
    computed = ENGINE_COMPUTES.get(name, set())
    for attribute in ours.attributes():
        if attribute.field not in computed:
            mine, theirs = (getattr(part, attribute.field) for part in (ours, engine))
            # None and the empty text both mean that nothing is set.
            assert (mine or None) == (theirs or None), f"{where}.{attribute.xml}"
    assert {(name, key) for key, _ in ours.verbatim} <= ENGINE_IGNORES, where
    mine_left = list(ours.children)
    for child in engine.children:
        if (
            mine_left
            and type(mine_left[0]) is type(child)
            and (
                not isinstance(child, c.Option) or child.name == mine_left[0].name  # type: ignore[attr-defined]
            )
        ):
            assert_same(mine_left.pop(0), child, where)
        else:
            assert isinstance(child, ENGINE_ADDS), f"{where}: {child.tag}"
    assert mine_left == [], where


@pytest.mark.parametrize("name", MODULES)
def test_our_reading_equals_the_engines(name: str) -> None:
    ours = xml.from_bytes(xml.to_bytes(xml.from_bytes(own_file(name))))
    engine = xml.from_bytes((DATA / f"{name}.canon.xml").read_bytes())
    assert_same(ours, engine, "")


def test_children_named_in_declarations_exist() -> None:
    named = {cls.__name__ for cls in xml.declared().values()}
    for cls in xml.declared().values():
        assert set(cls.HOLDS) <= named, cls


@pytest.mark.parametrize("name", MODULES)
def test_the_engines_nesting_is_what_the_declarations_allow(name: str) -> None:
    root = xml.from_bytes((DATA / f"{name}.canon.xml").read_bytes())
    for parent in root.walk():
        for child in parent.children:
            assert type(child).__name__ in parent.HOLDS, f"{parent.tag} holds {child.tag}"


def test_unknown_elements_and_unreadable_attributes_are_kept() -> None:
    data = (
        b'<VASSAL.build.GameModule name="X" odd="1" nextPieceSlotId="many">'
        b'<my.own.Thing a="b">text<inner/></my.own.Thing></VASSAL.build.GameModule>'
    )
    root = xml.from_bytes(data)
    assert isinstance(root, c.GameModule)
    assert dict(root.verbatim) == {"odd": "1", "nextPieceSlotId": "many"}
    again = etree.fromstring(xml.to_bytes(root))
    assert again.get("nextPieceSlotId") == "many"
    assert again.find("my.own.Thing").text == "text"  # type: ignore[union-attr]
    assert xml.from_bytes(xml.to_bytes(root)) == root


def test_a_wrong_choice_is_refused_when_written() -> None:
    with pytest.raises(ValueError, match=r"TurnTracker\.lengthStyle: 'Long' is none of Variable"):
        c.TurnTracker(length_style="Long").encoded()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<a><b></a>",
        b'<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
        "<!DOCTYPE a><a/>".encode("utf-16"),
        b"<a>" * 300 + b"</a>" * 300,
    ],
)
def test_hostile_or_broken_xml_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  the message is the parser's
        xml.from_bytes(data)


WORDS = (
    b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n\t<!ENTITY ns "urn:x">\n%s]>\n'
)


@pytest.mark.parametrize("more", [b"", b"<!ENTITY two 'b'>\n", b"<!ENTITY two 'b' >"])
def test_a_drawing_may_have_words_for_texts_as_illustrator_writes_them(more: bytes) -> None:
    drawing = WORDS % more + '<svg xmlns="&ns;" id="&ns;#1 &amp; 2">Ñ</svg>'.encode()
    named = '<?xml version="1.0" encoding="UTF-16"?>' + drawing.decode()
    for data in (drawing, codecs.BOM_UTF8 + drawing, named.encode("utf-16"),
                 codecs.BOM_UTF16_BE + named.encode("utf-16-be")):  # fmt: skip
        root = strangers_xml.parse_drawing(data)
        assert is_svg(data)
        assert (root.tag, root.get("id"), root.text) == ("{urn:x}svg", "urn:x#1 & 2", "Ñ")


@pytest.mark.parametrize(
    ("more", "inside"),
    [
        (b'<!ENTITY two "&ns;&ns;">', b""),
        (b'<!ENTITY two SYSTEM "file:///etc/passwd">', b""),
        (b'<!ENTITY % two "b">', b""),
        (b'<!ATTLIST svg a CDATA "b">', b""),
        (b'<!ENTITY two "%s">' % (b"b" * 201), b""),
        (b'<!ENTITY two "b"> ' * 40, b""),
        (b'<!ENTITY two "%s">' % (b"b" * 200), b"&two;" * 90_000),
        (b"", b"&three;"),
    ],
    ids=["nested", "file", "parameter", "attributes", "long", "many", "grows", "unknown"],
)
def test_other_words_of_a_drawing_are_refused(more: bytes, inside: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  the message is the parser's
        strangers_xml.parse_drawing(WORDS % more + b"<svg>" + inside + b"</svg>")
