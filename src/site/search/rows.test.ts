import { expect, test } from 'vitest'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { groupsOf } from './rows.ts'

test('a found key without a name has the name of its plan, and its row opens the key', () => {
  const named = { id: 'k1', aliasName: 'Desk', key: 'tw_***1', planName: 'Base', status: 'normal' } as ApiKey
  const found = {
    site: { docs: [], pages: [] },
    symbols: [],
    keys: [named, { ...named, aliasName: '' }],
    isMember: true,
  }
  const { keys } = groupsOf(found, { kindOf: String, statusOf: String })
  expect(keys.map(({ title, to }) => [title, to])).toEqual([
    ['Desk', '/dashboard?key=k1'],
    ['Base', '/dashboard?key=k1'],
  ])
})
