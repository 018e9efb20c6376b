"""The result of a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, TypeVar

from .frames import Rows, to_pandas, to_polars

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")


class Adjust(TypedDict):
    """The adjustment of bars, with the day of the newest factor."""

    mode: Literal["none", "split", "dividend", "all"]
    factorDate: str | None


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list. Its number counts from 0 or from 1, depending on the call."""

    content: list[T]
    total_elements: int
    page: int
    size: int
    last: bool
    """Whether this is the last page."""
    total_pages: int | None = None


@dataclass(frozen=True)
class Answer(Generic[T]):
    """The data of a call, with the other fields of the response. A field that does not apply is None."""

    data: T
    delay: int | None = None
    """Seconds by which the plan delays prices."""
    reason: Literal["unknown_symbol", "not_in_plan", "no_data", "closed"] | None = None
    """The reason why there is no data."""
    reasons: Mapping[str, Any] = field(default_factory=dict)
    """The reasons why a batch lacks rows of a code, by code."""
    next_cursor: str | None = None
    source: str | None = None
    """The source of the rows, in a sandbox only."""
    stale: int | None = None
    """Seconds without any event although the market is open."""
    warning: Literal["region_ignored", "history_limit", "calendar_unknown"] | None = None
    """`region_ignored`: the class has no regions. `history_limit`: the plan's depth of history excluded older bars.
    `calendar_unknown`: the exchange's holidays are unknown for some of the years."""
    adjust: Adjust | None = None
    times: tuple[str, ...] = ()
    """The columns that `to_pandas` and `to_polars` convert to times."""
    columns: Mapping[str, type] = field(default_factory=dict)
    """The columns of a data frame without rows."""

    def to_pandas(self, tz: str = "UTC") -> pandas.DataFrame:
        """The rows as a pandas data frame with times of a zone. Rows of several codes have a column `code`."""
        return to_pandas(self._rows(), self.times, self.columns, tz)

    def to_polars(self, tz: str = "UTC") -> polars.DataFrame:
        """The rows as a polars data frame with times of a zone. Rows of several codes have a column `code`."""
        return to_polars(self._rows(), self.times, self.columns, tz)

    def _rows(self) -> Rows:
        return _rows_in(self.data)


def _rows_in(data: object) -> Rows:
    if isinstance(data, Page):
        return list(data.content)
    if isinstance(data, list):
        return data
    if not isinstance(data, dict):
        return []
    if isinstance(data.get("content"), list):
        return list(data["content"])
    if not data or not all(isinstance(value, (list, dict)) for value in data.values()):
        return [data] if data else []
    return [
        {"code": code, **row}
        for code, value in data.items()
        for row in (value if isinstance(value, list) else [value])
    ]
