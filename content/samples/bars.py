from market_data_client import Client

with Client("http://localhost:3001", "tw_demo_public") as market:
    answer = market.rest.kline("stock", "AAPL", region="US", interval="1d", limit=3)
    for bar in answer.data:
        print(bar["t"], bar["c"], "final" if bar.get("final", True) else "running")
