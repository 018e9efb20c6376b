curl -i -H "token: tw_demo_public" \
  "http://localhost:3001/forex/quote?region=GB&code=EURUSD"
