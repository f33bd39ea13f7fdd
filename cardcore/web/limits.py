"""Limits: how much one client may ask of a server."""

from __future__ import annotations

from collections import OrderedDict

import attrs


@attrs.define
class Bucket:
    """Lets `rate` things a second through, and `most` at once."""

    rate: float
    most: float
    _left: float = attrs.field(init=False)
    _when: float = attrs.field(default=0.0, init=False)

    def __attrs_post_init__(self) -> None:
        self._left = self.most

    def take(self, now: float, cost: float = 1) -> bool:
        """Whether one more may pass now; at a cost of 0 it takes nothing from those after it."""
        self._left = min(self.most, self._left + (now - self._when) * self.rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= cost
        return True


class Buckets:
    """A bucket for each address, of those that were busy last."""

    def __init__(self, rate: float, most: float, *, kept: int = 10_000) -> None:
        self._rate, self._most, self._kept = rate, most, kept
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, cost: float = 1) -> bool:
        """Whether one more may pass from an address now."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._most)
            while len(self._buckets) > self._kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now, cost)
