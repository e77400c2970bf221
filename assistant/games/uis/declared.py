"""What players add to a combat (`--with`): options, their values, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from assistant.games.uis.assaults import STANDARD, TYPES
from assistant.games.uis.situation import Situation
from assistant.games.uis.squadrons import Group, read_groups
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Saying
from builder.game.problems import nearest

SUCCESS, FAIL, YES, NO = "success", "fail", "yes", "no"
PERSISTENT, NON_PERSISTENT = "persistent", "non-persistent"
ROLES = ("attacker", "defender")
ALL = "all"

CHOICES = {
    "type": TYPES,
    "attacker-ew": (SUCCESS, FAIL),
    "defender-ew": (SUCCESS, FAIL),
    "active-defence": (YES, NO),
    "airmobile": (YES, NO),
    "attacker-ration": (YES, NO),
    "defender-ration": (YES, NO),
    "attacker-chemicals": (PERSISTENT, NON_PERSISTENT),
    "defender-chemicals": (PERSISTENT, NON_PERSISTENT),
    "mission": ("ground-attack", "supply-interdiction", "nuclear"),
}
NUMBERS = ("attacker-air", "defender-air", "nuclear-points")
UNITS = ("attacker-artillery", "defender-artillery", "attacker-flak", "defender-flak")
SQUADRONS = (
    "attacker-squadrons",
    "defender-squadrons",
    "attacker-interceptors",
    "defender-interceptors",
)
SIGNED = ("attacker-air-combat", "defender-air-combat")
HEXES = ("chemical-missiles",)
ALL_OPTIONS = (*CHOICES, *NUMBERS, *SIGNED, *UNITS, *SQUADRONS, *HEXES)


@dataclass(frozen=True)
class Declared:
    """Options by name: words, whole numbers, ids of units, hexes, and squadrons in their groups."""

    words: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)

    @property
    def type(self) -> str:
        return self.words.get("type", STANDARD)

    @property
    def mission(self) -> str:
        """The air or nuclear mission asked about instead of a combat, or empty."""
        return self.words.get("mission", "")

    def says(self, option: str, word: str = YES) -> bool:
        return self.words.get(option) == word

    def with_air(self, points: Mapping[str, int]) -> Declared:
        """The same with so much ground support arriving (role -> points) for squadrons named."""
        told = {f"{role}-air": value for role, value in points.items()}
        return replace(self, numbers={**self.numbers, **told}, groups={})


NOTHING = Declared()


def read_options(situation: Situation, given: Options) -> Declared:
    """Options of a combat from their words; QuestionError for an unknown one or a bad value."""
    read: dict[str, Callable[[str, str], object]] = {
        **dict.fromkeys(CHOICES, _choice),
        **dict.fromkeys(NUMBERS, _number),
        **dict.fromkeys(SIGNED, _signed),
        **dict.fromkeys(UNITS, lambda name, word: _units(situation, name, word)),
        **dict.fromkeys(SQUADRONS, read_groups),
        **dict.fromkeys(HEXES, lambda name, word: _hexes(situation, name, word)),
    }
    values = {}
    for name, word in given.items():
        if name not in read:
            raise QuestionError(
                "There is no option '{name}'. {remedy}",
                name=name,
                remedy=nearest(name, ALL_OPTIONS),
            )
        values[name] = read[name](name, word)
    for role in ROLES:
        if f"{role}-air" in values and f"{role}-squadrons" in values:
            text = Saying(
                "{role}-air is what arrives, {role}-squadrons what takes off: name one of them.",
                role=role,
            )
            raise QuestionError(text)
    return Declared(
        words=_of(values, CHOICES),
        numbers=_of(values, (*NUMBERS, *SIGNED)),
        names=_of(values, (*UNITS, *HEXES)),
        groups=_of(values, SQUADRONS),
    )


def _of(values: Mapping[str, object], names: Iterable[str]) -> dict:  # type: ignore[type-arg]
    return {name: values[name] for name in names if name in values}


def _choice(name: str, word: str) -> str:
    if word not in CHOICES[name]:
        raise QuestionError(
            "{name}={word}: write {words}.", name=name, word=word, words=list(CHOICES[name])
        )
    return word


def _number(name: str, word: str) -> int:
    if not word.isdecimal():
        what = "number of points" if name == "nuclear-points" else "strength"
        raise QuestionError(
            "{name}={word}: write the {what}, a whole number.", name=name, word=word, what=what
        )
    return int(word)


def _signed(name: str, word: str) -> int:
    if not word.lstrip("+-").isdecimal():
        raise QuestionError(
            "{option}={text}: write what is added to the die, such as +2 or -1.",
            option=name,
            text=word,
        )
    return int(word)


def _units(situation: Situation, name: str, word: str) -> tuple[str, ...]:
    ids = tuple(dict.fromkeys(part.strip() for part in word.split(",") if part.strip()))
    if ids == (ALL,) and name.endswith("-flak"):
        return ids
    for unit_id in ids:
        if unit_id not in situation.position.by_id:
            known = nearest(unit_id, situation.position.by_id)
            raise QuestionError(
                "{name}: there is no unit '{unit}'. {remedy}",
                name=name,
                unit=unit_id,
                remedy=known,
            )
    return ids


def _hexes(situation: Situation, name: str, word: str) -> tuple[str, ...]:
    hexes = tuple(dict.fromkeys(part.strip() for part in word.split(",") if part.strip()))
    for place in hexes:
        if place not in situation.board:
            raise QuestionError("{name}: '{hex}' is no hex of this map.", name=name, hex=place)
    return hexes
