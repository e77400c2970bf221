"""Open points of the rules, named in the answers that lean on one reading of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant.games.dagc.situation import Situation


def readings(situation: Situation, names: Iterable[str]) -> dict[str, Any]:
    """The open points that bore on an answer: option, reading in force, rule, what is open."""
    options = situation.definition.options
    named = [
        {
            "option": name,
            "value": options[name].value,
            "rule": options[name].rule,
            "note": options[name].note,
        }
        for name in dict.fromkeys(names)
    ]
    return {"readings": named} if named else {}
