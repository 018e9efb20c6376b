import json
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = urlencode({"region": "US", "code": "AAPL", "kType": 8, "limit": 3})
request = Request(
    f"http://localhost:3001/stock/kline?{query}",
    headers={"token": "tw_demo_public"},
)
with urlopen(request) as answer:
    for bar in json.load(answer)["data"]:
        print(bar["t"], bar["c"], "final" if bar.get("final", True) else "running")
