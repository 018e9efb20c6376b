import { useFormatter, useTranslations } from 'use-intl'
import type { Month } from '#src/contract/operator/now.ts'
import { Bars } from '../../parts/charts/bars.tsx'
import { Line } from '../../parts/charts/line.tsx'
import { MonthPanel } from './month-panel.tsx'

type OfDays<T> = T & Pick<Month, 'days'>

function useDay(): (day: string | undefined) => string {
  const format = useFormatter()
  return (day) =>
    day === undefined ? '' : format.dateTime(Date.parse(day), { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

/** Formats an amount with two decimals: `3,601.60`. */
function useAmount(): (amount: string) => string {
  const format = useFormatter()
  return (amount) => format.number(Number(amount), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

export function RevenuePanel({ days, revenue }: OfDays<{ revenue: NonNullable<Month['revenue']> }>) {
  const t = useTranslations('operatorNow.month')
  const day = useDay()
  const amount = useAmount()
  const today = revenue.days.at(-1) ?? '0'
  return (
    <MonthPanel
      title={t('revenue')}
      value={amount(revenue.total)}
      unit="USDT"
      note={t('revenueNote')}
      aside={t('today', { value: amount(today) })}
    >
      <Bars
        label={t('revenue')}
        bars={days.map((one, at) => ({ name: day(one), value: Number(revenue.days[at] ?? 0) }))}
        running={days.length - 1}
        from={day(days[0])}
        to={day(days.at(-1))}
      />
    </MonthPanel>
  )
}

export function SignUpsPanel({ days, signUps }: OfDays<Pick<Month, 'signUps'>>) {
  const t = useTranslations('operatorNow.month')
  const format = useFormatter()
  const day = useDay()
  const total = signUps.reduce((sum, value) => sum + value, 0)
  return (
    <MonthPanel
      title={t('signUps')}
      value={format.number(total)}
      note={t('signUpsNote')}
      aside={t('today', { value: format.number(signUps.at(-1) ?? 0) })}
    >
      <Bars
        label={t('signUps')}
        bars={days.map((one, at) => ({ name: day(one), value: signUps[at] ?? 0 }))}
        running={days.length - 1}
        from={day(days[0])}
        to={day(days.at(-1))}
      />
    </MonthPanel>
  )
}

export function PayingPanel({ days, paying }: OfDays<Pick<Month, 'paying'>>) {
  const t = useTranslations('operatorNow.month')
  const format = useFormatter()
  const day = useDay()
  const first = paying.findIndex((value) => value !== null)
  const now = paying.at(-1) ?? 0
  const change = format.number(now - (paying[0] ?? 0), { signDisplay: 'exceptZero' })
  return (
    <MonthPanel
      title={t('paying')}
      value={format.number(now)}
      note={t('payingNote')}
      aside={first > 0 ? t('payingSince', { day: day(days[first]) }) : t('change', { change })}
    >
      <Line
        label={t('paying')}
        points={days.map((one, at) => ({ name: day(one), value: paying[at] ?? null }))}
        from={day(days[0])}
        to={day(days.at(-1))}
      />
    </MonthPanel>
  )
}

export function CreditPanel({ days, credit }: OfDays<{ credit: NonNullable<Month['credit']> }>) {
  const t = useTranslations('operatorNow.month')
  const day = useDay()
  const amount = useAmount()
  return (
    <MonthPanel
      title={t('credit')}
      value={amount(credit.days.at(-1) ?? '0')}
      unit="USDT"
      note={t('creditNote', { count: credit.customers })}
      aside={t('held', { amount: amount(credit.held) })}
    >
      <Line
        label={t('credit')}
        points={days.map((one, at) => ({ name: day(one), value: Number(credit.days[at] ?? 0) }))}
        from={day(days[0])}
        to={day(days.at(-1))}
      />
    </MonthPanel>
  )
}
