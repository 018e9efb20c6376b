import { CalendarDays } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { namesOf } from '#src/contract/record.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { useCity } from '../control/use-city.ts'
import { type Range, ranges } from '../state/time/range.ts'
import { offsetOf } from '../state/time/zones.ts'
import { DropMenu } from './menus/drop-menu.tsx'

type RangeBarProps = {
  /** IANA name of the time zone. */
  zone: string
  /** The visible time range; null after the reader scrolled away. */
  shown: Range | null
  show(range: Range): void
  goTo(time: number): void
  /** Whether the window is as narrow as a phone. The bar then shows only time ranges. */
  narrow: boolean
  /** Shown at the end of the bar. */
  children: ReactNode
}

/** Ranges that are left out on a phone, where only seven fit. */
const wideOnly: readonly Range[] = ['6M', 'YTD']

export function RangeBar({ zone, shown, show, goTo, narrow, children }: RangeBarProps) {
  const t = useTranslations('chart.range')
  const offered = namesOf(ranges).filter((range) => !narrow || !wideOnly.includes(range))
  return (
    <div className="strip chart-foot" role="toolbar" aria-label={t('label')}>
      {offered.map((range) => (
        <button
          key={range}
          type="button"
          className="tool"
          title={t(`titles.${range}`)}
          aria-pressed={shown === range}
          onClick={() => show(range)}
        >
          {t(`labels.${range}`)}
        </button>
      ))}
      {!narrow && (
        <>
          <i className="sep" />
          <GoToDate goTo={goTo} />
          <span className="grow" />
          <Clock zone={zone} />
          <i className="sep" />
          {children}
        </>
      )}
    </div>
  )
}

export function GoToDate({ goTo }: Pick<RangeBarProps, 'goTo'>) {
  const t = useTranslations('chart.range')
  return (
    <DropMenu
      label={t('goTo')}
      button={
        <>
          <CalendarDays size={16} aria-hidden="true" />
          <span className="wide">{t('goTo')}</span>
        </>
      }
    >
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const time = Date.parse(String(new FormData(event.currentTarget).get('date')))
            close()
            if (Number.isFinite(time)) goTo(time)
          }}
        >
          <TextInput className="input" type="date" name="date" required aria-label={t('date')} />
          <button type="submit" className="btn btn-small btn-accent">
            {t('go')}
          </button>
        </form>
      )}
    </DropMenu>
  )
}

function Clock({ zone }: { zone: string }) {
  const locale = useLocale()
  const cityOf = useCity()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const clock = new Intl.DateTimeFormat(locale, { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' })
  return (
    <span className="text-muted nowrap from-640 chart-clock" title={offsetOf(zone).replace('GMT', 'UTC')}>
      {clock.format(now)} <small>{cityOf(zone)}</small>
    </span>
  )
}
