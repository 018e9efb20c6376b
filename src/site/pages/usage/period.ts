import type { UsagePoint, UsageStep } from '#src/contract/account/usage.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'

export const usagePeriods = ['hour', 'day', 'month'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

const spans: Record<UsagePeriod, { ms: number; step: UsageStep; stepMs: number }> = {
  hour: { ms: hourMs, step: 'minute', stepMs: minuteMs },
  day: { ms: dayMs, step: 'hour', stepMs: hourMs },
  month: { ms: 30 * dayMs, step: 'day', stepMs: dayMs },
}

export function periodOf(text: string | null): UsagePeriod {
  return usagePeriods.find((period) => period === text) ?? 'hour'
}

export function usageQuery(keyId: string, period: UsagePeriod, now: number) {
  const { ms, step } = spans[period]
  return { from: String(now - ms), to: String(now), step, ...(keyId ? { key: keyId } : {}) }
}

/** Every step of a period; steps without requests are zero. */
export function filled(points: readonly UsagePoint[], period: UsagePeriod, now: number): UsagePoint[] {
  const { ms, stepMs } = spans[period]
  const known = new Map(points.map((point) => [point.t, point]))
  const first = Math.floor((now - ms) / stepMs) * stepMs
  const count = Math.floor((now - first) / stepMs) + 1
  return Array.from({ length: count }, (_, index) => {
    const t = first + index * stepMs
    return known.get(t) ?? { t, requests: 0, errors: 0, refused: 0 }
  })
}
