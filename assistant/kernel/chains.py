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
    def _goals(self) -> Mapping[str, frozenset[str]]:
        return {kind: goals - self.closed[kind] for kind, goals in self.goals.items()}

    @cached_property
    def ends(self) -> frozenset[str]:
        """The goals that serve, of all kinds."""
        return frozenset().union(*self._goals.values())

    @cached_property
    def links(self) -> Mapping[Link, Link | None]:
        """Every link that a chain ties to a goal, with the link next to it on the way there."""
        goals = self._goals.items()
        fringe = [Link(name, kind, 0) for kind, ends in goals for name in sorted(ends)]
        found: dict[Link, Link | None] = dict.fromkeys(fringe)
        while fringe:
            reached = []
            for link in fringe:
                for step in self._onward(*link):
                    if step not in found:  # a Link is the tuple of its parts
                        onward = Link(*step)
                        found[onward] = link
                        reached.append(onward)
            fringe = reached
        return found

    def _onward(self, here: str, kind: str, changes: int) -> Iterator[tuple[str, str, int]]:
        """The parts of the links that follow one."""
        closed = self.closed[kind]
        for name in self.joined[kind][here]:
            if name not in closed:
                yield name, kind, changes
        for other, joined in self.joined.items() if changes < self.most_changes else ():
            if other != kind and here in joined and here not in self.closed[other]:
                yield here, other, changes + 1

    @cached_property
    def hexes(self) -> frozenset[str]:
        """All hexes that are tied to a goal."""
        return frozenset(link.hex for link in self.links)

    @cached_property
    def _nearest(self) -> Mapping[str, Link]:
        """For each hex the link with the fewest hexes on its way to a goal, then the fewest
        changes."""
        far: dict[Link, int] = {}
        for link, onward in self.links.items():  # the nearer ones come first
            far[link] = 0 if onward is None else far[onward] + (onward.hex != link.hex)
        best: dict[str, Link] = {}
        for link in sorted(self.links, key=lambda link: (far[link], link.changes, link.kind)):
            best.setdefault(link.hex, link)
        return best

    def chain(self, name: str) -> Iterator[Link]:
        """The shortest chain from a hex that is tied to a goal."""
        link: Link | None = self._nearest[name]
        while link is not None:
            yield link
            link = self.links[link]
