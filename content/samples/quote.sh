curl -H "token: tw_demo_public" \
  "http://localhost:3001/crypto/quote?region=BA&code=BTCUSD"
