"""Requests, answers and retries, shared by both clients."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx

from ..answer import Answer, Page
from ..backoff import Backoff
from ..calls.paths import PAGED_ANSWERS, PATHS, TIMES
from ..error import ApiError

Instant = datetime | int | float | str
"""A time: a number is ms since 1970 UTC, a text is ISO 8601, a datetime without a zone is local time."""

_instants = frozenset(("from", "to", "et", "at"))
_retryable = frozenset((408, 425, 429, 500, 502, 503, 504))


@dataclass(frozen=True)
class RestOptions:
    """Options of calls. `longest_wait`: a longer `Retry-After` raises the error at once."""

    retries: int = 2
    longest_wait: float = 60.0
    timeout: float = 30.0
    lang: str | None = None
    backoff: Backoff = field(default_factory=Backoff)


@dataclass(frozen=True)
class RateLimit:
    """The rate limit after the last answer, from its `X-RateLimit-*` headers."""

    limit: int
    remaining: int
    resets_at: datetime


@cache
def ssl_context() -> ssl.SSLContext:
    """All clients share one context, because reading the certificates takes long."""
    return httpx.create_ssl_context()


def url_of(api_url: str, call: str, values: Mapping[str, Any]) -> httpx.URL:
    """The address of a call. Values that are None are omitted."""
    path = PATHS[call].replace("{class}", str(values.get("class", "")))
    return url_of_path(api_url, path, {name: value for name, value in values.items() if name != "class"})


def url_of_path(api_url: str, path: str, query: Mapping[str, Any]) -> httpx.URL:
    """The address of a path. Values that are None are omitted."""
    texts = {
        name: instant_text(value) if name in _instants else _text(value)
        for name, value in query.items()
        if value is not None
    }
    return httpx.URL(api_url).join(path).copy_merge_params(texts)


def instant_text(time: Instant) -> str:
    """A time as ISO text: the gateway would read a number with few digits as seconds."""
    if isinstance(time, str):
        return time
    moment = time if isinstance(time, datetime) else datetime.fromtimestamp(time / 1000, timezone.utc)
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def headers_of(key: str, options: RestOptions, accept: str = "application/json") -> dict[str, str]:
    headers = {"accept": accept, "token": key}
    return {**headers, "lang": options.lang} if options.lang else headers


def read_answer(call: str, status: int, headers: httpx.Headers, content: bytes) -> Answer[Any]:
    """Parses an answer; raises the error that it contains."""
    body = _json_in(content)
    if not 200 <= status < 300 or body.get("code") != 0:
        raise _failure(status, headers, body)
    data = body.get("data")
    return Answer(
        data=_page_in(data) if call in PAGED_ANSWERS else data,
        delay=body.get("delay"),
        reason=body.get("reason"),
        reasons=body.get("reasons", {}),
        next_cursor=body.get("nextCursor"),
        source=body.get("source"),
        warning=body.get("warning"),
        adjust=body.get("adjust"),
        times=TIMES.get(call, ()),
    )


def _json_in(content: bytes) -> dict[str, Any]:
    # The answer of a proxy may be no JSON; the error then reports the status.
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _page_in(data: Any) -> Page[Any]:
    return Page(
        content=data["content"],
        total_elements=data["totalElements"],
        page=data["page"],
        size=data["size"],
        last=data["last"],
        total_pages=data.get("totalPages"),
    )


def failure_in(status: int, headers: httpx.Headers, content: bytes) -> ApiError:
    """The error in the answer to a download."""
    return _failure(status, headers, _json_in(content))


_known = frozenset(("code", "msg", "error", "requestId", "param", "data"))


def _failure(status: int, headers: httpx.Headers, body: Mapping[str, Any]) -> ApiError:
    return ApiError(
        body.get("msg") or f"The gateway answered {status}.",
        status=status,
        code=body.get("code", status),
        error=body.get("error", "unexpected_answer"),
        request_id=body.get("requestId") or headers.get("x-request-id"),
        param=body.get("param"),
        retry_after=_number(headers.get("retry-after")),
        detail={name: value for name, value in body.items() if name not in _known},
    )


def no_answer(url: httpx.URL, cause: object) -> ApiError:
    return ApiError(
        f"No answer from {urlsplit(str(url)).netloc}: {str(cause) or type(cause).__name__}",
        status=0,
        code=0,
        error="network",
    )


def rate_limit_in(headers: httpx.Headers) -> RateLimit | None:
    limit, remaining, reset = (_number(headers.get(f"x-ratelimit-{name}")) for name in ("limit", "remaining", "reset"))
    if limit is None or remaining is None or reset is None:
        return None
    return RateLimit(int(limit), int(remaining), datetime.now(timezone.utc) + timedelta(seconds=reset))


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def wait_before_retry(error: ApiError, attempt: int, options: RestOptions) -> float:
    """Seconds until the next attempt; raises the error if a retry is useless."""
    wait = max(options.backoff.wait(attempt), error.retry_after or 0)
    is_worth = error.status == 0 or error.status in _retryable
    if not is_worth or attempt >= options.retries or wait > options.longest_wait:
        raise error
    return wait


def first_page(paging: str | int) -> dict[str, Any]:
    """The parameters of the first page."""
    return {} if paging == "cursor" else {"page": paging}


def page_in(answer: Answer[Any]) -> tuple[list[Any], dict[str, Any] | None]:
    """The rows of a page, and the parameters of the next page; None after the last page."""
    data = answer.data
    if isinstance(data, Page):
        return data.content, None if data.last or not data.content else {"page": data.page + 1}
    return data, None if answer.next_cursor is None or not data else {"cursor": answer.next_cursor}
