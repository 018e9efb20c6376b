import type { Customer } from '#test/fixtures/customer.ts'

export type CustomerPage = { path: string; header: string }

/**
 * Pages that are rendered for each request: the account, its usage, an order, the search. They differ in their work.
 */
export async function customerPages({ call, cookie }: Customer) {
  const wish = { planId: 'integrated-base', period: 'month', network: 'TRC20', currency: 'USDT' }
  const { status, body } = await call('/api/order', wish)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const header = `cookie: ${cookie}`
  return {
    dashboard: { path: '/en-US/dashboard', header },
    usage: { path: '/en-US/dashboard/usage', header },
    order: { path: `/en-US/payment/${body.data.orderNo}`, header },
    docsSearch: { path: '/en-US/docs/search?q=tick', header },
  } satisfies Record<string, CustomerPage>
}
