"""The gate of what reaches a terminal: names come from strangers and must not steer it."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any, TextIO

from builder.saying import signed

if TYPE_CHECKING:
    from rich.console import Console

HIDDEN = "\N{REPLACEMENT CHARACTER}"
"""What stands for a sign that would steer the terminal or turn the text around."""

NARROWEST = 20
"""Columns of a terminal below which no table can be read."""

_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def plain(text: str) -> str:
    """The text without signs that steer a terminal; lines and tabs stay."""
    return _STEERING.sub(HIDDEN, text)


def plain_line(text: str) -> str:
    """The same for what must be one line: nobody's name makes a second one."""
    return plain(re.sub(r"[\r\n\t]", HIDDEN, text))


def plain_json(document: str) -> str:
    """A JSON document that says those signs by their numbers, which means the same."""
    return _STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", document)


class Gate(io.TextIOWrapper):
    """A standard stream that only plain text passes; what we style ourselves goes by `styled`."""

    def write(self, text: str) -> int:
        """Write plain text."""
        return super().write(plain(text))

    def styled(self, text: str) -> int:
        """Write what a console of ours has made of plain text."""
        return super().write(text)


class _Styled:
    """A gate as the file of a console, which cleans what it is given before it is styled."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def write(self, text: str) -> int:
        return self._gate.styled(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._gate, name)


def close_the_gates() -> None:
    """From here on only plain text reaches the standard streams. Names have signs that a Windows
    console may lack: there a ? stands instead. Who closed a stream reads nothing of it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and not isinstance(stream, Gate):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            lines, at_once = stream.line_buffering, stream.write_through
            gate = Gate(
                stream.detach(),
                encoding=encoding,
                errors="replace",
                line_buffering=lines,
                write_through=at_once,
            )
            setattr(sys, name, gate)


def console(stream: TextIO | None = None) -> Console:
    """A console of ours on a stream, standard output if None; names of units may hold square
    brackets, so no markup is read from texts. It has true minus signs, which are as wide."""
    from rich.console import Console
    from rich.segment import Segment

    class Cleaned:
        def __init__(self, inner: Any) -> None:
            self._inner = inner

        def __rich_console__(self, screen: Console, options: Any) -> Iterable[Segment]:
            for segment in screen.render(self._inner, options):
                known = segment.control is not None
                yield segment if known else Segment(signed(plain(segment.text)), segment.style)

    class Hook:
        def process_renderables(self, parts: list[Any]) -> list[Any]:
            return [Cleaned(part) for part in parts]

    wanted: Any = sys.stdout if stream is None else stream
    file: IO[str] = _Styled(wanted) if isinstance(wanted, Gate) else wanted  # type: ignore[assignment]
    made = Console(markup=False, highlight=False, emoji=False, file=file, _environ=_surroundings())
    if made.width < NARROWEST:  # a terminal that says 0 would be told nothing at all
        made.width = NARROWEST
    made.push_render_hook(Hook())  # type: ignore[arg-type]
    return made


def _surroundings() -> dict[str, str]:
    """The environment without a size of the terminal that is none: rich would count with it."""
    return {name: text for name, text in os.environ.items() if name not in _SIZES or _is_size(text)}


_SIZES = frozenset({"COLUMNS", "LINES", "JUPYTER_COLUMNS", "JUPYTER_LINES"})


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4
