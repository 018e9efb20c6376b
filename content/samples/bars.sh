curl -H "token: tw_demo_public" \
  "http://localhost:3001/stock/kline?region=US&code=AAPL&kType=8&limit=3"
