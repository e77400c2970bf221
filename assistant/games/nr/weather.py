"""The weather of the turn (rules 8.2, 13.1, 14.14) and changes that come with the turns (13.5)."""

from __future__ import annotations

from assistant.games.nr.units import AXIS, SOVIET
from assistant.kernel.rulebook import rule
from assistant.position import Position

SNOWY = ("snow", "long-winter")


@rule("8.2", "13.1", "14.14.3")
def weather_of(position: Position) -> str:
    """This turn's weather: as given, else clear on a blank board, else by the turn track."""
    given = position.value("weather")
    if given:
        return str(given)
    return "clear" if position.board.blank else printed_weather(position)


@rule("13.1")
def printed_weather(position: Position) -> str:
    """The turn track's weather; a Snow turn that follows a Snow turn is Long Winter."""
    now = _on_track(position, position.turn)
    before = _on_track(position, position.turn - 1) if position.turn > 1 else ""
    return "long-winter" if now == before == "snow" else now


def _on_track(position: Position, turn: int) -> str:
    if turn == 4 and first_snow_turn(position) == 5:
        return "mud"
    return position.game.tables["turns"][str(turn), "weather"]


def weather_is_stand_in(position: Position) -> bool:
    """Whether the weather is read from a cell of the turn track that is ours."""
    if position.value("weather") or position.board.blank:
        return False
    return (str(position.turn), "weather") in position.game.tables["turns"].doubtful


def effect(position: Position, name: str) -> str:
    """One cell of the weather chart for this turn; `-` means no effect."""
    return position.game.tables["weather"][weather_of(position), name]


@rule("10.6.2", "14.14")
def first_snow_turn(position: Position) -> int:
    """The first Snow turn of the game, 4 or 5."""
    return int(position.value("first-snow-turn"))


@rule("10.6.2", "13.1")
def is_first_snow(position: Position) -> bool:
    """Whether this is the first Snow turn, on which a Shock! marker counts double."""
    return position.turn == first_snow_turn(position) and weather_of(position) == "snow"


@rule("12.9", "12.10")
def initiative(position: Position) -> str:
    """The side with the initiative: the Axis before turn 12, then the Soviets."""
    return str(position.value("initiative") or (AXIS if position.turn < 12 else SOVIET))


@rule("8.4.1", "10.8.2", "13.5")
def soviet_tanks_ripe(position: Position) -> bool:
    """Soviet tanks win their advance and stacking from the Soviet player turn of turn 11 on."""
    return position.turn > 11 or (position.turn == 11 and not position.phase.startswith(AXIS))


@rule("13.5")
def oil_fallen(position: Position) -> bool:
    """Whether German armour other than SS has lost its bonuses to the fall of Ploesti."""
    return bool(position.value("oil-fallen"))
