"""Chains along ways of several kinds, road and rail, that change from one to the other a few times:
what they tie to a goal, as supply sources to a map edge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple


class Link(NamedTuple):
    """A hex of a chain, the kind of way it is passed on, and how often the chain changed before."""

    hex: str
    kind: str
    changes: int


@dataclass(frozen=True)
class Chains:
    """All chains to some goals. Each mapping is by kind of way.

    `joined` gives for each hex of a way those to which it leads, `goals` the hexes where chains
    end, `closed` those that do not serve. A chain changes its kind at most so many times, in hexes
    that both kinds pass.
    """

    joined: Mapping[str, Mapping[str, Sequence[str]]]
    goals: Mapping[str, frozenset[str]]
    closed: Mapping[str, frozenset[str]]
    most_changes: int

    @cached_property
    def links(self) -> Mapping[Link, Link | None]:
        """Every link that a chain ties to a goal, with the link next to it on the way there."""
        fringe = [
            Link(name, kind, 0)
            for kind, goals in self.goals.items()
            for name in sorted(goals - self.closed[kind])
        ]
        found: dict[Link, Link | None] = dict.fromkeys(fringe)
        while fringe:
            fringe = [
                onward
                for link in fringe
                for onward in self._onward(*link)
                if found.setdefault(onward, link) is link
            ]
        return found

    def _onward(self, here: str, kind: str, changes: int) -> Iterator[Link]:
        closed = self.closed[kind]
        for name in self.joined[kind][here]:
            if name not in closed:
                yield Link(name, kind, changes)
        for other, joined in self.joined.items() if changes < self.most_changes else ():
            if other != kind and here in joined and here not in self.closed[other]:
                yield Link(here, other, changes + 1)

    @cached_property
    def hexes(self) -> frozenset[str]:
        """All hexes that are tied to a goal."""
        return frozenset(link.hex for link in self.links)

    @cached_property
    def _nearest(self) -> Mapping[str, Link]:
        """For each hex the link with the fewest changes on its way to a goal."""
        best: dict[str, Link] = {}
        for link in sorted(self.links, key=lambda link: (link.changes, link.kind)):
            best.setdefault(link.hex, link)
        return best

    def chain(self, name: str) -> Iterator[Link]:
        """A chain from a hex that is tied to a goal, with the fewest changes."""
        link: Link | None = self._nearest[name]
        while link is not None:
            yield link
            link = self.links[link]
