"""Both halves of the gateway with one key."""

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


class Tapewire:
    """A client of one gateway: `tapewire.rest.kline(…)`, `tapewire.stream()`.

    Args:
        api_url: Origin of the data gateway, for instance `http://localhost:3001`.
        key: The key, or a function that fetches one, for short-lived search tokens.
        retries: How often a call is tried again after 408, 425, 429, 5xx and broken connections.
        longest_wait: Seconds; a longer `Retry-After` raises its error at once.
        timeout: Seconds that one attempt may take.
        silence: Seconds without any message after which a connection of the stream is dead.
        lang: Language of messages: `en-US`, `zh-CN`, `zh-HK`.
        backoff: Waits before attempts, of calls and of the stream.
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
    ) -> None:
        waits = backoff or Backoff()
        self._api_url = api_url
        self._key = key
        self._stream_options = StreamOptions(backoff=waits, silence=silence)
        self.rest = Calls(api_url, key, RestOptions(retries, longest_wait, timeout, lang, waits))

    def stream(self) -> Stream:
        """A live stream of its own, which connects when it is iterated."""
        return Stream(self._api_url, self._key, self._stream_options)

    def close(self) -> None:
        """Closes the connections of REST."""
        self.rest.close()

    def __enter__(self) -> Tapewire:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncTapewire:
    """`Tapewire` for asyncio: `await tapewire.rest.kline(…)`, `async for event in tapewire.stream()`."""

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
    ) -> None:
        waits = backoff or Backoff()
        self._api_url = api_url
        self._key = key
        self._stream_options = StreamOptions(backoff=waits, silence=silence)
        self.rest = AsyncCalls(api_url, key, RestOptions(retries, longest_wait, timeout, lang, waits))

    def stream(self) -> AsyncStream:
        """A live stream of its own, which connects when it is iterated."""
        return AsyncStream(self._api_url, self._key, self._stream_options)

    async def close(self) -> None:
        """Closes the connections of REST."""
        await self.rest.close()

    async def __aenter__(self) -> AsyncTapewire:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
