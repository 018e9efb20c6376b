import { perClient, type Server, symbols } from './clients.ts'
import { Reader } from './reader.ts'

/** So many are under way at a time: the queue of a listening socket holds few more. */
const inFlight = 1_000
const path = '/stock?token=x&batch=1&events=1'

/** Sockets that come at once, each until the answer to its subscription. */
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
