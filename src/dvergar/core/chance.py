"""Dvergar's own random numbers: the same on every machine, Python version and build.

The generator is xoshiro128** (Blackman and Vigna): four 32-bit words of state, one 32-bit number
a step. A seed of 64 bits is spread over the four words by a 32-bit mixing function, so that
neighbouring seeds give unrelated games. A number below `n` is drawn without bias by rejecting the
incomplete last range; a shuffle is Fisher-Yates from the last place down. `docs/inside/chance.md`
has test vectors for an implementation in another language.
"""

from __future__ import annotations

from typing import Final

WORD: Final = 0xFFFFFFFF
SEEDS: Final = 1 << 64
_GOLDEN: Final = 0x9E3779B9


def _mix(word: int) -> int:
    word = (word ^ (word >> 16)) * 0x21F0AAAD & WORD
    word = (word ^ (word >> 15)) * 0x735A2D97 & WORD
    return word ^ (word >> 15)


class Chance:
    """A stream of random numbers that can be copied and compared.

    >>> Chance(7).below(6) == Chance(7).below(6)
    True
    """

    __slots__ = ("a", "b", "c", "d")

    def __init__(self, seed: int) -> None:
        low, high = seed & WORD, (seed >> 32) & WORD
        self.a = _mix((low + _GOLDEN) & WORD)
        self.b = _mix(((self.a ^ high) + _GOLDEN) & WORD)
        self.c = _mix((self.b + _GOLDEN) & WORD)
        self.d = _mix((self.c + _GOLDEN) & WORD)
        if not (self.a or self.b or self.c or self.d):
            self.a = 1

    @staticmethod
    def restore(words: list[int]) -> Chance:
        """The stream whose `words()` these are."""
        chance = Chance(0)
        chance.a, chance.b, chance.c, chance.d = words
        return chance

    def words(self) -> list[int]:
        """The four words of state, for storing and comparing."""
        return [self.a, self.b, self.c, self.d]

    def copy(self) -> Chance:
        """An independent stream that continues as this one would."""
        return Chance.restore([self.a, self.b, self.c, self.d])

    def next(self) -> int:
        """The next 32-bit number."""
        a, b, c, d = self.a, self.b, self.c, self.d
        x = b * 5 & WORD
        number = ((x << 7 | x >> 25) & WORD) * 9 & WORD
        c ^= a
        d ^= b
        self.a = a ^ d
        self.b = b ^ c
        self.c = c ^ (b << 9 & WORD)
        self.d = (d << 11 | d >> 21) & WORD
        return number

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1, each equally likely."""
        limit = (WORD + 1) - (WORD + 1) % n
        number = self.next()
        while number >= limit:
            number = self.next()
        return number % n

    def shuffle(self, cards: list[int]) -> None:
        """Puts `cards` into a random order, each order equally likely."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def derive(seed: int, number: int) -> int:
    """The seed of one of many things (games, seats, bots) that one seed determines.

    Args:
        seed: determines them all.
        number: which of them.

    Returns:
        Its seed; others have other seeds, and none tells anything about another.

    >>> derive(1, 0) != derive(1, 1) != derive(2, 1)
    True
    """
    chance = Chance((seed ^ (number * 0x9E3779B97F4A7C15)) % SEEDS)
    return chance.next() << 32 | chance.next()
