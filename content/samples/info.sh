curl -H "token: tw_demo_public" \
  "http://localhost:3001/symbol/info?type=stock&region=US&code=AAPL"
