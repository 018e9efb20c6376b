"""REST and live stream of a market data gateway, synchronous and asynchronous."""

from .answer import Adjust, Answer, Page
from .backoff import Backoff
from .client import AsyncClient, Client
from .error import ErrorKind, ApiError
from .frames import to_pandas, to_polars
from .rest.request import RateLimit
from .rest.times import Instant
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
    "AsyncClient",
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
    "Client",
    "ApiError",
    "TickUpdate",
    "to_pandas",
    "to_polars",
]
