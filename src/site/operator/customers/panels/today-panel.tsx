import { useTranslations } from 'use-intl'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { Bars } from '../../parts/charts/bars.tsx'
import { Panel } from '../../parts/frame/panel.tsx'

const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`

export function TodayPanel({ today }: Pick<Customer, 'today'>) {
  const t = useTranslations('operatorCustomers.today')
  return (
    <Panel title={t('title')} aside={t('byHour')}>
      {today === null ? (
        <p className="text-muted">{t('unknown')}</p>
      ) : today.hours.every((value) => value === 0) ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <Bars
          label={t('label')}
          bars={Array.from({ length: 24 }, (_, hour) => ({ name: hourName(hour), value: today.hours[hour] ?? 0 }))}
          running={today.hours.length - 1}
          from="00"
          to="23"
        />
      )}
    </Panel>
  )
}
