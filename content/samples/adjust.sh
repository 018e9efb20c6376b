curl -H "token: tw_demo_public" \
  "http://localhost:3001/stock/kline?region=US&code=AAPL&interval=1d&from=2020-08-27&to=2020-09-01&adjust=split"
