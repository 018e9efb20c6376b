import { useEffect, useState } from 'react'
import type { Live, Needs } from '#src/contract/operator/now.ts'
import { addressOf } from '../../../browser/call-route.ts'
import { type Answer, known, knownOf } from '../../../reads/read.ts'

/** The number of stored values: one every two seconds, for a minute. */
const keptMax = 30
const againMs = 10_000

/** `state` is `opening` before the first event. `again` reopens the stream at once. */
export type Connection = { state: 'opening' | 'open' | 'broken'; again(): void }

type Shown = { live: Answer<Live>; needs: Answer<Needs>; history: readonly Live[] }

/** The loaded figures, replaced by the figures of the stream. While the stream is broken, the last figures stay. */
export function useLive(loaded: Pick<Shown, 'live' | 'needs'>): Shown & { connection: Connection } {
  const [shown, setShown] = useState<Shown>(() => ({
    live: loaded.live,
    needs: loaded.needs,
    history: historyOf(loaded.live),
  }))
  const [state, setState] = useState<Connection['state']>('opening')
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn opens a new stream
  useEffect(() => {
    const events = new EventSource(addressOf('GET /api/operator/now/events', {}))
    let later: ReturnType<typeof setTimeout> | undefined
    events.addEventListener('live', ({ data }) => {
      const live: Live = JSON.parse(data)
      setState('open')
      setShown((before) => ({ ...before, live: known(live), history: [...before.history, live].slice(-keptMax) }))
    })
    events.addEventListener('needs', ({ data }) => {
      const needs: Needs = JSON.parse(data)
      setShown((before) => ({ ...before, needs: known(needs) }))
    })
    events.addEventListener('error', () => {
      setState('broken')
      // The browser reconnects after a lost connection, but not after a refused connection, so this code reconnects.
      if (events.readyState === EventSource.CLOSED) later = setTimeout(() => setTurn((count) => count + 1), againMs)
    })
    return () => {
      clearTimeout(later)
      events.close()
    }
  }, [turn])

  return { ...shown, connection: { state, again: () => setTurn((count) => count + 1) } }
}

function historyOf(live: Answer<Live>): Live[] {
  const first = knownOf(live)
  return first ? [first] : []
}
