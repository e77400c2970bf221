"""A look at a save or log, as text for people and as JSON: `kessel show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.report.shown import (
    Shown,
    ShownGroup,
    ShownPiece,
    ShownStep,
    as_said,
    show,
    unsaid,
)
from assistant.report.terminal import plain_line
from assistant.words.voice import ENGLISH, Voice, general, voice
from builder.game.carriers import ATTACKS, BATTLE_PROPERTY, DEFENDS, ROLE_PROPERTY
from builder.game.problems import ProblemsError
from builder.saying import Saying
from builder.vassal.diff import Change

__all__ = ["change_json", "piece_json", "place_said", "show", "show_json", "show_text"]

_LAST_STEPS = 20


def show_json(shown: Shown) -> dict[str, Any]:
    """The JSON document of `kessel show`."""
    document: dict[str, Any] = {
        "file": str(shown.file),
        "module": shown.module,
        "turn": shown.turn,
        "turn_text": shown.turn_text,
        "players": [{"name": name, "side": side} for name, side in shown.players],
        "viewer": shown.viewer,
        "step": shown.step,
        "steps": shown.of_steps,
        "pieces": [piece_json(piece) for group in shown.groups for piece in group.pieces],
        "decks": [
            {"name": group.deck, "map": group.map, "cards": group.size}
            for group in shown.groups
            if group.deck
        ],
        "log": [_step_json(step, shown.with_changes) for step in shown.steps],
    }
    if shown.notes:
        document["note"] = " ".join(shown.notes)
    return document


def piece_json(piece: ShownPiece) -> dict[str, Any]:
    """A piece as `kessel show` and `kessel live` have it."""
    document: dict[str, Any] = {
        "id": piece.id,
        "name": piece.name,
        "map": piece.map,
        "x": piece.x,
        "y": piece.y,
        "hex": piece.hex,
        "step": piece.step,
        "markers": list(piece.markers),
        "hidden": piece.hidden,
        "properties": dict(piece.properties),
    }
    if piece.owner is not None:
        document["owner"] = piece.owner
    return document


def _step_json(step: ShownStep, with_changes: bool) -> dict[str, Any]:
    document: dict[str, Any] = {"step": step.number, "chat": list(step.chat)}
    if with_changes:
        document["changes"] = [change_json(change) for change in step.changes]
    return document


def change_json(change: Change) -> dict[str, str]:
    """A change as `kessel show` and `kessel live` have it."""
    return {
        "kind": change.kind,
        "piece": change.piece,
        "name": change.name,
        "before": change.before,
        "after": change.after,
        "text": change.text,
    }


def show_text(shown: Shown, language: str = ENGLISH) -> str:
    """The table of `kessel show`, by map, place and stack, the topmost piece first."""
    say = _voice(shown.game, language)
    lines = [*_heading(say, shown)]
    map_: str | None = None
    for group in sorted(shown.groups, key=_order):
        if group.map != map_:
            map_ = group.map
            lines += ["", say(map_ or "Off the maps")]
        lines += _group_lines(say, group)
    if not any(group.size for group in shown.groups):
        lines += ["", say("No pieces.")]
    lines += _log_lines(say, shown)
    return "\n".join(plain_line(line) for line in lines)


def _voice(game: str, language: str) -> Voice:
    """The voice that knows the names of a game's pieces, if the game is at hand and sound."""
    if not game or language == ENGLISH:
        return general(language)
    # Who reads English has the names as they stand, and what loads a game takes long to load.
    from assistant.binding import bound_game

    try:
        return voice(bound_game(game)[0], language)
    except ProblemsError:
        return general(language)


def _order(group: ShownGroup) -> tuple[str, bool, str]:
    return group.map or "", bool(group.deck), group.place


def _heading(say: Voice, shown: Shown) -> Iterator[str]:
    facts = [say(shown.module or "unknown module")]
    if shown.turn_text or shown.turn is not None:
        facts.append(say(shown.turn_text) or say(Saying("turn {n}", n=shown.turn)))
    facts += [f"{say(side)}: {name}" for name, side in shown.players]
    if shown.of_steps:
        facts.append(say(Saying("step {n} of {m}", n=shown.step, m=shown.of_steps)))
    facts.append(
        say(
            Saying("seen by {side}", side=say(shown.viewer))
            if shown.viewer
            else "seen by an observer"
        )
    )
    yield " · ".join(facts)
    yield from map(say, shown.notes)


def _group_lines(say: Voice, group: ShownGroup) -> Iterator[str]:
    if group.deck:
        text = "{n} {n|counter|counters}" if group.counters else "{n} {n|card|cards}"
        cards = say(Saying(text, n=group.size))
        face_down = "" if group.pieces or not group.size else say(", face down")
        yield f"  {place_said(say, group.deck):<12} {cards}{face_down}"
    for at, piece in enumerate(group.pieces):
        place = place_said(say, group.place) if at == 0 and not group.deck else ""
        yield f"  {place:<12} {_piece_text(say, piece)}".rstrip()


def place_said(say: Voice, place: str) -> str:
    """A place at the head of a line: what a sentence writes small begins with a capital here."""
    track, space = place.rpartition(" ")[::2]
    said = say(place)
    if said == place and track and space.lstrip("-").isdigit():
        said = f"{say(track)} {space}"
    return said[:1].upper() + said[1:] if place[:1].isupper() else said


def _piece_text(say: Voice, piece: ShownPiece) -> str:
    facts = [say(piece.name)]
    if piece.hidden:
        facts.append(
            say(Saying("masked by {side}", side=say(piece.owner)) if piece.owner else "masked")
        )
    elif piece.owner:
        facts.append(say("hidden from others"))
    if piece.step is not None and piece.step > 1:
        lost = say("reduced")
        if piece.step > 2:
            facts.append(say(Saying("reduced, face {n}", n=piece.step)))
        elif lost not in facts[0] and "(reduced)" not in facts[0]:
            facts.append(lost)
    return " · ".join([*facts, *map(say, piece.markers), *map(say, _battle_said(piece))])


def _battle_said(piece: ShownPiece) -> Iterator[Saying]:
    """Of a declared battle what the module's badge on the unit says: `>3`, `=3`."""
    kept = dict(piece.properties)
    template = {
        ATTACKS: "attacks in battle {n}",
        DEFENDS: "defends in battle {n}",
    }.get(kept.get(ROLE_PROPERTY, ""))
    number = kept.get(BATTLE_PROPERTY, "")
    if template and number.isdecimal():
        yield Saying(template, n=number)


def _log_lines(say: Voice, shown: Shown) -> Iterator[str]:
    steps = [step for step in shown.steps if step.chat or step.changes]
    left_out = 0 if shown.with_changes else max(0, len(steps) - _LAST_STEPS)
    if steps:
        yield ""
    if left_out:
        yield say(Saying("... {n} earlier steps; --changes shows them all", n=left_out))
    for step in steps[left_out:]:
        changes = unsaid((say,), step.chat, step.changes)
        told = [*map(as_said, step.chat), *(f"= {say(change.text)}" for change in changes)]
        for at, line in enumerate(told):
            number = say(Saying("step {n}", n=step.number)) if at == 0 else ""
            yield f"  {number:<12} {line}"
