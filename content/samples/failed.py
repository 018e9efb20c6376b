from market_data_client import MarketData, MarketDataError

with MarketData("http://localhost:3001", "tw_demo_public") as market:
    try:
        market.rest.tick("stock", "APPL")
    except MarketDataError as error:
        print(error.kind, error.error, error)
