"""The protocol of the stream without a socket. Both clients pass frames to a `Session` and send its messages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from ..backoff import Backoff
from ..error import ApiError
from .events import (
    DepthUpdate,
    Event,
    Gap,
    Heartbeat,
    KlineUpdate,
    QuoteUpdate,
    Rejected,
    State,
    TickUpdate,
)
from .lanes import Lane, Lanes, requests_for

_auth_closed = 4001
_plan_closed = 4003
_owner_closed = 4010


@dataclass(frozen=True)
class StreamOptions:
    """`silence`: seconds without any message after which a connection counts as dead; heartbeats come every 10 s.
    `batch`: a frame may have many events. `decimals`: numbers with a fraction are `Decimal`."""

    backoff: Backoff = field(default_factory=Backoff)
    silence: float = 25.0
    batch: bool = True
    decimals: bool = False


def stream_url(api_url: str, options: StreamOptions) -> str:
    parts = urlsplit(api_url)
    scheme = "wss" if parts.scheme in ("https", "wss") else "ws"
    return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/stream?{'batch=1&' if options.batch else ''}events=1"


class Session:
    """The subscriptions, their last sequence numbers, and the messages that a frame requires."""

    def __init__(self, options: StreamOptions, *, key_is_fixed: bool) -> None:
        self.lanes = Lanes()
        self.is_live = False
        self._options = options
        self._key_is_fixed = key_is_fixed
        self._attempt = 0
        self._last_error = ("", "")
        self._asked: dict[int, dict[str, Any]] = {}
        self._number = 0

    def subscribe(self, symbols: list[str], types: list[str]) -> list[str]:
        """Subscribes; returns the messages to send. Before the session is live, there are none, and the subscription
        follows later."""
        return self._ask("subscribe", self.lanes.add(symbols, types))

    def unsubscribe(self, symbols: list[str], types: list[str]) -> list[str]:
        removed = self.lanes.remove(symbols, types)
        return self._ask("unsubscribe", [Lane(lane.symbol, lane.type) for lane in removed])

    def _ask(self, action: str, lanes: list[Lane]) -> list[str]:
        return [self._numbered(action, request) for request in requests_for(lanes)] if self.is_live else []

    def _numbered(self, action: str, request: dict[str, Any]) -> str:
        """A message with a number that the reply repeats."""
        self._number += 1
        self._asked[self._number] = request
        return _message(action, **request, id=self._number)

    def receive(self, text: str | bytes) -> tuple[list[Event], list[str]]:
        """Handles a frame; returns its events, and the messages to send next."""
        frames = json.loads(text, parse_float=Decimal if self._options.decimals else float)
        events: list[Event] = []
        messages: list[str] = []
        for frame in frames if isinstance(frames, list) else [frames]:
            if frame.get("resAc") == "auth" and frame.get("code") == 1:
                messages += self._on_authenticated()
                events.append(State("live"))
            else:
                events += self._events_in(frame)
        return events, messages

    def closed(self, code: int, reason: str) -> State:
        """The wait before the next connection; raises `ApiError` if there is no further attempt."""
        error, message = self._last_error
        self._last_error = ("", "")
        self.is_live = False
        is_key = code == _owner_closed or (
            code == _auth_closed and self._key_is_fixed and error != "auth_timeout"
        )
        if is_key or code == _plan_closed:
            status = 403 if code == _plan_closed else 401
            raise ApiError(
                message or reason or "The gateway closed the stream.",
                status=status,
                code=code,
                error=error or reason,
            )
        wait = self._options.backoff.wait(self._attempt)
        self._attempt += 1
        return State("waiting", wait, error or reason or f"closed with {code}")

    def _on_authenticated(self) -> list[str]:
        self.is_live = True
        self._attempt = 0
        self._asked = {}
        self._number = 0
        return self._ask("subscribe", self.lanes.all())

    def _events_in(self, frame: Mapping[str, Any]) -> Iterator[Event]:
        data = frame.get("data")
        if isinstance(data, dict) and "seq" in data:
            yield from self._update_in(data)
        elif frame.get("type") == "gap":
            yield self._gap_in(frame)
        elif frame.get("type") == "heartbeat":
            if "markets" in frame:
                replaced = tuple(frame.get("replaced", ()))
                yield Heartbeat(frame.get("t", 0), frame["markets"], replaced, frame.get("ages", {}))
        elif frame.get("type") == "close":
            self._last_error = (frame.get("error", ""), frame.get("msg", ""))
        elif frame.get("code") == 0:
            yield from self._refusals_in(frame)
        else:
            self._asked.pop(frame.get("id", 0), None)
            for one in _rejected_in(frame):
                yield from self._reject(one["s"], one["reason"], f"The gateway refused {one['s']}: {one['reason']}.")

    def _update_in(self, data: dict[str, Any]) -> Iterator[Event]:
        symbol = self.lanes.symbol_of(data)
        lane = self.lanes.get(f"{symbol}:{data['type']}")
        if lane is None or (lane.seq is not None and data["seq"] <= lane.seq):
            return
        lane.seq = data["seq"]
        update = {"tick": TickUpdate, "quote": QuoteUpdate, "depth": DepthUpdate}.get(data["type"], KlineUpdate)
        yield update(symbol, data)

    def _gap_in(self, frame: Mapping[str, Any]) -> Gap:
        name = frame.get("s", "")
        lane = self.lanes.get(name)
        end = frame.get("to", 0)
        if lane and (lane.seq or 0) < end:
            lane.seq = end
        symbol, _, kind = name.rpartition(":")
        return Gap(symbol, kind, frame.get("from", 0), end, frame.get("rest", ""))

    def _refusals_in(self, frame: Mapping[str, Any]) -> Iterator[Event]:
        error, message = frame.get("error", ""), frame.get("msg", "")
        if frame.get("resAc") in ("auth", "close"):
            self._last_error = (error, message)
            return
        asked = self._asked.pop(frame.get("id", 0), None)
        rejected = _rejected_in(frame)
        if not rejected or (asked and error == "too_many_subscriptions"):
            if asked:
                self.lanes.remove(asked["params"].split(","), asked["types"].split(","))
            yield Rejected(None, error, message, frame.get("limit"))
        for one in rejected:
            limit = frame.get("limit") if one["reason"] == error else None
            yield from self._reject(one["s"], one["reason"], message, limit)

    def _reject(self, symbol: str, reason: str, message: str, limit: int | None = None) -> Iterator[Event]:
        """Handles a refused symbol, which is not requested again. A lane that cannot resume restarts with its next
        event."""
        if reason == "resume_invalid":
            lane = self.lanes.get(symbol)
            if lane:
                lane.seq = None
            return
        self.lanes.forget(symbol)
        yield Rejected(symbol, reason, message, limit)


def auth_message(key: str) -> str:
    return _message("auth", params=key)


def _message(action: str, **fields: object) -> str:
    return json.dumps({"ac": action, **fields})


def _rejected_in(frame: Mapping[str, Any]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = frame.get("rejected") or []
    return found
