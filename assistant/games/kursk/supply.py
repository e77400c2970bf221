"""The answer to `supply`: every unit's state, its line link by link, and its communication."""

from __future__ import annotations

from typing import Any

from assistant.games.kursk.lines import Line
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_hq, is_partisan
from assistant.kernel.ground import straight
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply


@rule("11.3", "11.4")
def supply(situation: Situation) -> Supply:
    """Supply and communication of all units but partisans."""
    units = [unit for unit in situation.units if not is_partisan(unit)]
    return Supply(tuple(_unit(situation, unit) for unit in units))


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
            "communication_line": {
                "hq": found.hq,
                "distance": found.distance,
                "path": straight(situation.board, unit.hex, hq.hex) if hq else (),
                "rule": found.because.rule,
            },
            "links": _links(situation, unit, line) if line.path else [],
            "mode": str(unit.get("mode") or "mobile") if is_hq(unit) else command.posture(unit),
        },
    )


def _links(situation: Situation, unit: Unit, line: Line) -> list[dict[str, Any]]:
    """The whole chain: to the headquarters, to a source, by road and rail to the map edge."""
    links: list[dict[str, Any]] = [
        {"from": unit.id, "to": line.hq or line.source, "kind": "line", "path": list(line.path)}
    ]
    if line.hq:
        hq = situation.position.by_id[line.hq]
        return links + _links(situation, hq, situation.line(hq))
    chains = situation.networks[unit.side].chains
    for link in chains.chain(line.source) if line.source in chains.hexes else ():
        if links[-1]["kind"] != link.kind:
            links.append({"from": link.hex, "to": link.hex, "kind": link.kind, "path": []})
        links[-1]["path"].append(link.hex)
        links[-1]["to"] = link.hex
    return links
