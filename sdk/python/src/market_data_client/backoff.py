"""Waits between attempts."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Backoff:
    """Waits between attempts, in seconds. A full wait doubles from `shortest` to `longest`. Each wait is random between
    half of the full wait and the full wait."""

    shortest: float = 0.5
    longest: float = 30.0

    def wait(self, attempt: int) -> float:
        """The wait before attempt `attempt` (from 0). It is random, so that clients do not all reconnect at once."""
        full = min(self.longest, self.shortest * float(2 ** min(attempt, 30)))
        return full / 2 + full / 2 * random.random()
