"""Ready-made colours for nations and fronts, muted as printed counters are, readable by design."""

from __future__ import annotations

import difflib

from builder.drawing.faces import Livery
from builder.drawing.likeliest import likeliest
from builder.errors import FaultError
from builder.saying import quoting

_LIVERIES: dict[str, Livery] = {
    "german": Livery("#8f998b", symbol_fill="#d5d9cc"),
    "german-ss": Livery("#232427", "#f3f0e6", "#e9e6da"),
    "german-black": Livery("#2a2a2d", "#f3f0e6", "#c8302b", "#f8f4ea"),
    "german-group": Livery("#8ebbdc", "ink", "#f3d34a"),
    "german-fortress": Livery("#a9c58a", "ink", "#f3d96b"),
    "german-grey-green": Livery("#98a2a0", "ink", "#6f9a5f"),
    "german-dark-green": Livery("#4e7050", "#fbf8ee", "#c3c7c2"),
    "luftwaffe": Livery("#a9c4d4", symbol_fill="#dfeaf0"),
    "soviet": Livery("#b4432f", "#fdf3dc", "#efd08a"),
    "soviet-tan": Livery("#c39a63", "ink", "#efdcb4"),
    "soviet-guards": Livery("#a93a2c", "#fdf3dc", "#f2c94c"),
    "soviet-light-blue": Livery("#a8cbe0", "ink", "#e3eff6"),
    "soviet-red-gold": Livery("#b33a2a", "#fdf0cf", "#e8b93e"),
    "romanian": Livery("#d9b04a", "ink", "#f3e2ad"),
    "hungarian": Livery("#a7ad6b", "ink", "#dfe2bd"),
    "italian": Livery("#a3a9a0", "ink", "#d8e3cf"),
    "finnish": Livery("#c6cfd6", "ink", "#eef2f5"),
    "slovak": Livery("#7f93a8", "ink", "#d3dde6"),
    "polish": Livery("#c98b8b", "ink", "#f1dcdc"),
    "french": Livery("#7d9cc4", "ink", "#d9e4f2"),
    "british": Livery("#c9a877", "ink", "#eedfc4"),
    "canadian": Livery("#b98d6b", "ink", "#ecd9c8"),
    "american": Livery("#6c7740", "#fffdf4", "#d9dcb6"),
    "belgian": Livery("#b59ab8", "ink", "#e9deea"),
    "dutch": Livery("#e0964b", "ink", "#f6dfc3"),
    "danish": Livery("#cc7f7a", "ink", "#f3dcd9"),
    "west-german": Livery("#9aa3a0", "ink", "#dfe3e0"),
    "east-german": Livery("#66745c", "#fffdf4", "#dce2d3"),
    "czechoslovak": Livery("#a78f6f", "ink", "#e7dac6"),
    "neutral": Livery("#e5dfcf", "ink", "#ffffff"),
    "marker": Livery("#f4eed9", "ink", "#ffffff"),
    "alarm": Livery("#f2c230", "ink", "#ffffff"),
    "warning": Livery("#cf412b", "#ffffff", "#ffffff"),
}

#: Every livery's name.
NAMES: tuple[str, ...] = tuple(_LIVERIES)


def livery(name: str) -> Livery:
    """The livery of that name; an unknown name raises ValueError naming the nearest ones."""
    if name not in _LIVERIES:
        near = difflib.get_close_matches(name, _LIVERIES, n=3, cutoff=0.5)
        raise FaultError(quoting('There is no livery "{name}".', name=name), likeliest(near, NAMES))
    return _LIVERIES[name]
