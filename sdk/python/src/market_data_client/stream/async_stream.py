"""The asynchronous stream client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ..rest.async_rest import AsyncKeySource, key_from
from .events import Event, State
from .lanes import Names, names_in
from .session import Session, StreamOptions, auth_message, stream_url
from .stream import frame_bytes_max


class AsyncStream:
    """The live stream as an asynchronous iterator of events.

    Iteration connects, and reconnects with growing, random waits. After a reconnect, each subscription continues after
    the last received event. Events that the gateway no longer has are reported as a `Gap`.
    Iteration ends after `close`, and raises `ApiError` when the key or the plan is refused.

        async with market.stream() as stream:
            await stream.subscribe(["stock:AAPL$US", "crypto:BTCUSD$BA"], ["quote"])
            async for event in stream:
                if event.kind == "quote":
                    print(event.symbol, event.data["ld"])
    """

    def __init__(self, api_url: str, key: AsyncKeySource, options: StreamOptions | None = None) -> None:
        self._options = options or StreamOptions()
        self._url = stream_url(api_url, self._options)
        self._key = key
        self._session = Session(self._options, key_is_fixed=isinstance(key, str))
        self._socket: ClientConnection | None = None
        self._closed = asyncio.Event()

    @property
    def instruments(self) -> int:
        """The number of distinct subscribed instruments, which count against the plan."""
        return self._session.lanes.instruments

    async def subscribe(self, symbols: Names, types: Names = ("quote",)) -> None:
        """Subscribes to `types` (`tick`, `quote`, `depth`, `kline@1m` …) of `symbols` (`class:CODE$REGION`).

        Refusals arrive as `Rejected`.
        """
        await self._send(self._session.subscribe(names_in(symbols), names_in(types)))

    async def unsubscribe(self, symbols: Names, types: Names = ("quote",)) -> None:
        """Ends the subscription to `types` of `symbols`."""
        await self._send(self._session.unsubscribe(names_in(symbols), names_in(types)))

    async def close(self) -> None:
        """Ends the iteration."""
        self._closed.set()
        await self._drop()

    async def __aenter__(self) -> AsyncStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def __aiter__(self) -> AsyncIterator[Event]:
        while not self._closed.is_set():
            yield State("connecting")
            code, reason = 1006, "no connection"
            try:
                self._socket = await connect(
                    self._url, max_size=frame_bytes_max, open_timeout=self._options.silence
                )
                await self._socket.send(auth_message(await _key_from(self._key)))
                while self._socket and not self._closed.is_set():
                    text = await asyncio.wait_for(self._socket.recv(), self._options.silence)
                    events, messages = self._session.receive(text)
                    await self._send(messages)
                    for event in events:
                        yield event
            except (TimeoutError, asyncio.TimeoutError):
                reason = "silence"
            except ConnectionClosed as closed:
                code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
            except (OSError, WebSocketException) as cause:
                reason = str(cause)
            finally:
                await self._drop()
            if self._closed.is_set():
                return
            waiting = self._session.closed(code, reason)
            yield waiting
            await self._pause(waiting.wait)

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._closed.wait(), seconds)
        except (TimeoutError, asyncio.TimeoutError):
            return

    async def _send(self, messages: Iterable[str]) -> None:
        socket = self._socket
        try:
            for message in messages:
                if socket:
                    await socket.send(message)
        except ConnectionClosed:
            # The next read of the connection fails, too. The next connection requests all subscriptions.
            return

    async def _drop(self) -> None:
        socket, self._socket = self._socket, None
        self._session.is_live = False
        if socket:
            # A dead peer does not complete the closing handshake, so `close` must not wait for it.
            socket.close_timeout = 0.001
            await socket.close()


async def _key_from(source: AsyncKeySource) -> str:
    """The current key. An error of the key function counts as a broken connection."""
    try:
        return await key_from(source)
    except Exception as cause:
        raise ConnectionError(str(cause) or type(cause).__name__) from cause
