import type { Duplex } from 'node:stream'

const farewellMs = 1_000

/** Writes a last response and closes the connection within a second. */
export function sayFarewell(socket: Duplex, text: string): void {
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), farewellMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(text)
  socket.resume()
}
