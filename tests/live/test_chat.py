"""Questions in the room's chat: who is answered, with what, how much."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from assistant.live.chat import LONGEST, MOST_LINES, Chat, Question, question_in, seen_by_all
from assistant.live.effects import Synced
from assistant.live.table import LiveStep
from assistant.questions.answers import is_supplied
from assistant.table import open_scenario
from builder.game.loader import load_game
from builder.vassal.sequence import ESC, TAB
from tests.live.recorded import DAGC, NR, Played, followed, player, wire
from tests.referee.playing import saved_text


@pytest.fixture(scope="module")
def dagc() -> Played:
    return followed("node-observer", DAGC, "Minsk 44")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("<Ana> - ?odds 3401", Question("odds", "3401", "en")),
        ("<Ana> - ?Help", Question("help", "", "en")),
        ("<Ana> - ?retirada 3501 DR", Question("retreat", "3501 DR", "es")),
        ("<Ana> - what ?odds 3401", None),
        ("<Ana> - ?format c:", None),
        ("- Kessel: ?odds 3401", None),
        ("* <Ana> moves", None),
    ],
)
def test_what_is_a_question(line: str, asked: Question | None) -> None:
    assert question_in(line) == asked


@pytest.mark.parametrize(("game", "scenario"), [("saltmarsh", "last-gate"), ("dagc", "historical")])
def test_supply_of_the_whole_map_names_those_that_lack_it_alone(
    game: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a game has no lines of supply, and all are in it without a way."""
    lying = open_scenario(game, scenario)
    monkeypatch.setattr("assistant.live.chat.seen_by_all", lambda table: lying.position)
    record = SimpleNamespace(game=lying.game, position=lambda step, viewer: lying.position)
    table = SimpleNamespace(record=record, side="")
    lines = Chat(table, lambda line: None, lambda: 0.0).answer(Question("supply", "", "en"))
    lacking = [unit for unit in lying.supply().units if not is_supplied(unit)]
    assert len(lines) == len(lying.game.sides) + len(lacking)


@pytest.mark.parametrize(
    ("game", "scenario", "asked", "said"),
    [
        (
            "uis",
            "inner-german-border",
            ("odds", "C3904"),
            "Ninguna unidad de combate podría combatir aquí",
        ),
        ("mlb", "campaign", ("retreat", "Belaya Tserkov R"), "No hay unidades en 2418"),
        ("saltmarsh", "last-gate", ("retreat", "Puerto Sall Dr"), "1211 Dr: se retira"),
        ("saltmarsh", "last-gate", ("retreat", "1211"), "1211 Dr: se retira"),
    ],
)
def test_answers_in_spanish(
    game: str, scenario: str, asked: tuple[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rules of a game refuse too; and a hex by a name of two words."""
    lying = open_scenario(game, scenario)
    monkeypatch.setattr("assistant.live.chat.seen_by_all", lambda table: lying.position)
    record = SimpleNamespace(game=lying.game, position=lambda step, viewer: lying.position)
    table = SimpleNamespace(record=record, side="")
    lines = Chat(table, lambda line: None, lambda: 0.0).answer(Question(*asked, "es"))
    assert said in lines[0]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        (Question("odds", "3900", "en"), "Units that not everybody may see are left out: 3800."),
        (Question("supply", "3400", "es"), "Faltan unidades que no todos pueden ver: 3400."),
        (Question("retreat", "3500 DR", "en"), "3500 DR: retreat"),
    ],
)
def test_units_under_others_are_told_to_be_left_out(asked: Question, first: str) -> None:
    """In *Army Group Center* the German sees the top of Soviet stacks; a hex without one is told
    as it is."""
    lying = open_scenario("dagc", "historical")
    record = SimpleNamespace(game=lying.game, position=lambda step, viewer: lying.position)
    table = SimpleNamespace(record=record, source=SimpleNamespace(rules=lying.rules), side="")
    assert Chat(table, lambda line: None, lambda: 0.0).answer(asked)[0] == first


def chat(playing: Played) -> Chat:
    return Chat(playing.game.table, lambda line: None, lambda: 0.0)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("supply", ""), "Soviet"),
        (("odds", "3900"), "3900"),
        (("retreat", "3900 DR"), "3900 DR"),
        (("moves", "5th Army"), "5th Army"),
        (("help", ""), "?odds"),
        (("odds", "9999"), "9999"),
        (("moves", "nobody"), "nobody"),
        (("odds", ""), "hex"),
        (("retreat", ""), "hex"),
    ],
)
def test_answers_are_short(dagc: Played, words: tuple[str, str], part: str) -> None:
    lines = chat(dagc).answer(Question(*words, "en"))
    assert 1 <= len(lines) <= MOST_LINES
    assert all(len(line) <= LONGEST for line in lines)
    assert part in " ".join(lines)


def test_differences_have_minus_signs(dagc: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = chat(dagc)
    monkeypatch.setattr(asked, "_lines", lambda _: iter(["11.8 Differential 2 - 5 = -3."]))
    assert asked.answer(Question("odds", "3401", "en")) == ["11.8 Differential 2 − 5 = −3."]


def test_who_asks_in_spanish_is_answered_in_spanish(dagc: Played) -> None:
    (line,) = chat(dagc).answer(Question("odds", "9999", "es"))
    assert "no es un hexágono" in line


@pytest.mark.parametrize(
    ("words", "language", "part"),
    [
        ("Guards Army", "en", "11th Guards Army (3501)"),
        ("6th Gruads Army", "en", "Did you mean '6th Guards Army'?"),
        ("Guards Army", "es", "de la Guardia ("),
        ("nobody", "en", "Write one of the "),
        ("31st Army", "en", "not among the units that every seat sees"),
        ("31st Army", "es", "las unidades que ven todos los asientos"),
    ],
)
def test_units_are_told_by_name(dagc: Played, words: str, language: str, part: str) -> None:
    (line,) = chat(dagc).answer(Question("moves", words, language))
    assert part in line
    assert "soviet-" not in line


def test_an_unexpected_error_is_told_by_its_class(
    dagc: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("axis-hand")

    monkeypatch.setattr("assistant.live.chat.door_of", broken)
    for language, told in (("en", "No answer can be given"), ("es", "No se puede dar")):
        (line,) = chat(dagc).answer(Question("supply", "", language))
        assert line.startswith(told)
        assert line.endswith("(ZeroDivisionError).")


def test_one_answer_a_second(dagc: Played) -> None:
    said: list[Sequence[str]] = []
    now = [0.0]
    talk = Chat(dagc.game.table, said.append, lambda: now[0])
    asked = LiveStep(1, 1, chat=("<Ana> - ?help",))
    for moment, answers in ((0.0, 1), (0.5, 1), (0.9, 1), (1.0, 2)):
        now[0] = moment
        talk.heard(asked)
        assert len(said) == answers


def test_another_players_question_waits_its_turn(dagc: Played) -> None:
    said: list[Sequence[str]] = []
    waited: list[float] = []
    talk = Chat(dagc.game.table, said.append, lambda: 5.0 + sum(waited), pause=waited.append)
    for name in ("Ana", "Bruno", "Bruno"):
        talk.heard(LiveStep(1, 1, chat=(f"<{name}> - ?help",)))
    assert len(said) == 2
    assert waited == [0.0, 1.0]


def test_the_answer_goes_to_the_room_and_nowhere_else() -> None:
    playing = player(DAGC, "Minsk 44")
    playing.game.chat = Chat(
        playing.game.table, lambda line: playing.game.say(line, 0.0), lambda: 0.0
    )
    playing.do(playing.follower.opened(0.0))
    for line in wire("node-observer")[:10]:
        if not line.ours:
            playing.line(line.text)
    playing.take()
    playing.line("CHAT&lt;Ana&gt; - ?help")
    (sent,) = playing.take()
    assert sent.startswith(f"FWD\t{DAGC}/Minsk 44/~observer-1\tCHAT- &#63;odds")


@pytest.mark.parametrize("clocks", [False, True])
def test_a_line_is_no_step_where_the_game_shows_the_modules_hidden_clocks(clocks: bool) -> None:
    """Also where nobody said beforehand which game is played."""
    playing = player(DAGC, "Minsk 44")
    text = saved_text(load_game("dagc"), "historical")
    hidden = f"{ESC}CLOCKCONTROL{TAB}false{TAB}true{ESC}end_save"
    text = text.replace(f"{ESC}end_save", hidden, 1) if clocks else text
    playing.do([Synced(text)])
    assert playing.game.machine.who.unlogged == clocks


def test_without_being_asked_for_nothing_is_said() -> None:
    playing = player(DAGC, "Minsk 44")
    playing.do(playing.follower.opened(0.0))
    for line in wire("node-observer")[:10]:
        if not line.ours:
            playing.line(line.text)
    playing.take()
    playing.line("CHAT&lt;Ana&gt; - ?help")
    assert playing.take() == []


def test_nothing_is_told_that_a_seat_may_not_see() -> None:
    playing = followed("node-two-players", NR, "Kharkov")
    assert playing.game.table.record is not None
    whole = playing.game.table.record.position(None, "axis")
    told = seen_by_all(playing.game.table)
    assert told.viewer == ""
    assert set(told.by_id) <= set(whole.by_id)
    lines = [
        line
        for what in ("supply", "odds", "moves", "retreat")
        for line in chat(playing).answer(Question(what, "Surprise Attack", "en"))
    ]
    assert not any("axis-hand" in line for line in lines)
