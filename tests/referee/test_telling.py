"""What is told of a game: on paper, as JSON, as a page, and of fresh steps."""

from __future__ import annotations

import io
import json
import random
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from typer.testing import CliRunner

from assistant.binding import Record
from assistant.cli.app import app
from assistant.games import rules_for
from assistant.questions.protocol import Rules
from assistant.referee import fresh
from assistant.referee.course import Course
from assistant.referee.fresh import Umpire, remark
from assistant.referee.refereed import referee
from assistant.referee.strangers import strangers_log
from assistant.referee.verdicts import Verdict
from builder.game.problems import ProblemsError
from builder.module.shape import game_shape
from builder.vassal.commands import AddPiece, Chat, RemovePiece
from builder.vassal.errors import VassalFileError
from builder.vassal.growing import GrowingReplay
from builder.vassal.log_end import cut_off
from builder.vassal.salvage import _HEAD, read_log
from builder.vassal.savedgame import parse_saved_game, read_saved_game
from builder.vassal.sequence import ESC
from builder.vassal.table_rules import table_rules
from builder.vassal.write import save_entries, write_save
from tests.referee.conftest import game_of, text_of
from tests.referee.planting import KINDS, end_phase
from tests.referee.playing import Player, Table
from tests.referee.spoiling import SPOILT, spoil, told
from tests.wide import first

STRANGERS = Path(__file__).parents[1] / "data" / "vassal" / "random.vlog"


@pytest.fixture
def broken(saltmarsh: Table) -> Path:
    """A log with a breach, and battles before it."""
    Player(saltmarsh, random.Random(5), 3, 2).play(3)
    assert KINDS["too far"](saltmarsh, random.Random(5)) is not None
    end_phase(saltmarsh)
    return saltmarsh.close()


def test_the_command(broken: Path) -> None:
    run = CliRunner()
    told = run.invoke(app, ["referee", str(broken), "--record", "--language", "es"])
    assert told.exit_code == 1
    assert "Sería legal" in told.output
    assert "Suerte" in told.output
    data = json.loads(run.invoke(app, ["referee", str(broken), "--json"]).output)
    assert data["counts"]["unlawful"] == len(data["findings"]) == 1
    finding = data["findings"][0]
    assert {"rule", "text", "start", "end", "instead", "step", "turn", "unit"} <= finding.keys()
    assert data["battles"]
    assert data["luck"]["rolls"]
    assert [turn["turn"] for turn in data["turns"]] == sorted({t["turn"] for t in data["turns"]})


def test_the_page_stands_alone(broken: Path) -> None:
    page = broken.with_name("game.html")
    turned = broken.rename(broken.with_name("a\u202ebroken.vlog"))
    CliRunner().invoke(app, ["referee", str(turned), "--html", str(page), "--language", "es"])
    turned.rename(broken)
    text = page.read_text(encoding="utf-8")
    assert "a\ufffdbroken.vlog" in text
    assert "\u202e" not in text
    assert 'lang="es"' in text
    assert "data:image/webp;base64," in text
    assert "prefers-color-scheme:dark" in text
    assert text.count('<div class="wide"><table>') == text.count("<table>") > 0
    assert "http://" not in text
    assert "https://" not in text


def test_a_fresh_breach_is_told_once(broken: Path) -> None:
    saved = read_saved_game(broken)
    game = game_of("saltmarsh")
    shape = game_shape(game)
    replay = GrowingReplay(parse_saved_game(text_of("saltmarsh")), table_rules(shape))
    umpire = Umpire(rules_for(game), Record(broken, game, shape, replay))
    umpire.begin()
    told = []
    for step in saved.steps:
        told += umpire.step(replay.add_leaves(step))
    assert [one.subject for one in told] == ["move"]
    assert told[0].rule in str(remark(told[0]))
    assert told[0].text not in str(remark(told[0]))


@pytest.mark.parametrize(
    ("name", "start", "end", "told"),
    [
        ("5th Army", "3401", "3501", "Kessel: 5th Army 3401 → 3501: rule 8.1 may not allow this."),
        ("5th Army", "3401", "", "Kessel: 5th Army 3401: rule 8.1 may not allow this."),
        ("", "3401", "3401", "Kessel: 3401: rule 8.1 may not allow this."),
        ("", "", "", "Kessel: rule 8.1 may not allow this step."),
    ],
)
def test_a_remark_says_of_whom_and_where(name: str, start: str, end: str, told: str) -> None:
    verdict = Verdict(
        "unlawful", "stacking", 1, "a", 1, 1, "p", name=name, start=start, end=end, rule="8.1"
    )
    assert remark(verdict) == told


def test_a_remark_names_a_box_as_the_map_does() -> None:
    verdict = Verdict(
        "unlawful", "move", 1, "a", 1, 1, "p", name="A", start="0101", end="dead-pile", rule="3.1"
    )
    told = remark(verdict, lambda name: {"dead-pile": "Lost units"}.get(name, name))
    assert told == "Kessel: A 0101 → Lost units: rule 3.1 may not allow this."


def test_a_log_that_grows_is_judged_where_it_grew(broken: Path) -> None:
    from assistant.binding import open_record

    record = open_record(broken)
    umpire = Umpire(rules_for(record.game), record)
    umpire.begin()
    assert len(umpire.caught_up(record)) == 1
    assert not umpire.caught_up(open_record(broken))


def test_talk_is_not_judged(saltmarsh: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from assistant.binding import open_record

    for number in range(20):
        saltmarsh.step(Chat(f"<Ana> - line {number}"))
    record = open_record(saltmarsh.close())
    judged: list[int] = []

    def counted(rules: Rules, course: Course, *_: object) -> Iterator[Verdict]:
        judged.append(course.moments[-1].number)
        return iter(())

    monkeypatch.setattr(fresh, "judge_fresh", counted)
    umpire = Umpire(rules_for(record.game), record)
    umpire.begin()
    umpire.caught_up(record)
    talk = {m.number for m in umpire._phase if m.talks}
    assert len(talk) >= 20
    assert not talk & {*judged}


def test_of_a_log_that_jumps_ahead_its_end_is_judged(
    broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.binding import open_record

    record = open_record(broken)
    monkeypatch.setattr(fresh, "MOST_READ", 2)
    umpire = Umpire(rules_for(record.game), record)
    umpire.begin()
    umpire.caught_up(record)
    assert umpire.judged[0].number > record.steps - 3


def test_a_counter_replaced_by_another_does_not_come_from_nowhere(saltmarsh: Table) -> None:
    unit = next(u for u in saltmarsh.position.units if u.hex in saltmarsh.position.board)
    piece = saltmarsh.replay.now().pieces[saltmarsh.piece_of(unit.id)]
    new = AddPiece("1999999999999", piece.type.text, piece.state)
    saltmarsh.step(RemovePiece(piece.id), new)
    end_phase(saltmarsh)
    judgement = referee([saltmarsh.close()]).judgement
    told = [one for one in judgement.verdicts if one.unit == unit.id]
    assert [(one.verdict, one.subject) for one in told] == [("unknown", "entry")]
    assert f"took the place of {unit.shown} in {unit.hex}" in told[0].text


@pytest.mark.parametrize(("language", "word"), [("en", "only its dice"), ("es", "solo sus dados")])
def test_of_a_module_without_rules_the_dice_are_judged(language: str, word: str) -> None:
    told = CliRunner().invoke(app, ["referee", str(STRANGERS), "--language", language])
    assert told.exit_code == 0, told.output
    assert word in " ".join(told.output.split())
    assert "2d6: 2: 0, 3: 0, 4: 1" in told.output


def test_the_dice_of_a_module_without_rules_as_data() -> None:
    told = CliRunner().invoke(app, ["referee", str(STRANGERS), "--json"])
    (log,) = json.loads(told.output)["strangers"]
    (dice,) = log["dice"]
    assert (log["steps"], dice["side"], dice["rolls"], dice["expected_mean"]) == (65, "2d6", 7, 7)


def test_a_log_of_a_module_without_rules_and_dice_is_refused() -> None:
    told = CliRunner().invoke(app, ["referee", str(STRANGERS.with_name("play17.vlog"))])
    assert isinstance(told.exception, ProblemsError)


def test_a_step_that_was_edited_and_a_set_up_that_is_gone_are_told(saltmarsh: Table) -> None:
    Player(saltmarsh, random.Random(5), 3, 1).play(8)
    path = saltmarsh.close()
    whole = read_saved_game(path)
    assert whole.module is not None
    edited, bare = path.with_name("edited.vlog"), path.with_name("bare.vlog")
    text = re.sub(r"(\tM/)\d+", r"\g<1>999999999", whole.text, count=1)
    write_save(edited, save_entries(text, whole.module))
    assert not referee([path]).judgement.history.notes
    note, behind = referee([edited]).judgement.history.notes
    assert "not on the table" in note
    assert "from where they do not lie" in behind
    turn = "LOG\tTURNTurnTracker0\t0|77;0;true;9;0\\;0\\;0\\;true"
    write_save(edited, save_entries(ESC.join([whole.text, turn]), whole.module), overwrite=True)
    (odd,) = [n for n in referee([edited]).judgement.history.notes if "turn counter" in n]
    last = len(whole.steps) + 1
    assert f"in this step: {last} (77). The game has turns 1 to " in odd
    text = f"begin_save{ESC}{whole.text[whole.text.index('end_save') :]}"
    write_save(bare, save_entries(text, whole.module))
    dice = strangers_log(bare)
    assert dice is not None
    assert dice.ours
    write_save(bare, save_entries(f"begin_save{ESC}end_save", whole.module), overwrite=True)
    run = CliRunner().invoke(app, ["referee", str(bare)])
    assert "lost the set-up" in str(run.exception)


@pytest.mark.parametrize("seed", first(range(len(SPOILT)), 5))
def test_a_spoilt_log_is_judged_as_far_as_it_goes_or_refused(
    seed: int, saltmarsh: Table, tmp_path: Path
) -> None:
    Player(saltmarsh, random.Random(seed), 2, 1).play(2)
    path = saltmarsh.close()
    with suppress(VassalFileError, ProblemsError):
        spoil(path, path, tmp_path / "spoilt.vlog", seed)
        found = told([tmp_path / "spoilt.vlog"])
        assert sum(found.counts.values()) or found.judgement.history.notes


def test_a_breach_behind_a_step_that_is_missing_is_a_doubt(saltmarsh: Table) -> None:
    assert KINDS["in hops"](saltmarsh, random.Random(2)) is not None
    end_phase(saltmarsh)
    path = saltmarsh.close()
    whole = read_saved_game(path)
    assert whole.module is not None
    parts = whole.text.split(ESC)
    first = next(at for at, part in enumerate(parts) if part.startswith("LOG\tM/"))
    text = ESC.join([*parts[:first], *parts[first + 2 :]])
    write_save(path.with_name("gap.vlog"), save_entries(text, whole.module))
    found = referee([path.with_name("gap.vlog")])
    assert referee([path]).findings
    assert not found.findings
    assert [one for one in found.unjudged if "from where it does not lie" in one.text]


def test_of_no_step_nothing_is_said_without_telling_so(saltmarsh: Table) -> None:
    from builder.vassal.commands import PropertyChange

    saltmarsh.step(PropertyChange("1d6_result", "0", "3", ""), said="*** 1d6: 3 (Ana)")
    saltmarsh.step(said="<Ana> hello")
    end_phase(saltmarsh)
    path = saltmarsh.close()
    assert referee([path]).judgement.unsaid == (1,)
    told = " ".join(CliRunner().invoke(app, ["referee", str(path)]).output.split())
    assert "Of 1 step nothing is said: 1." in told


class _Stream(io.BytesIO):
    """What cannot be gone back in, so that sizes follow the entries, as Java writes them."""

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        raise io.UnsupportedOperation


@pytest.mark.parametrize("streamed", [False, True])
def test_a_log_whose_file_is_cut_off_is_judged_up_to_the_cut(
    streamed: bool, saltmarsh: Table, tmp_path: Path
) -> None:
    Player(saltmarsh, random.Random(3), 3, 2).play(3)
    whole = saltmarsh.close()
    data = whole.read_bytes()
    if streamed:
        with ZipFile(whole) as old, ZipFile(stream := _Stream(), "w", ZIP_DEFLATED) as new:
            for name in old.namelist():
                new.writestr(name, old.read(name))
        data = stream.getvalue()
    steps = read_saved_game(whole).steps
    path = tmp_path / "cut.vlog"
    counts: list[int] = []
    for at in (*range(0, len(data), len(data) // 60), len(data) - 30):
        path.write_bytes(data[:at])
        with pytest.raises(VassalFileError):
            read_saved_game(path)
        try:
            saved = read_log(path)
        except VassalFileError:
            assert not counts, "what is longer is read, too"
            continue
        assert saved.steps == steps[: len(saved.steps)]
        assert bool(cut_off(saved)) == (len(saved.steps) < len(steps)) or not saved.steps
        counts.append(len(saved.steps))
    assert counts == sorted(counts)
    assert (counts[0] < 3, counts[-1]) == (True, len(steps))
    path.write_bytes(data[: len(data) * 9 // 10])
    found = told([path])
    assert not found.findings
    assert any("later steps are missing" in note for note in found.judgement.history.notes)


@pytest.mark.parametrize(
    "data",
    [
        b"PK\3\4",
        b"PK\3\4" + b"\xff" * 60,
        _HEAD.pack(b"PK\3\4", 20, 8, 8, 0, 0, 0, 0, 0, 9, 0) + b"savedGame" + b"\xff" * 50,
        _HEAD.pack(b"PK\3\4", 20, 9, 8, 0, 0, 0, 0, 0, 9, 0) + b"savedGame" + b"\0" * 50,
        _HEAD.pack(b"PK\3\4", 20, 8, 0, 0, 0, 0, 0, 0, 9, 0) + b"savedGamebegin_save\x1bend_save",
        _HEAD.pack(b"PK\3\4", 20, 0, 8, 0, 0, 0, 2**32 - 1, 0, 9, 65535) + b"savedGame",
        _HEAD.pack(b"PK\3\4", 20, 8, 8, 0, 0, 0, 0, 0, 9, 0)
        + b"savedGame"
        + zlib.compress(bytes(64 << 20), wbits=-15)[:-9],
    ],
)
def test_what_only_looks_like_a_log_cut_off_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.vlog"
    path.write_bytes(data)
    with pytest.raises(VassalFileError, match="cut off"):
        read_log(path)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("phase skipped", "passes over phases"),
        ("moved in combat", "whether it is whole"),
        ("too far", ""),
    ],
)
def test_a_breach_that_a_gap_would_explain_is_told_as_such(
    kind: str, word: str, saltmarsh: Table
) -> None:
    chance = random.Random(4)
    Player(saltmarsh, chance, 3, 1).play(2)
    assert KINDS[kind](saltmarsh, chance) is not None
    end_phase(saltmarsh)
    judgement = referee([saltmarsh.close()]).judgement
    assert judgement.findings
    assert [note for note in judgement.history.notes if word and word in note] or not word
    assert len(judgement.history.notes) == bool(word)
