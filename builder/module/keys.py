"""The keys of a module: what players press, in one place, for traits, buttons and the help page."""

from __future__ import annotations

from builder.vassal.keystroke import KeyStroke

FLIP = KeyStroke.of("Ctrl+F")
MOVED = KeyStroke.of("Ctrl+M")
TRAIL = KeyStroke.of("Ctrl+L")
ELIMINATE = KeyStroke.of("Ctrl+E")
BACK = KeyStroke.of("Ctrl+B")
CLONE = KeyStroke.of("Ctrl+C")
INTO_DECK = KeyStroke.of("Ctrl+X")
HOME = KeyStroke.of("Ctrl+H")
DELETE = KeyStroke.of("Delete")
DELETED = KeyStroke.named("Deleted")
"""What deletes a piece without a word."""
CLEAR_TRAIL = KeyStroke.named("ClearTrail")
UNMARK_MOVED = KeyStroke.named("NotMoved")
NEXT_FACE = KeyStroke.named("NextFace")
FOLLOW = KeyStroke.named("Follow")
LAYERS = {
    "control": KeyStroke.of("Alt+1"),
    "ground": KeyStroke.of("Alt+2"),
    "": KeyStroke.of("Alt+3"),
}
"""What hides or shows a layer of the map."""
ALL_LAYERS = KeyStroke.of("Alt+0")

_MARK_KEYS = ("Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5", "Ctrl+6", "Ctrl+7", "Ctrl+8")


def mark_key(number: int) -> KeyStroke:
    """The key of a unit's mark, counted from 0; beyond the digits only the menu is left."""
    if number < len(_MARK_KEYS):
        return KeyStroke.of(_MARK_KEYS[number])
    return KeyStroke.named(f"Mark{number + 1}")


ON_COUNTERS: tuple[tuple[KeyStroke, str], ...] = (
    (FLIP, "flip the counter: lose or regain a step"),
    (MOVED, "moved mark on or off"),
    (TRAIL, "show the movement trail"),
    (CLONE, "copy a marker"),
    (DELETE, "delete the counter"),
)

OF_THE_GONE: tuple[tuple[KeyStroke, str], ...] = (
    (ELIMINATE, "eliminate: send to the box of units that are gone"),
    (BACK, "out of that box, back to where it was"),
)
"""Those of units that have a box to be sent to; the first only if it names no other key."""

FIRST_DICE = ("Ctrl+D", "roll the die")
"""The key that the first dice have of themselves."""

IN_DECKS: tuple[tuple[KeyStroke, str], ...] = (
    (FLIP, "face a card or chit up or down"),
    (INTO_DECK, "into its deck; discard a card"),
    (HOME, "back to its player's window"),
)

ON_THE_TABLE: tuple[tuple[str, str], ...] = (
    ("Ctrl+N", "next phase"),
    ("Ctrl+Shift+N", "back a phase"),
    ("Ctrl+T", "turn window"),
    ("Ctrl+K", "declare a battle of the selected attackers and defenders"),
    ("Ctrl+Shift+K", "roll for the selected battle"),
    ("Alt+K", "clear the selected battle"),
    ("Ctrl+R", "range: drag from hex to hex"),
    ("Alt+click", "point at a place for all players"),
    ("Ctrl+Shift+M", "take all moved marks off"),
    ("Ctrl+Shift+H", "hide all counters while you look at the map"),
    ("Ctrl+Shift+P", "counters"),
    ("Ctrl+Shift+C", "charts"),
    ("Ctrl+Shift+I", "inventory"),
    ("Ctrl+Shift+O", "overview"),
    ("Ctrl+= and Ctrl+-", "zoom in and out"),
    ("Ctrl+Right", "next step of a log"),
    ("Ctrl+Z", "undo the last step"),
)
