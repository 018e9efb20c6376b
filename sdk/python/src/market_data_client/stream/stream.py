"""The synchronous stream client."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ..rest.rest import KeySource
from .events import Event, State
from .lanes import Names, names_in
from .session import Session, StreamOptions, auth_message, stream_url

frame_bytes_max = 16 * 1024 * 1024


class Stream:
    """The live stream as an iterator of events.

    Iteration connects, and reconnects with growing, random waits. After a reconnect, each subscription continues after
    the last received event. Events that the gateway no longer has are reported as a `Gap`.
    Iteration ends after `close`, and raises `ApiError` when the key or the plan is refused.

        with market.stream() as stream:
            stream.subscribe(["stock:AAPL$US", "crypto:BTCUSD$BA"], ["quote"])
            for event in stream:
                if event.kind == "quote":
                    print(event.symbol, event.data["ld"])
    """

    def __init__(self, api_url: str, key: KeySource, options: StreamOptions | None = None) -> None:
        self._options = options or StreamOptions()
        self._url = stream_url(api_url, self._options)
        self._key = key
        self._session = Session(self._options, key_is_fixed=isinstance(key, str))
        self._socket: ClientConnection | None = None
        self._is_closed = threading.Event()
        self._sending = threading.Lock()

    @property
    def instruments(self) -> int:
        """The number of distinct subscribed instruments, which count against the plan."""
        return self._session.lanes.instruments

    def subscribe(self, symbols: Names, types: Names = ("quote",)) -> None:
        """Subscribes to `types` (`tick`, `quote`, `depth`, `kline@1m` …) of `symbols` (`class:CODE$REGION`).

        Refusals arrive as `Rejected`. May be called from any thread.
        """
        with self._sending:
            self._send(self._session.subscribe(names_in(symbols), names_in(types)))

    def unsubscribe(self, symbols: Names, types: Names = ("quote",)) -> None:
        """Ends the subscription to `types` of `symbols`. May be called from any thread."""
        with self._sending:
            self._send(self._session.unsubscribe(names_in(symbols), names_in(types)))

    def close(self) -> None:
        """Ends the iteration. May be called from any thread."""
        self._is_closed.set()
        socket = self._socket
        if socket:
            socket.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Event]:
        while not self._is_closed.is_set():
            yield State("connecting")
            code, reason = 1006, "no connection"
            try:
                self._socket = connect(self._url, max_size=frame_bytes_max, open_timeout=self._options.silence)
                self._socket.send(auth_message(_key_from(self._key)))
                while not self._is_closed.is_set():
                    yield from self._take(self._socket.recv(self._options.silence))
            except TimeoutError:
                reason = "silence"
            except ConnectionClosed as closed:
                code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
            except (OSError, WebSocketException) as cause:
                reason = str(cause)
            finally:
                self._drop()
            if self._is_closed.is_set():
                return
            waiting = self._session.closed(code, reason)
            yield waiting
            self._is_closed.wait(waiting.wait)

    def _take(self, text: str | bytes) -> list[Event]:
        with self._sending:
            events, messages = self._session.receive(text)
            self._send(messages)
        return events

    def _send(self, messages: Iterable[str]) -> None:
        socket = self._socket
        try:
            for message in messages:
                if socket:
                    socket.send(message)
        except ConnectionClosed:
            # The next read of the connection fails, too. The next connection requests all subscriptions.
            return

    def _drop(self) -> None:
        socket, self._socket = self._socket, None
        self._session.is_live = False
        if socket:
            # A dead peer does not complete the closing handshake, so `close` must not wait for it.
            socket.close_timeout = 0
            socket.close()


def _key_from(source: KeySource) -> str:
    """The current key. An error of the key function counts as a broken connection."""
    try:
        return source if isinstance(source, str) else source()
    except Exception as cause:
        raise ConnectionError(str(cause) or type(cause).__name__) from cause
