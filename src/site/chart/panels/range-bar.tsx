import { CalendarDays } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { namesOf } from '#src/contract/record.ts'
import { type Range, ranges } from '../state/range.ts'
import { DropMenu } from './menus/drop-menu.tsx'
import { offsetOf } from './menus/zone-menu.tsx'

type RangeBarProps = {
  /** IANA name. */
  zone: string
  show(range: Range): void
  goTo(time: number): void
}

/** Below the canvas: time spans, a jump to a date, and the time in the chart's zone. */
export function RangeBar({ zone, show, goTo }: RangeBarProps) {
  const t = useTranslations('chart.range')
  return (
    <div className="chart-foot" role="toolbar" aria-label={t('label')}>
      {namesOf(ranges).map((range) => (
        <button key={range} type="button" className="tool" title={t(`titles.${range}`)} onClick={() => show(range)}>
          {range === 'All' ? t('all') : range}
        </button>
      ))}
      <i className="sep" />
      <DropMenu label={t('goTo')} button={<CalendarDays size={16} aria-hidden="true" />}>
        {(close) => (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              const time = Date.parse(String(new FormData(event.currentTarget).get('date')))
              close()
              if (Number.isFinite(time)) goTo(time)
            }}
          >
            <input className="input" type="date" name="date" required aria-label={t('date')} />
            <button type="submit" className="btn btn-small btn-accent">
              {t('go')}
            </button>
          </form>
        )}
      </DropMenu>
      <span className="fill" />
      <Clock zone={zone} />
    </div>
  )
}

function Clock({ zone }: { zone: string }) {
  const locale = useLocale()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const clock = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
  return (
    <span className="chart-clock">
      {clock.format(now)} <small>{offsetOf(zone).replace('GMT', 'UTC')}</small>
    </span>
  )
}
