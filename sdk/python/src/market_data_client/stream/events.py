"""Events of a stream. Their class or `kind` distinguishes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..calls.shapes import DepthEvent, KlineEvent, QuoteEvent, TickEvent


@dataclass(frozen=True)
class TickUpdate:
    """A trade."""

    symbol: str
    """The symbol as subscribed, such as `stock:AAPL$US`."""
    data: TickEvent
    """The fields as the gateway sends them."""
    kind: Literal["tick"] = "tick"


@dataclass(frozen=True)
class QuoteUpdate:
    """The figures of the current session."""

    symbol: str
    """The symbol as subscribed, such as `stock:AAPL$US`."""
    data: QuoteEvent
    """The fields as the gateway sends them. `skipped` counts the older events that a slow reader did not get."""
    kind: Literal["quote"] = "quote"


@dataclass(frozen=True)
class DepthUpdate:
    """The order book."""

    symbol: str
    """The symbol as subscribed, such as `stock:AAPL$US`."""
    data: DepthEvent
    """The fields as the gateway sends them. `skipped` counts the older events that a slow reader did not get."""
    kind: Literal["depth"] = "depth"


@dataclass(frozen=True)
class KlineUpdate:
    """A running or final bar."""

    symbol: str
    """The symbol as subscribed, such as `stock:AAPL$US`."""
    data: KlineEvent
    """The fields as the gateway sends them. `skipped` counts the older events that a slow reader did not get."""
    kind: Literal["kline"] = "kline"


@dataclass(frozen=True)
class Gap:
    """Lost events of one symbol and type. `rest` is the path of the REST call that fills the gap."""

    symbol: str
    type: str
    start: int
    """The first missing sequence number."""
    end: int
    """The last missing sequence number."""
    rest: str
    kind: Literal["gap"] = "gap"


@dataclass(frozen=True)
class Rejected:
    """A symbol that the gateway refused; None: the whole request. `limit`: the exceeded limit of the plan, if any."""

    symbol: str | None
    error: str
    message: str
    limit: int | None
    kind: Literal["rejected"] = "rejected"


@dataclass(frozen=True)
class Heartbeat:
    """Shows that a quiet connection is alive, with the state of each class's markets."""

    t: int
    """Time in ms UTC."""
    markets: Mapping[str, Literal["open", "closed"]]
    replaced: tuple[str, ...] = ()
    """Subscribed symbols whose stored history was just replaced, such as by an import."""
    ages: Mapping[str, float] = field(default_factory=dict)
    """Seconds since the newest event of each class, whoever subscribed to it."""
    kind: Literal["heartbeat"] = "heartbeat"


@dataclass(frozen=True)
class State:
    """The state of the connection. In `waiting`, `wait` is the seconds until the next attempt, and `reason` says
    why there is no connection."""

    state: Literal["connecting", "live", "waiting"]
    wait: float = 0
    reason: str = ""
    kind: Literal["state"] = "state"


MarketUpdate = TickUpdate | QuoteUpdate | DepthUpdate | KlineUpdate
Event = MarketUpdate | Gap | Rejected | Heartbeat | State
