"""Reasons that several chapters of Kursk give; where they differ by chapter the rule's number comes
first. Each is called with the values of its places."""

from __future__ import annotations

from functools import partial

from assistant.questions.reasons import Reason

# The map

lake = partial(Reason, "5.65", "A lake lies between {hex} and {hex2}.", "hexside")
major_river = partial(Reason, text="A major river lies between {hex} and {hex2}.", code="hexside")
not_beside = partial(Reason, text="{unit} in {hex} is not adjacent to {hex2}.", code="distance")
no_room = partial(Reason, text="{unit} finds no room in {hex}.", code="full")
in_zone = partial(Reason, text="{unit} is in an enemy zone.", code="enemy-zone")
another_zone = partial(
    Reason, "6.24", "{hex} is in another enemy zone, which it may not leave.", "enemy-zone"
)

# Units

never_moves = Reason("15.24", "Partisans never move.", "unit")
no_combat_unit = partial(Reason, "9.11", "{unit} is no combat unit.", "unit")
reserve = partial(Reason, "18.3", "{unit} is a reserve that is not activated.", "command")
disrupted = partial(Reason, text="{unit} is disrupted.", code="command")
independent = partial(Reason, "11.13", "{unit} is in independent command.", "command")
in_mode = partial(Reason, text="{unit} is in {mode} mode.", code="command")
unsupplied = partial(Reason, text="{unit} is out of supply.", code="supply")
out_of_communication = partial(Reason, text="{unit} is out of communication.", code="command")
hq_disrupted = partial(Reason, text="The headquarters {unit} is disrupted.", code="command")
no_hq_in_play = partial(Reason, text="No headquarters above {unit} is in play.", code="command")
