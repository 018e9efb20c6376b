"""Rows as data frames. pandas and polars are imported on use, because neither is a dependency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars

Rows = Sequence[Mapping[str, Any]]


def to_pandas(rows: Iterable[Mapping[str, Any]], times: Iterable[str] = ("t",)) -> pandas.DataFrame:
    """Converts rows to a pandas data frame; the columns `times` (ms) become times in UTC."""
    import pandas

    frame = pandas.DataFrame.from_records([dict(row) for row in rows])
    for name in times:
        if name in frame.columns:
            frame[name] = pandas.to_datetime(frame[name], unit="ms", utc=True)
    return frame


def to_polars(rows: Iterable[Mapping[str, Any]], times: Iterable[str] = ("t",)) -> polars.DataFrame:
    """Converts rows to a polars data frame; the columns `times` (ms) become times in UTC."""
    import polars

    frame = polars.DataFrame([dict(row) for row in rows], infer_schema_length=None)
    named = [name for name in times if name in frame.columns]
    return frame.with_columns(polars.from_epoch(name, time_unit="ms").dt.replace_time_zone("UTC") for name in named)
