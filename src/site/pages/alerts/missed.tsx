import { useFormatter, useTranslations } from 'use-intl'
import type { AssetClass } from '#src/contract/market.ts'
import { useMoment } from '../../ui/time/moment.tsx'

/** The times at which alerts missed prices, each with its classes: a restart misses prices of all classes at once. */
export function Missed({ missed }: { missed: readonly { class: AssetClass; at: number }[] }) {
  const t = useTranslations('alerts')
  const format = useFormatter()
  const { moment } = useMoment()
  if (missed.length === 0) return null
  const times = new Set(missed.map(({ at }) => moment(at)))
  return (
    <ul className="card pad-12-20 text-14" role="status">
      {[...times].map((time) => {
        const together = missed.filter(({ at }) => moment(at) === time)
        const classes = new Set(together.map(({ class: name }) => t(`missedOf.${name}`)))
        return <li key={time}>{t('missed', { classes: format.list(classes), time })}</li>
      })}
    </ul>
  )
}
