"""Ids of players stand in several kinds of commands, and every one of them is a password."""

import pytest

from builder.vassal.blanked import Blanks
from builder.vassal.command_tree import Group, write_tree
from builder.vassal.commands import LOG, Player, PlayerLeaves
from builder.vassal.errors import VassalFileError
from builder.vassal.growing import GrowingReplay
from builder.vassal.ids import Ids
from builder.vassal.savedgame import SavedGame
from builder.vassal.secret import MASKED, PlayerId
from builder.vassal.sequence import ESC
from builder.vassal.traits import BasicPiece, Hide, Mask, PlaceMarker, Restrict, Trait
from builder.vassal.write import NewPiece

SECRET = "Kqvzjxwomov"
ID = PlayerId(SECRET)


def placed(*traits: Trait) -> str:
    return NewPiece((*traits, BasicPiece(name="u"))).placed("u", "Map", 1, 1).text()


def changed(before: Trait, after: Trait) -> list[str]:
    state = NewPiece((after, BasicPiece(name="u"))).placed("u", "Map", 1, 1).state
    return [placed(before), f"D/u/{state}"]


TOLD = {
    "a seat": [Player(ID, "Ana", "German").text()],
    "who left": [PlayerLeaves(ID).text()],
    "who moves": [f"M/u/Map/1/2/null/Map/1/1/null/{SECRET}"],
    "who masks": [placed(Mask(masked_by=ID, options="|0"))],
    "who may unmask": [placed(Mask(masked_by=PlayerId("x"), options=f"|1|{SECRET}"))],
    "who masked later": changed(Mask(), Mask(masked_by=ID, options="|0")),
    "who hides": [placed(Hide(hidden_by=ID))],
    "who masks what a piece puts down": [
        placed(PlaceMarker(marker=placed(Mask(masked_by=ID, options="|0"))))
    ],
    "whose it is": [placed(Restrict(by_player=True, owned_by=ID))],
    "who lets unmask": [f"UNMASK\tGerman\t{SECRET}"],
    "who has a note": [f"PNOTE\t{SECRET}\tmine"],
    "whose note is secret": [f"SNOTE\tname\t{SECRET}\ttrue\ttext"],
}


@pytest.mark.parametrize("where", TOLD)
@pytest.mark.parametrize("logged", ["", LOG, LOG * 2000])
def test_an_id_is_known_wherever_it_stands(where: str, logged: str) -> None:
    passwords = Ids().meet(logged + leaf for leaf in TOLD[where])
    assert passwords.told(f"of {SECRET}") == f"of {MASKED}"


@pytest.mark.parametrize("where", TOLD)
@pytest.mark.parametrize("logged", ["", LOG * 2000])
def test_an_id_stands_nowhere_in_what_is_kept(where: str, logged: str) -> None:
    told = [logged + leaf for leaf in TOLD[where]]
    leaves = [*told, f"MutableProperty\tName\t\tof {SECRET}\tModule"]
    kept = write_tree(Blanks().node(Group(tuple(leaves))))
    assert SECRET not in kept
    assert "MutableProperty\tName\t\tof player-" in kept


SIDES = [
    [placed(Mask(access="side:", masked_by=PlayerId("German"), options="|0"))],
    [Player(ID, "Ana", "German").text(), "UNMASK\tGerman"],
    ["UNMASK\tGerman", Player(ID, "Ana", "German").text()],
    ["M/u/Map/1/2/null/Map/1/1/null/null"],
]


@pytest.mark.parametrize("leaves", SIDES)
def test_a_side_is_no_password(leaves: list[str]) -> None:
    assert Ids().meet(leaves).told("German null") == "German null"


def test_more_players_than_any_game_has_are_refused() -> None:
    """Else the passwords of the last would be told."""
    with pytest.raises(VassalFileError, match="more than 1,000 players"):
        Ids().meet(f"M/u/Map/1/2/null/Map/1/1/null/player-{n}" for n in range(1002))


@pytest.mark.parametrize(
    ("line", "told"), [(f"* {SECRET} moves *", f"* {MASKED} moves *"), (f"<Ana> {SECRET}", None)]
)
def test_reports_are_told_without_passwords(line: str, told: str | None) -> None:
    game = GrowingReplay(SavedGame.of(None, ESC.join(["begin_save", "end_save"])))
    game.add(f"{TOLD['who moves'][0]}{ESC}CHAT{line}")
    assert game.step(1).chat == (told or line,)
