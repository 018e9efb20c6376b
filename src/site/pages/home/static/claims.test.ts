import { expect, test } from 'vitest'
import { liveEnvironment } from '#test/fixtures/live.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { claimsOf } from './claims.server.ts'

const measured = { users: 12, rows: 713_075, bytes: 9_000_000, messages: 40 }
const live = (more: Record<string, string> = {}) => testSettings({ ...liveEnvironment(), ...more })

test('the home page of a live installation shows measured figures, and no figures that are zero or unknown', () => {
  expect(claimsOf({ settings: live() }, measured)).toEqual([
    { name: 'users', kind: 'measured', value: 12 },
    { name: 'rows', kind: 'measured', value: 713_075 },
    { name: 'bytes', kind: 'measured', value: 9_000_000 },
    { name: 'messages', kind: 'measured', value: 40 },
  ])
  expect(claimsOf({ settings: live() }, { rows: 0 })).toEqual([])
})

test('on the home page, a figure set by the operator replaces the measured figure or the example', () => {
  const words = { CLAIM_ROWS: 'over 2 billion' }
  expect(claimsOf({ settings: live(words) }, { rows: 5 })).toEqual([
    { name: 'rows', kind: 'claimed', text: 'over 2 billion' },
  ])
  expect(claimsOf({ settings: testSettings(words) }, {})).toContainEqual({
    name: 'rows',
    kind: 'claimed',
    text: 'over 2 billion',
  })
})

test('the home page of a sandbox shows example figures if the operator has set no figures', () => {
  expect(claimsOf({ settings: testSettings({}) }, measured).map(({ kind }) => kind)).toEqual(Array(4).fill('example'))
})
