"""Calls the gateway with the vendor's client and prints one line of JSON for each call: its name and the facts read."""
import asyncio
import json
import logging
import sys

from massive import RESTClient, WebSocketClient

rest, feed, key = sys.argv[1:4]
logging.disable(logging.WARNING)
client = RESTClient(key, base=rest)
days = ("AAPL", 1, "day", "2025-12-01", "2026-01-05")


def closes(bars):
    return [bar.close for bar in bars]


def values(found):
    return [value.value for value in found.values]


calls = {
    "bars": lambda: closes(client.list_aggs(*days, limit=7)),
    "bars at once": lambda: closes(client.get_aggs(*days)),
    "previous": lambda: closes(client.get_previous_close_agg("AAPL")),
    "open and close": lambda: client.get_daily_open_close_agg("AAPL", "2025-12-31").close,
    "grouped": lambda: {bar.ticker: bar.close for bar in client.get_grouped_daily_aggs("2025-12-31")},
    "last trade": lambda: client.get_last_trade("AAPL").price,
    "last quote": lambda: [client.get_last_quote("AAPL").bid_price, client.get_last_quote("AAPL").ask_price],
    "last coin": lambda: client.get_last_crypto_trade("BTC", "USD").price,
    "last currency": lambda: client.get_last_forex_quote("EUR", "USD").last.ask,
    "trades": lambda: [trade.price for _, trade in zip(range(3), client.list_trades("AAPL", limit=2))],
    "quotes": lambda: [quote.bid_price for _, quote in zip(range(3), client.list_quotes("AAPL", limit=2))],
    "conversion": lambda: client.get_real_time_currency_conversion("EUR", "USD", 100).converted,
    "snapshot": lambda: client.get_snapshot_ticker("stocks", "AAPL").day.close,
    "snapshots": lambda: sorted(one.ticker for one in client.get_snapshot_all("crypto")),
    "chosen snapshots": lambda: sorted(one.ticker for one in client.get_snapshot_all("stocks", ["AAPL", "MSFT"])),
    "gainers": lambda: [one.ticker for one in client.get_snapshot_direction("stocks", "gainers")],
    "indices": lambda: [one.value for one in client.get_snapshot_indices(["I:SPX"])],
    "universal snapshot": lambda: {
        one.ticker: one.session.close
        for one in client.list_universal_snapshots(ticker_any_of=["AAPL", "SPY", "X:BTCUSD", "C:EURUSD", "I:SPX", "NOPE"])
        if one.session
    },
    "tickers": lambda: [one.ticker for _, one in zip(range(3), client.list_tickers(market="crypto", limit=2))],
    "details": lambda: client.get_ticker_details("AAPL").name,
    "types": lambda: [one.code for one in client.get_ticker_types()],
    "exchanges": lambda: sorted({one.mic for one in client.get_exchanges()} & {"XNYS", "XNAS"}),
    "conditions": lambda: list(client.list_conditions()),
    "status": lambda: client.get_market_status().market,
    "holidays": lambda: sorted({one.date for one in client.get_market_holidays()}),
    "splits": lambda: [one.execution_date for one in client.list_splits("AAPL")],
    "splits since": lambda: [
        one.execution_date for one in client.list_stocks_splits("AAPL", execution_date_gte="2020-01-01")
    ],
    "dividends": lambda: [one.cash_amount for one in client.list_dividends("MSFT")],
    "sma": lambda: values(client.get_sma("AAPL", window=20, limit=5)),
    "ema": lambda: values(client.get_ema("AAPL", window=20, limit=5)),
    "rsi": lambda: values(client.get_rsi("AAPL", window=20, limit=5)),
    "macd": lambda: values(client.get_macd("AAPL", limit=5)),
}

topics = {
    "stocks": ["T.AAPL", "Q.AAPL", "A.AAPL", "AM.AAPL"],
    "crypto": ["XT.BTC-USD", "XQ.BTC-USD", "XAS.BTC-USD", "XA.BTC-USD"],
    "forex": ["C.EUR/USD", "CAS.EUR/USD", "CA.EUR/USD"],
    "indices": ["V.I:SPX", "A.I:SPX", "AM.I:SPX"],
}


async def stream(market):
    socket = WebSocketClient(key, feed=feed, market=market, subscriptions=topics[market], secure=False)
    seen = {}

    async def note(messages):
        for message in messages:
            facts = {name: value for name, value in vars(message).items() if value is not None}
            seen.setdefault(message.event_type, {"model": type(message).__name__, **facts})
        if len(seen) == len(topics[market]):
            await socket.close()

    await asyncio.wait_for(socket.connect(note), 30)
    return seen


def say(name, fact):
    print(json.dumps({"call": name, "fact": fact}), flush=True)


def main():
    for name, call in calls.items():
        try:
            say(name, call())
        except Exception as error:
            say(name, f"{type(error).__name__}: {error}"[:500])
    for market in topics:
        try:
            say(f"stream {market}", asyncio.run(stream(market)))
        except Exception as error:
            say(f"stream {market}", f"{type(error).__name__}: {error}"[:500])
    print(json.dumps({"call": "end", "fact": None}))


main()
