"""What the machines of live play share: they are told what happens and give what is to be done."""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.live.effects import Became, Effect, Status, Told

STATE_WAIT = 10.0
"""Seconds a member is given to send the game before another is asked."""

ROUND_WAIT = 30.0
"""Seconds until all are asked again when nobody has sent it; each time twice as many, for a client
that is slow writes a save for each request, one after the other, while its player waits."""

MOST_ROUNDS = 4
"""How often that grows."""


def pause(rounds: int) -> float:
    """Seconds until all are asked once more who did not answer in so many rounds before."""
    return float(ROUND_WAIT * 2 ** min(rounds, MOST_ROUNDS))


@dataclass
class Machine:
    """What happens to it is told by calls, each of which gives what has to be carried out."""

    status: Status = field(default="lost", kw_only=True)
    _effects: list[Effect] = field(default_factory=list, init=False)

    def _become(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            self._effects.append(Became(status))

    def _tell(self, text: str) -> None:
        self._effects.append(Told(text))

    def _done(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects


@dataclass
class Caller(Machine):
    """One that calls others to be let into their game: it tries again and again, and says nothing
    twice in a row."""

    _said: str = field(default="", init=False)

    def _tell(self, text: str) -> None:
        if text != self._said:
            self._said = text
            super()._tell(text)


@dataclass
class SecondLook:
    """Whoever is to be asked first, and was passed over because he did not answer, is asked once
    more beside the game that is followed: he may have been loading another one."""

    at: float | None = None
    """When he is asked."""
    until: float | None = None
    """Until when his answer is taken."""
    _rounds: int = 0

    def want(self, now: float) -> None:
        """He has not answered, or not in time: ask later, and ever more seldom."""
        self.at, self.until = now + pause(self._rounds), None
        self._rounds += 1

    def begin(self, now: float) -> None:
        """He is asked now."""
        self.at, self.until = None, now + STATE_WAIT

    def sooner(self, at: float) -> None:
        """He answers now, perhaps: late, and nobody knows who it is."""
        if self.at is not None:
            self.at = min(self.at, at)

    def is_played(self, now: float) -> None:
        """Something is played, which his answer may have or not: it is not taken."""
        if self.until is not None:
            self.want(now)

    def end(self) -> None:
        """He has answered, or all are asked anew."""
        self.at, self.until, self._rounds = None, None, 0

    @property
    def due(self) -> float:
        """When something is to be done about it."""
        return min((at for at in (self.at, self.until) if at is not None), default=float("inf"))
