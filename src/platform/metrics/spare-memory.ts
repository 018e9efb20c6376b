import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'

type Said = (message: string, fields: Record<string, unknown>) => void
type Logging = { log: { debug: Said; warn: Said } }

const checkEveryMs = 15_000
/** The growth of the heap in bytes after which a collection is worth its pause. */
const growthBytes = 48 * 2 ** 20
/** The maximum share of time (0 to 1) in which a process at rest is busy. */
const busyMax = 0.1

/**
 * Returns memory to the system after a peak. V8 keeps empty heap pages until a memory-saving collection, which V8 does
 * not start by itself in a process that allocates like a server. The collection takes about 100 ms, more with more
 * memory in use, so call this function rarely.
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

/**
 * Returns memory when the process first rests after its start, and again when it rests after its heap has grown, for
 * example by an import or a count of stored data.
 */
export function returnMemoryAtRest(ctx: Logging, everyMs = checkEveryMs): AsyncDisposable {
  const stop = new AbortController()
  const checking = checkMemory(ctx, everyMs, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await checking
    },
  }
}

async function checkMemory(ctx: Logging, everyMs: number, signal: AbortSignal): Promise<void> {
  let heapBytesMax = 0
  for (;;) {
    const before = performance.eventLoopUtilization()
    // The wait fails only when it is aborted.
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    const { utilization } = performance.eventLoopUtilization(before)
    if (utilization > busyMax || heapBytes() < heapBytesMax) continue
    await returnMemory(ctx)
    heapBytesMax = heapBytes() + growthBytes
  }
}

function heapBytes(): number {
  return getHeapStatistics().total_physical_size
}
