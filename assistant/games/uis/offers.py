"""What may still be added to a combat, and what it would change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.games.uis.additions import (
    active_defence_refused,
    airmobile_refused,
    chance,
    electronics_refused,
    may_not_ration,
)
from assistant.games.uis.air_support import OTHER, side_of_role
from assistant.games.uis.battle import (
    ASSAULTS,
    DISENGAGEMENT,
    NON_PERSISTENT,
    PERSISTENT,
    ROLES,
    SUCCESS,
    YES,
    Battle,
    of_the_revolt,
)
from assistant.games.uis.chemicals import chemicals_refused, turns_since
from assistant.games.uis.flak import over
from assistant.games.uis.reckoning import Reckoning
from assistant.games.uis.results import cell_chances
from assistant.games.uis.strength import may_not_fire, named
from assistant.games.uis.units import ARTILLERY
from assistant.questions.answers import Offer
from assistant.questions.reasons import Reason, Saying

EW = "ew"
Added = Iterator[tuple[str, str, str]]
"""Option, its value and its rule."""


def offers(reckoning: Reckoning) -> Iterator[Offer]:
    """Options not taken yet that the rules allow, each with what it would do."""
    battle = reckoning.battle
    if reckoning.refused:
        yield from kinds(reckoning)
        return
    yield from kinds(reckoning)
    for option, value, number in (*guns(battle), *declarations(battle), *jamming(battle)):
        yield Offer(f"{option}={value}", _change(reckoning, option, value), number)
    yield from air_offers(battle)


def kinds(reckoning: Reckoning) -> Iterator[Offer]:
    """Other kinds of assault that the unit may make here."""
    battle = reckoning.battle
    for kind, assault in ASSAULTS.items():
        if kind in (battle.type, DISENGAGEMENT) or battle.is_disengagement:
            continue
        other = _with(reckoning, "type", kind)
        if not other.refused:
            yield Offer(f"type={kind}", _change(reckoning, "type", kind), assault.rule)


def guns(battle: Battle) -> Added:
    """All artillery of a role that may fire, if some of it is not named."""
    for role in ROLES:
        firing = tuple(
            unit.id
            for unit in battle.situation.of_side(side_of_role(battle, role))
            if unit.type == ARTILLERY and may_not_fire(battle, role, unit) is None
        )
        if set(firing) - {unit.id for unit in named(battle, role)}:
            yield f"{role}-artillery", ",".join(firing), "15.1"


def declarations(battle: Battle) -> Added:
    """Active Defence, a battalion, rations and chemicals."""
    words = battle.declared.words
    possible: list[tuple[str, str, str, Reason | None]] = [
        ("active-defence", YES, "9.16", active_defence_refused(battle)),
        ("airmobile", YES, "9.17", airmobile_refused(battle)),
    ]
    for role in ROLES:
        possible.append((f"{role}-ration", YES, "13.2.5", may_not_ration(battle, role)))
        if turns_since(battle.situation) is not None:
            barred = chemicals_refused(battle, role)
            for kind in (PERSISTENT, NON_PERSISTENT):
                possible.append((f"{role}-chemicals", kind, "24.2.3", barred))
    for option, value, number, why in possible:
        if option == "airmobile" and not has_airmobile_brigade(battle):
            continue
        if why is None and option not in words:
            yield option, value, number


def has_airmobile_brigade(battle: Battle) -> bool:
    """Whether NATO has any brigade on the map that could send a battalion (9.17)."""
    units = battle.situation.of_side(battle.defending_side)
    return any(unit.type in ("airborne", "airmobile") for unit in units)


def jamming(battle: Battle) -> Added:
    """Electronic warfare of either side that has a unit in or next to a hex attacked, if it
    succeeds."""
    situation = battle.situation
    near = {other for name in battle.targets for other in (name, *situation.around[name])}
    for role in ROLES:
        if f"{role}-ew" in battle.declared.words or electronics_refused(battle, role):
            continue
        side = side_of_role(battle, role)
        units = (unit for unit in situation.of_side(side) if not of_the_revolt(battle, unit))
        if any(unit.type == EW and unit.hex in near for unit in units):
            yield f"{role}-ew", SUCCESS, "9.19"


def air_offers(battle: Battle) -> Iterator[Offer]:
    """Ground support as a total or as squadrons, and Flak against squadrons named."""
    declared = battle.declared
    for role in ROLES:
        told = {f"{role}-air", f"{role}-squadrons"} & {*declared.numbers, *declared.groups}
        if not told:
            yield Offer(f"{role}-air=N", "ground support that arrives", "27.8")
            text = "squadrons that take off, by their printed values"
            yield Offer(f"{role}-squadrons=A-E-G", text, "27.8.2")
        hostile = f"{OTHER[role]}-squadrons" in declared.groups
        side = side_of_role(battle, role)
        if hostile and f"{role}-interceptors" not in declared.groups:
            text = "interceptors past the escort, by their printed values"
            yield Offer(f"{role}-interceptors=A-E-G", text, "27.17")
        free = hostile and f"{role}-flak" not in declared.names
        if free and over(battle.situation, side, battle.targets):
            yield Offer(f"{role}-flak=all", "all Flak in reach fires at them", "17.1")


def _with(reckoning: Reckoning, option: str, value: str) -> Reckoning:
    """The same combat with one option more."""
    battle, declared = reckoning.battle, reckoning.battle.declared
    if option.endswith("-artillery"):
        declared = replace(declared, names={**declared.names, option: tuple(value.split(","))})
    else:
        declared = replace(declared, words={**declared.words, option: value})
    return Reckoning(replace(battle, declared=declared))


def _change(reckoning: Reckoning, option: str, value: str) -> str:
    """Column and chances before and after, and how likely a success is that must be rolled for."""
    other = _with(reckoning, option, value)
    text = _outcome(reckoning, other)
    if option.endswith("-ew"):
        side = side_of_role(reckoning.battle, option.removesuffix("-ew"))
        return Saying("if a unit succeeds ({chance:.0%}): {text}", chance=chance(side), text=text)
    return text


def _outcome(before: Reckoning, after: Reckoning) -> str:
    if not after.is_fought:
        return "no combat"
    was = before.column.name if before.is_fought and not before.refused else "-"
    chances = ", ".join(f"{r} {c:.0%}" for r, c in cell_chances(after.cell[0]).items())
    return Saying(
        "{before} -> {after}, row {n:+d}: {chances}",
        before=was,
        after=after.column.name,
        n=after.modifiers.net,
        chances=chances,
    )
