"""What all models of a game's files share: neither true and false nor texts are numbers in them."""

from __future__ import annotations

from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError


def _whole(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise PydanticKnownError("int_type")
    return value


def _number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise PydanticKnownError("float_type")
    return value


_LOOKS = {"int": _whole, "float": _number}


def _counting(schema: Any, whole: type) -> Any:
    """The schema of a model with a look at each number before it is read. Other models within look
    for themselves."""
    if isinstance(schema, list):
        return [_counting(one, whole) for one in schema]
    if isinstance(schema, tuple):  # a choice and its name
        return tuple(_counting(one, whole) for one in schema)
    if not isinstance(schema, dict) or _is_another(schema, whole):
        return schema
    kind = schema.get("type")  # or what is so called among the fields of a model
    if isinstance(kind, str) and (look := _LOOKS.get(kind)) is not None:
        if schema.get("strict"):
            return schema
        function = {"type": "no-info", "function": look}
        return {"type": "function-before", "function": function, "schema": schema}
    return {
        key: value if key in ("metadata", "function", "default") else _counting(value, whole)
        for key, value in schema.items()
    }


def _is_another(schema: dict[str, Any], whole: type) -> bool:
    return schema.get("type") == "model" and schema.get("cls") is not whole


class Counting:
    """Models that take no truth value and no text for a number: by itself pydantic counts true as
    1, and "120" as 120, which the manual says is a text."""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        counting: CoreSchema = _counting(handler(source), cls)
        return counting
