from market_data_client import Gap, Client, TickUpdate

with Client("http://localhost:3001", "tw_demo_public").stream() as stream:
    stream.subscribe(["crypto:BTCUSD$BA"], ["tick"])
    for event in stream:
        match event:
            case TickUpdate():
                print(event.symbol, event.data["ld"], flush=True)
            case Gap():
                print("missing", event.start, event.end, event.rest)
