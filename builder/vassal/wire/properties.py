"""Properties as VASSAL sends them: lines of Java's `Properties`, joined to a sequence with `|`.

Source: `tools/PropertiesEncoder`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from builder import limits
from builder.vassal.sequence import join, split
from builder.vassal.wire.errors import WireError

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.)|$)", re.DOTALL)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_WRITTEN = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f"}


def read_properties(text: str) -> dict[str, str]:
    """Names and values; of a name that comes twice the last value counts. Raises WireError."""
    lines = split(text, "|")
    if len(lines) > limits.MEMBERS:
        raise WireError(f"a list of properties has more than {limits.MEMBERS:,} entries")
    return dict(_read(line) for line in lines if line)


def write_properties(values: Mapping[str, str]) -> str:
    """The text of some properties, in their order."""
    return join([f"{_escaped(name, ' ')}={_escaped(text)}" for name, text in values.items()], "|")


def _read(line: str) -> tuple[str, str]:
    """Name and value: parted by the first `=` or `:` that no backslash precedes (a space, too,
    would part them, but VASSAL escapes those of names)."""
    at = 0
    while at < len(line) and line[at] not in "=:":
        at += 2 if line[at] == "\\" else 1
    return _plain(line[:at].strip()), _plain(line[at + 1 :].lstrip())


def _plain(text: str) -> str:
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(_sign, text)
    # Halves of a sign beyond 16 bits come one by one; half of one alone is no text.
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sign(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    sign = found[2] or ""
    return _CONTROL.get(sign, sign)


def _escaped(text: str, more: str = "") -> str:
    """A text with what Java escapes; signs beyond Latin as the 16-bit units that Java has."""
    made = []
    for at, sign in enumerate(text):
        if sign in _WRITTEN:
            made.append(_WRITTEN[sign])
        elif sign in "\\=:#!" or sign in more or (sign == " " and at == 0):
            made.append("\\" + sign)
        elif " " <= sign <= "~":
            made.append(sign)
        else:
            units = sign.encode("utf-16-be", "replace")
            made += [f"\\u{units[i]:02X}{units[i + 1]:02X}" for i in range(0, len(units), 2)]
    return "".join(made)
