"""The best set of battles: each unit in one at most, each target once, room in every hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from assistant.planning.battles import Prospect
from assistant.planning.outlook import Outlook

Measure = Callable[[Outlook], float]

COST = 0.2
"""What a step of one's own weighs whatever a plan is for: nobody charges for nearly nothing."""

MEASURES: Mapping[str, Measure] = {
    "kills": lambda look: look.kills - COST * look.losses,
    "hexes": lambda look: look.taken - COST * look.losses,
    "wiped": lambda look: look.wiped - COST * look.losses,
    "least-risk": lambda look: look.kills - 2 * look.losses,
    "balance": lambda look: look.kills + look.taken - look.losses,
}
"""What a plan may be for: enemy steps, hexes that are vacated, stacks of which nothing is left,
enemy steps with one's own counting double, or all in one."""

SECONDS = 6.0
SLIGHT = 1e-3
"""A gain in worth that is none: the solver's tolerance."""
_DUTY = 100.0
"""What it weighs that a duty is done: more than any battle is worth."""
_EACH = 1e-4
"""What a unit must bring at least: of equal plans the one with fewer units is taken."""


@dataclass(frozen=True)
class Choice:
    """The battles chosen, their worth, how far at most the best set is above it (0: exact), and how
    many duties it leaves undone."""

    battles: tuple[Prospect, ...]
    worth: float
    gap: float
    undone: int = 0

    def is_better(self, other: Choice) -> bool:
        """Whether fewer duties are left undone, or as many with more worth."""
        if self.undone != other.undone:
            return self.undone < other.undone
        return self.worth > other.worth + SLIGHT


@dataclass(frozen=True)
class Crowd:
    """At most `room` of the sets of battles `parts` may be chosen together."""

    parts: frozenset[int]
    room: int


@dataclass(frozen=True)
class Debt:
    """A duty, by its name, that stands where all battles of `cause` are chosen (in any case if
    there are none), and that one of the battles `met` does."""

    name: str
    cause: frozenset[int]
    met: frozenset[int]

    def is_undone(self, chosen: Sequence[int]) -> bool:
        """Whether it stands and no battle of the chosen does it."""
        return self.cause.issubset(chosen) and self.met.isdisjoint(chosen)


def choose(
    battles: Sequence[Prospect],
    measure: Measure,
    crowds: Sequence[Crowd] = (),
    seconds: float = SECONDS,
    debts: Sequence[Debt] = (),
) -> Choice:
    """The set of battles that is worth the most, of those that leave the fewest duties undone: an
    integer programme solved by HiGHS, which gives the best that it has found after so many
    seconds."""
    worth = [
        measure(battle.outlook) * battle.weight - _EACH * len(battle.units) for battle in battles
    ]
    meeting = {number for debt in debts for number in debt.met}
    wanted = [number for number, value in enumerate(worth) if value > 0 or number in meeting]
    chosen: list[int] = []
    gap = 0.0
    if wanted:
        limits = _limits(battles, wanted, crowds)
        chosen, gap = _solved(wanted, worth, limits, seconds, debts)
    picked = tuple(battles[number] for number in chosen)
    total = sum(measure(battle.outlook) * battle.weight for battle in picked)
    undone = {debt.name for debt in debts if debt.is_undone(chosen)}
    if debts:  # the solver's share is one of what duties weigh too
        gap *= abs(sum(worth[n] for n in chosen) - _DUTY * len(undone)) / max(total, 1.0)
    return Choice(picked, total, gap, len(undone))


def _limits(
    battles: Sequence[Prospect], wanted: Sequence[int], crowds: Sequence[Crowd]
) -> list[tuple[list[int], int]]:
    """Sets of battles of which only so many can be chosen."""
    rivals: dict[tuple[str, str], list[int]] = {}
    for number in wanted:
        for unit in battles[number].units:
            rivals.setdefault(("unit", unit), []).append(number)
        for target in battles[number].targets:
            rivals.setdefault(("target", target), []).append(number)
    limits = [(numbers, 1) for _, numbers in sorted(rivals.items()) if len(numbers) > 1]
    known = set(wanted)
    return limits + [(sorted(crowd.parts & known), crowd.room) for crowd in crowds]


def _solved(
    wanted: Sequence[int],
    worth: Sequence[float],
    limits: Sequence[tuple[list[int], int]],
    seconds: float,
    debts: Sequence[Debt] = (),
) -> tuple[list[int], float]:
    import highspy

    class Quiet(highspy.Highs):
        """Says nothing: HiGHS 1.16 would print its name where it is made, in the midst of JSON."""

        def enableCallbacks(self) -> None:  # noqa: N802
            self.silent()
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    solver = Quiet()  # type: ignore[no-untyped-call]
    solver.silent()
    # One thread and a fixed seed: the same position has the same plan.
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("random_seed", 1)
    solver.setOptionValue("time_limit", seconds)
    solver.setOptionValue("mip_rel_gap", 1e-6)
    taken = {number: solver.addBinary(obj=worth[number]) for number in wanted}
    for numbers, room in limits:
        if len(numbers) > room:
            solver.addConstr(sum(taken[number] for number in numbers) <= room)
    undone = {
        name: solver.addVariable(lb=0.0, ub=1.0, obj=-_DUTY)
        for name in dict.fromkeys(debt.name for debt in debts)
    }
    for debt in debts:
        if debt.cause <= taken.keys():
            standing = sum(taken[number] for number in sorted(debt.cause)) - len(debt.cause) + 1
            met = sum(taken[number] for number in sorted(debt.met & taken.keys()))
            solver.addConstr(undone[debt.name] >= standing - met)
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.run()
    values = solver.getSolution().col_value
    gap = float(solver.getInfo().mip_gap)
    chosen = [number for place, number in enumerate(wanted) if values[place] > 0.5]
    return chosen, 0.0 if gap < 1e-5 else gap
