"""Player ids are passwords: they are in no text, error or repr that leaves the reader."""

import copy
import json
import pickle
from pathlib import Path

import pytest

from assistant.report.show import show, show_json, show_text
from builder.vassal import commands as c
from builder.vassal.answers import Answers, Viewer
from builder.vassal.as_seen import AsSeen
from builder.vassal.blanked import Blanks
from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import Group, leaves, write_tree
from builder.vassal.diff import changes
from builder.vassal.grids import Zone, Zones
from builder.vassal.growing import GrowingReplay
from builder.vassal.ids import Ids
from builder.vassal.locations import BoardShape, Locator, MapShape, ModuleShape
from builder.vassal.modules_texts import ModulesTexts
from builder.vassal.replay import Replay
from builder.vassal.savedgame import SavedGame, parse_saved_game, read_saved_game
from builder.vassal.secret import MASKED, Passwords, PlayerId
from builder.vassal.sequence import ESC, TAB, encode, join, join_nested, split_nested
from builder.vassal.snapshot import snapshot
from builder.vassal.table import Table
from builder.vassal.traits import (
    Attachment,
    BasicPiece,
    DynamicProperty,
    Hide,
    Label,
    Layer,
    Marker,
    Mask,
    Mat,
    MatCargo,
    PropertySheet,
    SendTo,
    Trail,
)
from builder.vassal.traits.values import PropertyCommand
from builder.vassal.write import NewPiece

DATA = Path(__file__).parents[1] / "data" / "vassal"
SECRET = "oracle"  # what the player of the samples chose; the name shown is Oracle


@pytest.mark.parametrize("file", ["start.vsav", "turn1.vlog", "r1.vlog"])
def test_nothing_that_is_shown_holds_a_player_id(file):
    game = read_saved_game(DATA / file)
    assert SECRET in game.text
    replay = Replay(game)
    state = replay.state()
    said = [repr(game), repr(state), repr(list(state.seats))]
    said += [repr(step) for step in replay.steps()]
    said += [repr(piece.traits) for piece in state.pieces.values()]
    said += [repr(read_command(leaf)) for leaf in leaves(game.tree)]
    shown = show(DATA / file, DATA / "sample.vmod", changes=True, viewer="Blue")
    said += [repr(shown), show_text(shown), json.dumps(show_json(shown))]
    assert not [text for text in said if SECRET in text]


def test_a_player_id_has_no_readable_form():
    id_ = PlayerId("secret")
    assert "secret" not in f"{id_}{id_!r}"
    assert id_ == PlayerId("secret")
    assert id_ != PlayerId("other")
    for store in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="password"):
            store(id_)


def test_a_masked_piece_cannot_be_followed_by_its_id():
    file, module = DATA / "turn1.vlog", DATA / "sample.vmod"
    state = Replay(read_saved_game(file)).state()
    masked = {piece.id for piece in state.pieces.values() if piece.masked_by}
    assert masked
    for viewer in (None, "Red"):
        text = json.dumps(show_json(show(file, module, viewer=viewer)))
        assert not [id_ for id_ in masked if id_ in text]
        assert "King" not in text
    ours = json.dumps(show_json(show(file, module, viewer="Blue")))
    assert [id_ for id_ in masked if id_ in ours]


@pytest.mark.parametrize(
    ("access", "owner", "side", "sees"),
    [
        ("player:", None, None, True),
        ("player:", "secret", "Blue", True),
        ("player:", "secret", "Red", False),
        ("player:", "Red", "Red", False),  # a password that is called like a side opens nothing
        ("side:", "Blue", "Blue", True),
        ("side:", "Blue", "Red", False),
        ("side:", "Blue", None, False),
        ("sides:Blue:Umpire", "Blue", "Umpire", True),
        ("sides:Blue:Umpire", "Blue", "Red", False),
        ("sides:Blue:Umpire", "Red", "Blue", False),
    ],
)
def test_who_sees_what_is_masked_or_hidden(access, owner, side, sees):
    table = Table()
    table.execute(c.Player(PlayerId("secret"), "Ann", "Blue"))
    by = None if owner is None else PlayerId(owner)
    traits = (
        Mask(access=access, masked_by=by),
        Hide(access=access, hidden_by=by),
        BasicPiece(name="Unit"),
    )
    table.execute(NewPiece(traits).placed("u", "Map", 1, 1))
    state = table.state()
    answers = Answers(state, Locator(None, state), Viewer(side))
    piece = state.pieces["u"]
    assert answers.is_masked(piece) != sees
    assert answers.is_invisible(piece) != sees
    assert answers.property(piece, "Obscured") == ("false" if sees else "true")
    assert answers.property(piece, "InvisibleToOthers") == ("false" if owner is None else "true")
    assert answers.owner(piece) in (None, "Blue")


@pytest.mark.parametrize(
    ("seats", "later", "sees"),
    [
        pytest.param(["secret Blue"], [], ["Blue"], id="alone"),
        pytest.param(["secret Blue", "other Blue"], [], [], id="with a team mate"),
        pytest.param(["secret Blue"], ["other Blue"], [], id="with one who comes later"),
        pytest.param(["other Blue", "-other", "secret Blue"], [], [], id="in the place of another"),
        pytest.param(["secret Blue", "other Red", "secret Red"], [], [], id="on the other side"),
        pytest.param(["secret Blue", "secret Red"], [], ["Red"], id="who changes to nobody's side"),
        pytest.param(["secret Blue"], ["secret Red", "other Red"], ["Blue"], id="before he does"),
        pytest.param(["secret Blue", "-secret"], [], [], id="retired"),
        pytest.param(["secret <observer>", "secret Blue", "other Red"], [], ["Blue"], id="watched"),
    ],
)
def test_what_a_player_hides_is_told_to_a_side_that_is_he_alone(
    tmp_path: Path, seats: list[str], later: list[str], sees: list[str]
) -> None:
    """VASSAL shows it to nobody else, whoever sits or sat beside him, before or after."""

    def sits(seat: str) -> str:
        if seat.startswith("-"):
            return c.PlayerLeaves(PlayerId(seat[1:])).text()
        id_, side = seat.split()
        return c.Player(PlayerId(id_), "Ann", side).text()

    traits = (
        Mask(access="player:", masked_by=PlayerId("secret")),
        Hide(access="player:", hidden_by=PlayerId("secret")),
        BasicPiece(name="Unit"),
    )
    new = NewPiece(traits).placed("u", "Map", 1, 1).text()
    restored = [c.BEGIN_SAVE, new, *map(sits, seats), c.END_SAVE]
    text = ESC.join([*restored, *(c.LOG + sits(seat) for seat in later)])
    live = GrowingReplay(SavedGame.of(None, ESC.join(restored)))
    for seat in later:
        live.add(sits(seat))
    for state in (Replay(SavedGame.of(None, text)).first, live.state(0)):
        piece = state.pieces["u"]
        for side in ("Blue", "Red"):
            answers = Answers(state, Locator(None, state), Viewer(side))
            assert answers.is_invisible(piece) == (side not in sees)
            assert answers.is_masked(piece) == (side not in sees)


@pytest.mark.parametrize("seen", [True, False])
def test_passwords_are_found_at_one_place_also_when_a_game_is_met_again(seen: bool) -> None:
    """A table keeps what it is given, and finds none by itself."""
    table = Table()
    sits = c.Player(PlayerId("a-secret"), "Ann", "Blue")
    for command in (sits, c.PlayerLeaves(PlayerId("b-secret"))):
        table.execute(command)
    assert table.passwords.players == 0
    live = GrowingReplay(SavedGame.of(None, ESC.join([c.BEGIN_SAVE, c.END_SAVE])))
    came = SavedGame.of(None, ESC.join([c.BEGIN_SAVE, sits.text(), c.END_SAVE]))
    live.meet(Replay(came).first, lambda *states: seen)
    assert live.state().passwords.told("a-secret, Ann") == f"{MASKED}, Ann"


def test_a_side_is_told_apart_from_a_password_of_the_same_letters():
    table = Table()
    table.execute(c.Player(PlayerId("Blue"), "Ann", "Red"))
    state = table.state()
    assert state.side_of(PlayerId("Blue")) == "Red"
    assert state.side_of(PlayerId("Blue"), "sides:Blue") == "Blue"
    assert state.side_of(PlayerId("other")) is None


@pytest.mark.parametrize(
    ("password", "text", "own", "told"),
    [
        ("correct-horse", "is it Correct-HORSE?", "", "is it •••?"),
        ("correct-horse", "my.correct-horsemen", "", "my.•••men"),
        ("istanbul", "İSTANBUL, ıstanbul", "", "•••, •••"),
        ("Straßenbahn", "STRASSENBAHN", "", "•••"),
        ("strassenbahn", "straßenbahn", "", "•••"),
        ("infantry", "Infantry, INFANTRY", "1st Infantry", "Infantry, •••"),
        ("zoe7", "ZOE7 and Zoe7s", "", "••• and Zoe7s"),
        ("move", "Move on", "Move", "Move on"),
        ("anna", "Anna and ANNA", "", "Anna and •••"),
        ("sheriff-fi9", "my sheri\ufb00-\ufb019!", "", "my •••!"),
        ("contrase\u00f1a", "CONTRASEN\u0303A", "", "•••"),
        ("contrasen\u0303a", "la contrase\u00f1a", "", "la •••"),
        ("Vi\u1ec7t-Nam", "vie\u0302\u0323t-nam, vi\u00ea\u0323t-nam", "", "•••, •••"),
        ("zoe7", "\uff3a\uff4f\uff45\uff17, zo\u00adE7", "", "•••, •••"),
        ("jose", "jos\u00e9, josefa, xjose", "", "jos\u00e9, josefa, xjose"),
        ("jos\u00e9", "Jose, Jose\u0301", "", "Jose, •••"),
        ("inde", "\ufb01nde", "", "\ufb01nde"),
        ("indigo-42", "\ufb01ndigo-42", "", "•••"),
        ("infantry", "\uff29nfantry, \uff29NFANTRY", "\uff29nfantry", "\uff29nfantry, •••"),
        ("correct-horse", "correct-horse-cart, no", "", "•••-cart, no"),
        ("zq7", "\uff5aq7", "", "•••"),
        ("1944", "\uff11944", "", "•••"),
        ("ana", "Ana", "", "Ana"),
        ("ana", " ana", "", " •••"),
        ("1944", "1944 and more", "", "1944 and more"),
    ],
)
def test_a_password_is_known_in_small_and_capital_letters(password, text, own, told):
    """But not in a name that is known, nor in words of the module's; a short one only as it is."""
    passwords = Passwords().and_of(PlayerId(password), "Anna").and_of(PlayerId("other"), password)
    assert passwords.told(text, own) == told


@pytest.mark.parametrize("word", ["correct-horse", "open/sesame"])
def test_what_is_said_is_kept_without_a_password_in_any_letters(word):
    blanks = Blanks()
    blanks.know([PlayerId(word)])
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in word)
    assert blanks.node(f"CHAT{wide}") == "CHATplayer-1"
    said = f"LOG\tCHAT<Ana> {word.upper()} or {word.title()}"
    assert blanks.node(said) == "LOG\tCHAT<Ana> player-1 or player-1"
    image = NewPiece([BasicPiece(image=f"{word.title()}.png", name="u")]).placed("u", "M", 1, 1)
    if "/" not in word:  # a module's own words are no secrets
        assert blanks.node(image.text()) == image.text()


def test_a_value_is_kept_without_a_password_in_any_letters_but_for_words_of_the_module():
    blanks = Blanks()
    blanks.know([PlayerId("hidden hill")])
    stack = c.AddPiece("s", "stack", "Hidden Hill;1;1;u").text()
    basic = BasicPiece(image="hidden Hill.png", name="u")
    piece = NewPiece((Label(label="HIDDEN HILL"), basic)).placed("u", "Hidden Hill", 1, 1).text()
    assert blanks.node(stack) == stack
    assert blanks.node(piece) == piece.replace("HIDDEN HILL", "player-1")
    value = "GlobalProperty\t;Gp;Hidden HILL;Module"
    assert blanks.node(value) == value.replace("Hidden HILL", "player-1")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("correct-horse", "player-1"), ("player-1", "correct-horse"), ("player-2", "player-1"),
        ("correct-horse", "Player-1"), ("correct-horse", "layer-1"), ("correct-horse", "player"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("at_once", [True, False])
def test_two_players_have_two_names_whatever_they_chose(first, second, at_once):
    """As `player-1`, by which one comes back to his seat of a blanked game."""
    ids = [PlayerId(first), PlayerId(second)]
    leaves_of = [c.Player(id_, "Ana", side).text() for id_, side in zip(ids, "RB", strict=True)]
    owned = [
        NewPiece([Hide(access="player:", hidden_by=id_), BasicPiece(name="u")]).placed(
            str(number), "M", 1, 1
        )
        for number, id_ in enumerate(ids)
    ]
    blanks = Blanks()
    if at_once:
        kept = blanks.node(Group((*leaves_of, *(one.text() for one in owned))))
    else:
        kept = Group(tuple(map(blanks.node, (*leaves_of, *(one.text() for one in owned)))))
    told = [read_command(leaf) for leaf in leaves(kept)]
    names = [one.id.reveal() for one in told if isinstance(one, c.Player)]
    assert len({*names}) == 2
    assert not {"correct-horse"} & {*names}
    types = [one for one in told if isinstance(one, c.AddPiece)]
    assert [split_nested(one.state)[0] for one in types] == names


@pytest.mark.parametrize("word", ["player-20261130", "player-1944", "-12345678", "layer-007"])
def test_what_is_only_like_the_name_of_a_seat_is_a_password(word):
    blanks = Blanks()
    kept = blanks.node(Group((c.Player(PlayerId(word), "Ana", "Red").text(), f"CHAT<Ana> {word}")))
    assert list(leaves(kept)) == ["PLAYER\tplayer-1\tAna\tRed", "CHAT<Ana> player-1"]


def test_an_absent_player_who_is_called_as_a_seat_is_no_secret():
    blanks = Blanks()
    seat = c.Player(PlayerId("correct-horse"), "Ana", "Red").text()
    blanks.know_words(["player-1", "battery-staple"], "CHATbattery-staple to player-1")
    assert list(leaves(blanks.node(Group((seat, "CHATbattery-staple to player-1"))))) == [
        "PLAYER\tplayer-1\tAna\tRed",
        "CHATplayer to player-1",
    ]


def test_a_number_that_is_a_password_leaves_the_numbers_of_pieces_alone():
    blanks = Blanks()
    blanks.know([PlayerId("10000000"), PlayerId("1000000000219")])
    deck = c.AddPiece("1000000000219", "deck", "Map;1;1;1000000000175;10000000").text()
    for leaf in (deck, "-/1000000000219", "D/1000000000219/Map;1;1;10000000;@@0/Map;1;1"):
        assert blanks.node(leaf) == leaf
    value = "GlobalProperty\t;Gp;by 10000000, 100000001;Module"
    assert blanks.node(value) == value.replace("10000000,", "player-1,")


@pytest.mark.parametrize(("clear", "kept"), [(True, "player-1"), (False, "Correct-Horse")])
def test_a_module_without_passwords_has_none_in_the_definitions_of_its_saves(clear, kept):
    blanks = Blanks(clear=clear)
    blanks.know([PlayerId("correct-horse")])
    piece = NewPiece([BasicPiece(name="of Correct-Horse")]).placed("u", "M", 1, 1).text()
    assert blanks.node(piece) == piece.replace("Correct-Horse", kept)


@pytest.mark.parametrize("word", ["Zq7", "correct-horse"])
@pytest.mark.parametrize(
    ("command", "kept", "steps"),
    [
        ("PLAYER\t{}\tCarl", "PLAYER\tplayer-1\tCarl", 0),
        ("PLAYER\t{}", "PLAYER\tplayer-1", 0),
        ("M/u/Map/none/1/null/Map/1/1/null/{}", "M/u", 0),
        ("M/u/Map/1/1/null/Map/1/null/{}", "M/u", 0),
        ("D/away/{0}\tMap;1;1;;0/{0}\tMap;2;2;;0", "D/away//", 1),
        ("D/stack-1/Map;1;1;u;@@0", "D/stack-1/Map;1;1;u;@@0", 1),
    ],
)
def test_a_damaged_command_is_kept_without_its_player(word, command, kept, steps):
    """And counts for a step as much as it did."""
    for leaf in (command.format(word), f"LOG\t{command.format(word)}"):
        text = ESC.join([c.BEGIN_SAVE, c.END_SAVE, leaf])
        assert Blanks().node(leaf) == leaf.replace(command.format(word), kept)
        blanked = write_tree(Blanks().node(parse_saved_game(text).tree))
        assert word not in blanked
        logged = steps if leaf.startswith("LOG") else 0
        assert [len(Replay(parse_saved_game(one))) for one in (text, blanked)] == [logged] * 2


def test_who_is_told_of_by_a_damaged_command_is_known() -> None:
    for leaf in ("PLAYER\tZq7\tCarl", "PLAYER\tZq7", "M/u/Map/none/1/null/Map/1/1/null/Zq7"):
        game = parse_saved_game(ESC.join([c.BEGIN_SAVE, leaf, c.END_SAVE]))
        assert game.passwords.told("Zq7") == MASKED


HIDES = Hide(access="side:", hidden_by=PlayerId("Soviet"))
SHOWN = HIDES.replace(hidden_by=None)
ONE, OTHER, MATE, OWN = "1000000000031", "1000000000032", "1000000000033", "1000000000034"
MAPS = ModuleShape(
    "Twins",
    (
        MapShape("Map", "Map0", (BoardShape("b", 99, 99, Zones((Zone("Sea", ()),))),)),
        MapShape("Hand", "Map1", sides=("Soviet",), visible_to_all=False),
    ),
)


def lies(id_, *traits, map_="Map", x=50, y=50, **old):
    """A piece where it lies, with what it notes of where it was."""
    basic = BasicPiece(name=id_, map=map_, x=x, y=y, properties=tuple(old.items()))
    every = (*traits, basic)
    types, states = ([getattr(it, f"{text}_text") for it in every] for text in ("type", "state"))
    return c.AddPiece(id_, join_nested(types), join_nested(states)).text()


def hidden(*ids):
    return [lies(id_, HIDES, x=90) for id_ in ids]


def moved(x, map_="Map"):
    """A move that nobody but its player saw, and after it the piece is shown."""
    shown = join_nested([SHOWN.state_text, "Map;70;70;;0"])
    was = join_nested([HIDES.state_text, "Map;70;70;;0"])
    yield c.MovePiece(ONE, "Map", 70, 70, None, map_, x, 40, None).text()
    yield c.AddPiece("88", "stack", f"Map;70;70;{ONE};@@-1").text()
    yield c.ChangePiece(ONE, shown, was).text()


TWINS = {
    "where it lay hidden": lambda v: [lies(ONE, HIDES, x=300 + v, y=40), *moved(300 + v)],
    "where it was in a hand": lambda v: [
        lies(ONE, HIDES, map_="Hand", x=300 + v, y=40),
        *moved(300 + v, "Hand"),
    ],
    "what it notes of it": lambda v: [
        lies(ONE, SHOWN, OldMap="Map", OldX=f"{300 + v}", UniqueID="1")
    ],
    "what it notes of a hand": lambda v: [lies(ONE, OldMap="Hand", OldX=f"{300 + v}")],
    "the mat on which it lay": lambda v: [lies(ONE, OldMat=f"{v}. Panzer", OldMatBasicName=f"{v}")],
    "its trail in a hand": lambda v: [
        lies(ONE, Trail(visible=True, start_map="Map1", points=((300 + v, 40),)))
    ],
    "a trail that is not drawn": lambda v: [
        lies(ONE, SHOWN, Trail(start_map="Map0", points=((300 + v, 40),)))
    ],
    "where a command sends it back": lambda v: [
        lies(ONE, SendTo(back_map="Hand", back_x=f"{300 + v}", back_y="40"))
    ],
    "where it goes back to": lambda v: [
        lies(ONE, SHOWN, SendTo(back_map="Map", back_x=f"{300 + v}", back_y="40"))
    ],
    "what lies on a mat": lambda v: [lies(OWN, Mat(cargo=((ONE, OTHER)[v],))), *hidden(ONE, OTHER)],
    "how much lies on a mat": lambda v: [
        lies(OWN, Mat(cargo=("s1", ONE)[:v])),
        lies("s1", HIDES),
        *hidden(ONE),
    ],
    "on which mat": lambda v: [lies(OWN, MatCargo(mat=(ONE, OTHER)[v])), *hidden(ONE, OTHER)],
    "what is attached": lambda v: [
        lies(OWN, Attachment(attached=(MATE, (ONE, OTHER)[v]))),
        lies(MATE),
        *hidden(ONE, OTHER),
    ],
    "an id in any state": lambda v: [
        lies(OWN, DynamicProperty(name="Carries", value=f"{(ONE, OTHER)[v]},2")),
        *hidden(ONE, OTHER),
    ],
    "an id in a value of the game": lambda v: [
        c.GlobalProperty("Leads", (ONE, OTHER)[v], "Module").text(),
        *hidden(ONE, OTHER),
    ],
    "what became of it before the log": lambda v: [
        *hidden(ONE),
        c.MovePiece(ONE, "Map", 300 + v, 60, None, "Map", 90, 50, None).text(),
    ],
    "a value of a window": lambda v: [
        c.GlobalProperty("Sum", f"{300 + v}", "Hand").text(),
        c.PropertyChange("Sum", "", f"{300 + v}", "Hand").text(),
        c.GlobalProperty("Sum", f"{300 + v}", "Hand:Zone").text(),
        c.GlobalProperty("Sum", f"{300 + v}", "A window of an extension").text(),
    ],
}


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS.keys())
def test_what_is_written_for_a_side_is_the_same_whatever_it_does_not_see(twins):
    games = [parse_saved_game(ESC.join([c.BEGIN_SAVE, *twins(v), c.END_SAVE])) for v in (0, 1)]
    states = [Replay(game).first for game in games]
    assert states[0] != states[1]
    texts = {
        snapshot(game, state, AsSeen(Answers(state, Locator(MAPS, state), Viewer("German"))))
        for game, state in zip(games, states, strict=True)
    }
    assert len(texts) == 1


OPEN = ["Points", "Ice", "Snow", "Rain"]


def test_a_value_of_a_private_window_is_told_to_its_sides_alone():
    before, after = (Table() for _ in range(2))
    after.execute(c.PropertyChange("Sum", "x", "q", "Hand"))
    for name, where in (("Points", "Map"), ("Ice", "Map:Sea"), ("Snow", "Sea"), ("Rain", "Module")):
        after.execute(c.PropertyChange(name, "1", "2", where))
    states = before.state(), after.state()
    for side, names in (("German", OPEN), ("Soviet", ["Sum", *OPEN])):
        assert [it.name for it in changes(*states, MAPS, Viewer(side))] == names


@pytest.mark.parametrize(
    "word", ["german-6", "germans", "german-6-infantry", "BattleCount", "6th Army"]
)
def test_what_a_module_says_stays_letter_for_letter_in_what_is_kept(word):
    """But not where its player stands, or in what somebody wrote; only what the save adds goes."""
    layer = Layer(images=("german-6-infantry.png",))
    said = "german-6-infantry", "BattleCount", "6th Army", "germans and germans"
    texts = [NewPiece([layer, BasicPiece(name="6th Army")]).placed("null", "M", 1, 1).text(), *said]
    known = [
        Marker(names=("Counter",), values=("german-6-infantry",)),
        DynamicProperty(name="BattleCount", value="german-6-infantry"),
        layer,
    ]
    basic = BasicPiece(image="german-6-infantry.png", name="6th Army")
    added = [Label(label=f"of {word}"), PropertySheet(definition="1Note", values=(word,))]
    piece = NewPiece([*known, *added, basic]).placed("u", "M", 1, 1).text()
    seat = c.Player(PlayerId(word), "Ana", "Red").text()
    others = ["GlobalProperty\t;BattleCount;6th Army;M", f"CHAT<Ana> {word}"]
    blanks = Blanks(texts=ModulesTexts(lambda: texts))
    (first, kept, value, chat) = leaves(blanks.node(Group((seat, piece, *others))))
    assert (first, chat) == ("PLAYER\tplayer-1\tAna\tRed", "CHAT<Ana> player-1")
    assert value == others[0]
    named = [
        *known,
        *(Label(label="of player-1"), PropertySheet(definition="1Note", values=("player-1",))),
    ]
    assert kept == NewPiece([*named, basic]).placed("u", "M", 1, 1).text()
    assert blanks.stays == (word != "germans")


def test_what_a_save_adds_to_a_word_of_the_module_is_blanked():
    blanks = Blanks(texts=ModulesTexts(lambda: ["german-6-infantry.png"]))
    blanks.know([PlayerId("german-6")])
    kept = DynamicProperty(name="Note", value="german-6-infantry.png")
    gone = DynamicProperty(name="Note", value="german-6 german-6-infantry.png")
    piece = NewPiece([kept, gone, BasicPiece(name="u")]).placed("u", "M", 1, 1).text()
    clear = piece.replace("german-6 german-6-", "player-1 player-1-")
    assert blanks.node(piece) == clear


@pytest.mark.parametrize("called", ["PlayerId", "playerId"])
@pytest.mark.parametrize("word", ["german-6-infantry", "german-6"])
def test_where_a_piece_takes_who_plays_a_word_of_the_module_is_a_password(word, called):
    """As where somebody claims a counter that says whose it is."""
    blanks = Blanks(texts=ModulesTexts(lambda: ["german-6-infantry", "german-6"]))
    blanks.know([PlayerId(word)])
    taken = PropertyCommand("Claim", None, f"P,${called}$")
    claim = DynamicProperty(name="Owner", value=word, commands=(taken,))
    kept = DynamicProperty(name="Counter", value="german-6-infantry")
    piece = NewPiece([claim, kept, BasicPiece(name="u")]).placed("u", "M", 1, 1).text()
    assert blanks.node(piece) == piece.replace(f"/{word}", "/player-1", 1)


@pytest.mark.parametrize("asked", ["PlayerId", "playerId"])
def test_where_a_value_says_who_plays_a_word_of_the_module_is_a_password(asked):
    """In a marker, and in a property that stays with its piece, but not in the others of it."""
    word = "german-6-infantry"
    blanks = Blanks(texts=ModulesTexts(lambda: [word]))
    blanks.know([PlayerId(word)])
    asks = f'{{{asked}=="{word}"}}'
    mine = Marker(names=("Mine",), values=(asks,))
    properties = ((asked, word), ("Mine", asks), ("Counter", word))
    basic = BasicPiece(name="u", properties=properties)
    piece = NewPiece([mine, basic]).placed("u", word, 1, 1).text()
    clear = piece.replace(word, "player-1", 1)
    for own in (f"{asked};", f'Mine;{{{asked}=="'):
        clear = clear.replace(f"{own}{word}", f"{own}player-1")
    assert clear.count("player-1") == 3
    assert blanks.node(piece) == clear


def test_a_short_password_within_a_word_of_its_piece_does_not_stay():
    blanks = Blanks()
    blanks.know([PlayerId("man-6")])
    own = Layer(images=("german-6-infantry.png",))
    piece, clear = (
        NewPiece([own, DynamicProperty(name="Note", value=value), BasicPiece(name="u")])
        .placed("u", "M", 1, 1)
        .text()
        for value in ("of man-6", "of player-1")
    )
    assert blanks.node(piece) == clear


@pytest.mark.parametrize("word", ["ab|verysecret", "a\tverysecret", "ab,cd;ef/gh|verysecret"])
def test_a_listed_player_whose_password_has_delimiters_is_one(word):
    """Of those who may unmask a player's pieces, and in the options of a mask."""
    mask = Mask(masked_by=PlayerId("Red"), access="side:", options=join(["", "1", word], "|"))
    piece = NewPiece([mask, BasicPiece(name="u")]).placed("u", "M", 1, 1).text()
    for leaf in (piece, f"UNMASK\t{encode(word, TAB)}"):
        assert [id_.reveal() for id_ in Ids().meet([leaf]).ids] == [word]
