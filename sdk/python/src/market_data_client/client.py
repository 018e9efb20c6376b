"""The REST and stream clients of one key."""

from __future__ import annotations

from .backoff import Backoff
from .calls.async_calls import AsyncCalls
from .calls.sync_calls import Calls
from .rest.async_rest import AsyncKeySource
from .rest.request import RestOptions
from .rest.rest import KeySource
from .stream.async_stream import AsyncStream
from .stream.session import StreamOptions
from .stream.stream import Stream


class Client:
    """A client of one gateway: `market.rest.kline(…)`, `market.stream()`.

    Args:
        api_url: Origin of the data gateway, for instance `http://localhost:3001`.
        key: The API key, or a function that returns one, for short-lived search tokens.
        retries: Number of retries of a call after 408, 425, 429, 500, 502, 503, 504 and broken connections.
        longest_wait: The longest wait before a retry, in seconds; after a longer `Retry-After`, the call raises the
            error at once.
        timeout: Time limit of the connection and of each part of an answer, in seconds. An attempt ends at the first
            part after it.
        silence: Seconds without any message after which a connection of the stream counts as dead.
        lang: Language of messages: `en-US`, `zh-CN`, `zh-HK`.
        backoff: Waits between attempts, for calls and for the stream.
        decimals: Numbers with a fraction are `Decimal` instead of float, in responses and in the stream.
        proxy: The address of a proxy for calls; without it HTTP_PROXY and HTTPS_PROXY apply.

    A retry and its wait are logged as a warning of the logger of this package.
    """

    def __init__(
        self,
        api_url: str,
        key: KeySource,
        *,
        retries: int = 2,
        longest_wait: float = 60.0,
        timeout: float = 30.0,
        silence: float = 25.0,
        lang: str | None = None,
        backoff: Backoff | None = None,
        decimals: bool = False,
        proxy: str | None = None,
    ) -> None:
        waits = backoff or Backoff()
        self._api_url = api_url
        self._key = key
        self._stream_options = StreamOptions(backoff=waits, silence=silence, decimals=decimals)
        self.rest = Calls(api_url, key, RestOptions(retries, longest_wait, timeout, lang, waits, decimals, proxy))

    def stream(self) -> Stream:
        """Creates a separate live stream, which connects when it is iterated."""
        return Stream(self._api_url, self._key, self._stream_options)

    def close(self) -> None:
        """Closes the REST connections."""
        self.rest.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient:
    """`Client` for asyncio: `await market.rest.kline(…)`, `async for event in market.stream()`."""

    def __init__(
        self,
        api_url: str,
        key: AsyncKeySource,
        *,
        retries: int = 2,
        longest_wait: float = 60.0,
        timeout: float = 30.0,
        silence: float = 25.0,
        lang: str | None = None,
        backoff: Backoff | None = None,
        decimals: bool = False,
        proxy: str | None = None,
    ) -> None:
        waits = backoff or Backoff()
        self._api_url = api_url
        self._key = key
        self._stream_options = StreamOptions(backoff=waits, silence=silence, decimals=decimals)
        self.rest = AsyncCalls(api_url, key, RestOptions(retries, longest_wait, timeout, lang, waits, decimals, proxy))

    def stream(self) -> AsyncStream:
        """Creates a separate live stream, which connects when it is iterated."""
        return AsyncStream(self._api_url, self._key, self._stream_options)

    async def close(self) -> None:
        """Closes the REST connections."""
        await self.rest.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
