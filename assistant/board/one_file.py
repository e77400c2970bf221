"""The board page as one HTML file: map, pieces, every moment and its answers, for anybody.

The page's own modules go in as they are, but for the one that asks the server: in its place stands
one that looks the answers up. They are as the file's viewer may have them, in one language.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from assistant.board.course import course
from assistant.board.images import Images
from assistant.board.kept_moves import kept_moves
from assistant.board.questions import (
    Asked,
    Ways,
    advances_of,
    names_of,
    outlook_of,
    results_of,
    ways_of,
)
from assistant.board.scene import board, scene
from assistant.board.source import Source
from assistant.board.turning import turning_of
from assistant.questions.answers import as_json
from assistant.questions.protocol import QuestionError
from assistant.report.terminal import plain_line
from assistant.words.data import in_words
from assistant.words.voice import Voice
from builder import limits
from builder.drawing.scans import scan_for
from builder.vassal.picture_header import open_header

STATIC = Path(__file__).parent / "static"
WIDEST = 6000
"""Pixels to which a map is made smaller, so that the file can be mailed."""

MOST_MOMENTS = int(limits.MOMENTS)
"""Steps that a file holds; a longer log is refused."""

REACHES = 12
"""Moments, the last of their phases, in which every unit's reach is told; the newest count."""

CROWD = int(limits.CROWD)
"""Units of one hex beyond which the file holds the reach of none of them: no game has such a hex,
and each may cost as much as it has companions."""

_LEVEL = 6
"""Packs as small as the highest, to a hundredth, in half its time."""

_EFFORT = 2
"""Half the time of the usual 4, for a picture that is a twentieth larger."""

ONE_TILE = {"tile": 1 << 20, "sizes": 1}
"""How the page is told that the file's map comes in one piece."""

_IMPORT = re.compile(r'(from |import )"(\.\.?/[\w./-]+\.js)"')
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; "
    "img-src data: blob:; base-uri 'none'; form-action 'none'"
)


@dataclass
class _Told:
    """Answers by number, each kept once, as JSON: the objects of a large game's would fill a
    gigabyte."""

    say: Voice
    kept: list[bytes] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)
    pictures: set[str] = field(default_factory=set)

    def put(self, answer: Any) -> int:
        told = _json(in_words(answer, self.say))
        key = hashlib.sha256(told).digest()
        if key not in self.numbers:
            self.numbers[key] = len(self.kept)
            self.kept.append(zlib.compress(told, 1))
        return self.numbers[key]

    def scene(self, shown: dict[str, Any]) -> int:
        """The same for a scene, whose pictures the file needs."""
        return self.pictured(shown, (*shown["units"], *shown["cards"]))

    def pictured(self, answer: Any, shown: Iterable[Mapping[str, Any]]) -> int:
        """The same for an answer that shows pictures."""
        self.pictures |= {one["picture"] for one in shown}
        return self.put(answer)


@dataclass(frozen=True)
class Shown:
    """What of a page is written: the step that it shows, what is tried there, and the `view` on
    which the file opens, as the page's own address has it, with the plan's battles."""

    view: str = ""
    step: int | None = None
    changes: str = ""

    @property
    def battles(self) -> list[dict[str, str]]:
        """The words in which the page asks about each battle of the plan."""
        told = parse_qs(self.view.lstrip("#&")).get("plan", [""])[0]
        parts = [[*battle.split("!"), "", ""][:3] for battle in told.split("~") if battle]
        return [{"hex": hex_, "from": who, "with": given} for hex_, who, given in parts]


AS_IT_IS = Shown()


def one_file(source: Source, images: Images, say: Voice, shown: Shown = AS_IT_IS) -> str:
    """The whole page, which needs no other file and no network. QuestionError for a log with too
    many steps."""
    if source.steps >= MOST_MOMENTS:
        raise QuestionError(
            "A page as one file holds at most {n} steps: leave --html out for a longer log.",
            n=MOST_MOMENTS,
        )
    sheet = images.sheet(source.moment().position)
    map_ = images.map(sheet, say.language if say.language in sheet.keys else "en")
    told = _Told(say)
    moments = list(_moments(source, images, told))
    step = source.steps if shown.step is None else min(shown.step, source.steps)
    tried = _tried(source, images, step, shown, told)
    (tried or moments[step])["answers"].update(_planned(source, step, shown, told))
    board_told = {**board(sheet), **ONE_TILE, "files": [source.path.name], "viewers": []}
    for language, words in board_told["words"].items():
        if language == say.language:
            words.update(say.codes)
    store = {
        "board": in_words(board_told, say),
        "moments": moments,
        "tried": tried,
        "faces": {
            key: _address("image/png", images.face(key) or b"") for key in sorted(told.pictures)
        },
        "missing": say("This file does not hold that answer: open the game in Kessel."),
    }
    return _page(say, source, shown.view, _packed(store, told.kept), _smaller(map_))


def _json(content: Any) -> bytes:
    """Compact JSON; a name of a file may hold what is no Unicode."""
    return json.dumps(content, ensure_ascii=False).encode(errors="replace")


def _packed(store: dict[str, Any], told: list[bytes]) -> bytes:
    """The store with the answers by number, one after another because all of them unpacked would
    take hundreds of megabytes."""
    made = BytesIO()
    with gzip.GzipFile(fileobj=made, mode="wb", mtime=0, compresslevel=_LEVEL) as file:
        file.write(_json(store)[:-1] + b', "told": [')
        for number, answer in enumerate(told):
            file.write((b", " if number else b"") + zlib.decompress(answer))
        file.write(b"]}")
    return made.getvalue()


def _moments(source: Source, images: Images, told: _Told) -> Iterator[dict[str, Any]]:
    """Each step's scene and answers, as numbers of what is told."""
    phases = [source.seen(step) for step in range(source.steps + 1)]
    ends = [
        step
        for step, now in enumerate(phases)
        if step == source.steps
        or (now.turn, now.phase) != (phases[step + 1].turn, phases[step + 1].phase)
    ]
    number = told.put(course(source))
    for step in range(source.steps + 1):
        moment = _moment(source, images, step, "", told, step in ends[-REACHES:])
        moment["answers"]["course"] = number
        yield moment


def _moment(
    source: Source, images: Images, step: int, changes: str, told: _Told, reaches: bool
) -> dict[str, Any]:
    """A step's scene and answers, with what is tried there."""
    shown = scene(source, step, images, changes)
    whole = {**shown, "version": 1, "news": [], "note": ""}
    asked = Asked(source, step, {"try": changes})
    answers = dict(_answers(asked, shown, told))
    if reaches:
        answers.update(_reaches(asked, shown, told))
    answers["turning"] = told.put(turning_of(asked))
    names = names_of(images, asked, told.say.language)
    answers["names"] = told.pictured(names, (*names["below"], *names["again"]))
    return {"scene": told.scene(whole), "answers": answers}


def _tried(
    source: Source, images: Images, step: int, shown: Shown, told: _Told
) -> dict[str, Any] | None:
    """The moment as it is tried out; None if nothing is."""
    if not shown.changes:
        return None
    moment = _moment(source, images, step, shown.changes, told, reaches=True)
    asked = Asked(source, step, {"try": shown.changes})
    moment["answers"]["ways"] = told.put(ways_of(asked))
    moment["answers"]["course"] = told.put(course(source))
    return {**moment, "step": step, "try": shown.changes}


def _answers(asked: Asked, shown: dict[str, Any], told: _Told) -> Iterator[tuple[str, int]]:
    """What is asked when a target, and then a result of its battle, is chosen."""
    for target in dict.fromkeys(attack["target"] for attack in shown["attacks"]):
        yield from _battle(asked.about(hex=target), told)


def _planned(source: Source, step: int, shown: Shown, told: _Told) -> Iterator[tuple[str, int]]:
    """What is asked of the battles of a plan."""
    asked = Asked(source, step, {"try": shown.changes})
    for words in shown.battles:
        battle = asked.about(**words)
        try:
            yield _key("outlook", battle), told.put(outlook_of(battle))
        except QuestionError:
            continue
        yield from _battle(battle, told)


def _battle(asked: Asked, told: _Told) -> Iterator[tuple[str, int]]:
    """One battle: the odds for all who could fight and for those who are named, and the rest."""
    everybody = asked.about(**{"from": ""})
    try:
        yield _key("odds", everybody), told.put(as_json(everybody.odds()))
        odds = asked.odds()
    except QuestionError:
        return
    asked = asked.about(**{"from": ",".join(odds.attackers)})
    yield _key("odds", asked), told.put(as_json(odds))
    if not odds.possible:
        return
    results = results_of(asked)
    yield _key("results", asked), told.put(results)
    yield _key("advances", asked), told.put(advances_of(asked))
    if "route" not in asked.door.position.game.definition.state:
        return
    for result in results:
        after = asked.about(result=result)
        yield _key("advances", after), told.put(advances_of(after))


def _key(path: str, asked: Asked) -> str:
    """How the page looks an answer up: the question with its words in order."""
    told = {name: value for name, value in asked.words.items() if value and name != "try"}
    if "from" in told:
        told["from"] = ",".join(sorted(told["from"].split(",")))
    return "&".join([path, *(f"{name}={told[name]}" for name in sorted(told))])


def _reaches(asked: Asked, shown: dict[str, Any], told: _Told) -> Iterator[tuple[str, int]]:
    crowds = Counter(unit["hex"] for unit in shown["units"])
    board, ways = asked.door.position.board, Ways()
    for unit in shown["units"]:
        if crowds[unit["hex"]] > CROWD and unit["hex"] in board.grid:
            continue
        try:
            moves = ways.moves_of(asked.about(unit=unit["id"]))
        except QuestionError:
            continue
        yield f"moves&unit={unit['id']}", told.put(kept_moves(moves))


@lru_cache(maxsize=1)  # a game's file is asked for again and again
def _smaller(picture: bytes) -> bytes:
    """The map as WebP, no wider than can be mailed."""
    with open_header(BytesIO(picture)) as image:
        wide, high = image.size
    share = min(1.0, WIDEST / max(wide, high))
    wanted = max(1, round(wide * share)), max(1, round(high * share))
    stream = BytesIO()
    plain = scan_for(picture, "map", wanted)
    plain.thumbnail(wanted)
    plain.save(stream, "WEBP", quality=82, method=_EFFORT)
    return stream.getvalue()


def _address(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def _page(say: Voice, source: Source, view: str, packed: bytes, map_: bytes) -> str:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    style = (STATIC / "board.css").read_text(encoding="utf-8")
    icon = _address("image/svg+xml", (STATIC / "icon.svg").read_bytes())
    words = f"{view}&lang={say.language}" if "lang=" not in view else view
    head = (
        f'<meta name="generator" content="Kessel">\n'
        f'  <meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    )
    script = (
        f'<script type="importmap">{json.dumps({"imports": _modules()})}</script>\n'
        '  <script type="module">import "kessel/main.js";</script>'
    )
    stores = "".join(
        f'<script type="text/plain" id="{name}">{b64encode(data).decode()}</script>\n'
        for name, data in (("store", packed), ("map", map_))
    )
    changes = {
        '<html lang="en">': f'<html lang="{say.language}">',
        '<meta charset="utf-8">': f'<meta charset="utf-8">\n  {head}',
        "<title>Kessel</title>": f"<title>{escape(plain_line(source.path.name))}</title>",
        "/static/icon.svg": icon,
        '<link rel="stylesheet" href="/static/board.css">': f"<style>{style}</style>",
        '<script type="module" src="/static/main.js"></script>': script,
        "<body>": f'<body class="alone" data-view="{escape(words.lstrip("#&"))}">\n{stores}',
    }
    for old, new in changes.items():
        assert old in html, old
        html = html.replace(old, new)
    return html


def _modules() -> dict[str, str]:
    """The page's modules by the names under which they import each other, as addresses of data."""
    found = {}
    for path in sorted(STATIC.rglob("*.js")):
        name = path.relative_to(STATIC).as_posix()
        text = path.read_text(encoding="utf-8")
        if name == "offline.js":
            name = "ask.js"
        elif name == "ask.js":
            continue
        told = _with_names(text, Path(name).parent)
        found[f"kessel/{name}"] = _address("text/javascript", told.encode())
    return found


def _with_names(script: str, folder: Path) -> str:
    """A module of this folder in which the others have the names of the import map."""
    return _IMPORT.sub(lambda match: f'{match[1]}"{_called(folder, match[2])}"', script)


def _called(folder: Path, specifier: str) -> str:
    parts: list[str] = []
    for part in (*folder.parts, *specifier.split("/")):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "kessel/" + "/".join(parts)
