import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Limiter, Log, Tape, TapeBatch } from '../platform.ts'
import { listenPrivately } from '../server/private-socket.ts'
import { MarkMoved } from '../tape/mark-moved.ts'
import { Counters } from './counters.ts'
import { type StoresCall, toLine } from './stores-wire.ts'

export type SharedStores = {
  tape: Tape
  limiter: Limiter
  /** ClickHouse's HTTP interface; null when the engine is a separate server. */
  history: { answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> } | null
  /** Answers a question by its name; null without an answer. */
  ask(name: string, input: unknown): Promise<unknown>
}

/**
 * Time for the last calls at a stop, ms. The processes that use the stores end first, and need the stores until then.
 */
const lastCallsMs = 1_500

/** Serves this process's stores to the other processes of its start, on a Unix socket that only this user can open. */
export async function serveStores(
  path: string,
  stores: SharedStores,
  log: Log,
  withinMs = lastCallsMs,
): Promise<AsyncDisposable> {
  const stop = new AbortController()
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (incoming, outgoing) => {
    answer(stores, incoming, outgoing, stop.signal).catch((cause: unknown) => {
      log.warn('a call of another process failed', { cause })
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500).end()
    })
  })
  const counters = new Counters(stores.limiter, log)
  server.on('upgrade', (_, connection) => counters.serve(connection))
  await listenPrivately(server, path)
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await Promise.race([closed, sleep(withinMs, undefined, { ref: false })])
      stop.abort()
      counters[Symbol.dispose]()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  stores: SharedStores,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  stopped: AbortSignal,
): Promise<void> {
  const path = incoming.url ?? '/'
  if (!path.startsWith('/stores/')) {
    if (stores.history) return stores.history.answer(incoming, outgoing)
    return void outgoing.writeHead(404).end()
  }
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  const call: StoresCall = JSON.parse(Buffer.concat(parts).toString())
  if (call.op === 'follow') return follow(stores.tape, call, outgoing, stopped)
  outgoing.setHeader('content-type', 'application/json')
  outgoing.end(JSON.stringify((await answerOf(stores, call)) ?? null))
}

async function answerOf({ tape, ask }: SharedStores, call: Exclude<StoresCall, { op: 'follow' }>): Promise<unknown> {
  switch (call.op) {
    case 'ask':
      return ask(call.name, call.input)
    case 'bounds':
      return tape.bounds(call.channel)
    case 'state': {
      const { states, from } = await tape.stateAt(call.channel, call.at)
      return { states: states.map(({ offset, at, lane, seq, event }) => ({ offset, at, lane, seq, event })), from }
    }
    case 'mark':
      return tape.markOf(call.channel, call.name)
    case 'append': {
      const { channel, records, mark } = call
      return (mark ? tape.appendMarked(channel, records, mark) : tape.append(channel, records)).catch(
        (cause: unknown) => {
          if (cause instanceof MarkMoved) return { found: cause.found }
          throw cause
        },
      )
    }
  }
}

/** Streams batches, one per line, without a buffer. A reader that is slower than the tape gets a gap. */
async function follow(
  tape: Tape,
  { channel, from }: Extract<StoresCall, { op: 'follow' }>,
  outgoing: ServerResponse,
  stopped: AbortSignal,
): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' })
  outgoing.flushHeaders()
  const signal = AbortSignal.any([left.signal, stopped])
  for await (const batch of tape.follow(channel, from, signal)) {
    const hasCapacity = outgoing.write(`${toLine(batch as TapeBatch)}\n`)
    if (!hasCapacity && !signal.aborted) await drained(outgoing, signal)
  }
  outgoing.end()
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  await once(outgoing, 'drain', { signal }).catch((cause: unknown) => {
    if (!signal.aborted) throw cause
  })
}
