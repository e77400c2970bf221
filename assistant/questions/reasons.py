"""Why an answer is as it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why an answer is as it is: a rule number and one sentence."""

    rule: str
    text: str
