# Reads bars and quotes as data frames and prints the values that the test compares.
import json
import sys

from market_data_client import Client

with Client(sys.argv[1], "frames") as market:
    bars = market.rest.kline("stock", "AAPL")
    pandas = bars.to_pandas()
    polars = bars.to_polars()
    quotes = market.rest.quotes("stock", "AAPL,MSFT").to_pandas()
    splits = market.rest.splits(region="US").to_polars()
    empty = market.rest.trades("stock", "AAPL")
    dividends = market.rest.dividends(region="US")
    movers = market.rest.movers("stock").to_pandas()
    print(
        json.dumps(
            {
                "pandas": [str(pandas["t"].iloc[0]), str(pandas["t"].dtype), pandas["c"].tolist()],
                "polars": [str(polars["t"][0]), str(polars["t"].dtype), polars["c"].to_list()],
                "quotes": quotes[["code", "ld"]].values.tolist(),
                "splits": splits["v"].to_list(),
                "empty": [
                    len(empty.to_pandas()),
                    len(empty.to_polars()),
                    list(empty.to_pandas().columns),
                    empty.to_polars().columns,
                    str(empty.to_pandas()["t"].dtype),
                ],
                "movers": [len(movers), list(movers.columns)[:3], str(movers["t"].dtype)],
                "dividends": [[str(frame["pd"][0]), str(frame["rd"].dtype)] for frame in (dividends.to_pandas(), dividends.to_polars())],
                "zone": str(bars.to_pandas(tz="America/New_York")["t"].iloc[0]),
            }
        )
    )
