import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'

/** A wait for a lock, a connection or an engine. */
export type Wait = {
  /** The awaited thing, as part of a sentence: "the lock of backups". */
  for: string
  limitMs: number
  log: Log
  /** Ends the wait when the process stops. */
  signal?: AbortSignal | undefined
  /** Returns the process that has the awaited thing, as text; null if unknown. Called only when a wait is long. */
  holder?: (() => Promise<string | null>) | undefined
}

/** The log names a wait after this time, and then once per `repeatMs`. */
const quietMs = 2_000
const repeatMs = 30_000

/**
 * Waits for `work` at most `limitMs`, and logs a long wait, so that a wait is neither endless nor silent. The signal of
 * `work` is aborted when nobody waits for the work.
 */
export async function waitFor<T>(wait: Wait, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal } = wait
  signal?.throwIfAborted()
  const over = new AbortController()
  const given = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const { promise: ended, reject } = Promise.withResolvers<never>()
  given.addEventListener('abort', () => reject(given.reason), { once: true })
  const expire = async () => over.abort(tooLong(wait, await holderOf(wait)))
  const limit = setTimeout(() => void expire(), wait.limitMs)
  let line = setTimeout(tell, quietMs)
  function tell(): void {
    line = setTimeout(tell, repeatMs)
    void holderOf(wait).then((holder) => {
      if (!given.aborted) wait.log.info(`waiting for ${wait.for}`, { limitSeconds: secondsOf(wait), heldBy: holder })
    })
  }
  const working = work(given)
  // After the limit nobody awaits the work, so this catch handles its failure.
  working.catch(() => {})
  try {
    return await Promise.race([working, ended])
  } finally {
    clearTimeout(limit)
    clearTimeout(line)
    if (!given.aborted) over.abort()
    ended.catch(() => {})
  }
}

/**
 * The result of `work`, or an error with `message` if none arrives within `limitMs`. After a pause of this process,
 * such as a long task or a busy machine, an answer that has arrived meanwhile is read first: a timer alone would end
 * before it, because the event loop runs timers before it reads sockets.
 */
export async function answerWithin<T>(limitMs: number, message: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let reading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    reading = setImmediate(() => reject(new Error(message)))
  }, limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    clearImmediate(reading)
  }
}

function tooLong(wait: Wait, holder: string | null): SettingsError {
  const held = holder ? ` It is held by ${holder}. End that process, or try again later.` : ''
  return new SettingsError(`Waiting for ${wait.for} took longer than ${secondsOf(wait)} seconds.${held}`)
}

function secondsOf({ limitMs }: Wait): number {
  return Math.ceil(limitMs / 1_000)
}

/** Null when the holder cannot be read, or not within `quietMs`. */
async function holderOf({ holder }: Wait): Promise<string | null> {
  if (!holder) return null
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, quietMs, null)
  const answer = await Promise.race([holder().catch(() => null), late])
  clearTimeout(timer)
  return answer
}
