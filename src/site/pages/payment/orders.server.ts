import type { LoaderFunctionArgs } from 'react-router'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { listQuery } from '../../account/list/list.ts'
import { answerOf, attempt, dataOf, send } from '../../page/invoke.server.ts'
import { mapAnswer } from '../../reads/read.ts'

const pageSize = 20

/** The filters in the address as parameters of the route. Invalid values are left out. */
export function askedOrders(query: URLSearchParams): Record<string, string> {
  const { text, show, sort } = listQuery(query)
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '') ? query.get(name) : null)
  const asked = {
    q: text.slice(0, 64),
    status: show in statuses ? String(statuses[show as StatusName]) : '',
    from: day('from') ?? '',
    to: day('to') ?? '',
    order: sort === 'oldest' ? 'oldest' : '',
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
}

const statuses = {
  open: orderStatus.pending,
  completed: orderStatus.completed,
  cancelled: orderStatus.cancelled,
  timedOut: orderStatus.timedOut,
}
type StatusName = keyof typeof statuses

/** One page of the customer's orders, and the number of the unpaid order. */
export async function readOrders(args: LoaderFunctionArgs, url: URL) {
  const page = Math.min(listQuery(url.searchParams).page, 100_000)
  const asked = askedOrders(url.searchParams)
  const listed = async () => {
    const answer = await send(args, 'GET /api/order', {
      query: { ...asked, page: String(page), size: String(pageSize) },
    })
    // The server refuses a day that does not exist; the list is then read without filters.
    const isFilter = answer.ok || answer.refusal.param === undefined
    return isFilter ? answer : send(args, 'GET /api/order', { query: { page: '1', size: String(pageSize) } })
  }
  const [orders, open] = await Promise.all([
    answerOf(args, listed(), (answer) => dataOf(args, answer)),
    attempt(args, 'GET /api/order', { query: { status: '0', size: 1 } }),
  ])
  return { orders, filters: asked, pending: mapAnswer(open, ({ content }) => content[0]?.orderNo ?? null) }
}
