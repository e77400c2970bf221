"""How much of anything a stranger's file may ask for: every bound that the readers keep to.

The numbers stand above what real games need and below what a machine feels: no answer takes longer
than ten seconds or more than a gigabyte. `docs/limits.md` is this table for those who meet a bound,
`docs/es/limits.md` in Spanish.
"""

from __future__ import annotations

from collections.abc import Iterator


class Limit(int):
    """A number that knows its unit and what it bounds."""

    unit: str
    what: str

    def __new__(cls, value: int, unit: str, what: str) -> Limit:
        self = super().__new__(cls, value)
        self.unit, self.what = unit, what
        return self


# All together, whatever is asked for (builder.machine.budget)

WORK = Limit(9, "seconds", "of work to read files and answer one question, with all beside it")
LONG = Limit(90, "seconds", "of work on one plan, picture, or page as a file, or a page's request")
MADE = Limit(
    600, "seconds", "of work of a command that tells how far it is, as `build` and `adopt`"
)
HELD = Limit(960 << 20, "bytes", "of memory that Kessel holds")

# Archives: modules, saves, logs

ENTRIES = Limit(50_000, "entries", "in an archive")
ARCHIVE = Limit(4 << 30, "bytes", "all entries of an archive, unpacked")
ENTRY = Limit(512 << 20, "bytes", "one entry of an archive, unpacked")
MODULE_TEXT = Limit(64 << 20, "bytes", "a build file or a help page")
METADATA = Limit(1 << 20, "bytes", "the metadata of a module or save")
RATIO = Limit(200, "times", "what an entry above the next size may grow when it is unpacked")
RATIO_FROM = Limit(4 << 20, "bytes", "an entry or packed text to which the ratio applies")

# Saves and logs

SAVED_GAME = Limit(128 << 20, "bytes", "the disguised text of a save or log")
SAVE_TEXT = Limit(48 << 20, "bytes", "the text of a save or log")
COMMANDS = Limit(200_000, "commands", "in a save or log, or one message of online play")
COMMAND = Limit(4 << 20, "characters", "in one command of a save, log or message of online play")
STEPS = Limit(20_000, "steps", "in a log")
SEATS = Limit(1_000, "players", "at one table")
PIECES = Limit(50_000, "pieces", "on one table")
STACK = Limit(10_000, "pieces", "in one stack or deck")
GAME_STEPS = Limit(50_000, "steps", "of all logs of one game that the referee judges")
TURNED = Limit(4_000, "times", "that the logs of a game set the turn marker, for the referee")
KEPT_UNITS = Limit(40_000_000, "units", "of all positions of one log that the referee keeps")
REREAD = Limit(
    10_000_000, "pieces", "read again while the referee follows one log, reckoned up to its end"
)
BOARDS = Limit(1_000, "boards", "laid out on one map")
COMMAND_DEPTH = Limit(64, "levels", "of commands within commands")
TRAITS = Limit(500, "traits", "of one piece")
NEST_WORK = Limit(50_000_000, "characters", "read to take one nest of traits apart")

# Properties and names of pieces

EXPRESSION = Limit(4_000, "characters", "in an expression")
EXPRESSION_DEPTH = Limit(60, "levels", "of brackets and signs in an expression")
PROPERTY_DEPTH = Limit(20, "levels", "of properties that ask for properties")
PROPERTY_WORK = Limit(5_000, "traits", "asked for the value of one property")
TABLE_WORK = Limit(200_000, "traits", "asked by the expressions of a whole table")
PATTERN = Limit(200, "characters", "in a pattern that an expression compares with")
PATTERN_TEXT = Limit(100, "characters", "of a text that is laid on a pattern")
PATTERN_WORK = Limit(100_000, "ways", "to lay a pattern on such a text")
VALUE = Limit(2_000, "characters", "in the value of an expression")
NAME = Limit(500, "characters", "in the name of a piece or place")
LABEL = Limit(100, "characters", "in a row's or column's label of a grid")

# Modules

ELEMENTS = Limit(200_000, "elements", "in a build file")
SLOTS = Limit(50_000, "pieces and cards", "in the palettes and decks of a module")
MAPS = Limit(2_000, "maps", "of a module, windows and hands of players among them")
DEFINITIONS = Limit(16 << 20, "characters", "that define all pieces and prototypes of a module")
ATTRIBUTES = Limit(5_000, "attributes", "of one component")
ELEMENT_DEPTH = Limit(100, "levels", "of components within components")
EXPANDED = Limit(2_000, "traits", "of a piece with its prototypes put in")
EXPANDED_ALL = Limit(500_000, "traits", "of all pieces with their prototypes put in")
PLACES = Limit(150_000, "hexes", "of all grids of a module that the audit names")
CORNERS = Limit(20_000, "corners", "of the zones of one board")
IMAGE_SIDE = Limit(60_000, "pixels", "the side of a picture")
TAKEN_PICTURE = Limit(178_000_000, "pixels", "a picture of a module that is taken over")
TAKEN_FACE = Limit(
    16_000_000, "pixels", "a face cut from a scan, laid together of pictures, or made of a drawing"
)
DRAWING = Limit(16 << 20, "bytes", "a drawing in SVG")
DRAWING_PARTS = Limit(2_000, "pictures", "that a drawing in SVG puts into itself")
DRAWN = Limit(5, "seconds", "of work on one drawing in SVG")
DRAWN_MEMORY = Limit(640 << 20, "bytes", "of memory to draw it in")
DRAWN_BEFORE = Limit(256 << 20, "bytes", "a picture that is kept because it was drawn before")
EDGE = Limit(100_000, "pixels", "from the corner of a board to a place on it")
BOARD_PLACES = Limit(20_000, "places", "of the areas of a board, by file")
BOARD_LINKS = Limit(100_000, "rows", "of map/links.csv: places of a board that touch")
ADOPTED_HEXES = Limit(40_000, "hexes", "of the map of a module that is taken over")
TAKEN_TURNS = Limit(9_999, "turns", "of a module that is taken over")
TAKEN_PHASES = Limit(500, "phases", "of a turn, of a module that is taken over")
LOOKED = Limit(1_000_000, "hexes", "of all grids of a module that are looked at to take one over")
TAKEN_PLACES = Limit(5_000, "places", "that are no hexes, of a module that is taken over")
TAKEN_SETUPS = Limit(5_000, "set-ups", "that a module which is taken over offers")
UNROLLED = Limit(400, "set-ups", "of a module that is taken over whose placements are written out")
TAKEN_STANDS = Limit(
    150_000, "counters", "that stand in the set-ups of a module that is taken over, written out"
)
TAKEN_COPIES = Limit(200, "copies", "of one counter of a module that is taken over")
TAKEN_BOARD = Limit(40_000_000, "pixels", "that a damaged picture of a board is believed to have")
TAKEN_SLOT = Limit(2_000, "pixels", "a side of a missing picture that a slot is believed to tell")
TABLETOP = Limit(24_000, "pixels", "the longer side of boards that are laid side by side")
KEPT_TYPES = Limit(50_000_000, "characters", "of types of pieces that are kept between set-ups")
SETUPS = Limit(4 << 30, "bytes", "the text of all set-ups of a module that is taken over")
COMPARED = Limit(
    4_500_000, "pairs", "of pieces and counters, or of their words, that `bind` compares"
)
BIND_WORDS = Limit(100_000, "words", "different ones in the names of pieces that `bind` compares")
BIND_NAMES = Limit(5_000, "names", "of places, layers or properties that `bind` compares")
GRAFT_LOOKS = Limit(1_000_000, "places", "in which the components of an extension are looked for")
EXTENSION_WORK = Limit(8, "seconds", "of work to put the extensions of a module in")
EXTENSIONS = Limit(100, "extensions", "of one module")
FOUND_FILES = Limit(2_000, "files", "looked at to find the module of a save")

# What designers write, and position files

SOURCE = Limit(8 << 20, "bytes", "a file of a game's sources")
PNG_PARTS = Limit(50_000, "parts", "of a PNG: its pixels, its texts and whatever else")
PDF_PARTS = Limit(50_000, "packed parts", "of a PDF that are looked into")
PNG_TEXT = Limit(16 << 20, "bytes", "one text in a PNG, unpacked")
JPEG_SCANS = Limit(100, "scans", "of a progressive JPEG, each of which goes over all its pixels")
GIF_BLOCKS = Limit(200_000, "blocks", "of a GIF, looked at for its end")
SCAN = Limit(480_000_000, "pixels", "a scan of a map or of a sheet of counters")
SCAN_WHOLE = Limit(
    150_000_000,
    "pixels",
    "a scan that is no PNG of at most 8 bits without interlacing and no reduced JPEG",
)
FACE_FILE = Limit(4 << 20, "bytes", "the picture of a counter's or card's face")
FACE_PIXELS = Limit(4_000_000, "pixels", "the picture of a counter's or card's face")
MAP = Limit(80_000_000, "pixels", "the picture of a map or chart, which VASSAL holds in memory")
POINTED_AT = Limit(100_000_000, "pixels", "of a scan on the pages on which hexes are pointed at")
FINISHED = Limit(120_000_000, "pixels", "a picture that Kessel draws")
CARRIED = Limit(64 << 20, "bytes", "a rulebook, or a file that goes along with a module")
LAYER = Limit(200 << 20, "bytes", "a layer of real geography")
LAYER_PARTS = Limit(4_000_000, "points and values", "in a layer of real geography")
LAYER_FEATURES = Limit(
    100_000, "features", "in a layer of real geography, each ring and line of one for itself"
)
LAYER_SHOWN = Limit(500_000, "corners", "of what a rule takes of real geography for one map")
LAYER_RINGS = Limit(
    20_000, "rings", "of the shapes that a rule takes for one map: shores and holes"
)
LAYER_EDGE = Limit(10_000, "stretches", "of what a rule takes that cross the edge of the map")
LAYER_WITHIN = Limit(
    500_000_000, "corners", "of shores, each counted for every hole that may lie within"
)
LAYER_MEETS = Limit(200_000, "meetings", "of shapes that a rule takes, beyond those of any coast")
LAYER_CROSSINGS = Limit(20_000, "crossings", "of the shapes that a rule takes")
LAYER_MENDED = Limit(
    15_000_000, "corners", "of areas that cross themselves, each counted for every crossing"
)
LAYER_WORK = Limit(8, "seconds", "of work on all rules of map/derive.toml, without --long")
LAYER_ENDS = Limit(200_000, "pairs", "of ends of lines that lie near each other on one map")
COPY = Limit(64 << 20, "bytes", "a packed owner's copy, unpacked")
COPY_FILES = Limit(400, "files", "of a packed owner's copy")
TOGETHER = Limit(128 << 20, "bytes", "of files that were to be written together and were not")
BASES = Limit(50, "scenarios", "one upon another, by `base`")
FOLDERS = Limit(40, "levels", "of folders within a game's folder, or one that is watched")
GAME_FOLDERS = Limit(50, "folders", "named by KESSEL_GAMES that are looked into")
CARDS = Limit(10_000, "cards", "of a game")
COUNTERS = Limit(SLOTS, "counters", "in a game's sources, as many as a module has")
DEFINED = Limit(500, "entries", "of a table of game.toml: marks, fields, terrains, states ...")
FIGURE = Limit(10**9, "the number", "that a figure of a game's sources may be, above or below 0")
COUNTER_NAME = Limit(120, "letters", "in the name of a counter, and in the id of a game")
COUNTER_FACES = Limit(60, "faces", "of one counter")
TABLE_CELLS = Limit(20_000, "cells", "in a file of tables of results or other charts")
SHORES = Limit(2_000, "shores, islands and rivers", "that map/shapes.json draws")
SHORE_POINTS = Limit(50_000, "points", "of all shores and rivers of map/shapes.json")
SHORE_LENGTH = Limit(10_000, "hexes", "that all shores and rivers of map/shapes.json are long")
RETREAT = Limit(6, "hexes", "of a declared retreat: its ways are all listed")
COLUMNS = Limit(500, "columns", "in a table of a game's sources")
ROWS = Limit(200_000, "rows", "in a table of a game's sources, and lines of a TOML file")

POSITION_FILE = Limit(1 << 20, "bytes", "a position file")
KEY_PARTS = Limit(40, "dots", "in a key of a TOML file")
KEYS = Limit(200_000, "dots", "outside of the texts of a TOML file: in keys and numbers")
PROBLEMS = Limit(200, "mistakes", "of a file that are told at once")
UNITS = Limit(5_000, "units", "in a position")
SHARES = Limit(
    10_000, "units", "of all ways to share losses that are listed; a unit counts in each"
)
LINE = Limit(2_000, "characters", "of one mistake that is told")
QUOTED = Limit(1_000, "characters", "of a name or value that is told; an ellipsis stands for more")
TOLD = Limit(1_000, "characters", "in a sentence that is said in another language")
UNKNOWN = Limit(200, "sentences", "that say what a position leaves out")

# The page and what is watched

WATCHED = Limit(64 << 20, "bytes", "a save or log that is followed")
MOMENTS = Limit(2_000, "steps", "of a log in a page as one file")
CROWD = Limit(60, "units", "of one hex whose reach a page as one file holds")
VIEW = Limit(12_000, "characters", "of what an address of the board tries or shows")
EDITS = Limit(20_000, "cells", "changed by one request of a page")
CELL = Limit(4_000, "characters", "of a cell that is typed on a page")
TOLD_PAGE = Limit(4 << 20, "characters", "that a command tells the start page")
REQUEST = Limit(1 << 16, "bytes", "a request of the start page that is no dropped file")
SENT = Limit(4 << 20, "bytes", "a request of any other page: a map of 20,000 hexes is one megabyte")
ADDRESS = Limit(2_000, "bytes", "the address of a request, without what stands behind its ?")
CONNECTIONS = Limit(256, "connections", "of browsers at one page at once")
AHEAD = Limit(
    8, "requests", "in a row, each sent on a connection before the one before was answered"
)

# Online play

WIRE_LINE = Limit(64 << 20, "bytes", "a line of a server's or player's")
WIRE_FIRST = Limit(256 << 10, "bytes", "a line of a player's who has not said who he is")
WIRE_WAIT = Limit(60, "seconds", "from a line's beginning to its end, and one more for each 16 kB")
WIRE_HELD = Limit(256 << 20, "bytes", "that wait for all players of a game that Kessel serves")
WIRE_TEXT = Limit(SAVE_TEXT, "bytes", "a message of online play, unpacked: a whole save may be one")
CLIENTS = Limit(64, "players", "at once, where Kessel is the server")
PEERS = Limit(8, "players", "whom Kessel calls in a game without a server")
MEMBERS = Limit(5_000, "players", "of one module at a server, and as many rooms")
CLIENT_LINES = Limit(2_000, "lines", "of one player in a second, where Kessel is the server")
CLIENT_INFO = Limit(20_000, "characters", "of what a player's client says of itself or a room")
UNSENT = Limit(64 << 20, "bytes", "that wait for a player who does not read")
LIVE_TEXT = Limit(512 << 20, "characters", "played while one game is followed")
EARLY = Limit(5_000, "commands", "played while the game is on its way")


_HEAD = """# Bounds

Saves, logs, modules and position files come from strangers. What asks for more than any game needs
is refused in one sentence, before it costs ten seconds or a gigabyte. These are the numbers, as the
code takes them from `builder/limits.py`; whoever has a real game that meets one should tell us.
Behind all of them stands a budget, the first four: whatever is asked for, its work and memory are
looked at as they grow, and what goes beyond is stopped. Seconds are of the processor, so that a
machine with much else to do refuses nothing.

A thread looks after the budget 40 times a second. On Linux the main thread is told by a signal that
it has spent it, and the system gives no memory beyond; elsewhere the thread alone tells it: on
Windows and macOS work is the whole program's, shared among what is under way, and what runs for
long outside of Python, such as one huge product of numbers, is stopped only when it comes back.
There the bounds of the table are what holds. This was tried on Linux, with those means taken away.

What is stopped is stopped in Kessel's own code, if it comes there within three quarters of a second
of work: a library may hold a lock, or be half imported, and would not recover from it.

| name | most | unit | of what |
|---|---|---|---|
"""


def document() -> str:
    """The text of docs/limits.md."""
    rows = (f"| `{name}` | {most:,} | {most.unit} | {most.what} |\n" for name, most in table())
    return _HEAD + "".join(rows)


def table() -> Iterator[tuple[str, Limit]]:
    """Every limit with its name, in the order of this file."""
    for name, value in globals().items():
        if isinstance(value, Limit):
            yield name, value
