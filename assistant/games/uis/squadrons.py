"""Squadrons and helicopters as players name them: values printed, in air groups (27.1, 27.4).

`B-6-4+B-7-6,9-10-5` is a group of two squadrons and one of a single squadron: combat or a letter,
evasion, ground attack. `H-8-4` is a helicopter in normal flight, `NOE-8-4` one close to the ground,
`ECM` a squadron of countermeasures. A letter `L` behind means that it flies in good weather only,
`:1` that it has one step left."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.kernel.rulebook import rule
from assistant.questions.protocol import QuestionError

STEPS = 2
LARGEST_GROUP = 3
ECM = "ECM"
NORMAL_FLIGHT, CLOSE_FLIGHT = "H", "NOE"
HELICOPTERS = (NORMAL_FLIGHT, CLOSE_FLIGHT)
TRANSPORT = "T"
LIMITED = "L"
_SHAPE = re.compile(
    r"(?P<kind>[RBT]|H|NOE|\d+)-(?P<evasion>\d+)-(?P<attack>\d+)(?P<limited>L?)(?::(?P<steps>[12]))?"
)
HOW = "write its values as printed, such as B-6-4, 9-10-5 or H-8-4, or ECM"


@dataclass(frozen=True)
class Squadron:
    """One squadron: `kind` is its air combat value or the letter in its place."""

    kind: str
    evasion: int = 0
    attack: int = 0
    limited: bool = False
    steps: int = STEPS

    @property
    def is_helicopter(self) -> bool:
        return self.kind in HELICOPTERS

    @property
    def shown(self) -> str:
        return self.kind if self.kind == ECM else f"{self.kind}-{self.evasion}-{self.attack}"


Group = tuple[Squadron, ...]


@rule("27.4", "27.4.1", "27.4.2", "17.3.3")
def read_groups(option: str, word: str) -> tuple[Group, ...]:
    """Groups of one to three squadrons of any nation; helicopters fly by themselves. QuestionError
    for values that no counter has."""
    groups = []
    for part in filter(None, (part.strip() for part in word.split(","))):
        group = tuple(_squadron(option, text.strip()) for text in part.split("+"))
        flown = [squadron for squadron in group if squadron.kind != ECM]
        if len(flown) > LARGEST_GROUP:
            raise QuestionError(
                "{option}: {text} is too large, a group has one to three (27.4).",
                option=option,
                text=part,
            )
        if len(flown) > 1 and any(squadron.is_helicopter for squadron in flown):
            raise QuestionError(
                "{option}: helicopters fly in no air group (17.3): use commas.", option=option
            )
        groups.append(group)
    if not groups:
        raise QuestionError("{option}: name a squadron; {how}.", option=option, how=HOW)
    return tuple(groups)


def _squadron(option: str, text: str) -> Squadron:
    if text == ECM:
        return Squadron(ECM)
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise QuestionError(
            "{option}: '{text}' is no squadron; {how}.", option=option, text=text, how=HOW
        )
    return Squadron(
        kind=found["kind"],
        evasion=int(found["evasion"]),
        attack=int(found["attack"]),
        limited=bool(found["limited"]),
        steps=int(found["steps"] or STEPS),
    )


@rule("27.18.1", "27.18.2")
def has_countermeasures(groups: tuple[Group, ...]) -> bool:
    """Whether a squadron of electronic countermeasures goes along; a second adds nothing, and none
    of them is counted, shot at or turned back."""
    return any(squadron.kind == ECM for group in groups for squadron in group)


def strike_groups(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups without their countermeasures."""
    without = (tuple(s for s in group if s.kind != ECM) for group in groups)
    return tuple(group for group in without if group)


@rule("27.4.3", "17.3.3", "3.2")
def average_evasion(flying: tuple[Squadron, ...]) -> int:
    """The evasion of a group: the average, fractions dropped."""
    return sum(squadron.evasion for squadron in flying) // len(flying)
