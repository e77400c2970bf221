"""Small extensions of the sample module, and saves that were made with them."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from PIL import Image

from builder.vassal.savedgame import read_saved_game
from builder.vassal.sequence import ESC

DATA = Path(__file__).parent / "data" / "vassal"
SAVE, MODULE = DATA / "start.vsav", DATA / "sample.vmod"
B = "VASSAL.build."
MAP = f"{B}module.Map"
PICKER = f"{B}module.map.BoardPicker"
BOARD = f"{B}module.map.boardPicker.Board"
GRID = f"{B}module.map.boardPicker.board"
STACK, DECK = f"{B}module.map.SetupStack", f"{B}module.map.DrawPile"
PROPERTIES, PROPERTY = (
    f"{B}module.properties.GlobalProperties",
    f"{B}module.properties.GlobalProperty",
)
PROTOTYPES = f"{B}module.PrototypesContainer"
BLUE = f"{B}module.PieceWindow/{B}widget.TabWidget:Tabs/{B}widget.ListWidget:Blue"
MAIN = f"{MAP}:Main Map"


def part(tag: str, *inside: str, **attributes: object) -> str:
    """A component; a name in the way of Python's ends with _."""
    told = "".join(f" {k.rstrip('_')}={quoteattr(str(v))}" for k, v in attributes.items())
    return f"<{tag}{told}>{''.join(inside)}</{tag}>"


def at(target: str, *inside: str) -> str:
    """An element of an extension."""
    return part(f"{B}module.ExtensionElement", *inside, target=target)


def slot(gpid: str, name: str, image: str = "", kind: str = "PieceSlot") -> str:
    """A piece without traits."""
    piece = escape(f"+/null/piece;;;{image};{name}/null;0;0;{gpid};0")
    return part(f"{B}widget.{kind}", piece, entryName=name, gpid=gpid)


def window(name: str, *inside: str, board: str = "B", wide: int = 400, image: str = "") -> str:
    """A map of hexes that are numbered by row from 11 on."""
    hexes = part(
        f"{GRID}.HexGrid",
        part(f"{GRID}.mapgrid.HexGridNumbering", hLeading="1", vLeading="1", hOff="1", vOff="1",
             sep="", first="H"),
        dx="50.0", dy="60.0", x0="20", y0="30",
    )  # fmt: skip
    laid = part(BOARD, hexes, name=board, width=wide, height=300, image=image)
    return part(MAP, part(PICKER, laid), *inside, mapName=name)


def stack(name: str, x: int, y: int, *slots: str) -> str:
    """Pieces that stand on a map at the start."""
    return part(STACK, *slots, name=name, x=x, y=y, useGridLocation="false")


def picture(wide: int = 400, high: int = 300) -> bytes:
    """A plain one."""
    stream = io.BytesIO()
    Image.new("RGB", (wide, high), "tan").save(stream, "PNG")
    return stream.getvalue()


def extension(
    path: Path,
    *elements: str,
    version: str = "1.2",
    module: str = "Oracle Test",
    files: Mapping[str, bytes] | None = None,
    **more: object,
) -> Path:
    """An extension in a file; `more` are attributes of its root."""
    told = {"module": module, "moduleVersion": "1.0", "vassalVersion": "3.7.26", **more}
    root = part(f"{B}module.ModuleExtension", *elements, version=version, **told)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("extensiondata", f"<data><version>{version}</version></data>")
        archive.writestr("moduledata", f"<data><name>{module}</name></data>")
        archive.writestr("buildFile.xml", root)
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return path


def table(folder: Path, needed: Sequence[str] = (), *commands: str) -> tuple[Path, Path, Path]:
    """The sample module, a save made with the extensions `needed` and with more commands in it, and
    the folder in which VASSAL looks for extensions."""
    folder.mkdir(exist_ok=True)
    module = Path(shutil.copy(MODULE, folder))
    text = read_saved_game(SAVE).text
    told = (*commands, *("EXT\t" + one.replace(" ", "\t") for one in needed))
    end = text.rindex("end_save")
    save = folder / "game.vsav"
    with zipfile.ZipFile(save, "w") as archive:
        archive.writestr("savedGame", ESC.join((text[: end - 1], *told, text[end:])))
        archive.writestr(
            "moduledata", "<data><name>Oracle Test</name><version>1.0</version></data>"
        )
    return module, save, folder / "sample_ext"
