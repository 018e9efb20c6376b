"""REST and live stream of a Tapewire data gateway, synchronous and asynchronous."""

from .answer import Adjust, Answer, Page
from .backoff import Backoff
from .client import AsyncTapewire, Tapewire
from .error import ErrorKind, TapewireError
from .frames import to_pandas, to_polars
from .rest.request import Instant, RateLimit
from .stream.async_stream import AsyncStream
from .stream.events import (
    DepthUpdate,
    Event,
    Gap,
    Heartbeat,
    KlineUpdate,
    MarketUpdate,
    QuoteUpdate,
    Rejected,
    State,
    TickUpdate,
)
from .stream.stream import Stream

__all__ = [
    "Adjust",
    "Answer",
    "AsyncStream",
    "AsyncTapewire",
    "Backoff",
    "DepthUpdate",
    "ErrorKind",
    "Event",
    "Gap",
    "Heartbeat",
    "Instant",
    "KlineUpdate",
    "MarketUpdate",
    "Page",
    "QuoteUpdate",
    "RateLimit",
    "Rejected",
    "State",
    "Stream",
    "Tapewire",
    "TapewireError",
    "TickUpdate",
    "to_pandas",
    "to_polars",
]
