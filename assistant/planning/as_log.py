"""A plan as a VASSAL log: the game at a moment, a step for each move, a line for each battle.

Whoever opens it in VASSAL steps through the plan on the real map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from assistant.binding import Record
from assistant.position import Unit
from assistant.questions.protocol import QuestionError
from builder.game.carriers import MAIN_MAP
from builder.saying import Saying, quoting
from builder.vassal.as_seen import AsSeen
from builder.vassal.blanked import IS_WORD, Blanks
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.commands import Chat, MovePiece
from builder.vassal.growing_log import GrowingLog
from builder.vassal.locations import Locator
from builder.vassal.modules_texts import ModulesTexts
from builder.vassal.pieces import PieceType
from builder.vassal.sequence import ESC
from builder.vassal.snapshot import snapshot
from builder.vassal.state import GameState

ENGINE = "3.7.16"
UNSEEN = "Pieces that are hidden here are not in this log."


@dataclass(frozen=True)
class LogMove:
    """A unit of the plan, and the hexes that it enters, in order."""

    unit: str
    path: tuple[str, ...]


def plan_log(
    record: Record,
    viewer: str,
    moves: Sequence[LogMove],
    lines: Iterable[str] = (),
    say: Callable[[str], str] = str,
    at: int | None = None,
    warn: Callable[[str], None] = lambda text: None,
) -> bytes:
    """The bytes of a `.vlog` that begins with the game as it lies after a step (`at`, the last if
    None), without the players' passwords and what the viewer may not see: a line of the log tells
    that it is missing. `say` puts its own lines into the reader's language; `lines` are taken as
    they are. `warn` hears what of the passwords stays.

    QuestionError for a unit that is not on the table, or a place that VASSAL's map does not have.
    """
    state = record.replay.state(at)
    pieces = record.pieces(viewer, at)
    laid = Locator(record.shape, state).laid(MAIN_MAP)
    if laid is None:
        raise QuestionError("A plan becomes a log only on a map of Kessel's own modules.")
    units = {unit.id: unit for unit in record.position(at, viewer).units}
    steps = []
    for move in moves:
        unit = units.get(move.unit)
        if unit is None or unit.id not in pieces:
            text = "There is no unit '{unit}' on the table any more."
            raise QuestionError(text, unit=move.unit[:40])
        centre = laid.centre(move.path[-1]) if move.path else None
        if centre is None:
            where = move.path[-1][:40] if move.path else ""
            raise QuestionError(quoting("The map has no place '{name}'.", name=where))
        piece = pieces[unit.id]
        was = state.place(piece)
        command = MovePiece(piece, MAIN_MAP, *centre, None, was.map, was.x, was.y, None)
        steps.append(ESC.join([command.text(), Chat(_told(unit, move, say)).text()]))
    steps += [Chat(f"* {line} *").text() for line in lines]
    seen = AsSeen(record.answers(viewer, at))
    if record.masks(viewer, at):  # of what he sees nothing at all he is not told that it is there
        steps.append(Chat(f"* {say(UNSEEN)} *").text())
    return _written(record, state, steps, seen, warn)


def _told(unit: Unit, move: LogMove, say: Callable[[str], str]) -> str:
    way = " -> ".join((unit.hex, *move.path))
    return f"* {say(Saying('{unit} moves {way}', unit=unit.shown, way=way))} *"


def _written(
    record: Record,
    state: GameState,
    steps: Iterable[str],
    seen: AsSeen,
    warn: Callable[[str], None],
) -> bytes:
    saved = record.replay.game
    title, version = record.game.definition.title, record.game.definition.version
    if (theirs := record.bound) is not None:
        title, version = theirs.module, theirs.version
    module = saved.module_told(title, version) or Metadata(title, version, ENGINE)

    def type_of(id_: str) -> PieceType | None:
        piece = state.pieces.get(id_)
        return None if piece is None else piece.type

    with TemporaryDirectory() as folder:
        path = Path(folder, "plan.vlog")
        text = snapshot(saved, state, seen)
        blanks = Blanks(
            type_of,
            sides=lambda: record.side_names,
            names=lambda: record.shape.called,
            texts=ModulesTexts(record.texts),
        )
        for known in (state, record.replay.state(None)):
            blanks.know(known.passwords.ids)  # of those who left or came later, too
        log = GrowingLog(path, text, module, blanks)
        try:
            for step in steps:
                log.add(step)
        finally:
            log.close()
        if blanks.stays:
            warn(IS_WORD)
        return path.read_bytes()
