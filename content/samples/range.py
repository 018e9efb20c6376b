from datetime import datetime, timedelta, timezone

from market_data_client import Client

start = datetime.now(timezone.utc) - timedelta(days=3)
with Client("http://localhost:3001", "tw_demo_public") as market:
    bars = list(market.rest.iter_kline("crypto", "BTCUSD", interval="1h", from_=start, limit=50))
    print(len(bars), "bars")
