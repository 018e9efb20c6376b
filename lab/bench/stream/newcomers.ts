import { perClient, type Server, symbols } from './clients.ts'
import { Reader } from './reader.ts'

/**
 * Maximum number of sockets that connect at the same time. The accept queue of a listening socket is only a little
 * longer.
 */
const inFlight = 1_000
const path = '/stock?token=x&batch=1&events=1'

/** Opens `count` sockets. Each subscribes and waits for the response. */
export async function newcomers(server: Server, count: number): Promise<Reader[]> {
  const made: Reader[] = []
  const params = Array.from({ length: perClient }, (_, n) => `S${symbols - 1 - n}$US`).join(',')
  const message = JSON.stringify({ ac: 'subscribe', params, types: 'tick' })
  const come = async () => {
    while (made.length < count) {
      const reader = new Reader(server.port, false)
      made.push(reader)
      await reader.open(path)
      reader.sayText(message)
      await reader.hears('"resAc":"subscribe"')
    }
  }
  await Promise.all(Array.from({ length: inFlight }, come))
  return made
}
