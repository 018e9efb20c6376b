import { expect, test } from 'vitest'
import type { ListedCustomer } from '#src/contract/operator/customers/customers.ts'
import { searchGroups } from './search-options.ts'

function found(accountId: string, foundBy: ListedCustomer['foundBy']): ListedCustomer {
  const none = { since: 0, seenAt: null, plans: [], credit: '0.00' }
  return { accountId, foundBy, email: `${accountId}@example.com`, state: 'active', ...none }
}

test('the console search groups customers by the kind of match, and offers a search for the typed text last', () => {
  const groups = searchGroups('a b', [found('x', 'email'), found('y', 'key')], { mayMoney: true })
  expect(groups.map(({ name, options }) => [name, options.map(({ path }) => path)])).toEqual([
    ['key', ['/customers/y']],
    ['email', ['/customers/x']],
    ['do', ['/customers?q=a+b', '/money?q=a+b']],
  ])
})

test('a staff member without access to money gets no link to the search for payments', () => {
  const [last] = searchGroups('abc', [], { mayMoney: false })
  expect(last?.options.map(({ kind }) => kind)).toEqual(['all'])
})
