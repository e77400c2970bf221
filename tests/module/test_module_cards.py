"""Decks, hands and windows of a module: in a new game, in saves, and what a side may know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from assistant.binding import Record
from builder.drawing.translation import translated
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.lint import audit
from builder.module.assembly import Assembly
from builder.module.build import build_module, write_setup
from builder.module.deck_keys import check_key
from builder.module.decks import RETURNS, WHO, Decks
from builder.module.read_settings import module_settings
from builder.module.row_marks import row_of
from builder.module.shape import game_shape
from builder.module.table import table_of
from builder.module.windows import listed
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.buildfile.recipes.cards import deck
from builder.vassal.decks import deck_of
from builder.vassal.expressions import evaluate
from builder.vassal.replay import Replay
from builder.vassal.savedgame import read_saved_game
from builder.vassal.state import GameState
from builder.vassal.table_rules import table_rules
from builder.vassal.traits import BasicPiece, Deck, Mask
from builder.vassal.traits.actions import (
    ReportAction,
    RestrictCommands,
    ReturnToDeck,
    SendTo,
    Trigger,
)
from builder.vassal.traits.movement import Immobile
from builder.vassal.traits.values import CalculatedProperty, Marker
from tests.games_read import read_once

CARDS = """number,deck,blue_title,blue_text,red_title,red_text,source
1,,Rain,No movement in woods.,Sun,Draw a card.,5.1
2,,,,Snow,,5.1
3,late,Peace,,,,5.2
4,early,Haste,,,,5.2
"""

COUNTERS = """chit-blue,blue,chit,B,marker,blue-chits,1,6.1
chit-joint,,chit,J,marker,cup,1,6.1
gust,red,wind-gust,Gust,marker,red-hand,2,6.2
calm,red,wind-calm,Calm,marker,winds,1,6.2
"""

TABLES = """
[state.wind]
type = "choices"
choices = ["gust", "calm"]
default = []
box = "red-hand"

[state.score]
type = "int"
minimum = 0
maximum = 4

[[drawing.map.box]]
id = "cup"
name = "Cup"

[[module.window]]
id = "blue-plans"
side = "blue"
box = [{ id = "blue-chits", name = "Chits" }]

[[module.window]]
id = "red-plans"
side = "red"
box = [{ id = "red-hand" }]

[[module.window]]
id = "cards"
box = [
    { id = "pile", columns = 1, cards = true },
    { id = "heap", columns = 1, cards = true },
    { id = "late", columns = 1, cards = true },
    { id = "gone", columns = 1, cards = true },
    { id = "winds" },
]

[[module.window]]
id = "blue-cards"
side = "blue"
hand = 5

[[module.window]]
id = "tables"
chart = [{ table = "gains", follows = "score" }]

[[module.deck]]
id = "cup"
reveal = true
takes = ["chit"]
command = "Into the cup"

[[module.deck]]
id = "winds"
side = "red"
takes = ["wind-gust", "wind-calm"]
command = "Back to the winds"
hands = { red = "red-hand" }

[[module.deck]]
id = "pile"
cards = ["", "early"]
takes = ["cards"]
hands = { blue = "blue-cards" }
draw = [1, 3]
keep = 1

[[module.deck]]
id = "heap"
face = "up"
takes = ["cards"]
command = "Discard"
into = "pile"

[[module.deck]]
id = "late"
cards = ["late"]

[[module.deck]]
id = "gone"
face = "up"

[[module.exchange]]
id = "new-year"
leaves = "early"
out = "gone"
enters = "late"
deck = "pile"
along = ["heap"]
"""


def folder_of(parent: Path) -> Path:
    new_game("small", parent)
    folder = parent / "small"
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with cards that says nothing of decks."""
    return load_game(folder_of(tmp_path_factory.mktemp("games")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with two kinds of counters in decks, and cards that are exchanged."""
    folder = folder_of(tmp_path_factory.mktemp("games"))
    toml = folder / "game.toml"
    boxes = '["cup", "winds", "blue-chits", "red-hand"]'
    text = toml.read_text().replace("[units.markers]", f"[units]\nboxes = {boxes}\n[units.markers]")
    toml.write_text(text + TABLES)
    (folder / "charts").mkdir(exist_ok=True)
    (folder / "charts" / "gains.csv").write_text("row,points\n0,1\n1-2,3\n3+,5\n")
    counters = folder / "counters.csv"
    header = counters.read_text().splitlines()[0].split(",")
    order = ["id", "side", "type", "name", "kind", "setup", "copies", "source"]
    rows = [dict(zip(order, row.split(","), strict=True)) for row in COUNTERS.splitlines()]
    missing = [column for column in order if column not in header]
    lines = counters.read_text().splitlines()
    lines = [",".join([lines[0], *missing]), *(line + "," * len(missing) for line in lines[1:])]
    lines += [",".join(row.get(column, "") for column in (*header, *missing)) for row in rows]
    counters.write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load_game(folder)


def parts(game: Game, kind: type[c.Component] | tuple[type[c.Component], ...]) -> list[c.Component]:
    root = Assembly(game).module({}, {}).root
    return [part for part in root.walk() if isinstance(part, kind)]


def piles(game: Game) -> dict[str, c.DrawPile]:
    found = parts(game, c.DrawPile)
    return {pile.name or "": pile for pile in found if isinstance(pile, c.DrawPile)}


def names(pile: c.DrawPile) -> list[str]:
    return [slot.entry_name for slot in pile.children if isinstance(slot, c.CardSlot)]


def state_of(game: Game, tmp_path: Path) -> GameState:
    return Replay(read_saved_game(write_setup(game, "first-day", tmp_path / "s.vsav"))).first


def decks_in(state: GameState) -> dict[str, list[str]]:
    return {
        group.name: [state.pieces[member].basic_name for member in group.members]
        for group in state.groups.values()
        if group.kind == "deck"
    }


def test_without_a_word_each_part_of_the_cards_is_a_deck(plain: Game, tmp_path: Path) -> None:
    found = {name: names(pile) for name, pile in piles(plain).items()}
    assert found == {
        "Discards": [],
        "Draw deck": ["1: Rain / Sun", "2: Snow"],
        "Cards: early": ["4: Haste"],
        "Cards: late": ["3: Peace"],
    }
    hands = [part for part in parts(plain, c.PlayerHand) if isinstance(part, c.PlayerHand)]
    assert [hand.side for hand in hands] == [("Blue", "Solitaire"), ("Red", "Solitaire")]
    built = build_module(plain, tmp_path / "small")
    assert [str(finding) for finding in audit(built.path)] == []


def test_the_audit_is_silent(game: Game, tmp_path: Path) -> None:
    built = build_module(game, tmp_path / "small")
    assert [str(finding) for finding in audit(built.path)] == []


def test_what_lies_in_decks_at_the_start(game: Game, tmp_path: Path) -> None:
    wanted = {
        "Pile": ["1: Rain / Sun", "2: Snow", "4: Haste"],
        "Heap": [],
        "Late": ["3: Peace"],
        "Gone": [],
        "Cup": ["J"],
        "Winds": ["Calm"],
    }
    assert {name: names(pile) for name, pile in piles(game).items()} == wanted
    assert decks_in(state_of(game, tmp_path)) == wanted


def test_an_exchange_looks_into_decks_before_cards_from_elsewhere_come_into_them(
    game: Game,
) -> None:
    """VASSAL masks what came into a deck before the same command looks there, and undo does not
    take that back: a card that lay open came back face down."""
    found = parts(game, (c.DoActionButton, c.MassKeyCommand))
    (button,) = (p for p in found if isinstance(p, c.DoActionButton) and p.name == "new-year")
    assert button.text == "New year"
    commands = {p.button_hotkey: p for p in found if isinstance(p, c.MassKeyCommand)}
    pressed = [commands[key] for key in button.hotkeys]
    assert [p.deck_count for p in pressed] == ["-1", "0"]
    assert pressed[0].filter == '{DeckName != ""}'
    assert len({p.hotkey for p in pressed}) == 1


def test_no_piece_is_lost_or_doubled_in_a_save(game: Game, tmp_path: Path) -> None:
    state = state_of(game, tmp_path)
    slots = [
        part.gpid
        for holder in parts(game, (c.SetupStack, c.DrawPile))
        for part in holder.children
        if isinstance(part, c.PieceSlot)
    ]
    assert len(state.pieces) == len(slots) == len(set(slots))
    basics = [piece.first(BasicPiece) for piece in state.pieces.values()]
    counts = [basic.name for basic in basics if basic is not None]
    assert counts.count("Gust") == 2


def test_a_deck_on_the_table_has_all_that_its_pile_says(game: Game) -> None:
    pile = piles(game)["Heap"]
    deck = deck_of(pile, "Cards", pile.x, pile.y)
    assert Deck.decode(deck.type_text, deck.state_text) == deck
    lays_out, shuffles = deck.global_commands
    assert lays_out.startswith("Lay out|57348,0,LayOut-heap|")
    assert shuffles.startswith("Shuffle into Pile|57348,0,Into-pile|")
    assert (deck.face_down, deck.name, deck.map) == (False, "Heap", "Cards")


def test_what_goes_into_decks_is_masked_by_its_side(game: Game) -> None:
    stock = Assembly(game).stock
    for key, count in (("chit-blue", 1), ("gust", 1), ("card 1", 2)):
        traits = stock.on_table(next(p for p in placements(game) if p.counter == key))
        (mask,) = [trait for trait in traits if isinstance(trait, Mask)]
        assert mask.access == "side:"
        assert mask.masked_by is None
        returns = [trait for trait in traits if isinstance(trait, ReturnToDeck)]
        assert len([trait for trait in returns if not trait.command]) >= count
        outside = traits[: traits.index(mask)]
        assert all(not getattr(trait, "command", "") for trait in outside), key


def placements(game: Game) -> Iterator[object]:
    from builder.module.slots import start_of

    assembly = Assembly(game)
    start = start_of(assembly.decks, assembly.scenario)
    for group in (*start.stacks.values(), *start.decks.values()):
        yield from (placement for placement, _ in group)


def test_what_is_drawn_into_a_box_lies_beside_what_was_drawn_before(game: Game) -> None:
    """It lay on it, and as counters of decks do not stack, nobody saw what was below."""
    assembly = Assembly(game)
    traits = assembly.stock.pieces["gust"].traits
    shared = [one for name, found in assembly.stock.shared.items() for one in found]
    drawn = [t for t in (*traits, *shared) if isinstance(t, SendTo) and "InHand" in t.x]
    told = {
        t.name: t.expression
        for t in shared
        if isinstance(t, CalculatedProperty) and t.name.startswith("InHand")
    }
    name = "InHand2of1"
    (sent,) = set(drawn)

    def drawn_beside(lying: list[tuple[str, str]]) -> tuple[str, str]:
        digits = [
            int(evaluate(told[f"{name}Digit"], {"CurrentX": x, "CurrentY": y}.get) or 0)
            for x, y in lying
        ]
        seat = evaluate(told[name], {f"{name}Taken": str(sum(digits))}.get)
        point = [evaluate(where, {name: seat}.get) or "" for where in (sent.x, sent.y)]
        return point[0], point[1]

    first = drawn_beside([])
    second = drawn_beside([first])
    assert len({first, second, drawn_beside([first, second])}) == 3
    assert drawn_beside([second]) == first  # where one was taken out


def test_a_chit_finds_home_and_a_control_marker_does_not(game: Game) -> None:
    stock = Assembly(game).stock
    traits = stock.pieces["chit-blue"].traits
    sends = [t.map for t in traits if isinstance(t, SendTo)]
    commands = [t.command for t in traits if isinstance(t, Trigger)]
    assert (sends, commands) == (["Blue plans"], ["Back to Chits"])
    told = [t.report for t in traits if isinstance(t, ReportAction)]
    private = 'CurrentMap=="Blue plans"||CurrentMap=="Red plans"||CurrentMap=="Blue cards"'
    assert f'{{(({private})?"a counter":newPieceName)+" → Chits"+{WHO}}}' in told
    assert not [t for t in stock.pieces["chit-joint"].traits if isinstance(t, SendTo)]


def test_what_was_set_up_in_a_deck_goes_back_into_it_as_a_phase_begins() -> None:
    assembly = Assembly(load_game("mlb"))
    bear = {
        key
        for key, piece in assembly.stock.pieces.items()
        if any(isinstance(t, Marker) and RETURNS in t.names for t in piece.traits)
    }
    assert bear == {"chit-supply"}  # every other chit lies with its player
    parts = [*assembly.module({}, {}).root.walk()]
    (turn,) = (
        p for p in parts if isinstance(p, c.TurnGlobalHotkey) and p.name.startswith("Back into")
    )
    assert turn.match.startswith('{Phase=="Command chit selection"&&')
    (back,) = (
        p for p in parts if isinstance(p, c.MassKeyCommand) and p.button_hotkey == turn.hotkey
    )
    assert not back.report_single
    triggers = [t for t in assembly.stock.pieces["chit-supply"].traits if isinstance(t, Trigger)]
    (own,) = (t for t in triggers if t.trigger_key == back.hotkey)
    shared = {
        t.trigger_key for ts in assembly.stock.shared.values() for t in ts if isinstance(t, Trigger)
    }
    assert set(own.action_keys) <= shared


def test_nothing_goes_into_its_own_deck_or_that_of_another_side(game: Game) -> None:
    settings = module_settings(game)
    decks = Decks(game, settings, table_of(game, settings))
    traits = [trait for shared in decks.prototypes().values() for trait in shared]
    hidden = {t.name: t.condition for t in traits if isinstance(t, RestrictCommands)}
    assert hidden["Into cup"] == '{DeckName=="Cup"}'
    red = 'PlayerSide!="Red"&&PlayerSide!="Solitaire"'
    assert hidden["Into winds"].endswith(f"||({red})}}")


def test_an_exchange_moves_each_card_where_it_belongs(game: Game) -> None:
    exchanged = {
        slot.entry_name: list(parse_piece(slot.content)[:-3])
        for pile in piles(game).values()
        for slot in pile.children
        if isinstance(slot, c.CardSlot) and ":" in slot.entry_name
    }
    goals = {
        name: trait.deck_expression
        for name, traits in exchanged.items()
        for trait in traits
        if isinstance(trait, ReturnToDeck)
    }
    assert goals == {"4: Haste": "Gone", "3: Peace": "Pile"}
    assert getattr(exchanged["2: Snow"][0], "condition", "") == '{DeckName=="Heap"}'


def test_what_was_put_into_a_hex_is_not_taken_back(game: Game) -> None:
    keys = [part for part in parts(game, c.MassKeyCommand) if isinstance(part, c.MassKeyCommand)]
    filters = [key.filter for key in keys if key.button_text == "Take back"]
    assert filters
    assert all('CurrentZone!="Hexes"' in one for one in filters)


def test_a_hand_that_takes_back_nothing_says_so(game: Game) -> None:
    keys = [part for part in parts(game, c.MassKeyCommand) if isinstance(part, c.MassKeyCommand)]
    for key in (key for key in keys if key.button_text == "Take back"):
        quoted = key.filter.replace('"', '\\"')
        nothing = "Nothing lies open beside the hexes"
        assert key.report_format == f'{{CountMap("Main Map","{quoted}")>0?"":"{nothing}"}}'


def test_draw_buttons_stand_in_the_hands_own_window(game: Game) -> None:
    for window in parts(game, c.PlayerHand):
        texts = [b.text for b in window.children if isinstance(b, c.DoActionButton)]
        assert texts == ["Draw 1", "Draw 3"]
    (refill,) = [
        button
        for button in parts(game, c.DoActionButton)
        if isinstance(button, c.DoActionButton) and button.loop_type == "while"
    ]
    count = 'GetMapProperty("{}_numPieces","Cards")'
    pile, heap = count.format("Pile"), count.format("Heap")
    assert refill.while_expression == f"{{{pile} <= 1 && ({heap} > 0)}}"


@pytest.mark.parametrize(
    ("viewer", "hand"), [("red", ["calm", "gust", "gust"]), ("blue", None), ("", None)]
)
def test_only_the_owner_knows_what_lies_in_a_private_box(
    game: Game, tmp_path: Path, viewer: str, hand: list[str] | None
) -> None:
    scenario = game.folder / "scenarios" / "first-day.toml"
    before = scenario.read_text()
    scenario.write_text(before + '\n[[unit]]\ncounter = "calm"\nhex = "red-hand"\n')
    try:
        drawn = load_game(game.folder)
    finally:
        scenario.write_text(before)
    path = write_setup(drawn, "first-day", tmp_path / "s.vsav")
    shape = game_shape(drawn)
    saved = read_saved_game(path)
    record = Record(path, drawn, shape, Replay(saved, table_rules(shape)))
    position = record.position(viewer=viewer)
    assert position.state.get("wind") == hand
    assert position.unknown == ()
    assert "State-wind" not in path.read_bytes().decode("latin-1")


@pytest.mark.parametrize(
    ("seat", "there", "seen"),
    [
        ("Red", {"CurrentMap": "Red plans"}, True),
        ("Blue", {"CurrentMap": "Red plans"}, False),
        ("Blue", {"CurrentMap": "Red plans", "Obscured": "true"}, True),
        ("Solitaire", {"CurrentMap": "Red plans"}, True),
        ("", {"CurrentMap": "Red plans"}, False),
        ("Blue", {"CurrentMap": "Main Map"}, True),
        ("Red", {"CurrentMap": "Cards", "DeckName": "Pile"}, False),
        ("Red", {"CurrentMap": "Cards", "DeckName": "Heap"}, True),
    ],
)
def test_the_inventory_tells_nothing_that_is_hidden(
    game: Game, seat: str, there: dict[str, str], seen: bool
) -> None:
    """VASSAL's own names what lies in the others' windows and in decks that lie face down."""
    piece = {"Counter": "chit", "PlayerSide": seat, "DeckName": "", "Obscured": "false", **there}
    assert (evaluate(listed(Assembly(game).decks), piece.get) == "true") is seen


@pytest.mark.parametrize(("name", "texts"), [("mlb", 0), ("nr", 1)])
def test_no_text_of_the_map_names_what_lies_face_down_on_it(name: str, texts: int) -> None:
    """No Retreat!'s cards lie in a window of their own."""
    assert sum(1 for _ in parts(read_once(name), c.TextSaver)) == texts


def test_what_lies_in_a_private_box_has_no_button(game: Game) -> None:
    root = Assembly(game).module({}, {}).root
    names = {part.name for part in root.walk() if isinstance(part, c.GlobalProperty)}
    assert "State-score" in names
    assert "State-wind" not in names


@pytest.mark.parametrize(("value", "row"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 2), (4, 2)])
def test_rows_of_a_chart(value: int, row: int) -> None:
    assert row_of(("0", "1-2", "3+"), value) == row


def test_no_row_holds_a_value_that_no_heading_names() -> None:
    assert row_of(("5", "6", "clear"), 4) is None


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (('into = "pile"', 'into = "pole"'), r"game\.toml:\d+: There is no deck 'pole'.*'pile'"),
        (
            ('into = "pile"', 'into = "heap"'),
            r"game\.toml:\d+: 'heap' is shuffled into itself",
        ),
        (('{ red = "red-hand" }', '{ blue = "red-hand" }'), r"'blue' draws into 'red-hand', which"),
        (('out = "gone"', 'out = "pile"'), r"leave come back: 'pile' is the deck for both"),
        (
            ('id = "winds"\nside', 'id = "breeze"\nside'),
            r"no box 'breeze' for this deck.*with the id 'breeze'",
        ),
        (('side = "red"\ntakes', 'side = "green"\ntakes'), r"There is no side 'green'"),
        (('takes = ["chit"]', 'takes = ["chip"]'), r"no type of counter 'chip'.*'chit'"),
        (('cards = ["late"]', 'cards = ["later"]'), r"no part of cards\.csv 'later'"),
        (('follows = "score"', 'follows = "scare"'), r"no count 'scare'.*'score'"),
        (('hands = { blue = "blue-cards" }', 'hands = { blue = "x" }'), r"no hand or box"),
        (('id = "late"\ncards', 'id = "pile"\ncards'), r"The deck 'pile' stands here a second"),
        (('takes = ["chit"]', 'returns = ["x"]'), r"There is no phase 'x'"),
        (("hand = 5", "hand = 0"), r"The window 'blue-cards' is empty"),
    ],
)
def test_mistakes_are_told(folder: Path, change: tuple[str, str], complaint: str) -> None:
    toml = folder / "game.toml"
    before = toml.read_text()
    assert change[0] in before
    toml.write_text(before.replace(*change, 1))
    try:
        with pytest.raises(ProblemsError) as error:
            assert Assembly(load_game(folder)).settings
    finally:
        toml.write_text(before)
    told = "\n".join(map(str, error.value.problems))
    assert re.search(complaint, told), told


def test_what_a_deck_tells_begins_with_one_star() -> None:
    """VASSAL puts the star before what a deck reports; one of our own would be the second."""
    pile = deck(
        "Discards", (), board="Cards", centre=(0, 0), size=(9, 9), reshuffle_into="Draw pile"
    )
    said = [pile.shuffle_format, pile.reshuffle_message]
    assert said == ["$playerName$ shuffles Discards", "$deckName$ goes back into Draw pile"]


def test_a_deck_is_filled_up_though_its_window_is_closed() -> None:
    """The button that draws stands in the hand's window, what fills the deck up in the deck's."""
    game = load_game("nr")
    parts = list(Assembly(game).module({}, {}).root.walk())
    (options,) = (part for part in parts if isinstance(part, c.GlobalOptions))
    (deck,) = (deck for deck in module_settings(game).deck if deck.keep)
    assert options.hot_keys_on_closed_windows == "Always"
    windows = [part for part in parts if isinstance(part, c.MapWindow | c.PlayerHand)]
    told = [w for w in windows if w.move_within_format]
    assert {"Main Map", "Cards"} <= {w.map_name for w in told}
    assert all(w.only_report_changed_location for w in told), "tidying a box is told as a move"
    presses, hears = (
        {
            w.map_name
            for w in windows
            for part in w.walk()
            if isinstance(part, c.DoActionButton)
            and str(check_key(deck)) in {str(key) for key in keys(part)}
        }
        for keys in (lambda part: part.hotkeys, lambda part: (part.hotkey,))
    )
    assert presses
    assert hears
    assert not presses & hears


def test_what_goes_into_decks_never_stacks() -> None:
    """VASSAL's undo of a move into a deck leaves a chit without its stack, and the undo of a move
    onto such a chit took it off the map."""
    game = load_game("mlb")
    stock = Assembly(game).stock
    taken = {kind for deck in module_settings(game).deck for kind in deck.takes}
    chits = [one for one in game.counters.values() if one.kind == "marker" and one.type in taken]
    assert chits
    for chit in chits:
        outermost = stock.pieces[chit.id].traits[0]
        assert isinstance(outermost, Immobile)
        assert (outermost.stacks, outermost.move) == (False, "N")


@pytest.mark.parametrize(
    ("language", "command", "told"),
    [("en", "Shuffle", "shuffles Discards"), ("es", "Barajar", "baraja Descartes")],
)
def test_decks_of_a_scenario_speak_the_modules_language(
    language: str, command: str, told: str
) -> None:
    """A save keeps each deck's menu, and those of No Retreat's Spanish module were English."""
    assembly = Assembly(translated(load_game("nr"), language), language)
    scenario = next(iter(assembly.game.scenarios.values()))
    saved = read_saved_game(BytesIO(assembly.save(scenario)), "s.vsav")
    decks = [line for line in saved.restore if re.match(r"\+/\d+/deck;", line) and told in line]
    assert decks
    for line in decks:
        assert command in line
        assert f"$playerName$ {told}" in line
