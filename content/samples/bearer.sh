curl -H "Authorization: Bearer tw_demo_public" \
  "http://localhost:3001/account/limits"
