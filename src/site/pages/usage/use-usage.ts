import { useEffect, useState } from 'react'
import type { OpenSocket, UsageMoment as Read } from '#src/contract/account/usage.ts'
import { invoke } from '../../browser/invoke.ts'
import { type UsagePeriod, usageQuery } from './period.ts'

export type UsageMoment = Read & { now: number }

const pollEveryMs = 5_000

/**
 * A key's figures, read every 5 s while the page is visible. Figures that cannot be read keep their last values.
 * `connected` is false if the report cannot be read or the browser is offline.
 */
export function useUsage(loaded: UsageMoment, keyId: string, period: UsagePeriod) {
  const [live, setLive] = useState<{ of: UsageMoment; moment: UsageMoment } | null>(null)
  const [connected, setConnected] = useState(true)
  const moment = live?.of === loaded ? live.moment : loaded

  useEffect(() => {
    const stop = new AbortController()
    // The browser's clock may be wrong.
    const aheadMs = Date.now() - loaded.now
    let busy = false
    const poll = async () => {
      if (document.hidden || busy) return
      busy = true
      const now = Date.now() - aheadMs
      const answer = await invoke('GET /api/usage/moment', { query: usageQuery(keyId, period, now) })
      busy = false
      if (stop.signal.aborted) return
      const read = answer.ok ? answer.data : null
      setConnected(read?.report != null && navigator.onLine)
      if (!answer.ok && answer.refusal.status === 401) clearInterval(timer)
      if (!read) return
      setLive((known) => {
        const before = known?.of === loaded ? known.moment : loaded
        return {
          of: loaded,
          moment: {
            now,
            report: read.report ?? before.report,
            minutes: read.minutes ?? before.minutes,
            errors: read.errors ?? before.errors,
            sockets: read.sockets ?? before.sockets,
          },
        }
      })
    }
    const timer = setInterval(() => void poll(), pollEveryMs)
    const onReturn = () => void poll()
    const onAway = () => setConnected(false)
    document.addEventListener('visibilitychange', onReturn)
    addEventListener('offline', onAway)
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
      removeEventListener('offline', onAway)
    }
  }, [loaded, keyId, period])

  const forget = (id: string) =>
    setLive({
      of: loaded,
      moment: { ...moment, sockets: moment.sockets?.filter((socket) => socket.id !== id) ?? null },
    })
  return { moment, connected, forget }
}

/**
 * The number of distinct instruments over all sockets. A socket lists at most a hundred symbols; if any socket has more
 * symbols, the result is the sum of all subscriptions.
 */
export function symbolsOf(sockets: readonly OpenSocket[]): number {
  const isWhole = sockets.every(({ symbols, subscriptions }) => symbols.length === subscriptions)
  if (!isWhole) return sockets.reduce((sum, { subscriptions }) => sum + subscriptions, 0)
  return new Set(sockets.flatMap(({ path, symbols }) => symbols.map((symbol) => `${path} ${symbol}`))).size
}
