"""Writes the tables of an adopted game: game.toml, counters, cards, places, scenarios, report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from builder import limits
from builder.adopt.art import ArtFolder, shows
from builder.adopt.setups import Setup
from builder.adopt.stock import Item, is_furniture
from builder.adopt.tabletop import board_picture, boards_of, drawn, laid_names, size_of
from builder.adopt.words import apart, line, listed, quoted, slug
from builder.drawing.rasters import RasterError, in_colours
from builder.game.cells import table_text
from builder.game.kept import BACK, FACE_COLUMNS, FACES, FOLDER, LAID, PICTURES, PIECES
from builder.game.kept import COLUMNS as KEPT_COLUMNS
from builder.game.load_counters import COLUMNS as COUNTER_COLUMNS
from builder.game.shown_faces import sign_of, sign_of_back
from builder.saying import Saying, quoting
from builder.vassal.traits import ActionButton

if TYPE_CHECKING:
    from PIL.Image import Image

    from builder.adopt.taking import Taking

TOO_LARGE = "its board has {wide:,} x {high:,} pixels, more than VASSAL can show: make it smaller"
MOST_FIELDS = 40
_LEAST_USE = 2
_OURS = {
    *COUNTER_COLUMNS,
    "steps",
    "strength",
    "attack",
    "defence",
    "movement",
    "range",
    "pictures",
}
_FIELD = re.compile(r"[A-Za-z][\w-]{0,39}")
_VERSION = re.compile(r"\d+\.\d+\.\d+")


class NoGameError(ValueError):
    """What no game can have, as a map too large; the message is a clause."""


Shown = Mapping[str, tuple[list[str], str]]
"""The pictures of each counter or card by id: of its faces, and of its back."""


def write_tables(
    taking: Taking,
    folder: Path,
    art: ArtFolder,
    shown: Shown,
    setups: Sequence[Setup],
    say: Callable[[str], str] = str,
) -> None:
    """Write every table of the game into the folder, with comments as `say` tells them."""
    fields = _fields(taking.items)
    types = _types(taking.items)
    _write(folder / "game.toml", "\n".join(_game(taking, art, fields, types, say)) + "\n")
    _write(folder / "counters.csv", _csv(*_counters(taking, folder, shown, fields, types)))
    if any(item.is_card for item in taking.items):
        _write(folder / "cards.csv", _csv(*_cards(taking, shown)))
    _write(folder / "map" / "hexes.csv", "hex,terrain,name,source\n")
    if taking.places:
        _write(folder / "map" / "spaces.csv", _csv(*_places(taking)))
    for setup in setups:
        text = "\n".join(_scenario(taking, setup, say)) + "\n"
        _write(folder / "scenarios" / f"{setup.id}.toml", text)
    kept = folder / FOLDER
    rows = (
        (k.slot, k.counter, "x" if k.card else "", k.name, k.image, k.look,
         str(k.layer) if k.layer >= 0 else "", "x" if k.off else "")
        for k in taking.known
    )  # fmt: skip
    _write(kept / PIECES, _csv(KEPT_COLUMNS, rows))
    faces = (
        (item.id, str(step), sign_of(face), picture)
        for item in taking.items
        if not item.is_card
        for step, (face, picture) in enumerate(
            zip(taking.faces[item.id].faces, shown[item.id][0], strict=False), 1
        )
    )
    _write(kept / FACES, _csv(FACE_COLUMNS, (*faces, *_laid_backs(taking, shown))))
    if art.files:
        _write(kept / PICTURES, _csv(("name", "file"), sorted(art.files.items())))
    told = (
        (left.kind, left.what, str(left.count), left.reason, "; ".join(left.examples))
        for left in taking.told
    )
    _write(kept / "left-out.csv", _csv(("kind", "what", "count", "reason", "examples"), told))


def _laid_backs(taking: Taking, shown: Shown) -> Iterator[tuple[str, str, str, str]]:
    """The backs of cards that were drawn anew, once each: a masked piece of a save has the name of
    the module's own picture."""
    known = set[str]()
    for item in taking.items:
        picture = shown[item.id][1]
        if item.is_card and picture.startswith(LAID) and picture not in known:
            known.add(picture)
            yield item.id, BACK, sign_of_back(taking.faces[item.id].back), picture


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _csv(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    return table_text([columns, *rows])


def _game(
    taking: Taking,
    art: ArtFolder,
    fields: Mapping[str, str],
    types: Mapping[str, str],
    say: Callable[[str], str],
) -> Iterator[str]:
    root = taking.module.root
    title = line(root.name) or taking.id
    version = line(root.version) or "?"
    taken = quoting("Taken over from the module '{title}', version {n}.", title=title, n=version)
    left = quoting("What could not be taken over stands in {file}.", file=f"{FOLDER}/left-out.csv")
    yield f"# {say(taken)}"
    yield f"# {say(left)}"
    yield f"id = {quoted(taking.id)}"
    yield f"title = {quoted(title[: limits.NAME])}"
    version = root.version if _VERSION.fullmatch(root.version) else "1.0.0"
    yield f"version = {quoted(version)}"
    yield from ("", "[adopted]", f"module = {quoted(root.name)}")
    yield f"version = {quoted(line(root.version))}"
    yield f"map = {quoted(taking.main.name if taking.main else '')}"
    if taking.laid is not None and taking.laid.boards:
        yield f"boards = {listed(map(line, laid_names(taking.laid)))}"
    if extensions := taking.module.extensions:
        inside = (f"{quoted(one.name)} = {quoted(line(one.version))}" for one in extensions)
        yield f"extensions = {{ {', '.join(inside)} }}"
    for id_, name in taking.sides.items():
        yield from ("", "[[side]]", f"id = {quoted(id_)}", f"name = {quoted(name[: limits.NAME])}")
    yield ""
    yield from _grid(taking, art)
    turns = taking.turns
    yield from ("", "[turns]", f"first = {turns.first}", f"last = {turns.last}")
    if turns.names:
        yield f"names = {listed(turns.names)}"
    for id_, name in turns.phases:
        yield from ("", "[[phase]]", f"id = {quoted(id_)}", f"name = {quoted(name)}")
    yield from ("", "[units.types]")
    for name, id_ in types.items():
        yield f'{id_} = {{ name = {quoted(line(name))}, symbol = "none" }}'
    if fields:
        told = say("What the module's pieces say of themselves.")
        yield from ("", f"# {told}", "[units.fields]")
        yield from (
            f"{quoted(name)} = {{ type = {quoted(kind)} }}" for name, kind in fields.items()
        )
    yield from ("", "[module]", f"counter = {max(1, min(400, taking.counter))}")
    yield from ("", "[drawing.counters]", "own-shape = true")
    if any(item.is_card for item in taking.items):  # tiles and tokens lie in decks as well
        yield from ("", "[drawing.cards]", "own-shape = true")
    if taking.hexes:
        yield from _under(taking, art)


def _grid(taking: Taking, art: ArtFolder) -> Iterator[str]:
    if taking.hexes is None:
        board = taking.board
        wide, high = (board.width, board.height) if board else (1000, 700)
        if taking.together is not None:
            wide, high = size_of(taking.together)
        if max(wide, high) > limits.TABLETOP or wide * high > limits.MAP:
            raise NoGameError(Saying(TOO_LARGE, wide=wide, high=high))
        yield "[board]"
        yield f"width = {max(1, wide)}"
        yield f"height = {max(1, high)}"
        if picture := map_picture(taking, art):
            yield f"picture = {quoted(picture)}"
        yield f"counter = {max(8, min(400, taking.counter))}"
        return
    section = taking.hexes.section
    yield "[grid]"
    yield f"orientation = {quoted(section.orientation)}"
    yield f"number = {quoted(section.order)}"
    yield ""
    yield "[[grid.section]]"
    if section.prefix:
        yield f"prefix = {quoted(section.prefix)}"
    rows = f'first = {section.first_row}, count = {section.rows}, from = "{section.rows_from}"'
    yield f"rows = {{ {rows} }}"
    columns = f"first = {section.first_column}, count = {section.columns}"
    yield f'columns = {{ {columns}, from = "{section.columns_from}" }}'
    yield f"shifted = {quoted(section.shifted)}"
    yield f"towards = {quoted(section.towards)}"
    if section.short:
        yield f"short = {quoted(section.short)}"
    if section.digits != (2, 2):
        yield f"digits = [{section.digits[0]}, {section.digits[1]}]"
    if section.separator:
        yield f"separator = {quoted(section.separator)}"
    if section.letters:
        yield f"letters = {quoted(section.letters)}"
    if section.without:
        yield "without = ["
        missing = sorted(section.without)
        for at in range(0, len(missing), 12):
            yield "  " + ", ".join(map(quoted, missing[at : at + 12])) + ","
        yield "]"


def _under(taking: Taking, art: ArtFolder) -> Iterator[str]:
    """The map's picture, and the hexes by which the grid lies on it."""
    picture = map_picture(taking, art)
    if not picture or taking.hexes is None:
        return
    yield from ("", "[drawing.map]", f"picture = {quoted(picture)}", 'panel = "none"')
    for mark in taking.hexes.marks():
        yield from ("", "[[drawing.map.fit]]", f"hex = {quoted(mark.hex)}")
        yield f"at = [{mark.at[0]:.3f}, {mark.at[1]:.3f}]"


def map_picture(taking: Taking, art: ArtFolder) -> str:
    """The picture of the main board; a drawing is given as pixels."""
    if taking.together is not None and taking.main is not None:
        boards = boards_of(taking.root, taking.main.name)
        sheet = drawn(taking.together, boards, partial(_opened, taking))
        return _board_png(sheet, art)
    name = taking.board_image
    if not name or taking.pictures.size(name) is None:
        return ""
    if not taking.pictures.is_drawing(name):
        return f"art/{art.file_of(taking.pictures.module.find_image(name) or name)}"
    try:
        image = taking.pictures.opened(name)
    except ValueError:
        return ""
    return _board_png(in_colours(image, "RGB"), art)


def _opened(taking: Taking, name: str) -> Image | None:
    pictures = taking.pictures
    if pictures.size(name) is None:
        return None
    try:
        if pictures.is_drawing(name):
            return pictures.opened(name)
        return board_picture(pictures.data(name), name)
    except (ValueError, OSError, RasterError):
        return None


def _board_png(image: Image, art: ArtFolder) -> str:
    path = art.folder / "faces" / "board.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, "PNG")
    return "art/faces/board.png"


def _fields(items: Sequence[Item]) -> dict[str, str]:
    """The fixed properties that pieces have, with their kinds: those of several pieces whose values
    differ."""
    values: dict[str, list[str]] = {}
    for item in items:
        for name, value in item.markers.items():
            if not item.is_card and value:
                values.setdefault(name, []).append(value)
    found: dict[str, str] = {}
    folded: set[str] = set()
    by_use = sorted(values, key=lambda name: (-len(values[name]), name))
    for name in by_use:
        usable = _FIELD.fullmatch(name) and name.casefold() not in {*_OURS, *folded}
        told = [value for value in values[name] if len(value) <= 120 and "{" not in value]
        if usable and len(told) >= _LEAST_USE and len(found) < MOST_FIELDS:
            folded.add(name.casefold())
            whole = all(re.fullmatch(r"-?\d{1,6}", value) for value in values[name])
            found[name] = "int" if whole else "text"
    return dict(sorted(found.items()))


def _types(items: Sequence[Item]) -> dict[str, str]:
    """Ids of the types of units by the name that the module has for them."""
    found: dict[str, str] = {}
    for item in items:
        if not item.is_card and item.type not in found:
            found[item.type] = apart(slug(item.type, "piece"), found.values())
    return found or {"piece": "piece"}


def _counters(
    taking: Taking,
    folder: Path,
    shown: Shown,
    fields: Mapping[str, str],
    types: Mapping[str, str],
) -> tuple[tuple[str, ...], Iterator[list[str]]]:
    columns = (
        "id", "side", "type", "name", "full_name", "kind", "copies", "formation", "pictures",
        "paper", "source", *fields,
    )  # fmt: skip

    def rows() -> Iterator[list[str]]:
        for item in taking.items:
            if item.is_card:
                continue
            unit = bool(item.side) and not is_furniture(item.traits)
            own = [
                value if fields[name] == "text" or re.fullmatch(r"-?\d+", value) else ""
                for name in fields
                for value in [_cell(item.markers.get(name, ""))]
            ]
            yield [
                item.id,
                item.side,
                types[item.type],
                item.name,
                item.name,
                "unit" if unit else "marker",
                str(item.copies),
                item.formation,
                " ".join(shown[item.id][0]),
                "" if _printed(item, folder, shown[item.id][0]) else "no",
                "module",
                *own,
            ]

    return columns, rows()


def _printed(item: Item, folder: Path, pictures: Sequence[str]) -> bool:
    """Whether a piece is worth a counter of paper: not one that nobody can drag, if it is there to
    be clicked or is an empty frame. Others that lie for good may be markers of an objective."""
    if not is_furniture(item.traits):
        return True
    if any(isinstance(trait, ActionButton) for trait in item.traits):
        return False
    return any(shows(folder / name) for name in pictures)


def _cell(value: str) -> str:
    return "" if "{" in value or len(value) > 120 else line(value)


def _cards(taking: Taking, shown: Shown) -> tuple[tuple[str, ...], Iterator[tuple[str, ...]]]:
    columns = ("number", "deck", "side", "title", "front", "back", "source")

    def rows() -> Iterator[tuple[str, ...]]:
        for item in taking.items:
            if item.is_card:
                front, back = shown[item.id]
                deck = slug(item.deck, "deck") if item.deck else ""
                yield item.id, deck, item.side, item.name, "".join(front[:1]), back, "module"

    return columns, rows()


def _places(taking: Taking) -> tuple[tuple[str, ...], Iterator[tuple[str, ...]]]:
    columns = ("space", "kind", "map", "x", "y", "width", "height", "outline")
    main = taking.main.name if taking.main else ""

    def rows() -> Iterator[tuple[str, ...]]:
        for place in taking.places:
            outline = " ".join(f"{x},{y}" for x, y in place.outline)
            size = (place.x, place.y, place.width, place.height)
            own = "" if place.map == main else place.map
            yield place.name, place.kind, own, *map(str, size), outline

    return columns, rows()


def _scenario(taking: Taking, setup: Setup, say: Callable[[str], str]) -> Iterator[str]:
    yield f"name = {quoted(setup.name)}"
    if setup.description:
        yield f"description = {quoted(setup.description)}"
    turns = taking.turns
    yield f"turn = {max(turns.first, min(turns.last, setup.turn or turns.first))}"
    kept = "The module has this set-up as it stood; without this line it is made of what follows."
    yield f"# {say(kept)}"
    yield f"kept = {quoted(setup.kept)}"
    if setup.stands:
        yield "unit = ["
        for stand in setup.stands:
            step = f", step = {stand.step}" if stand.step > 1 else ""
            yield f"    {{ counter = {quoted(stand.counter)}, hex = {quoted(stand.place)}{step} }},"
        yield "]"
