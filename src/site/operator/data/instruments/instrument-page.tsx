import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { send } from '../../../page/invoke.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import { unlessAct } from '../../acts/act-address.ts'
import { consoleAction } from '../../acts/console-action.server.ts'
import { Facts, Figures, Panel } from '../../parts/frame/panel.tsx'
import { consolePage } from '../../shell/console-page.server.ts'
import { ConsolePage } from '../../shell/console-page.tsx'
import { DataTabs } from '../tabs/data-tabs.tsx'
import { fieldNames, fieldsOf } from './fields.ts'
import { InstrumentActs } from './instrument-acts.tsx'
import { InstrumentStatePill } from './instrument-columns.tsx'
import { MergePanel } from './merge-panel.tsx'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) =>
  consolePage('operatorData', async ({ params, url, get }) => {
    const into = url.searchParams.get('into')?.trim() || undefined
    const path = { id: params.id ?? '' }
    const read = await send(args, 'GET /api/operator/instruments/{id}', { params: path, query: { into } })
    const isUnknown = !read.ok && read.refusal.param === 'into'
    const { instrument, merge } = get(
      isUnknown ? await send(args, 'GET /api/operator/instruments/{id}', { params: path }) : read,
    )
    return { instrument, merge, into: into ?? '', isUnknown }
  })(args)

const idOf = ({ params }: ActionFunctionArgs) => ({ id: params.id ?? '' })

export const action = consoleAction({
  edit: (said, args) =>
    send(args, 'POST /api/operator/instruments/{id}/edit', {
      params: idOf(args),
      body: { ...fieldsOf(said), name: said.text('name'), version: said.number('version') },
    }),
  rename: ({ text, number }, args) =>
    send(args, 'POST /api/operator/instruments/{id}/rename', {
      params: idOf(args),
      body: { version: number('version'), code: text('code') },
    }),
  state: ({ text, number }, args) =>
    send(args, 'POST /api/operator/instruments/{id}/state', {
      params: idOf(args),
      body: { version: number('version'), state: text('on') },
    }),
  merge: async ({ number }, args) => {
    const body = { version: number('version'), into: number('into') }
    const merged = await send(args, 'POST /api/operator/instruments/{id}/merge', { params: idOf(args), body })
    // The merged instrument no longer exists, so the page of the remaining instrument opens.
    if (merged.ok) throw redirect(args.url.pathname.replace(/\d+$/, `${body.into}?done=merge`))
    return merged
  },
})

const doneActs = ['edit', 'rename', 'state', 'merge'] as const

export default function InstrumentPage() {
  const t = useTranslations('operatorData.instruments')
  const classes = useTranslations('operatorData.classes')
  const format = useFormatter()
  const loaded = useLoaderData<typeof loader>()
  const known = loaded.page?.instrument
  return (
    <ConsolePage
      loaded={loaded}
      tabs={<DataTabs />}
      title={known ? `${known.code} · ${known.name}` : t('title')}
      crumb={
        <PageLink to="/operator/data/instruments" className="inline-middle crumb">
          {t('back')}
        </PageLink>
      }
      lead={
        known && (
          <span className="flow-base console-lead">
            <InstrumentStatePill state={known.state} />
            <code className="num">{`${known.class}:${known.code}$${known.region}`}</code>
            <PageLink to={`/operator/data/instruments/${known.id}/actions`} className="link">
              {t('actions')}
            </PageLink>
            <PageLink to={`/operator/data/checks?instrument=${known.id}`} className="link">
              {t('checks')}
            </PageLink>
          </span>
        )
      }
      done={Object.fromEntries(doneActs.map((act) => [act, t(`done.${act}`)]))}
      tools={({ instrument: { state } }, { may }) => (
        <>
          {may('symbol.edit') && <ActLink act="edit">{t('edit')}</ActLink>}
          {may('symbol.rename') && <ActLink act="rename">{t('rename')}</ActLink>}
          {may('symbol.state') &&
            (['listed', 'suspended', 'delisted'] as const)
              .filter((one) => one !== state)
              .map((one) => (
                <ActLink key={one} act="state" on={one}>
                  {t(`to.${one}`)}
                </ActLink>
              ))}
        </>
      )}
    >
      {({ instrument, merge, into, isUnknown }, reader) => (
        <>
          <Figures
            figures={[
              { key: 'bars', name: t('bars'), value: format.number(instrument.history.bars) },
              { key: 'ticks', name: t('ticks'), value: format.number(instrument.history.ticks) },
              { key: 'factors', name: t('factors'), value: format.number(instrument.history.factors) },
            ]}
          />
          <Panel title={t('about')} aside={`id ${instrument.id}`} flush>
            <Facts
              facts={[
                { name: t('class'), value: classes(instrument.class) },
                { name: t('region'), value: instrument.region },
                { name: t('exchange'), value: instrument.exchange || '–' },
                { name: t('name'), value: instrument.name },
                ...fieldNames.map((name) => ({ name: t(`fields.${name}`), value: instrument[name] || '–' })),
                { name: t('former'), value: instrument.former.join(', ') || '–' },
                { name: t('source'), value: instrument.source },
              ]}
            />
          </Panel>
          {reader.may('symbol.merge') && (
            <MergePanel instrument={instrument} merge={merge} into={into} isUnknown={isUnknown} />
          )}
          <InstrumentActs instrument={instrument} merge={merge} />
        </>
      )}
    </ConsolePage>
  )
}
