import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { planArguments, processesOf, readPlan } from './process.ts'

const named = (texts: Record<string, string>) =>
  processesOf(testSettings(texts))?.map(({ name, roles }) => `${name}: ${roles.join(' ')}`) ?? null

test.each([
  ['a start', {}, ['data: gateway feed', 'site: site payments']],
  [
    'a start with two gateways',
    { GATEWAYS: '2' },
    ['data: feed', 'gateway-1: gateway', 'gateway-2: gateway', 'site: site payments'],
  ],
  ['one process', { PROCESSES: '1' }, null],
  ['one gateway of several machines', { ROLES: 'gateway' }, null],
  [
    'two gateways of several machines',
    { ROLES: 'gateway', GATEWAYS: '2' },
    ['gateway-1: gateway', 'gateway-2: gateway'],
  ],
  ['a role without a gateway', { ROLES: 'feed', GATEWAYS: '2' }, null],
])('the process plan for %s has the expected names and roles', (_, texts, expected) => {
  expect(named(texts)).toEqual(expected)
})

test('GATEWAYS=auto starts one gateway fewer than the machine has cores, at least 1 and at most 64', () => {
  expect(testSettings({ GATEWAYS: 'auto' }).gateways).toBe(Math.min(64, Math.max(1, availableParallelism() - 1)))
})

test('a process reads its name and roles from its arguments', () => {
  const plan = { name: 'gateway-2', roles: ['gateway'] } as const
  expect(readPlan(['node', 'main.mjs', ...planArguments(plan)])).toEqual(plan)
  expect(readPlan(['node', 'main.mjs', '--part=import'])).toBeNull()
})
