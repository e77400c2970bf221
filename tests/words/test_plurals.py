"""A number before a noun says which form of the noun it wants: "1 unit", never "1 units"."""

from __future__ import annotations

import re

from tests.words.sources import ROOT, templates

NOUNS = "|".join(
    "battles? cards? cells? columns? corners? counters? entries hexes images? marks? names? pieces? "
    "places? points? remarks? rows? scenarios? set-ups? squares? steps? targets? turns? units? "
    "values?".replace("?", "").split()
)
NUMBER = r"\{(?:n|m|k|number|count)(?::[^{}|,]*)?\}"
BARE = re.compile(rf"{NUMBER} (?:{NOUNS})\b")
"""Such a text, but for numbers with commas between thousands: those are never 1."""
PERHAPS = rf"{NUMBER}(?: (?:{NOUNS})\b| ?[\"'])"
"""In a module: such a text may go on in the next line."""
MANY = re.compile(
    r"(more than|at most|less than|None of|All|of|up to) (the |the game's )?\{[^}]*\} \w+|"
    r"from \{size:,\} to|\{n\} hexes or more"
)
"""Where there are always several: "more than {n} steps", "1 of {m} units"."""
COUNTED = re.compile(
    r"the owner eliminates|are set up in|two may stand|units already|no other may embark|the Soviets|"
    r"the other player|first {n} turns|{n} cards|this name|fit {game}"
)
"""Texts whose number is never 1, by the rule or the bound that they tell of."""


def test_no_noun_stands_bare_behind_its_number() -> None:
    wrong = [
        str(one)
        for one in templates(ROOT / "assistant", ROOT / "builder", having=PERHAPS)
        if BARE.search(MANY.sub("", one.filled())) and not COUNTED.search(one.filled())
    ]
    assert not wrong, "\n".join(wrong)


def test_no_place_stands_within_the_forms_of_another() -> None:
    """Such a translation would be shown with its braces."""
    nested = re.compile(r"\{\w+\|[^{}]*\{")
    files = [*ROOT.glob("assistant/words/*.toml"), *ROOT.glob("source-art/*/sentences.*.toml")]
    lines = ((file, line) for file in files for line in file.read_text("utf-8").splitlines())
    assert not [f"{file.name}: {line}" for file, line in lines if nested.search(line)]
