curl -H "token: tw_demo_public" \
  "http://localhost:3001/stock/kline?region=US&code=AAPL&interval=1d&limit=3"
