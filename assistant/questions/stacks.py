"""Stacks that move together: the hexes to which all units of one hex may go, and who keeps the
others from where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from assistant.position import Position, Unit
from assistant.questions.answers import Moves, Reached, Refusal, as_json, refusals
from assistant.questions.reasons import Reason


class Placed(Protocol):
    """Facts of a position, whatever else they are."""

    @property
    def position(self) -> Position: ...


Of = TypeVar("Of", bound=Placed)
NOTHING: Mapping[str, Any] = MappingProxyType({})


def always_room(situation: Placed, units: Sequence[Unit], name: str) -> Reason | None:
    """No limit of stacking."""
    return None


def nothing_more(situation: Placed, units: Sequence[Unit]) -> Mapping[str, Any]:
    """The game tells nothing else of a stack."""
    return NOTHING


def each_by_itself(units: Sequence[Unit]) -> Sequence[Unit]:
    """All of them spend points of their own."""
    return units


@dataclass(frozen=True)
class Together(Generic[Of]):
    """What a game says of stacks that move: the rule by which units go one after another, why
    units may not stand together in a hex (friends there included), and what else it tells.

    `led_by`: those of some units that spend points, while the others go with them. `at_end`: the
    limit is kept at the end of a phase only, so a hex that is too full now is in
    reach all the same, with the reason as `full`. `pooled`: the answers of units that move
    otherwise together than each by itself.
    """

    rule: str = ""
    full: Callable[[Of, Sequence[Unit], str], Reason | None] = always_room
    at_end: bool = False
    led_by: Callable[[Sequence[Unit]], Sequence[Unit]] = each_by_itself
    told: Callable[[Of, Sequence[Unit]], Mapping[str, Any]] = nothing_more
    pooled: Callable[[Of, Sequence[Unit]], Mapping[str, Moves]] = nothing_more


def moves_together(
    situation: Of,
    everyone: Sequence[Unit],
    answers: Mapping[str, Moves],
    how: Together[Of],
    leaving: bool = False,
) -> Moves:
    """Where all of some units may go, from the answer of each by its id: one after another, by its
    own way and with its own points, while the others stand as they stand now.

    The cost of a hex is that of the unit that pays most, and the way is this unit's; `of_units` has
    what each pays. With `leaving`, units that cannot move are left behind if others can: `stay`.
    """
    answers = {**answers, **how.pooled(situation, everyone)}
    stay = [unit for unit in everyone if leaving and not answers[unit.id].reach]
    stay = stay if len(stay) < len(everyone) else []
    going = [unit for unit in everyone if unit not in stay]
    led = how.led_by(going)
    units = [unit for unit in going if unit in led or not answers[unit.id].reach]
    found = {unit.id: answers[unit.id] for unit in units}
    reach, closed = _ends(situation, going, found, how)
    told = how.told(situation, going)
    open_ = {way.hex for way in reach} | {one["hex"] for one in told.get("overruns", ())}
    for unit in units:
        for no in found[unit.id].refused:
            if no.hex not in open_:
                closed.setdefault(no.hex, _of([unit], no, len(units)))
    leaning = _leaning(tuple(found.values()))
    return Moves(
        unit=",".join(unit.id for unit in going),
        allowance=min(answer.allowance for answer in found.values()),
        reach=tuple(sorted(reach, key=lambda way: (way.cost, way.hex))),
        refused=refusals(closed),
        because=_because(units, found),
        extra={
            "units": [unit.id for unit in going],
            "allowances": {id_: answer.allowance for id_, answer in found.items()},
            "stay": [{"unit": unit.id, **_why_not(answers[unit.id])} for unit in stay],
            **leaning,
            **told,
        },
        timing=next((answer.timing for answer in found.values() if answer.timing), None),
    )


def _ends(
    situation: Of, going: Sequence[Unit], found: Mapping[str, Moves], how: Together[Of]
) -> tuple[list[Reached], dict[str, Reason]]:
    """Where all may end, and of the other hexes that some reach why not all do."""
    units = [unit for unit in going if unit.id in found]
    ways = {id_: {way.hex: way for way in answer.reach} for id_, answer in found.items()}
    reach: list[Reached] = []
    closed: dict[str, Reason] = {}
    refused = {id_: {no.hex: no for no in answer.refused} for id_, answer in found.items()}
    for name in dict.fromkeys(name for its in ways.values() for name in its):
        lacking = [unit for unit in units if name not in ways[unit.id]]
        if lacking:
            if any(not ways[unit.id] for unit in lacking):
                continue  # because who cannot move at all says so once, and not for each hex
            no = refused[lacking[0].id].get(name)
            far = Reason(how.rule, "That is too far for {unit}.", "allowance", unit=lacking)
            closed[name] = _of(lacking[:1], no, len(units)) if no else far
            continue
        full = how.full(situation, (*_friends(situation, going, name), *going), name)
        if full is not None and not how.at_end:
            closed[name] = full
        else:
            reach.append(_reached({id_: its[name] for id_, its in ways.items()}, full))
    return reach, closed


def _friends(situation: Placed, units: Sequence[Unit], name: str) -> tuple[Unit, ...]:
    """Who of the side stands in a hex already."""
    ids, side = {unit.id for unit in units}, units[0].side
    return tuple(
        u for u in situation.position.standing_at(name) if u.side == side and u.id not in ids
    )


def _reached(ways: Mapping[str, Reached], full: Reason | None) -> Reached:
    dearest = max(ways.values(), key=lambda way: way.cost)
    extra: dict[str, Any] = {
        "of_units": {id_: {"cost": way.cost, **way.extra} for id_, way in ways.items()}
    }
    if full is not None:
        extra["full"] = as_json(full)
    return Reached(dearest.hex, dearest.cost, dearest.path, extra)


def _of(its: Sequence[Unit], no: Refusal | Reason, units: int) -> Reason:
    """What is said of some of the units, with their names if there are others and it has not."""
    if len(its) == units or all(unit.shown in no.text for unit in its):
        return Reason(no.rule, no.text, no.code)
    return Reason(no.rule, "{unit}: {why}", no.code, unit=its, why=no.text)


def _why_not(answer: Moves) -> dict[str, str]:
    """Why a unit cannot move."""
    told: tuple[Refusal | Reason, ...] = (*answer.refused, *answer.because)
    why = next(iter(told), None)
    return {} if why is None else {"rule": why.rule, "text": why.text}


def _because(units: Sequence[Unit], found: Mapping[str, Moves]) -> tuple[Reason, ...]:
    """What is said of all of them once, what is said of some with their names."""
    said: dict[Reason, list[Unit]] = {}
    for unit in units:
        for why in found[unit.id].because:
            said.setdefault(why, []).append(unit)
    return tuple(_of(its, why, len(units)) for why, its in said.items())


def _leaning(found: Sequence[Moves]) -> dict[str, Any]:
    """What the answers lean on, each once."""
    lists: dict[str, list[Any]] = {}
    for answer in found:
        for name in ("stand_ins", "readings"):
            kept = lists.setdefault(name, [])
            kept += [one for one in answer.extra.get(name) or () if one not in kept]
    told: dict[str, Any] = {name: kept for name, kept in lists.items() if kept}
    if any(answer.extra.get("stand_in") for answer in found):
        told["stand_in"] = True
    return told
