import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Live } from '#src/contract/operator/now.ts'
import { SectionHead } from '../../shell/section-head.tsx'
import { Sparkline } from './sparkline.tsx'
import { TapeRow } from './tape-row.tsx'
import './live.css'

/** Number of values of a sparkline: one every two seconds, for a minute. */
const slots = 30

type Traffic = NonNullable<Live['traffic']>
type FigureProps = {
  name: string
  value: ReactNode
  unit?: string | undefined
  note: ReactNode
  course: readonly (number | null)[]
}

type LiveSectionProps = { live: Live; history: readonly Live[]; state: ReactNode }

export function LiveSection({ live, history, state }: LiveSectionProps) {
  const t = useTranslations('operatorNow.live')
  const { traffic, tape, money, at } = live
  const course = (read: (traffic: Traffic) => number | null) =>
    history.map((one) => (one.traffic ? read(one.traffic) : null))
  return (
    <section aria-label={t('title')}>
      <SectionHead number="01" title={t('title')} aside={t('aside')} state={state} />
      <div className="tiled live">
        <TrafficFigures traffic={traffic} course={course} />
        {money && <MoneyFigure money={money} course={history.map((one) => Number(one.money?.revenue ?? 0))} />}
      </div>
      <TapeRow tape={tape} at={at} />
    </section>
  )
}

type Course = (read: (traffic: Traffic) => number | null) => (number | null)[]

function TrafficFigures({ traffic, course }: { traffic: Traffic | null; course: Course }) {
  const t = useTranslations('operatorNow.live')
  const format = useFormatter()
  const rate = (value: number) =>
    format.number(value, {
      notation: value >= 10_000 ? 'compact' : 'standard',
      maximumFractionDigits: value < 100 ? 1 : 0,
    })
  const unknown = <span className="live-unknown">{t('unknown')}</span>
  const silent = t('silentGateways')
  const say = (render: (traffic: Traffic) => ReactNode, otherwise: ReactNode) => (traffic ? render(traffic) : otherwise)
  const perSecond = traffic ? t('perSecond') : undefined
  const share = ({ refused, answered }: Traffic) =>
    format.number(answered === 0 ? 0 : refused / answered, { style: 'percent', maximumFractionDigits: 2 })
  const ms = (value: number | null) => (value === null ? '–' : format.number(Math.round(value)))
  return (
    <>
      <LiveFigure
        name={t('requests')}
        value={say(({ answered }) => rate(answered), unknown)}
        unit={perSecond}
        note={say(() => t('all'), silent)}
        course={course(({ answered }) => answered)}
      />
      <LiveFigure
        name={t('refused')}
        value={say(({ refused }) => rate(refused), unknown)}
        unit={perSecond}
        note={say((one) => t('share', { share: share(one) }), silent)}
        course={course(({ refused }) => refused)}
      />
      <LiveFigure
        name={t('p99')}
        value={say(({ p99 }) => ms(p99), unknown)}
        unit={traffic?.p99 == null ? undefined : t('ms')}
        note={say(
          ({ p50, p95, p99 }) => (p99 === null ? t('noCall') : t('spread', { p50: ms(p50), p95: ms(p95) })),
          silent,
        )}
        course={course(({ p99 }) => p99)}
      />
      <LiveFigure
        name={t('sockets')}
        value={say(({ sockets }) => format.number(sockets), unknown)}
        note={say(({ accounts }) => t('accounts', { count: accounts }), silent)}
        course={course(({ sockets }) => sockets)}
      />
      <LiveFigure
        name={t('deliveries')}
        value={say(({ delivered }) => rate(delivered), unknown)}
        unit={perSecond}
        note={say(() => t('events'), silent)}
        course={course(({ delivered }) => delivered)}
      />
    </>
  )
}

function MoneyFigure({ money, course }: { money: NonNullable<Live['money']>; course: readonly number[] }) {
  const t = useTranslations('operatorNow.live')
  const format = useFormatter()
  const { revenue, paid, orders } = money
  return (
    <LiveFigure
      name={t('revenue')}
      value={format.number(Number(revenue), { minimumFractionDigits: 2 })}
      unit="USDT"
      note={t('paid', { paid: format.number(paid), orders })}
      course={course}
    />
  )
}

function LiveFigure({ name, value, unit, note, course }: FigureProps) {
  return (
    <div>
      <p className="fine">{name}</p>
      <p className="figure-value nowrap">
        {value}
        {unit && <small>{unit}</small>}
      </p>
      <Sparkline values={course} slots={slots} />
      <p className="fine">{note}</p>
    </div>
  )
}
