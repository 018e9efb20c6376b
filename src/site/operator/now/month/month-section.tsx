import { useFormatter, useTranslations } from 'use-intl'
import type { Month } from '#src/contract/operator/now.ts'
import { SectionHead } from '../../shell/section-head.tsx'
import { CreditPanel, PayingPanel, RevenuePanel, SignUpsPanel } from './month-panels.tsx'
import './month.css'

export function MonthSection({ month }: { month: Month }) {
  const t = useTranslations('operatorNow.month')
  const format = useFormatter()
  const { days, revenue, credit } = month
  const day = (at: number) =>
    format.dateTime(Date.parse(days.at(at) ?? ''), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <section aria-label={t('title')}>
      <SectionHead number="02" title={t('title')} aside={t('aside', { from: day(0), to: day(-1) })} />
      <div className="stack pair">
        {revenue && <RevenuePanel days={days} revenue={revenue} />}
        <PayingPanel days={days} paying={month.paying} />
        <SignUpsPanel days={days} signUps={month.signUps} />
        {credit && <CreditPanel days={days} credit={credit} />}
      </div>
    </section>
  )
}
