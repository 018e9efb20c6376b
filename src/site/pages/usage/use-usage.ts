import { useEffect, useState } from 'react'
import { call } from '../../account/call.ts'

export const usagePeriods = ['hour', 'day', 'month'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

/** `limit` and `remaining` null: without limit. `resetAt` in ms. */
export type Minute = { limit: number | null; remaining: number | null; resetAt: number }
export type Point = { t: number; requests: number; errors: number }

const dayMs = 86_400_000
const spans: Record<UsagePeriod, { ms: number; step: 'minute' | 'hour' | 'day'; stepMs: number }> = {
  hour: { ms: 3_600_000, step: 'minute', stepMs: 60_000 },
  day: { ms: dayMs, step: 'hour', stepMs: 3_600_000 },
  month: { ms: 30 * dayMs, step: 'day', stepMs: dayMs },
}
const askEveryMs = 3_000

/** The figures of one key, asked for every three seconds while the page is seen. */
export function useUsage(keyId: string, period: UsagePeriod) {
  const [minute, setMinute] = useState<Minute | null>(null)
  const [series, setSeries] = useState<Point[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let isOver = false
    setSeries(null)
    const ask = async () => {
      if (document.hidden) return
      const { ms, step, stepMs } = spans[period]
      const now = Date.now()
      const query = new URLSearchParams({
        from: String(now - ms),
        to: String(now),
        step,
        ...(keyId ? { key: keyId } : {}),
      })
      const result = await call<Minute & { series: Point[] }>('GET', `/api/usage?${query}`)
      if (isOver) return
      setFailed(!result.ok)
      if (!result.ok) return
      setMinute(result.data)
      setSeries(filled(result.data.series, now - ms, now, stepMs))
    }
    void ask()
    const timer = setInterval(() => void ask(), askEveryMs)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [keyId, period, round])

  return { minute, series, failed, retry: () => setRound(round + 1) }
}

/** Every step of the span, those without requests as zero. */
function filled(points: readonly Point[], from: number, to: number, stepMs: number): Point[] {
  const known = new Map(points.map((point) => [point.t, point]))
  const first = Math.floor(from / stepMs) * stepMs
  const count = Math.floor((to - first) / stepMs) + 1
  return Array.from({ length: count }, (_, index) => {
    const t = first + index * stepMs
    return known.get(t) ?? { t, requests: 0, errors: 0 }
  })
}
