import { useFormatter, useTranslations } from 'use-intl'
import type { CoveredPlaceRow } from '#src/contract/operator/data/sources.ts'
import { EmptyState } from '../../parts/frame/states.tsx'
import { type Column, DenseTable } from '../../parts/table/dense-table.tsx'

type Row = { place: CoveredPlaceRow; isFirst: boolean; kind: CoveredPlaceRow['kinds'][number] | null }

/** A row for each interval of a class on an exchange; classes without anything have one that says so. */
export function StoredTable({ places }: { places: readonly CoveredPlaceRow[] }) {
  const t = useTranslations('operatorCoverage')
  const rows = places.flatMap((place): Row[] =>
    place.kinds.length === 0
      ? [{ place, isFirst: true, kind: null }]
      : place.kinds.map((kind, turn) => ({ place, isFirst: turn === 0, kind })),
  )
  return (
    <DenseTable
      caption={t('stored')}
      columns={useColumns()}
      rows={rows}
      rowKey={({ place, kind }) => `${place.class} ${place.exchange} ${kind?.kind ?? ''}`}
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
      cell: ({ place, isFirst }) => (
        <span className={isFirst ? undefined : 'text-muted'}>
          {classes(place.class)} <span className="num">{place.exchange || '–'}</span>
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
      cell: ({ place, kind }) =>
        t('ofAll', { count: format.number(kind?.instruments ?? 0), all: format.number(place.instruments) }),
      kind: 'figure',
    },
  ]
}
