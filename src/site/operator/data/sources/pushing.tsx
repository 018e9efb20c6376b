import { useFormatter, useTranslations } from 'use-intl'
import type { PushingRow, SourceOrderRow, SourceSwitchRow } from '#src/contract/operator/data/sources.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { ActLink } from '../../acts/act.tsx'
import { ListPanel } from '../../list/list-panel.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { OrderActs, useScopeName } from './order-acts.tsx'

type Page = { pushing: PushingRow[]; orders: SourceOrderRow[]; switches: SourceSwitchRow[] }

const tones: Record<PushingRow['state'], Tone> = { live: 'good', silent: 'bad', never: 'none' }

/** Sources whose programs push data, their precedence, and the switches between sources. */
export function Pushing({ page, reader }: { page: Page; reader: Reader }) {
  const t = useTranslations('operatorSources.push')
  const [pushing, orders, switches] = [usePushingColumns(), useOrderColumns(reader), useSwitchColumns()]
  return (
    <>
      <ListPanel
        title={t('title')}
        aside={t('aside')}
        columns={pushing}
        rows={page.pushing}
        rowKey={({ source }) => source}
        isMarked={({ state }) => state === 'silent'}
        none={{ title: t('none'), text: t('noneText') }}
      />
      <Panel
        title={t('orders')}
        aside={
          reader.may('source.order') && (
            <ActLink act="order" className="btn btn-outline btn-dense">
              {t('set')}
            </ActLink>
          )
        }
        flush
      >
        <DenseTable
          caption={t('orders')}
          columns={orders}
          rows={page.orders}
          rowKey={({ scope }) => scope}
          empty={<EmptyState title={t('noOrder')}>{t('noOrderText')}</EmptyState>}
        />
      </Panel>
      {page.switches.length > 0 && (
        <Panel title={t('switches')} aside={t('switchesAside')} flush>
          <DenseTable
            caption={t('switches')}
            columns={switches}
            rows={page.switches}
            rowKey={({ key, source, at }) => `${key} ${source} ${at}`}
            empty={null}
          />
        </Panel>
      )}
      <OrderActs page={page} />
    </>
  )
}

function usePushingColumns(): Column<PushingRow>[] {
  const t = useTranslations('operatorSources.push')
  const format = useFormatter()
  return [
    { name: 'source', label: t('source'), cell: ({ source }) => <b>{source}</b>, kind: 'mono' },
    { name: 'state', label: t('state'), cell: ({ state }) => <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill> },
    {
      name: 'heard',
      label: t('heard'),
      cell: ({ heardAt }) => (heardAt === null ? '–' : <Moment at={heardAt} style="second" />),
      kind: 'mono',
    },
    { name: 'fed', label: t('fed'), cell: ({ instruments }) => format.number(instruments), kind: 'figure' },
  ]
}

function useOrderColumns(reader: Reader): Column<SourceOrderRow>[] {
  const t = useTranslations('operatorSources.push')
  const named = useScopeName()
  return [
    { name: 'scope', label: t('scope'), cell: ({ scope }) => named(scope), kind: 'mono' },
    { name: 'sources', label: t('sources'), cell: ({ sources }) => sources.join(', ') },
    {
      name: 'acts',
      label: '',
      cell: ({ scope }) =>
        reader.may('source.order') && (
          <ActLink act="order" on={scope} className="action-link" label={t('changeOf', { scope: named(scope) })}>
            {t('change')}
          </ActLink>
        ),
      kind: 'act',
    },
  ]
}

function useSwitchColumns(): Column<SourceSwitchRow>[] {
  const t = useTranslations('operatorSources.push')
  return [
    { name: 'at', label: t('at'), cell: ({ at }) => <Moment at={at} style="second" />, kind: 'mono' },
    { name: 'key', label: t('instrument'), cell: ({ key }) => key, kind: 'mono' },
    { name: 'change', label: t('changed'), cell: ({ source, before }) => `${before} → ${source}` },
  ]
}
