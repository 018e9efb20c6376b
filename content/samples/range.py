from datetime import datetime, timedelta, timezone

from tapewire import Tapewire

start = datetime.now(timezone.utc) - timedelta(days=3)
with Tapewire("http://localhost:3001", "tw_demo_public") as tapewire:
    bars = list(tapewire.rest.iter_kline("crypto", "BTCUSD", interval="1h", from_=start, limit=50))
    print(len(bars), "bars")
