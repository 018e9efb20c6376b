from market_data_client import Client, ApiError

with Client("http://localhost:3001", "tw_demo_public") as market:
    try:
        market.rest.tick("stock", "APPL")
    except ApiError as error:
        print(error.kind, error.error, error)
