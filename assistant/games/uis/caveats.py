"""What an answer leaves out: refused options, what is taken as told, open points of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.air_support import flights, refused_in_the_air
from assistant.games.uis.artillery import may_not_fire, named
from assistant.games.uis.assaults import MARCH
from assistant.games.uis.battle import Battle
from assistant.games.uis.chemicals import refused_chemicals
from assistant.games.uis.declared import ROLES
from assistant.games.uis.defences import active_defence_refused, airmobile_refused, is_active
from assistant.games.uis.electronics import electronics_refused
from assistant.games.uis.rationing import refused as rationing_refused
from assistant.games.uis.reckoning import Reckoning
from assistant.games.uis.supply import is_supplied
from assistant.questions.reasons import Reason

INTERCEPTION = (
    "Interceptors named are those that got past the escort; escorts, and squadrons that turn back"
    " of their own accord, are the players'."
)

NUCLEAR = Reason("25.3", "Nuclear points are no part of a ground combat: ask for mission=nuclear.")


def refused_options(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Options that players named and that the rules do not allow here."""
    declared = battle.declared
    for role in ROLES:
        if f"{role}-ew" in declared.words and (why := electronics_refused(battle, role)):
            yield f"{role}-ew", why
        for unit in named(battle, role):
            if why := may_not_fire(battle, role, unit):
                yield f"{role}-artillery", why
        if declared.says(f"{role}-ration") and (why := rationing_refused(battle, role)):
            yield f"{role}-ration", why
    if declared.says("active-defence") and (why := active_defence_refused(battle)):
        yield "active-defence", why
    if declared.says("airmobile") and (why := airmobile_refused(battle)):
        yield "airmobile", why
    if "nuclear-points" in declared.numbers:
        yield "nuclear-points", NUCLEAR
    yield from refused_in_the_air(battle)
    yield from refused_chemicals(battle)


def not_judged(battle: Battle) -> Iterator[Reason]:
    """What the answer takes from the players, because a position does not show it."""
    declared = battle.declared
    if any(f"{role}-air" in declared.numbers for role in ROLES):
        yield Reason("27.8", "Ground support counts as told: its missions are not worked out.")
    if flights(battle):
        yield Reason("27.16", INTERCEPTION)
    if any(f"{role}-ew" in declared.words for role in ROLES):
        yield Reason("9.19", "Whether an electronic warfare unit is near enough is not checked.")
    if declared.says("airmobile"):
        yield Reason("9.17.1", "The brigade and helicopters behind the battalion are not checked.")
    if battle.type == MARCH:
        yield Reason("9.5.1", "Whether an earlier march assault of this phase failed is not known.")


def open_points(reckoning: Reckoning) -> Iterator[str]:
    """The open points on which this answer leans."""
    battle = reckoning.battle
    if (
        reckoning.is_fought
        and reckoning.shift
        and (reckoning.column.attacker or reckoning.place < 1)
    ):
        yield "excess-shift"
    if any(
        battle.situation.board.between(battle.active.hex, name) & {"alpine", "impassable"}
        for name in battle.targets
    ):
        yield "attack-across-peaks"
    if any(why.rule == "9.2.1" for why in reckoning.refused):
        yield "other-hex-from-zone"
    if is_active(battle) and not all(is_supplied(battle.situation, u) for u in battle.defenders):
        yield "active-defence-supply"
