import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'

const email = 'ada@example.com'
const password = 'correct horse 42 battery'
const home = '198.51.100.7'

async function twoStepAccount() {
  const ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  const { cookie } = await site.signUp(email, password)
  const { secret, recoveryCodes } = await turnOnTwoStep(ctx, site, cookie)
  const ticketFrom = async (from: string) => {
    const verification = await site.verification()
    return String((await site.send('/api/auth/signin', { body: { email, password, verification }, from })).body.ticket)
  }
  const enter = async (
    from: string,
    code: string,
    { ticket, cookie = '' }: { ticket?: string; cookie?: string } = {},
  ) => {
    const body = { ticket: ticket ?? (await ticketFrom(from)), code }
    return site.send('/api/auth/second-factor', { body, from, cookie, headers: { origin: 'http://localhost:3000' } })
  }
  const guess = async (from: string, times: number) => {
    const ticket = await ticketFrom(from)
    const errors = []
    for (let turn = 0; turn < times; turn++) errors.push((await enter(from, '000000', { ticket })).error)
    return errors
  }
  return { ctx, site, secret, recoveryCodes, enter, guess }
}

const wrong = Array.from({ length: 5 }, () => 'second_factor_wrong')

test('a person who knows the password cannot prevent the owner from signing in with an app code', async () => {
  const { ctx, secret, enter, guess } = await twoStepAccount()
  await using _ = ctx
  expect(await guess('203.0.113.9', 5)).toEqual(wrong)
  expect(await guess('203.0.113.9', 1)).toEqual(['too_often'])
  expect((await enter(home, await nextAppCode(ctx, secret))).code).toBe(0)
})

test('after wrong second factors from many networks, a sign-in from a new network needs a known browser or a recovery code', async () => {
  const { ctx, secret, recoveryCodes, enter, guess } = await twoStepAccount()
  await using _ = ctx
  const { code: entered, headers } = await enter(home, await nextAppCode(ctx, secret))
  expect(entered).toBe(0)
  for (let network = 1; network <= 9; network++) expect(await guess(`192.0.2.${network}`, 5)).toEqual(wrong)
  const last = await guess('192.0.2.10', 5)
  expect(last.filter((error) => error === 'too_often').length).toBeGreaterThan(0)
  const stranger = await enter('192.0.2.11', await nextAppCode(ctx, secret))
  expect([stranger.status, stranger.error]).toEqual([429, 'too_often'])
  expect((await enter(home, await nextAppCode(ctx, secret))).code).toBe(0)
  const cookie = headers.getSetCookie().find((one) => one.startsWith('browser=')) ?? ''
  expect((await enter('192.0.2.13', await nextAppCode(ctx, secret), { cookie: cookie.split(';')[0] ?? '' })).code).toBe(
    0,
  )
  expect((await enter('192.0.2.12', recoveryCodes[0] ?? '')).code).toBe(0)
})

test('after five wrong second factors the owner is mailed that somebody knows the password, at most once a day', async () => {
  const { ctx, guess } = await twoStepAccount()
  await using _ = ctx
  const warnings = async () =>
    (await ctx.mails(email)).filter(({ subject }) => subject === 'Somebody failed at your second factor')
  await guess('203.0.113.9', 4)
  expect(await warnings()).toEqual([])
  await guess('203.0.113.9', 1)
  const [mail] = await warnings()
  expect(mail?.text).toContain('your password is known')
  expect(mail?.text).toContain('203.0.113.9')
  await ctx.clock.advance(dayMs - 1)
  await guess('203.0.113.10', 5)
  expect(await warnings()).toHaveLength(1)
})
