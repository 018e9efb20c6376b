import { WebSocket } from 'ws'
import { z } from 'zod'
import { demoKey } from '#src/contract/site.ts'
import { probeAgent } from '#src/contract/status/status.ts'

const greeting = z.object({ resAc: z.literal('auth'), code: z.number() })
/**
 * The close code for too many sockets of one key. All customers share the public demo key, so this refusal proves that
 * the stream works.
 */
const tooMany = 4009

/** Resolves when the stream has accepted a socket; throws after `withinMs` and on every other outcome. */
export function probeSocket(address: string, { host, withinMs }: { host: string; withinMs: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = new WebSocket(address, {
    handshakeTimeout: withinMs,
    headers: { host, token: demoKey, 'user-agent': probeAgent },
  })
  const late = setTimeout(() => reject(new Error('the stream did not answer in time')), withinMs)
  socket.on('message', (data) => {
    const read = greeting.safeParse(parsed(String(data)))
    if (read.success && read.data.code === 1) resolve()
  })
  socket.on('error', reject)
  socket.on('close', (code) => (code === tooMany ? resolve() : reject(new Error(`closed with ${code}`))))
  return promise.finally(() => {
    clearTimeout(late)
    socket.terminate()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The message is not a greeting.
    return null
  }
}
