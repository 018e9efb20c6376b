"""Calls the gateway with the vendor's client and prints one line of JSON for each call: its name and the facts read."""
import asyncio
import json
import logging
import sys
from datetime import date, datetime, timezone

from alpaca.common.exceptions import APIError
from alpaca.data import CryptoHistoricalDataClient, StockHistoricalDataClient
from alpaca.data import requests as ask
from alpaca.data.enums import Adjustment, CorporateActionsType, DataFeed
from alpaca.data.historical.corporate_actions import CorporateActionsClient
from alpaca.data.live import CryptoDataStream, StockDataStream
from alpaca.data.timeframe import TimeFrame
from alpaca.trading.client import TradingClient
from alpaca.trading.enums import AssetClass
from alpaca.trading.requests import GetAssetsRequest, GetCalendarRequest

rest, feed, key = sys.argv[1:4]
logging.disable(logging.CRITICAL)
keys = {"api_key": "any", "secret_key": key, "url_override": rest}
stocks = StockHistoricalDataClient(**keys)
coins = CryptoHistoricalDataClient(**keys)
actions = CorporateActionsClient(**keys)
trading = TradingClient(**keys)
several = {"symbol_or_symbols": ["AAPL", "MSFT", "SPY"]}
days = {"timeframe": TimeFrame.Day, "start": datetime(2025, 12, 1), "end": datetime(2026, 1, 4)}
today = {"start": datetime(2026, 1, 5), "end": datetime(2026, 1, 5, 23)}
coin = {"symbol_or_symbols": "BTC/USD"}


def closes(bars):
    return {symbol: [bar.close for bar in some] for symbol, some in bars.data.items()}


def prices(trades):
    return {symbol: [trade.price for trade in some] for symbol, some in trades.data.items()}


def bids(quotes):
    return {symbol: [quote.bid_price for quote in some] for symbol, some in quotes.data.items()}


def refused():
    try:
        StockHistoricalDataClient("any", "nonsense", url_override=rest).get_stock_latest_trade(
            ask.StockLatestTradeRequest(symbol_or_symbols="AAPL")
        )
    except APIError as error:
        return [error.status_code, error.code]


def snapshot(found):
    return [found.latest_trade.price, found.latest_quote.bid_price, found.daily_bar.close, found.previous_daily_bar.close]


def split(found):
    return [[one.ex_date.isoformat(), one.new_rate] for one in found.data["forward_splits"]]


def paid(found):
    return [[one.symbol, one.ex_date.isoformat(), one.rate] for one in found.data["cash_dividends"]]


calls = {
    "bars": lambda: closes(stocks.get_stock_bars(ask.StockBarsRequest(**several, **days, feed=DataFeed.SIP))),
    "limited bars": lambda: closes(stocks.get_stock_bars(ask.StockBarsRequest(**several, **days, limit=30))),
    "adjusted bars": lambda: closes(
        stocks.get_stock_bars(ask.StockBarsRequest(symbol_or_symbols="AAPL", **days, adjustment=Adjustment.ALL))
    ),
    "frame": lambda: list(
        stocks.get_stock_bars(ask.StockBarsRequest(symbol_or_symbols="AAPL", **days)).df["close"]
    ),
    "trades": lambda: prices(
        stocks.get_stock_trades(ask.StockTradesRequest(symbol_or_symbols=["AAPL", "MSFT"], **today))
    ),
    "quotes": lambda: bids(stocks.get_stock_quotes(ask.StockQuotesRequest(symbol_or_symbols="AAPL", **today))),
    "latest trades": lambda: {
        symbol: trade.price
        for symbol, trade in stocks.get_stock_latest_trade(ask.StockLatestTradeRequest(**several)).items()
    },
    "latest quotes": lambda: {
        symbol: quote.bid_price
        for symbol, quote in stocks.get_stock_latest_quote(ask.StockLatestQuoteRequest(**several)).items()
    },
    "latest bars": lambda: {
        symbol: bar.close for symbol, bar in stocks.get_stock_latest_bar(ask.StockLatestBarRequest(**several)).items()
    },
    "snapshots": lambda: {
        symbol: snapshot(one)
        for symbol, one in stocks.get_stock_snapshot(ask.StockSnapshotRequest(**several)).items()
    },
    "coin bars": lambda: closes(coins.get_crypto_bars(ask.CryptoBarsRequest(**coin, **days))),
    "coin trades": lambda: prices(coins.get_crypto_trades(ask.CryptoTradesRequest(**coin, **today))),
    "coin quotes": lambda: bids(coins.get_crypto_quotes(ask.CryptoQuoteRequest(**coin, **today))),
    "coin latest trade": lambda: coins.get_crypto_latest_trade(ask.CryptoLatestTradeRequest(**coin))["BTC/USD"].price,
    "coin latest quote": lambda: coins.get_crypto_latest_quote(ask.CryptoLatestQuoteRequest(**coin))[
        "BTC/USD"
    ].bid_price,
    "coin latest bar": lambda: coins.get_crypto_latest_bar(ask.CryptoLatestBarRequest(**coin))["BTC/USD"].close,
    "coin book": lambda: [
        level.price
        for level in coins.get_crypto_latest_orderbook(ask.CryptoLatestOrderbookRequest(**coin))["BTC/USD"].bids
    ],
    "coin snapshot": lambda: snapshot(coins.get_crypto_snapshot(ask.CryptoSnapshotRequest(**coin))["BTC/USD"]),
    "splits": lambda: split(
        actions.get_corporate_actions(
            ask.CorporateActionsRequest(symbols=["AAPL", "MSFT"], start=date(2010, 1, 1), end=date(2026, 1, 5))
        )
    ),
    "dividends": lambda: paid(
        actions.get_corporate_actions(
            ask.CorporateActionsRequest(
                symbols=["AAPL", "MSFT"],
                types=[CorporateActionsType.CASH_DIVIDEND],
                start=date(2024, 1, 1),
                end=date(2026, 1, 5),
            )
        )
    ),
    "calendar": lambda: [
        [day.date.isoformat(), day.close.hour]
        for day in trading.get_calendar(GetCalendarRequest(start=date(2026, 11, 25), end=date(2026, 11, 30)))
    ],
    "clock": lambda: [trading.get_clock().is_open, trading.get_clock().next_close.astimezone(timezone.utc).isoformat()],
    "assets": lambda: "BTC/USD"
    in [asset.symbol for asset in trading.get_all_assets(GetAssetsRequest(asset_class=AssetClass.CRYPTO))],
    "asset": lambda: [trading.get_asset(symbol).exchange.value for symbol in ("AAPL", "BTC/USD")],
    "refused": refused,
}


def say(call, fact):
    print(json.dumps({"call": call, "fact": fact}), flush=True)


def called(work):
    try:
        return work()
    except Exception as error:  # noqa: BLE001, the fact of a failed call is its error
        return f"{type(error).__name__}: {error}"


class Heard:
    """The kinds of events that a socket sent and the client decoded, with the types of their times."""

    def __init__(self, wanted):
        self.wanted, self.kinds, self.done = set(wanted), {}, asyncio.Event()

    def of(self, kind):
        async def hear(event):
            self.kinds[kind] = [event.symbol, type(event.timestamp).__name__]
            if self.wanted <= set(self.kinds):
                self.done.set()

        return hear


async def stream(name, made, subscribe, wanted):
    heard = Heard(wanted)
    subscribe(made, heard)
    running = asyncio.create_task(made._run_forever())
    try:
        await asyncio.wait_for(heard.done.wait(), 40)
    except asyncio.TimeoutError:
        pass
    await made.stop_ws()
    await asyncio.wait({running}, timeout=10)
    say(name, heard.kinds)


def of_stocks(made, heard):
    made.subscribe_trades(heard.of("trades"), "AAPL")
    made.subscribe_quotes(heard.of("quotes"), "AAPL")
    made.subscribe_bars(heard.of("bars"), "*")
    made.subscribe_updated_bars(heard.of("updatedBars"), "AAPL")
    made.subscribe_daily_bars(heard.of("dailyBars"), "AAPL")
    made.subscribe_trading_statuses(heard.of("statuses"), "AAPL")


def of_coins(made, heard):
    made.subscribe_trades(heard.of("trades"), "BTC/USD")
    made.subscribe_quotes(heard.of("quotes"), "BTC/USD")
    made.subscribe_bars(heard.of("bars"), "BTC/USD")
    made.subscribe_daily_bars(heard.of("dailyBars"), "BTC/USD")
    made.subscribe_orderbooks(heard.of("orderbooks"), "BTC/USD")


async def streams():
    of_share = StockDataStream("any", key, url_override=f"{feed}/v2/iex")
    kinds = ["trades", "quotes", "bars", "updatedBars", "dailyBars", "statuses"]
    await stream("stream of stocks", of_share, of_stocks, kinds)
    of_coin = CryptoDataStream("any", key, url_override=f"{feed}/v1beta3/crypto/us")
    await stream("stream of crypto", of_coin, of_coins, ["trades", "quotes", "bars", "dailyBars", "orderbooks"])


for name, work in calls.items():
    say(name, called(work))
asyncio.run(streams())
say("end", None)
