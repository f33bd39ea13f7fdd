"""Means and shares with their uncertainty, from sums of whole numbers alone.

The sums are exact and can be added in any order, so that the same matches give the same figures
whoever played them. The units that count as independent are blocks: all matches of one deal.
"""

from __future__ import annotations

from fractions import Fraction
from math import pi, sqrt, tan
from statistics import NormalDist

import attrs

LEVEL = 0.95
"""How often an interval covers the true value, in the long run."""


@attrs.frozen
class Estimate:
    """A value with the 95 % interval that goes with it; no interval where nothing tells of one."""

    value: float
    low: float | None = None
    high: float | None = None

    def opposite(self) -> Estimate:
        """The share of the other one of two."""
        low = None if self.high is None else 1 - self.high
        high = None if self.low is None else 1 - self.low
        return Estimate(1 - self.value, low, high)

    def to_dict(self) -> dict[str, float | None]:
        """All of it as JSON takes it."""
        return {"value": self.value, "low": self.low, "high": self.high}


@attrs.define
class Sums:
    """The sums of the blocks, each of which has a `total` over so many `units`.

    A unit is what the value is a mean of, such as one seat in one match.
    """

    blocks: int = 0
    units: int = 0
    total: int = 0
    squares: int = 0
    cross: int = 0
    unit_squares: int = 0

    def add(self, total: int, units: int) -> None:
        """Count a block."""
        self.blocks += 1
        self.units += units
        self.total += total
        self.squares += total * total
        self.cross += total * units
        self.unit_squares += units * units

    def merge(self, other: Sums) -> None:
        """Count the blocks of another one, too."""
        for name in ("blocks", "units", "total", "squares", "cross", "unit_squares"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def ratio(self) -> Fraction:
        """The mean of a unit."""
        return Fraction(self.total, self.units)

    @property
    def variance(self) -> Fraction:
        """The variance of that mean, from how far the blocks lie apart; it takes two of them."""
        mean = self.ratio
        apart = self.squares - 2 * mean * self.cross + mean * mean * self.unit_squares
        return Fraction(self.blocks, self.blocks - 1) * apart / (self.units * self.units)

    def mean(self) -> Estimate | None:
        """The mean and its interval by Student's t over the blocks; None without any unit."""
        if not self.units:
            return None
        value = float(self.ratio)
        if self.blocks < 2 or not self.variance:
            return Estimate(value)  # blocks that are all alike do not tell how uncertain that is
        half = student(self.blocks - 1) * sqrt(self.variance)
        return Estimate(value, value - half, value + half)

    def share(self, whole: int = 1) -> Estimate | None:
        """The mean as a share of `whole`, and its interval, which never leaves 0 to 1.

        Wilson's (1927), for as many matches as would make a plain share as uncertain as the blocks
        are (Kish's effective size). For single matches that are won or lost it is Wilson's as it
        stands in the books.
        """
        if not self.units:
            return None
        share = self.ratio / whole
        if self.units == self.unit_squares == self.blocks and self.squares == self.total * whole:
            return wilson(share, float(self.units), NORMAL)
        if self.blocks < 2:
            return Estimate(float(share))
        variance = self.variance / (whole * whole)
        if variance:
            size = share * (1 - share) / variance
        else:  # blocks that are all alike do not tell how uncertain that is
            size = Fraction(self.units if 0 < share < 1 else self.blocks)
        return wilson(share, float(size), student(self.blocks - 1))


def wilson(share: Fraction, size: float, quantile: float) -> Estimate:
    """Wilson's interval of a share of so many."""
    value, square = float(share), quantile * quantile
    middle = value + square / (2 * size)
    half = quantile * sqrt(value * (1 - value) / size + square / (4 * size * size))
    low, high = (middle - half) / (1 + square / size), (middle + half) / (1 + square / size)
    return Estimate(value, min(max(low, 0.0), value), max(min(high, 1.0), value))


NORMAL = NormalDist().inv_cdf((1 + LEVEL) / 2)


def student(freedom: int, level: float = LEVEL) -> float:
    """How many standard errors the interval reaches: the quantile of Student's t.

    Exact for one and two degrees of freedom; from three on by the expansion of Cornish and Fisher
    (Abramowitz and Stegun, 26.7.5), which is then off by less than 1 %.
    """
    tail = (1 + level) / 2
    if freedom == 1:
        return tan(pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) * sqrt(2 / (4 * tail * (1 - tail)))
    x = NormalDist().inv_cdf(tail)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    more = 0.0
    for term in reversed(terms):
        more = (more + term) / freedom
    return x + more
