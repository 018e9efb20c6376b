import type { LoaderFunctionArgs } from 'react-router'
import { orderStatus } from '#src/contract/sales/order-status.ts'
import { demand } from '../../page/invoke.server.ts'

const pageSize = 10

/** One page of the customer's orders, newest first, and the number of the unpaid one. */
export async function readOrders(args: LoaderFunctionArgs, url: URL) {
  const page = Math.max(1, Math.min(100_000, Math.floor(Number(url.searchParams.get('page'))) || 1))
  const orders = await demand(args, 'GET /api/order', { query: { page, size: pageSize } })
  const pending = orders.content.find((order) => order.status === orderStatus.pending)?.orderNo ?? null
  return { orders, pending }
}
