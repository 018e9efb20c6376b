import { useFormatter, useTranslations } from 'use-intl'
import { Act } from '../../acts/act.tsx'
import type { Quarantined } from './quarantine-panel.tsx'

/**
 * The forms of the page, which release or drop all rows that have the chosen reason, or correct the rows that a rule
 * can correct. Without a chosen reason, they apply to all rows.
 */
export function RowActs({ reasons, fix, reason, waiting }: Omit<Quarantined, 'columns' | 'rows' | 'next'>) {
  const t = useTranslations('operatorData.quarantine')
  const format = useFormatter()
  const count = reason === '' ? waiting : (reasons.find((one) => one.reason === reason)?.count ?? 0)
  const hidden = { reason }
  return (
    <>
      {fix && (
        <Act
          name="fix"
          title={t('fixTitle', { count: fix.count })}
          effects={[
            t('fixDoes'),
            t('checked'),
            ...(fix.count < fix.of ? [t('fixRest', { count: fix.of - fix.count })] : []),
          ]}
          submit={t('fixSubmit')}
          hidden={{ ...hidden, fix: fix.name }}
        />
      )}
      <Act
        name="release-all"
        title={t('releaseTitle', { count: format.number(count) })}
        effects={[t('releaseDoes'), t('checked')]}
        submit={t('releaseSubmit')}
        hidden={hidden}
      />
      <Act
        name="discard-all"
        title={t('discardTitle', { count: format.number(count) })}
        effects={[t('discardDoes'), t('kept')]}
        submit={t('discardSubmit')}
        hidden={hidden}
        danger
      />
    </>
  )
}
