import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'

type Said = (message: string, fields: Record<string, unknown>) => void
type Logging = { log: { debug: Said; warn: Said } }

/** Time in ms until code and tables are loaded. Then the memory that only the start needed can be collected. */
const loadedMs = 10_000

/**
 * Returns memory to the system after a peak. V8 keeps empty heap pages until a memory-saving collection, which it
 * does not start on its own in a process that allocates like a server. It takes about 100 ms, more with more memory
 * in use, so call it rarely.
 */
export async function returnMemory({ log }: Logging): Promise<void> {
  const before = residentBytes()
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
  const mebibytes = Math.round((before - residentBytes()) / 2 ** 20)
  log.debug('memory was returned to the system', { mebibytes, ms: Math.round(performance.now() - began) })
}

/** The memory in use. NaN if it cannot be read, for instance without a free file descriptor. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return Number.NaN
  }
}

/** Once the start is over, gives the memory that only the start needed back to the system. */
export function returnMemoryOfStart(ctx: Logging): AsyncDisposable {
  const stop = new AbortController()
  const returning = sleep(loadedMs, undefined, { signal: stop.signal }).then(
    () => returnMemory(ctx),
    // The wait was aborted.
    () => undefined,
  )
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await returning
    },
  }
}
