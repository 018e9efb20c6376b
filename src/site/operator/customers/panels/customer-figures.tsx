import { useFormatter, useTranslations } from 'use-intl'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Figures } from '../../parts/frame/panel.tsx'

/** The figures at the top of the page. Figures of the current minute come from the customer's first key. */
export function CustomerFigures({ customer }: { customer: Customer }) {
  const t = useTranslations('operatorCustomers.figures')
  const format = useFormatter()
  const { keys, sockets, today, paid, credit } = customer
  const [key] = keys
  const requests = today?.hours.reduce((sum, hour) => sum + hour, 0) ?? null
  const of = (limit: number | null | undefined) =>
    limit == null ? t('unlimited') : t('of', { limit: format.number(limit) })
  return (
    <Figures
      figures={[
        {
          key: 'plan',
          name: t('plan'),
          value: <span className="figure-words">{key?.planName ?? t('noKey')}</span>,
          note: key && (key.expiresAt === null ? t('forever') : <Moment at={key.expiresAt} style="day" />),
        },
        {
          key: 'minute',
          name: t('minute'),
          value: key?.used == null ? '–' : format.number(key.used),
          unit: key && of(key.limits.perMinute),
          note:
            key?.overriddenUntil == null ? null : (
              <>
                {t('overridden')} <Moment at={key.overriddenUntil} />
              </>
            ),
        },
        {
          key: 'sockets',
          name: t('sockets'),
          value: format.number(sockets.length),
          unit: key && of(key.limits.sockets),
        },
        {
          key: 'today',
          name: t('today'),
          value: requests === null ? '–' : format.number(requests),
          note: today === null ? t('unknown') : t('refused', { count: today.refused }),
        },
        { key: 'paid', name: t('paid'), value: grouped(paid.amount), note: t('orders', { count: paid.orders }) },
        { key: 'credit', name: t('credit'), value: grouped(credit), note: 'USDT' },
      ]}
    />
  )
}
