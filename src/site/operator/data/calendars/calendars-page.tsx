import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { invoke, send } from '../../../page/invoke.server.ts'
import { knownOf } from '../../../reads/read.ts'
import { Shown } from '../../../reads/shown.tsx'
import { ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { ListPanel } from '../../list/list-panel.tsx'
import { FilterField, FilterSelect, Filters } from '../../parts/choice/filters.tsx'
import { Facts, Figures, Panel } from '../../parts/frame/panel.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { DayActs } from './day-acts.tsx'
import { useDayColumns } from './day-columns.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorData', 'operatorCalendars'], async ({ ctx, url, get, attempt }) => {
    const said = (name: string) => url.searchParams.get(name)?.trim() ?? ''
    const calendars = await attempt(invoke(args, 'GET /api/operator/calendars', {}))
    const params = { name: said('calendar') || (knownOf(calendars)?.[0]?.name ?? 'NYSE') }
    const year = /^(19[9]|20[0-9])\d$/.test(said('year'))
      ? said('year')
      : String(new Date(ctx.clock.now()).getUTCFullYear())
    const shown = get(await send(args, 'GET /api/operator/calendars/{name}', { params, query: { year } }))
    return { calendars, shown }
  })(args)

export const action = consoleAction({
  set: ({ text, number }, args) => {
    const body = { version: number('version'), date: text('date'), kind: text('kind') }
    const sent = { params: { name: text('calendar') }, body: { ...body, hours: text('hours'), name: text('name') } }
    return send(args, 'POST /api/operator/calendars/{name}/set', sent)
  },
  remove: ({ text, number }, args) => {
    const sent = { params: { name: text('calendar') }, body: { version: number('version'), date: text('date') } }
    return send(args, 'POST /api/operator/calendars/{name}/remove', sent)
  },
})

export default function CalendarsPage() {
  const t = useTranslations('operatorCalendars')
  const format = useFormatter()
  const loaded = useLoaderData<typeof loader>()
  const columns = useDayColumns()
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={t('title')}
      lead={t('lead')}
      tools={(_, { may }) =>
        may('calendar.set') && (
          <ActLink act="set" className="btn btn-accent">
            {t('setOpen')}
          </ActLink>
        )
      }
      done={{ set: t('done.set'), remove: t('done.remove') }}
    >
      {({ calendars, shown }, reader) => (
        <>
          <Shown read={calendars} failed={t('calendarsFailed')}>
            {(listed) => (
              <Filters label={t('choose')} isSet={false}>
                <FilterSelect label={t('calendar')} name="calendar" defaultValue={shown.name}>
                  {listed.map(({ name, exchanges, changed }) => (
                    <option key={name} value={name}>
                      {`${name} · ${exchanges.slice(0, 3).join(', ')}${exchanges.length > 3 ? '…' : ''}${changed > 0 ? ` (${changed})` : ''}`}
                    </option>
                  ))}
                </FilterSelect>
                <FilterField
                  label={t('year')}
                  name="year"
                  inputMode="numeric"
                  defaultValue={shown.year}
                  maxLength={4}
                />
              </Filters>
            )}
          </Shown>
          <Figures
            figures={[
              { key: 'open', name: t('tradingDays'), value: format.number(shown.tradingDays) },
              ...(['closed', 'early', 'special'] as const).map((kind) => ({
                key: kind,
                name: t(`kinds.${kind}`),
                value: format.number(shown.days.filter((day) => day.kind === kind).length),
              })),
              {
                key: 'changed',
                name: t('changed'),
                value: format.number(shown.days.filter(({ source }) => source !== 'list').length),
              },
            ]}
          />
          {!shown.isListed && <p className="notice">{t('notListed', { year: String(shown.year) })}</p>}
          <ListPanel
            title={t('days', { calendar: shown.name, year: String(shown.year) })}
            aside={t('local')}
            columns={columns}
            rows={shown.days}
            rowKey={({ date }) => date}
            isMarked={({ source }) => source !== 'list'}
            none={{ title: t('none'), text: t('noneText') }}
          />
          <DayActs shown={shown} reader={reader} />
          <Panel title={t('usualHours')} aside={t('local')} flush>
            <Facts
              facts={shown.exchanges.map(({ code, name, hours, timeZone }) => ({
                key: code,
                name: `${name} (${code})`,
                value: <span className="num">{`${hours.replaceAll(',', ', ')} ${timeZone}`}</span>,
              }))}
            />
          </Panel>
        </>
      )}
    </ConsolePage>
  )
}
