import { useFormatter, useTranslations } from 'use-intl'
import type { ImportRow } from '#src/contract/operator/imports.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

const tones: Record<ImportRow['state'], Tone> = {
  waiting: 'half',
  running: 'half',
  stopped: 'warn',
  done: 'good',
  failed: 'bad',
}

export function ImportStatePill({ state }: Pick<ImportRow, 'state'>) {
  const t = useTranslations('operatorData.imports.states')
  return <Pill tone={tones[state]}>{t(state)}</Pill>
}

/** The person or command line that started an import. */
export function Beginner({ by }: Pick<ImportRow, 'by'>) {
  const t = useTranslations('operatorData.imports')
  if (by === null) return <span className="text-muted">{t('byUnknown')}</span>
  return <span className="breakable">{by === 'cli' ? t('byCommandLine') : by}</span>
}

export function useImportColumns(): Column<ImportRow>[] {
  const t = useTranslations('operatorData')
  const format = useFormatter()
  return [
    {
      name: 'file',
      label: t('imports.file'),
      cell: ({ id, file, kind, target }) => (
        <span>
          <PageLink className="link num" to={`/operator/data/imports/${id}`} data-row>
            {file}
          </PageLink>
          <span className="row-note">{target || t(`kinds.${kind}`)}</span>
        </span>
      ),
    },
    { name: 'state', label: t('imports.state'), cell: ({ state }) => <ImportStatePill state={state} /> },
    { name: 'rows', label: t('imports.rows'), cell: ({ rows }) => format.number(rows), kind: 'figure' },
    { name: 'accepted', label: t('imports.taken'), cell: ({ accepted }) => format.number(accepted), kind: 'figure' },
    {
      name: 'corrected',
      label: t('imports.corrected'),
      cell: ({ corrected }) => format.number(corrected),
      kind: 'figure',
      narrow: 'no',
    },
    {
      name: 'refused',
      label: t('imports.refused'),
      cell: ({ quarantined }) => format.number(quarantined),
      kind: 'figure',
    },
    {
      name: 'waiting',
      label: t('imports.wait'),
      cell: ({ waiting }) => (waiting === 0 ? '–' : <b>{format.number(waiting)}</b>),
      kind: 'figure',
    },
    { name: 'started', label: t('imports.started'), cell: ({ startedAt }) => <Moment at={startedAt} />, kind: 'mono' },
    { name: 'by', label: t('imports.by'), cell: ({ by }) => <Beginner by={by} /> },
  ]
}
