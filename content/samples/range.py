import json
import time
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {
    "region": "BA",
    "code": "BTCUSD",
    "interval": "1h",
    "from": int(time.time() - 3 * 24 * 3600) * 1000,
    "limit": 50,
}
bars = []
while True:
    request = Request(
        f"http://localhost:3001/crypto/kline?{urlencode(query)}",
        headers={"token": "tw_demo_public"},
    )
    with urlopen(request) as answer:
        page = json.load(answer)
    bars += page["data"]
    if not page.get("nextCursor"):
        break
    query["cursor"] = page["nextCursor"]
print(len(bars), "bars")
