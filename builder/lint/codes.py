"""The codes of the audit: what each means, how much it matters, and what to do."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """An error breaks something in play, a warning is likely a mistake, a note is for knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(NamedTuple):
    """One kind of finding."""

    severity: Severity
    title: str
    remedy: str


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

CODES: dict[str, Code] = {
    # The archive and its metadata
    "M001": Code(_W, "no moduledata", "Save the module once in VASSAL's editor."),
    "M002": Code(
        _E,
        "the build file has the name of another VASSAL generation",
        "Name the entry buildFile.xml and let moduledata say VassalVersion 3.5 or later.",
    ),
    "M003": Code(_E, "two entries of one name", "Keep one; readers disagree about which counts."),
    "M004": Code(
        _W,
        "moduledata says another name than the build file",
        "Saves look for the name of the build file: write the same in both.",
    ),
    "M005": Code(
        _W,
        "made for a newer VASSAL than is released",
        "Players are warned at each start; save with the released version.",
    ),
    "M006": Code(
        _N,
        "entries whose names differ only in case",
        "Rename one: they fall together when the archive is unpacked on Windows.",
    ),
    "M007": Code(
        _W,
        "too much to be looked at to its end",
        "Have fewer traits in a piece, fewer prototypes within prototypes, and fewer hexes beyond "
        "the edges of zones.",
    ),
    "M008": Code(
        _W,
        "an extension that is left out or does not fit",
        "Mend it, or move it into the folder 'inactive'.",
    ),
    # What a publisher's server demands
    "M011": Code(
        _E,
        "moduledata says another version than the build file",
        "The module library refuses it: write the same version in both.",
    ),
    "M012": Code(
        _W,
        "the version is not semantic",
        "The module library wants major.minor.patch, such as 1.0.2.",
    ),
    "M013": Code(
        _W,
        "the file name is not safe",
        "Avoid / ? < > \\ : * | \" ' and names that Windows reserves; end in .vmod.",
    ),
    "M014": Code(_W, "larger than a server takes", "Shrink the art, PNGs with a palette first."),
    # The tree of components
    "M101": Code(
        _E,
        "BasicCommandEncoder is not there before the first piece",
        "Make it the first child of the module: without it no piece can be built.",
    ),
    "M102": Code(
        _E,
        "a component that VASSAL does not know",
        "VASSAL shows its bug window and leaves the component out: remove or replace it.",
    ),
    "M103": Code(_N, "a component of the module's own code", "It runs only where its class does."),
    "M104": Code(
        _W,
        "a component inside one that does not take it",
        "Move it to where VASSAL's editor offers it.",
    ),
    "M105": Code(
        _N,
        "attributes that today's VASSAL does not know",
        "They are misspelled, or left over from an old version: correct or remove them.",
    ),
    "M106": Code(
        _W,
        "an attribute whose value VASSAL cannot read",
        "Write a value of the kind that is named.",
    ),
    "M107": Code(
        _E, "a die face without icon attribute", "Write icon, empty or not: VASSAL crashes."
    ),
    "M108": Code(_E, "a map without board", "Give it a BoardPicker with at least one Board."),
    "M109": Code(
        _W, "two components of one name", "Name them apart: VASSAL finds only one of them."
    ),
    "M110": Code(_E, "a file that is not in the module", "Add it, or correct its name."),
    "M111": Code(_W, "no sides to play", "Add the sides to the player roster."),
    "M112": Code(_W, "a side that the roster does not have", "Write a side of the roster."),
    "M113": Code(_W, "a turn tracker without levels", "Add a counter or a list of phases."),
    "M114": Code(_W, "the starting zoom is not in the list", "Write 1 to the number of levels."),
    "M115": Code(_W, "a button that is nowhere", "Write the name or text of a button there is."),
    # Pieces and prototypes
    "M201": Code(_E, "a piece that VASSAL cannot build", "Define the piece anew."),
    "M202": Code(
        _E,
        "a missing prototype",
        "VASSAL says nothing and leaves its traits out: define it or correct the name.",
    ),
    "M203": Code(_E, "prototypes that use each other in a circle", "Break the circle."),
    "M204": Code(
        _E, "a trait that VASSAL does not know", "It becomes an empty marker: remove or replace it."
    ),
    "M205": Code(_W, "pieces without gpid", "Open and save the module in VASSAL's editor."),
    "M206": Code(
        _E,
        "one gpid for several pieces",
        "Refreshing the counters of a save mixes them up: number them apart.",
    ),
    "M207": Code(
        _W,
        "nextPieceSlotId is not above all gpids",
        "Raise it, or the next new piece takes a number that is in use.",
    ),
    "M208": Code(_N, "movable pieces that never report", "Add Report Action for their commands."),
    "M209": Code(_N, "movable pieces without movement trail", "Add Movement Trail."),
    "M210": Code(_N, "movable pieces without moved mark", "Add Mark When Moved."),
    "M211": Code(_N, "prototypes that nothing uses", "Remove them, or use them."),
    "M212": Code(
        _W, "more level names than images in a layer", "Give each level its image, or none."
    ),
    "M213": Code(
        _N,
        "two commands on one key",
        "One press does both: if that is not meant, take another key for one.",
    ),
    "M214": Code(_W, "a piece with neither image nor name", "Give it one, or nobody sees it."),
    # Images and sounds
    "M301": Code(_E, "a missing image", "Add it to the images folder, or correct its name."),
    "M302": Code(_N, "images that nothing uses", "Remove them: every player downloads them."),
    "M303": Code(_E, "an image that cannot be read", "Save it anew as PNG, GIF, JPEG or SVG."),
    "M304": Code(
        _W,
        "an image that takes very much memory",
        "Scale it down: unpacked it takes four bytes a pixel on every player's machine.",
    ),
    "M305": Code(_E, "a missing sound", "Add it to the sounds folder, or correct its name."),
    "M306": Code(
        _W, "an icon that the engine does not have", "Take one of VASSAL's own, or add the image."
    ),
    "M307": Code(
        _E,
        "a file that is packed as a zip bomb",
        "Save it anew, or take it out: most programs refuse a module with such a file.",
    ),
    # Grids and set-ups
    "M401": Code(
        _E,
        "a grid whose names do not lead back to its places",
        "Change the numbering: leading zeros, a separator, or the location format.",
    ),
    "M402": Code(_W, "an at-start stack off the map", "Correct x and y."),
    "M403": Code(
        _E,
        "an at-start stack at a place that the grid does not have",
        "VASSAL falls back to x and y: correct the location.",
    ),
    "M404": Code(_E, "a board that the map does not have", "Write the name of one of its boards."),
    "M405": Code(
        _N,
        "an at-start stack beside the centre of its hex",
        "VASSAL does not snap it: write the location, or the centre's x and y.",
    ),
    "M406": Code(_W, "a zone without area", "Give its path three corners or more."),
    "M407": Code(_E, "a grid without size", "Write dx and dy above 0."),
    "M408": Code(
        _N,
        "a hex grid of the default width that VASSAL changes while reading",
        "VASSAL replaces this dx when it reads dy: write the dx that belongs to dy.",
    ),
    "M409": Code(
        _N,
        "a grid whose names are right but whose own search is off",
        "Numbering that both descends and staggers sends pieces a row off: set stagger to false.",
    ),
    # Names
    "M501": Code(
        _E,
        "a name that ends in a backslash",
        "It swallows what follows when VASSAL writes it: drop the backslash.",
    ),
    "M502": Code(_E, "a name with control characters", "Take out tabs, line breaks and the like."),
    "M503": Code(
        _N,
        "a name with blanks at its ends",
        "Take them out: nobody sees them, and who writes the name without them finds nothing.",
    ),
    "M504": Code(_E, "a side whose name VASSAL keeps for observers", "Call it something else."),
    "M505": Code(
        _W,
        "a piece name with $ or {",
        "VASSAL takes it for a property or an expression in reports: write it out.",
    ),
}
