"""The synchronous REST client, on which the methods of the calls are built."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import httpx

from ..answer import Answer
from ..calls.paths import PAGING
from ..error import ApiError
from .request import (
    RateLimit,
    RestOptions,
    check_options,
    failure_in,
    first_page,
    headers_of,
    no_answer,
    page_in,
    rate_limit_in,
    read_answer,
    ssl_context,
    url_of,
    url_of_path,
    wait_before_retry,
)

KeySource = str | Callable[[], str]
"""The key itself, or a function that returns a key for each attempt, for short-lived search tokens."""


class Rest:
    """Makes calls and retries them. Every method raises `ApiError` when the response is not a success."""

    def __init__(self, api_url: str, key: KeySource, options: RestOptions | None = None) -> None:
        check_options(api_url, key)
        self._api_url = api_url
        self._key = key
        self._options = options or RestOptions()
        self._http = httpx.Client(
            timeout=self._options.timeout, verify=ssl_context(), proxy=self._options.proxy
        )
        self._rate_limit: RateLimit | None = None

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit after the last response; None before the first response."""
        return self._rate_limit

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def call(self, name: str, values: Mapping[str, Any]) -> Answer[Any]:
        """Makes any call by its name in the OpenAPI document. Values that are None are omitted."""
        attempt = 0
        while True:
            try:
                return self._once(name, values)
            except ApiError as error:
                time.sleep(wait_before_retry(error, attempt, self._options))
                attempt += 1

    def download(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[bytes]:
        """Downloads the bytes of any path: a day file, or a call with `format` `parquet`, `arrow` or `csv`.

            with open("trades.parquet", "wb") as file:
                for part in market.rest.download("/files/stock/US/2026-01-05.parquet", {"kind": "trades"}):
                    file.write(part)
        """
        url = url_of_path(self._api_url, path, query or {})
        attempt = 0
        while True:
            try:
                response = self._begin(url)
                break
            except ApiError as error:
                time.sleep(wait_before_retry(error, attempt, self._options))
                attempt += 1
        try:
            yield from response.iter_bytes()
        except httpx.HTTPError as cause:
            raise no_answer(url, cause) from cause
        finally:
            response.close()

    def _begin(self, url: httpx.URL) -> httpx.Response:
        key = self._key if isinstance(self._key, str) else self._key()
        request = self._http.build_request("GET", url, headers=headers_of(key, self._options, "*/*"))
        try:
            response = self._http.send(request, stream=True)
            if not response.is_success:
                response.read()
        except httpx.HTTPError as cause:
            raise no_answer(url, cause) from cause
        self._rate_limit = rate_limit_in(response.headers) or self._rate_limit
        if not response.is_success:
            raise failure_in(response.status_code, response.headers, response.content)
        return response

    def _rows(self, name: str, values: Mapping[str, Any]) -> Iterator[Any]:
        following: dict[str, Any] | None = first_page(PAGING[name])
        while following is not None:
            rows, following = page_in(self.call(name, {**values, **following}), name, values)
            yield from rows

    def _once(self, name: str, values: Mapping[str, Any]) -> Answer[Any]:
        url = url_of(self._api_url, name, values)
        headers = headers_of(self._key if isinstance(self._key, str) else self._key(), self._options)
        ends = time.monotonic() + self._options.timeout
        content = bytearray()
        try:
            with self._http.stream("GET", url, headers=headers) as response:
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("the answer took too long")
        except httpx.HTTPError as cause:
            raise no_answer(url, cause) from cause
        self._rate_limit = rate_limit_in(response.headers) or self._rate_limit
        return read_answer(name, response.status_code, response.headers, bytes(content), self._options.decimals)
