import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { MarketState } from '../../data/market-source.ts'

/** Whether the market is open, and the time until the next opening or close if that is less than a day away. */
export function StatusBadge({ state }: { state: MarketState | null }) {
  const t = useTranslations('chart.market')
  const left = useTimeLeft(state?.next?.at ?? null)
  if (!state) return null
  const word = t(`states.${state.status}`)
  return (
    <span className="inline-middle status-badge" data-open={state.status !== 'closed' || undefined}>
      <i aria-hidden="true" />
      {left === null || !state.next
        ? word
        : t(state.next.to === 'closed' ? 'closesIn' : 'opensIn', { state: word, left })}
    </span>
  )
}

export function StatusMark({ state }: { state: MarketState | null }) {
  const t = useTranslations('chart.market')
  if (!state) return null
  const word = t(`states.${state.status}`)
  return (
    <span
      className="status-mark"
      data-open={state.status !== 'closed' || undefined}
      role="img"
      aria-label={word}
      title={word}
    />
  )
}

const minute = 60_000

function useTimeLeft(at: number | null): string | null {
  const locale = useLocale()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const left = at === null ? 0 : at - now
  if (left <= 0 || left >= 24 * 60 * minute) return null
  const minutesLeft = Math.ceil(left / minute)
  const [hours, minutes] = [Math.floor(minutesLeft / 60), minutesLeft % 60]
  const formatUnit = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value)
  return hours > 0 ? `${formatUnit(hours, 'hour')} ${formatUnit(minutes, 'minute')}` : formatUnit(minutes, 'minute')
}
