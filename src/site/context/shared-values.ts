import type { Clock } from '#src/platform/clock.ts'
import type { Afterwards } from './afterwards.ts'

/** Returns the value of a name from memory if it is younger than `keptMs`; otherwise loads it. Null is not cached. */
export type Share = <T>(name: string, load: () => Promise<T>, keptMs?: number) => Promise<T>

export type SharedValues = { share: Share; drop(): void }

type Entry = { value: Promise<unknown>; at: number; renewing: boolean }

const freshMs = 15_000
const keptUsuallyMs = 300_000

/**
 * Values that the pages of all languages share. A value older than `freshMs` is still returned until it is as old as
 * `keptMs`, and is reloaded in the background.
 */
export function shareValues(clock: Clock, afterwards: Afterwards): SharedValues {
  const entries = new Map<string, Entry>()

  function get(name: string, load: () => Promise<unknown>): Promise<unknown> {
    const value = load()
    const entry = { value, at: clock.now(), renewing: false }
    entries.set(name, entry)
    const forget = () => {
      if (entries.get(name) === entry) entries.delete(name)
    }
    value.then((got) => got === null && forget(), forget)
    return value
  }

  async function renew(name: string, entry: Entry, load: () => Promise<unknown>) {
    entry.renewing = true
    // After a failure the old value is used until it is too old; then the value is loaded again, and a failure reaches
    // the page.
    const value = await afterwards(load).catch(() => null)
    entry.renewing = false
    if (value !== null && entries.get(name) === entry)
      entries.set(name, { value: Promise.resolve(value), at: clock.now(), renewing: false })
  }

  function share(name: string, load: () => Promise<unknown>, keptMs = keptUsuallyMs): Promise<unknown> {
    const entry = entries.get(name)
    const age = entry ? clock.now() - entry.at : keptMs
    if (!entry || age >= keptMs) return get(name, load)
    if (age >= freshMs && !entry.renewing) void renew(name, entry, load)
    return entry.value
  }

  return { share: share as Share, drop: () => entries.clear() }
}
