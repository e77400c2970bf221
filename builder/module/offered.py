"""Which marks and values a unit is offered: units with the same ones share a prototype."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from builder.game.definition import Model
from builder.game.load_counters import COLUMNS
from builder.game.model import Counter, Game
from builder.game.named_counters import When, matches
from builder.game.problems import nearest
from builder.module.faults import Fault
from builder.saying import quoting

Withheld = tuple[str, ...]
"""Marks and values that a unit is not offered, in order."""


class OfferSettings(Model):
    """Units that `when` names have the marks and values `names`; who is named by no entry of them
    has them not."""

    names: tuple[str, ...] = Field(min_length=1)
    when: When = Field(min_length=1)


@dataclass(frozen=True)
class Offers:
    """What each unit of a game is offered."""

    game: Game
    settings: tuple[OfferSettings, ...]

    @cached_property
    def withheld(self) -> tuple[Withheld, ...]:
        """All choices of what units are not offered."""
        return self._found(self._units)

    def of_side(self, side: str) -> tuple[Withheld, ...]:
        """The choices that a side's units need; nothing withheld, if it has no units."""
        return self._found(unit for unit in self._units if unit.side == side)

    @property
    def _units(self) -> Iterator[Counter]:
        return (counter for counter in self.game.counters.values() if counter.kind == "unit")

    def _found(self, units: Iterable[Counter]) -> tuple[Withheld, ...]:
        return tuple(sorted(set(map(self.from_counter, units)))) or ((),)

    def from_counter(self, counter: Counter) -> Withheld:
        """What a counter is not offered."""
        chosen = {name for offer in self.settings for name in offer.names}
        fitting = (offer for offer in self.settings if matches(offer.when, counter))
        return tuple(sorted(chosen - {name for offer in fitting for name in offer.names}))

    def number(self, withheld: Withheld) -> str:
        """What stands behind the name of a prototype of units: nothing, or ` 2`."""
        place = self.withheld.index(withheld) if withheld in self.withheld else 0
        return f" {place + 1}" if place else ""


def offer_faults(game: Game, settings: tuple[OfferSettings, ...]) -> Iterator[Fault]:
    """Marks, values and columns that do not exist, units that nobody is, marks that a scenario
    gives to who is not offered them."""
    known = [*game.definition.units.markers, *game.definition.units.fields]
    columns = {*COLUMNS, *game.definition.units.fields}
    units = [counter for counter in game.counters.values() if counter.kind == "unit"]
    for index, offer in enumerate(settings):
        for name in offer.names:
            if name not in known:
                text = quoting("There is no mark and no unit field '{name}'.", name=name)
                yield ("offered", index, "names"), text, nearest(name, known)
        unknown = [column for column in offer.when if column not in columns]
        for column in unknown:
            text = quoting("counters.csv has no column '{word}'.", word=column)
            yield ("offered", index, "when"), text, nearest(column, columns)
        if not unknown and not any(matches(offer.when, unit) for unit in units):
            text = quoting("'{name}' is offered to units that do not exist.", name=offer.names[0])
            yield ("offered", index, "when"), text, "Write what stands in counters.csv."
    yield from _given_all_the_same(game, Offers(game, settings))


def _given_all_the_same(game: Game, offers: Offers) -> Iterator[Fault]:
    if not offers.settings:
        return
    for scenario in game.scenarios.values():
        for placement in scenario.placements:
            counter = game.counters.get(placement.counter)
            for name in placement.markers:
                if counter and name in offers.from_counter(counter):
                    text = quoting(
                        "The scenario '{id}' gives '{name}' to '{other}'.",
                        id=scenario.id,
                        name=name,
                        other=counter.id,
                    )
                    remedy = "Offer '{name}' to its type {word} too."
                    yield ("offered",), text, quoting(remedy, name=name, word=counter.type)
