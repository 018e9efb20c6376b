import { useFormatter, useTranslations } from 'use-intl'
import { Pill } from '../parts/marks/pill.tsx'

/** Whether the newest rows of the audit log's hash chain are intact. `tapewire audit verify` checks every row. */
export function ChainState({ chain }: { chain: { position: number; late: number; sound: boolean } }) {
  const t = useTranslations('operatorAudit.chain')
  const format = useFormatter()
  const { position, late, sound } = chain
  return (
    <p className="flow gap-4-20">
      <Pill tone={sound ? (late > 0 ? 'warn' : 'good') : 'bad'}>{t(sound ? 'sound' : 'broken')}</Pill>
      <span className="text-muted">{t('rows', { rows: format.number(position) })}</span>
      {late > 0 && <span>{t('late', { late: format.number(late) })}</span>}
      <span className="text-muted">
        {t('whole')} <code className="num">{t('command')}</code>
      </span>
    </p>
  )
}
