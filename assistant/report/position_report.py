"""The report of a whole position: what a player should know before he touches a counter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from assistant.games import rules_for
from assistant.position import Position, Unit
from assistant.questions.answers import (
    Retreats,
    Supply,
    as_json,
    is_supplied,
    is_wanting,
    judged_otherwise,
    ways_of,
)
from assistant.questions.door import Door
from assistant.questions.protocol import HasOverview
from assistant.questions.reasons import Reason
from assistant.questions.unruled import Unruled
from assistant.questions.whole import Whole, whole
from assistant.report.battles import DECLARED, STAND_IN, attack_table, unanswered
from assistant.report.facts import facts, further, named
from assistant.report.table_talk import (
    WHEN_JUDGED,
    once_judged,
    stacking,
    state_of,
    strangers,
    sums,
    why,
)
from assistant.report.words import state_word, table, unit_name
from assistant.words.voice import Voice
from builder.saying import Saying

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

BEST_ATTACKS = 5


def report_data(position: Position) -> dict[str, Any]:
    """The report as JSON data: who is out of supply, best attacks, doomed stacks, violations."""
    found = whole(rules_for(position.game), position)
    return {
        "game": position.game.id,
        "scenario": position.scenario,
        "turn": position.turn,
        "phase": position.phase,
        "out_of_supply": as_json(lacking_supply(found.supply)),
        "attacks": as_json(found.attacks.attacks[:BEST_ATTACKS]),
        "ahead": found.ahead,
        "doomed": as_json(doomed(found)),
        "violations": as_json(found.stacking.violations),
        "overview": as_json(overview(position, found.supply)) or None,
        "counted_otherwise": as_json(Door(rules_for(position.game), position).other_counts()),
        "unknown": list(position.unknown),
    }


def report(say: Voice, position: Position) -> Iterator[RenderableType]:
    """The report in words."""
    rules = rules_for(position.game)
    found = whole(rules, position)
    yield heading(say, position)
    yield from strangers(say, position)
    if isinstance(rules, Unruled):
        yield from without_rules(say, position)
        return
    yield from attack_part(say, position, found)
    yield from supply_part(say, position, found.supply)
    yield from doomed_part(say, position, found)
    yield section(say("Stacking"))
    yield from stacking(say, position, found.stacking)
    yield from overview_part(say, position, found.supply)


def overview_part(say: Voice, position: Position, supply: Supply) -> Iterator[RenderableType]:
    """What a game tells besides, and whether the players count the same points."""
    from rich.text import Text

    rows = facts(say, named(say, position, as_json(overview(position, supply))))
    otherwise = Door(rules_for(position.game), position).other_counts()
    if rows or otherwise:
        yield section(say("Overview"))
    if rows:
        yield rows
    for reason in otherwise:
        yield Text(say(reason.text), style="yellow")


def without_rules(say: Voice, position: Position) -> Iterator[RenderableType]:
    """What can be told of a game without rules: how many units each side has on the map."""
    from rich.text import Text

    for side in position.game.sides.values():
        n = sum(_on_the_map(position, unit) for unit in position.of_side(side.id))
        yield Text(f"{say(side.name)}: {say(Saying('{n} {n|unit|units} on the map', n=n))}")
    if nobodys := sum(_on_the_map(position, unit) for unit in position.of_side("")):
        yield Text(say(Saying("Pieces of no side on the map: {n}", n=nobodys)))
    folder = position.game.folder.as_posix()
    yield Text(
        say(Saying("What needs rules waits for {file}/rules.toml.", file=folder)), style="yellow"
    )


def _on_the_map(position: Position, unit: Unit) -> bool:
    """Whether a unit lies on the map that is meant, be it where no place has a name."""
    adopted = position.game.definition.adopted
    return unit.hex in position.board or (adopted is not None and unit.hex == adopted.map)


def heading(say: Voice, position: Position) -> Text:
    """Game, scenario, turn, phase, and whose eyes."""
    from rich.text import Text

    game = position.game
    scenario = game.scenarios.get(position.scenario)
    phase = game.definition.phase_name(position.phase)
    name = say(scenario.name) if scenario else position.scenario
    turn = say(Saying("turn {n}", n=position.turn)) if position.turn else ""
    parts = [name, turn, say(phase)]
    if position.viewer:
        parts.append(
            say(Saying("as the {side} player sees it", side=game.sides[position.viewer].name))
        )
    told = ", ".join(part for part in parts if part)
    return Text.assemble((say(game.definition.title), "bold"), f": {told}")


def section(title: str) -> Text:
    from rich.text import Text

    return Text(f"\n{title}", style="bold underline")


def lacking_supply(supply: Supply) -> list[Any]:
    return [unit for unit in supply.units if not is_supplied(unit)]


def supply_part(say: Voice, position: Position, supply: Supply) -> Iterator[RenderableType]:
    """How many are in supply, and each unit that is not, is out of communication or whose state
    will change, with what cuts it off."""
    from rich.text import Text

    yield section(say("Supply"))
    for side in position.game.sides.values():
        units = [unit for unit in supply.units if unit.side == side.id]
        if units:
            yield Text(f"{say(side.name)}: {sums(say, units)}")
    told = [unit for unit in supply.units if is_wanting(unit)]
    judged = [WHEN_JUDGED] if any(map(judged_otherwise, told)) else []
    if told:
        rows = table(say, "Unit", "Hex", "State", *judged, "Why")
        for unit in told:
            rows.add_row(
                unit_name(say, position, unit.id),
                unit.hex,
                state_of(say, unit),
                *([once_judged(say, unit)] if judged else []),
                why(say, unit),
            )
        yield rows
    yield from further(say, position, supply.extra, but=("overview",))


def attack_part(say: Voice, position: Position, found: Whole) -> Iterator[RenderableType]:
    """The best attacks, at most one of each set of attackers and hex."""
    from rich.text import Text

    title = "Best attacks, were it time for combat" if found.ahead else "Best attacks"
    yield section(say(title))
    best = found.attacks.attacks[:BEST_ATTACKS]
    if not best:
        yield Text(say("No attack is possible."))
        return
    yield attack_table(say, position, best)
    more = len(found.attacks.attacks) - len(best)
    if more:
        text = "and {n} more: `kessel odds` lists them all."
        if found.ahead:
            text = "and {n} more: `kessel odds --anyway` lists them all."
        yield Text(say(Saying(text, n=more)), style="dim")
    yield from unanswered(say, position, found.attacks)
    yield from further(say, position, found.attacks.extra, but=(DECLARED,))
    if any(attack.stand_in for attack in best):
        yield Text(say(STAND_IN), style="yellow")


def doomed(found: Whole) -> list[Retreats]:
    """The stacks that can be attacked and of which no unit could retreat."""
    return [answer for answer in found.retreats.values() if is_doomed(answer)]


def is_doomed(answer: Retreats) -> bool:
    """Whether a forced retreat finds no way for any unit of the stack, or none that it outlives."""
    return bool(answer.units) and not any(map(ways_of, answer.units))


def doomed_part(say: Voice, position: Position, found: Whole) -> Iterator[RenderableType]:
    """Stacks that would pay with losses, or with their lives, for having to retreat."""
    from rich.text import Text

    yield section(say("Nowhere to retreat"))
    answers = doomed(found)
    if not answers:
        yield Text(say("Every stack that can be attacked has a way out."), style="green")
        return
    rows = table(say, "Hex", "Units", "Outcome", "Why")
    for answer in answers:
        rows.add_row(
            answer.hex,
            ", ".join(unit_name(say, position, unit.id) for unit in answer.units),
            state_word(say, answer.outcome),
            "\n".join(f"{reason.rule} {say(reason.text)}" for reason in _why_doomed(answer)),
        )
    yield rows


def _why_doomed(answer: Retreats) -> tuple[Reason, ...]:
    """What closes the ways of a stack's units; where the game tells nothing of them, what it tells
    of the stack."""
    told = dict.fromkeys(reason for unit in answer.units for reason in unit.because)
    return tuple(told) or tuple(answer.because)


def overview(position: Position, supply: Supply) -> Mapping[str, Any]:
    """What a game tells besides the seven questions, if it does: by itself or with the supply."""
    rules = rules_for(position.game)
    if not isinstance(rules, HasOverview):
        told: Mapping[str, Any] = supply.extra.get("overview", {})
    else:
        told = as_json(rules.overview(position))
    return told
