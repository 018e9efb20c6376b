"""Times that callers pass."""

from __future__ import annotations

from datetime import date, datetime, timezone
from numbers import Integral, Real
from typing import Any

Instant = datetime | date | int | float | str
"""A time. Without a zone it is UTC, in every form.

A number of 12 digits or more is in ms since 1970, a number of 8 digits is a date such as 20260131, and any other number
is in seconds. A text is ISO 8601. Times of pandas and NumPy are accepted, too.
"""


def instant_text(time: Instant) -> str:
    """A time as the gateway reads it."""
    moment = _plain(time)
    if isinstance(moment, str):
        return moment
    if isinstance(moment, datetime):
        aware = moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
        return aware.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(moment, date):
        return moment.isoformat()
    if isinstance(moment, bool) or not isinstance(moment, Real) or moment != moment:
        raise ValueError(f"{time!r} is not a time. Pass a date, a datetime, ISO 8601 text, or a number.")
    if abs(moment) >= _earliest_ms:
        return instant_text(datetime.fromtimestamp(float(moment) / 1000, timezone.utc))
    if isinstance(moment, Integral):
        return str(int(moment))
    return instant_text(datetime.fromtimestamp(float(moment), timezone.utc))


_earliest_ms = 100_000_000_000


def _plain(time: Any) -> Any:
    """Converts a time of NumPy or pandas to a time of the standard library."""
    if hasattr(time, "to_pydatetime"):
        return time.floor("ms").to_pydatetime() if time == time else float("nan")
    if type(time).__name__ == "datetime64":
        moment = time.astype("datetime64[ms]").item()
        return float("nan") if moment is None else moment
    return time
