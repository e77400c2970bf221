"""JSON that strangers wrote."""

from __future__ import annotations

import json
from typing import Any


def read_json(data: bytes) -> Any:
    """What it says. JSONDecodeError for what is no JSON, RecursionError where it nests too deep,
    UnicodeError for what is no text in UTF-8 or names half a sign, which no file can hold; other
    ValueErrors for numbers that are too long."""
    text = data.decode("utf-8-sig")
    told = json.loads(text)
    if "\\ud" in text.lower():  # most often there is none, and to write it all anew takes long
        json.dumps(told, ensure_ascii=False).encode()
    return told
