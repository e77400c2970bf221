"""Watching a folder of real saves: what is told, what is shown, what is left alone."""

from __future__ import annotations

import os
import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace as Fake
from typing import Any

import pytest
from watchfiles._rust_notify import WatchfilesRustInternalError

from assistant import watch as watching
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.follow import PATIENCE
from assistant.matters import MOST_ATTACKS, _matters
from assistant.notify import Notice
from assistant.watch import Watch, wakes
from builder.game.loader import load_game
from builder.game.model import Scenario
from builder.module.assembly import Assembly
from builder.vassal.savedgame import read_saved_game
from builder.vassal.write import save_entries, write_save
from tests.referee.conftest import game_of, text_of
from tests.referee.planting import battles, end_phase
from tests.referee.playing import Table, saved_text
from tests.watch.saves import dagc, save, save_of

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.vlog"
OTHER = Path(__file__).parents[1] / "data" / "vassal" / "start.vsav"


@dataclass
class Desk:
    """A watch, what it said, showed and sent."""

    folder: Path
    session: Session = field(default_factory=Session)
    said: list[str] = field(default_factory=list)
    sent: list[Notice] = field(default_factory=list)
    clock: Iterator[int] = field(default_factory=lambda: iter(range(10**9, 10**12, 10**9)))

    def watch(self, **given: Any) -> Watch:
        return Watch(self.folder, self.said.append, session=self.session, notifier=self, **given)  # type: ignore[arg-type]

    def send(self, notice: Notice) -> None:
        self.sent.append(notice)

    def put(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        now = next(self.clock)
        os.utime(path, ns=(now, now))
        return path

    @property
    def shown(self) -> tuple[str, int]:
        (source,) = self.session.sources
        return source.path.name, source.moment().position.turn


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def settle(watch: Watch) -> None:
    while watch.look():
        pass


def moved() -> Scenario:
    """The set-up with one unit elsewhere, one reduced, and one interdicted."""
    begun = dagc().scenarios["historical"]
    changes: dict[str, dict[str, Any]] = {
        "german-1-infantry": {"step": 2},
        "soviet-39": {"hex": "3200"},
        "german-53-infantry": {"markers": ("interdicted",)},
    }
    places = (replace(place, **changes.get(place.counter, {})) for place in begun.placements)
    return replace(begun, turn=2, placements=tuple(places), control={"soviet": ("3908",)})


def test_the_first_state_and_what_changed_then(desk: Desk) -> None:
    watch = desk.watch()
    desk.put("a.vsav", save(1))
    settle(watch)
    assert "Units on the map" in desk.said[0]
    desk.put("a.vsav", save_of(moved()))
    settle(watch)
    told = desk.said[1]
    assert told.startswith("a.vsav: Turn 2")
    for line in (
        "39th Army: 3300 -> 3200.",
        "is reduced to step 2.",
        "is now marked: Interdicted by an air army.",
        "Soviet: points 0 -> 4.",
        "Control of 3908: none -> soviet.",
    ):
        assert line in told
    assert desk.shown == ("a.vsav", 2)
    _, *news = told.splitlines()
    shown = [str(change) for change in desk.session.news][1:]  # the page names marks itself
    named = [line.replace("interdicted", "Interdicted by an air army") for line in shown]
    assert named == [line[2:] for line in news]
    marks = [line[0] for line in news]
    assert marks == sorted(marks, key="!+ ".index)
    assert [notice.text for notice in desk.sent] == [told]


def test_a_die_of_a_declared_battle_is_told_with_its_result(desk: Desk, tmp_path: Path) -> None:
    table = Table(dagc(), tmp_path / "game.vlog", saved_text(dagc(), "historical"))
    table.turn_to(1, "soviet-pre-combat")
    attackers, defenders = ["soviet-11-guards", "soviet-5-tank"], ["german-6-infantry"]
    number = table.declare(attackers, defenders)
    watch = desk.watch()
    desk.put("game.vlog", table.path.read_bytes())
    settle(watch)
    table.roll(number, 4, attackers, defenders)
    desk.put("game.vlog", table.close().read_bytes())
    settle(watch)
    odds = table.rules.odds(table.position, ["3500"], attackers, {})
    assert f"+ Battle 1: die 4, {odds.results['4']}" in desk.said[-1]


def test_no_name_of_a_file_makes_a_line_of_the_report(desk: Desk) -> None:
    watch = desk.watch()
    desk.put("a.vsav", save(2))
    settle(watch)
    desk.put("x\n       ! 3501\x85\u2028breaks\r6.10.vsav", save(1))
    settle(watch)
    desk.put("y\n       ! 3501.vsav", OTHER.read_bytes())
    settle(watch)
    told = [line for text in desk.said for line in text.splitlines()]
    assert [Path(line.split(":")[0]).name for line in told if "3501" in line] == [
        "x\N{REPLACEMENT CHARACTER}       ! 3501\N{REPLACEMENT CHARACTER}"
        "\N{REPLACEMENT CHARACTER}breaks\N{REPLACEMENT CHARACTER}6.10.vsav",
        "y ! 3501.vsav",
    ]
    assert desk.sent[0].text in desk.said


def test_what_was_there_at_first_is_no_news_to_the_webhook(desk: Desk) -> None:
    desk.put("a.vsav", save(1))
    settle(desk.watch())
    assert (len(desk.said), len(desk.sent)) == (1, 0)


def test_a_damaged_file_is_read_once_until_its_bytes_change(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, read = desk.watch(), []

    def counted(path: Path, *more: Any) -> Any:
        read.append(path)
        return open_source(path, *more)

    monkeypatch.setattr("assistant.watch.open_source", counted)
    whole = save(1)
    desk.put("a.vsav", whole[:-40])
    for _ in range(PATIENCE + 3):
        watch.look()
    assert (len(read), len(desk.said)) == (1, 1)
    desk.put("a.vsav", whole)
    settle(watch)
    assert desk.shown == ("a.vsav", 1)


def test_a_damaged_file_is_not_kept_for_each_look(desk: Desk) -> None:
    """An error that is raised again holds the bytes of every time: looks at a file of 49 MB soon
    held gigabytes."""
    watch = desk.watch()
    whole, filled = save(1), 8 << 20
    desk.put("a.vsav", whole + bytes(filled - len(whole)))
    watch.look()
    tracemalloc.start()
    try:
        for _ in range(5):
            watch.look()
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 2 * filled


def test_a_failing_answer_is_told_in_the_readers_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: Any) -> Any:
        raise KeyError("4711")

    monkeypatch.setattr("assistant.watch.open_source", fails)
    desk.put("a.vsav", save(1))
    settle(desk.watch(language="es"))
    assert desk.said == ["a.vsav: no se puede dar ninguna respuesta (KeyError: '4711')."]


def test_a_save_that_comes_with_an_old_stamp_is_shown(desk: Desk) -> None:
    watch = desk.watch()
    path = desk.put("mine.vsav", save(1))
    settle(watch)
    attached = desk.put("attached.vsav", save(2))
    os.utime(attached, ns=(path.stat().st_mtime_ns - 10**9,) * 2)
    settle(watch)
    assert desk.shown == ("attached.vsav", 2)


def test_new_attacks_are_told_best_first_and_not_without_end(desk: Desk) -> None:
    watch = desk.watch()
    desk.put("a.vsav", save_of(replace(dagc().scenarios["historical"], placements=())))
    settle(watch)
    desk.put("a.vsav", save(1))
    settle(watch)
    attacks = desk.session.sources[0].moment().whole.attacks.attacks
    best = list(dict.fromkeys(attack.target for attack in attacks))[:MOST_ATTACKS]
    told = [change.hex for change in desk.session.news if change.kind == "attack"]
    assert told == best


def test_a_mark_is_told_by_its_name(desk: Desk) -> None:
    """In Spanish stood the mark's English id."""
    scenario = dagc().scenarios["historical"]
    first = next(one for one in scenario.placements if one.hex in dagc().board)
    marked = replace(first, markers=frozenset({"retreated"}))
    watch = desk.watch(language="es")
    desk.put("a.vsav", save_of(scenario))
    settle(watch)
    placements = tuple(marked if one is first else one for one in scenario.placements)
    desk.put("a.vsav", save_of(replace(scenario, placements=placements)))
    settle(watch)
    assert "lleva ahora: Retirada." in desk.said[-1]


def test_a_declared_battle_that_cannot_be_fought_is_no_new_attack() -> None:
    """It was told as "can now be attacked, at no odds"."""

    def moment(*attacks: tuple[str, bool], column: str = ">=+8") -> Any:
        told = [Fake(target=hex_, possible=possible, column=column) for hex_, possible in attacks]
        whole = Fake(supply=Fake(units=()), attacks=Fake(attacks=told))
        return Fake(whole=Fake(**vars(whole), stacking=Fake(violations=())))

    before, after = moment(("0203", False)), moment(("0201", False), ("0202", True), ("0203", True))
    told = list(_matters(before, after))
    assert [change.hex for change in told] == ["0202", "0203"]
    assert str(told[0]) == "0202 can now be attacked, at ≥ +8."
    (without_a_die,) = _matters(before, moment(("0203", True), column=""))
    assert str(without_a_die) == "0203 can now be attacked."


def test_a_log_that_was_cut_off_is_told(desk: Desk) -> None:
    whole = read_saved_game(EVENING)
    cut = replace(whole, parted=(*whole.parted[:-1], ""))
    write_save(desk.folder / "a.vlog", save_entries(cut.written(), cut.module, cut.save))
    settle(desk.watch())
    assert desk.said[0].splitlines()[1].startswith("! The log was cut off between two steps")


def test_a_renamed_save_is_no_news(desk: Desk) -> None:
    watch = desk.watch()
    settle(watch)
    path = desk.put("a.vsav", save(1))
    settle(watch)
    path.rename(desk.folder / "b.vsav")
    settle(watch)
    assert desk.shown == ("b.vsav", 1)
    assert len(desk.said) == len(desk.sent) == 1


def test_an_unknown_module_is_told_and_the_last_state_stays(desk: Desk) -> None:
    watch = desk.watch()
    desk.put("a.vsav", save(1))
    settle(watch)
    desk.put("b.vsav", OTHER.read_bytes())
    settle(watch)
    assert "not to a Kessel game" in desk.said[1]
    assert "not to a Kessel game" in desk.session.note
    assert desk.shown == ("a.vsav", 1)
    desk.put("a.vsav", save(2))
    settle(watch)
    assert (desk.shown, desk.session.note) == (("a.vsav", 2), "")


def test_a_note_stays_with_an_older_state(desk: Desk) -> None:
    desk.put("a.vsav", save(1))
    desk.put("b.vsav", OTHER.read_bytes())
    settle(desk.watch())
    assert desk.shown == ("a.vsav", 1)
    assert "not to a Kessel game" in desk.session.note


def test_two_games_in_one_folder(desk: Desk) -> None:
    mlb = load_game("mlb")
    other = Assembly(mlb).save(mlb.scenarios["campaign"])
    watch = desk.watch(game="dagc")
    desk.put("a.vsav", save(3))
    desk.put("b.vsav", other)
    settle(watch)
    assert desk.shown == ("a.vsav", 3)
    assert desk.session.note == ""
    free = Desk(desk.folder)
    settle(free.watch())
    assert free.session.sources[0].moment().position.game.id == "mlb"


@pytest.mark.parametrize("recursive", [False, True])
def test_folders_inside_by_option(desk: Desk, recursive: bool) -> None:
    desk.put("deep/er/a.vsav", save(1))
    settle(desk.watch(recursive=recursive))
    assert len(desk.session.sources) == recursive


def test_an_unknown_side_is_told(desk: Desk) -> None:
    desk.put("a.vsav", save(1))
    settle(desk.watch(side="roman"))
    assert desk.said[0].startswith("a.vsav: Unknown side 'roman'")


def test_nothing_in_the_folder_is_touched(desk: Desk) -> None:
    watch = desk.watch()
    path = desk.put("a.vsav", save(1))
    path.chmod(0o444)
    before = {entry: (entry.stat(), entry.read_bytes()) for entry in desk.folder.iterdir()}
    settle(watch)
    after = {entry: (entry.stat(), entry.read_bytes()) for entry in desk.folder.iterdir()}
    assert [(p, s.st_mtime_ns, s.st_mode, d) for p, (s, d) in after.items()] == [
        (p, s.st_mtime_ns, s.st_mode, d) for p, (s, d) in before.items()
    ]


def test_it_outlives_a_save_that_breaks_the_rules_engine(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = desk.watch()

    def broken(*given: object) -> None:
        raise KeyError("4711")

    with monkeypatch.context() as patch:
        patch.setattr(watching, "open_source", broken)
        desk.put("a.vsav", save(1))
        settle(watch)
    assert "No answer can be given (KeyError: '4711')" in desk.said[0]
    desk.put("a.vsav", save(2))
    settle(watch)
    assert desk.shown == ("a.vsav", 2)


def test_a_declared_battle_is_told_with_its_odds_and_a_failing_judge_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("log") / "game.vlog"
    table = Table(game_of("saltmarsh"), path, text_of("saltmarsh"))
    odds = battles(table, random.Random(1))[0]
    table.declare(odds.attackers, odds.defenders)

    def fails(*given: object) -> None:
        raise KeyError("4711")

    monkeypatch.setattr(watching.Umpire, "caught_up", fails)
    watch = desk.watch(language="es")
    desk.put("a.vlog", path.read_bytes())
    settle(watch)
    (line,) = [line for line in desk.said[0].splitlines() if line.startswith("+ Combate 1, ")]
    assert f" {odds.target}: " in line
    assert f", {odds.column}; " in line
    assert "Ya no se juzgan los momentos (un error nuestro, KeyError)" in desk.said[0]
    end_phase(table)
    desk.put("a.vlog", path.read_bytes())
    settle(watch)
    assert len(desk.said) == 2
    assert "Combate 1" not in desk.said[1]
    assert "KeyError" not in desk.said[1]


@pytest.mark.parametrize(
    "trouble",
    [
        OSError("inotify watch limit reached"),
        WatchfilesRustInternalError("error in underlying watcher: Too many open files"),
    ],
)
def test_a_folder_without_events_is_polled(
    trouble: Exception, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_events(*given: object, **named: object) -> Iterator[object]:
        raise trouble
        yield

    monkeypatch.setattr("watchfiles.watch", no_events)
    monkeypatch.setattr(watching, "TICK", 1)
    ticks = wakes(desk.folder, False)
    watch = desk.watch()
    for turn in (1, 2):
        desk.put("a.vsav", save(turn))
        watch.run([next(ticks)])
        assert desk.shown == ("a.vsav", turn)
