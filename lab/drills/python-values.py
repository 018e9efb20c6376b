"""Computes Tapewire's answers with pandas and exchange_calendars. Reads JSON on stdin, writes JSON on stdout."""

import json
import sys

import exchange_calendars as xc
import pandas as pd


def sessions(names):
    found = {}
    for name in names:
        first = "2021-01-01" if name == "XSAU" else "2000-01-01"
        calendar = xc.get_calendar(name, start=first, end="2026-12-31")
        local = calendar.schedule[["open", "close"]].apply(lambda column: column.dt.tz_convert(calendar.tz))
        minutes = local.apply(lambda column: column.dt.hour * 60 + column.dt.minute)
        found[name] = [
            [day.strftime("%Y-%m-%d"), int(opens), int(closes)]
            for day, opens, closes in zip(minutes.index, minutes["open"], minutes["close"])
        ]
    return found


def adjusted(days, factors):
    """Weeks and months of adjusted days. `factors`: the last date, price and split factor of each step."""
    frame = pd.DataFrame(days, columns=["t", "o", "h", "l", "c", "v"])
    steps = pd.DataFrame(factors, columns=["t", "price", "split"])
    frame = pd.merge_asof(frame, steps, on="t", direction="forward").fillna({"price": 1.0, "split": 1.0})
    for column in "ohlc":
        frame[column] *= frame["price"] * frame["split"]
    frame["v"] /= frame["split"]
    dates = pd.to_datetime(frame["t"], unit="ms")
    starts = {
        "1w": dates - pd.to_timedelta(dates.dt.dayofweek, unit="D"),
        "1M": dates.dt.to_period("M").dt.start_time,
    }
    how = {"o": "first", "h": "max", "l": "min", "c": "last", "v": "sum"}
    return {
        interval: [
            [int(start.timestamp() * 1000), *map(float, row)]
            for start, row in zip(*rows_of(frame.groupby(start_of).agg(how)))
        ]
        for interval, start_of in starts.items()
    }


def rows_of(frame):
    return frame.index, frame.to_numpy()


def traded(ticks, name):
    """Number and average price of the trades by bar, for each session."""
    frame = pd.DataFrame(ticks, columns=["t", "p", "v"])
    times = pd.to_datetime(frame["t"], unit="ms", utc=True)
    calendar = xc.get_calendar(name, start="2023-01-01", end="2024-12-31")
    local = times.dt.tz_convert(calendar.tz)
    frame["day"] = local.dt.tz_localize(None).dt.normalize()
    schedule = calendar.schedule.reindex(frame["day"]).reset_index()
    opens, closes = schedule["open"], schedule["close"]
    four = pd.to_timedelta(4, unit="h")
    midnight = local.dt.normalize()
    frame["regular"] = ((times >= opens) & (times < closes)).to_numpy()
    before = (local >= midnight + four) & (times < opens)
    after = (times >= closes) & (times < closes + four)
    frame["extended"] = (before | after).to_numpy()
    frame["all"] = True
    frame["money"] = frame["p"] * frame["v"]
    starts = {
        "1m": frame["t"] // 60_000 * 60_000,
        "1h": frame["t"] // 3_600_000 * 3_600_000,
        "1d": frame["day"].map(lambda day: int(day.timestamp() * 1000)),
        "1w": frame["day"].map(lambda day: int((day - pd.Timedelta(days=day.dayofweek)).timestamp() * 1000)),
    }
    found = {}
    for session in ("regular", "extended", "all"):
        kept = frame[frame[session]]
        for interval, start in starts.items():
            grouped = kept.groupby(start[kept.index])
            table = pd.DataFrame(
                {"n": grouped.size(), "vwap": grouped["money"].sum() / grouped["v"].sum()}
            )
            found[f"{interval} {session}"] = [
                [int(at), int(row.n), float(row.vwap)] for at, row in table.iterrows()
            ]
    return found


def main():
    asked = json.load(sys.stdin)
    answers = {
        "sessions": sessions(asked["calendars"]),
        "adjusted": adjusted(asked["days"], asked["factors"]),
        "traded": traded(asked["ticks"], "XNYS"),
    }
    json.dump(answers, sys.stdout)


main()
