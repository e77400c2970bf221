"""Supply and communication (rules 11.3, 11.4): the answer for each unit, with all of its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from assistant.games.kursk.lines import Line
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_hq, is_partisan
from assistant.kernel.ground import straight
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import AS_NULL, Supply, Told, UnitSupply


@rule("11.3", "11.4")
def supply(situation: Situation) -> Supply:
    """Supply and communication of all units but partisans."""
    units = [unit for unit in situation.units if not is_partisan(unit)]
    return Supply(tuple(_unit(situation, unit) for unit in units))


@dataclass(frozen=True)
class CommunicationLine(Told):
    """The headquarters to which a unit looks, how far it is, and the way if it is heard."""

    hq: str | None = field(metadata=AS_NULL)
    distance: int | None = field(metadata=AS_NULL)
    path: tuple[str, ...]
    rule: str


@dataclass(frozen=True)
class Link(Told):
    """A part of a unit's line, of one kind: ids of units or names of hexes at its ends."""

    from_: str
    to: str | None = field(metadata=AS_NULL)
    kind: str
    path: tuple[str, ...]


def _unit(situation: Situation, unit: Unit) -> UnitSupply:
    line, command = situation.line(unit), situation.command
    found = command.communication(unit)
    hq = command.in_play(found.hq or "") if found.holds else None
    state = "supplied" if line.supplied else "oos"
    return UnitSupply(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        state=state if line.known else "unknown",
        source=line.source,
        path=line.path,
        because=line.because if found.holds else (*line.because, found.because),
        extra={
            "communication": found.holds,
            "communication_line": CommunicationLine(
                found.hq,
                found.distance,
                tuple(straight(situation.board, unit.hex, hq.hex)) if hq else (),
                found.because.rule,
            ),
            "links": list(_links(situation, unit, line)) if line.path else [],
            "mode": str(unit.get("mode") or "mobile") if is_hq(unit) else command.posture(unit),
        },
    )


def _links(situation: Situation, unit: Unit, line: Line) -> Iterator[Link]:
    """The whole chain: to the headquarters, to a source, by road and rail to the map edge."""
    yield Link(unit.id, line.hq or line.source, "line", line.path)
    if line.hq:
        hq = situation.position.by_id[line.hq]
        yield from _links(situation, hq, situation.line(hq))
        return
    chains = situation.supply[unit.side].chains
    chain = chains.chain(line.source) if line.source in chains.hexes else ()
    for kind, run in groupby(chain, key=lambda link: link.kind):
        path = tuple(link.hex for link in run)
        yield Link(path[0], path[-1], kind, path)
