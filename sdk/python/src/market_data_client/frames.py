"""Rows as data frames. pandas and polars are imported on use, because neither is a dependency."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars

Rows = Sequence[Mapping[str, Any]]


def to_pandas(
    rows: Iterable[Mapping[str, Any]],
    times: Iterable[str] = ("t",),
    columns: Mapping[str, type] | None = None,
    tz: str = "UTC",
) -> pandas.DataFrame:
    """Converts rows to a pandas data frame. The columns `times` (ms) become times of a zone. Without rows, the frame
    has the columns `columns`."""
    import pandas

    records = [dict(row) for row in rows]
    empty = {name: pandas.Series(dtype=kind) for name, kind in (columns or {}).items()}
    frame = pandas.DataFrame.from_records(records) if records else pandas.DataFrame(empty)
    for name in times:
        if name in frame.columns:
            frame[name] = pandas.to_datetime(frame[name], unit="ms", utc=True).dt.tz_convert(tz)
    return frame


def to_polars(
    rows: Iterable[Mapping[str, Any]],
    times: Iterable[str] = ("t",),
    columns: Mapping[str, type] | None = None,
    tz: str = "UTC",
) -> polars.DataFrame:
    """Converts rows to a polars data frame. The columns `times` (ms) become times of a zone. Without rows, the frame
    has the columns `columns`."""
    import polars

    records = [dict(row) for row in rows]
    if records:
        frame = polars.DataFrame(records, infer_schema_length=None)
    else:
        frame = polars.DataFrame(schema=dict(columns or {}))
    named = [name for name in times if name in frame.columns]
    return frame.with_columns(
        polars.from_epoch(name, time_unit="ms").dt.replace_time_zone("UTC").dt.convert_time_zone(tz) for name in named
    )
