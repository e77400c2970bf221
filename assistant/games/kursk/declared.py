"""What the players declare for a battle: the options of `--with NAME=VALUE`, checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.games.kursk.command import MODES
from assistant.games.kursk.units import is_hq
from assistant.kernel.rulebook import rule
from assistant.position import Position
from assistant.questions.protocol import Options, QuestionError

MOST_AIR_POINTS = 2
NAMES = (
    "bombardment", "suppress", "anti-tank", "air-attack", "air-defence",
    "attacker-mode", "defender-mode", "counter-battery",
)  # fmt: skip

Gun = Literal["artillery", "anti-tank"]
AIMS: Mapping[str, Gun] = {"": "artillery", "artillery": "artillery", "anti-tank": "anti-tank"}


@dataclass(frozen=True)
class CounterFire:
    """Counter-battery fire: German points, or all of a Soviet artillery unit, against enemy guns
    of a kind."""

    against: Gun
    points: int = 0
    unit: str = ""


@dataclass(frozen=True)
class Declared:
    """The declarations of both players; None where a player says nothing."""

    bombardment: Mapping[str, int] = field(default_factory=dict)
    suppress: int | None = None
    anti_tank: int | None = None
    air_attack: int = 0
    air_defence: int = 0
    attacker_mode: str | None = None
    defender_mode: str | None = None
    counter_battery: tuple[CounterFire, ...] = ()


def declared(position: Position, options: Options) -> Declared:
    """The options as declarations; QuestionError says what can be written instead."""
    for name in options:
        if name not in NAMES:
            text = "Unknown option '{name}': write one of {names}."
            raise QuestionError(text, name=name, names=NAMES)
    if "counter-battery" in options and not position.value("optional-counter-battery"):
        text = "Counter-battery fire is an optional rule: set optional-counter-battery = true."
        raise QuestionError(text)
    return Declared(
        bombardment=_bombardment(position, options.get("bombardment", "")),
        suppress=_number(options, "suppress"),
        anti_tank=_number(options, "anti-tank"),
        air_attack=_air(options, "air-attack"),
        air_defence=_air(options, "air-defence"),
        attacker_mode=_mode(options, "attacker-mode", MODES),
        defender_mode=_mode(options, "defender-mode", (*MODES, "disrupted")),
        counter_battery=tuple(_counter_fire(position, options.get("counter-battery", ""))),
    )


def is_number(text: str) -> bool:
    """Whether a text is written in digits alone."""
    return text.isascii() and text.isdigit()


def _number(options: Options, name: str) -> int | None:
    text = options.get(name)
    if text is not None and not is_number(text):
        said = "{name}={text} is no number of points: write {word}=0 or more."
        raise QuestionError(said, name=name, text=text, word=name)
    return None if text is None else int(text)


@rule("17.21")
def _air(options: Options, name: Literal["air-attack", "air-defence"]) -> int:
    """At most two air points of each side in a combat."""
    points = _number(options, name) or 0
    if points > MOST_AIR_POINTS:
        text = "{name}={points}: a side uses 0, 1 or 2 air points in a combat."
        raise QuestionError(text, name=name, points=points)
    return points


def _mode(options: Options, name: str, known: tuple[str, ...]) -> str | None:
    mode = options.get(name)
    if mode is not None and mode not in known:
        text = "{name}={mode}: write one of {modes}."
        raise QuestionError(text, name=name, mode=mode, modes=known)
    return mode


def _bombardment(position: Position, text: str) -> dict[str, int]:
    """`HQ:N`, several joined by `+`."""
    found: dict[str, int] = {}
    for part in text.split("+"):
        if not part.strip():
            continue
        name, _, number = part.strip().rpartition(":")
        if not name or not is_number(number):
            said = "bombardment={text}: write HQ:N, as in bombardment=47-pzk:4."
            raise QuestionError(said, text=text)
        unit = position.by_id.get(name)
        if unit is None or not is_hq(unit):
            said = "bombardment={text}: '{name}' is no headquarters here."
            raise QuestionError(said, text=text, name=name)
        found[name] = found.get(name, 0) + int(number)
    return found


@rule("13.62", "13.64")
def _counter_fire(position: Position, text: str) -> Iterator[CounterFire]:
    """`N` German points or the id of a Soviet artillery unit, with `:anti-tank` where anti-tank
    points are meant to be cancelled; several joined by `+`."""
    for part in text.split("+"):
        who, _, aim = part.strip().partition(":")
        if not who and not aim:
            continue
        if aim not in AIMS:
            said = "counter-battery={text}: after ':' write artillery or anti-tank, not '{word}'."
            raise QuestionError(said, text=text, word=aim)
        unit = position.by_id.get(who)
        if unit is not None and unit.type == "artillery":
            yield CounterFire(AIMS[aim], unit=who)
        elif is_number(who):
            yield CounterFire(AIMS[aim], points=int(who))
        else:
            said = (
                "counter-battery={text}: '{name}' is neither a number of German points nor a "
                "Soviet artillery unit here."
            )
            raise QuestionError(said, text=text, name=who)
