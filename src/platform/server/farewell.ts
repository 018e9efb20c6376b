import type { Duplex } from 'node:stream'

const farewellMs = 1_000

/** The last words on a connection: the client has a second to take them, for nobody else looks after it any more. */
export function sayFarewell(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), farewellMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(text)
  socket.resume()
}
