"""What a player hides for himself alone, on the page of his side, until a second sits beside him."""

from assistant.binding import bound_game
from assistant.live.table import LiveTable
from builder.vassal.command_reader import read_command
from builder.vassal.commands import AddPiece, Player
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC, join_nested, split_nested
from builder.vassal.traits import Hide
from tests.referee.conftest import text_of

SIDE, GARRISON = "garrison", "Garrison"


def hidden(leaf: str, owner: PlayerId) -> str:
    """A piece's command with the piece hidden by a player."""
    piece = read_command(leaf)
    assert isinstance(piece, AddPiece)
    hide = Hide(access="player:", hidden_by=owner)
    type_ = join_nested([hide.type_text, *split_nested(piece.type)])
    return AddPiece(
        piece.id, type_, join_nested([hide.state_text, *split_nested(piece.state)])
    ).text()


def test_a_second_player_sees_it_at_no_earlier_moment() -> None:
    owner, second = PlayerId("word-Ana"), PlayerId("word-Bruno")
    begun = text_of("saltmarsh").split(ESC)
    at = next(
        n for n, leaf in enumerate(begun) if leaf.startswith("+/") and "garrison-1,foot" in leaf
    )
    begun[at] = hidden(begun[at], owner)
    begun.insert(-1, Player(owner, "Ana", GARRISON).text())
    table = LiveTable("saltmarsh", lambda saved: bound_game("saltmarsh"), SIDE)
    table.synced(ESC.join(begun))
    table.played(Player(PlayerId("word-Eva"), "Eva", "Raiders").text())
    assert table.source is not None
    seen = [len(table.source.moment(step).position.units) for step in (0, 1)]
    table.played(Player(second, "Bruno", GARRISON).text())
    now = [len(table.source.moment(step).position.units) for step in (0, 1, 2)]
    assert now == [seen[0] - 1, seen[1] - 1, seen[1] - 1]
