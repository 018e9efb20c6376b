import { useFormatter, useTranslations } from 'use-intl'
import type { AssetClass } from '#src/contract/market.ts'
import type { ImportedRow, RecordingRow, SourceRow } from '#src/contract/operator/data/sources.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

/** The delay of a recorder, in ms, below which its class is shown as up to date. A recorder writes every second. */
const freshMs = 3_000

const tones: Record<SourceRow['state'], Tone> = { live: 'good', silent: 'bad', closed: 'none' }

/** `now`: time at which the page was rendered, ms. */
export function useSourceColumns(now: number): Column<SourceRow>[] {
  const t = useTranslations('operatorSources')
  const classes = useTranslations('operatorData.classes')
  const seconds = useSeconds()
  const format = useFormatter()
  return [
    {
      name: 'source',
      label: t('source'),
      cell: (row) => (
        <span>
          {t(`names.${row.source}`)}
          <span className="row-note">{classes(row.class)}</span>
        </span>
      ),
    },
    { name: 'rank', label: t('rank'), cell: ({ rank }) => t('rankOf', { rank: String(rank) }) },
    { name: 'state', label: t('state'), cell: ({ state }) => <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill> },
    {
      name: 'at',
      label: t('newest'),
      cell: ({ at }) => (
        <span>
          <Moment at={at} style="second" />
          <span className="row-note">{t('ago', { time: seconds(Math.max(0, now - at)) })}</span>
        </span>
      ),
    },
    {
      name: 'rate',
      label: t('rate'),
      cell: ({ rate }) => format.number(rate, { maximumFractionDigits: 1 }),
      kind: 'figure',
    },
    { name: 'lag', label: t('lag'), cell: ({ lagMs }) => seconds(Math.max(0, lagMs)), kind: 'figure' },
  ]
}

export function useRecordingColumns(): Column<RecordingRow>[] {
  const t = useTranslations('operatorSources')
  const classes = useTranslations('operatorData.classes')
  const seconds = useSeconds()
  const format = useFormatter()
  return [
    { name: 'class', label: t('class'), cell: (row) => classes(row.class) },
    {
      name: 'behind',
      label: t('behind'),
      cell: ({ behindMs }) =>
        behindMs === null
          ? t('notRecorded')
          : behindMs < freshMs
            ? t('upToDate')
            : t('behindBy', { time: seconds(behindMs) }),
    },
    {
      name: 'noted',
      label: t('noted'),
      cell: ({ notedAt }) => (notedAt === null ? '–' : <Moment at={notedAt} style="second" />),
      kind: 'mono',
    },
    {
      name: 'gaps',
      label: t('gaps'),
      cell: ({ gaps, newestGapAt }) => (
        <span>
          {format.number(gaps)}
          {newestGapAt !== null && (
            <span className="row-note">
              <Moment at={newestGapAt} />
            </span>
          )}
        </span>
      ),
      kind: 'figure',
    },
  ]
}

export function useImportedColumns(): Column<ImportedRow>[] {
  const t = useTranslations('operatorSources')
  const classes = useTranslations('operatorData.classes')
  const format = useFormatter()
  return [
    { name: 'class', label: t('class'), cell: (row) => classes(row.class as AssetClass) },
    { name: 'series', label: t('series'), cell: ({ series }) => format.number(series), kind: 'figure' },
    { name: 'last', label: t('newestBar'), cell: ({ last }) => <Moment at={last} zone="UTC" />, kind: 'mono' },
    { name: 'updated', label: t('updated'), cell: ({ updatedAt }) => <Moment at={updatedAt} />, kind: 'mono' },
  ]
}

/** A duration: `0.4 s`, and `3 min` from two minutes on. */
function useSeconds(): (ms: number) => string {
  const format = useFormatter()
  return (ms) =>
    ms < 120_000
      ? format.number(ms / 1_000, { style: 'unit', unit: 'second', maximumFractionDigits: ms < 10_000 ? 1 : 0 })
      : format.number(Math.round(ms / 60_000), { style: 'unit', unit: 'minute' })
}
