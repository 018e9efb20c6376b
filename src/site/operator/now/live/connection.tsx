import { useTranslations } from 'use-intl'
import { useMoment } from '../../../ui/time/moment.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import type { Connection as State } from './use-live.ts'

/** Whether figures arrive. `at`: time at which the newest figures were read, ms. */
export function Connection({ connection: { state, again }, at }: { connection: State; at: number }) {
  const t = useTranslations('operatorNow.live')
  const { moment } = useMoment()
  if (state === 'open') return <Pill tone="good">{t('connected')}</Pill>
  const time = moment(at, 'clock')
  if (state === 'opening') return <Pill tone="none">{t('asOf', { time })}</Pill>
  return (
    <span className="gap-4-12 live-broken" role="status">
      <Pill tone="warn">{t('stopped', { time })}</Pill> {t('broken')}{' '}
      <button type="button" className="action-link" onClick={again}>
        {t('again')}
      </button>
    </span>
  )
}
