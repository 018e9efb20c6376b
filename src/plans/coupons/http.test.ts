import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'

let ctx: TestPlatform
let site: SiteApi
let token = ''
beforeAll(async () => {
  ctx = await testPlatform({ now: '2026-01-05T12:00:00Z' })
  site = siteApi(ctx)
  token = (await testStaff(ctx, 'owner@example.com', 'owner')).token
})
afterAll(() => ctx[Symbol.asyncDispose]())

let count = 0
async function untilOf(until: string, from: string | null = null) {
  count += 1
  const code = `CODE-${count}`
  const headers = { authorization: `Bearer ${token}` }
  const about = { percent: null, amount: '1.00', plans: null, from, uses: 1, 'uses-each': 1 }
  const made = await site.send('/api/operator/coupons', { headers, body: { ...about, code, until } })
  if (made.error) return made.error
  const { data } = await site.send('/api/operator/coupons', { headers })
  return new Date(data.find((one: { code: string }) => one.code === code).validUntil).toISOString()
}

test.each([
  ['2026-06-30', '2026-06-30T00:00:00.000Z'],
  ['2026-06-30T10:30', '2026-06-30T10:30:00.000Z'],
  ['2026-06-30T10:30:15Z', '2026-06-30T10:30:15.000Z'],
  ['2026-06-30T10:30+0200', '2026-06-30T08:30:00.000Z'],
  ['2026-06-31', 'invalid_time'],
  ['2026-06-30 10:30', 'invalid_time'],
  ['1 July 2026', 'invalid_time'],
])('a new coupon with the end time %s is stored or refused, with the result %s', async (until, end) => {
  expect(await untilOf(until)).toBe(end)
})

test('a coupon whose end is already past is refused, with or without a start date', async () => {
  expect(await untilOf('2026-01-05T11:00')).toBe('invalid_parameter')
  expect(await untilOf('2026-01-05T11:00', '2026-01-01')).toBe('invalid_parameter')
  expect(await untilOf('2026-01-05T13:00', '2026-01-01')).toBe('2026-01-05T13:00:00.000Z')
})
