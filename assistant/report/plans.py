"""A plan of battles, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.report.battles import unseen
from assistant.report.words import called, hanging, number, percent, place, table
from assistant.words.columns import column_word
from assistant.words.voice import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType

    from assistant.planning.cheapest import Forces
    from assistant.planning.plan import Plan, PlannedBattle


def plan(say: Voice, position: Position, answer: Plan) -> Iterator[RenderableType]:
    """The battles of the plan, best first, what they promise in sum, and how sure that is."""
    from rich.text import Text

    if not answer.battles:
        yield Text(say("No battle is worth fighting."))
        yield from (Text(say(note), style="dim") for note in answer.notes)
        return
    for number_, battle in enumerate(answer.battles, 1):
        yield from _battle(say, position, number_, battle)
    total = answer.total
    yield Text(
        f"\n{say('In sum')}: {say('kills')} {say.figure(f'{total.kills:.1f}')}, "
        f"{say('losses')} {say.figure(f'{total.losses:.1f}')}, "
        f"{say('hexes taken')} {say.figure(f'{total.taken:.1f}')}."
    )
    if answer.gap:
        yield Text(
            f"{say('Another plan may be better by up to')} {answer.gap:.0%}.", style="yellow"
        )
    for note in answer.notes:
        yield Text(say(note), style="dim")
    yield from unseen(say, [battle.odds for battle in answer.battles])


def _battle(
    say: Voice, position: Position, number_: int, battle: PlannedBattle
) -> Iterator[RenderableType]:
    """A battle with what it promises, and below it who attacks, who moves for it, and whom."""
    from rich.text import Text

    odds, look = battle.odds, battle.outlook
    attack, defence = number(say, odds.attack), number(say, odds.defence)
    forces_ = f"{attack} : {defence}, {column_word(odds.column or '–')}"
    promise = (
        f"{say('kills')} {say.figure(f'{look.kills:.1f}')}, "
        f"{say('losses')} {say.figure(f'{look.losses:.1f}')}, "
        f"{say('taken')} {look.taken:.0%}"
    )
    yield Text.assemble(
        (f"{number_}. {place(say, position, odds.target)}", "bold"), f"  {forces_}  ({promise})"
    )
    defenders = ", ".join(called(say, position, id_) for id_ in odds.defenders)
    for word, names in (("Attackers", _attackers(say, position, battle)), ("Defenders", defenders)):
        yield hanging(Text(f"{say(word)}:", style="dim"), names)


def _attackers(say: Voice, position: Position, battle: PlannedBattle) -> str:
    goes = {move.unit: move.path for move in battle.moves}
    return ", ".join(
        called(say, position, id_) + (f" ({goes[id_][0]} → {goes[id_][-1]})" if id_ in goes else "")
        for id_ in battle.odds.attackers
    )


def forces(say: Voice, position: Position, answer: Forces) -> Iterator[RenderableType]:
    """Target by target who suffices, and where nobody does."""
    from rich.text import Text

    if not answer.forces:
        yield Text(say("No attack is possible where the units stand; with --column nobody moves."))
        return
    rows = table(say, "Hex", "Defenders", "Attackers", ">Strength", "Column", "Chances")
    for found in answer.forces:
        odds = found.odds
        units = "\n".join(called(say, position, id_) for id_ in odds.attackers)
        rows.add_row(
            place(say, position, odds.target),
            "\n".join(called(say, position, id_) for id_ in odds.defenders),
            units if found.reached else say("Out of reach"),
            number(say, found.force) if found.reached else "–",
            column_word(odds.column or "–"),
            percent(odds.chances, position.game),
        )
    yield rows
    if any(found.reached and not found.exact for found in answer.forces):
        text = "Where many may attack, not every choice of them was tried: a lesser force may do."
        yield Text(say(text), style="dim")
