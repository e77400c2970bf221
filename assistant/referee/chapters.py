"""Which rule of its game a finding leans on where no answer of the game names one, and which phases
are for moving and which for fighting."""

from __future__ import annotations

from assistant.classic.situation import cite
from assistant.games import play_of
from assistant.questions.play import Kind, Subject
from builder.game.model import Game
from builder.game.rulebook.results import result_of

_MOVING = ("movement", "exploitation", "mechanized", "activation", "execution")
_FIGHTING = ("combat", "gun", "assault", "fire")
_NEITHER = (
    "air", "administrative", "disruption", "organization", "organisation", "replacements",
    "reinforcement", "removal", "cards", "supply", "interdiction", "chit", "mode", "final", "end",
)  # fmt: skip


def rule_of(game: Game, subject: Subject) -> str:
    """The number of the rule; the name of the subject where the game has no number for it."""
    if game.rules is None:
        return play_of(game.id).chapters.get(subject, subject)
    rules = game.rules
    chapters = {
        "movement": rules.movement,
        "stacking": rules.stacking,
        "combat": rules.combat,
        "results": rules.combat,
        "twice": rules.combat,
        "retreat": rules.retreat,
        "advance": rules.advance,
        "arrivals": rules.arrivals,
        "recovery": rules.arrivals,
        "sequence": rules.movement,
        "control": rules.victory,
    }
    return cite(chapters[subject], subject)


def rule_of_result(game: Game, result: str) -> str:
    """The number of the rule of a result of battles; that of results where it has none of its
    own."""
    if game.rules is None:
        own = play_of(game.id).results.get(result, "")
    else:
        declared = result_of(game.rules, result)
        own = declared.rule if declared is not None else ""
    return own or rule_of(game, "results")


def kind_of(game: Game, phase: str) -> Kind:
    """What a phase is for, as far as the game's rules or the phase's own name tell."""
    rules = game.rules
    if rules is not None and rules.movement.when:
        moving = phase in rules.movement.when or phase in rules.movement.only
        fighting = phase in rules.combat.when
        if moving or fighting:
            return "both" if moving and fighting else "movement" if moving else "combat"
    for end, kind in play_of(game.id).kinds.items():
        if phase.endswith(end):
            return kind
    words = phase.split("-")
    if any(word in _FIGHTING for word in words):
        return "combat"
    if any(word in _MOVING for word in words):
        return "movement"
    return "neither" if any(word in _NEITHER for word in words) else "unknown"
