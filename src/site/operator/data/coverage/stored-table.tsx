import { useFormatter, useTranslations } from 'use-intl'
import type { CoveredExchangeRow } from '#src/contract/operator/data/sources.ts'
import { EmptyState } from '../../parts/frame/states.tsx'
import { type Column, DenseTable } from '../../parts/table/dense-table.tsx'

type Row = { covered: CoveredExchangeRow; isFirst: boolean; kind: CoveredExchangeRow['kinds'][number] | null }

/** A row for each kind of data of a class on an exchange. A class without stored data has one row that says so. */
export function StoredTable({ exchanges }: { exchanges: readonly CoveredExchangeRow[] }) {
  const t = useTranslations('operatorCoverage')
  const rows = exchanges.flatMap((covered): Row[] =>
    covered.kinds.length === 0
      ? [{ covered, isFirst: true, kind: null }]
      : covered.kinds.map((kind, turn) => ({ covered, isFirst: turn === 0, kind })),
  )
  return (
    <DenseTable
      caption={t('stored')}
      columns={useColumns()}
      rows={rows}
      rowKey={({ covered, kind }) => `${covered.class} ${covered.exchange} ${kind?.kind ?? ''}`}
      isMarked={({ kind }) => kind === null}
      empty={<EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>}
    />
  )
}

function useColumns(): Column<Row>[] {
  const t = useTranslations('operatorCoverage')
  const classes = useTranslations('operatorData.classes')
  const format = useFormatter()
  const date = (time: number) => <span className="num">{new Date(time).toISOString().slice(0, 10)}</span>
  return [
    {
      name: 'place',
      label: t('place'),
      cell: ({ covered, isFirst }) => (
        <span className={isFirst ? undefined : 'text-muted'}>
          {classes(covered.class)} <span className="num">{covered.exchange || '–'}</span>
        </span>
      ),
    },
    {
      name: 'kind',
      label: t('kind'),
      cell: ({ kind }) => (kind === null ? t('nothingStored') : kind.kind === 'ticks' ? t('ticks') : kind.kind),
    },
    { name: 'first', label: t('first'), cell: ({ kind }) => (kind ? date(kind.first) : '–') },
    { name: 'last', label: t('last'), cell: ({ kind }) => (kind ? date(kind.last) : '–') },
    { name: 'rows', label: t('rows'), cell: ({ kind }) => (kind ? format.number(kind.rows) : '–'), kind: 'figure' },
    {
      name: 'instruments',
      label: t('instruments'),
      cell: ({ covered, kind }) =>
        t('ofAll', { count: format.number(kind?.instruments ?? 0), all: format.number(covered.instruments) }),
      kind: 'figure',
    },
  ]
}
