"""What the machines of live play share: they are told what happens and give what is to be done."""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.live.effects import Became, Effect, Status, Told


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
