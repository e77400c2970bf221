"""Passwords come out nowhere, and what a side may not see changes no byte of what it is told."""

import gc
import html
import json
import pickle
import re
import shutil
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from io import BytesIO
from pathlib import Path
from threading import current_thread

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.binding import bound_game, open_record
from assistant.board.app import make_app
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.desk.app import make_app as desk_app
from assistant.desk.desk import Desk
from assistant.desk.settling import Settling
from assistant.desk.settling import make_app as settling_app
from assistant.home.finding import saves
from assistant.home.remembered import Remembered
from assistant.home.summary import fulls
from assistant.planning.as_log import plan_log
from assistant.reading.state import as_declared
from assistant.report.picture import picture_bytes
from assistant.studio.app import make_app as studio_app
from assistant.studio.bench import Bench
from assistant.studio.bench_app import make_bench_app
from assistant.studio.owner_tracing import OwnerTracing
from assistant.studio.workshop import Fitting, Tracing
from builder.adopt.adopting import adopt
from builder.adopt.cleaning import clean_piece, cleaned
from builder.adopt.told import Told
from builder.bind.drafting import draft
from builder.bind.writing import write as write_binding
from builder.game import carriers
from builder.game.carriers import COUNTER_PROPERTY
from builder.game.definition import FieldDefinition
from builder.game.loader import load_game
from builder.game.owned import VARIABLE
from builder.game.skeleton import new_game
from builder.game.values import World
from builder.hexes.fit import GridFit, Mark
from builder.hexes.grid import PixelGrid
from builder.vassal.answers import Answers
from builder.vassal.blanked import Blanks, without_ids
from builder.vassal.buildfile import components
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.buildfile.module import read_module
from builder.vassal.buildfile.piece_text import write_piece
from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import Group, leaves, write_tree
from builder.vassal.commands import ChangePiece, Chat, MovePiece, Player, PlayerLeaves
from builder.vassal.locations import Locator
from builder.vassal.markup import line_as_shown, line_without_tags
from builder.vassal.obfuscation import disguise
from builder.vassal.opened import open_game
from builder.vassal.replay import Replay, Step
from builder.vassal.savedgame import SavedGame, parse_saved_game, read_saved_game
from builder.vassal.secret import MASKED, Passwords, PlayerId
from builder.vassal.sequence import TAB, encode, join
from builder.vassal.trait_answers import own_property
from builder.vassal.traits import (
    BasicPiece,
    DynamicProperty,
    Hide,
    Layer,
    Marker,
    Mask,
    MatCargo,
    PlaceMarker,
    PropertySheet,
    Prototype,
    Restrict,
    Trail,
    Trait,
)
from tests.hostile.conftest import Attack, piece
from tests.hostile.test_modules import board, element, hexes, module
from tests.wide import some, some_of

WORDS = (
    "correct-horse",
    "battery-staple",
    "Tr0ub4dor",
    "dear-diary",
    "long-gone-guest",
    "no-such-side",
)
"""The passwords of three players, what one of them noted for himself alone, of one who left, and of
one whom only pieces of a side name."""


def planted(hidden: str = "german-56-panzer") -> list[str]:
    """Commands with passwords wherever VASSAL writes them, and one hidden piece of the Germans."""
    german, soviet, guest = map(PlayerId, WORDS[:3])
    unit = Marker(names=("Counter",), values=(hidden,))
    open_unit = Marker(names=("Counter",), values=("soviet-11-guards",))
    return [
        f"PLAYER\t{WORDS[0]}\tAna\tGerman",
        f"PLAYER\t{WORDS[1]}\tBruno\tSoviet",
        f"PLAYER\t{WORDS[2]}\tEve\t<observer>",
        piece("m1", [Mask(masked_by=german, mask_name="?"), unit], x=1200, y=1200),
        piece("h1", [Hide(hidden_by=german), unit], x=1300, y=1300),
        piece("m2", [Mask(masked_by=guest, mask_name="?"), unit], x=1400, y=1300),
        piece("o1", [Mask(masked_by=soviet), open_unit], x=1500, y=1400),
        piece("o2", [Mask(options=f"false|1|{WORDS[4]}"), open_unit], x=1500, y=1500),
        *(piece(f"s{at}", [trait, open_unit], y=1600) for at, trait in enumerate(by_side())),
        piece("v1", [DynamicProperty(name="Keeper", value=WORDS[1])], x=1600, y=1400),
        piece("f1", [DynamicProperty(name="roll", value=WORDS[1]), open_unit], x=1700, y=1400),
        f"EXT\t{WORDS[2]}\t{WORDS[0]}",
        f"GlobalProperty\t;Keeper;{WORDS[0]};Module",
        f"GlobalProperty\t;State-bagration;{WORDS[0]};Module",
        f"PNOTE\t{WORDS[0]}\t{WORDS[3]}",
        f"SNOTE\tplan\t{WORDS[2]}\ttrue\t{WORDS[3]}\t06/22/1944 1:00 AM\tEve",
    ]


def by_side(word: str = WORDS[5]) -> list[Trait]:
    """Traits in whose states a side should stand, or nobody, and a password may."""
    return [
        Mask(access="side:", masked_by=PlayerId(word)),
        Mask(access="sides:Soviet:German", masked_by=PlayerId(word)),
        Hide(access="side:", hidden_by=PlayerId(word)),
        Restrict(by_player=False, owned_by=PlayerId(word)),
        Mask(options=f"{word}|0"),
    ]


def logged() -> list[str]:
    """Steps of a log, each written by a player."""
    move = join(["m1", "Main Map", "1210", "1210", "null", "Main Map", "1200", "1200", "null"], "/")
    return [
        f"LOG\tM/{move}/{WORDS[0]}",
        f"LOG\tPLAYER\t{WORDS[1]}\tBruno\tSoviet",
        f"LOG\tPYREMOVE\t{WORDS[2]}",
        f"LOG\tMutableProperty\tKeeper\t{WORDS[0]}\tit is {WORDS[2]}\tModule",
        "LOG\t" + ChangePiece("v1", f"{WORDS[0]}\tMain Map;1600;1400;;0", None).text(),
        f"LOG\tPNOTE\t{WORDS[0]}\t{WORDS[3]}",
        f"LOG\tPRIV_CHAT/name\\=Bruno|id\\=Zq7.1700000000000/{WORDS[3]}",
        "LOG\tCHAT<Ana> hello",
    ]


def called() -> list[str]:
    """Steps in which things are called by passwords: a piece, a property, a turn counter."""
    to = join(
        [WORDS[2], "Main Map", "1700", "1410", "null", "Main Map", "1700", "1400", "null"], "/"
    )
    unit = Marker(names=("Counter",), values=("soviet-11-guards",))
    return [
        f"LOG\t{piece(WORDS[2], [unit], x=1700, y=1400)}",
        f"LOG\tM/{to}",
        f"LOG\t{piece('x9', [unit], map_=f'Main Map{WORDS[0]}', x=1700, y=1500)}",
        f"LOG\tMutableProperty\t{WORDS[0]}\t\tset\tModule",
        f"LOG\tTURN{WORDS[0]}\t{WORDS[1]}",
    ]


@pytest.fixture
def game(attack: Attack, tmp_path: Path) -> Path:
    path = logged_game(attack, tmp_path / "game.vlog", planted(), called())
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("moduledata", Metadata(WORDS[0], WORDS[1], "3.7.16").encode())
    return path


def logged_game(attack: Attack, path: Path, commands: list[str], more: Sequence[str] = ()) -> Path:
    text = read_saved_game(attack(*commands)).text
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", "\x1b".join([text, *logged(), *more]))
    return path


COMMANDS = (
    "show FILE", "show FILE --json", "show FILE --changes", "show FILE --changes --json",
    "show FILE --step 1 --viewer German", "report FILE", "report FILE --json", "position FILE",
    "position FILE --json", "supply FILE", "zones FILE", "odds FILE", "stacking FILE --json",
    "report FILE --language es", "show FILE --viewer Nobody", "show FILE --step 99",
    "report FILE --step 99", "moves FILE m1", "odds FILE 9999", "setup dagc FILE",
    "referee FILE --record", "referee FILE --json", "referee FILE --html PAGE --force",
    "plan FILE --side soviet", "turn FILE", "arrivals FILE", "score FILE", "turn FILE --json",
    "retreats FILE 3910", "advances FILE 3910 --from m1", "serve FILE --side nobody",
    "picture FILE -o PAGE --force", "position FILE -o PAGE --force", "plan FILE --side german --log PAGE --force",
    "check FILE", "adopt FILE taken", "bind FILE dagc", "own dagc --take FILE", "derive FILE",
)  # fmt: skip


ENDINGS = {"picture": ".png", "--log": ".vlog", "position": ".toml"}
"""How the file is called that a command writes."""


def told(words: str, path: Path, **names: str) -> str:
    """What a command says, its error included; `names` stand for words of it, _ for a space."""
    page = path.with_name("page" + next((e for w, e in ENDINGS.items() if w in words), ".html"))
    named = {"FILE": str(path), "PAGE": str(page)} | names
    asked = [named.get(word, word) for word in words.split()]
    asked = [word.replace("_", " ") if word == names.get("SEAT") else word for word in asked]
    result = CliRunner().invoke(app, asked)
    error = result.exception
    written = page.read_bytes() if page.exists() else b""
    said = result.output + "".join(part.decode(errors="replace") for part in _unpacked(written))
    page.unlink(missing_ok=True)
    if error is None or isinstance(error, SystemExit):
        return said
    assert isinstance(error, Exception)
    return said + "\n".join(explain(error) or [repr(error)])


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_tells_a_password(words: str, game: Path) -> None:
    said = told(words, game)
    assert said
    assert [word for word in WORDS if word in said] == []


def test_a_module_that_is_not_found_or_not_the_one_is_named_without_one(
    game: Path, tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere" / "other.vmod"
    other.parent.mkdir()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("buildFile.xml", '<VASSAL.build.GameModule name="T" version="1"/>')
    for opened in (open_game(game), open_game(game, other)):
        assert opened.notes
        assert [word for word in WORDS if word in str(opened.notes)] == []


def test_no_damage_brings_one_to_light(game: Path, tmp_path: Path) -> None:
    text = read_saved_game(game).text
    places = [next(_all(text, word)) for word in WORDS]
    for number, at in enumerate(places):
        for cut in (
            text[: at + 4],
            text[: at + 4] + "\x00" + text[at + 4 :],
            text[:at] + text[at + 3 :],
        ):
            path = tmp_path / f"cut{number}.vsav"
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("savedGame", cut)
            said = told("show FILE", path)
            assert [word for word in WORDS if word[:4] in said or word[3:] in said] == []


def _all(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def of_the_wire(kind: type) -> bool:
    """Whether a class is of the rooms whose values hold what VASSAL writes, ids among it."""
    return kind.__module__.startswith(("builder.vassal.", "assistant.live."))


def test_no_value_shows_one(attack: Attack, tmp_path: Path) -> None:
    there = gc.get_objects()  # of other tests
    before = {id(one) for one in there}
    game = logged_game(attack, tmp_path / "game.vlog", planted())
    saved, record = read_saved_game(game), open_record(game)
    replay = Replay(saved)
    state = record.replay.state()
    values = [
        saved, record, replay, state, state.seats, record.position(), record.changes(0, 1),
        *(command for number in range(1, record.steps + 1) for command in replay.step(number).commands),
        *state.pieces.values(), *(piece.traits for piece in state.pieces.values()),
    ]  # fmt: skip
    met = [one for one in gc.get_objects() if id(one) not in before and is_dataclass(one)]
    values += [one for one in met if of_the_wire(type(one))]
    assert there
    shown = "\n".join(map(repr, values))
    shown += "\n".join(str(one) for one in values if type(one).__str__ is not object.__str__)
    assert [word for word in WORDS if word in shown] == []
    with pytest.raises(TypeError):
        pickle.dumps(state.seats)


ASKED = {
    "/": [""], "/api/names": [""], "/api/board": [""], "/api/position": ["", "step=0"], "/page.html": [""],
    "/api/scene": ["", "step=0", "step=1", "file=7", "try=move:{unit}:{hex}", "viewer={hider}"],
    "/api/moves": ["unit={unit}", "unit=m1"], "/api/lifted": ["unit={unit}", "unit=m1"],
    "/api/odds": ["hex={hex}", "hex=9999"],
    "/api/results": ["hex={hex}"], "/api/advances": ["hex={hex}"], "/api/outlook": [""],
    "/api/ways": ["try=move:{unit}:{hex}"], "/api/reach": ["side={hider}", "side={other}"],
    "/api/cheapest": [""], "/api/course": [""], "/api/plan": ["side={other}"],
    "/api/turning": [""], "/plan.vlog": ["try=move:{unit}:{hex}"],
}  # fmt: skip
"""What is asked at every address of the board that gives more than a file of Kessel's."""

RULED = ("/api/scene", "/api/turning", "/plan.vlog")
STREAM, PICTURES = "/api/events", ("/map/{key}/{tile}.jpg", "/counter/{key}.png")


def page(
    path: Path, side: str, only: Mapping[str, Sequence[str]] = ASKED, **names: str
) -> Iterator[tuple[str, bytes]]:
    """Every address of the page and what it gives, pictures included."""
    names = {"unit": "m1", "hex": "3910", "hider": "german", "other": "soviet"} | names
    session = Session(sources=[open_source(path, side)], version=1)
    board = make_app(session)
    routes = {route.path for route in board.routes if isinstance(route, Route)}
    assert routes == {*ASKED, STREAM, *PICTURES}, "a new address is to be asked here"
    client = TestClient(board, base_url="http://localhost")
    told = b""
    for address, queries in only.items():
        for query in queries:
            content = client.get(f"{address}?{query.format(**names)}").content
            told += content if address in ("/api/board", "/api/scene") else b""
            if content.startswith(b"PK"):  # each log is disguised by another key
                content = read_saved_game(BytesIO(content), "plan.vlog").text.encode()
            yield f"{address}?{query}", content
    for name in sorted(set(re.findall(rb"/counter/[\w-]+\.png", told))):
        yield name.decode(), client.get(name.decode()).content


@pytest.mark.parametrize("side", some(["", "german", "soviet"], "german"))
def test_the_page_tells_none(side: str, game: Path) -> None:
    for _, content in page(game, side):
        assert [word for word in WORDS if word.encode() in content] == []


@dataclass(frozen=True)
class Sides:
    """A game in which one side hides one of two units from the other."""

    game: str
    hider: str
    seat: str
    other: str
    other_seat: str
    whole: bool = False
    """Whether everything is asked, or what the game's own rules answer."""
    seated: bool = True
    """Whether somebody plays the other side; who looks with its eyes sees no more if nobody does."""


TABLES = (
    Sides("dagc", "german", "German", "soviet", "Soviet", whole=True),
    Sides("mlb", "soviet", "Soviet", "axis", "Axis"),
    Sides("nr", "axis", "Axis", "soviet", "Soviet"),
    Sides("kursk", "german", "German", "soviet", "Soviet", seated=False),
    Sides("uis", "wp", "Warsaw Pact", "nato", "NATO"),
)
"""The five games; of the first everything is asked."""

TELLING = (
    "show FILE --viewer SEAT --json", "show FILE --changes --viewer SEAT",
    "show FILE --changes --viewer SEAT --json",
    "report FILE --viewer OTHER --json", "report FILE --viewer OTHER --language es",
    "position FILE --viewer OTHER", "odds FILE --viewer OTHER --json",
    "supply FILE --viewer OTHER --json", "zones FILE --viewer OTHER",
    "stacking FILE --viewer OTHER", "turn FILE --viewer OTHER", "arrivals FILE --viewer OTHER",
    "score FILE --viewer OTHER", "moves FILE UNIT --viewer OTHER", "retreats FILE HEX --viewer OTHER",
    "referee FILE --viewer OTHER --html PAGE --force", "referee FILE --viewer OTHER --json",
    "plan FILE --side OTHER --viewer OTHER",
)  # fmt: skip
BY_RULES = ("referee FILE --viewer OTHER --json", "show FILE --json", "show FILE --viewer SEAT --json", "report FILE --viewer OTHER --json", "turn FILE --viewer OTHER",
            "arrivals FILE --viewer OTHER", "score FILE --viewer OTHER")  # fmt: skip
OPEN = ("referee FILE --json", "show FILE --json", "show FILE --changes", "report FILE --json", "position FILE",
        "turn FILE --json", "score FILE --json", "arrivals FILE --json")  # fmt: skip
"""What is told to who names no side: no more than an observer sees."""

FEW = 12
"""Pieces of a set-up that stay on the table: enough that they meet."""


def few(text: str, without: Sequence[str]) -> str:
    """A set-up with a few of its pieces, and none of these counters."""
    leaves = text.split("\x1b")
    pieces = [leaf for leaf in leaves if leaf.startswith("+/") and "/stack/" not in leaf]
    pieces = [leaf for leaf in pieces if not any(counter in leaf for counter in without)]
    stay = set(pieces[:: max(1, len(pieces) // FEW)])
    return "\x1b".join(leaf for leaf in leaves if not leaf.startswith("+/") or leaf in stay)


def hiding(table: Sides, text: str, path: Path, of: int) -> tuple[Path, dict[str, str]]:
    """A log in which the hider has one of two units beside an open enemy, masked; the first one
    invisible as well, which moves onto an enemy, and from where it does not lie, as if a step were
    missing; and an invisible one that is taken off. In the other log there are no such units, and
    nothing in those steps. And the names by which the other side asks."""
    # Who has a set-up of the module knows from it which unit has which id.
    masked, unseen, gone = f"m{of}", f"h{of}", f"g{of}"
    game = load_game(table.game)
    units = [c for c in game.counters.values() if c.kind == "unit" and c.side == table.hider]
    first = units[0]
    second = next(unit for unit in units if unit.fields != first.fields)
    chosen = (first, second)[of].id
    text = few(text, (first.id, second.id))
    state = Replay(parse_saved_game(text)).first
    enemies = {c.id for c in game.counters.values() if c.kind == "unit" and c.side == table.other}
    told = {p.id: own_property(p, COUNTER_PROPERTY) for p in state.pieces.values()}
    met = next(id_ for id_, counter in told.items() if counter in enemies)
    map_, x, y = state.place(met)
    german, unit = PlayerId(WORDS[0]), Marker(names=("Counter",), values=(chosen,))
    mask = Mask(masked_by=german, mask_name="?")
    other = Marker(names=("Counter",), values=((second, first)[of].id,))
    hidden = [
        piece(masked, [mask, unit], map_, x, y + 70),
        *[
            piece(id_, [Hide(hidden_by=german), unit], map_, x + 70, y)
            for id_ in (unseen, gone)
            if not of
        ],
        f"PLAYER\t{WORDS[0]}\tAna\t{table.seat}",
        *[f"PLAYER\t{WORDS[1]}\tBruno\t{table.other_seat}"][: table.seated],
    ]
    head, end, tail = text.rpartition("\x1bend_save")
    move = join([masked, map_, str(x), str(y + 75), "null", map_, str(x), str(y + 70), "null"], "/")
    to = state.place([id_ for id_, counter in told.items() if counter in enemies][-1])
    goes = [unseen, map_, str(to.x), str(to.y), "null", map_, str(x + 70), str(y), "null"]
    torn = [unseen, map_, str(x), str(y), "null", map_, str(x + 7), str(y + 7), "null"]
    turned = ChangePiece(masked, piece(masked, [mask, other], map_, x, y + 75).split("/")[-1], None)
    steps = [
        f"LOG\tM/{move}/{WORDS[0]}",
        "LOG\tCHAT<Ana> hello",
        *(f"LOG\tM/{join(way, '/')}/{WORDS[0]}" if not of else "LOG\t" for way in (goes, torn)),
        f"LOG\t{'' if of else turned.text()}",
        f"LOG\t{'' if of else f'-/{gone}'}",
    ]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "savedGame", "\x1b".join([head, *hidden]) + "\x1b".join([end + tail, *steps])
        )
    where = Locator(bound_game(table.game)[1], state).hex(map_, x, y) or "3910"
    return path, {"UNIT": told[met] or met, "HEX": where}


def differing(
    one: Mapping[str, bytes], other: Mapping[str, bytes]
) -> dict[str, tuple[bytes, bytes]]:
    """What was told twice and not alike, each where it begins to differ."""
    found = {}
    for name in one.keys() | other.keys():
        a, b = one.get(name, b""), other.get(name, b"")
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            found[name] = a[max(0, at - 80) : at + 80], b[max(0, at - 80) : at + 80]
    return found


@pytest.mark.parametrize(
    "table",
    some_of(TABLES, lambda table: table.game in ("dagc", "kursk")),
    ids=lambda table: table.game,
)
def test_what_is_hidden_changes_no_byte(
    table: Sides, set_ups: dict[str, str], tmp_path: Path
) -> None:
    """The other player and the observer are told the same, whatever one side has hidden, and as if
    nothing were hidden; that side is told what it is, or the comparison could not fail."""
    heard: list[dict[str, bytes]] = []
    own: set[str] = set()
    for of in (0, 1):
        path, names = hiding(table, set_ups[table.game], tmp_path / "game.vlog", of)
        names |= {"SEAT": table.other_seat.replace(" ", "_"), "OTHER": table.other}
        commands = (*TELLING, *OPEN) if table.whole else BY_RULES
        said = {words: told(words, path, **names).encode() for words in commands}
        asked = {
            "unit": names["UNIT"],
            "hex": names["HEX"],
            "hider": table.hider,
            "other": table.other,
        }
        for side in ("", table.other) if table.whole else (table.other,):
            only = ASKED if table.whole and side else {name: ASKED[name][:1] for name in RULED}
            said |= {f"page {side} {q}": what for q, what in page(path, side, only, **asked)}
        if table.whole:
            said["picture"] = picture_bytes(open_record(path).position(viewer=table.other))
        heard.append(said)
        own.add(told(f"position FILE --viewer {table.hider}", path))
    assert differing(*heard) == {}
    assert len(own) == 2
    wrong = [name for name, what in heard[0].items() if b"Kessel itself failed" in what]
    assert wrong == []
    ids = [piece["id"] for piece in json.loads(heard[0]["show FILE --json"])["pieces"]]
    assert not {"m1", "h1", "g1"} & set(ids)


def test_a_plan_as_a_log_holds_no_short_password_and_nothing_hidden(
    attack: Attack, tmp_path: Path
) -> None:
    """Short words are not replaced wherever they stand, and so are known by where they stand; what
    lay hidden in a stack is gone from it too."""
    word = PlayerId("Zq7")
    unit = Marker(names=("Counter",), values=("german-56-panzer",))
    stack = join(["Main Map", "1200", "1200", "m1", "h1"], ";")
    masked = piece("m1", [Mask(masked_by=word, mask_name="?"), unit], x=1200, y=1200)
    hidden = piece("h1", [Hide(hidden_by=word), unit], x=1200, y=1200)
    notes = ["PNOTE\tZq7\tmy plan", "SNOTE\tsecret\tZq7\ttrue\ttext\t06/22/1944 1:00 AM\tAna"]
    text = read_saved_game(attack("PLAYER\tZq7\tAna\tGerman", masked, hidden, *notes)).text
    late = hidden.replace("+/h1/", "+/h2/")
    steps = [f"LOG\t+/s1/stack/{stack}", f"LOG\t{late}", "LOG\tPLAYER\tZq7\tAna\tGerman"]
    path = tmp_path / "game.vlog"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", "\x1b".join([text, *steps]))
    record = open_record(path)
    plan = read_saved_game(BytesIO(plan_log(record, "soviet", [])), "plan.vlog")
    assert "Zq7" not in plan.text
    assert "\x1b\x1b" not in plan.text  # as if there were no notes
    after = Replay(plan).state()
    assert not {"m1", "h1", "h2"} & set(after.pieces)
    assert "s1" not in after.groups
    assert "hidden here are not in this log" in plan.text
    assert {"m1", "h1", "h2"} <= set(Replay(read_saved_game(path)).state().pieces)
    mine = read_saved_game(BytesIO(plan_log(record, "german", [])), "plan.vlog")
    assert "Zq7" not in mine.text
    assert {"m1", "h1", "h2"} <= set(Replay(mine).state().pieces)


def test_what_is_kept_of_a_module_has_no_password(attack: Attack) -> None:
    """Set-ups that adopt keeps, and pieces whose author masked them before he saved the module."""
    save = attack(*planted())
    with zipfile.ZipFile(save, "a") as archive:
        said = f"<data><description>mine is {WORDS[0]}</description></data>"
        archive.writestr("savedata", said)
        archive.writestr("savedGame.bak", planted()[0])
        archive.comment = WORDS[0].encode()
    kept = without_ids(save.read_bytes())
    assert kept != save.read_bytes()
    with zipfile.ZipFile(BytesIO(kept)) as archive:
        assert (archive.namelist(), archive.comment) == (["savedGame", "savedata"], b"")
        described = archive.read("savedata").decode()
    text = read_saved_game(BytesIO(kept)).text + described
    assert [word for word in WORDS if word in text] == []
    assert described.startswith("<data><description>mine is ")
    state, before = (
        Replay(read_saved_game(BytesIO(kept))).first,
        Replay(read_saved_game(save)).first,
    )
    assert set(state.pieces) == set(before.pieces)
    assert without_ids(kept) == kept
    for trait in by_side("Axis")[:3:2]:  # a side of the module's stays, also where nobody plays it
        assert Blanks(sides=lambda: ["Axis"]).node(piece("t", [trait])) == piece("t", [trait])
    many = "".join(f"+/e{at}/stack/Main;{at};-7;@@-1\\\x1b" for at in range(3))
    crowded = SavedGame.of(save, read_saved_game(save).text.replace("\x1b", f"\x1b{many}", 1))
    assert crowded.without_empty_stacks().text == read_saved_game(save).without_empty_stacks().text
    masked = piece("m1", [Mask(masked_by=PlayerId(WORDS[0])), Hide(hidden_by=PlayerId(WORDS[1]))])
    plain = clean_piece(masked.replace("+/m1/", "+/null/", 1), Told(), "a piece")
    assert plain is not None
    assert [word for word in WORDS if word in plain] == []


@pytest.mark.parametrize(
    ("elsewhere", "gone"),
    [
        ("Beta", [True, True]),
        ("Not-Of-The-Game", [False, True]),
        ("my not-of-the-game", [False, True]),
    ],
)
def test_an_owner_of_a_slot_is_no_value_of_it_either(elsewhere: str, gone: list[bool]) -> None:
    """Unless it is a word that everybody may see, wherever else it stands in the module."""
    one, other = "Not-Of-The-Game", "b-secret"
    traits = [Mask(masked_by=PlayerId(one)), Hide(hidden_by=PlayerId(other))]
    mine = [DynamicProperty(name="Sup", value=one), Marker.of(Also=other, Arm="Tank")]
    slots = [
        components.PieceSlot(entry_name=name, gpid=name, content=write_piece([*own, BasicPiece(name=name)]))
        for name, own in (("Alpha", [*traits, *mine]), (elsewhere, []))
    ]  # fmt: skip
    told = cleaned(components.GameModule(children=tuple(slots)), Told(), ()).walk()
    (slot, *_) = (part for part in told if isinstance(part, components.PieceSlot))
    assert [word not in slot.content for word in (one, other)] == gone
    assert "Tank" in slot.content


def test_a_save_that_goes_by_a_pictures_name_is_not_taken_over(
    attack: Attack, tmp_path: Path
) -> None:
    """A module is a ZIP file of whoever made it: what `images/` holds need not be a picture."""
    save = attack(*planted())
    whole, raw = save.read_bytes(), disguise(read_saved_game(save).text)
    stream = BytesIO()
    Image.new("RGB", (60, 60), "red").save(stream, "PNG")
    files = {
        "images/save.png": whole,
        "images/raw.gif": raw,
        "images/behind.png": stream.getvalue() + whole,
        "images/used.png": stream.getvalue() + whole,
        "images/honest.png": stream.getvalue(),
        "sounds/save.wav": whole,
    }
    used = 'VASSAL.build.module.PrivateMap mapName="Other" icon="used.png"'
    taken = adopt(module(tmp_path, board(hexes()) + element(used), files), "ours", tmp_path)
    art = {path.name for path in (tmp_path / "ours" / "art").iterdir()}
    assert art & {"save.png", "raw.gif", "behind.png", "used.png", "honest.png"} == {
        "used.png", "honest.png",
    }  # fmt: skip
    told = {name for one in taken.left for name in one.examples}
    assert told >= {"save.png", "raw.gif", "behind.png", "used.png"}
    for path in (tmp_path / "ours").rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        texts = [data]
        if zipfile.is_zipfile(BytesIO(data)):
            texts.append(read_saved_game(BytesIO(data)).text.encode())
        assert [w for w in WORDS if any(w.encode() in text for text in texts)] == [], path
        assert not data.startswith(raw[:5]), path


AWKWARD = ("open/sesame", "open;sesame", "open|sesame", "open\tsesame", "o/p;e|n")


@pytest.mark.parametrize("word", AWKWARD)
def test_a_password_with_delimiters_is_known_however_it_is_escaped(
    word: str, attack: Attack
) -> None:
    """Each sequence around a password puts backslashes into it; a short one is known by where it
    stands alone, a long one, of eight letters, wherever it stands."""
    id_, unit = PlayerId(word), Marker(names=("Counter",), values=("soviet-11-guards",))
    traits = [
        Mask(masked_by=id_, mask_name="?", options="|" + encode(word, "|")),
        Hide(hidden_by=id_),
        Restrict(by_player=True, owned_by=id_),
    ]
    planted = [
        f"PLAYER\t{encode(word, TAB)}\tAna\tGerman",
        *(piece(f"p{number}", [trait, unit]) for number, trait in enumerate(traits)),
        piece("nest", [*traits, unit]),
    ]
    if len(word) >= 8:
        planted.append(piece("label", [Marker(names=("Note",), values=(word,)), unit]))
    save = attack(*planted, game="aldra")
    text = read_saved_game(save).text
    assert text.replace("\\", "").count(word) >= len(planted)
    kept = read_saved_game(BytesIO(without_ids(save.read_bytes()))).text
    assert word not in kept.replace("\\", "")
    before, after = (set(Replay(parse_saved_game(one)).first.pieces) for one in (text, kept))
    assert before == after


def test_what_is_taken_over_or_bound_leaves_none_in_any_file(
    attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module with such a set-up and such pieces in its windows: every file of the game that it
    becomes, of its binding and of the caches, what the commands say and what the pages show."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    new_game("small", tmp_path / "source-art")
    said = told("build small", tmp_path / "x")
    theirs = tmp_path / "theirs.vmod"
    noted = Marker(names=("Note",), values=(f"of {WORDS[2]}",))
    masked = piece(
        "m", [Mask(masked_by=PlayerId(WORDS[0])), Hide(hidden_by=PlayerId(WORDS[1])), noted]
    )
    slot = element(
        'VASSAL.build.widget.PieceSlot entryName="m" gpid="9001"', masked.replace("+/m/", "+/null/")
    )
    window = element('VASSAL.build.module.PieceWindow name="W"', slot)
    damaged = not_to_be_read(attack(*planted()).read_bytes())
    window += "".join(
        element(f'VASSAL.build.module.PredefinedSetup name="{name}" useFile="true" file="{name}"')
        for name in damaged
        if name.endswith(".vsav")
    )
    with (
        zipfile.ZipFile(next((tmp_path / "output" / "small").glob("*.vmod"))) as ours,
        zipfile.ZipFile(theirs, "w") as made,
    ):
        for name in ours.namelist():
            data = ours.read(name)
            if name == "buildFile.xml":
                head, end, tail = data.decode().rpartition("</")
                data = f"{head}{window}{end}{tail}".encode()
            made.writestr(name, attack(*planted()).read_bytes() if name.endswith(".vsav") else data)
        for name, data in damaged.items():
            made.writestr(name, data)
    (tmp_path / "given.vsav").write_bytes(damaged["cut.vsav"])
    before = set(tmp_path.rglob("*"))
    for words in ("adopt FILE taken --save GIVEN", "bind FILE small", "check FILE --json"):
        said += told(words, theirs, GIVEN=str(tmp_path / "given.vsav"))
    for words in (
        "build taken",
        "sheets taken --no-map",
        "rules taken",
        "own small --pack own.zip",
    ):
        said += told(words, theirs)
    gone = [name for name in damaged if not list((tmp_path / "source-art").rglob(name))]
    assert gone == list(damaged)
    (tree,) = (tmp_path / "source-art" / "taken" / "kept").glob("*.xml")
    assert [name for name in damaged if name.encode() in tree.read_bytes()] == []
    shown = [body for page in makers_pages(theirs) for body in bodies(page)]
    assert len(shown) > 40
    assert [word for word in WORDS if any(word.encode() in body for body in shown)] == []
    new = [path for path in tmp_path.rglob("*") if path.is_file() and path not in before]
    there = list(_unpacked(theirs.read_bytes()))
    assert [word for word in WORDS if not any(word.encode() in found for found in there)] == []
    assert {"pieces.csv", "binding.toml", "counters.csv"} <= {path.name for path in new}
    held = [said.encode(), *(found for path in new for found in _unpacked(path.read_bytes()))]
    assert [word for word in WORDS if any(word.encode() in found for found in held)] == []


def not_to_be_read(save: bytes) -> dict[str, bytes]:
    """Files of a module that hold a save, from which no reader can take the ids."""
    text = read_saved_game(BytesIO(save)).text
    shown, hidden = text[: text.rindex(WORDS[2]) + 20].encode(), disguise(text)

    def packed(name: str, data: bytes) -> bytes:
        with zipfile.ZipFile(made := BytesIO(), "w") as archive:
            archive.writestr(name, data)
        return made.getvalue()

    return {
        "cut.vsav": packed("savedGame", shown + b"\xff"),
        "cut-zip.vsav": save[:-20],
        "no-zip.vsav": shown,
        "later.vsav": b"#!/bin/sh\n" + packed("savedGame", shown + b"\xff"),
        "bare": hidden,
        "half.vsav": packed("savedGame", hidden[:-1]),
        "games.zip": packed("mine/evening.vsav", save),
        "deep.bin": packed("x", hidden),
    }


def makers_pages(module: Path) -> Iterator[Starlette]:
    """The desk, the studio, the page of pieces in doubt, and those for fitting and tracing, of
    the game `taken` and of the binding of the module to `small`."""
    taken = Path("source-art") / "taken"
    yield desk_app(Desk.of(taken), "")
    bench = Bench(taken, str.encode)
    bench._thread = current_thread()  # nothing is checked here
    yield make_bench_app(bench, "")
    bench.close()
    found = draft(read_module(module), load_game("small"))
    yield settling_app(Settling(found, write_binding(found)), "")
    pictures = (path for path in sorted((taken / "art").rglob("*.png")))
    small = Path("source-art") / "small"
    (small / "art").mkdir()
    shutil.copy(max(pictures, key=lambda path: path.stat().st_size), small / "art" / "map.png")
    fitting = Fitting(small, "art/map.png")
    yield studio_app(fitting, "")
    plane, lies = PixelGrid(fitting.game.grid, 1, 0, 0), GridFit((40.0, 30.0), 0.0, 44.0, 46.0)
    fitting.save([Mark(n, lies.pixel(*plane.centre(n))) for n in ("0101", "0114", "1001", "1014")])
    yield studio_app(Tracing(small), "")
    yield studio_app(OwnerTracing(small), "")


def bodies(page: Starlette) -> Iterator[bytes]:
    """What every address of such a page gives, asked with all names that its first answer tells."""
    client = TestClient(page, base_url="http://localhost")
    routes = [route for route in page.routes if isinstance(route, Route)]
    known = {(route.path, method) for route in routes for method in route.methods or ()}
    told = client.request(
        "GET" if ("/api/start", "GET") in known else "POST", "/api/start", json={}
    )
    assert told.status_code == 200, told.text
    first = told.json()
    yield told.content
    names = [str(one["id"]) for one in [*first.get("sheets", ()), *first.get("counters", ())]]
    names += [one if isinstance(one, str) else one["name"] for one in first.get("files", ())]
    asked: list[dict[str, object]] = [{"id": name, "name": name, "ids": [name]} for name in names]
    asked += [{"what": what, "count": 4} for what in ("hexes", "sides")]
    for route in routes:
        if "POST" not in (route.methods or ()):
            places = [re.sub(r"\{\w+(:int)?\}", name, route.path) for name in ["0", *names[:20]]]
            yield from (client.get(place).content for place in dict.fromkeys(places))
        elif route.path != "/api/news":  # which waits
            yield from (client.post(route.path, json=one).content for one in asked)


def _unpacked(data: bytes) -> Iterator[bytes]:
    """The bytes of a file, and of all that is packed in it."""
    yield data
    if data.startswith(b"!VCSK"):
        key, hidden = int(data[5:7], 16), data[7 : 7 + (len(data) - 7) // 2 * 2]
        yield bytes(byte ^ key for byte in bytes.fromhex(hidden.decode()))
    if zipfile.is_zipfile(BytesIO(data)):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                yield from _unpacked(archive.read(name))


def test_the_home_page_remembers_none(game: Path, tmp_path: Path) -> None:
    there = [found for found in saves([tmp_path]) if found.path == game]
    (line,) = fulls([game])
    assert "matters" in line
    Remembered(tmp_path / "kept.json").keep(dict.fromkeys(there, line))
    held = (tmp_path / "kept.json").read_text(encoding="utf-8")
    assert "dagc" in held
    assert [word for word in WORDS if word in held] == []


REVEALED = {
    "builder/adopt/passwords.py": "what a module that is taken over has of its players",
    "assistant/live/server.py": "how long an id is",
    "assistant/live/who.py": "Kessel's own id, on the wire",
    "builder/vassal/blanked.py": "what is blanked in logs",
    "builder/vassal/commands.py": "VASSAL's own files",
    "builder/vassal/ids.py": "what no word of a game is taken for",
    "builder/vassal/secret.py": "what is masked in texts",
    "builder/vassal/traits/fields.py": "VASSAL's own files",
    "builder/vassal/wire/node.py": "VASSAL's own wire",
    "builder/vassal/wire/peers.py": "VASSAL's own wire",
}
"""The only files in which a password is more than something that is told from another: however
short it is, nothing else has it in hand to tell it."""


def test_passwords_of_any_length_are_in_the_hands_of_few() -> None:
    root = Path(__file__).parents[2]
    found = {
        path.relative_to(root).as_posix()
        for room in ("assistant", "builder")
        for path in (root / room).rglob("*.py")
        if ".reveal()" in path.read_text(encoding="utf-8")
    }
    assert found == REVEALED.keys()


@pytest.mark.parametrize("text", ["1", "ab", "secret-1"])
def test_a_password_has_no_readable_form(text: str) -> None:
    id_ = PlayerId(text)
    told = {str(id_), repr(id_), f"{id_}", f"{id_!s:>9}"}
    assert told == {"PlayerId(hidden)"}
    assert f"{[id_]}" == "[PlayerId(hidden)]"
    assert str(Passwords().and_of(id_)) == "Passwords(hidden)"
    for form in (json.dumps, pickle.dumps):
        with pytest.raises(TypeError):
            form(id_)


def test_a_password_is_told_as_no_name_of_a_property(attack: Attack) -> None:
    """Which VASSAL shows to nobody."""
    named = [Marker(names=("Secret-9",), values=("7",))]
    path = attack("PLAYER\tSecret-9\tAna\tGerman", piece("u1", named, x=1200, y=1200))
    told = CliRunner().invoke(app, ["show", str(path), "--json"]).output
    assert '"7"' in told
    assert "Secret-9" not in told


HUMAN = "R&B<secret"


@pytest.mark.parametrize(
    "leaf",
    [
        "GlobalProperty\t;State-activated;enemypw77;Module",
        "GlobalProperty\t;State-activated;ENEMYPW77:1;Module",
        "GlobalProperty\t;State-extra-turns;enemypw77;Module",
        "GlobalProperty\t;State-long-unsupplied;enemypw77;Module",
    ],
)
def test_a_list_of_the_state_tells_no_password(leaf: str, attack: Attack) -> None:
    path = attack("PLAYER\tenemypw77\tEve\tGerman", leaf, game="kursk")
    position = open_record(path).position()
    assert "enemypw77" not in repr((position.state, position.unknown)).casefold()


def test_a_masks_name_tells_no_password(attack: Attack) -> None:
    masks = [
        Mask(masked_by=PlayerId("Zq7"), mask_name=name) for name in (WORDS[0], f"By {WORDS[0]}")
    ]
    path = attack(
        f"PLAYER\t{WORDS[0]}\tAna\tGerman",
        *(piece(f"k{at}", [mask], x=1200, y=1200) for at, mask in enumerate(masks)),
    )
    state = Replay(read_saved_game(path)).first
    answers = Answers(state, Locator(None, state))
    assert [answers.open_name(state.pieces[f"k{at}"]) for at in (0, 1)] == [MASKED, f"By {MASKED}"]


@pytest.mark.parametrize(
    ("type_", "text", "gone"),
    [
        ("hex", "pass\\word9", True),
        ("choice", "pass\\word9", True),
        ("hexes", "3910 pass\\word9", True),
        ("hex", "pass\u200bword9", True),
        ("int", "19840523", True),
        ("ints", "1 19840523", True),
        ("numbers-by-hex", "3910=19840523", True),
        ("numbers-by-hex", "3910=5", False),
        ("int", "198405", False),
        ("hex", "3910", False),
    ],
)
def test_what_is_wrong_with_a_value_tells_no_password(type_: str, text: str, gone: bool) -> None:
    """Which Python's quotes would write in other letters, or which is a number of the game."""
    words = ("pass\\word9", "pass\u200bword9", "19840523", "3910")
    known = Passwords()
    for word in words:
        known = known.and_of(PlayerId(word))
    definition = FieldDefinition(type=type_, choices=["one"])
    world = World(lambda name: name == "3910", frozenset())
    value, problem = as_declared(carriers.parsed(text, definition), definition, world, known.told)
    assert (str(problem) == f"'{MASKED}' cannot be read") == gone
    assert gone or value == carriers.parsed(text, definition)


def test_neither_a_map_nor_a_layer_tells_one(attack: Attack) -> None:
    layers = [
        Layer(level=1, always_active=False, images=("a.png",), level_names=(WORDS[0],)),
        Layer(level=1, always_active=False, images=("a.png",), name=f"by {WORDS[0]}"),
    ]
    path = attack(
        f"PLAYER\t{WORDS[0]}\tAna\tGerman",
        *(piece(f"k{at}", [layer], x=1200, y=1200) for at, layer in enumerate(layers)),
        piece("far", [], map_=WORDS[0]),
        f"{WORDS[0]}BoardPicker\tx\t0\t0",
    )
    said = told("show FILE", path)
    assert MASKED in said
    assert WORDS[0] not in said


SHORT, OWN = "zqxvbnm", "Tanks"


@pytest.mark.parametrize(
    ("leaf", "gone"),
    [
        (f"GlobalProperty\t;Keeper;{SHORT};Module", True),
        (f"MutableProperty\tKeeper\t{SHORT}\tit is {SHORT}\tModule", True),
        (f"NOTES\t|by {SHORT}|", True),
        (f"CHAT* {SHORT} moves", True),
        (f"CHAT<Ana> it is {SHORT}", True),
        ("CHAT* zqx&shy;vbnm moves", True),
        ("CHAT* <b>zqx</b>vbnm moves", True),
        ("CHAT* R&amp;B&lt;secret moves", True),
        (piece("p", [DynamicProperty(name="Keeper", value=SHORT)]), True),
        (piece("p", [PropertySheet(definition="1Note", values=("1", f"of {SHORT}"))]), True),
        ("GlobalProperty\t;Keeper;48151;Module", True),
        (piece("p", [DynamicProperty(name="Keeper", value="48151")]), True),
        (piece("p", [DynamicProperty(name="Keeper", value="a;b,c9z")]), True),
        ("GlobalProperty\t;Keeper;it is 48151;Module", False),
        (f"GlobalProperty\t;{SHORT};1;Module", False),
        (f"GlobalProperty\t;Keeper;{SHORT}es;Module", False),
        (piece("p", [DynamicProperty(name=OWN, value=OWN)]), False),
    ],
)
def test_a_password_of_a_few_letters_is_not_kept_as_a_word(leaf: str, gone: bool) -> None:
    seats = [f"PLAYER\t{word}\tAna\tRed" for word in (SHORT, OWN, "R&B<secret", "48151", "b,c9z")]
    (*_, kept) = leaves(Blanks().node(Group((*seats, leaf))))
    assert (kept != leaf) == gone
    assert not gone or SHORT not in html.unescape(kept)
    assert not gone or "secret" not in kept


GRAMMAR = (
    "begin_save", "end_save", "piece", "piece;;;", "UNMASK", "+/", "true", "false", "null", "mark",
    "prototype", "prototype;Tank", "placemark;", "PYREMOVE", "SETUP_STACK", "GlobalProperty", "12345678",
    "MutableProperty", "BoardPicker", "CHAT<Ana>", "Main", "Main Map", "Main Map;", "/Main Map", "noMat",
    "Counter", "KesselGame", "TurnTracker0", "TurnTracker", "OldLocationName", "replace;", "propertysheet",
    ";false;0", "0;0;false", "null/piece", "PLAYER\t", "Main MapBoard", "calcProp", "xx/piece;;;",
)  # fmt: skip
"""Passwords that are words of VASSAL's saves, or of what the module has, or run from one to the
next."""


@pytest.mark.parametrize("word", GRAMMAR)
def test_one_that_is_a_word_of_vassals_damages_nothing_that_is_kept(word: str) -> None:
    """Where it stands for a player it is gone."""
    id_ = PlayerId(word)
    traits = [
        Marker(names=("Counter", "KesselGame"), values=("a", "b")),
        DynamicProperty(name="Strength", value="true"),
        PropertySheet(definition="1Note", values=("" if word == "null" else word,)),
        Prototype(name="Tank"),
        PlaceMarker(marker=piece("null", [Mask(masked_by=id_, options="|0")])),
        MatCargo(),
        Trail(visible=True, start_map="Map0", points=((1, 2),)),
    ]
    noted = piece("p3", traits).replace("Map;600;600;;0", "Map;8;9;12345678;1;OldLocationName;x")
    moved = MovePiece("p3", "Main Map", 1, 2, None, "Main Map", 8, 9, None, id_)
    commands = [
        "begin_save", Player(id_, "Ana", "Red").text(), PlayerLeaves(id_).text(),
        piece("p0", [Mask(masked_by=id_), *traits]), piece("p1", [Hide(hidden_by=id_), *traits]),
        noted, "+/s/stack/Main Map;600;600;p0;p1", "Main MapBoardPicker\tMap\t0\t0",
        "SETUP_STACK\t", "TURNTurnTracker0\t0", "GlobalProperty\t;Weather;mud;Main Map",
        "UNMASK\tRed", "end_save", f"LOG\t{moved.text()}", f"LOG\tCHAT<Ana> of {word} it",
        "LOG\tMutableProperty\tWeather\tmud\tclear\tMain Map",
    ]  # fmt: skip
    before = parse_saved_game("\x1b".join(commands))
    kept = write_tree(Blanks(names=lambda: "Main Map").node(before.tree))
    games = before, parse_saved_game(kept)
    kinds, tables = zip(*map(_read, games), strict=True)
    assert kinds[0] == kinds[1]
    assert len(tables[0]) == 3
    assert tables[0] == tables[1]
    assert not {one.reveal() for one in games[1].passwords.ids} & {word}
    assert (f" {word} " in kept) == (word in {"+/", "true", "false", "null"})


def _read(game: SavedGame) -> tuple[list[str], list[object]]:
    """The kinds of a game's commands, and at its end each piece with its traits and its place."""
    kinds = [read_command(leaf.removeprefix("LOG\t")) for leaf in leaves(game.tree)]
    pieces = Replay(game).state(None).pieces.items()
    return [type(one).__name__ for one in kinds], [
        (name, one.type.classes, one.first(DynamicProperty), one.map, one.x, one.y, one.rest)
        for name, one in pieces
    ]


def test_what_a_player_said_of_a_save_is_kept_without_one() -> None:
    blanks = Blanks()
    blanks.know(map(PlayerId, (SHORT, "R&B<secret")))
    said = f"<data><description>R&amp;B&lt;secret, {SHORT} &amp; more</description></data>"
    assert blanks.words(said.encode()) == (
        b"<data><description>player-2, player-1 &amp; more</description></data>"
    )


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("* R&amp;B&lt;secret moves", "* ••• moves"),
        ("* (R&#38;B&#60;secret) &lt;b&gt;", "* (•••) <b>"),
        ("-R&amp;B&lt;secret has joined", "-••• has joined"),
        ("* R&B<secret moves", "* ••• moves"),
        ("* enemy&#112;w77 rolls", "* ••• rolls"),
        ("* <b>enemy</b>pw77", "* •••"),
        ("* enemypw77, <b>enemy</b>pw77 and R&amp;B&lt;secret", "* •••, ••• and •••"),
        ("* ••• <b>enemy</b>pw77", "* ••• •••"),
        ("* R&amp;amp;B&amp;lt;secret &amp;amp; enemypw77", "* ••• &amp; •••"),
        ("* <b>R&amp;amp;amp;B</b>&amp;amp;lt;secret", "* •••"),
        ("* | enemy<x>pw77", "* | •••"),
        ("<Eve> - enemypw77", "<Eve> - enemypw77"),
    ],
)
def test_a_report_tells_no_password_in_htmls_signs(line: str, shown: str) -> None:
    known = Passwords().and_of(PlayerId(HUMAN)).and_of(PlayerId("enemypw77"))
    (told,) = Step(1, (Chat(line),), known).chat
    if line.startswith("<"):
        assert told == line
        return
    assert {line_without_tags(told), line_as_shown(told)} <= {shown, shown.replace("| ", "")}
