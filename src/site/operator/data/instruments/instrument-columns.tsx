import { useTranslations } from 'use-intl'
import type { ListedInstrument } from '#src/contract/operator/instruments.ts'
import type { InstrumentState } from '#src/contract/values/instrument-state.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import type { Column } from '../../parts/table/dense-table.tsx'

const tones: Record<InstrumentState, Tone> = { listed: 'good', suspended: 'warn', delisted: 'none' }

export function InstrumentStatePill({ state }: { state: InstrumentState }) {
  const t = useTranslations('operatorData.instruments.states')
  return <Pill tone={tones[state]}>{t(state)}</Pill>
}

export function useInstrumentColumns(): Column<ListedInstrument>[] {
  const t = useTranslations('operatorData.instruments')
  const classes = useTranslations('operatorData.classes')
  return [
    {
      name: 'code',
      label: t('code'),
      cell: ({ id, code }) => (
        <PageLink className="link" to={`/operator/data/instruments/${id}`} data-row>
          {code}
        </PageLink>
      ),
      kind: 'mono',
    },
    { name: 'name', label: t('name'), cell: ({ name }) => name },
    { name: 'class', label: t('class'), cell: ({ class: assetClass }) => classes(assetClass) },
    { name: 'region', label: t('region'), cell: ({ region }) => region, kind: 'mono' },
    { name: 'exchange', label: t('exchange'), cell: ({ exchange }) => exchange || '–', kind: 'mono' },
    { name: 'state', label: t('state'), cell: ({ state }) => <InstrumentStatePill state={state} /> },
    { name: 'source', label: t('source'), cell: ({ source }) => source, kind: 'mono', narrow: 'no' },
    { name: 'id', label: t('id'), cell: ({ id }) => id, kind: 'figure', narrow: 'no' },
  ]
}
