"""What the players' event cards could still change (rules 5.0, 5.3, 10.5); never guessed."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.nr.units import AXIS, SOVIET, enemy_of
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Offer
from assistant.questions.reasons import Saying

BATTLE_CARDS = {
    AXIS: ["Erich von Manstein doubles one German unit (enter what it adds as attack or defence)."],
    SOVIET: ["Heroes of the Soviet Union has the die rolled again."],
}
"""The cards of each side that the rulebook names for battles."""


@rule("5.0", "10.8.1")
def advance_limit(limit: int, played: Iterable[str]) -> int:
    """Cards apply in the order played: General Staff lets advances go one hex further, Rasputitsa
    holds them to one."""
    for card in played:
        limit = 1 if card == "rasputitsa" else limit + 1 if card == "general-staff" else limit
    return limit


@rule("5.3", "10.5", "10.6.2")
def battle_offers(side: str, support_used: bool, support_allowed: bool) -> tuple[Offer, ...]:
    """Commitments still open before the die: the attacker's support marker and one event card, then
    one card of the defender."""
    offers = []
    marker = "Blitz!" if side == AXIS else "Shock!"
    if support_allowed and not support_used:
        offers.append(
            Offer(
                "support=1",
                Saying("{marker} marker, if one is left this turn", marker=marker),
                "10.6.2",
            )
        )
    text = "net columns of the attacker's event card and then the defender's, by their own texts"
    offers.append(Offer("shift=N", text, "5.3"))
    offers.append(Offer("attack=N", "strength that a card adds to the attack", "5.3"))
    offers.append(Offer("defence=N", "strength that a card adds to the defence", "5.3"))
    return tuple(offers)


@rule("5.3")
def battle_cards(side: str) -> dict[str, list[str]]:
    """The cards named in the rules that attacker and defender might hold."""
    return {"attacker": BATTLE_CARDS[side], "defender": BATTLE_CARDS[enemy_of(side)]}


@rule("5.0", "10.8.1", "10.8.2")
def advance_offers() -> list[str]:
    """The cards that the rulebook names for advances."""
    return [
        "General Staff (Axis): one hex further for all attackers.",
        "Rasputitsa (Soviet): one hex at most; of both, the card played last has the last word.",
    ]
