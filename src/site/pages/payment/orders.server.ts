import type { LoaderFunctionArgs } from 'react-router'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { listQuery } from '../../account/list/list.ts'
import { answerOf, attempt, dataOf, send } from '../../page/invoke.server.ts'
import { mapAnswer } from '../../reads/read.ts'

const pageSize = 20

/** The filters in the address as parameters of the route. Invalid values are left out. */
export function askedOrders(query: URLSearchParams): Record<string, string> {
  const { text, show, sort } = listQuery(query)
  const day = (name: string) => existing(query.get(name) ?? '')
  const asked = {
    q: text.slice(0, 64),
    status: Object.hasOwn(statuses, show) ? String(statuses[show as StatusName]) : '',
    from: day('from'),
    to: day('to'),
    order: sort === 'oldest' ? 'oldest' : '',
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
}

/** A day such as `2026-11-30`; '' for other texts and for a day that does not exist. */
function existing(day: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : ''
}

const statuses = {
  open: orderStatus.pending,
  completed: orderStatus.completed,
  cancelled: orderStatus.cancelled,
  timedOut: orderStatus.timedOut,
}
type StatusName = keyof typeof statuses

/** One page of the customer's orders, at most the last page, and the number of the unpaid order. */
export async function readOrders(args: LoaderFunctionArgs, url: URL) {
  const page = Math.min(listQuery(url.searchParams).page, 100_000)
  const asked = askedOrders(url.searchParams)
  const read = (no: number) =>
    send(args, 'GET /api/order', { query: { ...asked, page: String(no), size: String(pageSize) } })
  const listed = async () => {
    const answer = await read(page)
    const last = answer.ok ? Math.ceil(answer.data.totalElements / pageSize) : 0
    return last > 0 && page > last ? read(last) : answer
  }
  const [orders, open] = await Promise.all([
    answerOf(args, listed(), (answer) => dataOf(args, answer)),
    attempt(args, 'GET /api/order', { query: { status: '0', size: 1 } }),
  ])
  return { orders, filters: asked, pending: mapAnswer(open, ({ content }) => content[0]?.orderNo ?? null) }
}
