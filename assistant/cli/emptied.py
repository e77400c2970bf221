"""Words of a command line that are empty, as a script's variable that is not set leaves them."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand

EMPTY = "It is empty: write what is meant, or leave it out."


class Filled(TyperCommand):
    """A command that takes no empty word: it would mean this folder, nobody's eyes, or nothing."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As typer does, once no word for an option or argument is empty."""
        given, _, order = self.make_parser(ctx).parse_args(args=list(args))
        parameter: Any
        for parameter in order:
            value = given.get(parameter.name)
            words = value if isinstance(value, list | tuple) else (value,)
            if any(isinstance(word, str) and not word.strip() for word in words):
                raise typer.BadParameter(EMPTY, ctx=ctx, param=parameter)
        return super().parse_args(ctx, args)
