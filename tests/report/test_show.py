"""`kessel show`: pieces by map, hex and stack, steps with chat and changes, each side's own view."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

from assistant.binding import open_record
from assistant.cli.app import app
from assistant.report.position_report import report
from assistant.report.show import _piece_text, place_said, show, show_json, show_text
from assistant.report.shown import (
    ShownPiece,
    by_name,
    groups_of,
    plain,
    shown_pieces,
    unsaid,
    untold,
)
from assistant.words.voice import general, voice, voices
from builder.adopt.stock import table_piece
from builder.game.loader import load_game
from builder.module.assembly import Assembly
from builder.saying import Saying
from builder.vassal.answers import Answers, Viewer
from builder.vassal.diff import Change
from builder.vassal.errors import VassalFileError
from builder.vassal.locations import Locator, MapShape, ModuleShape
from builder.vassal.opened import open_game
from builder.vassal.replay import Replay
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.sequence import join
from builder.vassal.state import GameState
from builder.vassal.traits import BasicPiece, CalculatedProperty, Deck, DynamicProperty
from builder.vassal.write import save_entries, write_save
from tests.extending import at, extension, table, window
from tests.games_read import read_once

DATA = Path(__file__).parents[1] / "data" / "vassal"
EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
LOG, MODULE = DATA / "turn1.vlog", DATA / "sample.vmod"


def test_the_end_of_a_log_as_text():
    text = show_text(show(LOG, MODULE))
    assert text.startswith(
        "Oracle Test · Turn 1 Red · Blue: Oracle · step 12 of 12 · seen by an observer\n"
    )
    assert "  0302         2nd Inf; \"odd\" \\ name/'x'\n" in text
    assert "               1st Inf (reduced) · moved\n" in text
    assert "  1005         ? · masked by Blue\n" in text
    assert "  Draw Deck    2 cards, face down\n" in text
    assert "  step 4       *** 2d6 = 6 *** <Oracle>\n" in text


def test_the_json_keeps_its_promise():
    document = show_json(show(LOG, MODULE, step=2))
    assert (document["module"], document["turn"], document["step"]) == ("Oracle Test", 1, 2)
    piece = next(it for it in document["pieces"] if it["name"] == "1st Inf (reduced)")
    assert piece == {
        "id": "1795163906435",
        "name": "1st Inf (reduced)",
        "map": "Main Map",
        "x": 192,
        "y": 320,
        "hex": "0405",
        "step": 2,
        "markers": ["moved"],
        "hidden": False,
        "properties": {"Side": "Blue", "Strength": "4-5", "Note": "a,b;c/d'e\\f"},
    }
    assert document["log"] == [{"step": 2, "chat": ["* 1st Inf (reduced) flips in 0405"]}]


def test_a_changing_property_that_a_trait_further_out_calculates_is_told_as_that_says():
    traits = (
        CalculatedProperty(name="Men", expression="{Squads*10}"),
        DynamicProperty(name="Men", value="1"),
        DynamicProperty(name="Squads", value="3"),
        BasicPiece(map="Main"),
    )
    piece = table_piece(traits)
    state = GameState(pieces={piece.id: piece}, order={piece.id: (0, 0)})
    (shown,) = shown_pieces(Answers(state, Locator(None, state), Viewer()), [piece.id]).values()
    assert dict(shown.properties) == {"Men": "30", "Squads": "3"}


def test_what_changed_in_words():
    told = {
        step.number: [change.text for change in step.changes]
        for step in show(LOG, MODULE, changes=True).steps
    }
    assert told[1][0] == "1st Inf moves from 0302 to 0405"
    assert told[2] == ["1st Inf is flipped to 1st Inf (reduced)"]
    assert told[8] == ["Red Guard appears at 0207"]
    assert told[9] == ["Red Guard is gone from 0207"]
    assert told[10] == ["? is drawn from Draw Deck to 1005"]
    assert told[11] == ["Red Guard is turned to 60°"]
    assert told[7] == ["the next phase of turn 1 begins"]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("* ~Dora joined the game as <b>German</b>.", "* Dora joined the game as German."),
        ("* ! Turn 2: Movement (Dora)", "* Turn 2: Movement (Dora)"),
        ("- `Loading", "- Loading"),
        ("- &#63;odds 3401 · &#63;help", "- ?odds 3401 · ?help"),
        ("*** 1d6: <b>6</b> (Bruno)", "*** 1d6: 6 (Bruno)"),
        ("<Ana> ~5 hexes!", "<Ana> ~5 hexes!"),
    ],
)
def test_the_sign_of_a_lines_colour_is_not_read(line: str, read: str) -> None:
    assert plain(line) == read


@pytest.mark.parametrize(
    ("kind", "template", "values", "told"),
    [
        (
            "property",
            "{piece}: {word} {before} to {after}",
            {"piece": "10th Infantry Corps", "word": "roll", "before": "nothing", "after": "5"},
            "10th Infantry Corps: Movement die nothing to 5",
        ),
        (
            "global",
            "{name} changes from {before} to {after}",
            {"name": "State-german-replacements", "before": "nothing", "after": "17"},
            "German replacements changes from nothing to 17",
        ),
        (
            "global",
            "{name} changes from {before} to {after}",
            {"name": "1d6_result", "before": "2", "after": "3"},
            "1d6_result changes from 2 to 3",
        ),
    ],
)
def test_what_is_kept_is_told_by_its_name(kind, template, values, told):
    change = Change(kind, "1", "", "", "", Saying(template, **values))
    assert str(by_name(read_once("dagc"), change).text) == told
    assert by_name(None, change) is change


def test_the_owner_sees_what_others_do_not():
    theirs = show_text(show(LOG, MODULE, viewer="Red"))
    ours = show_text(show(LOG, MODULE, viewer="Blue"))
    assert "masked by Blue" in theirs
    assert "Ace" not in theirs
    assert "  1005         Ace · hidden from others" in ours


def test_an_invisible_piece_is_not_there_for_others():
    file = DATA / "r1.vlog"

    def pieces(viewer):
        shown = show(file, MODULE, viewer=viewer)
        return sum(group.size for group in shown.groups if not group.deck)

    assert pieces("Blue") == 9
    assert pieces("Red") == 7


def test_without_the_module_there_are_pixels_and_a_note(tmp_path):
    lone = tmp_path / "lone.vsav"
    shutil.copy(DATA / "start.vsav", lone)
    shown = show(lone)
    assert "was not found" in shown.notes[0]
    document = show_json(shown)
    assert {piece["hex"] for piece in document["pieces"]} == {None}
    assert "  (138, 102)   2nd Inf" in show_text(shown)


def test_the_module_beside_the_save_is_found(tmp_path):
    shutil.copy(DATA / "start.vsav", tmp_path)
    shutil.copy(MODULE, tmp_path / "some other name.vmod")
    assert show_json(show(tmp_path / "start.vsav"))["pieces"][0]["hex"] is not None


def test_another_module_is_used_but_noted():
    (note,) = show(EVENING, MODULE).notes
    assert note.endswith("not to 'Oracle Test'.")


def test_pieces_on_a_map_that_the_module_does_not_have_are_counted(tmp_path):
    other = tmp_path / "other.vmod"
    with ZipFile(MODULE) as old, ZipFile(other, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'mapName="Main Map"', b'mapName="Front"'))
    shown = show(LOG, other)
    assert any("pieces lie on Main Map, which the module" in str(note) for note in shown.notes)
    assert not any("which the module" in str(note) for note in show(LOG, MODULE).notes)


OURS = b'VASSAL.build.module.PrivateMap side="Blue"'


@pytest.mark.parametrize(
    ("left", "map_", "told"),
    [
        (None, b"VASSAL.build.module.Map", {None, "Red", "Blue"}),
        (b"/etc/passwd", b"VASSAL.build.module.Map", {None, "Red", "Blue"}),
        (None, OURS, {"Blue"}),  # what lies on it is nobody else's to know
    ],
    ids=["gone", "damaged", "private"],
)
def test_a_board_without_its_picture_is_told(left, map_, told, tmp_path):
    other = tmp_path / "other.vmod"
    with ZipFile(MODULE) as old, ZipFile(other, "w") as new:
        for name in old.namelist():
            data = left if name.startswith("images/") else old.read(name)
            if data is not None:
                data = data.replace(b"<VASSAL.build.module.Map ", b"<" + map_ + b" ")
                end = b"</" + map_.partition(b" ")[0] + b">"
                new.writestr(name, data.replace(b"</VASSAL.build.module.Map>", end))
    for viewer in (None, "Red", "Blue"):
        notes = show(LOG, other, viewer=viewer).notes
        assert any("no whole picture of" in str(note) for note in notes) == (viewer in told)
    assert not any("no whole picture of" in str(note) for note in show(LOG, MODULE).notes)


def test_a_deck_counts_its_cards_for_the_pieces_of_its_map():
    game = open_game(LOG, MODULE)
    state = game.replay.state(0)
    answers = game.answers(state, Viewer())
    deck = next(group for group in state.groups.values() if group.kind == "deck")
    piece = next(it for it in state.pieces.values() if state.place(it.id).map == deck.map)
    assert answers.property(piece, "Draw Deck_numPieces") == str(len(deck.members))
    assert answers.property(piece, "No such deck_numPieces") is None


def test_a_log_that_was_cut_off_says_so(tmp_path):
    file = tmp_path / "cut.vlog"
    game = read_saved_game(EVENING)
    cut = replace(game, parted=(*game.parted[:-1], ""))
    write_save(file, save_entries(cut.written(), cut.module, cut.save))
    sentence = "The log was cut off between two steps: later steps are missing."
    assert f"\n{sentence}\n" in show_text(show(file, MODULE))
    assert sentence in show_json(show(file, MODULE))["note"]
    position = open_record(file).position()
    assert position.unknown == (sentence,)
    assert sentence in [str(part) for part in report(general("en"), position)]


def test_a_side_that_nobody_plays_is_refused():
    with pytest.raises(VassalFileError, match="nobody plays 'Blau': write one of Blue, Red"):
        show(LOG, MODULE, viewer="Blau")


@pytest.mark.parametrize("asked", ["german", "GERMAN", "alemán"])
def test_any_side_of_our_games_may_look_before_somebody_plays_it(asked):
    shown = show(EVENING, viewer=asked)
    assert [side for _, side in shown.players] == ["Soviet"]
    assert shown.viewer == "German"


@pytest.mark.parametrize("name", ["Battle", "BattleRole", "BattleFought", "Sent", "LaidFrom"])
def test_what_the_module_keeps_for_itself_is_not_told_beside_the_chat(name):
    kept = Change("property", "1", "3rd Corps", "", "x", f"3rd Corps: {name} nothing to x")
    other = Change("property", "1", "3rd Corps", "", "4", "3rd Corps: Roll nothing to 4")
    assert list(untold(["* 3rd Corps is eliminated"], [kept, other])) == [other]
    assert list(untold([], [kept])) == [kept]
    for chat in ([], ["* Turn 3: Movement (Ana)"]):
        assert list(untold(chat, [ALONG, NEXT])) == [NEXT]


def changed(kind, text, before="", after="", name="3rd Corps"):
    return Change(kind, "1" if name == "3rd Corps" else "", name, before, after, text)


MOVED = changed("moved", "3rd Corps moves", "3500", "Eliminated units")
MARKED = changed("marked", "3rd Corps is marked as moved", "False", "True")
NEXT = changed(
    "turn", "the next phase of turn 3 begins", "0|2;0;false;-1", "0|3;0;false;-1", "Turn"
)
ALONG = changed("moved", "Turn moves", "Turn 2", "Turn 3", "Turn")
FLIPPED = changed("layer", "3rd Corps is flipped", "1", "2")
ACTIVE = Change("global", "", "State-active", "", "Soviet",
    Saying("{name} changes from {before} to {after}", name="State-active", before="nothing", after="Soviet"),
)  # fmt: skip
UNITS = [MOVED, MARKED]
OFF = [Change("marked", str(n), f"{n}th Corps", "True", "False", "off") for n in range(5)]
OFF_AT_ONCE = replace(OFF[0], text="5 pieces are no longer marked as moved")


@pytest.mark.parametrize(
    ("line", "changes", "left"),
    [
        ("* 3rd Corps is eliminated: 3500 → Eliminated units (1 there) *", UNITS, []),
        ("* 3rd Corps se elimina: 3500 → Unidades eliminadas, allí hay 1 (Ana) *", UNITS, []),
        ("* 2nd Corps, 3rd Corps moves 3500 → Eliminated units *", UNITS, []),
        ("* UNDO: * 3rd Corps moves Eliminated units → 3500 *", UNITS, []),
        ("* UNDO: * 3rd Corps moves 3500 → Eliminated units *", UNITS, UNITS),
        ("* 2nd Corps, 3rd Corps: 3500 → Eliminated units (Ana) *", UNITS, []),
        ("* 33rd Corps: 3500 → Eliminated units (Ana) *", UNITS, UNITS),
        ("* 3rd Corps moves 3500 → 3501 *", UNITS, UNITS),
        ("<Ana> - 3rd Corps moves 3500 → Eliminated units", UNITS, UNITS),
        ("* 3500: 3rd Corps (full) is now 3rd Corps *", [FLIPPED], []),
        ("* 3500: 3rd Corps (full) is now 3rd Corps (Ana) *", [FLIPPED], []),
        ("* 3rd Corps moves 3500 → 3501 *", [FLIPPED], [FLIPPED]),
        ("* Turno 3: Movimiento (Ana)", [ALONG, NEXT], []),
        ("* Turn 13: Movement (Ana)", [ALONG, NEXT], [NEXT]),
        ("", [ALONG, NEXT], [NEXT]),
        ("", [ALONG], [ALONG]),
        ("* Taken off: moved mark", OFF[:3], OFF[:3]),
        ("* Taken off: moved mark", [*OFF, FLIPPED], [OFF_AT_ONCE, FLIPPED]),
        ("* Bando activo: Soviético (Ana)", [ACTIVE], []),
        ("* Active side: Soviet (Ana)", [ACTIVE], []),
    ],
)
def test_what_the_chat_tells_is_told_once(line, changes, left):
    assert list(unsaid(voices(read_once("mlb")), [line][: len(line)], changes)) == left


def test_a_state_that_the_chat_does_not_tell_has_its_name():
    says = voices(read_once("mlb"))
    (told,) = unsaid(says, ["*** 1d6: 3 (Ana)"], [ACTIVE])
    assert [say(told.text) for say in says] == [
        "Active changes from nothing to Soviet",
        "Bando activo cambia de nada a Soviético",
    ]


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("Soviet reinforcements", "Refuerzos soviéticos"),
        ("Chit cup", "Copa de chits"),
        ("Chosen, kept in hand", "Elegidos y guardados en mano"),
        ("Soviet victory points 12", "Puntos de victoria soviéticos 12"),
        ("Eliminated units", "Unidades eliminadas"),
        ("off the hexes", "fuera de los hexágonos"),
        ("offboard", "fuera del tablero"),
        ("0302", "0302"),
        (" 7", " 7"),
    ],
)
def test_places_and_decks_are_read_in_spanish(english, spanish):
    assert place_said(voice(read_once("mlb"), "es"), english) == spanish
    assert place_said(general("en"), english) == english


def test_a_deck_that_ends_in_a_number_is_no_space_of_a_track():
    """The Spanish show told the box "Cartas de 1945" as "Cards of 1945"."""
    assert place_said(voice(read_once("nr"), "es"), "Cards of 1945") == "Cartas de 1945"


@pytest.mark.parametrize(
    ("role", "english", "spanish"),
    [
        ("attack", "A · attacks in battle 3", "A · ataca en el combate 3"),
        ("defence", "A · defends in battle 3", "A · defiende en el combate 3"),
        ("", "A", "A"),
    ],
)
def test_a_declared_battle_is_told_as_the_badge_on_the_unit_says(role, english, spanish):
    kept = (("Battle", "3"), ("BattleRole", role))
    piece = ShownPiece("1", "A", "Map", 0, 0, "0101", None, (), False, None, kept)
    assert _piece_text(general("en"), piece) == english
    assert _piece_text(general("es"), piece) == spanish


def test_chat_loses_its_formatting_and_nothing_else():
    assert plain("* <b>1st</b> &lt;Ann&gt; rolls <Ann><br/>") == "* 1st <Ann> rolls <Ann>"


def test_a_name_cannot_steer_the_terminal(tmp_path):
    from builder.vassal.buildfile.metadata import Metadata
    from builder.vassal.traits import BasicPiece
    from builder.vassal.write import NewPiece, SaveBuilder

    builder = SaveBuilder(Metadata("M", "1", "3.7"))
    builder.add_loose("Map", 1, 2, NewPiece((BasicPiece(name="a\x1b[2Jb\u202e"),)))
    builder.write(tmp_path / "x.vsav")
    text = show_text(show(tmp_path / "x.vsav"))
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_save_of_our_own_game_has_its_hexes_before_anybody_builds_the_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("builder.vassal.opened.find_module", lambda file, name: None)
    shown = show(EVENING)
    at = {piece.name: piece.hex for group in shown.groups for piece in group.pieces}
    assert at["5th Guards Tank Army"] == "3601"
    assert shown.notes == ()


def test_counters_in_a_cup_are_no_cards_and_marks_on_charts_are_not_told(tmp_path):
    save = tmp_path / "set-up.vsav"
    game = load_game("mlb")
    save.write_bytes(Assembly(game).save(game.scenarios["campaign"]))
    told = show_text(show(save), "es")
    assert "  Pool del poder aéreo 4 fichas, boca abajo\n" in told
    assert not re.search("Fila marcada|Marked row", told)


def test_a_spanish_reader_reads_the_names_of_our_games_in_spanish():
    shown = replace(show(EVENING), turn_text="Turn 1: Soviet post-movement combat")
    text = show_text(shown, "es")
    phase = "Combate soviético posterior al movimiento"
    assert text.startswith(
        f"La destrucción del Grupo de Ejércitos Centro · Turno 1: {phase} · Soviético: "
    )
    assert "\nMapa principal\n" in text
    assert "11.º Ejército de la Guardia · movida\n" in text
    assert " 39.º Cuerpo Panzer (cara reducida)\n" in text


OPEN = {
    "the top one": ({}, ["c3"]),
    "as many as a stack viewer shows": ({"shown": 2}, ["c3", "c2"]),
    "whoever may choose": ({"allow_select_draw": True}, ["c3", "c2", "c1"]),
    "who may lay them out": ({"global_commands": ("Lay out|57348,0,LayOut-pile|",)}, ["c3", "c2", "c1"]),
    "who may not open the deck": (
        {"allow_select_draw": True, "restrict_access": True, "owners": ("Red",)}, ["c3"]),
    "a face-down deck": ({"face_down": True, "shown": 2}, []),
}  # fmt: skip


@pytest.mark.parametrize("case", OPEN)
def test_of_an_open_deck_is_told_what_vassal_lets_a_player_see(case, tmp_path):
    told, expected = OPEN[case]
    told = dict(told)
    shown, cards = told.pop("shown", 1), ["c1", "c2", "c3"]
    deck = Deck(
        name="Pile", **{"allow_select_draw": False, **told}, map="Main Map", x=9, y=9,
        cards=tuple(cards),
    )  # fmt: skip
    pieces = ["+/" + join([card, f"piece;;;;{card}", "Main Map;9;9;;0"], "/") for card in cards]
    pile = "+/" + join(["d", deck.ID + deck.encode_type(), deck.encode_state()], "/")
    text = "\x1b".join(["begin_save", *pieces, pile, "end_save"])
    state = Replay(parse_saved_game(text)).first
    shape = ModuleShape(maps=(MapShape("Main Map", "Map0", from_decks=shown),))
    answers = Answers(state, Locator(shape, state), Viewer("Blue"))
    (group,) = groups_of(answers)
    assert [piece.name for piece in group.pieces] == expected
    assert group.size == 3
    assert set(shown_pieces(answers, cards)) == set(expected)
    covered = set(cards) - set(expected)
    assert {card for card in cards if answers.open_name(state.pieces[card]) == "?"} == covered


def test_an_extension_is_named_on_the_command_line(tmp_path: Path) -> None:
    piece = "+/77/piece;;;;Far Guard/Annex;100;100;abc:1;0"
    module, save, _ = table(tmp_path / "t", ["a 1.2"], piece)
    file = extension(tmp_path / "a.vmdx", at("", window("Annex", board="Ground")))
    told = CliRunner().invoke(
        app, ["show", str(save), "--module", str(module), "--extension", str(file), "--json"]
    )
    document = json.loads(told.stdout)
    assert "note" not in document
    assert [p["hex"] for p in document["pieces"] if p["map"] == "Annex"] == ["0302"]
    told = CliRunner().invoke(app, ["show", str(save), "--module", str(module), "--language", "es"])
    assert "La partida se guardó con la extensión 'a' 1.2, que no está ahí" in told.stdout
