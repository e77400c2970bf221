"""The answer to `supply`: every unit's state, its line link by link, and its communication."""

from __future__ import annotations

from typing import Any

from assistant.games.kursk.command import Communication
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import is_hq, is_partisan
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Supply, UnitSupply


@rule("11.3", "11.4")
def supply(situation: Situation) -> Supply:
    """Supply and communication of all units but partisans."""
    units = [unit for unit in situation.units if not is_partisan(unit)]
    return Supply(tuple(_unit(situation, unit) for unit in units))


def _unit(situation: Situation, unit: Unit) -> UnitSupply:
    line = situation.line(unit)
    found = situation.command.communication(unit)
    extra: dict[str, Any] = {
        "communication": found.holds,
        "communication_line": _communication(situation, unit, found),
        "links": _links(situation, unit) if line.path else [],
        "mode": situation.command.posture(unit)
        if not is_hq(unit)
        else str(unit.get("mode") or "mobile"),
    }
    reasons = line.because
    if not found.holds and found.because:
        reasons = (*reasons, found.because)
    return UnitSupply(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        state=("supplied" if line.supplied else "oos") if line.known else "unknown",
        source=line.source,
        path=line.path,
        because=reasons,
        extra=extra,
    )


def _links(situation: Situation, unit: Unit) -> list[dict[str, Any]]:
    """The whole chain: to the headquarters, to a source, by road and rail to the map edge."""
    line = situation.line(unit)
    links: list[dict[str, Any]] = [
        {"from": unit.id, "to": line.hq or line.source, "kind": "line", "path": list(line.path)}
    ]
    if line.hq:
        return links + _links(situation, situation.position.by_id[line.hq])
    network = situation.networks[unit.side]
    if line.source in network.sources:
        for link in network.chain(str(line.source)):
            if links[-1]["kind"] != link.kind:
                links.append({"from": link.hex, "to": link.hex, "kind": link.kind, "path": []})
            links[-1]["path"].append(link.hex)
            links[-1]["to"] = link.hex
    return links


def _communication(situation: Situation, unit: Unit, found: Communication) -> dict[str, Any]:
    """With which headquarters, and over which hexes in the shortest way."""
    hq = situation.position.by_id.get(found.hq or "")
    path = _straight(situation, unit.hex, hq.hex) if hq is not None and found.holds else []
    rule_ = found.because.rule if found.because else ""
    return {"hq": found.hq, "distance": found.distance, "path": path, "rule": rule_}


def _straight(situation: Situation, start: str, end: str) -> list[str]:
    grid = situation.position.board.grid
    way = [start]
    while way[-1] != end:
        way.append(min(grid.neighbours(way[-1]), key=lambda name: (grid.distance(name, end), name)))
    return way
