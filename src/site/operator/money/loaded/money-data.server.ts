import type { LoaderFunctionArgs } from 'react-router'
import { invoke, send } from '../../../page/invoke.server.ts'
import type { ConsoleCall } from '../../shell/console-page.server.ts'
import { filtersIn, viewIn } from './views.ts'

const noOrders = { orders: [], next: null, pending: 0, held: 0 }

/** Loads only the data of the requested view. */
export async function moneyData(args: LoaderFunctionArgs, { url, get, may, ctx }: ConsoleCall) {
  const view = viewIn(url.searchParams)
  const now = ctx.clock.now()
  const held = get(await invoke(args, 'GET /api/operator/held', {}))
  const networks = async () => get(await invoke(args, 'GET /api/operator/networks', {}))
  switch (view) {
    case 'orders':
      return { view, now, held, ...(await orderList(args, { url, get })), networks: await networks() }
    case 'held':
      return { view, now, held, open: await openOrder(args, get, url.searchParams.get('open')) }
    case 'refunds': {
      const refunds = get(await invoke(args, 'GET /api/operator/refunds', {}))
      const approvals = may('approval.list') ? get(await invoke(args, 'GET /api/operator/approvals', {})).open : []
      return { view, now, held, ...refunds, approvals }
    }
    case 'sweeps':
      return { view, now, held, ...get(await invoke(args, 'GET /api/operator/sweeps', {})) }
    case 'networks':
      return {
        view,
        now,
        held,
        networks: await networks(),
        alerts: get(await invoke(args, 'GET /api/operator/alerts', {})),
      }
    case 'accounting': {
      const { from, to } = filtersIn(url.searchParams)
      return { view, now, held, span: { ...(from ? { from } : {}), ...(to ? { to } : {}) } }
    }
  }
}

export type MoneyData = Awaited<ReturnType<typeof moneyData>>
export type DataOf<V extends MoneyData['view']> = Extract<MoneyData, { view: V }>

/** A search that finds a single order opens it. */
async function orderList(args: LoaderFunctionArgs, { url, get }: Pick<ConsoleCall, 'url' | 'get'>) {
  const filters = filtersIn(url.searchParams)
  const after = url.searchParams.get('after') ?? undefined
  const listed = await send(args, 'GET /api/operator/orders', { query: { ...filters, after } })
  const { param, msg: message } = listed.ok ? {} : listed.refusal
  const fault = param === undefined || message === undefined ? null : { param, message }
  const list = fault ? noOrders : get(listed)
  const only = filters.q !== undefined && list.orders.length === 1 ? list.orders[0]?.no : undefined
  return { list, filters, fault, open: await openOrder(args, get, url.searchParams.get('open') ?? only ?? null) }
}

async function openOrder(args: LoaderFunctionArgs, get: ConsoleCall['get'], no: string | null) {
  if (no === null) return null
  return get(await invoke(args, 'GET /api/operator/orders/{no}', { params: { no: no.slice(0, 32) } }))
}
