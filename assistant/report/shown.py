"""What a viewer sees on the table of a save or log, and what its steps said and changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.questions.names import Thing, alike
from assistant.words.voice import Voice
from builder.game.carriers import (
    BATTLE_PROPERTY,
    COUNTER_PROPERTY,
    FOUGHT_PROPERTY,
    GAME_PROPERTY,
    LAID_AT_PROPERTY,
    LAID_FROM_PROPERTY,
    OPENING_X,
    OPENING_Y,
    ROLE_PROPERTY,
    ROW_LAYER,
    SCENARIO_PROPERTY,
    SENT_PROPERTY,
    SET_UP_PROPERTY,
    SET_UP_ZONE_PROPERTY,
    is_battle_account,
    state_property,
)
from builder.saying import Saying, quoting, shortened
from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile.module import Extended
from builder.vassal.diff import Change, changes_by_step
from builder.vassal.errors import VassalFileError
from builder.vassal.extensions import missing
from builder.vassal.markup import line_as_shown
from builder.vassal.opened import OpenedGame, open_game
from builder.vassal.pieces import Piece, PieceGroup
from builder.vassal.replay import Step
from builder.vassal.state import OBSERVER, GameState, Place
from builder.vassal.trait_answers import layer_level, own_property, shown_level, who_answers
from builder.vassal.traits import DynamicProperty, Layer, Marker, MarkMoved, Trait
from builder.vassal.turns import turn_number

if TYPE_CHECKING:
    from builder.game.model import Game

_OF_A_DIE = re.compile(r"_(?:result|total|keep|summary)$")


@dataclass(frozen=True)
class ShownPiece:
    """A piece as the viewer sees it. `hex` is None where no module names the place.

    `step` is the level of the layer that is the counter's faces, None for a piece without one;
    `markers` are the other layers that show something, and the moved mark. Of a masked piece
    (`hidden`) only place and mask are known; `owner` is the side that masked it.
    """

    id: str
    name: str
    map: str | None
    x: int
    y: int
    hex: str | None
    step: int | None
    markers: tuple[str, ...]
    hidden: bool
    owner: str | None
    properties: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ShownGroup:
    """Pieces at one place of a map from the top down: a stack, a deck or a loose piece.

    `deck` names a deck; of what it hides from the viewer only `size` tells, and `counters` whether
    it is counters of ours that lie in it, as in a cup, and no cards.
    """

    map: str | None
    place: str
    pieces: tuple[ShownPiece, ...]
    size: int
    deck: str = ""
    counters: bool = False


@dataclass(frozen=True)
class ShownStep:
    """A step of the log: what was said, and, if asked for, what changed."""

    number: int
    chat: tuple[str, ...]
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Shown:
    """All that `kessel show` says."""

    file: Path
    module: str
    turn: int | None
    turn_text: str
    players: tuple[tuple[str, str], ...]
    viewer: str | None
    step: int
    of_steps: int
    groups: tuple[ShownGroup, ...]
    steps: tuple[ShownStep, ...]
    notes: tuple[str, ...]
    with_changes: bool = False
    game: str = ""
    """The id of the game of ours or adopted game whose pieces these are."""


def show(
    file: Path | str,
    module: Path | str | None = None,
    step: int | None = None,
    changes: bool = False,
    viewer: str | None = None,
    extensions: Sequence[Path] = (),
) -> Shown:
    """Look at a save, or at a log after a step (None: the last), with the eyes of a side.

    Without a viewer an observer looks, who sees nothing that is masked or hidden. `changes` adds
    what changed in the step, or in every step if none is named. Raises VassalFileError.
    """
    game, ours, named = _opened(file, module, extensions)
    number = len(game.replay) if step is None else step
    state = game.replay.state(number)
    viewer = _viewer(game, state, viewer, ours)
    eyes = Viewer(viewer)
    answers = game.answers(state, eyes)
    groups = tuple(groups_of(answers))
    if ours:
        groups = tuple(_without_row_marks(groups, state))
    steps = tuple(_steps(game, number, step is not None, changes, eyes))
    turn, turn_text = game.turn(state)
    return Shown(
        file=Path(file),
        module=named,
        turn=turn,
        turn_text=turn_text,
        players=tuple(
            (_told(answers, seat.name), _told(answers, seat.side))
            for seat in state.seats
            if seat.side != OBSERVER
        ),
        viewer=viewer,
        step=number,
        of_steps=len(game.replay),
        groups=groups,
        steps=steps,
        notes=(
            *game.notes,
            *_astray(game, state, eyes),
            *_unpictured(game.answers(state, eyes)),
            *_unclear(answers),
        ),
        with_changes=changes,
        game=ours,
    )


def _without_row_marks(groups: Iterable[ShownGroup], state: GameState) -> Iterator[ShownGroup]:
    """What lies on the table but for the marks on rows of charts: they follow the turn and what the
    module keeps, which is told anyhow."""
    for group in groups:
        ids = {one.id for one in group.pieces} & state.pieces.keys()
        if not any(
            layer.name == ROW_LAYER for id_ in ids for layer in state.pieces[id_].all(Layer)
        ):
            yield group


def _opened(
    file: Path | str, module: Path | str | None, extensions: Sequence[Path]
) -> tuple[OpenedGame, str, str]:
    """A save with its module's maps; the id of the game of ours or adopted game that it is of,
    empty for others; the module's name. Without a module's file its binding, or the game that was
    adopted from it, stand in for it."""
    game = _laid_out(open_game(file, module, extensions))
    if game.shape is None and module is None:
        game = _as_bound(game)
    ours, named = _ours(game), ""
    if game.shape is None and module is None and not ours:
        game, ours, named = _as_adopted(game)
    return game, ours, game.module_name or named


def _astray(game: OpenedGame, state: GameState, eyes: Viewer) -> Iterator[Saying]:
    """A note of the pieces on maps that the module does not have: VASSAL shows them nowhere. Those
    that are invisible to the viewer are not counted."""
    if game.shape is None:
        return
    maps = [name for name in state.boards if game.shape.map(name) is None]
    answers = game.answers(state, eyes)
    astray = [
        id_
        for id_, piece in state.pieces.items()
        if maps and state.place(id_).map is None and not answers.is_invisible(piece)
    ]
    if astray:
        yield Saying(
            "{n} {n|piece lies|pieces lie} on {maps}, which the module does not have, so VASSAL "
            "shows {n|it|them} nowhere: the save may be of another version of it.",
            n=len(astray),
            maps=", ".join(map(state.passwords.told, maps)),
        )


def _unpictured(answers: Answers) -> Iterator[Saying]:
    """A note of the boards under pieces whose pictures the module lacks, or has damaged: they have
    no size, and so no places. Only of those under pieces that are seen to be there."""
    locator, state = answers.locator, answers.state
    seen = (id_ for id_, piece in state.pieces.items() if answers.sees(piece))
    maps = sorted({name for id_ in seen if (name := state.place(id_).map)})
    laid = [board.board for name in maps if (map_ := locator.laid(name)) for board in map_.boards]
    names = sorted({board.name for board in laid if not board.width or not board.height})
    if names:
        yield Saying(
            "The module has no whole picture of {boards}, so no place there has a name, in VASSAL "
            "neither: fetch the module again.",
            boards=names,
        )


def _unclear(answers: Answers) -> Iterator[Saying]:
    """A note of the pieces that were shown, of which an expression is not understood."""
    own = {
        answers.state.passwords.told(answers.state.pieces[id_].called) for id_ in answers.unclear
    }
    names = sorted(own)
    if names:
        yield Saying(
            "Kessel does not work out an expression of {n} {n|piece|pieces} ({names}): it is not "
            "understood, or VASSAL tells an error of it too. What it adds to the name is left out, "
            "and a face that follows it is told as the save has it.",
            n=len(answers.unclear),
            names=", ".join(names[:_FEW]) + (", ..." if len(names) > _FEW else ""),
        )


_FEW = 5  # names in a note


def _ours(game: OpenedGame) -> str:
    """The id of the game of ours that a save tells; empty for a stranger's."""
    from assistant.binding import foreign_of, named_game
    from builder.game.locate import installed_games, known_game

    named = named_game(game.saved)
    if named not in installed_games() or foreign_of(game.saved) is not None:
        return ""
    return known_game(named)


def _laid_out(game: OpenedGame) -> OpenedGame:
    """A save of a game of ours whose module nobody built yet has the hexes of the game's files."""
    if game.module is not None or game.module_file is not None:
        return game
    # Many look with the module beside the save, and what lays out a game takes long to load.
    from assistant.binding import own_table

    own = own_table(game.saved)
    return game if own is None else game.laid_out(*own)


def _as_bound(game: OpenedGame) -> OpenedGame:
    """The save of a module that is bound with the windows that its binding knows: which of them are
    a side's own, above all."""
    from assistant.binding import foreign_of

    if (foreign := foreign_of(game.saved)) is None:
        return game
    theirs = foreign[1]
    saved, had = game.saved, (Extended(*one) for one in theirs.extensions.items())
    lacking = missing(saved.extensions, had, saved.passwords.told)
    return game.laid_out(theirs.shape, lacking)


def _as_adopted(game: OpenedGame) -> tuple[OpenedGame, str, str]:
    """The save with the table of the adopted game that its pieces belong to, its id, and the name
    of the module it was; empty ones if there is none."""
    from assistant.adopted import UNTOLD, possible_games, several
    from assistant.binding import bound_game

    module = game.saved.module
    wanted, version = (module.name, module.version) if module else ("", "")
    adopted_as = possible_games(wanted, game.replay.first, version)
    if len(adopted_as) != 1:
        doubt = (several(adopted_as), UNTOLD) if adopted_as else ()
        return replace(game, notes=(*game.notes, *doubt)), "", ""
    id_ = adopted_as[0]
    ours, shape = bound_game(id_)
    note = Saying("Read as the adopted game {game}.", game=f"{ours.definition.title} ({ours.id})")
    adopted = ours.definition.adopted
    had = (Extended(*one) for one in (adopted.extensions.items() if adopted else ()))
    lacking = missing(game.saved.extensions, had, game.saved.passwords.told)
    title = adopted.module if adopted else ours.definition.title
    return game.laid_out(shape, [note, *lacking]), id_, title


def _viewer(game: OpenedGame, state: GameState, asked: str | None, ours: str) -> str | None:
    """The side as VASSAL writes it, in whichever letters it was asked for. Of a game of ours (its
    id) any side may look that nobody has taken: it sees what VASSAL shows to who takes it."""
    sides: dict[str, tuple[str, ...]] = {side: (side,) for side in game.sides(state)}
    if asked is None or asked in sides:
        return asked
    if ours:
        sides |= _declared_sides(ours)
    found = alike(asked, [Thing(side, names) for side, names in sides.items()])
    if len(found) != 1:
        text = "nobody plays {side}: write one of {sides}"
        what = quoting(
            text if sides else "nobody plays {side}; it has no side at all",
            side=repr(asked),
            sides=", ".join(map(state.passwords.told, sides)),
        )
        raise VassalFileError(game.saved.file, what)
    return found[0].id


def _declared_sides(id_: str) -> dict[str, tuple[str, ...]]:
    """The sides of a game by the names that its module gives them, each with all of its names."""
    from assistant.binding import bound_game

    game, _ = bound_game(id_)
    said = game.texts.get("es", {})
    return {
        side.name: (side.name, side.id, said.get(f"side.{side.id}", ""))
        for side in game.definition.side
    }


def _steps(
    game: OpenedGame, number: int, one: bool, with_changes: bool, eyes: Viewer
) -> Iterator[ShownStep]:
    replay = game.replay
    first = number if one and number else 1
    if not with_changes:
        for step in map(replay.step, range(first, number + 1)):
            yield ShownStep(step.number, _chat(step))
        return
    turnovers = replay.turnovers(first, number)
    for step, changed in changes_by_step(turnovers, game.shape, eyes):
        yield ShownStep(step.number, _chat(step), tuple(changed))


def _chat(step: Step) -> tuple[str, ...]:
    return tuple(plain(line) for line in step.chat)


_INNER = (GAME_PROPERTY, OPENING_X, OPENING_Y)
_SET_UP = (SET_UP_PROPERTY, SET_UP_ZONE_PROPERTY)
"""What another scenario changes besides, and no player looks for."""
_KEPT = (
    BATTLE_PROPERTY,
    ROLE_PROPERTY,
    FOUGHT_PROPERTY,
    SENT_PROPERTY,
    LAID_FROM_PROPERTY,
    LAID_AT_PROPERTY,
)


def untold(chat: Iterable[str], changes: Iterable[Change]) -> Iterator[Change]:
    """The changes that the chat of their step does not tell anyhow: not what VASSAL keeps of a die
    beside its line, nor what the module keeps of a declared battle, of a unit's way back or of the
    deck of a card that is laid out. Who says nothing leaves all but the way of the turn's marker,
    which follows each phase and tells no more than the turn itself."""
    changes = list(changes)
    turn = next((turn_number(c.after) for c in changes if c.kind == "turn"), None)
    if turn is not None:
        markers = [c for c in changes if c.kind == "moved" and c.after.endswith(f" {turn}")]
        if len(markers) == 1:  # of several nobody knows which is the marker
            changes.remove(markers[0])
    if not list(chat):
        yield from changes
        return
    for change in changes:
        account = change.kind == "global" and (
            is_battle_account(change.name) or _OF_A_DIE.search(change.name)
        )
        joined = change.kind == "property" and any(
            change.text.startswith(f"{change.name}: {name} ") for name in _KEPT
        )
        if not (account or joined):
            yield change


def as_said(line: str) -> str:
    """A line of the chat as it stands among what Kessel tells: one that does not begin as what
    players say and VASSAL reports, because any client may send any line, is quoted."""
    return line if _SAID.match(line) else f"> {line}"


_SAID = re.compile(r"<[^<>]+>|\*|- \S")
"""How a player's words, a report and a remark of VASSAL's begin; none of Kessel's lines does."""


def unsaid(
    says: Sequence[Voice], chat: Iterable[str], changes: Iterable[Change]
) -> Iterator[Change]:
    """What people are told beside the chat of a step: not what a line of it tells in words of
    one of the voices or in the piece's own, nor what comes along with that."""
    lines = [line for line in chat if line.startswith("*")]
    changes = list(untold(chat, changes))
    moved = {c.piece for c in changes if c.kind == "moved" and _tells_move(says, lines, c)}
    turn = next((turn_number(c.after) for c in changes if c.kind == "turn"), None)
    unmarked = [c for c in changes if c.kind == "marked" and c.after == str(False)]
    many = len(unmarked) > _FEW and not moved.issuperset(c.piece for c in unmarked)
    for change in changes:
        match change.kind:
            case "moved" | "marked" if change.piece in moved:  # VASSAL marks what moves
                continue
            case "marked" if many and change in unmarked:
                if change is unmarked[0]:
                    text = "{n} {n|piece is|pieces are} no longer marked as moved"
                    yield replace(change, text=Saying(text, n=len(unmarked)))
                continue
            case "turn" if _tells(lines, rf"(?<!\d){turn}:"):
                continue
            case "layer" if _tells(lines, rf" {re.escape(change.name)}( \(.*\))? \*$"):
                continue
            case "global" if change.name in _INNER:
                continue
            case "property" if any(
                change.text.startswith(f"{change.name}: {name} ") for name in _SET_UP
            ):
                continue
            case "global" if change.name.startswith(state_property("")):
                values = {change.after, *(say(change.after) for say in says)} - {""}
                if _tells(lines, "|".join(map(re.escape, values)) or "$^"):
                    continue
                change = _of_state(change)
        yield change


_FEW = 3
"""Pieces of which each is told that its moved mark came off."""


def _tells(lines: Iterable[str], pattern: str) -> bool:
    return any(re.search(pattern, line) for line in lines)


def _tells_move(says: Iterable[Voice], lines: Iterable[str], change: Change) -> bool:
    name = re.compile(rf"(?<!\w){re.escape(change.name)}(?!\w)")
    there = {(change.before, change.after), *((s(change.before), s(change.after)) for s in says)}
    back = {way[::-1] for way in there}
    return any(
        name.search(line)
        and any(f"{start} → {end}" in line for start, end in (back if "UNDO" in line else there))
        for line in lines
    )


def _of_state(change: Change) -> Change:
    """A change of what a button of the module keeps, with the name of the state and no id."""
    variable = change.name.removeprefix(state_property(""))
    values = {**getattr(change.text, "values", {}), "name": variable.replace("-", " ").capitalize()}
    return replace(change, text=Saying("{name} changes from {before} to {after}", **values))


def by_name(game: Game | None, change: Change) -> Change:
    """A change of a value that a unit or the module keeps, by the name and the words that the game
    has for it: players know neither the ids of their tables nor those of the module."""
    text = change.text
    if game is None or change.kind not in ("property", "global") or not isinstance(text, Saying):
        return change
    definition = game.definition
    known = definition.units.fields if change.kind == "property" else definition.state
    values = dict(text.values)
    if change.kind == "global" and change.name == SCENARIO_PROPERTY:
        titles = {it.id: it.name for it in game.scenarios.values()}
        shown = {name: titles.get(str(values[name]), values[name]) for name in ("before", "after")}
        return replace(change, text=Saying("the scenario goes from {before} to {after}", **shown))
    told = "word" if change.kind == "property" else "name"
    id_ = str(values.get(told, "")).removeprefix(state_property(""))
    if (field := known.get(id_)) is None:
        return change
    values[told] = field.name or id_.replace("-", " ").capitalize()
    words = {name: field.words.get(str(values[name]), values[name]) for name in ("before", "after")}
    return replace(change, text=Saying(text.template, **{**values, **words}))


def plain(line: str) -> str:
    """A chat line as VASSAL shows it, as much of it as is told."""
    return shortened(line_as_shown(line))


def groups_of(answers: Answers, at: Collection[Place] | None = None) -> Iterator[ShownGroup]:
    """What lies on each map that the viewer sees, from the top down; only at some places, if they
    are named."""
    state = answers.state
    for map_ in state.maps():
        if not answers.sees_map(map_):
            continue
        name = _told(answers, map_)
        first_free: dict[str, int] = {}
        things = [it for it in state.on_map(map_) if at is None or state.place(it.id) in at]
        for thing in answers.as_seen(things):
            place = _place(answers, thing)
            if isinstance(thing, PieceGroup) and thing.kind == "deck":
                open_ = replace(thing, members=answers.open_cards(thing))
                cards = tuple(_pieces(answers, open_, count()))
                size, counters = len(thing.members), _holds_counters(answers, thing)
                yield ShownGroup(name, place, cards, size, thing.name, counters)
                continue
            veiled = count(first_free.get(place, 0))
            pieces = tuple(_pieces(answers, thing, veiled))
            first_free[place] = next(veiled)
            if pieces:
                yield ShownGroup(name, place, pieces, len(pieces))


def _holds_counters(answers: Answers, deck: PieceGroup) -> bool:
    members = [answers.state.pieces[member] for member in deck.members]
    return any(own_property(one, COUNTER_PROPERTY) is not None for one in members)


def shown_pieces(answers: Answers, ids: Iterable[str]) -> dict[str, ShownPiece]:
    """Pieces of these ids as the viewer sees them, by the ids that they are told by; those that he
    does not see are left out, and masked ones stand behind the others."""
    ids = list(ids)
    return _shown_at(answers, ids, _masked_points(answers, ids))


def shown_change(
    old: Answers, new: Answers, ids: Iterable[str]
) -> tuple[list[ShownPiece], list[str]]:
    """What of the pieces of these ids the viewer sees otherwise than before, and the ids of those
    that he sees no more.

    Of a masked piece its point is looked at, with all that lies masked there before and after: else
    it would be told which of several like masks has gone."""
    ids = list(ids)
    points = _masked_points(old, ids) | _masked_points(new, ids)
    before, after = _shown_at(old, ids, points), _shown_at(new, ids, points)
    changed = [piece for id_, piece in after.items() if before.get(id_) != piece]
    return changed, [id_ for id_ in before if id_ not in after]


def lies_as_before(old: Answers, new: Answers, ids: Iterable[str]) -> bool:
    """Whether the viewer finds all as it lay where pieces of these ids lay and lie."""
    ids = list(ids)
    at = {one.state.place(id_) for one in (old, new) for id_ in ids if id_ in one.state.pieces}
    return [*groups_of(old, at)] == [*groups_of(new, at)]


def _shown_at(
    answers: Answers, ids: Iterable[str], points: Collection[Place]
) -> dict[str, ShownPiece]:
    known = (piece for piece in _on_view(answers, ids) if not answers.is_masked(piece))
    found = [_piece(answers, piece, "") for piece in known]
    if points:
        found += _masked_at(answers, points)
    return {piece.id: piece for piece in found}


def _on_view(answers: Answers, ids: Iterable[str]) -> Iterator[Piece]:
    """Those of the ids that lie on a map where the viewer sees them."""
    state = answers.state
    for id_ in ids:
        piece = state.pieces.get(id_)
        if piece is None or state.parents.get(id_, id_) not in state.order:
            continue  # it lies on no map
        hidden = not answers.sees(piece) or answers.is_covered(id_)
        if not hidden:
            yield piece


def _masked_points(answers: Answers, ids: Iterable[str]) -> set[Place]:
    masked = filter(answers.is_masked, _on_view(answers, ids))
    return {answers.state.place(piece.id) for piece in masked}


def _masked_at(answers: Answers, points: Collection[Place]) -> Iterator[ShownPiece]:
    """The masked pieces at some points from the top down, numbered at each."""
    state = answers.state
    things = [thing for id_ in state.order if (thing := _thing_at(state, id_, points)) is not None]
    numbers: dict[Place, Iterator[int]] = {}
    for thing in answers.as_seen(things):
        members = (thing.id,) if isinstance(thing, Piece) else thing.members[::-1]
        for piece in filter(answers.is_masked, _on_view(answers, members)):
            place = state.place(piece.id)
            number = next(numbers.setdefault(place, count()))
            at = f"{_told(answers, place.map)}/{place.x},{place.y}/{number}"
            yield _piece(answers, piece, at)


def _thing_at(state: GameState, id_: str, points: Collection[Place]) -> Piece | PieceGroup | None:
    thing = state.groups.get(id_) or state.pieces.get(id_)
    return thing if thing is not None and state.place(id_) in points else None


def _place(answers: Answers, thing: Piece | PieceGroup) -> str:
    place = answers.state.place(thing.id)
    return _told(answers, answers.locator.told(*place)) or f"({place.x}, {place.y})"


def _told(answers: Answers, name: str | None) -> str:
    """The name of a map or place: without its module a save may call one as a password."""
    return answers.state.passwords.told(name or "")


def _pieces(
    answers: Answers, thing: Piece | PieceGroup, veiled: Iterator[int]
) -> Iterator[ShownPiece]:
    """The pieces of a thing from the top down; `veiled` numbers those at its point."""
    if isinstance(thing, Piece):
        members = [thing]
    else:
        members = [answers.state.pieces[member] for member in reversed(thing.members)]
    place = answers.state.place(thing.id)
    for piece in members:
        if not answers.is_invisible(piece):
            at = f"{_told(answers, place.map)}/{place.x},{place.y}/{next(veiled)}"
            yield _piece(answers, piece, at)


def _piece(answers: Answers, piece: Piece, veiled_id: str) -> ShownPiece:
    """A piece; a masked one gets an id by which it cannot be followed through the log."""
    place = answers.state.place(piece.id)
    masked = answers.is_masked(piece)
    with answers.doubting(piece):
        step, markers = (None, ()) if masked else _faces(answers, piece)
        properties = () if masked else tuple(_properties(piece, answers))
    return ShownPiece(
        id=f"masked:{veiled_id}" if masked else answers.state.passwords.told(piece.id),
        name=answers.open_name(piece),
        map=None if place.map is None else _told(answers, place.map),
        x=place.x,
        y=place.y,
        hex=answers.locator.hex(*place),
        step=step,
        markers=markers,
        hidden=masked,
        owner=_told(answers, owner) if (owner := answers.owner(piece)) else None,
        properties=properties,
    )


def _faces(answers: Answers, piece: Piece) -> tuple[int | None, tuple[str, ...]]:
    """The level of the layer that is the counter's faces, and what the other layers show."""
    layers: list[Layer] = piece.all(Layer)
    faces = _face_layer(layers)
    markers = []
    for layer in layers:
        level = shown_level(layer, answers.asking(piece))
        if layer is not faces and level > 0 and not layer.is_never_off:
            names = layer.level_names
            named = names[level - 1].strip("+ ") if level <= len(names) else ""
            markers.append(_told(answers, named or layer.name) or "layer")
    moved = piece.first(MarkMoved)
    if moved is not None and moved.moved:
        markers.append("moved")
    if faces is None:
        return None, tuple(markers)
    return max(1, layer_level(faces, answers.asking(piece))), tuple(markers)


def _face_layer(layers: list[Layer]) -> Layer | None:
    """The layer called Step, else the only one with several levels that always shows."""
    called = [layer for layer in layers if layer.name.casefold() in ("step", "steps", "face")]
    several = [layer for layer in layers if layer.levels > 1 and layer.is_never_off]
    if called:
        return called[0]
    return several[0] if len(several) == 1 else None


def _properties(piece: Piece, answers: Answers) -> Iterator[tuple[str, str]]:
    """What a piece's markers and changing properties say; where traits further out answer for one
    of them, what those say."""
    told = answers.state.passwords.told
    for trait in reversed(piece.among(Marker, DynamicProperty)):
        pairs = trait.items() if isinstance(trait, Marker) else _pair(trait)
        for name, value in pairs:
            if len(who_answers(piece, name)) > 1:
                value = answers.property(piece, name) or ""
            yield told(name), told(value)


def _pair(trait: Trait) -> list[tuple[str, str]]:
    return [(trait.name, trait.value)] if isinstance(trait, DynamicProperty) else []
