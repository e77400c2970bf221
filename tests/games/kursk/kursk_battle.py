"""One battle for the blank board: Germans in 2016 or Soviets in 2018 against whoever is in 2017."""

from __future__ import annotations

from kursk_board import GH, SH, grey, position, red

from assistant.games.kursk import RULES
from assistant.questions.answers import Odds

T = "2017"
D = red("D", T)
ARMOUR = {"type_": "panzer"}


def odds(*units, from_=(), options=None, base=(GH, SH), **what) -> Odds:
    ids = from_.split(",") if isinstance(from_, str) else from_
    return RULES.odds(position(*base, *units, **what), [T], ids, options or {})


def refusals(answer: Odds) -> dict[str, str]:
    return {entry["unit"]: entry["rule"] for entry in answer.extra["refused"]}


def a(attack=10, hex_="2016", id_="A", **more):
    return grey(id_, hex_, attack, **more)


def s(attack=10, hex_="2018", id_="S", **more):
    return red(id_, hex_, attack, **more)


E = grey("E", T)


B = a(25, "2117", "B")
