"""The one error of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

ErrorKind = Literal["key", "plan", "unknown", "request", "limit", "server", "network"]


class TapewireError(Exception):
    """A refusal or a failure, with all details from the server."""

    kind: ErrorKind
    """What went wrong: the key, the plan, an unknown thing, the request, too many calls, the server, the network."""
    status: int
    """HTTP status; 0 when no answer came. Of a stream: the status that REST would have answered."""
    code: int
    """The product's number, or the status."""
    error: str
    """Stable name: `rate_limited`, `unknown_symbol`, `not_in_plan`, `network` …"""
    request_id: str | None
    """What support asks for."""
    param: str | None
    """The parameter at fault."""
    retry_after: float | None
    """Seconds until a retry is worthwhile."""
    detail: Mapping[str, Any]
    """All other fields beside `error`: `reason`, `suggestions` …"""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: int,
        error: str,
        request_id: str | None = None,
        param: str | None = None,
        retry_after: float | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = _kind_of(status)
        self.status = status
        self.code = code
        self.error = error
        self.request_id = request_id
        self.param = param
        self.retry_after = retry_after
        self.detail = detail or {}

    def __str__(self) -> str:
        return f"{self.args[0]} ({self.error})"


_kinds: dict[int, ErrorKind] = {0: "network", 401: "key", 403: "plan", 404: "unknown", 429: "limit"}


def _kind_of(status: int) -> ErrorKind:
    # A success that is no answer of the gateway comes from something before it.
    return _kinds.get(status, "request" if 400 <= status < 500 else "server")
