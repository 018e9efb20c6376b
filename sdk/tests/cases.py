"""Runs the behaviour cases with the installed package:
python cases.py sync|async <folder of the cases> <origin>. Prints one JSON line per case."""

import asyncio
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from urllib.parse import quote

from market_data_client import AsyncClient, Backoff, Page, Client, ApiError

how, folder, api_url = sys.argv[1:]
seconds_max = 8


def client(one):
    options = {
        "backoff": Backoff(0.001, 0.002),
        "silence": one.get("silenceMs", 25_000) / 1000,
        "timeout": one.get("timeoutMs", 30_000) / 1000,
    }
    return (Client if how == "sync" else AsyncClient)(api_url, quote(one["name"]), **options)


def snake(name):
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def arguments(one):
    names = {"class": "asset_class", "from": "from_"}
    return {names.get(name, snake(name)): value for name, value in one["input"].items()}


def answered(answer, limit):
    data = answer.data
    if isinstance(data, Page):
        data = {"content": data.content, "page": data.page, "last": data.last, "totalElements": data.total_elements}
    beside = {name: getattr(answer, snake(name)) for name in ("delay", "reason", "nextCursor", "source", "warning")}
    allowance = {"limit": limit.limit, "remaining": limit.remaining} if limit else {}
    named = {name: value for name, value in beside.items() if value is not None}
    return {"data": data, **named, "reasons": dict(answer.reasons), "allowance": allowance}


def refused(error):
    facts = {name: getattr(error, name) for name in ("kind", "status", "code", "error", "param", "detail")}
    return {"error": {**facts, "requestId": error.request_id, "retryAfter": error.retry_after}}


def told(event):
    """An event in the form of the cases; None for a state."""
    facts = asdict(event)
    if event.kind == "state":
        return None
    if event.kind == "gap":
        return {"kind": "gap", "symbol": event.symbol, "type": event.type, "from": event.start, "to": event.end, "rest": event.rest}
    if event.kind in ("tick", "quote", "depth", "kline"):
        data = facts.pop("data")
        return {**facts, **{name: data[name] for name in ("type", "seq", "skipped") if name in data}}
    return facts


def rest(one):
    with client(one) as market:
        try:
            if one.get("download"):
                return {"bytes": b"".join(market.rest.download(one["download"], one["input"])).decode()}
            if one.get("rows"):
                return {"rows": list(getattr(market.rest, f"iter_{snake(one['call'])}")(**arguments(one)))}
            answer = getattr(market.rest, snake(one["call"]))(**arguments(one))
            return answered(answer, market.rest.rate_limit)
        except ApiError as error:
            return refused(error)


async def async_rest(one):
    async with client(one) as market:
        try:
            if one.get("download"):
                parts = [part async for part in market.rest.download(one["download"], one["input"])]
                return {"bytes": b"".join(parts).decode()}
            if one.get("rows"):
                rows = getattr(market.rest, f"iter_{snake(one['call'])}")(**arguments(one))
                return {"rows": [row async for row in rows]}
            answer = await getattr(market.rest, snake(one["call"]))(**arguments(one))
            return answered(answer, market.rest.rate_limit)
        except ApiError as error:
            return refused(error)


def stream(one):
    events = []
    with client(one) as market, market.stream() as live:
        live.subscribe(one["symbols"], one["types"])
        try:
            for event in live:
                events += filter(None, [told(event)])
                if len(events) >= len(one["events"]):
                    break
        except ApiError as error:
            events.append({"kind": "refused", "error": error.error})
    return {"events": events}


async def async_stream(one):
    events = []

    async def follow():
        async with client(one) as market, market.stream() as live:
            await live.subscribe(one["symbols"], one["types"])
            try:
                async for event in live:
                    events.extend(filter(None, [told(event)]))
                    if len(events) >= len(one["events"]):
                        break
            except ApiError as error:
                events.append({"kind": "refused", "error": error.error})

    try:
        await asyncio.wait_for(follow(), seconds_max)
    except asyncio.TimeoutError:
        pass
    return {"events": events}


def tell(one, outcome):
    sys.stdout.write(json.dumps({"name": one["name"], "outcome": outcome}) + "\n")


def read(file):
    return json.loads(Path(folder, file).read_text())


async def run_async():
    async def run(one, by):
        tell(one, await by(one))

    each = [run(one, async_rest) for one in read("rest.json")] + [run(one, async_stream) for one in read("stream.json")]
    await asyncio.gather(*each)


def run_sync():
    each = [(one, rest) for one in read("rest.json")] + [(one, stream) for one in read("stream.json")]
    with ThreadPoolExecutor(len(each)) as pool:
        list(pool.map(lambda pair: tell(pair[0], pair[1](pair[0])), each))


run_sync() if how == "sync" else asyncio.run(run_async())
