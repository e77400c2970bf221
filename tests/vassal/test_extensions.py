"""A module's extensions: found where VASSAL finds them, put where they say, told where they lack."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder import limits
from builder.vassal import extensions
from builder.vassal.answers import Viewer
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import grafting as grafts
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.grafting import GraftError, Grafting, called
from builder.vassal.errors import VassalFileError
from builder.vassal.extensions import active, open_module
from builder.vassal.module_shape import shape_of
from builder.vassal.opened import open_game
from tests.extending import (
    BLUE,
    BOARD,
    DECK,
    MAIN,
    MAP,
    PICKER,
    PROPERTIES,
    PROPERTY,
    PROTOTYPES,
    SAVE,
    STACK,
    B,
    at,
    extension,
    part,
    picture,
    slot,
    stack,
    table,
    window,
)

PIECE = "+/77/piece;;;;Far Guard/Annex;100;100;abc:1;0"


@pytest.fixture(autouse=True)
def nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensions, "_settings", lambda: tmp_path / "settings")


def ways(root: Component) -> Iterator[str]:
    """Every component of a tree by its way from the root, in a few letters."""

    def walk(at_: Component, way: str) -> Iterator[str]:
        for child in at_.children:
            fields = ("map_name", "entry_name", "name")
            name = next((told for f in fields if (told := getattr(child, f, None))), "")
            own = f"{way}/{child.tag.rpartition('.')[2]}:{name}"
            yield own
            yield from walk(child, own)

    yield from walk(root, "")


def added(module: Path, *named: Path) -> list[str]:
    with open_module(module) as whole:
        before = set(ways(whole.module.root))
    with open_module(module, named) as whole:
        return [way for way in ways(whole.module.root) if way not in before]


@pytest.mark.parametrize(
    ("element", "way"),
    [
        pytest.param(at("", window("Annex")), "/Map:Annex", id="in the module itself"),
        pytest.param(at(MAIN, stack("far", 1, 2, slot("abc:1", "A"))), "/Map:Main Map/SetupStack:far", id="in a map"),
        pytest.param(at(f"{MAIN}/{PICKER}", part(BOARD, name="Second")), "/Map:Main Map/BoardPicker:/Board:Second", id="a board"),
        pytest.param(at(BLUE, slot("abc:2", "New")), "/PieceWindow:/TabWidget:Tabs/ListWidget:Blue/PieceSlot:New", id="a path of three steps"),
        pytest.param(at(f"{MAP}:No such", stack("far", 1, 2)), "/Map:Main Map/SetupStack:far", id="the first of the class for want of a name"),
        pytest.param(at(f"{B}module.PieceWindow:Gone/{B}widget.TabWidget/{B}widget.ListWidget:Blue", slot("abc:2", "New")), "/PieceWindow:/TabWidget:Tabs/ListWidget:Blue/PieceSlot:New", id="the first that has the rest"),
        pytest.param(at(f"{MAIN}/{STACK}:s2 - Red Guard - (300,200)", slot("abc:2", "New")), "/Map:Main Map/SetupStack:s2/PieceSlot:New", id="a stack by name, piece and place"),
        pytest.param(at(f"{B}module.properties.GlobalTranslatableMessages", part(f"{B}module.properties.GlobalTranslatableMessage", name="M")), "/GlobalTranslatableMessages:/GlobalTranslatableMessage:M", id="what VASSAL gives every module"),
        pytest.param(at(f"{MAIN}/{PROPERTIES}", part(PROPERTY, name="Mud")), "/Map:Main Map/GlobalProperties:/GlobalProperty:Mud", id="what VASSAL gives every map"),
    ],
)  # fmt: skip
def test_an_element_goes_where_it_says(tmp_path: Path, element: str, way: str) -> None:
    module, _, folder = table(tmp_path / "t")
    assert way in added(module, extension(folder.parent / "x.vmdx", element))


def test_components_are_called_as_vassals_editor_calls_them() -> None:
    card = c.PieceSlot(entry_name="Guard")
    parts = [
        (c.MapWindow(map_name="Main"), "Main"),
        (c.BoardPicker(), ""),
        (c.CounterDetailViewer(description="Viewer"), "Viewer"),
        (c.ListWidget(entry_name="Blue"), "Blue"),
        (c.SetupStack(x=1, y=2), "(1,2)"),
        (c.SetupStack(name="s", use_grid_location=True, location="0101").holding(card), "s - Guard - 0101"),
        (c.DrawPile(name="Deck").holding(card), "Deck"),
        (c.StackMetrics(), ""),
    ]  # fmt: skip
    assert [called(part) for part, _ in parts] == [name for _, name in parts]


def test_one_extension_adds_to_what_another_has_added(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    extension(folder / "a.vmdx", at("", window("Annex")))
    extension(folder / "b.vmdx", at(f"{MAP}:Annex", stack("later", 1, 2)))
    with open_module(module) as whole:
        assert whole.module.extensions == (("a", "1.2"), ("b", "1.2"))
        assert not whole.notes
        assert "/Map:Annex/SetupStack:later" in set(ways(whole.module.root))


def test_a_stack_is_called_by_the_piece_that_an_extension_puts_in_first(tmp_path: Path) -> None:
    """Where it was looked for before by another name, too."""
    module, _, folder = table(tmp_path / "t")
    extension(
        folder / "a.vmdx",
        at(MAIN, stack("e", 1, 2)),
        at(f"{MAIN}/{STACK}:e - (1,2)", slot("abc:1", "One")),
        at(f"{MAIN}/{STACK}:e - One - (1,2)", slot("abc:2", "Two")),
    )
    with open_module(module) as whole:
        found = set(ways(whole.module.root))
    assert {f"/Map:Main Map/SetupStack:e/PieceSlot:{name}" for name in ("One", "Two")} <= found


def test_nothing_stays_of_an_extension_that_does_not_fit(tmp_path: Path) -> None:
    """Nor of what the module is given for it, which comes behind something else of it."""
    root = c.GameModule().holding(c.MapWindow(map_name="Main"))
    grafting = Grafting(root)
    usual = f"{B}module.properties.GlobalTranslatableMessages"
    parts = [("", c.MapWindow(map_name="Annex")), (usual, c.ListWidget()), (f"{MAP}:No/x:y", c.ListWidget())]  # fmt: skip
    elements = [c.ExtensionElement(target=to).holding(one) for to, one in parts]
    for _ in range(2):
        with pytest.raises(GraftError, match="no x 'y'"):
            grafting.add(c.ModuleExtension().holding(*elements))
    assert grafting.grown()[0].children == root.children


def test_an_extension_is_laid_in_by_as_much_work_as_it_has_elements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each was compared with all that came before it."""
    asked = []
    monkeypatch.setattr(grafts, "called", lambda part, *_: asked.append(part) or called(part))
    window = f"{B}module.PieceWindow:"
    tabs = [
        c.ExtensionElement(target=window).holding(c.TabWidget(entry_name=str(n)))
        for n in range(200)
    ]
    slots = [
        c.ExtensionElement(target=f"{window}/{B}widget.TabWidget:{n}").holding(
            c.ListWidget(entry_name="x")
        )
        for n in range(200)
    ]
    grafting = Grafting(c.GameModule().holding(c.PieceWindow()))
    grafting.add(c.ModuleExtension().holding(*tabs, *slots))
    assert len(asked) < 1_000
    aimless = c.ExtensionElement(target=f"{window}/{B}widget.TabWidget:none/x:y").holding(
        c.ListWidget()
    )
    monkeypatch.setattr(limits, "GRAFT_LOOKS", 100)
    with pytest.raises(GraftError, match="more places than any needs"):
        grafting.add(c.ModuleExtension().holding(aimless))


def test_vassal_numbers_what_extensions_add_after_all_the_rest(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    chart = part(f"{B}widget.MapWidget", part(f"{B}widget.WidgetMap"), entryName="chart")
    extension(folder / "a.vmdx", at("", window("Annex")))
    extension(folder / "b.vmdx", at(f"{B}module.PieceWindow/{B}widget.TabWidget:Tabs", chart))
    with open_module(module) as whole:
        ids = {map_.name: map_.id for map_ in shape_of(whole.module).maps}
    assert ids == {"Main Map": "Map0", "Annex": "Map1", "Map2": "Map2"}


def test_a_save_lies_on_the_maps_of_extensions(tmp_path: Path) -> None:
    module, save, folder = table(tmp_path / "t", ["a 1.2"], PIECE)
    extension(
        folder / "a.vmdx",
        at("", window("Annex", board="Ground", image="ground.png")),
        at(PROPERTIES, part(PROPERTY, name="Snow", initialValue="deep")),
        files={"images/ground.png": picture()},
    )
    game = open_game(save, module)
    state = game.replay.state(0)
    answers = game.answers(state, Viewer())
    assert not game.notes
    assert answers.locator.name(*state.place("77")) == "0302"
    assert answers.property(state.pieces["77"], "Snow") == "deep"
    alone = open_game(save, SAVE.with_name("sample.vmod"))
    assert alone.replay.state(0).place("77").map is None


def test_pictures_of_the_module_come_before_those_of_extensions(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    files = {"images/blue.png": b"other", "images/new.png": b"new", "help/a.html": b"help"}
    extension(folder / "a.vmdx", files=files)
    with open_module(module) as whole:
        read = whole.module
        assert read.images["blue.png"] != b"other"
        assert (read.images["new.png"], read.files["help/a.html"]) == (b"new", b"help")
        assert "extensiondata" not in read.files


def test_only_what_lies_in_the_folder_is_active(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    for name in ("b.vmdx", "a.zip", ".hidden.vmdx", "inactive/c.vmdx"):
        extension(folder / name)
    shutil.copy(module, folder / "other.vmod")
    (folder / "notes.txt").write_text("no ZIP")
    assert [path.name for path in active(module)] == ["a.zip", "b.vmdx"]


def test_an_extension_without_metadata_is_known_by_its_beginning(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    made = extension(tmp_path / "made.vmdx", at(BLUE, slot("abc:2", "New")))
    folder.mkdir()
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(folder / "old.mdx", "w") as new:
        new.writestr("buildFile", old.read("buildFile.xml"))
    with open_module(module) as whole:
        assert whole.module.extensions == (("old", "1.2"),)


MISSING = (
    "The save was made with the extensions 'a' 1.2, 'b' 3, which are not there, so what they add "
    "is not known: put them into {folder}, or name their files with --extension."
)
ONE_MISSING = (
    "The save was made with the extension 'b' 3, which is not there, so what it adds is not known: "
    "put it into {folder}, or name its file with --extension."
)
VERSION = (
    "The save was made with version 3 of the extension 'b', and version 1.2 was read: what has "
    "changed between them may be shown wrongly."
)


@pytest.mark.parametrize(
    ("there", "notes"),
    [
        ((), [MISSING]),
        (("a",), [ONE_MISSING]),
        (("a", "B"), [VERSION]),
    ],
)
def test_a_save_tells_which_extensions_it_misses(
    tmp_path: Path, there: tuple[str, ...], notes: list[str]
) -> None:
    module, save, folder = table(tmp_path / "t", ["a 1.2", "b 3"])
    for name in there:
        extension(folder / f"{name}.vmdx")
    assert list(map(str, open_game(save, module).notes)) == [n.format(folder=folder) for n in notes]


@pytest.mark.parametrize("where", ["sample_ext/inactive/", ""])
def test_what_a_save_needs_is_found_where_vassal_does_not_load_it(
    tmp_path: Path, where: str
) -> None:
    module, save, folder = table(tmp_path / "t", ["a 1.2"], PIECE)
    file = extension(folder.parent / f"{where}a.vmdx", at("", window("Annex")))
    game = open_game(save, module)
    assert game.replay.state(0).place("77").map == "Annex"
    assert [str(note) for note in game.notes] == [
        f"VASSAL would not load the extension 'a', which the save needs: it was read from {file}."
    ]


def test_an_extension_for_all_modules_is_read_if_a_save_needs_it(tmp_path: Path) -> None:
    module, save, _ = table(tmp_path / "t", ["a 1.2"], PIECE)
    extension(tmp_path / "settings" / "ext" / "a.vmdx", at("", window("Annex")))
    game = open_game(save, module)
    assert game.replay.state(0).place("77").map == "Annex"
    assert not game.notes
    with open_module(module) as whole:
        assert not whole.module.extensions


def test_what_no_save_needs_is_not_looked_for(tmp_path: Path) -> None:
    module, save, folder = table(tmp_path / "t")
    extension(folder / "inactive" / "a.vmdx", at("", window("Annex")))
    game = open_game(save, module)
    assert game.module is not None
    assert (game.module.extensions, game.notes) == ((), ())


def test_an_extension_that_is_named_stands_for_the_one_in_the_folder(tmp_path: Path) -> None:
    module, save, folder = table(tmp_path / "t", ["a 2"], PIECE)
    extension(folder / "a.vmdx")
    other = extension(tmp_path / "a.vmdx", at("", window("Annex")), version="2")
    game = open_game(save, module, [other])
    assert game.replay.state(0).place("77").map == "Annex"
    assert not game.notes


NO_PLACE = (
    "the module has no ListWidget 'Green', to which it adds: take the extension and the module in "
    "versions that belong together"
)
OTHERS = (
    "it belongs to the module 'Chess', not to 'Oracle Test': leave it out, or take one that belongs "
    "to this module"
)
GREEN = BLUE.replace("Blue", "Green").replace(f"{B}widget.ListWidget", f"{B}widget.BoxWidget")


def broken(path: Path) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"PK\3\4 broken")
    return path


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: extension(path, module="Chess"), OTHERS),
        (
            lambda path: extension(path, at(BLUE, slot("abc:1", "A")), at(GREEN, slot("abc:2", "B"))),
            NO_PLACE.replace("ListWidget", "BoxWidget"),
        ),
        (
            broken,
            "this is no complete ZIP archive; it may be cut off, so fetch it again",
        ),
        (
            lambda path: Path(shutil.copy(SAVE.with_name("sample.vmod"), path)),
            "it is a module, 'Oracle Test', not an extension: name a .vmdx",
        ),
        (lambda path: Path(shutil.copy(SAVE, path)), "it is no extension of a module: name a .vmdx"),
    ],
)  # fmt: skip
def test_what_cannot_be_put_in_is_told(tmp_path: Path, make, why: str) -> None:
    module, save, folder = table(tmp_path / "t", ["x 1.2"])
    named = make(tmp_path / "x.vmdx")
    with pytest.raises(VassalFileError) as refused:
        open_game(save, module, [named])
    assert (refused.value.file, str(refused.value.what)) == (named, why)
    shutil.copy(named, folder.parent / "x.vmdx")  # where nobody but the save asks for it
    game = open_game(save, module)
    assert str(game.notes[0]) == f"The extension 'x.vmdx' was left out: {why}."
    assert game.module is not None
    assert not game.module.extensions
    assert not [way for way in ways(game.module.root) if way.endswith("Blue/PieceSlot:A")]


def test_an_extension_for_any_module_is_put_in(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    extension(folder / "a.vmdx", module="Chess", anyModule="true")
    with open_module(module) as whole:
        assert whole.module.extensions == (("a", "1.2"),)


def test_what_does_not_fit_is_told(tmp_path: Path) -> None:
    module, save, folder = table(tmp_path / "t")
    extension(folder / "a.vmdx", moduleVersion="2.0", extensionId="abc")
    extension(folder / "b.vmdx", extensionId="abc")
    assert list(map(str, open_game(save, module).notes)) == [
        "The extension 'a' was made for version 2.0 of the module, which is version 1.0 here: what "
        "it changes may be missing.",
        "The extensions 'a' and 'b' have the same id, so that a piece of one may be taken for one of "
        "the other.",
    ]


def test_at_start_stacks_that_came_after_a_save_are_told(tmp_path: Path) -> None:
    module, save, _ = table(tmp_path / "t")
    with zipfile.ZipFile(save) as archive:
        text = archive.read("savedGame").decode()
    with zipfile.ZipFile(save, "w") as archive:
        archive.writestr("savedGame", text.replace("\x1bSETUP_STACK\t", ""))
    assert any("VASSAL lays that out" in str(note) for note in open_game(save, module).notes)


def test_prototypes_and_decks_are_added(tmp_path: Path) -> None:
    module, _, folder = table(tmp_path / "t")
    card = slot("abc:5", "Jack", kind="CardSlot")
    extension(
        folder / "a.vmdx",
        at(PROTOTYPES, part(f"{B}module.PrototypeDefinition", "+/null/piece;;;;P/", name="New")),
        at(f"{MAIN}/{DECK}:Draw Deck", card),
        at(MAIN, part(DECK, name="Second deck", x=9, y=8)),
    )
    with open_module(module) as whole:
        root = whole.module.root
        decks = [[s.gpid for s in p.children] for p in root.walk() if isinstance(p, c.DrawPile)]
        spots = [deck.name for map_ in shape_of(whole.module).maps for deck in map_.decks]
    assert decks == [["20", "21", "22", "abc:5"], []]
    assert spots == ["Draw Deck", "Second deck"]
    assert "/PrototypesContainer:/PrototypeDefinition:New" in set(ways(root))


def test_an_extension_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    module, save, _ = table(tmp_path / "t", ["x 1.2"])
    with pytest.raises(VassalFileError, match="there is no such file"):
        open_game(save, module, [tmp_path / "nothere.vmdx"])
