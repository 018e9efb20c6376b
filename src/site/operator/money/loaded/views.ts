/** The views of the page, in tab order. */
export const moneyViews = ['orders', 'held', 'refunds', 'sweeps', 'networks', 'accounting'] as const
export type MoneyView = (typeof moneyViews)[number]

export function viewIn(query: URLSearchParams): MoneyView {
  return moneyViews.find((view) => view === query.get('view')) ?? 'orders'
}

const filterNames = ['q', 'state', 'network', 'from', 'to'] as const
export type OrderFilterValues = { [N in (typeof filterNames)[number]]?: string }

export function filtersIn(query: URLSearchParams): OrderFilterValues {
  const set = filterNames.map((name) => [name, query.get(name)?.trim() ?? '']).filter(([, value]) => value !== '')
  return Object.fromEntries(set)
}
