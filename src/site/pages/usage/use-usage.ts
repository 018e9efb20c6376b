import { useEffect, useState } from 'react'
import type { OpenSocket, UsageError, UsageReport } from '#src/contract/account/usage.ts'
import { invoke } from '../../browser/invoke.ts'
import { type UsagePeriod, usageQuery } from './period.ts'

export type UsageMoment = {
  now: number
  report: UsageReport | null
  errors: UsageError[] | null
  sockets: OpenSocket[] | null
}

const pollEveryMs = 2_000

/** A key's figures, read every 2 s while visible. Unreadable figures stay unchanged; `connected` is then false. */
export function useUsage(loaded: UsageMoment, keyId: string, period: UsagePeriod) {
  const [live, setLive] = useState<{ of: UsageMoment; moment: UsageMoment } | null>(null)
  const [connected, setConnected] = useState(true)
  const moment = live?.of === loaded ? live.moment : loaded

  useEffect(() => {
    const stop = new AbortController()
    let busy = false
    const poll = async () => {
      if (document.hidden || busy) return
      busy = true
      const now = Date.now()
      const query = usageQuery(keyId, period, now)
      const [report, errors, sockets] = await Promise.all([
        invoke('GET /api/usage', { query }),
        invoke('GET /api/usage/errors', { query: { ...query, limit: '20' } }),
        invoke('GET /api/usage/sockets', { query: { key: keyId } }),
      ])
      busy = false
      if (stop.signal.aborted) return
      setConnected(report.ok && navigator.onLine)
      setLive((known) => {
        const before = known?.of === loaded ? known.moment : loaded
        return {
          of: loaded,
          moment: {
            now,
            report: report.ok ? report.data : before.report,
            errors: errors.ok ? errors.data : before.errors,
            sockets: sockets.ok ? sockets.data : before.sockets,
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
