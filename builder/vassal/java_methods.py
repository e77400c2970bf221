"""What the methods of Java's texts and numbers answer that modules call in their expressions."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from builder.vassal.patterns import divided, replaced

Value = str | int | float | bool

CLASSES = ("Math", "Integer")
"""Those whose own methods are known, as in `Math.min(3, Steps)`."""

_INTEGER = re.compile(r"[-+]?[0-9]+")
_BEYOND_INT = 2**31


def of_text(text: str, name: str, arguments: Sequence[Value]) -> Value | None:
    """The answer of a text's method; None for one that is not known here, or that Java refuses."""
    match name, arguments:
        case "contains", [str(part)]:
            return part in text
        case "startsWith", [str(part)]:
            return text.startswith(part)
        case "endsWith", [str(part)]:
            return text.endswith(part)
        case "equals", [other]:
            return isinstance(other, str) and text == other
        case "indexOf", [str(part)]:
            return text.find(part)
        case "lastIndexOf", [str(part)]:
            return text.rfind(part)
        case "length", []:
            return len(text)
        case "isEmpty", []:
            return not text
        case "trim", []:
            return text.strip()
        case "toLowerCase", []:
            return text.lower()
        case "toUpperCase", []:
            return text.upper()
        case "replace", [str(part), str(other)] if part:
            return text.replace(part, other)
        case "replaceAll", [str(pattern), str(other)]:
            return replaced(pattern, other, text)
        case "substring", [int(start)]:
            return text[start:] if 0 <= start <= len(text) else None
        case "substring", [int(start), int(end)]:
            return text[start:end] if 0 <= start <= end <= len(text) else None
    return None


def part_of(text: str, arguments: Sequence[Value], at: Value) -> str | None:
    """A part of a text that is divided, `text.split(" ")[0]`; None if there is no such."""
    match arguments, at:
        case [str(pattern)], int(number):
            parts = divided(pattern, text) or ()
            return parts[number] if 0 <= number < len(parts) else None
    return None


def of_class(class_: str, name: str, arguments: Sequence[Value]) -> Value | None:
    """The answer of a class's own method; None for one that is not known here, or that Java
    refuses."""
    numbers = [one for one in arguments if not isinstance(one, str | bool)]
    match class_, name, arguments:
        case "Integer", "parseInt", [str(text)] if _INTEGER.fullmatch(text):
            number = int(text[:12])
            return number if -_BEYOND_INT <= number < _BEYOND_INT else None
        case "Math", "min" | "max", [_, _] if len(numbers) == 2:
            chosen = min(numbers) if name == "min" else max(numbers)
            return float(chosen) if any(isinstance(one, float) for one in numbers) else chosen
        case "Math", "abs", [_] if numbers:
            return abs(numbers[0])
        case "Math", "round", [_] if numbers:
            return math.floor(numbers[0] + 0.5)
        case "Math", "floor" | "ceil", [_] if numbers:
            return float(math.floor(numbers[0]) if name == "floor" else math.ceil(numbers[0]))
    return None
