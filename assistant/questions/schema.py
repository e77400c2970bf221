"""The JSON schema of the answers, made of their types: what docs/json.md explains, for programs."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from assistant.questions.answers import (
    Advances,
    Arrivals,
    Attacks,
    Moves,
    Odds,
    Retreats,
    Score,
    Stacking,
    Supply,
    Turn,
    Zones,
    key_of,
)

QUESTIONS: Mapping[str, type] = {
    "supply": Supply,
    "zones": Zones,
    "stacking": Stacking,
    "moves": Moves,
    "odds": Odds,
    "attacks": Attacks,
    "retreats": Retreats,
    "advances": Advances,
    "turn": Turn,
    "arrivals": Arrivals,
    "score": Score,
}
"""The value that answers each question; `attacks` is `kessel odds` without a hex."""

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema() -> dict[str, Any]:
    """One document (JSON Schema, 2020-12) with a definition for each answer and each part of one.

    An answer may hold more than its definition says: what only its game tells.
    """
    definitions: dict[str, Any] = {}
    for answer in QUESTIONS.values():
        _define(answer, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The answers of kessel COMMAND --json",
        "questions": {name: _reference(answer) for name, answer in QUESTIONS.items()},
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The document as it stands in docs/answers.schema.json."""
    return json.dumps(schema(), indent=1) + "\n"


def schema_of(question: str) -> dict[str, Any]:
    """The schema of the answer to one question, complete in itself."""
    whole = schema()
    return {"$schema": whole["$schema"], **whole["questions"][question], "$defs": whole["$defs"]}


def _define(cls: type, definitions: dict[str, Any]) -> None:
    if cls.__name__ in definitions:
        return
    definitions[cls.__name__] = {}
    hints = get_type_hints(cls)
    told = [part for part in fields(cls) if part.name != "extra"]
    properties = {key_of(part): _typed(hints[part.name], definitions) for part in told}
    told_by_games = {
        name: get_type_hints(thing.fget)["return"]
        for parent in reversed(cls.__mro__)
        for name, thing in vars(parent).items()
        if isinstance(thing, property)
    }
    for name, hint in told_by_games.items():
        kind = _typed(hint, definitions)
        kinds = kind.get("anyOf", [kind]) if kind else []
        properties[name] = {"anyOf": [*kinds, {"type": "null"}]} if kinds else {}
    definitions[cls.__name__] = {
        "type": "object",
        "properties": properties,
        "required": [key_of(part) for part in told if not _may_be_missing(part, hints)],
    }


def _may_be_missing(part: Field[Any], hints: Mapping[str, Any]) -> bool:
    """Whether a field is left out of the document where it is None."""
    return type(None) in get_args(hints[part.name])


def _typed(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if is_dataclass(hint) and isinstance(hint, type):
        _define(hint, definitions)
        return _reference(hint)
    if origin in (Union, types.UnionType):
        kinds = [_typed(part, definitions) for part in parts if part is not type(None)]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if origin is Literal:
        return {"enum": list(parts)}
    if origin is tuple:
        return {"type": "array", "items": _typed(parts[0], definitions)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _typed(parts[1], definitions)}
    return {}


def _reference(cls: type) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{cls.__name__}"}
