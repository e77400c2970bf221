"""Sides, nations and their countries (3.1)."""

from __future__ import annotations

from assistant.kernel.rulebook import rule

WP = "wp"
NATO = "nato"
NEUTRAL = "neutral"

WP_COUNTRIES = frozenset({"east-germany", "poland", "czechoslovakia", "hungary"})
NATO_COUNTRIES = frozenset(
    {"west-germany", "denmark", "netherlands", "belgium", "france", "luxembourg", "italy"}
)
NEUTRAL_COUNTRIES = frozenset({"austria", "liechtenstein", "switzerland", "yugoslavia", "sweden"})
COUNTRIES = WP_COUNTRIES | NATO_COUNTRIES | NEUTRAL_COUNTRIES
MAY_BE_VIOLATED = frozenset({"austria", "liechtenstein"})

HOME = {
    "eg": "east-germany", "po": "poland", "cz": "czechoslovakia", "hu": "hungary",
    "wg": "west-germany", "dk": "denmark", "ne": "netherlands", "be": "belgium", "fr": "france",
    "lx": "luxembourg", "it": "italy", "au": "austria",
}  # fmt: skip
"""The home country of each nation that has one on the map."""


@rule("3.1")
def enemy_of(side: str) -> str:
    """Warsaw Pact and NATO fight each other; neutrals fight nobody."""
    return {WP: NATO, NATO: WP}.get(side, "")
