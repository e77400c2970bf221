"""The one error of everything that comes over a wire."""

from __future__ import annotations

from builder.errors import KesselError


class WireError(KesselError):
    """A line or message that cannot be what VASSAL sends; says what is wrong and quotes nothing of
    it, because ids in it are passwords."""
