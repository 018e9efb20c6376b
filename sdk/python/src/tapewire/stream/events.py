"""What a stream gives, one after the other. Tell them apart by their class or by `kind`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..calls.shapes import DepthEvent, KlineEvent, QuoteEvent, TickEvent


@dataclass(frozen=True)
class TickUpdate:
    """A trade."""

    symbol: str
    """`stock:AAPL$US` as subscribed."""
    data: TickEvent
    """The fields of the wire."""
    kind: Literal["tick"] = "tick"


@dataclass(frozen=True)
class QuoteUpdate:
    """The session's running figures."""

    symbol: str
    """`stock:AAPL$US` as subscribed."""
    data: QuoteEvent
    """The fields of the wire; `skipped` counts older ones that a slow reader did not get."""
    kind: Literal["quote"] = "quote"


@dataclass(frozen=True)
class DepthUpdate:
    """The order book."""

    symbol: str
    """`stock:AAPL$US` as subscribed."""
    data: DepthEvent
    """The fields of the wire; `skipped` counts older ones that a slow reader did not get."""
    kind: Literal["depth"] = "depth"


@dataclass(frozen=True)
class KlineUpdate:
    """A bar, running or final."""

    symbol: str
    """`stock:AAPL$US` as subscribed."""
    data: KlineEvent
    """The fields of the wire; `skipped` counts older ones that a slow reader did not get."""
    kind: Literal["kline"] = "kline"


@dataclass(frozen=True)
class Gap:
    """Events `start` to `end` of one symbol and type are lost; `rest` is the path that fills them."""

    symbol: str
    type: str
    start: int
    """The first missing `seq`."""
    end: int
    """The last missing `seq`."""
    rest: str
    kind: Literal["gap"] = "gap"


@dataclass(frozen=True)
class Rejected:
    """A symbol (None: the whole request) that the gateway refused; `limit`: the plan's, when it was exceeded."""

    symbol: str | None
    error: str
    message: str
    limit: int | None
    kind: Literal["rejected"] = "rejected"


@dataclass(frozen=True)
class Heartbeat:
    """A sign of life of a quiet connection, with the classes that trade now."""

    t: int
    """Ms, UTC."""
    markets: Mapping[str, Literal["open", "closed"]]
    kind: Literal["heartbeat"] = "heartbeat"


@dataclass(frozen=True)
class State:
    """The state of the connection. `waiting` has the seconds to the next attempt and its reason."""

    state: Literal["connecting", "live", "waiting"]
    wait: float = 0
    reason: str = ""
    kind: Literal["state"] = "state"


MarketUpdate = TickUpdate | QuoteUpdate | DepthUpdate | KlineUpdate
Event = MarketUpdate | Gap | Rejected | Heartbeat | State
