"""A binding as it is written into the owner's copy, with the seal that tells a correction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from builder.adopt.faces import faces_of
from builder.adopt.words import quoted, slug
from builder.bind.bound import read_binding
from builder.bind.choices import SETTLED
from builder.bind.drafting import Draft
from builder.bind.grid import Laid
from builder.bind.pieces import Match
from builder.game.cells import table_text
from builder.game.kept import COLUMNS, FOLDER, PIECES, TREE, front_of, look_of
from builder.game.model import Game
from builder.game.owned import BINDING, BINDINGS, own_folder
from builder.game.problems import ProblemsError
from builder.game.together import alone, write_together
from builder.saying import quoting
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml


def folder_of(game: Game, module: str, version: str) -> Path:
    """Where the binding of a module lies, or is to lie: modules whose names differ in other signs
    than letters and figures, or far behind, have a folder each."""
    root, called = own_folder(game.id) / BINDINGS, slug(f"{module} {version}", "module")
    for file in sorted(root.glob(f"*/{BINDING}")):
        if _is_of(file.parent, module, version, damaged=file.parent.name == called):
            return file.parent
    names = (called if number == 1 else f"{called}-{number}" for number in count(1))
    return next(root / name for name in names if not (root / name / BINDING).is_file())


def _is_of(folder: Path, module: str, version: str, damaged: bool) -> bool:
    """Whether a binding is of a module of that name and version; of one that cannot be read that is
    not known."""
    try:
        found = read_binding(folder)
    except ProblemsError:
        return damaged
    return (found.module, found.version) == (module, version)


def write(found: Draft, force: bool = False, say: Callable[[str], str] = str) -> Path:
    """Write the binding into the owner's copy, with comments as `say` tells them; ValueError if it
    does not say where hexes lie, or if somebody corrected the one that is there and does not force
    it away."""
    if not found.game.grid.places:
        raise ValueError(
            "The game has no hexes to lay on the map of the module, and without them nothing is "
            "bound. Ask about saves of the module that it was adopted from: they need no binding."
        )
    if found.laid is None:
        raise ValueError(
            "Where the hexes lie on the map of the module is not told: give three, as "
            "--hex 1,2=0102 or --hex 120,340=0102."
        )
    taking = found.taking
    folder = folder_of(found.game, taking.root.name or "", taking.root.version or "")
    copy = own_folder(found.game.id)
    inside = folder.relative_to(copy).as_posix()
    pieces, told = pieces_text(found), "\n".join(_lines(found, found.laid, say))
    files = {
        f"{inside}/{FOLDER}/{TREE}": xml.to_bytes(taking.root),
        f"{inside}/{FOLDER}/{PIECES}": pieces.encode(),
        f"{inside}/{BINDING}": f"{told}\n{seal(told, pieces)}\n".encode(),
    }
    with alone(copy):
        if not force and corrected(folder):
            raise ValueError(
                quoting(
                    "The binding in {folder} was corrected by hand, which this would undo: "
                    "correct it there again, or bind anew with --force.",
                    folder=folder,
                )
            )
        write_together(copy, files)
    return folder


def seal(told: str, pieces: str) -> str:
    """The last line of a binding, by which it is known whether somebody changed it since."""
    return f"# SHA-256: {_digest(told, pieces)}"


def _digest(told: str, pieces: str) -> str:
    return hashlib.sha256(f"{told}\n{pieces}".encode()).hexdigest()[:16]


def corrected(folder: Path) -> bool:
    """Whether there is a binding that is not as it was made."""
    if not (folder / BINDING).exists():
        return False
    try:
        told, _, sealed = (folder / BINDING).read_text("utf-8").rstrip("\n").rpartition("\n")
        made = _digest(told, (folder / FOLDER / PIECES).read_bytes().decode("utf-8"))
        return not sealed.endswith(f": {made}")  # before it older words stand, in older bindings
    except (OSError, UnicodeDecodeError):
        return True


def pieces_text(found: Draft) -> str:
    """kept/pieces.csv: which counter each slot of the module is, how like it is, and the doubt."""
    rows: list[tuple[object, ...]] = [(*COLUMNS, "likeness", "doubt", SETTLED)]
    there = {one.item.id for one in found.matches}
    rest = [Match(item) for item in found.taking.stock.items if item.id not in there]
    for one in (*found.matches, *rest):
        faces = faces_of(one.item.traits, found.taking.pictures.size)
        for slot in one.item.slots:
            rows.append((
                slot.gpid,
                one.target,
                "yes" if one.item.is_card else "",
                slot.basic.name,
                front_of(one.item.traits),
                look_of(one.item.traits),
                faces.layer if faces.layer >= 0 else "",
                "yes" if faces.off else "",
                f"{one.likeness:.2f}" if one.target else "",
                one.doubt,
                "yes" if one.settled else "",
            ))  # fmt: skip
    return table_text(rows)


def _lines(found: Draft, where: Laid, say: Callable[[str], str]) -> Iterator[str]:
    """binding.toml, without its seal."""
    root = found.taking.root
    yield f"# {say('How the pieces and places of this module are those of the game.')}"
    piece = (
        "What a piece is stands in kept/pieces.csv, column counter: correct it there, or with "
        "`kessel bind --piece`."
    )
    yield f"# {say(piece)}"
    yield f"game = {quoted(found.game.id)}"
    yield f"module = {quoted(root.name or '')}"
    yield f"version = {quoted(root.version or '')}"
    yield f"phases = [{', '.join(map(quoted, found.phases))}]"
    if len(found.game.scenarios) > 1:
        played = "The scenario that is played, for saves in which units have left their set-up."
        yield f"# {say(played)}"
        yield f"scenario = {quoted(found.scenario)}"
    if mark := found.taking.module.mark:
        known = "By what the file of the module is known from another of that name and version."
        yield f"# {say(known)}"
        yield f"file = {quoted(mark)}"
    if there := found.taking.module.extensions:
        told = (f"{quoted(one.name)} = {quoted(one.version)}" for one in there)
        yield f"extensions = {{ {', '.join(told)} }}"
    yield ""
    yield f"# {say(where.how)}"
    yield "[map]"
    yield f"name = {quoted(where.map)}"
    marks = ", ".join(f"[{quoted(m.hex)}, {m.at[0]:.1f}, {m.at[1]:.1f}]" for m in where.marks)
    yield f"marks = [{marks}]"
    if where.told:
        yield "told = true"
    sizes = _sizes(found)
    tables: tuple[tuple[str, Mapping[str, str]], ...] = (
        ("sides", found.sides),
        ("places", found.places),
        ("markers", found.markers),
        ("properties", found.properties),
        ("state", found.state),
        ("sizes", sizes),
    )
    for title, table in tables:
        yield ""
        yield f"[{title}]"
        yield from (f"{quoted(key)} = {quoted(value)}" for key, value in table.items())


def _sizes(found: Draft) -> dict[str, str]:
    """The sizes of the boards' pictures, which the module's own file is not asked for again."""
    sizes = {}
    for part in found.taking.root.walk():
        if isinstance(part, c.Board) and part.image:
            size = found.taking.pictures.size(part.image)
            if size:
                sizes[part.image] = f"{size[0]} {size[1]}"
    return sizes
