"""One attack, and all possible attacks, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from assistant.position import Position
from assistant.questions.answers import Attacks, Odds, Offer, as_json
from assistant.report.facts import cell, further
from assistant.report.terminal import console
from assistant.report.words import (
    called,
    hanging,
    number,
    packed,
    percent,
    place,
    reasons,
    table,
    unit_names,
)
from assistant.words.columns import column_word
from assistant.words.voice import Voice
from builder.saying import Saying

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

CHANCES_IN_A_LINE = 2
"""In a table; one where the screen is narrow, because long names break before chances do."""

NARROW = 100
"""Columns of a screen below which it is narrow."""

JOIN = "--from "
"""How an offer begins that is a further attacker."""

NO_COLUMN = "–"
"""In place of a column where no die is rolled."""

DECLARED, CLASHES = "declared", "clashes"
"""Where the attacks keep the battles that cannot be answered."""

STAND_IN = (
    "It leans on a stand-in: a value that the rulebook does not give, to be replaced by the "
    "printed one."
)


def odds(say: Voice, position: Position, answer: Odds) -> Iterator[RenderableType]:
    """The attack, its ledger, its chances, what may be added, and every doubt about it."""
    from rich.text import Text

    if _is_early(position, answer):
        yield _told(say, position, answer)
        yield Text(say("Not possible:"), style="bold red")
        yield from reasons(say, answer.because)
        return
    yield headline(say, position, answer)
    fought = answer.possible or (answer.attackers and answer.defenders)
    if answer.steps and fought:
        yield ledger(say, answer)
    if answer.possible:
        if answer.column is not None:
            yield Text.assemble(
                (say("Column"), "bold"),
                (f" {column_word(say(answer.column))}  ", "bold"),
                say(_shift(answer)),
            )
        if answer.results:
            yield Text(
                f"  {say('die')}: " + "  ".join(f"{d} {r}" for d, r in answer.results.items())
            )
        if answer.chances:
            yield Text(f"  {say('chances')}: " + _chances(say, position, answer))
    else:
        yield Text(say("Not possible:"), style="bold red")
    yield from reasons(say, answer.because)
    for offer in answer.offers:
        yield hanging(
            Text.assemble((say("may add"), "dim"), (f" {_added(answer, offer)}", "green")),
            f"{column_word(say(offer.effect))} ({_terms(say, position, offer)})",
        )
    if effects := answer.extra.get("consequences"):
        yield consequences(say, as_json(effects))
    if not fought:
        return  # because the sums of nobody's attack say nothing
    yield from further(say, position, answer.extra, but=("consequences", "outcomes"))
    if answer.stand_in:
        yield Text(say(STAND_IN), style="yellow")


def _added(answer: Odds, offer: Offer) -> str:
    """What is written to add it: an option, or all who attack and a further one, because `--from`
    names them all."""
    joining = offer.option.removeprefix(JOIN)
    if joining == offer.option:
        return f"--with {offer.option}"
    return JOIN + ",".join((*answer.attackers, *answer.extra.get("bombarding", ()), joining))


def _chances(say: Voice, position: Position, answer: Odds) -> str:
    outcomes = answer.extra.get("outcomes")
    return percent(answer.chances, position.game, say, outcomes)


def _is_early(position: Position, answer: Odds) -> bool:
    """Whether nobody attacks because another phase is the one of combat: its sums are of nobody."""
    timing = answer.timing
    elsewhere = timing is not None and not timing.assumed and timing.phase != position.phase
    return elsewhere and not answer.attackers and not answer.possible


def _terms(say: Voice, position: Position, offer: Offer) -> str:
    """Whose option it is, if only one side may take it, what number it takes, and the rule."""
    side = position.game.sides.get(offer.owner or "")
    told = [say(side.name)] if side else []
    if offer.least is not None:
        told.append(say(Saying("N from {least} to {most}", least=offer.least, most=offer.most)))
    return ", ".join([*told, offer.rule])


def consequences(say: Voice, effects: Mapping[str, Mapping[str, Any]]) -> Table:
    """What each result would do, if the game tells: a row a result, a column a kind of effect."""
    kinds = list(dict.fromkeys(kind for effect in effects.values() for kind in effect))
    rows = table(say, "If", *(say.field(kind) for kind in kinds))
    for result, effect in effects.items():
        rows.add_row(result, *(cell(say, effect.get(kind, "")) for kind in kinds))
    return rows


def headline(say: Voice, position: Position, answer: Odds) -> Text:
    """Who attacks whom, with how much."""
    if "mission" in answer.extra and not (answer.attack or answer.defence):
        return _told(say, position, answer)
    strengths = say(
        Saying("{n} against {m}", n=number(say, answer.attack), m=number(say, answer.defence))
    )
    return _told(say, position, answer).append(": ").append(strengths, style="bold")


def _told(say: Voice, position: Position, answer: Odds) -> Text:
    """Who attacks whom."""
    from rich.text import Text

    attackers = unit_names(say, position, answer.attackers)
    who = f"{say('attacked by')} {attackers}" if attackers else say("no attackers")
    defenders = unit_names(say, position, answer.defenders) or say("nobody")
    target = _hexes(say, position, answer)
    if mission := answer.extra.get("mission"):
        flown = f"{say.field('mission')}: {say(mission)}"
        return Text.assemble((f"{target}: ", "bold"), f"{defenders} ({flown})")
    return Text.assemble((f"{target}: ", "bold"), f"{defenders}, {who}")


def ledger(say: Voice, answer: Odds) -> Table:
    """The modifiers in their order."""
    rows = table(say, "Modifier", "Effect", "Rule")
    for line in answer.steps:
        effect = say(line.effect) + (f" ({say('stand-in')})" if line.stand_in else "")
        rows.add_row(say(line.what), column_word(effect), line.rule)
    return rows


def _shift(answer: Odds) -> str:
    return (
        Saying("after {n:+d} {n|column|columns}", n=answer.shift)
        if answer.shift
        else "without shifts"
    )


def attacks(say: Voice, position: Position, answer: Attacks) -> Iterator[RenderableType]:
    """All possible attacks in a table, best first."""
    from rich.text import Text

    if not answer.attacks:
        if answer.timing is None or answer.timing.assumed:  # else one sentence says when there are
            yield Text(say("No attack is possible."))
    else:
        yield attack_table(say, position, answer.attacks)
    if any(attack.stand_in for attack in answer.attacks):
        yield Text(say(STAND_IN), style="yellow")
    yield from unseen(say, answer.attacks)
    yield from unanswered(say, position, answer)
    yield from further(say, position, answer.extra, but=(DECLARED, CLASHES))


def unseen(say: Voice, attacks: Iterable[Odds]) -> Iterator[RenderableType]:
    """That more may stand where the viewer sees but one, each sentence once."""
    from rich.text import Text

    whys = (why for attack in attacks for why in attack.because if why.code == "unseen")
    for text, rule in dict.fromkeys((say(why.text), why.rule) for why in whys):
        yield Text(f"{text} ({rule})", style="yellow")


def unanswered(say: Voice, position: Position, answer: Attacks) -> Iterator[RenderableType]:
    """Declared battles that cannot be answered or fought, each with its number and the reason, and
    those that exclude each other."""
    from rich.text import Text

    for attack in answer.attacks:
        if "battle" in attack.extra and not attack.possible and attack.because:
            why = attack.because[-1]
            number_ = Text(f"#{attack.extra['battle']}", style="yellow")
            yield hanging(number_, f"{say(why.text)} ({why.rule})")
    for battle in answer.extra.get(DECLARED, ()):
        units = (*battle["attackers"], *battle["defenders"])
        names = ", ".join(called(say, position, unit) for unit in units)
        told = f"{names}: {say(battle['text'])}" if names else say(battle["text"])
        yield hanging(Text(f"#{battle['battle']}", style="yellow"), told)
    for clash in answer.extra.get(CLASHES, ()):
        numbers = ", ".join(f"#{number_}" for number_ in clash["battles"])
        yield hanging(Text(numbers, style="yellow"), f"{say(clash['text'])} ({clash['rule']})")


def _target(say: Voice, position: Position, attack: Odds) -> str:
    """The hex attacked, behind the number of the battle if the players have declared it."""
    declared = attack.extra.get("battle")
    told = _hexes(say, position, attack)
    return f"#{declared} {told}" if declared else told


def _hexes(say: Voice, position: Position, attack: Odds) -> str:
    """All hexes that one combat is about, as of a unit that must fight whoever controls its own."""
    names = attack.extra.get("targets") or attack.target.split(",")
    return ", ".join(place(say, position, name) for name in names)


def attack_table(say: Voice, position: Position, found: tuple[Odds, ...]) -> Table:
    """Attacks in a table, in the order given."""
    rows = table(say, "Hex", "Defenders", "Attackers", ">=Forces", "=Column", "=Chances")
    a_line = 1 if console().width < NARROW else CHANCES_IN_A_LINE
    for attack in found:
        shift = f" ({attack.shift:+d})" if attack.shift else ""
        rows.add_row(
            _target(say, position, attack),
            ", ".join(called(say, position, id_) for id_ in attack.defenders),
            ", ".join(called(say, position, id_) for id_ in attack.attackers),
            f"{number(say, attack.attack)} : {number(say, attack.defence)}",
            f"{column_word(attack.column or NO_COLUMN)}{shift}",
            packed(percent(attack.chances, position.game, say).split("  "), a_line),
        )
    return rows
