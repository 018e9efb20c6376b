"""Subscribed lanes (symbol and type), with the last sequence number of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Names = str | Iterable[str]
"""Names in a list, or in a text with commas."""

_numbered = ("1m", "5m", "15m", "30m", "1h", "2h", "4h", "1d", "1w")

_names_at_once = 1_000
"""The maximum number of symbols and positions in a message. It keeps messages below the gateway's limit of 64 KiB."""


@dataclass
class Lane:
    """A subscribed symbol and type. `seq` is the last sequence number received; None before the first event."""

    symbol: str
    type: str
    seq: int | None = None


def wire_type(kind: str) -> str:
    """Maps `kline@5m` to `kline@2`, its name in frames. Letter case matters only in `1m` and `1M`."""
    name = "kline@10" if kind.endswith("@1M") else kind.lower().replace("1q", "1Q")
    width = name[6:] if name.startswith("kline@") else ""
    return f"kline@{_numbered.index(width) + 1}" if width in _numbered else name


def names_in(given: Names) -> list[str]:
    return [name.strip() for name in (given.split(",") if isinstance(given, str) else given)]


class Lanes:
    """The subscribed lanes by name, such as `stock:AAPL$US:tick`."""

    def __init__(self) -> None:
        self._lanes: dict[str, Lane] = {}

    def __len__(self) -> int:
        return len(self._lanes)

    @property
    def instruments(self) -> int:
        return len({lane.symbol for lane in self._lanes.values()})

    def get(self, name: str) -> Lane | None:
        return self._lanes.get(name)

    def add(self, symbols: Iterable[str], types: Iterable[str]) -> list[Lane]:
        """Adds lanes; returns the new lanes."""
        wanted = [Lane(symbol, wire_type(kind)) for kind in types for symbol in symbols]
        added = {f"{lane.symbol}:{lane.type}": lane for lane in wanted}
        fresh = {name: lane for name, lane in added.items() if name not in self._lanes}
        self._lanes.update(fresh)
        return list(fresh.values())

    def remove(self, symbols: Iterable[str], types: Iterable[str]) -> list[Lane]:
        """Removes lanes; returns the lanes that existed."""
        names = [f"{symbol}:{wire_type(kind)}" for kind in types for symbol in symbols]
        return [self._lanes.pop(name) for name in names if name in self._lanes]

    def forget(self, symbol: str) -> None:
        self._lanes = {name: lane for name, lane in self._lanes.items() if lane.symbol != symbol}

    def all(self) -> list[Lane]:
        return list(self._lanes.values())

    def symbol_of(self, data: Mapping[str, Any]) -> str:
        """The subscribed symbol of a frame. A frame has the region even when the subscription omitted it."""
        code = data["s"].rpartition("$")[0] if data["type"] == "depth" else data["s"]
        whole = f"{data.get('class')}:{code}${data['r']}"
        return whole if f"{whole}:{data['type']}" in self._lanes else f"{data.get('class')}:{code}"


def requests_for(lanes: Iterable[Lane]) -> Iterator[dict[str, Any]]:
    """Groups symbols with the same types into one message. `since` has the last number of each lane that has received
    events."""
    types_of: dict[str, list[str]] = {}
    seq_of: dict[str, int] = {}
    for lane in lanes:
        types_of.setdefault(lane.symbol, []).append(lane.type)
        if lane.seq is not None:
            seq_of[f"{lane.symbol}:{lane.type}"] = lane.seq
    groups: dict[str, list[str]] = {}
    for symbol, types in types_of.items():
        groups.setdefault(",".join(types), []).append(symbol)
    for joined, symbols in groups.items():
        types = joined.split(",")
        most = _names_at_once // (1 + len(types))
        for at in range(0, len(symbols), most):
            some = symbols[at : at + most]
            names = [f"{symbol}:{kind}" for symbol in some for kind in types]
            since = {name: seq_of[name] for name in names if name in seq_of}
            yield {"params": ",".join(some), "types": joined, **({"since": since} if since else {})}
