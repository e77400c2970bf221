"""All battles that are open, and who is obliged to fight (rules 10.1, 10.2, 10.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.games.nr.battle import Battle, part_bar, target_limit
from assistant.games.nr.combat import fought, with_all_attackers
from assistant.games.nr.situation import Situation
from assistant.games.nr.units import AXIS, SOVIET, enemy_of
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Attacks, Odds


@rule("10.0", "10.1")
def possible_battles(situation: Situation, side: str) -> Iterator[Odds]:
    """For each enemy hex next to the side's units the attack of all that may take part."""
    for place in sorted(situation.held[enemy_of(side)]):
        battle = with_all_attackers(Battle(situation, (place,), ()))
        if battle.attackers and battle.side == side:
            answer = fought(battle)
            if answer.possible:
                yield answer


def attacks(situation: Situation) -> Attacks:
    """Every hex that can be attacked now, best odds first, with the hexes that must be."""
    sides = (situation.active,) if situation.active else (AXIS, SOVIET)
    found = [answer for side in sides for answer in possible_battles(situation, side)]
    columns = situation.game.tables[AXIS].columns
    found.sort(key=lambda a: (-_rank(columns, a), -a.attack / max(a.defence, 0.5), a.target))
    extra = {
        "obliged": [duty for side in sides for duty in obligations(situation, side)],
        "targets": {side: _limit(situation, side) for side in sides},
        "combined": "Several target hexes may be one battle if all attackers touch all of them.",
    }
    return Attacks(tuple(found), extra)


def _rank(columns: tuple[str, ...], answer: Odds) -> int:
    return columns.index(answer.column) if answer.column in columns else -1


def _limit(situation: Situation, side: str) -> dict[str, Any]:
    most, number = target_limit(situation, side)
    placed = sum(situation.marked(place, "target") for place in situation.held[enemy_of(side)])
    return {"most": most, "placed": placed, "rule": number}


@rule("10.2", "10.3.1", "10.7", "10.7.3")
def obligations(situation: Situation, side: str) -> list[dict[str, Any]]:
    """Marked hexes next to the Active side's units, which must be attacked, and who may do it; a
    Counterblow that nobody touches is void. Since one unit may take on several hexes in one battle,
    every hex that somebody can attack can be covered."""
    duties = []
    for place in sorted(situation.held[enemy_of(side)]):
        for marker in ("counterblow", "target"):
            if not situation.marked(place, marker):
                continue
            battle = Battle(situation, (place,), ())
            able = [u.id for u in situation.units if u.side == side and part_bar(battle, u) is None]
            rule_number = "10.2" if able or marker == "target" else "10.7"
            duties.append(
                {
                    "hex": place,
                    "marker": marker,
                    "must": bool(able),
                    "by": able,
                    "rule": rule_number,
                }
            )
            break
    return duties
