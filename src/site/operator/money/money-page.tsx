import { Link, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { send } from '../../page/invoke.server.ts'
import { knownOf } from '../../reads/read.ts'
import { unlessAct } from '../acts/act-address.ts'
import { consoleAction } from '../acts/console-action.server.ts'
import { Tabs } from '../parts/choice/tabs.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage, type Reader } from '../shell/console-page.tsx'
import { AccountingView } from './accounting-view.tsx'
import { type MoneyData, moneyData } from './loaded/money-data.server.ts'
import { moneyViews } from './loaded/views.ts'
import { NetworksView } from './networks/networks-view.tsx'
import { HeldView } from './orders/held-view.tsx'
import { OrdersView } from './orders/orders-view.tsx'
import { RefundsView } from './refunds-view.tsx'
import { SweepsView } from './sweeps-view.tsx'
import './money.css'
import './orders/orders.css'

export const shouldRevalidate = unlessAct

export const loader = (args: LoaderFunctionArgs) => consolePage('operatorMoney', (call) => moneyData(args, call))(args)

const network = (code: string) => ({ params: { code } })

export const action = consoleAction({
  settle: ({ text }, args) =>
    send(args, 'POST /api/operator/orders/{no}/settle', {
      params: { no: text('on') },
      body: { reason: text('reason'), note: text('note') },
    }),
  close: ({ text }, args) =>
    send(args, 'POST /api/operator/held/{id}/close', { params: { id: text('on') }, body: { note: text('note') } }),
  rejudge: ({ text }, args) =>
    send(args, 'POST /api/operator/networks/{code}/rejudge', {
      ...network(text('code')),
      body: { txHash: text('txHash') },
    }),
  approve: ({ text }, args) => send(args, 'POST /api/operator/refunds/{id}/approve', { params: { id: text('on') } }),
  refuse: ({ text }, args) =>
    send(args, 'POST /api/operator/refunds/{id}/refuse', {
      params: { id: text('on') },
      body: { reason: text('reason') },
    }),
  pay: ({ text }, args) =>
    send(args, 'POST /api/operator/refunds/{id}/pay', {
      params: { id: text('on') },
      body: { txHash: text('txHash'), unchecked: text('unchecked') === 'yes' },
    }),
  record: ({ text }, args) => send(args, 'POST /api/operator/sweeps/record', { body: { lines: text('lines') } }),
  pause: ({ text, maybe }, args) =>
    send(args, 'POST /api/operator/networks/{code}/pause', {
      ...network(text('on')),
      body: { reason: maybe('reason') },
    }),
  resume: ({ text }, args) => send(args, 'POST /api/operator/networks/{code}/resume', network(text('on'))),
  rewind: ({ text, number }, args) =>
    send(args, 'POST /api/operator/networks/{code}/rewind', { ...network(text('on')), body: { to: number('to') } }),
  alert: (_, args) => send(args, 'POST /api/operator/alerts/test', {}),
  accept: ({ text }, args) => send(args, 'POST /api/operator/networks/{code}/accept-xpub', network(text('on'))),
})

const acts = [
  'settle',
  'close',
  'rejudge',
  'approve',
  'refuse',
  'pay',
  'record',
  'pause',
  'resume',
  'rewind',
  'accept',
  'alert',
] as const

export default function MoneyPage() {
  const t = useTranslations('operatorMoney')
  const loaded = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  return (
    <ConsolePage
      loaded={loaded}
      tabs={
        <Tabs
          label={t('tabs.label')}
          tabs={moneyViews.map((name) => ({
            name,
            label: t(`tabs.${name}`),
            count: name === 'held' && loaded.page ? knownOf(loaded.page.held)?.length : undefined,
          }))}
        />
      }
      title={t('meta.title')}
      done={Object.fromEntries(acts.map((act) => [act, t(`done.${act}`)]))}
      tools={(page) =>
        page.view !== 'accounting' && (
          <Link className="btn btn-outline" to={`${pathname}?view=accounting`}>
            {t('tools.export')}
          </Link>
        )
      }
    >
      {(page, reader) => <View page={page} reader={reader} />}
    </ConsolePage>
  )
}

function View({ page, reader }: { page: MoneyData; reader: Reader }) {
  switch (page.view) {
    case 'orders':
      return <OrdersView page={page} reader={reader} />
    case 'held':
      return <HeldView page={page} reader={reader} />
    case 'refunds':
      return <RefundsView page={page} reader={reader} />
    case 'sweeps':
      return <SweepsView page={page} reader={reader} />
    case 'networks':
      return <NetworksView page={page} reader={reader} />
    case 'accounting':
      return <AccountingView page={page} />
  }
}
