import { useFormatter, useTranslations } from 'use-intl'
import type { RefusedRow } from '#src/contract/operator/imports.ts'
import { isRowReason } from '#src/contract/values/import-kind.ts'
import { ActLink } from '../../acts/act.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'

/** A reason in words. A reason of an earlier release that has no words shows its name. */
export function useReasonWords() {
  const t = useTranslations('operatorData.reasons')
  return (reason: string) => (isRowReason(reason) ? t(reason) : reason)
}

export function useRowColumns({ may }: Reader): Column<RefusedRow>[] {
  const t = useTranslations('operatorData.quarantine')
  const words = useReasonWords()
  const format = useFormatter()
  return [
    {
      name: 'line',
      label: t('line'),
      cell: ({ line, version }) => (
        <label className="inline-middle data-pick">
          <input
            type="checkbox"
            name="row"
            value={`${line}:${version}`}
            aria-label={t('pick', { line: String(line) })}
          />
          <span className="num">{format.number(line)}</span>
        </label>
      ),
      kind: 'mono',
    },
    { name: 'reason', label: t('reason'), cell: ({ reason }) => words(reason) },
    {
      name: 'content',
      label: t('row'),
      cell: ({ content }) => <code className="num data-cells">{content}</code>,
    },
    {
      name: 'acts',
      label: '',
      cell: ({ line }) =>
        may('quarantine.correct') && (
          <ActLink
            act="correct"
            on={String(line)}
            className="action-link"
            label={t('correctOf', { line: String(line) })}
          >
            {t('correct')}
          </ActLink>
        ),
      kind: 'act',
    },
  ]
}
