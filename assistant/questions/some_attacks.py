"""The possible attacks of some units, or with options of the battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.position import Position
from assistant.questions.answers import Attacks, Odds
from assistant.questions.protocol import Options, QuestionError, Rules


def some_attacks(
    rules: Rules,
    position: Position,
    from_ids: Sequence[str],
    options: Options,
    found: Attacks | None = None,
) -> Attacks:
    """The attacks in which all the named units take part, reckoned with the options, in the order
    of the game; those that the options make impossible come last. `found` are the game's attacks if
    they are known.

    QuestionError for an option that no attack takes.
    """
    found = found or rules.attacks(position)
    attacks = tuple(attack for attack in found.attacks if {*from_ids} <= {*attack.attackers})
    if attacks and options:
        attacks = tuple(_reckoned(rules, position, attacks, options))
    ordered = sorted(attacks, key=lambda attack: not attack.possible)
    return replace(found, attacks=tuple(ordered))


def _reckoned(
    rules: Rules, position: Position, attacks: Sequence[Odds], options: Options
) -> Iterator[Odds]:
    """The attacks with the options, but for those that do not take them."""
    refused: list[QuestionError] = []
    for attack in attacks:
        try:
            yield rules.odds(position, attack.target.split(","), attack.attackers, options)
        except QuestionError as error:
            refused.append(error)
    if len(refused) == len(attacks):
        raise refused[0]
