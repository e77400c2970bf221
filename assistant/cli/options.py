"""Reads the options of a battle, --with NAME=VALUE."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.position import Position
from assistant.questions.protocol import QuestionError, Rules
from builder.saying import AsWritten, Saying


def battle_options(given: Iterable[str] | None, rules: Rules, position: Position) -> dict[str, str]:
    """Options by their names; what follows a comma without a name belongs to the option before.

    QuestionError for a word without a value, with what the game says of it.
    """
    options: dict[str, str] = {}
    name = ""
    for text in given or ():
        for word in text.split(","):
            key, equals, value = word.partition("=")
            if equals:
                name = key.strip()
                before = f"{options[name]}," if name in options else ""
                options[name] = before + value.strip()
            elif name:
                options[name] += f",{word.strip()}"
            else:
                told = _what_the_game_takes(word.strip(), rules, position)
                wrong = Saying("'{word}' is no option: write NAME=VALUE.", word=AsWritten(word))
                if not told:
                    raise QuestionError(wrong)
                raise QuestionError("{wrong} {told}", wrong=wrong, told=told)
    return options


def _what_the_game_takes(word: str, rules: Rules, position: Position) -> str:
    """What the game has to say of an option without a value, empty if it takes none at all."""
    for unit in position.units:
        try:
            rules.odds(position, [unit.hex], [], {word: ""})
        except QuestionError as error:
            if word in str(error):
                text: str = error.args[0]  # that knows how it was made
                return text
    return ""
