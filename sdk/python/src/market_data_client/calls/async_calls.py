# Written by npm run sdk from the contract; do not edit.
"""Every data call of the gateway as a method of an asynchronous client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal

from ..answer import Answer, Page
from ..rest.async_rest import AsyncRest
from ..rest.times import Instant
from .shapes import (
    AssetClass,
    Bar,
    BestQuote,
    Company,
    Conversion,
    Coverage,
    DayFile,
    Depth,
    Dividend,
    Earnings,
    Exchange,
    Factor,
    FoundSymbol,
    Holiday,
    IndicatorRow,
    Instrument,
    Interval,
    Ipo,
    Limits,
    Listing,
    MarketStatus,
    Movers,
    Quote,
    Split,
    Statement,
    Tick,
    Trade,
)


class AsyncCalls(AsyncRest):
    """Every data call of the gateway.

    Times are in ms UTC and prices in the quote currency, unless the description of a field says otherwise. A call raises
    `ApiError` when it does not succeed. Its `kind` is `network`, `server` and so on; its `error` is one of the
    names that the method lists.
    """

    async def kline(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        interval: Interval | None = None,
        limit: int | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        order: Literal["asc", "desc"] | None = None,
        cursor: str | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        day: Literal["utc", "fx"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> Answer[list[Bar]]:
        """Bars of one instrument, oldest first.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            interval: The interval by its name, such as 1d; required, unless `kType` is sent.
            limit: The maximum number of rows; 1 to 5000; default 100.
            from_: The beginning of the range, included; written like `to`.
            to: The end of the range, included.
            order: The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`.
            cursor: `nextCursor` of the previous response.
            adjust: Default none.
            session: Stocks and funds: the sessions whose trades count; `extended`: before and after the regular
                session; default: `all` for intraday bars, `regular` for days and longer.
            day: Forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York,
                for metals at 18:00, built from intraday bars.
            source: Only rows of this source; bars that are built from finer bars then use only such rows.
            columns: The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of
                bars, are only returned on request; JSON always has `final`.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`,
                `invalid_format`, `invalid_interval`.

        Example:
            answer = await market.rest.kline("stock", "AAPL", region="US", interval="1d", limit=3)
        """
        return await self.call("kline", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "interval": interval,
            "limit": limit,
            "from": from_,
            "to": to,
            "order": order,
            "cursor": cursor,
            "adjust": adjust,
            "session": session,
            "day": day,
            "source": source,
            "columns": columns,
        })

    def iter_kline(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        interval: Interval | None = None,
        limit: int | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        order: Literal["asc", "desc"] | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        day: Literal["utc", "fx"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> AsyncIterator[Bar]:
        """All rows of all pages of `kline`. Pages are requested while rows are read. The rows are oldest first with `from_`, otherwise newest first, unless `order` sets the direction. `limit` is the length of a page."""
        return self._rows("kline", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "interval": interval,
            "limit": limit,
            "from": from_,
            "to": to,
            "order": order,
            "adjust": adjust,
            "session": session,
            "day": day,
            "source": source,
            "columns": columns,
        })

    async def klines(
        self,
        asset_class: AssetClass,
        codes: str | Sequence[str],
        *,
        region: str | None = None,
        exchange: str | None = None,
        interval: Interval | None = None,
        limit: int | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        order: Literal["asc", "desc"] | None = None,
        cursor: str | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        day: Literal["utc", "fx"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> Answer[dict[str, list[Bar]]]:
        """Bars of many instruments by code.

        Args:
            codes: Up to 100 codes, separated by commas.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            interval: The interval by its name, such as 1d; required, unless `kType` is sent.
            limit: The maximum number of rows; 1 to 5000; default 100.
            from_: The beginning of the range, included; written like `to`.
            to: The end of the range, included.
            order: The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`.
            cursor: `nextCursor` of the previous response.
            adjust: Default none.
            session: Stocks and funds: the sessions whose trades count; `extended`: before and after the regular
                session; default: `all` for intraday bars, `regular` for days and longer.
            day: Forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York,
                for metals at 18:00, built from intraday bars.
            source: Only rows of this source; bars that are built from finer bars then use only such rows.
            columns: The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of
                bars, are only returned on request; JSON always has `final`.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`,
                `invalid_format`, `invalid_interval`, `too_many_symbols`.

        Example:
            answer = await market.rest.klines("stock", "AAPL,MSFT", region="US", interval="1d", limit=2)
        """
        return await self.call("klines", {
            "class": asset_class,
            "codes": codes,
            "region": region,
            "exchange": exchange,
            "interval": interval,
            "limit": limit,
            "from": from_,
            "to": to,
            "order": order,
            "cursor": cursor,
            "adjust": adjust,
            "session": session,
            "day": day,
            "source": source,
            "columns": columns,
        })

    async def tick(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[Tick | None]:
        """The newest trade.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_format`, `invalid_parameter`.

        Example:
            answer = await market.rest.tick("stock", "AAPL", region="US")
        """
        return await self.call("tick", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
        })

    async def ticks(
        self,
        asset_class: AssetClass,
        codes: str | Sequence[str],
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[dict[str, Tick]]:
        """The newest trades by code.

        Args:
            codes: Up to 100 codes, separated by commas.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `too_many_symbols`, `invalid_format`,
                `invalid_parameter`.

        Example:
            answer = await market.rest.ticks("stock", "AAPL,MSFT", region="US")
        """
        return await self.call("ticks", {
            "class": asset_class,
            "codes": codes,
            "region": region,
            "exchange": exchange,
        })

    async def quote(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[Quote | None]:
        """The quote of one instrument: newest price, and figures of the current session.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_format`, `invalid_parameter`.

        Example:
            answer = await market.rest.quote("stock", "AAPL", region="US")
        """
        return await self.call("quote", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
        })

    async def quotes(
        self,
        asset_class: AssetClass,
        codes: str | Sequence[str],
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[dict[str, Quote]]:
        """The quotes of several instruments, by code.

        Args:
            codes: Up to 100 codes, separated by commas.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `too_many_symbols`, `invalid_format`,
                `invalid_parameter`.

        Example:
            answer = await market.rest.quotes("stock", "AAPL,MSFT", region="US")
        """
        return await self.call("quotes", {
            "class": asset_class,
            "codes": codes,
            "region": region,
            "exchange": exchange,
        })

    async def depth(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[Depth | None]:
        """The order book, best level first.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`.

        Example:
            answer = await market.rest.depth("stock", "AAPL", region="US")
        """
        return await self.call("depth", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
        })

    async def snapshot(
        self,
        asset_class: AssetClass,
        *,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
        date: str | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
    ) -> Answer[Page[Quote]]:
        """The newest quotes of a whole market, by code.

        Args:
            region: One country; default: all countries of the plan.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Instruments per page; 1 to 5000; default 1000.
            date: A finished trading date; returns its figures for the instruments that traded on it.
            adjust: The adjustment of a past date, as in bars; default none.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`,
                `invalid_format`.

        Example:
            answer = await market.rest.snapshot("forex", region="GB")
        """
        return await self.call("snapshot", {
            "class": asset_class,
            "region": region,
            "page": page,
            "size": size,
            "date": date,
            "adjust": adjust,
        })

    def iter_snapshot(
        self,
        asset_class: AssetClass,
        *,
        region: str | None = None,
        size: int | None = None,
        date: str | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
    ) -> AsyncIterator[Quote]:
        """All rows of all pages of `snapshot`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("snapshot", {
            "class": asset_class,
            "region": region,
            "size": size,
            "date": date,
            "adjust": adjust,
        })

    async def movers(
        self,
        asset_class: AssetClass,
        *,
        by: Literal["gainers", "losers", "active"] | None = None,
        region: str | None = None,
        limit: int | None = None,
    ) -> Answer[Movers]:
        """The greatest gains, losses or turnovers of a market.

        Args:
            by: `active` compares turnovers in US dollars; currencies without a price in dollars come last; default
                gainers.
            region: One country; default: all countries of the plan.
            limit: The maximum number of rows; 1 to 100; default 20.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_limit`,
                `invalid_format`.

        Example:
            answer = await market.rest.movers("stock", region="US", by="active", limit=2)
        """
        return await self.call("movers", {
            "class": asset_class,
            "by": by,
            "region": region,
            "limit": limit,
        })

    async def depths(
        self,
        asset_class: AssetClass,
        codes: str | Sequence[str],
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[dict[str, Depth]]:
        """Order books by code.

        Args:
            codes: Up to 100 codes, separated by commas.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `too_many_symbols`.

        Example:
            answer = await market.rest.depths("crypto", "BTCUSD", region="BA")
        """
        return await self.call("depths", {
            "class": asset_class,
            "codes": codes,
            "region": region,
            "exchange": exchange,
        })

    async def trades(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        limit: int | None = None,
        order: Literal["asc", "desc"] | None = None,
        cursor: str | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> Answer[list[Trade]]:
        """Recorded trades of one instrument, oldest first.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            from_: The beginning of the range, included; written like `to`.
            to: The end of the range, included.
            limit: The maximum number of rows; 1 to 5000; default 100.
            order: The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`.
            cursor: `nextCursor` of the previous response.
            session: Stocks and funds: only trades of this session; default `all`.
            source: Only rows of this source; bars that are built from finer bars then use only such rows.
            columns: The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of
                bars, are only returned on request; JSON always has `final`.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`,
                `invalid_format`.

        Example:
            answer = await market.rest.trades("stock", "AAPL", region="US", limit=3)
        """
        return await self.call("trades", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "from": from_,
            "to": to,
            "limit": limit,
            "order": order,
            "cursor": cursor,
            "session": session,
            "source": source,
            "columns": columns,
        })

    def iter_trades(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        limit: int | None = None,
        order: Literal["asc", "desc"] | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> AsyncIterator[Trade]:
        """All rows of all pages of `trades`. Pages are requested while rows are read. The rows are oldest first with `from_`, otherwise newest first, unless `order` sets the direction. `limit` is the length of a page."""
        return self._rows("trades", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "from": from_,
            "to": to,
            "limit": limit,
            "order": order,
            "session": session,
            "source": source,
            "columns": columns,
        })

    async def bbo(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        limit: int | None = None,
        order: Literal["asc", "desc"] | None = None,
        cursor: str | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> Answer[list[BestQuote]]:
        """Recorded best bids and offers of one instrument, oldest first.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            from_: The beginning of the range, included; written like `to`.
            to: The end of the range, included.
            limit: The maximum number of rows; 1 to 5000; default 100.
            order: The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`.
            cursor: `nextCursor` of the previous response.
            source: Only rows of this source; bars that are built from finer bars then use only such rows.
            columns: The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of
                bars, are only returned on request; JSON always has `final`.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`,
                `invalid_format`.

        Example:
            answer = await market.rest.bbo("stock", "AAPL", region="US", limit=2)
        """
        return await self.call("bbo", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "from": from_,
            "to": to,
            "limit": limit,
            "order": order,
            "cursor": cursor,
            "source": source,
            "columns": columns,
        })

    def iter_bbo(
        self,
        asset_class: AssetClass,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        limit: int | None = None,
        order: Literal["asc", "desc"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        columns: str | Sequence[str] | None = None,
    ) -> AsyncIterator[BestQuote]:
        """All rows of all pages of `bbo`. Pages are requested while rows are read. The rows are oldest first with `from_`, otherwise newest first, unless `order` sets the direction. `limit` is the length of a page."""
        return self._rows("bbo", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "from": from_,
            "to": to,
            "limit": limit,
            "order": order,
            "source": source,
            "columns": columns,
        })

    async def indicator(
        self,
        asset_class: AssetClass,
        code: str,
        name: Literal["sma", "ema", "wma", "vwap", "bbi", "boll", "keltner", "donchian", "sar", "supertrend", "macd", "rsi", "kdj", "adx", "cci", "wr", "roc", "mtm", "trix", "ao", "atr", "stddev", "obv", "mfi", "cmf", "psy", "bias"],
        *,
        region: str | None = None,
        exchange: str | None = None,
        interval: Interval | None = None,
        limit: int | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        order: Literal["asc", "desc"] | None = None,
        cursor: str | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        day: Literal["utc", "fx"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        period: int | None = None,
        first: int | None = None,
        second: int | None = None,
        third: int | None = None,
        fourth: int | None = None,
        deviation: float | None = None,
        multiplier: float | None = None,
        step: float | None = None,
        max: float | None = None,
        fast: int | None = None,
        slow: int | None = None,
        signal: int | None = None,
        k: int | None = None,
        d: int | None = None,
    ) -> Answer[list[IndicatorRow]]:
        """The values of an indicator, one row per bar; null where too few bars precede.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            interval: The interval by its name, such as 1d; required, unless `kType` is sent.
            limit: The maximum number of rows; 1 to 5000; default 100.
            from_: The beginning of the range, included; written like `to`.
            to: The end of the range, included.
            order: The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`.
            cursor: `nextCursor` of the previous response.
            adjust: Default none.
            session: Stocks and funds: the sessions whose trades count; `extended`: before and after the regular
                session; default: `all` for intraday bars, `regular` for days and longer.
            day: Forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York,
                for metals at 18:00, built from intraday bars.
            source: Only rows of this source; bars that are built from finer bars then use only such rows.
            period: Sma: default 20, ema: default 20, wma: default 20, vwap: default 0, boll: default 20, keltner:
                default 20, donchian: default 20, supertrend: default 10, rsi: default 14, kdj: default 9, adx: default
                14, cci: default 20, wr: default 14, roc: default 12, mtm: default 12, trix: default 12, atr: default
                14, stddev: default 20, mfi: default 14, cmf: default 20, psy: default 12, bias: default 6; 0 to 500.
            first: Bbi: default 3; 1 to 500.
            second: Bbi: default 6; 1 to 500.
            third: Bbi: default 12; 1 to 500.
            fourth: Bbi: default 24; 1 to 500.
            deviation: Boll: default 2; 0.1 to 10.
            multiplier: Keltner: default 2, supertrend: default 3; 0.1 to 20.
            step: Sar: default 0.02; 0.001 to 1.
            max: Sar: default 0.2; 0.01 to 1.
            fast: Macd: default 12, ao: default 5; 1 to 500.
            slow: Macd: default 26, ao: default 34; 1 to 500.
            signal: Macd: default 9; 1 to 500.
            k: Kdj: default 3; 1 to 100.
            d: Kdj: default 3; 1 to 100.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_time`, `invalid_limit`, `invalid_cursor`, `invalid_parameter`, `range_reversed`,
                `invalid_format`, `invalid_interval`.

        Example:
            answer = await market.rest.indicator("stock", "AAPL", "macd", region="US", interval="1d", limit=3)
        """
        return await self.call("indicator", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "interval": interval,
            "limit": limit,
            "from": from_,
            "to": to,
            "order": order,
            "cursor": cursor,
            "adjust": adjust,
            "session": session,
            "day": day,
            "source": source,
            "name": name,
            "period": period,
            "first": first,
            "second": second,
            "third": third,
            "fourth": fourth,
            "deviation": deviation,
            "multiplier": multiplier,
            "step": step,
            "max": max,
            "fast": fast,
            "slow": slow,
            "signal": signal,
            "k": k,
            "d": d,
        })

    def iter_indicator(
        self,
        asset_class: AssetClass,
        code: str,
        name: Literal["sma", "ema", "wma", "vwap", "bbi", "boll", "keltner", "donchian", "sar", "supertrend", "macd", "rsi", "kdj", "adx", "cci", "wr", "roc", "mtm", "trix", "ao", "atr", "stddev", "obv", "mfi", "cmf", "psy", "bias"],
        *,
        region: str | None = None,
        exchange: str | None = None,
        interval: Interval | None = None,
        limit: int | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
        order: Literal["asc", "desc"] | None = None,
        adjust: Literal["none", "split", "dividend", "all"] | None = None,
        session: Literal["regular", "extended", "all"] | None = None,
        day: Literal["utc", "fx"] | None = None,
        source: Literal["import", "exchange", "replay", "simulated", "built", "push"] | None = None,
        period: int | None = None,
        first: int | None = None,
        second: int | None = None,
        third: int | None = None,
        fourth: int | None = None,
        deviation: float | None = None,
        multiplier: float | None = None,
        step: float | None = None,
        max: float | None = None,
        fast: int | None = None,
        slow: int | None = None,
        signal: int | None = None,
        k: int | None = None,
        d: int | None = None,
    ) -> AsyncIterator[IndicatorRow]:
        """All rows of all pages of `indicator`. Pages are requested while rows are read. The rows are oldest first with `from_`, otherwise newest first, unless `order` sets the direction. `limit` is the length of a page."""
        return self._rows("indicator", {
            "class": asset_class,
            "code": code,
            "region": region,
            "exchange": exchange,
            "interval": interval,
            "limit": limit,
            "from": from_,
            "to": to,
            "order": order,
            "adjust": adjust,
            "session": session,
            "day": day,
            "source": source,
            "name": name,
            "period": period,
            "first": first,
            "second": second,
            "third": third,
            "fourth": fourth,
            "deviation": deviation,
            "multiplier": multiplier,
            "step": step,
            "max": max,
            "fast": fast,
            "slow": slow,
            "signal": signal,
            "k": k,
            "d": d,
        })

    async def symbols(
        self,
        *,
        type: AssetClass | None = None,
        region: str | None = None,
        code: str | None = None,
        delisted: Literal["only", "without"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Answer[list[Listing]]:
        """Instruments of a class and region; with `code`, the 100 best matches.

        Args:
            code: The beginning of a code, words of a name, pinyin, or any usual spelling.
            delisted: `only`: delisted instruments only; `without`: no delisted instruments.
            limit: The maximum number of rows; with `code` at most 100; 1 to 20000; default 20000.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`.

        Example:
            answer = await market.rest.symbols(type="stock", region="HK", limit=3)
        """
        return await self.call("symbols", {
            "type": type,
            "region": region,
            "code": code,
            "delisted": delisted,
            "limit": limit,
            "cursor": cursor,
        })

    def iter_symbols(
        self,
        *,
        type: AssetClass | None = None,
        region: str | None = None,
        code: str | None = None,
        delisted: Literal["only", "without"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[Listing]:
        """All rows of all pages of `symbols`. Pages are requested while rows are read. `limit` is the length of a page."""
        return self._rows("symbols", {
            "type": type,
            "region": region,
            "code": code,
            "delisted": delisted,
            "limit": limit,
        })

    async def symbol(
        self,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        type: AssetClass | None = None,
    ) -> Answer[Instrument]:
        """One instrument with its trading hours and price step.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`.

        Example:
            answer = await market.rest.symbol("AAPL", region="US")
        """
        return await self.call("symbol", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "type": type,
        })

    async def holidays(
        self,
        *,
        code: str | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
    ) -> Answer[list[Holiday]]:
        """Holidays and short days; empty for a market whose holidays are unknown.

        Args:
            code: A region, exchange or MIC; default: all markets.
            from_: First date; default: the first known date, or without `code` the beginning of the year before last.
            to: Last date.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_time`, `range_reversed`.

        Example:
            answer = await market.rest.holidays(code="HKEX", from_="2024-01-01")
        """
        return await self.call("holidays", {"code": code, "from": from_, "to": to})

    async def search(
        self,
        *,
        code: str | None = None,
        type: Literal["stock", "forex", "indices", "crypto", "future", "fund", "all"] | None = None,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[FoundSymbol]]:
        """Instruments that match a search, in pages.

        Args:
            page: The number of the page, from 1; 1 to 100000; default 1.
            size: 1 to 30; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`.

        Example:
            answer = await market.rest.search(code="apple", size=2)
        """
        return await self.call("search", {
            "code": code,
            "type": type,
            "region": region,
            "page": page,
            "size": size,
        })

    def iter_search(
        self,
        *,
        code: str | None = None,
        type: Literal["stock", "forex", "indices", "crypto", "future", "fund", "all"] | None = None,
        region: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[FoundSymbol]:
        """All rows of all pages of `search`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("search", {
            "code": code,
            "type": type,
            "region": region,
            "size": size,
        })

    async def market_status(
        self,
        *,
        market: str | None = None,
        exchange: str | None = None,
    ) -> Answer[list[MarketStatus]]:
        """The status of exchanges, and their next status.

        Args:
            market: The country, or the class forex or crypto.
            exchange: The code or MIC of an exchange.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_format`.

        Example:
            answer = await market.rest.market_status(exchange="NASDAQ")
        """
        return await self.call("marketStatus", {"market": market, "exchange": exchange})

    async def exchanges(
        self,
    ) -> Answer[list[Exchange]]:
        """The exchanges, with their hours and number of instruments.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_format`.

        Example:
            answer = await market.rest.exchanges()
        """
        return await self.call("exchanges", {})

    async def coverage(
        self,
        *,
        type: AssetClass | None = None,
        region: str | None = None,
    ) -> Answer[list[Coverage]]:
        """The stored data by class, exchange and interval.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `invalid_parameter`, `invalid_format`.

        Example:
            answer = await market.rest.coverage(type="stock")
        """
        return await self.call("coverage", {"type": type, "region": region})

    async def convert(
        self,
        from_: str,
        to: str,
        *,
        amount: float | None = None,
        at: Instant | None = None,
    ) -> Answer[Conversion | None]:
        """The value of an amount in another currency.

        Args:
            from_: The currency of the amount.
            to: The currency of the result.
            amount: The amount to convert, default 1.
            at: The time of the prices; default: the newest prices.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_parameter`, `invalid_time`, `invalid_format`.

        Example:
            answer = await market.rest.convert("EUR", "USD", amount=250)
        """
        return await self.call("convert", {
            "from": from_,
            "to": to,
            "amount": amount,
            "at": at,
        })

    async def split_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Split]]:
        """Splits by day.

        Args:
            from_: The first day, default today (UTC).
            to: The last day, included; default 30 days after the first.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`,
                `range_reversed`.

        Example:
            answer = await market.rest.split_calendar(from_="2020-08-01", to="2020-08-31")
        """
        return await self.call("splitCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "page": page,
            "size": size,
        })

    def iter_split_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Split]:
        """All rows of all pages of `split_calendar`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("splitCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "size": size,
        })

    async def dividend_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Dividend]]:
        """Dividends by ex-date.

        Args:
            from_: The first day, default today (UTC).
            to: The last day, included; default 30 days after the first.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`,
                `range_reversed`.

        Example:
            answer = await market.rest.dividend_calendar(from_="2025-11-01", to="2025-11-30")
        """
        return await self.call("dividendCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "page": page,
            "size": size,
        })

    def iter_dividend_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Dividend]:
        """All rows of all pages of `dividend_calendar`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("dividendCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "size": size,
        })

    async def ipo_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Ipo]]:
        """IPOs by day of listing.

        Args:
            from_: The first day, default today (UTC).
            to: The last day, included; default 30 days after the first.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`,
                `range_reversed`.

        Example:
            answer = await market.rest.ipo_calendar(from_="2025-06-01", to="2025-07-31")
        """
        return await self.call("ipoCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "page": page,
            "size": size,
        })

    def iter_ipo_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Ipo]:
        """All rows of all pages of `ipo_calendar`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("ipoCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "size": size,
        })

    async def earnings_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Earnings]]:
        """Earnings reports by day of publication.

        Args:
            from_: The first day, default today (UTC).
            to: The last day, included; default 30 days after the first.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `not_in_plan`, `invalid_parameter`, `invalid_time`,
                `range_reversed`.

        Example:
            answer = await market.rest.earnings_calendar(from_="2025-10-01", to="2025-10-31")
        """
        return await self.call("earningsCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "page": page,
            "size": size,
        })

    def iter_earnings_calendar(
        self,
        *,
        from_: Instant | None = None,
        to: Instant | None = None,
        region: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Earnings]:
        """All rows of all pages of `earnings_calendar`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("earningsCalendar", {
            "from": from_,
            "to": to,
            "region": region,
            "size": size,
        })

    async def company(
        self,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
    ) -> Answer[Company]:
        """Data about the company of a share.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`.

        Example:
            answer = await market.rest.company("AAPL", region="US")
        """
        return await self.call("company", {"code": code, "region": region, "exchange": exchange})

    async def fundamentals(
        self,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        page: int | None = None,
        size: int | None = None,
        period: Literal["quarter", "year"] | None = None,
    ) -> Answer[Page[Statement]]:
        """Statements and ratios by period, newest first.

        Args:
            code: AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted,
                too.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`.

        Example:
            answer = await market.rest.fundamentals("AAPL", region="US", size=2)
        """
        return await self.call("fundamentals", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "page": page,
            "size": size,
            "period": period,
        })

    def iter_fundamentals(
        self,
        code: str,
        *,
        region: str | None = None,
        exchange: str | None = None,
        size: int | None = None,
        period: Literal["quarter", "year"] | None = None,
    ) -> AsyncIterator[Statement]:
        """All rows of all pages of `fundamentals`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("fundamentals", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "size": size,
            "period": period,
        })

    async def splits(
        self,
        *,
        code: str | None = None,
        region: str | None = None,
        exchange: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Split]]:
        """Splits, newest first.

        Args:
            code: One company; default: all companies of the region.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_parameter`.

        Example:
            answer = await market.rest.splits(region="US", code="AAPL")
        """
        return await self.call("splits", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "page": page,
            "size": size,
        })

    def iter_splits(
        self,
        *,
        code: str | None = None,
        region: str | None = None,
        exchange: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Split]:
        """All rows of all pages of `splits`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("splits", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "size": size,
        })

    async def dividends(
        self,
        *,
        code: str | None = None,
        region: str | None = None,
        exchange: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Dividend]]:
        """Dividends, newest first.

        Args:
            code: One company; default: all companies of the region.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_parameter`.

        Example:
            answer = await market.rest.dividends(region="US", code="AAPL", size=2)
        """
        return await self.call("dividends", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "page": page,
            "size": size,
        })

    def iter_dividends(
        self,
        *,
        code: str | None = None,
        region: str | None = None,
        exchange: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Dividend]:
        """All rows of all pages of `dividends`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("dividends", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "size": size,
        })

    async def factors(
        self,
        *,
        code: str | None = None,
        region: str | None = None,
        exchange: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Factor]]:
        """Adjustment factors, newest first.

        Args:
            code: One company; default: all companies of the region.
            region: The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and
                crypto.
            exchange: The exchange, if the code is listed on several exchanges of the region.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `invalid_symbol`, `unknown_symbol`,
                `not_in_plan`, `invalid_parameter`.

        Example:
            answer = await market.rest.factors(region="US", code="AAPL")
        """
        return await self.call("factors", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "page": page,
            "size": size,
        })

    def iter_factors(
        self,
        *,
        code: str | None = None,
        region: str | None = None,
        exchange: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Factor]:
        """All rows of all pages of `factors`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("factors", {
            "code": code,
            "region": region,
            "exchange": exchange,
            "size": size,
        })

    async def ipos(
        self,
        *,
        type: Literal["upcoming", "recent"] | None = None,
        region: str | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> Answer[Page[Ipo]]:
        """Planned and recent IPOs.

        Args:
            type: Default upcoming.
            page: The number of the page, from 0; 0 to 100000; default 0.
            size: Rows per page; 1 to 100; default 30.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `invalid_parameter`.

        Example:
            answer = await market.rest.ipos(type="recent", region="US")
        """
        return await self.call("ipos", {
            "type": type,
            "region": region,
            "page": page,
            "size": size,
        })

    def iter_ipos(
        self,
        *,
        type: Literal["upcoming", "recent"] | None = None,
        region: str | None = None,
        size: int | None = None,
    ) -> AsyncIterator[Ipo]:
        """All rows of all pages of `ipos`. Pages are requested while rows are read. `size` is the length of a page."""
        return self._rows("ipos", {"type": type, "region": region, "size": size})

    async def files(
        self,
        type: AssetClass,
        region: str,
        *,
        kind: Literal["bars", "trades", "bbo"] | None = None,
        interval: Literal["1m", "1d"] | None = None,
        form: Literal["csv.gz", "parquet"] | None = None,
        from_: Instant | None = None,
        to: Instant | None = None,
    ) -> Answer[list[DayFile]]:
        """The days of a class and region that have a file, with the checksums of the files that were made.

        Args:
            region: The region, as in the other calls.
            kind: The content of the file, default bars.
            interval: The interval of bars, default 1m.
            form: The format of the file, default csv.gz.
            from_: First UTC day; at most 366 days.
            to: Last UTC day, default yesterday.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`, `missing_parameter`, `not_in_plan`, `invalid_parameter`,
                `invalid_time`, `invalid_interval`, `range_reversed`, `not_found`, `invalid_format`.

        Example:
            answer = await market.rest.files("stock", "US", interval="1d", from_="2025-12-20", to="2025-12-22")
        """
        return await self.call("files", {
            "type": type,
            "region": region,
            "kind": kind,
            "interval": interval,
            "form": form,
            "from": from_,
            "to": to,
        })

    async def limits(
        self,
    ) -> Answer[Limits]:
        """The plan's limits, and the remaining requests of this minute.

        Raises:
            ApiError: `key_missing`, `key_malformed`, `key_unknown`, `key_revoked`, `plan_expired`, `not_in_scope`,
                `network_not_allowed`, `rate_limited`.

        Example:
            answer = await market.rest.limits()
        """
        return await self.call("limits", {})
