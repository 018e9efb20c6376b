curl -H "token: tw_demo_public" \
  "http://localhost:3001/stock/quotes?region=US&codes=AAPL,TSLA"
