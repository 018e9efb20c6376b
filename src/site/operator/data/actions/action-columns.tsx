import { useTranslations } from 'use-intl'
import type { CorporateAction } from '#src/contract/operator/data/actions.ts'
import { ActLink } from '../../acts/act.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'
import { subjectOf } from './action-acts.tsx'

const tones: Record<NonNullable<CorporateAction['edit']>, Tone> = { added: 'good', changed: 'half', removed: 'none' }

export function useActionColumns(): Column<CorporateAction>[] {
  const t = useTranslations('operatorActions')
  return [
    { name: 'exDate', label: t('exDate'), cell: ({ exDate }) => exDate, kind: 'mono' },
    { name: 'kind', label: t('kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      name: 'what',
      label: t('what'),
      cell: ({ kind, newShares, oldShares, amount, currency }) =>
        kind === 'split' ? t('shares', { new: newShares, old: oldShares }) : `${amount} ${currency}`,
    },
    { name: 'paid', label: t('payDate'), cell: ({ payDate }) => payDate || '–', kind: 'mono', narrow: 'no' },
    {
      name: 'edit',
      label: t('state'),
      cell: ({ edit, source }) => (edit ? <Pill tone={tones[edit]}>{t(`edits.${edit}`)}</Pill> : source),
    },
    {
      name: 'acts',
      label: '',
      cell: (action) => (
        <span className="flow gap-4-16">
          {action.edit !== 'removed' && (
            <>
              <ActLink act="set" on={subjectOf(action)} className="action-link">
                {t('change')}
              </ActLink>
              <ActLink act="remove" on={subjectOf(action)} className="action-link">
                {t('remove')}
              </ActLink>
            </>
          )}
          {(action.edit === 'changed' || action.edit === 'removed') && (
            <ActLink act="restore" on={subjectOf(action)} className="action-link">
              {t('restore')}
            </ActLink>
          )}
        </span>
      ),
      kind: 'act',
    },
  ]
}
