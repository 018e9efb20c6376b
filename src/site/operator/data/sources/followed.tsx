import { useFormatter, useTranslations } from 'use-intl'
import type { FollowedRow } from '#src/contract/operator/data/sources.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ListPanel } from '../../list/list-panel.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

const tones: Record<FollowedRow['state'], Tone> = {
  ...{ connecting: 'none', live: 'good', silent: 'bad', waiting: 'bad', refused: 'bad', stopped: 'none' },
}

/**
 * Sources to which the product connects (no program of the operator pushes their data), and the gaps in their data.
 */
export function Followed({ rows }: { rows: FollowedRow[] }) {
  const t = useTranslations('operatorSources.followed')
  return (
    <ListPanel
      title={t('title')}
      aside={t('aside')}
      columns={useColumns()}
      rows={rows}
      rowKey={({ source }) => source}
      isMarked={({ state, openGaps }) => tones[state] === 'bad' || openGaps > 0}
      none={{ title: t('none'), text: t('noneText') }}
    />
  )
}

function useColumns(): Column<FollowedRow>[] {
  const t = useTranslations('operatorSources.followed')
  const format = useFormatter()
  return [
    { name: 'source', label: t('source'), cell: ({ source }) => <b>{source}</b>, kind: 'mono' },
    { name: 'state', label: t('state'), cell: ({ state }) => <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill> },
    { name: 'since', label: t('since'), cell: ({ since }) => <Moment at={since} style="second" />, kind: 'mono' },
    {
      name: 'heard',
      label: t('heard'),
      cell: ({ heardAt }) => (heardAt === null ? '–' : <Moment at={heardAt} style="second" />),
      kind: 'mono',
    },
    { name: 'fed', label: t('fed'), cell: ({ instruments }) => format.number(instruments), kind: 'figure' },
    { name: 'gaps', label: t('gaps'), cell: ({ gaps }) => format.number(gaps), kind: 'figure' },
    { name: 'open', label: t('open'), cell: ({ openGaps }) => format.number(openGaps), kind: 'figure' },
    { name: 'note', label: t('note'), cell: ({ note }) => note || '–' },
  ]
}
