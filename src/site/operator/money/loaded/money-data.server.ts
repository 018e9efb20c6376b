import type { LoaderFunctionArgs } from 'react-router'
import { answerOf, invoke, send } from '../../../page/invoke.server.ts'
import { known, knownOf, mapAnswer } from '../../../reads/read.ts'
import type { ConsoleCall } from '../../shell/console-page.server.ts'
import { filtersIn, viewIn } from './views.ts'

const noOrders = { orders: [], next: null, pending: 0, held: 0 }

export async function moneyData(args: LoaderFunctionArgs, { url, get, attempt, may, ctx }: ConsoleCall) {
  const view = viewIn(url.searchParams)
  const now = ctx.clock.now()
  const held = await attempt(invoke(args, 'GET /api/operator/held', {}))
  const networks = () => attempt(invoke(args, 'GET /api/operator/networks', {}))
  switch (view) {
    case 'orders':
      return { view, now, held, ...(await orderList(args, { url, get, attempt })), networks: await networks() }
    case 'held':
      return { view, now, held, open: await openOrder(args, attempt, url.searchParams.get('open')) }
    case 'refunds': {
      const refunds = await attempt(invoke(args, 'GET /api/operator/refunds', {}))
      const approvals = may('approval.list')
        ? mapAnswer(await attempt(invoke(args, 'GET /api/operator/approvals', {})), ({ open }) => open)
        : known([])
      return { view, now, held, refunds, approvals }
    }
    case 'sweeps':
      return { view, now, held, sweeps: await attempt(invoke(args, 'GET /api/operator/sweeps', {})) }
    case 'networks':
      return {
        view,
        now,
        held,
        networks: await networks(),
        alerts: await attempt(invoke(args, 'GET /api/operator/alerts', {})),
      }
    case 'accounting': {
      const { from, to } = filtersIn(url.searchParams)
      return { view, now, held, span: { ...(from ? { from } : {}), ...(to ? { to } : {}) } }
    }
  }
}

export type MoneyData = Awaited<ReturnType<typeof moneyData>>
export type DataOf<V extends MoneyData['view']> = Extract<MoneyData, { view: V }>

/** A search that finds a single order opens the order. */
async function orderList(
  args: LoaderFunctionArgs,
  { url, get, attempt }: Pick<ConsoleCall, 'url' | 'get' | 'attempt'>,
) {
  const filters = filtersIn(url.searchParams)
  const after = url.searchParams.get('after') ?? undefined
  const pending = send(args, 'GET /api/operator/orders', { query: { ...filters, after } })
  const list = await answerOf(args, pending, (answer) => {
    const { param, msg: message } = answer.ok ? {} : answer.refusal
    const fault = param === undefined || message === undefined ? null : { param, message }
    return { ...(fault ? noOrders : get(answer)), fault }
  })
  const orders = knownOf(list)?.orders ?? []
  const only = filters.q !== undefined && orders.length === 1 ? orders[0]?.no : undefined
  return { list, filters, open: await openOrder(args, attempt, url.searchParams.get('open') ?? only ?? null) }
}

async function openOrder(args: LoaderFunctionArgs, attempt: ConsoleCall['attempt'], no: string | null) {
  if (no === null) return null
  return attempt(invoke(args, 'GET /api/operator/orders/{no}', { params: { no: no.slice(0, 32) } }))
}
