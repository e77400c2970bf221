"""What to write instead of a line that is not TOML, for people who see TOML for the first time."""

from __future__ import annotations

import re

from builder.saying import AsWritten, Saying, quoting

_BY_WORDS = {
    "Invalid value": 'Write a number, true, false, a "text" or a [list].',
    "Invalid statement": "Write NAME = VALUE.",
    "Invalid initial": "Write NAME = VALUE.",
    "Illegal character": "Delete it.",
    "Duplicate inline": "Remove one of them.",
    "Cannot redefine": "Write [name] once, or [[name]] for each of several.",
    "Cannot overwrite": "Remove the key that stands here a second time.",
    "Cannot declare": "Write [name] once, or [[name]] for each of several.",
    "Cannot mutate": "Write [name] once, or [[name]] for each of several.",
    "Escaped character": "Write the sign itself.",
    "Expected '=' after": "Write NAME = VALUE.",
    "Expected ']'": "Close the [bracket].",
    "Expected ']]'": "Close the [[bracket]].",
    "Expected newline": "Write one NAME = VALUE a line.",
    "Unclosed array": "Close the [list], with commas between its entries.",
    "Unclosed inline table": "Write the whole table, from { to }, in one line.",
}
"""By how the parser's words begin."""

_PARSERS = frozenset(
    {
        "Cannot overwrite a value",
        "Expected '=' after a key in a key/value pair",
        "Expected ']' at the end of a table declaration",
        "Expected ']]' at the end of an array declaration",
        "Expected newline or end of document after a statement",
        "Escaped character is not a Unicode scalar value",
        "Invalid date or datetime",
        "Invalid hex value",
        "Invalid initial character for a key part",
        "Invalid statement",
        "Invalid value",
        "Unclosed array",
        "Unclosed inline table",
        "Unescaped '\\' in a string",
        "Unterminated string",
    }
)
"""Words of the parser that have their Spanish; those with a sign or a key in them stay."""

_NAMED = {
    "Cannot declare": "Cannot declare '{name}' twice",
    "Cannot mutate": "Cannot add to '{name}' here",
    "Cannot redefine": "Cannot declare '{name}' twice",
}
"""What is said instead of words in which the parser writes a key as a tuple of Python's."""

TRUTHS = ("true", "false")
_TRUE = ("true", "yes", "on", "sí", "verdadero", "wahr", "ja", "vrai", "oui")
_FALSE = ("false", "no", "off", "falso", "falsch", "nein", "faux", "non")
_UNSEEN = re.compile("[\u00a0\u00ad\u200b-\u200f\u202f\u2060\ufeff]")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
"""A name that needs no quotation marks."""
_TABLE = re.compile(r"(\[\[?)([^\[\]]+)(\]\]?)\s*(?:#.*)?")
_HALVES = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
_CURLED = re.compile("[\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb]")


def said_for(words: str) -> str:
    """What the parser says, as a text that is told in the reader's language."""
    key = ".".join(re.findall(r"'([^']*)'", words.partition("(")[2]))
    for start, said in _NAMED.items():
        if key and words.startswith(start):
            return quoting(said, name=key)
    if words.startswith("Illegal character"):
        sign = words.removeprefix("Illegal character").strip()
        if sign == r"'\n'":  # within a text
            return Saying("Unterminated string")
        return quoting("Illegal character {sign}", sign=sign)
    return Saying(words) if words in _PARSERS else AsWritten(words)


def _in_quotes(line: str) -> str:
    """The name of a table or of a value, with those parts in quotation marks that need them; empty
    for a line that has no such name."""
    begin, name, end = "", line.partition("=")[0].strip(), " ="
    if found := _TABLE.fullmatch(line.strip()):
        begin, name, end = found.groups()
    elif "=" not in line:
        return ""
    parts = [part.strip() for part in name.split(".")]
    if any(not part or '"' in part or "'" in part or "{" in part for part in parts):
        return ""
    quoted = ".".join(part if _PLAIN.fullmatch(part) else f'"{part}"' for part in parts)
    return f"{begin}{quoted}{end}" if quoted != name else ""


def remedy_for(line: str, words: str) -> str:
    """What to write instead of a line of which the parser says these words; "" if nobody knows."""
    name, _, value = (part.strip() for part in line.partition("="))
    plain = value.partition("#")[0].strip()
    if found := _UNSEEN.search(line):
        text = "Delete the sign that cannot be seen (U+{code:04X}), or write a blank in its place."
        return quoting(text, code=ord(found[0]))
    remark = words.startswith("Expected newline") and re.search(r"\s//", plain.split('"')[-1])
    if line.lstrip().startswith(("//", ";")) or remark:
        return "Begin remarks with #."
    if _CURLED.search(line):
        return 'Write straight quotation marks: "text".'
    if re.fullmatch(r"0[0-9]+", plain):
        return quoting(
            'Write a hex in quotes, {name} = "{hex}", and a number without the zero.',
            name=name,
            hex=plain,
        )
    if re.fullmatch(r"[0-9]+,[0-9]+", plain):
        return quoting("Write decimals with a point: {number}.", number=plain.replace(",", "."))
    if found := re.search(r"=\s*([0-9]+),([0-9]+)\s*[,}]", value):  # within { }
        return quoting("Write decimals with a point: {number}.", number=".".join(found.groups()))
    if plain in _HALVES:
        return quoting("Write decimals with a point: {number}.", number=_HALVES[plain])
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", plain):
        return "There is no such day in the calendar."
    if plain.lower() in (*_TRUE, *_FALSE) and plain not in TRUTHS:
        meant = "true" if plain.lower() in _TRUE else "false"
        text = "Write true or false, in small letters: {name} = {meant}."
        return quoting(text, name=name, meant=meant)
    if re.fullmatch(r"[^\W\d][\w .-]*", plain) and plain not in TRUTHS:
        return quoting('Write a text in quotes: {name} = "{text}".', name=name, text=plain)
    if re.match(r"\[\s*0[0-9]", plain):
        quoted = ", ".join(f'"{hex_}"' for hex_ in re.findall(r"[0-9]+", plain)[:2])
        return quoting("Write hexes in quotes: {name} = [{hexes}].", name=name, hexes=quoted)
    if "\\" in plain and not words.startswith("Escaped"):
        said = plain.strip("\"'").replace("\\", "/")
        return quoting('Write / between folder and file: {name} = "{file}".', name=name, file=said)
    if value.count('"') % 2 or value.count("'") % 2 or "Unterminated string" in words:
        return "Close the quotation mark."
    if plain.endswith(";") and words.startswith("Expected newline"):
        return 'Delete the ";" at the end.'
    if line.count("{") > line.count("}"):
        return _BY_WORDS["Unclosed inline table"]
    if words.startswith(("Expected ']", "Expected '='", "Invalid initial")) and (
        quoted := _in_quotes(line)
    ):
        return quoting("A name of other signs stands in quotes: {name}.", name=quoted)
    if line.lstrip().startswith("[") and words.startswith("Cannot"):
        return _BY_WORDS["Cannot declare"]
    return next((said for start, said in _BY_WORDS.items() if words.startswith(start)), "")
