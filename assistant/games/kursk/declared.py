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


@dataclass(frozen=True)
class CounterFire:
    """Counter-battery fire: German points, or all of a Soviet artillery unit, against enemy guns
    of a kind."""

    points: int = 0
    unit: str = ""
    against: Literal["artillery", "anti-tank"] = "artillery"


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
            raise QuestionError(
                "Unknown option '{name}': write one of {names}.", name=name, names=NAMES
            )
    if "counter-battery" in options and not position.value("optional-counter-battery"):
        raise QuestionError(
            "Counter-battery fire is an optional rule: set optional-counter-battery = true."
        )
    return Declared(
        bombardment=_bombardment(position, options.get("bombardment")),
        suppress=_number(options, "suppress"),
        anti_tank=_number(options, "anti-tank"),
        air_attack=_air(options, "air-attack"),
        air_defence=_air(options, "air-defence"),
        attacker_mode=_mode(options, "attacker-mode", MODES),
        defender_mode=_mode(options, "defender-mode", (*MODES, "disrupted")),
        counter_battery=tuple(_counter_fire(position, options.get("counter-battery"))),
    )


def _number(options: Options, name: str) -> int | None:
    text = options.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        raise QuestionError(
            "{name}={text} is no number of points: write {word}=0 or more.",
            name=name,
            text=text,
            word=name,
        )
    return int(text)


@rule("17.21")
def _air(options: Options, name: Literal["air-attack", "air-defence"]) -> int:
    """At most two air points of each side in a combat."""
    points = _number(options, name) or 0
    if points > MOST_AIR_POINTS:
        raise QuestionError(
            "{name}={points}: a side uses 0, 1 or 2 air points in a combat.",
            name=name,
            points=points,
        )
    return points


def _mode(options: Options, name: str, known: tuple[str, ...]) -> str | None:
    mode = options.get(name)
    if mode is not None and mode not in known:
        raise QuestionError(
            "{name}={mode}: write one of {modes}.", name=name, mode=mode, modes=known
        )
    return mode


def _bombardment(position: Position, text: str | None) -> dict[str, int]:
    """`HQ:N`, several joined by `+`."""
    found: dict[str, int] = {}
    for part in (text or "").split("+"):
        if not part.strip():
            continue
        name, _, number = part.strip().rpartition(":")
        if not name or not (number.isascii() and number.isdigit()):
            raise QuestionError(
                "bombardment={text}: write HQ:N, as in bombardment=47-pzk:4.", text=text
            )
        unit = position.by_id.get(name)
        if unit is None or not is_hq(unit):
            raise QuestionError(
                "bombardment={text}: '{name}' is no headquarters here.", text=text, name=name
            )
        found[name] = found.get(name, 0) + int(number)
    return found


@rule("13.62", "13.64")
def _counter_fire(position: Position, text: str | None) -> Iterator[CounterFire]:
    """`N` German points or the id of a Soviet artillery unit, with `:anti-tank` where anti-tank
    points are meant to be cancelled; several joined by `+`."""
    for part in (text or "").split("+"):
        who, _, aim = part.strip().partition(":")
        if not who and not aim:
            continue
        against: Literal["artillery", "anti-tank"] = "artillery"
        if aim == "anti-tank":
            against = "anti-tank"
        elif aim not in ("", "artillery"):
            raise QuestionError(
                "counter-battery={text}: after ':' write artillery or anti-tank, not '{word}'.",
                text=text,
                word=aim,
            )
        unit = position.by_id.get(who)
        if unit is not None and unit.type == "artillery":
            yield CounterFire(unit=who, against=against)
        elif who.isascii() and who.isdigit():
            yield CounterFire(points=int(who), against=against)
        else:
            raise QuestionError(
                "counter-battery={text}: '{name}' is neither a number of German points nor a "
                "Soviet artillery unit here.",
                text=text,
                name=who,
            )
