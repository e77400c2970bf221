"""What is told of a save in one line. Works in a process of its own: files are strangers' work."""

from __future__ import annotations

import gc
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder import limits
from builder.errors import KesselError
from builder.machine.budget import Budget
from builder.machine.children import belong
from builder.saying import Saying

if TYPE_CHECKING:
    from assistant.board.shelf import Shelf
    from assistant.position import Position
    from assistant.questions.whole import Whole
    from builder.game.definition import Definition
    from builder.vassal.savedgame import SavedGame

Told = dict[str, Any]
LONGEST = 300
"""Characters of a sentence that says why a file is of no use."""


def prepare() -> None:
    """Make a fresh process ready: cycles are looked for seldom, because what is read of a save
    makes none and the look takes a tenth of the time."""
    belong()
    gc.set_threshold(100_000, 20, 20)


def briefs(paths: list[Path]) -> list[Told]:
    """Game and turn of each file, without laying out its table."""
    return [_sound(_brief, path) for path in paths]


def fulls(paths: list[Path]) -> list[Told]:
    """The same, and what matters now: supply, stacking, attacks."""
    return [_sound(_full, path) for path in paths]


def _sound(work: Any, path: Path) -> Told:
    try:
        if path.stat().st_size > limits.WATCHED:
            return trouble("The file is too large for a save.")
        with Budget(limits.WORK):
            told: Told = work(path)
        return told
    except KesselError as error:
        return trouble(str(error).replace(f"{path}: ", "").replace(str(path), path.name))
    except OSError as error:
        return trouble(
            Saying(
                "The file cannot be read: {reason}.", reason=error.strerror or "no reason is told"
            )
        )
    except Exception as error:  # one file fails, not the page
        return trouble(Saying("The file cannot be looked at ({name}).", name=type(error).__name__))


def trouble(text: str) -> Told:
    """Why a file is of no use, in each language."""
    from assistant.words.voice import LANGUAGES, general

    text = f"{text[:1].upper()}{text[1:LONGEST]}".rstrip(".") + "."
    return {"trouble": {language: general(language)(text) for language in LANGUAGES}}


@cache
def _shelf() -> Shelf:
    from assistant.board.shelf import Shelf

    return Shelf()


@cache  # because a folder holds many saves of few modules; the process lives for seconds
def _may_be_ours(module: str) -> bool:
    """Whether a game of ours has a module's name, or was taken over from it; of a save too old to
    tell its module's name whether any game was taken over, because its pieces tell then."""
    from builder.game.locate import adopted_games, installed_games, is_titled

    if not module:
        return bool(adopted_games())
    return module in adopted_games().values() or any(
        is_titled(id_, module) for id_ in installed_games()
    )


def _brief(path: Path) -> Told:
    from assistant.binding import foreign_of, game_name, named_game
    from assistant.reading.state import turn_of
    from builder.game.locate import installed_games
    from builder.game.problems import ProblemsError
    from builder.vassal.savedgame import read_saved_game

    saved = read_saved_game(path)
    name = saved.module.name if saved.module else ""
    own = name if name and _may_be_ours(name) else ""
    told: Told = {"module": saved.passwords.told(name, own), "steps": len(saved.steps)}
    named = named_game(saved)
    phases: tuple[str, ...] | None = None
    if (foreign := foreign_of(saved)) is not None:
        named, phases = foreign[0], foreign[1].phases
    elif named not in installed_games():
        if not _may_be_ours(name):
            return told | {"stranger": True}
        try:
            named = game_name(saved)
        except ProblemsError:
            return told | {"stranger": True}
    definition = _definition(named)
    turn, phase = turn_of(definition, _trackers(saved), phases)
    return told | _when(definition, turn, phase)


def _trackers(saved: SavedGame) -> list[str]:
    """The states of the turn tracker, the last first."""
    played = [leaf for step in saved.steps for leaf in step]
    states = [leaf for leaf in (*saved.restore, *played) if leaf.startswith("TURN")]
    return [state.partition("\t")[2] for state in reversed(states)]


@cache  # because a folder holds many saves of few games; the process lives for seconds
def _definition(game: str) -> Definition:
    from builder.game.loader import load_game_toml

    return load_game_toml(game)


@cache
def _texts(game: str) -> dict[str, dict[str, str]]:
    from builder.game.loader import load_texts

    return load_texts(game)


def _when(definition: Definition, turn: int, phase: str) -> Told:
    name = next((one.name for one in definition.phase if one.id == phase), "")
    return {
        "game": definition.id,
        "title": _in_both(definition.id, "title", definition.title),
        "turn": turn if definition.turns.has(turn) else None,
        "phase": _in_both(definition.id, f"phase.{phase}", name),
    }


def _in_both(game: str, key: str, text: str) -> dict[str, str]:
    from assistant.words.voice import LANGUAGES

    told = _texts(game) if text else {}
    return {language: told.get(language, {}).get(key) or text for language in LANGUAGES}


def _full(path: Path) -> Told:
    from assistant.board.source import open_source

    source = open_source(path, "", _shelf())
    moment = source.moment()
    position = moment.position
    return {
        "steps": source.steps,
        **_when(source.game.definition, position.turn, position.phase),
        "matters": list(_matters(position, moment.whole)),
    }


def _matters(position: Position, found: Whole) -> list[Told]:
    from assistant.questions.answers import is_supplied
    from assistant.words.voice import LANGUAGES, voice

    game = position.game
    told: list[Told] = []
    if broken := len(found.stacking.violations):
        told.append({"what": "stacking", "count": broken})
    states: dict[str, int] = {}
    for unit in found.supply.units:
        if not is_supplied(unit):
            states[unit.state] = states.get(unit.state, 0) + 1
    for state, count in sorted(states.items(), key=lambda item: (-item[1], item[0]))[:3]:
        words = {language: voice(game, language).state(state, count) for language in LANGUAGES}
        told.append({"what": "supply", "count": count, "state": words})
    if attacked := len({attack.target for attack in found.attacks.attacks}):
        told.append({"what": "ahead" if found.ahead else "attacks", "count": attacked})
    if not told:
        units = sum(unit.hex in position.board for unit in position.ground_units)
        told.append({"what": "units", "count": units})
    return told


def progress(folder: Path) -> bytes:
    """How much of each sheet that is not the printed game's its owner has typed, as JSON."""
    import json

    from assistant.desk.desk import Desk

    told = Desk.of(folder).start()["sheets"]
    left = [
        {key: sheet[key] for key in ("title", "titles", "group", "done", "of")} for sheet in told
    ]
    return json.dumps([sheet for sheet in left if sheet["of"]]).encode()


def page_count(path: Path) -> bytes:
    """How many pages a PDF has, as text."""
    import pypdfium2

    from builder.drawing.pdfium import ONE_AT_A_TIME

    with ONE_AT_A_TIME, pypdfium2.PdfDocument(path) as document:
        return str(len(document)).encode()


def page(path: Path, number: int, width: int) -> bytes:
    """A page of a PDF, from 0, as PNG; nothing if there is none."""
    from builder.sheets.pages import page_picture

    return page_picture(path, number, width) or b""


def picture(folder: Path, language: str = "en") -> bytes:
    """The picture that greets players of a game, as PNG, in a language that the game has, else in
    English; errors for a game that is not sound."""
    from assistant.report.sheet import picture_cache
    from builder.drawing.mix import counter_faces
    from builder.drawing.splash import splash_of
    from builder.drawing.translation import translated
    from builder.game.loader import load_game
    from builder.module.pictures import SplashPicture

    game = load_game(folder)
    told = language if language in game.texts else "en"
    game = translated(game, told)
    drawn = SplashPicture(splash_of(game, counter_faces(game), told))
    found = picture_cache().get(drawn.key())
    if found is None:
        found = drawn.draw()
        picture_cache().put(drawn.key(), found)
    return found
