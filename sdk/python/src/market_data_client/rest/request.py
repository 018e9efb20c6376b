"""Requests, responses and retries of the synchronous and the asynchronous client."""

from __future__ import annotations

import json
import logging
import ssl
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from urllib.parse import urlsplit

import httpx

from ..answer import Answer, Page
from ..backoff import Backoff
from ..calls.paths import COLUMNS, ORDERED, PAGED_ANSWERS, PATHS, TIMES
from ..error import ApiError
from .times import instant_text

_instants = frozenset(("from", "to", "et", "at"))
_retryable = frozenset((408, 425, 429, 500, 502, 503, 504))


@dataclass(frozen=True)
class RestOptions:
    """Options of calls. `longest_wait`: a longer `Retry-After` raises the error at once. `decimals`: numbers with a
    fraction are `Decimal`. `proxy`: the address of a proxy; without it HTTP_PROXY and HTTPS_PROXY apply."""

    retries: int = 2
    longest_wait: float = 60.0
    timeout: float = 30.0
    lang: str | None = None
    backoff: Backoff = field(default_factory=Backoff)
    decimals: bool = False
    proxy: str | None = None


@dataclass(frozen=True)
class RateLimit:
    """The rate limit after the last response, from its `X-RateLimit-*` headers."""

    limit: int
    remaining: int
    resets_at: datetime


@cache
def ssl_context() -> ssl.SSLContext:
    """The SSL context that all clients share, because reading the certificates takes long."""
    return httpx.create_ssl_context()


def url_of(api_url: str, call: str, values: Mapping[str, Any]) -> httpx.URL:
    """The address of a call. Values that are None are omitted."""
    path = PATHS[call].replace("{class}", str(values.get("class", "")))
    return url_of_path(api_url, path, {name: value for name, value in values.items() if name != "class"})


def url_of_path(api_url: str, path: str, query: Mapping[str, Any]) -> httpx.URL:
    """The address of a path, which may have a query. Values that are None are omitted."""
    plain, _, given = path.partition("?")
    texts = {
        name: instant_text(value) if name in _instants else _text(value)
        for name, value in query.items()
        if value is not None
    }
    base = httpx.URL(api_url)
    own = {"query": given.encode()} if given else {}
    return base.copy_with(path=base.path.rstrip("/") + plain, **own).copy_merge_params(texts)


def _text(value: object) -> str:
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping)):
        return ",".join(_text(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def headers_of(key: str, options: RestOptions, accept: str = "application/json") -> dict[str, str]:
    headers = {"accept": accept, "token": key.strip(), "user-agent": _user_agent()}
    return {**headers, "lang": options.lang} if options.lang else headers


@cache
def _user_agent() -> str:
    name = __name__.partition(".")[0]
    try:
        return f"{name}/{version(name)} python-httpx/{httpx.__version__}"
    except PackageNotFoundError:
        return f"{name} python-httpx/{httpx.__version__}"


def check_options(api_url: object, key: object) -> None:
    """Raises `ValueError` for options with which no call could work."""
    if not isinstance(api_url, str) or urlsplit(api_url).scheme not in ("http", "https"):
        raise ValueError(f"api_url is {api_url!r}. Pass the address of the gateway, such as https://api.example.com.")
    if not (callable(key) or (isinstance(key, str) and key)):
        raise ValueError(f"key is {key!r}. Pass an API key, or a function that returns one.")


def read_answer(
    call: str, status: int, headers: httpx.Headers, content: bytes, decimals: bool = False
) -> Answer[Any]:
    """Parses a response. Raises `ApiError` if the response is not a success."""
    body = _json_in(content, Decimal if decimals else float)
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
        stale=body.get("stale"),
        warning=body.get("warning"),
        adjust=body.get("adjust"),
        times=TIMES.get(call, ()),
        columns=COLUMNS.get(call, {}),
    )


def _json_in(content: bytes, number: Callable[[str], Any] = float) -> dict[str, Any]:
    # The response of a proxy may not be JSON; the error then reports the status.
    try:
        body = json.loads(content, parse_float=number)
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
    """The error in the response to a download."""
    return _failure(status, headers, _json_in(content))


_known = frozenset(("code", "msg", "error", "requestId", "param", "data"))


def _failure(status: int, headers: httpx.Headers, body: Mapping[str, Any]) -> ApiError:
    return ApiError(
        body.get("msg") or f"The answer has status {status} and is not of the gateway. Is api_url the gateway's address?",
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


_log = logging.getLogger(__name__.partition(".")[0])


def wait_before_retry(error: ApiError, attempt: int, options: RestOptions) -> float:
    """Logs and returns the seconds until the next attempt. Raises the error if there is no further attempt."""
    wait = max(options.backoff.wait(attempt), error.retry_after or 0)
    is_worth = error.status == 0 or error.status in _retryable
    if not is_worth or attempt >= options.retries or wait > options.longest_wait:
        raise error
    _log.warning("%s; attempt %d follows in %.1f s", error, attempt + 2, wait)
    return wait


def first_page(paging: str | int) -> dict[str, Any]:
    """The parameters of the first page."""
    return {} if paging == "cursor" else {"page": paging}


def page_in(
    answer: Answer[Any], name: str, values: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any] | None]:
    """The rows of a page in the direction of the pages, and the parameters of the next page; None after the last page."""
    data = answer.data
    if isinstance(data, Page):
        return data.content, None if data.last else {"page": data.page + 1}
    rows = data[::-1] if name in ORDERED and _goes_backward(values) else data
    return rows, None if answer.next_cursor is None else {"cursor": answer.next_cursor}


def _goes_backward(values: Mapping[str, Any]) -> bool:
    """Whether pages go back in time. The rows of each page are oldest first."""
    order = values.get("order")
    return values.get("from") is None if order is None else order == "desc"
