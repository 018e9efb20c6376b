from tapewire import Tapewire, TapewireError

with Tapewire("http://localhost:3001", "tw_demo_public") as tapewire:
    try:
        tapewire.rest.tick("stock", "APPL")
    except TapewireError as error:
        print(error.kind, error.error, error)
