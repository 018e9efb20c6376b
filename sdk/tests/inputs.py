# Makes calls with every kind of input and prints the values that the test compares. It runs in the zone of New York.
import json
import logging
import pickle
import sys
from datetime import date, datetime, timedelta, timezone

import numpy
import pandas

from market_data_client import ApiError, Backoff, Client
from market_data_client.rest.request import RestOptions, headers_of

api_url = sys.argv[1]
logged = []


class Keep(logging.Handler):
    def emit(self, record):
        logged.append(record.getMessage())


logging.getLogger("market_data_client").addHandler(Keep())


def sentence(act):
    try:
        act()
    except ValueError as error:
        return str(error)


with Client(api_url, "inputs", backoff=Backoff(0.001, 0.002), decimals=True) as market:
    new_york = timezone(timedelta(hours=-5))
    for moment in (
        datetime(2026, 11, 20),
        datetime(2026, 11, 19, 19, tzinfo=new_york),
        pandas.Timestamp("2026-11-20"),
        numpy.datetime64("2026-11-20T00:00:00.000000000"),
        1_795_132_800_000,
        date(2026, 11, 20),
        "2026-11-20",
        pandas.Timestamp("2026-11-20", tz="America/New_York"),
        1_795_132_800,
        numpy.int64(20261120),
        1_795_132_800.0,
    ):
        market.rest.trades("stock", "AAPL", from_=moment)
    market.rest.klines("stock", ["AAPL", "MSFT"], interval="1d")
    [trade] = market.rest.trades("stock", "AAPL").data
    with Client(api_url, "inputs\n") as with_line_end:
        with_line_end.rest.trades("stock", "AAPL")
    with market.stream() as live:
        live.subscribe("stock:AAPL$US, stock:TSLA$US", "tick,quote")
        instruments = live.instruments
    refused = [
        sentence(lambda: market.rest.trades("stock", "AAPL", from_=True)),
        sentence(lambda: Client(api_url, None)),
        sentence(lambda: Client("localhost:4771", "a key")),
    ]
    copied = pickle.loads(pickle.dumps(ApiError("words", status=429, code=429, error="rate_limited", retry_after=2)))
    copy = [str(copied), copied.kind, copied.retry_after]
    agent = headers_of("a key", RestOptions())["user-agent"]
    print(json.dumps({"decimal": repr(trade["p"]), "refused": refused, "agent": agent, "instruments": instruments, "copy": copy, "logged": logged}))
