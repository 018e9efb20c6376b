"""The error that this package raises."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

ErrorKind = Literal["key", "plan", "unknown", "request", "limit", "server", "network"]


class ApiError(Exception):
    """A refusal or a failure, with all details that the server sent."""

    kind: ErrorKind
    """`unknown`: an unknown symbol or path; `request`: the request itself is wrong; `limit`: too many calls."""
    status: int
    """HTTP status; 0 without a response. For a refusal of the stream: the status that REST uses for the same refusal."""
    code: int
    """The product's error code, or the HTTP status if the response has none."""
    error: str
    """Stable name: `rate_limited`, `unknown_symbol`, `not_in_plan`, `network` …"""
    request_id: str | None
    """The id of the request, which support needs."""
    param: str | None
    """The name of the wrong parameter."""
    retry_after: float | None
    """Seconds until a retry is worthwhile."""
    detail: Mapping[str, Any]
    """The other fields of the refusal: `reason`, `suggestions` …"""

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors of workers reach the parent process as pickles."""
        names = ("status", "code", "error", "request_id", "param", "retry_after", "detail")
        return partial(type(self), self.args[0], **{name: getattr(self, name) for name in names}), ()

    def __str__(self) -> str:
        return f"{self.args[0]} ({self.error})"


_kinds: dict[int, ErrorKind] = {0: "network", 401: "key", 403: "plan", 404: "unknown", 429: "limit"}


def _kind_of(status: int) -> ErrorKind:
    # A status below 400 with a body that the gateway did not write comes from a proxy in front of the gateway.
    return _kinds.get(status, "request" if 400 <= status < 500 else "server")
