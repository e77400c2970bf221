"""What may still be added to an attack, and what it would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.games.dagc.calendar import armour_succeeds_up_to
from assistant.games.dagc.reckoning import Reckoning
from assistant.games.dagc.results import STALLED
from assistant.games.dagc.shifts import air_refused, armour_refused
from assistant.questions.answers import Offer
from assistant.questions.reasons import Saying


def offers(reckoning: Reckoning) -> Iterator[Offer]:
    """Options that could still be taken, and what each would change."""
    battle = reckoning.battle
    options = battle.options
    if not options.air and not any(air_refused(battle)):
        number = "13.2" if battle.front == "1uf" else "13.1"
        yield Offer("air=1", _change(reckoning, 1), number)
    if not options.armor and not armour_refused(battle):
        die = armour_succeeds_up_to(battle.situation.position)
        effect = Saying(
            "once a German turn, on a die of 1 to {n}: {effect}",
            n=die,
            effect=_change(reckoning, 1),
        )
        yield Offer("armor=1", effect, "12.6")
    if not options.lower and reckoning.column > 0:
        yield Offer("lower=1", _change(reckoning, -1), "11.14")
    if not options.fanatic and reckoning.fanatic_refused() is None:
        table, column = reckoning.table, reckoning.column
        if STALLED in table.chances[column]:
            effect = Saying(
                "rolls until not AS: {chances}", chances=_chances(table.fanatic_chances(column))
            )
            yield Offer("fanatic=1", effect, "11.23")


def _change(reckoning: Reckoning, columns: int) -> str:
    """What some columns more or less would do: columns and chances before and after."""
    table, before = reckoning.table, reckoning.column
    after = table.column(reckoning.differential(), reckoning.shift + columns)
    if after == before:
        return Saying(
            "{n:+d} {n|column|columns}, but the end of the table keeps it in {column}",
            n=columns,
            column=table.name(before),
        )
    names = f"{table.name(before)} -> {table.name(after)}"
    return Saying(
        "{n:+d} {n|column|columns}, {columns}: {chances}",
        n=columns,
        columns=names,
        chances=_chances(table.chances[after]),
    )


def _chances(chances: Mapping[str, float]) -> str:
    return ", ".join(f"{result} {chance:.0%}" for result, chance in chances.items())
