"""How alike two things are called: words shortened, put in another order, in another language, with
or without side; what words mean is learnt from the numbers that pieces bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from builder.bind.vocabulary import meaning, number, same


@dataclass(frozen=True)
class Called:
    """What a piece is called: the words of its names, those of what is around it (palette, type,
    side), and the figures printed on it."""

    names: frozenset[str]
    around: frozenset[str]
    values: tuple[int, ...] = ()
    whole: tuple[str, ...] = ()
    """The words of its full name in order; what it is called besides counts less."""

    @property
    def numbers(self) -> frozenset[int]:
        found = (number(word) for word in self.names)
        return frozenset(value for value in found if value is not None)


class Likenesses:
    """How alike each of the pieces is called to each of the counters, as a table of 0 to 1: how
    much of what each is called the other is called too.

    What many are called tells little. Words that our words do not explain are learnt: those of
    pieces that bear a number stand for the words of the counters that bear it, if it holds for
    several numbers.
    """

    def __init__(self, ours: Sequence[Called], theirs: Sequence[Called]) -> None:
        self._mine = _Side(ours)
        self._yours = _Side(theirs)
        self._same = _sameness(self._yours.words, self._mine.words)
        self._same = np.maximum(self._same, _initials(self._yours.words, self._mine.words, ours))
        self._factor = _numbers_agree(ours, theirs)
        self._agree = self._factor == 1.0
        self._printed = _values_agree(ours, theirs)

    def table(self) -> np.ndarray:
        """Likenesses: a row for each of theirs, a column for each of ours."""
        found = self._scored(self._same)
        for _ in range(_ROUNDS):
            found = self._scored(np.maximum(self._same, self._learnt(found)))
        return found

    def _scored(self, same_: np.ndarray) -> np.ndarray:
        mine, yours = self._mine, self._yours
        theirs_covered = yours.share @ _best(same_, mine.whole)
        ours_covered = (mine.share @ _best(same_.T, yours.whole)).T
        found = (0.6 * ours_covered + 0.4 * theirs_covered) * self._factor
        printed = 0.94 * found + 0.06 * np.nan_to_num(self._printed)
        return np.asarray(np.where(np.isnan(self._printed), found, printed))

    def _learnt(self, found: np.ndarray) -> np.ndarray:
        """How much a word of theirs goes with one of ours over all pieces that are likely pairs;
        what only a pair or two bear out counts nothing."""
        pairs = _pairs(found * self._agree)
        together = self._yours.bears.T @ pairs @ self._mine.bears
        theirs = self._yours.bears.T @ pairs.sum(axis=1)
        ours = self._mine.bears.T @ pairs.sum(axis=0)
        dice = 2 * together / np.maximum(theirs[:, None] + ours[None, :], 1e-9)
        usual = ours / max(pairs.sum(), 1e-9)
        implied = together / np.maximum(theirs[:, None], 1e-9)
        implied = (implied - usual) / np.maximum(1 - usual, 1e-9)
        goes = np.maximum(dice, implied)
        borne_out = np.clip((together - _FEW) / np.maximum(together, 1e-9), 0.0, 1.0)
        learnt = goes * borne_out * self._yours.plain[:, None] * self._mine.plain[None, :]
        return np.asarray(np.where(learnt >= _LEARNT, learnt, 0.0))


_ROUNDS = 4
_FEW = 0.7
_LEARNT = 0.35
_NOBODY = 0.04
_BESIDES = 0.35
_INITIALS = 0.8


class _Side:
    """The words of all names of one side, and which name bears which."""

    def __init__(self, called: Sequence[Called]) -> None:
        self.words = sorted({word for one in called for word in one.names | one.around})
        at = {word: n for n, word in enumerate(self.words)}
        shape = len(called), len(self.words)
        self.bears = np.zeros(shape)
        self.told = np.ones(shape)
        self.whole = np.zeros(shape, dtype=bool)
        for row, one in enumerate(called):
            besides = one.names - {*one.whole} if one.whole else frozenset[str]()
            self.bears[row, [at[word] for word in one.names]] = 1.0
            self.told[row, [at[word] for word in besides]] = _BESIDES
            self.whole[row, [at[word] for word in one.names | one.around]] = True
        weight = weights(called)
        weighed = self.bears * self.told * [weight.get(word, 1.0) for word in self.words]
        self.share = weighed / np.maximum(weighed.sum(axis=1, keepdims=True), 1e-9)
        self.plain = np.array([not word.isdigit() for word in self.words], dtype=float)


def _sameness(theirs: Sequence[str], mine: Sequence[str]) -> np.ndarray:
    """How much each word of theirs means the same as each of ours. Only words of one key are
    compared, because a module may bring tens of thousands of words."""
    kin: dict[str | int, list[int]] = {}
    for column, word in enumerate(mine):
        for key in {*_keys(word)}:
            kin.setdefault(key, []).append(column)
    table = np.zeros((len(theirs), len(mine)))
    for row, word in enumerate(theirs):
        for column in {column for key in _keys(word) for column in kin.get(key, ())}:
            table[row, column] = same(word, mine[column])
    return table


def _keys(word: str) -> Iterable[str | int]:
    """What two words share, one of them at least, if they mean the same at all."""
    value = number(word)
    return (word[0], meaning(word)) if value is None else (word[0], meaning(word), value)


def _initials(theirs: Sequence[str], mine: Sequence[str], ours: Sequence[Called]) -> np.ndarray:
    """How much a word of theirs stands for one of ours because it is the initials of a full name
    that has it: GTK for guards, tank and corps."""
    at = {word: n for n, word in enumerate(mine)}
    stands: dict[str, set[int]] = {}
    for one in ours:
        plain = [word for word in one.whole if not word.isdigit()]
        if plain:
            letters = "".join(word[0] for word in plain).replace("k", "c")
            stands.setdefault(letters, set()).update(at[word] for word in plain)
    table = np.zeros((len(theirs), len(mine)))
    for row, word in enumerate(theirs):
        table[row, [*stands.get(word.replace("k", "c"), ())]] = _INITIALS
    return table


def _best(same_: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """For each word (row of `same_`) and each called (row of `whole`), how well it is covered."""
    found = np.zeros((same_.shape[0], whole.shape[0]))
    for at, row in enumerate(whole):
        if row.any():
            found[:, at] = same_[:, row].max(axis=1)
    return found


def _pairs(found: np.ndarray) -> np.ndarray:
    """How likely each pair is: each of ours goes to one of theirs, and some to nobody."""
    pairs = found**4
    for _ in range(6):
        pairs = pairs / (pairs.sum(axis=1, keepdims=True) + _NOBODY)
        pairs = pairs / (pairs.sum(axis=0, keepdims=True) + _NOBODY)
    return np.asarray(pairs)


def _numbers_agree(ours: Sequence[Called], theirs: Sequence[Called]) -> np.ndarray:
    """1 where both bear a number or neither does, less where they do not agree."""
    mine, yours = [one.numbers for one in ours], [one.numbers for one in theirs]
    table = np.ones((len(theirs), len(ours)))
    for row, there in enumerate(yours):
        for column, here in enumerate(mine):
            if there and here:
                table[row, column] = 1.0 if there & here else 0.3
            elif there or here:
                table[row, column] = 0.75
    return table


def _values_agree(ours: Sequence[Called], theirs: Sequence[Called]) -> np.ndarray:
    """The share of the figures that a name tells which the counter has; nan where none are told."""
    table = np.full((len(theirs), len(ours)), np.nan)
    mine = [frozenset(one.values) for one in ours]
    for row, one in enumerate(theirs):
        told = frozenset(one.values)
        for column, printed in enumerate(mine):
            if told and printed:
                table[row, column] = len(told & printed) / len(told)
    return table


def weights(all_: Iterable[Called]) -> Mapping[str, float]:
    """How much each word tells: what many are called tells little."""
    names = [called.names for called in all_]
    counts = Counter(word for one in names for word in one)
    most = np.log(1 + len(names))
    told = {word: float(np.log((1 + len(names)) / n) / most) for word, n in counts.items()}
    return {word: 0.08 + weight for word, weight in told.items()}
