"""The one error of everything that comes over a wire."""

from __future__ import annotations

from builder.errors import KesselError


class WireError(KesselError):
    """A line or message that cannot be what VASSAL sends; says what is wrong and quotes nothing of
    it, because ids in it are passwords."""


class PackedError(WireError):
    """A packed message that cannot be unpacked. `what` is a clause of why; `too_large`, if only
    that is wrong with it."""

    def __init__(self, what: str, too_large: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.too_large = too_large
