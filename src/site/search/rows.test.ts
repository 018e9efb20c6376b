import { expect, test } from 'vitest'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { developers, payers, type TeamRole } from '#src/contract/team/team-role.ts'
import { groupsOf } from './rows.ts'

const words = { kindOf: String, statusOf: String }

test('a key without a name is listed in the search under the name of its plan, and the row opens the key', () => {
  const named = { id: 'k1', aliasName: 'Desk', key: 'tw_***1', planName: 'Base', status: 'normal' } as ApiKey
  const found = {
    site: { docs: [], pages: [] },
    symbols: [],
    keys: [named, { ...named, aliasName: '' }],
    role: 'owner' as const,
  }
  const { keys } = groupsOf(found, words)
  expect(keys.map(({ title, to }) => [title, to])).toEqual([
    ['Desk', '/dashboard?key=k1'],
    ['Base', '/dashboard?key=k1'],
  ])
})

test('the search offers pages of the account to the team roles that see them, and none to visitors', () => {
  const page = { title: '', text: '', kind: 'account' as const }
  const pages = [
    { ...page, path: '/dashboard' },
    { ...page, path: '/dashboard/alerts', roles: developers },
    { ...page, path: '/dashboard/billing', roles: payers },
  ]
  const found = (role: TeamRole | null) =>
    groupsOf({ site: { docs: [], pages }, symbols: [], keys: [], role }, words).pages.map(({ to }) => to)
  expect(found('owner')).toEqual(['/dashboard', '/dashboard/alerts', '/dashboard/billing'])
  expect(found('developer')).toEqual(['/dashboard', '/dashboard/alerts'])
  expect(found('billing')).toEqual(['/dashboard', '/dashboard/billing'])
  expect(found(null)).toEqual([])
})
