"""Battles declared while Kessel watches: odds at once, the die with its result and retreats, in the
chat and on the page; and answers that hold nobody up."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

from assistant.binding import bound_game
from assistant.board.app import events_of
from assistant.board.changed import Change
from assistant.board.session import Session
from assistant.live.battles import BattleNews, Battles
from assistant.live.beside import MOST, Beside
from assistant.live.chat import BETWEEN, Chat, battle_lines
from assistant.live.page import Page
from assistant.live.table import LiveStep, LiveTable
from assistant.live.telling import JsonTelling, Telling, step_json
from assistant.live.who import Company
from assistant.position import Declared
from assistant.questions.declared import newly, result_of
from assistant.table import door_of
from assistant.words.voice import InEach, general, voice
from builder.game.loader import load_game
from builder.saying import Saying
from builder.vassal.diff import Change as Changed
from tests.bench._whole_position import at_set_up
from tests.in_a_loop import in_a_loop
from tests.live.recorded import DAGC, NR, Played, followed
from tests.referee.conftest import text_of


@pytest.fixture(scope="module")
def dagc() -> Played:
    return followed("node-battle-dagc", DAGC, "Minsk 44")


def told(playing: Played, language: str = "en", die: int | None = None) -> list[str]:
    """What the room is told, with another die than was recorded if one is given."""
    said: list[Sequence[str]] = []
    talk = Chat(playing.game.table, said.append, lambda: 0.0, language, lambda seconds: None)
    for step in playing.heard.steps:
        step = replace(step, breaches=())
        if die is not None:
            lines = (line[:-1] + str(die) if "): " in line else line for line in step.chat)
            step = replace(step, chat=tuple(lines))
        if talk.wants(step):
            talk.heard(step)
    return [line for lines in said for line in lines]


def test_odds_at_the_declaration_and_result_at_the_die(dagc: Played) -> None:
    declared, who, die, *retreats = told(dagc)
    assert declared == "Battle 1, 3500: 25 : 5, ≥ +8; DE 50% · DR 33% · BB 17%"
    assert who.startswith("5th Army, ")
    assert who.endswith(" > 6th Infantry Corps")
    assert die == "Battle 1: die 1, BB"
    assert retreats


def test_who_must_retreat_learns_where_to() -> None:
    playing = followed("node-battle-dagc", DAGC, "Minsk 44")
    results = {die: told(playing, die=die)[2:] for die in range(1, 7)}
    (retreat,) = {tuple(lines[1:]) for lines in results.values() if lines[0].endswith(", DR")}
    assert retreat[0].startswith("3500 DR: ")
    assert retreat[1].startswith("6th Infantry Corps: 3501")


def test_in_spanish(dagc: Played) -> None:
    lines = told(dagc, "es")
    assert lines[0].startswith("Combate 1, 3500: ")
    assert lines[2] == "Combate 1: dado 1, BB"


def test_another_game() -> None:
    assert told(followed("node-battle-nr", NR, "Minsk 44")) == [
        "Battle 1, 0910: 4 : 4, 1:2; EX 33% · CB 17% · CA 33% · no effect 17%",
        "9th Army > West Front",
        "No answer in the phase Axis cards. This is the answer in the phase Axis combat.",
        "Battle 1: die 4, CB",
    ]


def test_of_a_unit_that_a_result_destroys_no_ways_are_told() -> None:
    position = replace(at_set_up(load_game("nr"), "campaign"), phase="axis-combat")
    door = door_of(position)
    odds = door.odds("0910")
    retreats = door.retreats("0910", "DD", odds.attackers)
    (unit,) = retreats.units
    assert unit.options
    assert unit.outcome == "eliminated"
    battle = Declared(1, odds.attackers, odds.defenders)
    news = BattleNews(position, battle, odds, "", (6,), "DD", (retreats,))
    assert list(battle_lines(voice(position.game, "en"), news))[2].endswith(": eliminated")


def of_kursk(
    hex_: str, die: int = 0, language: str = "en", without: tuple[str, ...] = ()
) -> list[str]:
    """What the room reads of the best attack on a hex at the set-up of July, and of its die."""
    position = replace(at_set_up(load_game("kursk"), "july"), phase="german-first-combat")
    position = position.with_units(one for one in position.units if one.id not in without)
    door = door_of(position)
    odds = door.odds(hex_)
    battle = Declared(1, odds.attackers, odds.defenders)
    result = result_of(odds, (die,)) if die else ""
    retreats = (door.retreats(hex_, result, odds.attackers),) if result else ()
    dice = (die,) if die else ()
    news = BattleNews(position, battle, odds, "", dice, result, retreats)
    return list(battle_lines(voice(position.game, language), news))


def test_a_result_that_ends_in_a_dash_is_no_minus_sign() -> None:
    (promised, _) = of_kursk("1621")
    assert promised.endswith("2/1 17% · 2M-: 17% · 3/-: 17%")


def test_where_the_loss_depends_on_the_way_each_loss_names_its_hexes() -> None:
    assert of_kursk("3422", 5)[2] == (
        "29: 3122, 3123, 3320, 3124, 3224, 3325 · 3221, 3222, 3321, 3223, 3324 (1 step lost)"
        " · 3322, 3323 (2 steps lost) · stand (3 steps lost)"
    )
    assert of_kursk("3422", 5, "es")[2].endswith(
        "3322, 3323 (se pierden 2 pasos) · se queda (se pierden 3 pasos)"
    )


def test_where_no_die_is_rolled_the_declaration_tells_what_comes() -> None:
    guns_alone = of_kursk("1621", without=("soviet-24g-rifle",))
    assert guns_alone[0] == "Battle 1, 1621: 40 : 0; eliminated without loss"


@pytest.mark.parametrize(
    ("attackers", "defenders", "known", "told"),
    [
        (("a", "b"), ("x",), None, True),
        (("a", "b"), ("x",), (("a", "b"), ("x",)), False),
        (("a",), ("x",), (("a", "b"), ("x",)), False),
        (("a", "b"), ("x",), (("a",), ("x",)), True),
        (("a",), ("y",), (("a",), ("x",)), True),
    ],
    ids=["new", "the same", "one fights elsewhere", "one more", "another defender"],
)
def test_a_battle_that_only_lost_units_is_not_told_again(
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    known: tuple[tuple[str, ...], tuple[str, ...]] | None,
    told: bool,
) -> None:
    was = None if known is None else Declared(6, *known)
    assert newly(Declared(6, attackers, defenders), was) is told


def test_a_battle_is_told_once_and_forgotten_when_it_is_over(dagc: Played) -> None:
    source = dagc.game.table.source
    assert source is not None
    declared = next(step for step in dagc.heard.steps if step.declares)
    battles = Battles(source.rules, source.seen)
    assert [news.battle.number for news in battles.heard(declared)] == [1]
    assert list(battles.heard(declared)) == []
    for step in dagc.heard.steps[2:]:
        list(battles.heard(step))
    assert [news.battle.number for news in battles.heard(declared)] == [1]


def test_what_was_declared_before_kessel_came_is_told_with_its_die_alone(dagc: Played) -> None:
    source = dagc.game.table.source
    assert source is not None
    declared = next(step for step in dagc.heard.steps if step.declares)
    position = source.seen(declared.number)
    battles = Battles(source.rules, lambda number: position)
    assert list(battles.heard(declared)) == []
    (rolled,) = battles.heard(replace(declared, chat=("* Battle 1: 5th Army: 4",)))
    assert rolled.dice == (4,)


@pytest.mark.parametrize(
    ("language", "company", "asked", "heard"),
    [
        ("en", Company(), "", ["Battle"]),
        ("en", Company(), "?ayuda", ["Battle", "Combate"]),
        ("es", Company(after=frozenset(["en"])), "?help", ["Combate"]),
        ("en", Company(after=frozenset(["en"])), "?odds", ["Battle"]),
        ("es", Company(before=frozenset(["en"])), "?ayuda", ["Combate"]),
        ("en", Company(before=frozenset(["en"])), "?ayuda", []),
    ],
)
def test_each_language_is_told_once_and_the_first_kessel_answers(
    dagc: Played, language: str, company: Company, asked: str, heard: list[str]
) -> None:
    said: list[Sequence[str]] = []
    talk = Chat(dagc.game.table, said.append, lambda: 0.0, language, lambda s: None)
    talk.company = lambda: company
    if asked:
        talk.heard(LiveStep(1, 1, chat=(f"<Ana> - {asked}",)))
        assert bool(said) is not bool(company.before)
        said.clear()
    talk.heard(next(step for step in dagc.heard.steps if step.declares))
    told = [line.split(" ")[0] for lines in said for line in lines if " 1, 3500: " in line]
    assert told == heard


def test_dice_that_are_taken_back_are_not_told_again(dagc: Played) -> None:
    """VASSAL says the lines of what an undo takes back once more."""
    (*_, roll) = (s for s in dagc.heard.steps if any("): " in line for line in s.chat))
    back = replace(roll, chat=tuple(f"* UNDO: {line}" for line in roll.chat), undone=True)
    source = dagc.game.table.source
    assert source is not None
    record = dagc.game.table.record
    assert record is not None
    battles = Battles(source.rules, record.position)
    assert [*battles.heard(roll)]
    assert not [*battles.heard(back)]


def test_units_that_not_everybody_may_see_are_left_out(dagc: Played) -> None:
    source = dagc.game.table.source
    assert source is not None
    declared = next(step for step in dagc.heard.steps if step.declares)
    position = source.seen(declared.number)
    (battle,) = position.battles
    open_ = position.with_units(u for u in position.units if u.id != battle.attackers[0])
    before = source.seen(declared.number - 1)
    (news,) = Battles(
        source.rules, lambda number: open_ if number == declared.number else before
    ).heard(declared)
    assert news.partly
    assert "Units that not everybody may see are left out." in list(
        battle_lines(voice(source.game, "en"), news)
    )


def test_the_room_is_told_no_faster_than_one_a_second(dagc: Played) -> None:
    now, waited = [0.0], []

    def pause(seconds: float) -> None:
        waited.append(seconds)
        now[0] += seconds

    talk = Chat(dagc.game.table, lambda line: None, lambda: now[0], "en", pause)
    for step in dagc.heard.steps[:3]:
        talk.heard(step)
    assert waited == [0.0, BETWEEN]


def test_the_page_has_the_battle(dagc: Played) -> None:
    table = dagc.game.table
    heard: list[list[Change]] = []
    fought: list[BattleNews] = []

    def tell(news: BattleNews) -> str:
        fought.append(news)
        return "told"

    session = Session()
    page = Page(table, session, heard.append, pytest.fail, tell)
    page.moved(next(step for step in dagc.heard.steps if step.declares))
    page.look()
    assert [change for change in session.news if change.kind == "battle"] == [
        Change("battle", hex="3500", why="told")
    ]
    assert [news.battle.number for news in fought] == [1]


class Slow:
    """Answers when it is let."""

    def __init__(self) -> None:
        self.let, self.done = threading.Event(), threading.Event()
        self.answered: list[int] = []

    def wants(self, step: LiveStep) -> bool:
        return bool(step.chat)

    def heard(self, step: LiveStep) -> None:
        if step.chat == ("bad",):
            raise ValueError
        assert self.let.wait(10)
        self.answered.append(step.number)
        self.done.set()


def test_nobody_waits_for_an_answer() -> None:
    slow, failed = Slow(), list[str]()
    beside = Beside(slow, failed.append)
    for number in range(1, 3 * MOST):
        beside.heard(LiveStep(number, None, chat=("?help",)))
    assert slow.answered == []
    slow.let.set()
    beside.close()
    assert slow.answered in ([], [1])
    assert failed == []


def test_an_answer_that_fails_is_told_and_the_next_one_given() -> None:
    slow, failed = Slow(), list[str]()
    slow.let.set()
    beside = Beside(slow, failed.append)
    for number, word in enumerate(("bad", "?help")):
        beside.heard(LiveStep(number, None, chat=(word,)))
    slow.done.wait(10)
    beside.close()
    assert failed == ["No answer can be given (ValueError)."]
    assert slow.answered == [1]


def test_the_page_is_pushed_what_is_told_of_a_battle(dagc: Played) -> None:
    source = dagc.game.table.source
    assert source is not None
    session = Session()
    told_in = {"es": "Combate 1, 3500: 25 : 5", "en": "Battle 1, 3500: 25 : 5"}
    battle = Change("battle", hex="3500", why=InEach(told_in))

    async def heard() -> list[str]:
        events = events_of(session)
        told = [await anext(events)]
        session.put(source, [Change("turn"), battle])
        told += [await anext(events), await anext(events)]
        session.put(source, [Change("turn")])
        return [*told, await anext(events)]

    first, pushed, then, last = in_a_loop(heard())
    event, data, *_ = pushed.splitlines()
    assert event == "event: battle"
    for language, (change,) in json.loads(data.removeprefix("data: ")).items():
        read = change["kind"], change["hex"], change["why"]
        assert read == ("battle", "3500", told_in[language])
        assert general(language)(battle.why) == told_in[language]
    assert [first, then, last] == ["data: 0\n\n", "data: 1\n\n", "data: 2\n\n"]


def test_the_terminal_tells_a_battle_once(dagc: Played) -> None:
    lines: list[str] = []
    assert dagc.game.table.record is not None
    telling = Telling(dagc.game.table, voice(dagc.game.table.record.game, "en"), lines.append)
    for step in dagc.heard.steps:
        if step.declares or any("1d6" in line for line in step.chat):
            telling.stepped(replace(step, breaches=()))
    assert any("Battle 1: " in line for line in lines)
    assert not any("= " in line for line in lines)


def test_json_lines_hold_the_battle(dagc: Played) -> None:
    lines: list[str] = []
    assert dagc.game.table.record is not None
    say = voice(dagc.game.table.record.game, "en")
    telling = JsonTelling(dagc.game.table, say, lines.append, lines.append)
    for step in dagc.heard.steps:
        telling.stepped(replace(step, breaches=()))
    declared, rolled = (b for line in lines for b in json.loads(line)["battles"])
    assert declared["battle"] == rolled["battle"] == 1
    assert declared["odds"]["target"] == "3500"
    assert declared["odds"]["column"] == ">=+8"
    assert "soviet-5" in declared["attackers"]
    assert (declared["dice"], declared["result"]) == ([], "")
    assert (rolled["dice"], rolled["result"]) == ([1], "BB")
    assert rolled["retreats"]


@pytest.mark.parametrize("name", ["karga", "saltmarsh", "aldra", "tarsa"])
def test_a_game_whose_rules_are_declared_is_answered(name: str) -> None:
    """The page, the battles and the room's chat had no answers in such a game."""
    table = LiveTable(name, lambda saved: bound_game(name))
    table.synced(text_of(name))
    assert table.source is not None
    assert table.source.moment().whole.zones.zones


def test_another_scenario_is_told_by_its_name_first_and_in_few_lines() -> None:
    """Somebody has loaded it: that is one step, of what was missed."""
    table = LiveTable("karga", lambda saved: bound_game("karga"))
    table.synced(text_of("karga"))
    assert table.record is not None

    def changed(name: str, before: str, after: str) -> Changed:
        text = Saying(
            "{name} changes from {before} to {after}", name=name, before=before, after=after
        )
        return Changed("global", "", name, before, after, text)

    changes = [Changed("left", "1", "Scouts", "0101", "", f"Scouts {n}") for n in range(99)]
    changes += [changed("KesselGame", "", "karga"), changed("OpeningX", "1", "2")]
    changes += [changed("KesselScenario", "spring-push", "counterstroke")]
    lines: list[str] = []
    telling = Telling(table, voice(table.record.game, "en"), lines.append)
    telling.stepped(LiveStep(1, 1, changes=tuple(changes), caught_up=True))
    _, scenario, first, *_, last = "".join(lines).splitlines()
    assert scenario.endswith("= the scenario goes from Spring push to Counterstroke")
    assert (first.split("= ")[1], last.split("= ")[1]) == ("Scouts 0", "and 76 more")
    assert "Opening" not in "".join(lines)
    lines.clear()
    chat = ("* 6th Army: 0101 -> 0102 *",)
    step = LiveStep(2, 1, chat, (replace(changes[0], text="7th moves"),), astray=True)
    for astray in (True, False):
        told = step_json(replace(step, astray=astray), telling.say, table.record.game)
        assert (told["fits"], told["text"]) == (not astray, [] if astray else ["7th moves"])
    telling.stepped(step)
    assert [line.split(maxsplit=2)[-1] for line in lines[0].splitlines()] == [
        "* 6th Army: 0101 -> 0102 *",
        "does not fit the table that is shown",
    ], "what it would move here is another unit, perhaps"
