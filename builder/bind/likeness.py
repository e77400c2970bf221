"""How alike two things are called: words shortened, put in another order, in another language, with
or without side; what words mean is learnt from the numbers that pieces bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from builder import limits
from builder.bind.vocabulary import meaning, number, same
from builder.saying import Saying


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

    A module may bring tens of thousands of pieces, each with words of its own: who bears which word
    is a list, and tables have rows only for words that can mean one of ours.

    ValueError in a sentence if there is more to compare than any module needs.
    """

    def __init__(self, ours: Sequence[Called], theirs: Sequence[Called]) -> None:
        bounded(len(theirs) * len(ours), "pairs of pieces and counters", limits.COMPARED)
        self._mine = _Side(ours)
        self._yours = _Strangers(theirs)
        self._same = _sameness(self._yours.words, self._mine.words, ours)
        self._factor = _Expanded(theirs, ours, lambda one: one.numbers, _numbers_agree)
        self._printed = _Expanded(theirs, ours, lambda one: frozenset(one.values), _values_agree)

    def table(self) -> np.ndarray:
        """Likenesses: a row for each of theirs, a column for each of ours."""
        found = self._scored(self._same)
        for _ in range(_ROUNDS):
            found = self._scored(self._same.or_better(self._learnt(found)))
        return found

    def _scored(self, same_: _Meanings) -> np.ndarray:
        mine, yours = self._mine, self._yours
        row_of = same_.row_of(len(yours.words))
        best = _best(same_.table, mine.whole)
        found = np.empty((yours.count, len(mine.share)))
        for part in yours.parts():
            theirs_covered = yours.names.put_together(part, row_of, best, np.add)
            covered = yours.whole.put_together(part, row_of, same_.table, np.maximum)
            ours_covered = (mine.share @ covered.T).T
            alike = (0.6 * ours_covered + 0.4 * theirs_covered) * self._factor.rows(part)
            told = self._printed.rows(part)
            printed = 0.94 * alike + 0.06 * np.nan_to_num(told)
            found[part] = np.where(np.isnan(told), alike, printed)
        return found

    def _learnt(self, found: np.ndarray) -> _Meanings:
        """How much a word of theirs goes with one of ours over all pieces that are likely pairs;
        what only a pair or two bear out counts nothing."""
        mine, yours = self._mine, self._yours
        pairs = self._pairs(found)
        theirs = yours.names.counted(pairs.sum(axis=1), len(yours.words))
        rows = np.flatnonzero((theirs >= _BORNE_OUT) & yours.plain)
        bounded(len(rows) * len(mine.words), "pairs of words", limits.COMPARED)
        learnt = _Meanings(rows, np.zeros((len(rows), len(mine.words))))
        row_of = learnt.row_of(len(yours.words))
        together = learnt.table
        for part in yours.parts():
            yours.names.add_up(part, row_of, pairs[part] @ mine.bears, together)
        ours = mine.bears.T @ pairs.sum(axis=0)
        usual = ours / max(pairs.sum(), 1e-9)
        dice = 2 * together / np.maximum(theirs[rows][:, None] + ours[None, :], 1e-9)
        implied = together / np.maximum(theirs[rows][:, None], 1e-9)
        implied = (implied - usual) / np.maximum(1 - usual, 1e-9)
        borne_out = np.clip((together - _FEW) / np.maximum(together, 1e-9), 0.0, 1.0)
        goes = np.maximum(dice, implied) * borne_out * mine.plain[None, :]
        return _Meanings(rows, np.where(goes >= _LEARNT, goes, 0.0))

    def _pairs(self, found: np.ndarray) -> np.ndarray:
        """How likely each pair is: each of ours goes to one of theirs, and some to nobody."""
        pairs = found**4
        for part in self._yours.parts():
            pairs[part] *= self._factor.rows(part) == 1.0
        for _ in range(6):
            pairs /= pairs.sum(axis=1, keepdims=True) + _NOBODY
            pairs /= pairs.sum(axis=0, keepdims=True) + _NOBODY
        return pairs


_ROUNDS = 4
_FEW = 0.7
_LEARNT = 0.35
_BORNE_OUT = 0.999 * _FEW / (1 - _LEARNT)
"""Pairs that a word needs before it can be learnt at all, a hair less for rounding."""
_NOBODY = 0.04
_BESIDES = 0.35
_INITIALS = 0.8
_PART = 250
"""Pieces that are looked at together: as many rows as the bound of memory allows of long names."""


def bounded(size: int, what: str, most: limits.Limit) -> None:
    """ValueError where a module has more to compare than any needs."""
    if size > most:
        text = "The module has more {what} to compare than {most:,}, which no module needs."
        raise ValueError(Saying(text, what=Saying(what), most=most))


class _Side:
    """The words of all names of the game, and which counter bears which: as tables."""

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


class _Strangers:
    """The words of all names of the module, and which piece bears which: as lists, because the
    tables of as many pieces and words would be gigabytes."""

    def __init__(self, called: Sequence[Called]) -> None:
        self.count = len(called)
        self.words = sorted({word for one in called for word in one.names | one.around})
        bounded(len(self.words), "different words", limits.BIND_WORDS)
        at = {word: n for n, word in enumerate(self.words)}
        weight = weights(called)
        told = np.array([weight.get(word, 1.0) for word in self.words])
        self.names = _Borne([sorted(at[word] for word in one.names) for one in called], told)
        self.whole = _Borne([sorted(at[word] for word in one.names | one.around) for one in called])
        self.plain = np.array([not word.isdigit() for word in self.words], dtype=bool)

    def parts(self) -> Iterator[slice]:
        return (slice(n, min(n + _PART, self.count)) for n in range(0, self.count, _PART))


class _Borne:
    """Pairs of a piece and a word that it bears, in the order of the pieces; with weights of words
    each pair has the word's share in all of the piece."""

    def __init__(self, words: Sequence[Sequence[int]], weight: np.ndarray | None = None) -> None:
        lengths = np.array([len(one) for one in words], dtype=np.intp)
        self._first = np.concatenate(([0], np.cumsum(lengths)))
        self._word = np.fromiter((word for one in words for word in one), dtype=np.intp)
        self._piece = np.repeat(np.arange(len(words)), lengths)
        self._share: np.ndarray | None = None
        if weight is not None:
            told = weight[self._word]
            all_ = np.bincount(self._piece, weights=told, minlength=len(words))
            self._share = told / np.maximum(all_[self._piece], 1e-9)

    def _kept(self, part: slice, row_of: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The pairs of some pieces whose word has a row: which they are, piece and row."""
        all_ = np.arange(self._first[part.start], self._first[part.stop])
        rows = row_of[self._word[all_]]
        kept = rows >= 0
        return all_[kept], self._piece[all_[kept]] - part.start, rows[kept]

    def put_together(
        self, part: slice, row_of: np.ndarray, table: np.ndarray, how: np.ufunc
    ) -> np.ndarray:
        """For each of some pieces the rows of its words in one: their greatest, or their sum by
        their shares; 0 where no word has a row."""
        pairs, piece, rows = self._kept(part, row_of)
        found = np.zeros((part.stop - part.start, table.shape[1]))
        if len(pairs):
            values = table[rows]
            if self._share is not None:
                values *= self._share[pairs][:, None]
            starts = np.flatnonzero(np.diff(piece, prepend=-1))
            found[piece[starts]] = how.reduceat(values, starts, axis=0)
        return found

    def add_up(
        self, part: slice, row_of: np.ndarray, of_piece: np.ndarray, table: np.ndarray
    ) -> None:
        """Adds to the row of each word what those of its pieces that are in the part have."""
        _, piece, rows = self._kept(part, row_of)
        np.add.at(table, rows, of_piece[piece])

    def counted(self, of_piece: np.ndarray, words: int) -> np.ndarray:
        """For each word the sum of what its pieces have."""
        return np.bincount(self._word, weights=of_piece[self._piece], minlength=words)


@dataclass(frozen=True)
class _Meanings:
    """How much words of theirs, the `rows`, mean each word of ours, the columns; all other words
    mean none of ours."""

    rows: np.ndarray
    table: np.ndarray

    def row_of(self, words: int) -> np.ndarray:
        """The row of each of so many words, -1 without one."""
        found = np.full(words, -1, dtype=np.intp)
        found[self.rows] = np.arange(len(self.rows))
        return found

    def or_better(self, other: _Meanings) -> _Meanings:
        """The greater meaning of both."""
        rows = np.union1d(self.rows, other.rows)
        table = np.zeros((len(rows), self.table.shape[1]))
        for one in (self, other):
            at = np.searchsorted(rows, one.rows)
            table[at] = np.maximum(table[at], one.table)
        return _Meanings(rows, table)


def _sameness(theirs: Sequence[str], mine: Sequence[str], ours: Sequence[Called]) -> _Meanings:
    """How much each word of theirs means the same as each of ours, or stands for it by initials.
    Only words of one key are compared, because a module may bring tens of thousands of words."""
    kin: dict[str | int, list[int]] = {}
    for column, word in enumerate(mine):
        for key in {*_keys(word)}:
            kin.setdefault(key, []).append(column)
    stands = _initials(mine, ours)
    found: dict[int, dict[int, float]] = {}
    for row, word in enumerate(theirs):
        alike = dict.fromkeys(stands.get(word.replace("k", "c"), ()), _INITIALS)
        for column in {column for key in _keys(word) for column in kin.get(key, ())}:
            if (much := same(word, mine[column])) > alike.get(column, 0.0):
                alike[column] = much
        if alike:
            found[row] = alike
    bounded(len(found) * len(mine), "pairs of words", limits.COMPARED)
    table = np.zeros((len(found), len(mine)))
    for row, alike in enumerate(found.values()):
        table[row, [*alike]] = [*alike.values()]
    return _Meanings(np.fromiter(found, dtype=np.intp), table)


def _keys(word: str) -> Iterable[str | int]:
    """What two words share, one of them at least, if they mean the same at all."""
    value = number(word)
    if word.isdigit() and value is not None:
        return (value,)
    return (word[0], meaning(word)) if value is None else (word[0], meaning(word), value)


def _initials(mine: Sequence[str], ours: Sequence[Called]) -> dict[str, set[int]]:
    """The words of ours that a word of theirs stands for because it is the initials of a full name
    that has them: GTK for guards, tank and corps."""
    at = {word: n for n, word in enumerate(mine)}
    stands: dict[str, set[int]] = {}
    for one in ours:
        plain = [word for word in one.whole if not word.isdigit()]
        if plain:
            letters = "".join(word[0] for word in plain).replace("k", "c")
            stands.setdefault(letters, set()).update(at[word] for word in plain)
    return stands


def _best(same_: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """For each word (row of `same_`) and each called (row of `whole`), how well it is covered."""
    found = np.zeros((same_.shape[0], whole.shape[0]))
    for at, row in enumerate(whole):
        if row.any():
            found[:, at] = same_[:, row].max(axis=1)
    return found


class _Expanded:
    """A figure for each piece and counter by what of their names decides it: worked out once for
    each two that differ in it, because thousands of pieces bear none."""

    def __init__(
        self,
        theirs: Sequence[Called],
        ours: Sequence[Called],
        of: Callable[[Called], frozenset[int]],
        figure: Callable[[frozenset[int], frozenset[int]], float],
    ) -> None:
        there, here = [of(one) for one in theirs], [of(one) for one in ours]
        rows = {value: n for n, value in enumerate(dict.fromkeys(there))}
        columns = {value: n for n, value in enumerate(dict.fromkeys(here))}
        self._row = np.fromiter((rows[value] for value in there), dtype=np.intp)
        self._column = np.fromiter((columns[value] for value in here), dtype=np.intp)
        self._table = np.empty((len(rows), len(columns)))
        for one, row in rows.items():
            self._table[row] = [figure(one, other) for other in columns]

    def rows(self, part: slice) -> np.ndarray:
        """The figures of some pieces with every counter."""
        return self._table[self._row[part]][:, self._column]


def _numbers_agree(there: frozenset[int], here: frozenset[int]) -> float:
    """1 where both bear a number or neither does, less where they do not agree."""
    if there and here:
        return 1.0 if there & here else 0.3
    return 0.75 if there or here else 1.0


def _values_agree(told: frozenset[int], printed: frozenset[int]) -> float:
    """The share of the figures that a name tells which the counter has; nan where none are told."""
    return len(told & printed) / len(told) if told and printed else np.nan


def weights(all_: Iterable[Called]) -> Mapping[str, float]:
    """How much each word tells: what many are called tells little."""
    names = [called.names for called in all_]
    counts = Counter(word for one in names for word in one)
    most = np.log(1 + len(names))
    told = {word: float(np.log((1 + len(names)) / n) / most) for word, n in counts.items()}
    return {word: 0.08 + weight for word, weight in told.items()}
