import type { ListedCustomer, searchKinds } from '#src/contract/operator/customers/customers.ts'

/** The target of a suggestion: a customer, or a page that searches for the text. */
export type SearchOption =
  | { kind: 'customer'; customer: ListedCustomer; path: string }
  | { kind: 'all' | 'money'; path: string }

export type SearchGroup = { name: (typeof searchKinds)[number] | 'do'; options: readonly SearchOption[] }

const groupOrder = ['key', 'payment', 'ticket', 'email'] as const satisfies readonly (typeof searchKinds)[number][]

/** Customers grouped by the kind of match, then searches for the text. Paths are below `/operator`. */
export function searchGroups(
  text: string,
  customers: readonly ListedCustomer[],
  { mayMoney }: { mayMoney: boolean },
): SearchGroup[] {
  const query = new URLSearchParams({ q: text })
  const groups: SearchGroup[] = groupOrder.map((name) => ({
    name,
    options: customers
      .filter(({ foundBy }) => (foundBy ?? 'email') === name)
      .map((customer) => ({ kind: 'customer', customer, path: `/customers/${customer.accountId}` })),
  }))
  const money: SearchOption[] = mayMoney ? [{ kind: 'money', path: `/money?${query}` }] : []
  return [
    ...groups.filter(({ options }) => options.length > 0),
    { name: 'do', options: [{ kind: 'all', path: `/customers?${query}` }, ...money] },
  ]
}
