import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import { instrumentStates } from '#src/contract/values/instrument-state.ts'
import { send } from '../../../page/invoke.server.ts'
import { knownOf } from '../../../reads/read.ts'
import { Shown } from '../../../reads/shown.tsx'
import { ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { FilterField, FilterSelect, Filters } from '../../parts/choice/filters.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import { PanelOf } from '../../parts/frame/panel-of.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { DenseTable, Pager } from '../../parts/table/dense-table.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { AddAct } from './add-act.tsx'
import { fieldsOf } from './fields.ts'
import { useInstrumentColumns } from './instrument-columns.tsx'

export const shouldRevalidate = unlessAct

const names = ['q', 'class', 'state'] as const

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorData', async ({ url, attempt }) => {
    const given = (name: string) => url.searchParams.get(name)?.trim() || undefined
    const filters = Object.fromEntries(names.map((name) => [name, given(name) ?? '']))
    const query = { q: given('q'), class: given('class'), state: given('state'), after: given('after') }
    const listed = await attempt(send(args, 'GET /api/operator/instruments', { query }))
    const [only, ...others] = knownOf(listed)?.instruments ?? []
    if (only && others.length === 0 && query.q && !query.after) throw redirect(`${url.pathname}/${only.id}`)
    return { listed, filters, places: await attempt(send(args, 'GET /api/operator/places', {})) }
  })(args)

export const action = consoleAction({
  add: (said, args) =>
    send(args, 'POST /api/operator/instruments', {
      body: {
        ...fieldsOf(said),
        ...{ class: said.text('class'), region: said.text('region'), exchange: said.text('exchange') },
        ...{ code: said.text('code'), name: said.text('name') },
      },
    }),
})

export default function InstrumentsPage() {
  const t = useTranslations('operatorData.instruments')
  const loaded = useLoaderData<typeof loader>()
  const columns = useInstrumentColumns()
  const classes = useTranslations('operatorData.classes')
  const states = useTranslations('operatorData.instruments.states')
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={t('title')}
      lead={t('lead')}
      done={{ add: t('done.add') }}
      tools={(_, { may }) => may('symbol.add') && <ActLink act="add">{t('add')}</ActLink>}
    >
      {({ listed, filters, places }) => (
        <>
          <Filters label={t('filter')} isSet={names.some((name) => filters[name] !== '')}>
            <FilterField
              label={t('text')}
              name="q"
              type="search"
              defaultValue={filters.q}
              maxLength={100}
              placeholder="AAPL"
            />
            <FilterSelect label={t('class')} name="class" defaultValue={filters.class}>
              <option value="">{t('any')}</option>
              {assetClasses.map((name) => (
                <option key={name} value={name}>
                  {classes(name)}
                </option>
              ))}
            </FilterSelect>
            <FilterSelect label={t('state')} name="state" defaultValue={filters.state}>
              <option value="">{t('any')}</option>
              {instrumentStates.map((name) => (
                <option key={name} value={name}>
                  {states(name)}
                </option>
              ))}
            </FilterSelect>
          </Filters>
          <Panel title={t('title')} aside={t('order')} flush>
            <Shown read={listed}>
              {({ instruments, next }) => (
                <>
                  <DenseTable
                    caption={t('title')}
                    columns={columns}
                    rows={instruments}
                    rowKey={({ id }) => id}
                    empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
                  />
                  <Pager next={next === null ? null : String(next)} shown={instruments.length} />
                </>
              )}
            </Shown>
          </Panel>
          <PanelOf title={t('addTitle')} read={places}>
            {(known) => <AddAct places={known} />}
          </PanelOf>
        </>
      )}
    </ConsolePage>
  )
}
