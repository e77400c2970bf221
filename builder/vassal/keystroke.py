"""Key strokes as the build file and the traits write them, and as a person reads them."""

from __future__ import annotations

from typing import NamedTuple

from builder.java_numbers import java_int
from builder.saying import quoting

# Java's KeyEvent codes that differ from the character on the key.
_NAMED_CODES = {
    "ENTER": 10,
    "BACKSPACE": 8,
    "TAB": 9,
    "ESCAPE": 27,
    "SPACE": 32,
    "PAGEUP": 33,
    "PAGEDOWN": 34,
    "END": 35,
    "HOME": 36,
    "LEFT": 37,
    "UP": 38,
    "RIGHT": 39,
    "DOWN": 40,
    "INSERT": 155,
    "DELETE": 127,
    "PLUS": 521,
    "MINUS": 45,
    ",": 44,
    "-": 45,
    ".": 46,
    "/": 47,
    ";": 59,
    "=": 61,
    "[": 91,
    "\\": 92,
    "]": 93,
    **{f"F{n}": 111 + n for n in range(1, 13)},
}
_CODE_NAMES = {code: name.capitalize() for name, code in _NAMED_CODES.items()}
# Modifier sums as VASSAL writes them: the old bit and the extended one together.
_MODIFIERS = {"Shift": 65, "Ctrl": 130, "Meta": 260, "Alt": 520}
_OLD_BITS = {"Shift": 1, "Ctrl": 2, "Meta": 4, "Alt": 8}
_ORDER = ("Ctrl", "Alt", "Shift", "Meta")
_CODE_OF_NAMES = 57348  # any code from 57344 on: VASSAL maps a name to a code of its own


class KeyStroke(NamedTuple):
    """A key with its modifiers, or a named stroke that no keyboard has.

    `code` is Java's VK code and `modifiers` the sum that KeyStroke.getModifiers() gives; both
    are ignored by VASSAL when `name` is set (tools/NamedKeyStroke).
    """

    code: int
    modifiers: int = 0
    name: str = ""

    @classmethod
    def named(cls, name: str) -> KeyStroke:
        """The named stroke that only commands send, `StepLoss` for one."""
        return cls(_CODE_OF_NAMES, 0, name)

    @classmethod
    def of(cls, text: str) -> KeyStroke:
        """The stroke of `Ctrl+F`, `Ctrl+Shift+O`, `Alt+Left` or `F5`.

        Raises ValueError with the words to write instead.
        """
        *held, key = text.split("+") if not text.endswith("+") else [*text[:-2].split("+"), "PLUS"]
        unknown = [word for word in held if word.capitalize() not in _MODIFIERS]
        if unknown:
            wrong = "{word} in {key} is no modifier; write Ctrl, Alt or Shift"
            raise ValueError(quoting(wrong, word=repr(unknown[0]), key=repr(text)))
        modifiers = sum(_MODIFIERS[word.capitalize()] for word in held)
        upper = key.upper()
        if upper in _NAMED_CODES:
            return cls(_NAMED_CODES[upper], modifiers)
        if len(upper) == 1 and upper.isascii() and upper.isalnum():
            return cls(ord(upper), modifiers)
        wrong = "{word} in {key} is no key; write a letter, a digit, F1 or Left"
        raise ValueError(quoting(wrong, word=repr(key), key=repr(text)))

    @classmethod
    def decode(cls, text: str) -> KeyStroke:
        """The stroke of VASSAL's `code,modifiers[,name]`; a lone character means Ctrl with it."""
        if len(text) == 1:
            upper = text.upper()  # of some letters two, as of ß
            return cls(ord(upper if len(upper) == 1 else text), _MODIFIERS["Ctrl"])
        code, _, rest = text.partition(",")
        modifiers, _, name = rest.partition(",")
        if not code.strip():
            raise ValueError(
                quoting("{value} is no key stroke; write code,modifiers", value=repr(text))
            )
        return cls(java_int(code), java_int(modifiers or "0"), name)

    def encode(self) -> str:
        """`code,modifiers` or `code,modifiers,name`."""
        return f"{self.code},{self.modifiers}" + (f",{self.name}" if self.name else "")

    def __str__(self) -> str:
        if self.name:
            return self.name
        held = [word for word in _ORDER if self.modifiers & (_MODIFIERS[word] | _OLD_BITS[word])]
        plain = chr(self.code) if 0 < self.code < 0x110000 else f"key {self.code}"
        return "+".join([*held, _CODE_NAMES.get(self.code, plain)])
