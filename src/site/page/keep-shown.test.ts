import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import { keptFor } from './keep-shown.ts'

const url = new URL('https://example.com/en-US/dashboard/alerts?page=2')
const shown = { address: '/en-US/dashboard/alerts?page=2', data: new Map([['page', 'shown']]) }
const refusal = (status: number) => ({ status, statusText: '', internal: false, data: null })

test.each([
  ['lost network', new TypeError('Failed to fetch'), 'shown'],
  ['site that restarts', refusal(503), 'shown'],
  ['busy site', refusal(429), 'shown'],
])('a reload of the shown page keeps the shown data after a failure: %s', (_, error, kept) => {
  expect(keptFor(url, { page: { type: 'error', result: error } }, shown)).toEqual({
    page: { type: 'data', result: kept },
  })
})

test.each([
  ['redirect', redirect('/en-US/login')],
  ['page that is gone', refusal(404)],
  ['page without right', refusal(403)],
])('a reload of the shown page shows a redirect or a refusal instead of the earlier data: %s', (_, result) => {
  const results = { page: { type: 'error' as const, result } }
  expect(keptFor(url, results, shown)).toEqual(results)
})

test('a failure to load another page, or a part of a page without earlier data, is shown', () => {
  const results = { page: { type: 'error' as const, result: new TypeError('Failed to fetch') } }
  expect(keptFor(new URL('?page=3', url), results, shown)).toEqual(results)
  expect(keptFor(url, results, { ...shown, data: new Map() })).toEqual(results)
  expect(keptFor(url, results, null)).toBe(results)
})
