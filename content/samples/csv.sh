curl -H "token: tw_demo_public" \
  "http://localhost:3001/stock/kline?region=US&code=AAPL&interval=5m&limit=3&format=csv&tz=America/New_York"
