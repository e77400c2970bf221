"""What each command costs for files that ask for too much: `python -m tests.bench.bounds [PART ...]`.

Every kind of hostile file is made anew and given to every command that reads such a file, in a child
that is measured: seconds of work and the most memory. What is not accepted must be refused in
SECONDS and MEMORY, and nothing may take more memory than that; a fault of Kessel's own is one too.
PART chooses kinds or commands whose name holds it.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import random
import resource
import shutil
import signal
import struct
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from pathlib import Path

from PIL import Image

from builder.game.loader import load_game
from builder.game.owned import VARIABLE
from builder.game.skeleton import new_game
from builder.hexes.fit import Mark
from builder.module.build import write_setup
from builder.tracing.fit_file import save_fit
from builder.vassal.module_shape import image_size
from builder.vassal.savedgame import read_saved_game

SECONDS = 10.0
MEMORY = 1 << 30
PATIENCE = 60  # seconds of work after which a child is ended
MOST = 50 << 20  # bytes of a file: the promise is about files that are smaller

Make = Callable[[Path], None]


@dataclass(frozen=True)
class Cost:
    """What one command took for one file: exit status, seconds of work, bytes, its last words."""

    status: int
    seconds: float
    memory: int
    said: str

    @property
    def fault(self) -> str:
        """What is wrong with it, or nothing."""
        if "Kessel itself failed" in self.said or "Traceback" in self.said:
            return "fails"
        if self.status not in (0, 1, 2):
            return "dies"
        if self.memory > MEMORY:
            return "memory"
        return "slow" if self.seconds > SECONDS and self.status == 2 else ""


def measured(words: list[str], folder: Path) -> Cost:
    """Run a command in a child of this process, which has loaded all of Kessel already."""
    said = folder / "said.txt"
    child = os.fork()
    if not child:
        _command(words, folder, said)
    _, status, used = os.wait4(child, 0)
    text = said.read_text("utf-8", "replace").strip() if said.exists() else ""
    return Cost(
        os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024,
        text[-4000:],
    )  # fmt: skip


def _command(words: list[str], folder: Path, said: Path) -> None:
    try:
        os.setsid()
        os.chdir(folder)
        os.environ |= {
            "HOME": str(folder),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "COLUMNS": "100",
        }
        os.environ[VARIABLE] = str(folder / "own")
        handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        signal.alarm(6 * PATIENCE)
        sys.argv = ["kessel", *words]
        from assistant.cli import main

        try:
            main()
        except SystemExit as end:
            code = end.code
        else:
            code = 0
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(70)


# Saves and logs


@cache
def set_up(game: str) -> tuple[str, str]:
    """The text of a game's first set-up before its end, and one of its pieces on the map."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "x.vsav"
        loaded = load_game(game)
        write_setup(loaded, next(iter(loaded.scenarios)), path)
        text = read_saved_game(path).text
    pieces = [one for one in text.split("\x1b") if one.startswith("+/") and "Main Map;" in one]
    units = [one for one in pieces if "stack/" not in one]
    return text.rpartition("\x1bend_save")[0], units[0]


def saved(
    commands: Callable[[], Iterable[str]] = tuple,
    after: Callable[[], Iterable[str]] = tuple,
    game: str = "dagc",
) -> Make:
    """A save of a game's set-up with more commands in it; `after` are the steps of a log."""

    def make(path: Path) -> None:
        steps = (f"LOG\t{step}" for step in after())
        text = "\x1b".join([set_up(game)[0], *commands(), "end_save", *steps])
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr("savedGame", text)

    return make


def unit(number: int, x: int, y: int, game: str = "dagc") -> str:
    """A piece of the game's once more, with an id and a place of its own."""
    import re

    _, _, rest = set_up(game)[1][2:].partition("/")
    rest = re.sub(r"Main Map;-?\d+;-?\d+;", f"Main Map;{x};{y};", rest)
    return f"+/n{number}/{rest}"


def spread(count: int, game: str = "dagc") -> list[str]:
    chance = random.Random(1)
    return [unit(at, chance.randrange(3000), chance.randrange(3000), game) for at in range(count)]


def moves(count: int) -> Iterator[str]:
    for at in range(count):
        x, y = 400 + 60 * (at % 20), 400 + 60 * (at // 20 % 20)
        yield f"M/n1/Main Map/{x}/{y}/null/Main Map/{x}/{y + 60}/null/me"


def entries(count: int) -> Make:
    """An archive of so many entries of one letter: its directory alone is as large as allowed."""

    def make(path: Path) -> None:
        central = b"PK\x01\x02" + bytes(24) + struct.pack("<HHHHHII", 1, 0, 0, 0, 0, 0, 0) + b"a"
        local = b"PK\x03\x04" + bytes(22) + struct.pack("<HH", 1, 0) + b"a"
        size = len(central) * count
        end = b"PK\x06\x06" + struct.pack(
            "<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, len(local)
        )
        locator = b"PK\x06\x07" + struct.pack("<IQI", 0, len(local) + size, 1)
        last = b"PK\x05\x06" + struct.pack(
            "<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0
        )
        path.write_bytes(local + central * count + end + locator + last)

    return make


def twice(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for text in ("x" * 99, set_up("dagc")[0] + "\x1bend_save"):
            archive.writestr("savedGame", text)


def nested(path: Path) -> None:
    data = b"x" * 1_000_000
    for _ in range(30):
        whole = BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("savedGame", data)
        data = whole.getvalue()
    path.write_bytes(data)


def lying(path: Path) -> None:
    """Sizes of zip64 that say far more than is there."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", "begin_save\x1bend_save")
    data = path.read_bytes()
    at = data.rfind(b"PK\x01\x02")
    changed = data[: at + 20] + b"\xff" * 8 + data[at + 28 :]
    path.write_bytes(changed)


def overlapping(path: Path) -> None:
    """Ten thousand names for the same packed bytes."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    plain = b"\0" * (1 << 22)
    body = packed.compress(plain) + packed.flush()
    sizes = struct.pack("<III", zlib.crc32(plain), len(body), len(plain))
    local = b"PK\x03\x04\x14\0\0\0\x08\0\0\0\x21\0" + sizes + struct.pack("<HH", 1, 0) + b"a"
    central = b"".join(
        b"PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\x21\0" + sizes
        + struct.pack("<HHHHHII", 12, 0, 0, 0, 0, 0, 0) + b"images/%05d" % at
        for at in range(10_000)
    )  # fmt: skip
    last = b"PK\x05\x06" + struct.pack(
        "<HHHHIIH", 0, 0, 10_000, 10_000, len(central), len(local) + len(body), 0
    )
    path.write_bytes(local + body + central + last)


SAVES: dict[str, Make] = {
    "noise of 49 MB": lambda path: _noise(path, "savedGame"),
    "49 MB that is no archive": lambda path: _plain(path, b"begin_save" + b"\x1bx" * 25_000_000),
    "a chat of 30 MB": saved(lambda: ["CHAT" + "x" * (30 << 20)]),
    "190,000 chats": saved(lambda: ["CHATx"] * 190_000),
    "a piece of 30 MB": saved(lambda: ["+/x1/" + "mark;a\t" * 4_000_000 + "/"]),
    "brackets of 30 MB": saved(lambda: ["+/x1/" + "\\" * (30 << 20) + "/"]),
    "49,000 strange pieces": saved(lambda: (f"+/{a}/piece;;;;x/Main Map;{a % 3000};9;1;0" for a in range(49_000))),
    "4,900 units in a hex": saved(lambda: (unit(at, 900, 900) for at in range(4_500))),
    "4,900 units": saved(lambda: spread(4_500)),
    "4,900 units of kursk": saved(lambda: spread(4_500, "kursk"), game="kursk"),
    "4,900 units of mlb": saved(lambda: spread(4_500, "mlb"), game="mlb"),
    "20,000 units": saved(lambda: spread(20_000)),
    "900 boards": saved(lambda: ["Main MapBoardPicker" + "".join(f"\tMap\t{at}\t0" for at in range(900))]),
    "900 seats": saved(lambda: (f"PLAYER\tp{at}\tn{at}\tGerman" for at in range(900))),
    "a property of 30 MB": saved(lambda: [f"GlobalProperty\t;KesselGame;{'x' * (30 << 20)};Module"]),
    "two games in one": twice,
    "archives in archives": nested,
    "sizes that lie": lying,
    "names for the same bytes": overlapping,
    "1,000,000 entries": entries(1_000_000),
    "a picture": lambda path: _plain(path, _png(2000, 2000)),
}  # fmt: skip

LOGS: dict[str, Make] = {
    "19,000 moves": saved(lambda: [unit(1, 900, 900)], lambda: moves(19_000)),
    "2,000 pieces more": saved(after=lambda: (unit(at, 900, 900) for at in range(2_000))),
    "19,000 chats": saved(after=lambda: ["CHAT<x> y"] * 19_000),
    "19,000 changes": saved(lambda: [unit(1, 900, 900)], lambda: ["D/n1/a/b"] * 19_000),
    "a step of 100,000": saved(after=lambda: ["\\\x1b".join(["CHATx"] * 100_000)]),
    "steps within steps": saved(
        after=lambda: ["\\\x1b".join("\\" * at + "CHATx" for at in range(60))]
    ),
}


def _noise(path: Path, name: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, random.Random(0).randbytes(49 << 20))


def _plain(path: Path, data: bytes) -> None:
    path.write_bytes(data[: 49 << 20])


# Pictures


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(wide: int, high: int, more: bytes = b"", depth: int = 8, colours: int = 6) -> bytes:
    """A black picture, packed row by row so that it costs nothing to make."""
    row = bytes(1 + (wide * {0: 1, 2: 3, 6: 4}[colours] * depth + 7) // 8)
    packer = zlib.compressobj(9)
    block = 1 + (1 << 24) // len(row)
    body = b"".join(
        packer.compress(row * min(block, high - at)) for at in range(0, high, block)
    ) + packer.flush()  # fmt: skip
    head = struct.pack(">IIBBBBB", wide, high, depth, colours, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + more
        + _chunk(b"IDAT", body)
        + _chunk(b"IEND", b"")
    )


def _bomb(count: int) -> bytes:
    return zlib.compress(bytes(count), 9)


def _saved(kind: str, size: tuple[int, int], **more: object) -> bytes:
    stream = BytesIO()
    Image.new("L", size).save(stream, kind, **more)
    return stream.getvalue()


def _gif(frames: int, side: int) -> bytes:
    """A GIF of so many frames that say they have so many pixels a side."""
    head = b"GIF89a" + struct.pack("<HH", side, side) + b"\x80\0\0" + bytes(6)
    frame = (
        b"\x21\xf9\x04\x04\x01\0\0\0"
        + b"\x2c"
        + struct.pack("<HHHH", 0, 0, side, side)
        + b"\0\x02\x02\x44\x01\0"
    )
    return head + frame * frames + b";"


def _animated(frames: int, side: int) -> bytes:
    more = _chunk(b"acTL", struct.pack(">II", frames, 0))
    control = struct.pack(">IIIIHHBB", side, side, 0, 0, 1, 10, 0, 0)
    return _png(side, side, more + b"".join(
        _chunk(b"fcTL", struct.pack(">I", at) + control) for at in range(frames)
    ))  # fmt: skip


def _uses(levels: int) -> bytes:
    groups = "".join(
        f'<g id="g{at}">' + f'<use href="#g{at + 1}"/>' * 10 + "</g>" for at in range(levels)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">{groups}<g id="g{levels}"><rect width="9" height="9"/></g><use href="#g0"/></svg>'.encode()


PICTURES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a PNG of 24,000 a side": ("png", lambda: _png(24_000, 24_000)),
    "a PNG of 50,000 a side in bits": ("png", lambda: _png(50_000, 50_000, depth=1, colours=0)),
    "a PNG as large as may be": ("png", lambda: _png(21_900, 21_900, colours=2)),
    "a PNG of 24,000 a side in bits": ("png", lambda: _png(24_000, 24_000, depth=1, colours=0)),
    "a PNG of 16 bits": ("png", lambda: _png(15_000, 15_000, depth=16)),
    "a PNG of 4,000 a side": ("png", lambda: _png(4_000, 4_000)),
    "a PNG with a bomb of a profile": ("png", lambda: _png(64, 64, _chunk(b"iCCP", b"x\0\0" + _bomb(1 << 31)))),
    "a PNG with a bomb of a text": ("png", lambda: _png(64, 64, _chunk(b"zTXt", b"x\0\0" + _bomb(1 << 31)))),
    "a PNG with 400 bombs of texts": ("png", lambda: _png(64, 64, _chunk(b"zTXt", b"x\0\0" + _bomb(60 << 20)) * 400)),
    "a PNG of 100,000 frames": ("png", lambda: _animated(100_000, 256)),
    "a JPEG of 24,000 a side": ("jpg", lambda: _saved("JPEG", (24_000, 24_000), quality=1)),
    "a JPEG in passes": ("jpg", lambda: _saved("JPEG", (12_000, 12_000), quality=1, progressive=True)),
    "a GIF of 65,000 a side": ("gif", lambda: _gif(1, 65_000)),
    "a GIF of 20,000 frames": ("gif", lambda: _gif(20_000, 2_000)),
    "a WebP of 16,000 a side": ("webp", lambda: _saved("WEBP", (16_000, 16_000), quality=0, method=0)),
    "a TIFF of 30,000 a side": ("png", lambda: _saved("TIFF", (30_000, 30_000), compression="packbits")),
    "a drawing that uses itself": ("svg", lambda: _uses(9)),
    "a drawing of filters": ("svg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">' + b'<feTurbulence numOctaves="200"/><feGaussianBlur stdDeviation="900"/>' * 300 + b'</filter><rect width="4000" height="4000" filter="url(#f)"/></svg>'),
    "a drawing of 15 MB": ("svg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><path d="' + b"M0 0L60 60" * 1_500_000 + b'"/></svg>'),
    "a drawing of half a million parts": ("svg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">' + b"<rect/>" * 500_000 + b"</svg>"),
    "a drawing of 300,000 levels": ("svg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">' + b"<g>" * 300_000 + b"</g>" * 300_000 + b"</svg>"),
    "noise": ("png", lambda: random.Random(2).randbytes(1 << 20)),
}  # fmt: skip


# Modules

HEAD = '<VASSAL.build.GameModule name="T" version="1" VassalVersion="3.7.26">'
BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board"


def module(
    inside: Callable[[], str], files: Callable[[], dict[str, bytes]] = dict[str, bytes]
) -> Make:
    """A module of one map and a palette."""

    def make(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr("buildFile.xml", f"{HEAD}{inside()}</VASSAL.build.GameModule>")
            archive.writestr(
                "moduledata", "<data version='1'><name>T</name><version>1</version></data>"
            )
            for name, data in files().items():
                archive.writestr(zipfile.ZipInfo(name), data)

    return make


def board(image: str) -> str:
    picker = "VASSAL.build.module.map.BoardPicker"
    grid = f'<{GRID}.HexGrid dx="60" dy="60"><{GRID}.mapgrid.HexGridNumbering/></{GRID}.HexGrid>'
    return (
        f'<VASSAL.build.module.Map mapName="Main Map"><{picker}><{BOARD} name="B" image="{image}">{grid}'
        f"</{BOARD}></{picker}></VASSAL.build.module.Map>"
    )


def slots(count: int, image: str) -> str:
    one = 'VASSAL.build.widget.PieceSlot entryName="a{0}" gpid="{0}"'
    inside = "".join(
        f"<{one.format(at)}>+/null/piece;;;{image};a{at}/null;0;0;{at};0</VASSAL.build.widget.PieceSlot>"
        for at in range(count)
    )
    tag = "VASSAL.build.widget.ListWidget"
    return f'<VASSAL.build.module.PieceWindow name="P"><{tag} entryName="L">{inside}</{tag}></VASSAL.build.module.PieceWindow>'


def pictured(what: str) -> Make:
    """A module whose board, and one whose counters show a picture."""

    def make(path: Path) -> None:
        ending, data = PICTURES[what]
        name = f"x.{ending}"
        module(lambda: board(name) + slots(3, name), lambda: {f"images/{name}": data()})(path)

    return make


def _named(path: Path) -> None:
    names = ["images/CON.png", "images/a\u202egnp.exe", "images/a.png ", "images/A.PNG", "images/a.png", "images/e\u0301.png",
             "images/\u00e9.png", "images/x.png.", "images/nul", "images/a:b.png", "images/" + "n" * 300 + ".png", "images/a\tb.png",
             "images//b.png", "images/./c.png", "images/\ud7ff\uffff.png"]  # fmt: skip
    data = _png(60, 60)
    inside = "".join(slots(1, name.removeprefix("images/")) for name in names)
    module(lambda: board("a.png") + inside, lambda: dict.fromkeys(names, data))(path)


def _entities(path: Path) -> None:
    levels = "".join(f'<!ENTITY a{at + 1} "{f"&a{at};" * 10}">' for at in range(12))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", f'<!DOCTYPE x [<!ENTITY a0 "x">{levels}]><x>&a12;</x>')


MODULES: dict[str, Make] = {
    "190,000 elements": module(lambda: "<a/>" * 190_000),
    "3,000,000 elements": module(lambda: "<a/>" * 3_000_000),
    "49,000 pieces": module(lambda: board("a.png") + slots(49_000, "a.png"), lambda: {"images/a.png": _png(60, 60)}),
    "60 MB of attributes": module(lambda: f'<VASSAL.build.module.Chatter foo="{"x y " * (15 << 20)}"/>'),
    "49,000 pictures": module(lambda: board("0.png"), lambda: {f"images/{at}.png": b"" for at in range(49_000)}),
    "1,000,000 entries": entries(1_000_000),
    "names for the same bytes": overlapping,
    "noise of 49 MB": lambda path: _noise(path, "buildFile.xml"),
    "archives in archives": nested,
    "strange names": _named,
    "entities": _entities,
    **{f"picture: {what}": pictured(what) for what in PICTURES},
}  # fmt: skip


# What is written by hand, and what is carried

POSITIONS: dict[str, str] = {
    "4,900 units in a hex": "".join(
        f'[[unit]]\nid = "u{at}"\nside = "german"\ntype = "infantry"\nstrength = [4, 2]\nhex = "4416"\n' for at in range(4_900)
    ),
    "a megabyte of names": f'note = "{"x" * 1_000_000}"\n',
    "300,000 dates": "a = [" + "1979-05-27," * 80_000 + "]",
    "a line of 900,000 brackets": "a = " + "[" * 900_000,
    "900,000 lines": "\n" * 900_000 + "x",
    "comments": "#\n" * 450_000,
    "tables in tables": "".join(f"[a{'.b' * 38}.c{at}]\n" for at in range(9_000)),
    "lists of tables": "[[a]]\n" * 150_000,
    "escapes": 'note = "' + "\\U0001F600" * 90_000 + '"',
    "long strings": 'note = """' + '""\\"' * 200_000 + '"""',
    "floats": "a = " + "1" * 900_000 + ".5",
    "underscores": "a = " + "1_" * 400_000 + "1",
    "every hex": '[terrain]\n' + "".join(f'"{x:02d}{y:02d}" = ["forest"]\n' for x in range(80) for y in range(60)),
}  # fmt: skip

SOURCES: dict[str, tuple[str, Callable[[], str]]] = {
    "a million columns": ("counters.csv", lambda: ",".join(f"c{at}" for at in range(1_000_000)) + "\n1\n"),
    "8 MB of counters": ("counters.csv", lambda: "id,side,type,name\n" + "".join(f"a{at},red,infantry,n{at}\n" for at in range(300_000))),
    "one cell of 7 MB": ("counters.csv", lambda: "id,side\n\"" + "x" * (7 << 20) + "\",red\n"),
    "quotes that never end": ("map/hexes.csv", lambda: "hex,terrain\n" + '"a\n' * 2_000_000),
    "8 MB of hexes": ("map/hexes.csv", lambda: "hex,terrain\n" + "0101,woods\n" * 700_000),
    "8 MB of empty lines": ("combat.csv", lambda: "\n" * (8 << 20)),
    "8 MB of commas": ("combat.csv", lambda: ("," * 499 + "\n") * 16_000),
    "8 MB of tables": ("game.toml", lambda: "".join(f"[a{at}]\nb = {at}\n" for at in range(400_000))),
    "a grid of a million": ("game.toml", lambda: 'title = "x"\n[grid]\ncolumns = 1000000\nrows = 1000000\n'),
    "8 MB of rules": ("rules.toml", lambda: "".join(f"[[move]]\nwhen = {at}\n" for at in range(300_000))),
    "8 MB of a scenario": ("scenarios/first-day.toml", lambda: "".join(f'[[unit]]\ncounter = "red-3-armour"\nhex = "0101"\n#{at}\n' for at in range(120_000))),
}  # fmt: skip


def typed(text: str) -> Make:
    """A position file."""
    return lambda path: _plain(path, f'game = "dagc"\n{text}'.encode())


def sourced(what: str) -> Make:
    def make(path: Path) -> None:
        name, text = SOURCES[what]
        new_game(path.name, path.parent)
        (path / name).write_text(text(), "utf-8")

    return make


def scanned(what: str) -> Make:
    """A game whose map is a picture."""

    def make(path: Path) -> None:
        new_game(path.name, path.parent)
        ending, data = PICTURES[what]
        (path / "art").mkdir()
        (path / "art" / f"map.{ending}").write_bytes(data())
        wide, high = image_size(data()) or (800, 600)
        across, down = wide / 15, high / 9
        marks = [
            Mark(f"{row:02d}{column:02d}", (across * (column - 0.5 + (row == 10) / 2), down * (0.577 + (row - 1) * 0.866)))
            for row, column in ((1, 1), (1, 14), (10, 1), (10, 14))
        ]  # fmt: skip
        save_fit(path, f"art/map.{ending}", marks)

    return make


def packed_own(what: str) -> Make:
    """A packed owner's copy."""

    def make(path: Path) -> None:
        name, text = SOURCES[what]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"aldra/{name}", text())

    return make


OF_SAVES = [
    "show X", "show X --json", "report X", "supply X", "zones X", "stacking X", "odds X", "turn X", "arrivals X",
    "score X", "plan X", "position X -o y.toml", "picture X -o y.png", "serve X --html y.html",
]  # fmt: skip
OF_LOGS = [
    "show X",
    "report X",
    "referee X",
    "referee X --record --html y.html",
    "position X -o y.toml",
]
OF_MODULES = ["check X", "adopt X taken", "bind X dagc", "show s.vsav"]
OF_SOURCES = ["check X", "build X -o out", "sheets X -o out", "rules X", "own X"]


def work() -> Iterator[tuple[str, str, Make, list[str]]]:
    """Each kind of file: what it is, its name, how it is made, and who reads it."""
    for what, make in SAVES.items():
        yield f"save: {what}", "x.vsav", make, OF_SAVES
    for what, make in LOGS.items():
        yield f"log: {what}", "x.vlog", make, OF_LOGS
    for what, make in MODULES.items():
        yield f"module: {what}", "x.vmod", make, OF_MODULES
    for what, text in POSITIONS.items():
        yield f"position: {what}", "x.toml", typed(text), OF_SAVES[2:]
    for what in SOURCES:
        yield f"sources: {what}", "hill", sourced(what), OF_SOURCES
    for what in SOURCES:
        yield f"copy: {what}", "own.zip", packed_own(what), ["own aldra --take X", "check aldra"]
    for what in PICTURES:
        yield (
            f"scan: {what}",
            "hill",
            scanned(what),
            ["fit X --no-page", "check X", "build X -o out", "sheets X -o out"],
        )


def _apart(work: Callable[[], None]) -> int:
    """Do it in a child, because what it takes would count for those that are measured."""
    if child := os.fork():
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        work()
        os._exit(0)
    finally:
        os._exit(1)


def main() -> None:
    """Print what each took, the worst at the end."""
    chosen = sys.argv[1:]
    for room in ("builder", "assistant"):
        for found in pkgutil.walk_packages([room], f"{room}."):
            if (
                "skeleton" not in found.name
                and "packed" not in found.name
                and "__main__" not in found.name
            ):
                importlib.import_module(found.name)
    wrong = 0
    for what, name, make, commands in work():
        if chosen and not any(part in what for part in chosen):
            continue
        with tempfile.TemporaryDirectory(prefix="kessel-bounds-") as place:
            folder = Path(place)
            if _apart(partial(make, folder / name)):
                print(f"{what}: cannot be made")
                continue
            if "show s.vsav" in commands:
                saved()(folder / "s.vsav")
            size = (folder / name).stat().st_size if (folder / name).is_file() else 0
            assert size < MOST, what
            ending = next((path.suffix[1:] for path in folder.glob("hill/art/map.*")), "")
            for command in commands:
                cost = measured(
                    [w.replace("X", name).replace(".E", f".{ending}") for w in command.split()],
                    folder,
                )
                wrong += bool(cost.fault)
                slow = cost.seconds > SECONDS and not cost.fault
                last = cost.said.splitlines()[-1][:150] if cost.said and cost.status else ""
                print(
                    f"{cost.fault or ('accepted, slow' if slow else 'ok'):14} {what} ({size >> 10} kB): kessel {command}: "
                    f"{cost.status}, {cost.seconds:.1f} s, {cost.memory >> 20} MB {last}", flush=True,
                )  # fmt: skip
                for made in ("taken", "out", "source-art"):
                    shutil.rmtree(folder / made, ignore_errors=True)
                for written in ("y.toml", "y.png", "y.html"):
                    (folder / written).unlink(missing_ok=True)
    print(f"{wrong} wrong; {time.process_time():.0f} s of this process")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
