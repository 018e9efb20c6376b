"""Closes streams while they connect, subscribes on a connection that has just ended, and waits after an error of the key
function. Prints what happened as JSON: python closing.py."""

import asyncio
import json
import threading
import time

from market_data_client import AsyncClient, Backoff, Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

seconds_max = 10
handshake = threading.Event()
handshake_may_end = threading.Event()
dropped = threading.Event()
requests = []


def hold(connection, request):
    handshake.set()
    handshake_may_end.wait(seconds_max)


def stay(connection):
    """Keeps the connection until the client ends it."""
    try:
        while True:
            connection.recv()
    except ConnectionClosed:
        pass


def play(connection):
    """Ends the first connection after the authentication; records the requests of the others."""
    try:
        connection.recv()
        connection.send('{"code":1,"resAc":"auth","msg":"authenticated"}')
        if not dropped.is_set():
            connection.socket.close()
            dropped.set()
            return
        requests.append(json.loads(connection.recv())["params"])
        connection.recv()
    except ConnectionClosed:
        pass


def client(kind, port):
    return kind(f"http://127.0.0.1:{port}", "a key", backoff=Backoff(0.001, 0.002))


def closes_while_connecting(port):
    stream = client(Client, port).stream()
    reading = threading.Thread(target=lambda: list(stream), daemon=True)
    reading.start()
    handshake.wait(seconds_max)
    stream.close()
    handshake_may_end.set()
    reading.join(2)
    return not reading.is_alive()


async def closes_while_connecting_async(port):
    stream = client(AsyncClient, port).stream()

    async def read():
        return [event async for event in stream]

    reading = asyncio.create_task(read())
    await asyncio.to_thread(handshake.wait, seconds_max)
    await stream.close()
    handshake_may_end.set()
    done, _ = await asyncio.wait([reading], timeout=2)
    reading.cancel()
    return bool(done)


def subscribes_after_end(port):
    with client(Client, port).stream() as stream:
        for event in stream:
            if event.kind == "state" and event.state == "live":
                if stream.instruments > 0:
                    time.sleep(0.1)
                    return
                dropped.wait(seconds_max)
                time.sleep(0.1)
                stream.subscribe(["stock:AAPL$US"])


async def subscribes_after_end_async(port):
    async with client(AsyncClient, port).stream() as stream:
        async for event in stream:
            if event.kind == "state" and event.state == "live":
                if stream.instruments > 0:
                    await asyncio.sleep(0.1)
                    return
                await asyncio.to_thread(dropped.wait, seconds_max)
                await asyncio.sleep(0.1)
                await stream.subscribe(["stock:AAPL$US"])


def broken_key():
    raise RuntimeError("the site is down")


def waits_for_key(port):
    with Client(f"http://127.0.0.1:{port}", broken_key).stream() as stream:
        return [event.reason for _, event in zip(range(2), stream)]


async def waits_for_key_async(port):
    async with AsyncClient(f"http://127.0.0.1:{port}", broken_key).stream() as stream:
        async for event in stream:
            if event.state == "waiting":
                return [event.reason]


def with_server(handler, work, **options):
    for event in (handshake, handshake_may_end, dropped):
        event.clear()
    with serve(handler, "127.0.0.1", 0, **options) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found = work(server.socket.getsockname()[1])
        return asyncio.run(found) if asyncio.iscoroutine(found) else found


ended = [
    with_server(stay, work, process_request=hold) for work in (closes_while_connecting, closes_while_connecting_async)
]
for work in (subscribes_after_end, subscribes_after_end_async):
    with_server(play, work)
reasons = [with_server(play, work)[-1] for work in (waits_for_key, waits_for_key_async)]
print(json.dumps({"ended": ended, "requests": requests, "reasons": reasons}))
