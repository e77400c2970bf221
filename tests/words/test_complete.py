"""Everything that the assistant says has its Spanish."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.cli.telling import of_commands
from assistant.games import rules_for
from assistant.position import Position
from assistant.questions.reasons import key_of, pieces_of
from assistant.words.findings import complaining
from assistant.words.voice import Told, Voice, general, voice
from tests.wide import some
from tests.words.sources import (
    A_SENTENCE,
    CASES,
    ROOT,
    Template,
    answers,
    case_position,
    covers,
    fields_of,
    own_answer,
    parsed,
    read_once,
    spoken,
    templates,
    texts_of,
)

GAMES = sorted(
    folder.name
    for folder in CASES.iterdir()
    if (folder / "..").exists() and folder.is_dir() and folder.name[0] != "_"
)
MOST = 20
"""As many cases of a game are put through all questions."""

FOUND = frozenset(
    {
        "moved-by-a-die",
        "moved-by-road-strategically",
        "moved-into-a-zone-nothing-left",
        "1207-both-sides-escorted",
        "884-squadrons-of-a-struck-base",
        "605-advance-into-either-hex",
        "air-soviets-have-none-on-turn-one",
    }
)
"""Cases that are always asked, their own question too, because a whole run over all of them found
an English word there."""

SHAPE = frozenset({"phase", "standing", "ahead", "lines", "level", "thresholds"})
"""Names of the parts of a turn and a score, which are no headings: each is told in its own way."""

SAME = frozenset({"interceptor", "base", "bases"})
"""Headings that are one word in both languages."""

FIELD = re.compile(r"[a-z][a-z_]{2,}")

NO_TEXT = re.compile(r"kept .*|[\w\[\]]+ \| [\w\[\]]+")
"""What the code says to itself."""

IN_WORDS = re.compile(r"[a-z]{3} [a-z]{2}")
"""What is more than names of files and of functions."""

CODE = re.compile(r"[^a-z]*|--[a-z]+ \w+|`[^`]*`|'[^']*'|[\w-]+ ?= ?(\[[N, ]+\]|[\w-]+)")


@pytest.mark.parametrize("game", some(GAMES, "mlb", "saltmarsh"))
def test_answers(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text has its Spanish, and none has to be taken apart for it but the names of units."""
    rules = rules_for(read_once(game))
    missing: dict[str, str] = {}
    ways = Voice._ways
    apart: set[str] = set()

    def watched(speaker: Voice, text: str) -> Iterator[Told]:
        apart.add(text)
        return ways(speaker, text)

    monkeypatch.setattr(Voice, "_ways", watched)
    cases = sorted((CASES / game).glob("*.toml"))
    sample = cases[:: max(1, len(cases) // MOST)]
    for case in dict.fromkeys([*sample, *(case for case in cases if case.stem in FOUND)]):
        position = rules.visible(case_position(case, tmp_path))
        speaker = voice(position.game, "es")
        known = names_in(position)  # thousands: it is asked for names, and not joined to others
        own = [own_answer(case, tmp_path)] if case.stem in FOUND else []
        for answer in (*own, *answers(rules, position)):
            for text in texts_of(answer):
                left = [part for part in speaker.told(text).unknown if not neutral(part, known)]
                if left:
                    missing.setdefault(f"{left} in: {text}", case.stem)
            for name in fields_of(answer):
                if (
                    FIELD.fullmatch(name)
                    and not (name in known or name in SHAPE or name in SAME)
                    and speaker.field(name) == name.replace("_", " ")
                ):
                    missing.setdefault(f"[field] {name}", case.stem)
            for text in apart:
                if " " in text and text not in known and not CODE.fullmatch(text):
                    missing.setdefault(f"[taken apart] {text}", case.stem)
            apart.clear()
    assert not missing, "\n".join(f"{case}: {text}" for text, case in missing.items())


def names_in(position: Position) -> set[str]:
    """What stays as it is in any language: ids and proper names."""
    units = {name for unit in position.units for name in (unit.id, unit.name, unit.shown)}
    game, places = position.game, set(position.board.names.values())
    units |= {counter.full_name or counter.name for counter in game.counters.values()}
    hexes = position.board.grid.places
    declared = {
        *game.counters,
        *game.sides,
        *game.definition.state,
        *game.definition.options,
        *hexes,
    }
    return units | places | declared


def neutral(part: str, known: set[str]) -> bool:
    return part in known or CODE.fullmatch(part) is not None


@pytest.mark.parametrize("game", GAMES)
def test_how_units_come(game: str) -> None:
    """What an arrival is called in the terminal and on the page: "refuerzo", "recolocación"."""
    folders = (ROOT / "assistant" / "games" / game, ROOT / "assistant" / "classic")
    speaker = voice(read_once(game), "es")
    assert not [kind for kind in arrival_kinds(*folders) if speaker(kind) == kind]


def arrival_kinds(*folders: Path) -> set[str]:
    """The first word that the code gives to each Arrival that it makes."""
    calls = (
        node
        for path in sorted(file for folder in folders for file in folder.rglob("*.py"))
        if re.search(r"Arrival\(|arrival_of\(", text := path.read_text(encoding="utf-8"))
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Arrival", "arrival_of")
    )
    named = (
        one
        for call in calls
        for one in (*call.args[:1], *(word.value for word in call.keywords if word.arg == "kind"))
    )
    return {str(one.value) for one in named if isinstance(one, ast.Constant)}


@pytest.mark.parametrize("game", GAMES)
def test_where_a_rule_is_answered_and_why_not(game: str) -> None:
    speaker, table = voice(read_once(game), "es"), ROOT / "source-art" / game / "rules.csv"
    rows = csv.DictReader(table.open(encoding="utf-8")) if table.exists() else ()
    told = {row["where_or_why"] for row in rows}
    assert not [text for text in told if IN_WORDS.search(text) and speaker.told(text).unknown]


@pytest.mark.parametrize("game", GAMES)
def test_texts_in_the_code(game: str) -> None:
    speaker = voice(read_once(game), "es")
    folders = (ROOT / "assistant" / "games" / game, ROOT / "assistant" / "kernel")
    missing = [
        str(one)
        for one in templates(*folders)
        if not NO_TEXT.fullmatch(one.filled()) and not is_told(one, speaker)
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("game", GAMES)
def test_readings(game: str) -> None:
    definition, speaker = read_once(game).definition, voice(read_once(game), "es")
    notes = [reading.note for reading in definition.options.values()]
    assert not [note for note in notes if speaker.told(note).unknown]


def test_words_of_the_reports() -> None:
    speakers = (complaining("es"), of_commands("es"))
    missing = [
        str(one)
        for one in spoken(ROOT / "assistant")
        if not any(is_told(one, speaker) for speaker in speakers)
    ]
    assert not missing, "\n".join(missing)


def test_what_is_wrong_with_files() -> None:
    """Mistakes in position files, and what a save holds that its game does not know."""
    speaker, assistant = general("es"), ROOT / "assistant"
    files = [
        assistant / f"{name}.py"
        for name in (
            "position_file",
            "binding",
            "reading/positions",
            "reading/layout",
            "reading/state",
        )
    ]
    missing = [str(one) for one in templates(*files) if not is_told(one, speaker)]
    assert not missing, "\n".join(missing)


ROOMS = ("board", "cli", "desk", "home", "live", "pages", "planning", "referee", "report", "studio")
"""Rooms of the assistant that no other test here walks."""

BOTH = re.compile(
    r"/(phrases|words|options|limits|codes|terrain|writing|drafting|help)\.|/components/"
)
"""Files that have both languages themselves, or write for those who read files."""

SENTENCE = re.compile(r"[A-Z{'].* .*[\w)}'\"][.?]", re.DOTALL)


def test_sentences_of_the_code() -> None:
    """Whatever else is a sentence in the code: what commands, pages and checks refuse."""
    speakers = (complaining("es"), of_commands("es"), general("es"))
    rooms = [ROOT / "assistant" / room for room in (*ROOMS, "table.py")] + [ROOT / "builder"]
    missing = [
        str(one)
        for one in templates(*rooms, having=A_SENTENCE)
        if SENTENCE.fullmatch(one.filled())
        and not BOTH.search(one.place)
        and not one.pieces[0].startswith("This page answers to itself")  # no person asks so
        and not any(is_told(one, speaker) or is_a_kind(one, speaker) for speaker in speakers)
    ]
    assert not missing, "\n".join(missing)


def is_a_kind(template: Template, speaker: Voice) -> bool:
    """Whether the catalogue has a sentence for each word that may stand in its first place, as
    "Another window is called ..." for "Another {kind} is called ..."."""
    key = key_of(template.pieces[0])
    pattern = re.compile(r"[\w ]+".join(map(re.escape, re.split(r"\{(?:kind|what|value)\}", key))))
    return "{" in key and any(map(pattern.fullmatch, speaker.english()))


def is_told(template: Template, speaker: Voice) -> bool:
    """Whether a text of the code has its Spanish, as a whole or as a part of a sentence."""
    if len(template.pieces) == 1:
        text = template.pieces[0]
        if key_of(text) in speaker.catalogue.templates:
            return True
        if not any(re.search(r"[^\W\d_]{2}", piece.fixed) for piece in pieces_of(text)):
            return True  # nothing is said beside the values
    told = speaker.told(template.filled())
    if all(CODE.fullmatch(part) for part in told.unknown):
        return True
    return any(covers(template.pieces, english) for english in speaker.english())
