# Written by npm run sdk from the contract; do not edit.
"""The fields of responses and of stream events, with their names in the API."""

from __future__ import annotations

from typing import Literal, TypedDict

AssetClass = Literal["stock", "forex", "indices", "crypto", "future", "fund"]
Interval = Literal["1m", "5m", "15m", "30m", "1h", "2h", "4h", "1d", "1w", "1M", "3m", "10m", "45m", "3h", "6h", "8h", "12h", "3d", "1Q", "1y"]


class _BarNeeds(TypedDict):
    t: int
    """The beginning of the bar, ms UTC; for days and longer: 00:00 UTC of the trading date."""
    o: float
    """In the quote currency."""
    h: float
    """In the quote currency."""
    l: float
    """In the quote currency."""
    c: float
    """In the quote currency."""
    v: float
    tu: float
    """Turnover, 0 where unknown."""


class Bar(_BarNeeds, total=False):
    tn: float | None
    """Turnover, null where unknown; only with `columns`."""
    vw: float | None
    """Average price of the stored trades, weighted by volume; null without trades; only with `columns`."""
    nt: int | None
    """Number of the stored trades; null without trades; only with `columns`."""
    source: Literal["import", "exchange", "replay", "simulated", "built", "push"]
    """Only with `columns`."""
    final: Literal[False]
    """Only on the running bar, which is the last row."""


class Tick(TypedDict):
    s: str
    r: str
    ld: float
    """In the quote currency."""
    t: int
    """In ms, UTC."""
    v: float
    te: int
    """Session: 0 regular, 1 pre-market, 2 after hours."""


class Quote(TypedDict):
    s: str
    r: str
    ld: float
    """In the quote currency."""
    o: float
    """In the quote currency."""
    p: float
    """Previous close."""
    h: float
    """In the quote currency."""
    l: float
    """In the quote currency."""
    t: int
    """In ms, UTC."""
    v: float
    tu: float
    ts: int
    """State: 0 normal, 1 suspended, 2 delisted, 3 circuit breaker."""
    ch: float
    chp: float
    """In percent."""


class Level(TypedDict):
    po: int
    p: float
    """In the quote currency."""
    v: float
    o: int


class Depth(TypedDict):
    s: str
    r: str
    t: int
    """In ms, UTC."""
    a: list[Level]
    b: list[Level]


class Movers(TypedDict):
    content: list[Quote]


class _TradeNeeds(TypedDict):
    t: int
    """In ms, UTC."""
    p: float
    """In the quote currency."""
    v: float
    d: int
    """Side: 0 neutral, 1 sell, 2 buy."""
    te: int
    """Session: 0 regular, 1 pre-market, 2 after hours."""
    seq: int
    """The order of the trades within one ms; for a trade of the stream, its `seq` modulo 2^32."""


class Trade(_TradeNeeds, total=False):
    source: Literal["import", "exchange", "replay", "simulated", "built", "push"]
    """Only with `columns`."""


class _BestQuoteNeeds(TypedDict):
    t: int
    """The time since which the quote applies, ms UTC."""
    b: float | None
    """Bid; null: nobody buys."""
    bv: float
    """Volume of the bid; 0 where unknown."""
    a: float | None
    """Ask; null: nobody sells."""
    av: float
    """Volume of the ask; 0 where unknown."""
    seq: int
    """The order of the quotes within one ms; for a quote of the stream, the `seq` of its depth event modulo 2^32."""


class BestQuote(_BestQuoteNeeds, total=False):
    source: Literal["import", "exchange", "replay", "simulated", "built", "push"]
    """Only with `columns`."""


IndicatorRow = dict[str, float | None]
"""Figures by name, beside `t`: in ms, UTC; `final`."""


class Listing(TypedDict):
    c: str
    n: str
    t: AssetClass
    e: str
    r: str


class Session(TypedDict):
    id: str
    session: str


class NextState(TypedDict):
    at: int
    """In ms, UTC."""
    to: Literal["open", "closed"]


class _InstrumentNeeds(TypedDict):
    c: str
    n: str
    """The same code, for charts that request bars by the old protocol."""
    t: AssetClass
    e: str
    r: str
    b: str
    """The name, in the language of `lang`."""
    d: str
    """The English name."""
    tz: str
    m: float
    """The smallest price step times `ps`."""
    ps: float
    """Price scale: 100 for two decimals."""
    si: str
    """Id of the session from which daily bars are built."""
    sb: list[Session]
    cur: str
    lot: float
    id: str
    """Permanent id."""
    state: Literal["listed", "suspended", "delisted"]
    isin: str
    status: Literal["regular", "pre", "after", "closed"]
    next: NextState | None


class Instrument(_InstrumentNeeds, total=False):
    root: str
    """For a dated contract: its root code."""
    main: str
    """For a root code: the dated contract that it means today."""
    expires: str
    locked: str
    """Only for the public key and the site, if the prices are not included: the plan that includes the prices; empty if no plan does."""


class _HolidayNeeds(TypedDict):
    c: str
    """The requested market: a country or an exchange."""
    r: str
    """Country."""
    d: str
    """Date."""
    t: str
    """Usual hours of the market, "|" between sessions."""
    z: str
    """Time zone."""
    v: str
    """Name."""
    exchange: str


class Holiday(_HolidayNeeds, total=False):
    early: str
    """Hours of a short day; absent when the market is closed all day."""


class FoundSymbol(TypedDict):
    id: str
    symbol: str
    description: str
    type: AssetClass
    exchange: str
    prefix: str
    country: str
    logoid: str
    baseCurrencyLogoid: str
    currencyLogoid: str
    providerId: str


class NextStatus(TypedDict):
    status: Literal["open", "closed", "pre", "post", "break"]
    at: int
    """In ms, UTC."""


class _MarketStatusNeeds(TypedDict):
    market: str
    """The country of the exchange, or the class forex or crypto."""
    exchange: str
    status: Literal["open", "closed", "pre", "post", "break"]
    since: int | None
    """The beginning of this status, ms UTC; null: the market never closes."""
    next: NextStatus | None
    tz: str


class MarketStatus(_MarketStatusNeeds, total=False):
    holiday: str
    """The name of today's holiday, if today has no usual hours."""


class Exchange(TypedDict):
    mic: str
    """The MIC (ISO 10383); empty where there is none."""
    exchange: str
    name: str
    region: str
    tz: str
    sessions: list[Session]
    count: int
    """The number of instruments."""


Coverage = TypedDict(
    "Coverage",
    {
        "class": AssetClass,
        "exchange": str,
        "interval": str,  # The interval of the stored bars, from which wider bars are built; `ticks`: trades.
        "instruments": int,  # The number of instruments with rows of this interval.
        "first": int,  # In ms, UTC.
        "last": int,  # In ms, UTC.
        "live": bool,  # Whether a live source publishes this class.
        "delay": float | None,  # Seconds of delay in your plan; null: not in your plan.
        "source": str,
    },
)


Conversion = TypedDict(
    "Conversion",
    {
        "from": str,
        "to": str,
        "amount": float,
        "result": float,
        "rate": float,
        "path": list[str],  # The pairs used, in order; empty if both currencies are the same.
        "at": int,  # The time of the older of the prices used, in ms, UTC.
    },
)


class Split(TypedDict):
    d: int
    """In ms, UTC."""
    r: str
    n: str
    c: str
    v: str
    """Old:new; 1:10: one share becomes ten."""
    source: str
    """The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions."""


class Dividend(TypedDict):
    d: int
    """In ms, UTC."""
    a: float
    cur: str
    rd: int | None
    """In ms, UTC."""
    pd: int | None
    """In ms, UTC."""
    c: str
    r: str
    n: str
    source: str
    """The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions."""


class Ipo(TypedDict):
    dt: int
    """Day of listing, ms UTC."""
    cn: str
    """Company."""
    sc: str
    """Code."""
    ex: str
    """Exchange."""
    mc: float | None
    """Value of the shares on offer."""
    pr: str
    """Price, or a range such as 16-20."""
    ct: str
    """Country."""
    bs: int | None
    """In seconds, UTC; null where unknown."""
    es: int | None
    """In seconds, UTC; null where unknown."""
    ro: int | None
    """In seconds, UTC; null where unknown."""
    r: str
    cur: str
    sh: float | None
    """Shares on offer."""
    source: str
    """The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions."""


class Earnings(TypedDict):
    d: int
    """Day of publication, ms UTC."""
    period: Literal["quarter", "year"]
    pe: int
    """End of the period, ms UTC."""
    eps: float | None
    """Earnings per share."""
    c: str
    r: str
    n: str
    source: str
    """The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions."""


class Company(TypedDict):
    c: str
    n: str
    t: AssetClass
    e: str
    r: str
    s: str
    """Sector."""
    i: str
    """Industry."""
    bd: str
    """Description of the business."""
    wu: str
    """Web address."""
    mcb: float | None
    """Market value in `fcc`, at the newest price."""
    tso: float | None
    """The number of shares outstanding."""
    pet: float | None
    """Price divided by the earnings of the last four quarters."""
    fcc: str
    """Currency of the figures."""
    cur: str
    isin: str
    employees: float | None
    shares: float | None
    floatShares: float | None
    dy: float | None
    """Dividend yield in percent."""


Statement = dict[str, Literal["quarter", "year"] | str | float | None]
"""Figures by name, beside `d`: in ms, UTC; `period`; `source`: the source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions."""


class Factor(TypedDict):
    d: int
    """In ms, UTC."""
    pf: float
    sf: float
    rp: float
    c: str
    r: str
    n: str
    source: str
    """The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions."""


class DayFile(TypedDict):
    date: str
    path: str
    """The path of the file."""
    rows: float | None
    """Null until the file is first requested."""
    bytes: float | None
    sha256: str | None
    modified: int | None
    """The time of the last change of the bytes, ms UTC."""


class Limits(TypedDict):
    plan: str
    level: str
    market: str
    expiresAt: int
    """In ms, UTC."""
    symbolType: list[AssetClass]
    perMinute: float | None
    used: float | None
    remaining: float | None
    resetAt: int | None
    """In ms, UTC."""
    sockets: float | None
    subscriptions: float | None


TickEvent = TypedDict(
    "TickEvent",
    {
        "class": AssetClass,  # Only on `/stream`.
        "s": str,  # The code as the client wrote it.
        "r": str,  # Region.
        "ld": float,  # In the quote currency.
        "v": float,
        "t": int,  # In ms, UTC.
        "d": int,  # Side: 0 unknown, 1 sell, 2 buy.
        "te": int,  # Session: 0 regular, 1 pre-market, 2 after hours.
        "type": Literal["tick"],
        "seq": int,  # Rises by one per symbol and type.
    },
)


QuoteEvent = TypedDict(
    "QuoteEvent",
    {
        "class": AssetClass,  # Only on `/stream`.
        "s": str,  # The code as the client wrote it.
        "r": str,  # Region.
        "ld": float,  # In the quote currency.
        "o": float,  # In the quote currency.
        "h": float,  # In the quote currency.
        "l": float,  # In the quote currency.
        "p": float,  # Previous close.
        "t": int,  # In ms, UTC.
        "v": float,
        "tu": float,  # Turnover, 0 where unknown.
        "ts": int,  # State: 0 normal, 1 suspended, 2 delisted, 3 circuit breaker.
        "ch": float,
        "chp": float,  # Percent.
        "type": Literal["quote"],
        "seq": int,  # Rises by one per symbol and type.
        "skipped": int,  # The number of older events of this type that a slow reader did not receive.
    },
)


DepthEvent = TypedDict(
    "DepthEvent",
    {
        "class": AssetClass,  # Only on `/stream`.
        "s": str,  # The code as the client wrote it.
        "r": str,  # Region.
        "a": list[Level],
        "b": list[Level],
        "type": Literal["depth"],
        "seq": int,  # Rises by one per symbol and type.
        "skipped": int,  # The number of older events of this type that a slow reader did not receive.
    },
)


KlineEvent = TypedDict(
    "KlineEvent",
    {
        "class": AssetClass,  # Only on `/stream`.
        "s": str,  # The code as the client wrote it.
        "r": str,  # Region.
        "o": float,  # In the quote currency.
        "h": float,  # In the quote currency.
        "l": float,  # In the quote currency.
        "c": float,  # In the quote currency.
        "v": float,
        "tu": float,
        "t": int,  # The beginning of the bar, ms UTC.
        "final": bool,  # False while the bar is running.
        "type": Literal["kline@1", "kline@2", "kline@3", "kline@4", "kline@5", "kline@6", "kline@7", "kline@8", "kline@9", "kline@10", "kline@3m", "kline@10m", "kline@45m", "kline@3h", "kline@6h", "kline@8h", "kline@12h", "kline@3d", "kline@1Q", "kline@1y"],
        "seq": int,  # Rises by one per symbol and type.
        "skipped": int,  # The number of older events of this type that a slow reader did not receive.
    },
)
