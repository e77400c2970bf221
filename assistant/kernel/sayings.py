"""Reasons that many rulebooks give, said once for all games; each is called with the number of the
game's rule and the values of its places."""

from __future__ import annotations

from functools import partial

from assistant.questions.reasons import Reason

enemy_in = partial(Reason, text="{hex} is held by the enemy.", code="enemy-units")
holds_enemy = partial(Reason, text="{hex} holds an enemy unit.", code="enemy-units")
unopened_zone = partial(
    Reason, text="{hex} lies in an enemy zone and holds no friendly unit.", code="enemy-zone"
)

# The ground

water = partial(Reason, text="{hex} is water.", code="terrain")
impassable = partial(Reason, text="The hexside {side:/} is impassable.", code="hexside")
no_bridge = partial(Reason, text="No bridge leads over the major river {side:/}.", code="hexside")
lake_between = partial(
    Reason, text="Between {hex} and {hex2} lies a lake or the sea.", code="hexside"
)

# Distance, room and time

not_adjacent = partial(Reason, text="{unit} is not adjacent to {hex}.", code="distance")
overstacked = partial(Reason, text="{hex} would be over the stacking limit.", code="full")
no_move_now = partial(
    Reason, text="Units move in their own movement phase, not in {phase}.", code="phase"
)
no_battle_now = partial(Reason, text="No battle is fought in the phase {phase}.", code="phase")
