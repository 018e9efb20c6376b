"""The asynchronous REST client, on which the methods of the calls are built."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
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

AsyncKeySource = str | Callable[[], str | Awaitable[str]]
"""The key itself, or a function that returns a key for each attempt, for short-lived search tokens."""


async def key_from(source: AsyncKeySource) -> str:
    """The current key of a source."""
    if isinstance(source, str):
        return source
    key = source()
    return await key if inspect.isawaitable(key) else key


class AsyncRest:
    """Makes calls and retries them. Every method raises `ApiError` when the response is not a success."""

    def __init__(self, api_url: str, key: AsyncKeySource, options: RestOptions | None = None) -> None:
        check_options(api_url, key)
        self._api_url = api_url
        self._key = key
        self._options = options or RestOptions()
        self._http = httpx.AsyncClient(
            timeout=self._options.timeout, verify=ssl_context(), proxy=self._options.proxy
        )
        self._rate_limit: RateLimit | None = None

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit after the last response; None before the first response."""
        return self._rate_limit

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def call(self, name: str, values: Mapping[str, Any]) -> Answer[Any]:
        """Makes any call by its name in the OpenAPI document. Values that are None are omitted."""
        attempt = 0
        while True:
            try:
                return await self._once(name, values)
            except ApiError as error:
                await asyncio.sleep(wait_before_retry(error, attempt, self._options))
                attempt += 1

    async def download(self, path: str, query: Mapping[str, Any] | None = None) -> AsyncIterator[bytes]:
        """Downloads the bytes of any path: a day file, or a call with `format` `parquet`, `arrow` or `csv`.

            with open("trades.parquet", "wb") as file:
                async for part in market.rest.download("/files/stock/US/2026-01-05.parquet", {"kind": "trades"}):
                    file.write(part)
        """
        url = url_of_path(self._api_url, path, query or {})
        attempt = 0
        while True:
            try:
                response = await self._begin(url)
                break
            except ApiError as error:
                await asyncio.sleep(wait_before_retry(error, attempt, self._options))
                attempt += 1
        try:
            async for part in response.aiter_bytes():
                yield part
        except httpx.HTTPError as cause:
            raise no_answer(url, cause) from cause
        finally:
            await response.aclose()

    async def _begin(self, url: httpx.URL) -> httpx.Response:
        request = self._http.build_request(
            "GET", url, headers=headers_of(await key_from(self._key), self._options, "*/*")
        )
        try:
            response = await self._http.send(request, stream=True)
            if not response.is_success:
                await response.aread()
        except httpx.HTTPError as cause:
            raise no_answer(url, cause) from cause
        self._rate_limit = rate_limit_in(response.headers) or self._rate_limit
        if not response.is_success:
            raise failure_in(response.status_code, response.headers, response.content)
        return response

    async def _rows(self, name: str, values: Mapping[str, Any]) -> AsyncIterator[Any]:
        following: dict[str, Any] | None = first_page(PAGING[name])
        while following is not None:
            rows, following = page_in(await self.call(name, {**values, **following}), name, values)
            for row in rows:
                yield row

    async def _once(self, name: str, values: Mapping[str, Any]) -> Answer[Any]:
        url = url_of(self._api_url, name, values)
        headers = headers_of(await key_from(self._key), self._options)
        try:
            response = await asyncio.wait_for(self._http.get(url, headers=headers), self._options.timeout)
        except (httpx.HTTPError, asyncio.TimeoutError) as cause:
            raise no_answer(url, cause) from cause
        self._rate_limit = rate_limit_in(response.headers) or self._rate_limit
        return read_answer(name, response.status_code, response.headers, response.content, self._options.decimals)
