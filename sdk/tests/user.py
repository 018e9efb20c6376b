# A customer's program. The type checker reads it against the installed package.
from datetime import date, datetime, timezone

from market_data_client import AsyncClient, Gap, Client, ApiError, TickUpdate


def closes(market: Client) -> list[float]:
    answer = market.rest.kline("stock", "AAPL", region="US", interval="1d", from_=datetime(2026, 1, 2, tzinfo=timezone.utc))
    return [bar["c"] for bar in answer.data if bar.get("final", True)]


def batch(market: Client) -> list[str]:
    return list(market.rest.klines("stock", ["AAPL", "MSFT"], interval="1d", from_=date(2026, 1, 2)).data)


def suggestions(error: ApiError) -> object:
    return error.detail.get("suggestions") if error.kind == "unknown" else error.retry_after


def last(market: Client) -> float | None:
    tick = market.rest.tick("crypto", "BTCUSD").data
    return tick["ld"] if tick else None


async def follow(market: AsyncClient) -> float:
    total = 0.0
    async for split in market.rest.iter_splits(region="US"):
        total += len(split["v"])
    async with market.stream() as stream:
        await stream.subscribe(["crypto:BTCUSD$BA"], ["tick"])
        async for event in stream:
            match event:
                case TickUpdate():
                    total += event.data["ld"]
                case Gap():
                    total += event.end - event.start
                case _:
                    break
    return total


def refused(market: Client) -> None:
    market.rest.kline("bond", "AAPL")  # type: ignore[arg-type]
    market.rest.kline("stock", "AAPL", interval="7m")  # type: ignore[arg-type]
    market.rest.candles("stock", "AAPL")  # type: ignore[attr-defined]
    market.rest.kline("stock", "AAPL").data[0]["close"]  # type: ignore[typeddict-item]
