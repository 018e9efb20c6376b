curl -H "token: tw_demo_public" \
  "http://localhost:3001/symbol/list?type=stock&region=HK&code=700"
