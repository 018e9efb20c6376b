import { useFormatter, useTranslations } from 'use-intl'
import { Act, ActArea } from '../../acts/act.tsx'
import type { Quarantined } from './quarantine-panel.tsx'
import { useReasonWords } from './row-columns.tsx'

/** The forms of the page: one corrects a row, two others release or drop all rows that have the chosen reason. */
export function RowActs({ head, reasons, fix, rows, reason, waiting }: Quarantined) {
  const t = useTranslations('operatorData.quarantine')
  const format = useFormatter()
  const words = useReasonWords()
  const count = reason === '' ? waiting : (reasons.find((one) => one.reason === reason)?.count ?? 0)
  const hidden = { reason }
  return (
    <>
      {rows.map(({ line, content, version, reason: rule }) => (
        <Act
          key={line}
          name="correct"
          on={String(line)}
          title={t('correctTitle', { line: String(line) })}
          effects={[t('broke', { rule: words(rule) }), t('waits')]}
          submit={t('keep')}
          hidden={{ version }}
        >
          <ActArea
            label={t('row')}
            name="content"
            defaultValue={content}
            className="input data-row"
            spellCheck={false}
            maxLength={4_000}
            hint={head === '' ? undefined : t('headIs', { head })}
            required
          />
        </Act>
      ))}
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
