import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'

type Said = (message: string, fields: Record<string, unknown>) => void
type Logging = { log: { debug: Said; warn: Said } }

/** By then code and tables are loaded, and what was needed only for that is garbage. */
const loadedMs = 10_000

/**
 * Gives memory that a peak has used back to the system. V8 keeps pages of its heap that became empty until a collection that is
 * meant to save memory, and begins none by itself in a process that allocates as a server does. It takes about 100 ms, and
 * more the more is in use, so it is for rare moments.
 */
export async function returnMemory({ log }: Logging): Promise<void> {
  const before = process.memoryUsage.rss()
  const began = performance.now()
  const session = new Session()
  try {
    session.connect()
    await session.post('HeapProfiler.collectGarbage')
  } catch (cause) {
    log.warn('memory could not be returned to the system', { cause })
  } finally {
    session.disconnect()
  }
  const mebibytes = Math.round((before - process.memoryUsage.rss()) / 2 ** 20)
  log.debug('memory was returned to the system', { mebibytes, ms: Math.round(performance.now() - began) })
}

/** Returns what the start has used, when it is over. */
export function returnMemoryOfStart(ctx: Logging): AsyncDisposable {
  const stop = new AbortController()
  const returning = sleep(loadedMs, undefined, { signal: stop.signal }).then(
    () => returnMemory(ctx),
    // Stopped before.
    () => undefined,
  )
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await returning
    },
  }
}
