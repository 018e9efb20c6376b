import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodePurpose } from '#src/contract/account/accounts.ts'
import { codePurposes } from '#src/contract/account/accounts.ts'
import { locales } from '#src/contract/locale.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { mailCode } from './codes.ts'

const password = 'correct horse 42 battery'
const paths: Record<CodePurpose, string> = {
  signup: '/api/auth/signup',
  signin: '/api/auth/signin-code',
  reset: '/api/auth/reset',
}
const numbers: Record<CodePurpose, [invalid: number, wrong: number, expired: number, used: number]> = {
  signup: [714, 715, 716, 717],
  signin: [718, 719, 720, 721],
  reset: [723, 724, 725, 726],
}
let ctx: TestPlatform
let site: SiteApi

beforeAll(async () => {
  ctx = await testPlatform({ random: quickRandom })
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function newCode(use: CodePurpose, to: string): Promise<string> {
  await mailCode(ctx, { address: to, use, locale: 'en-US' })
  return site.codeFor(to, use)
}

const otherThan = (digits: string) => (digits === '123456' ? '654321' : '123456')

describe.each(locales)('sign-ins with wrong codes and passwords, in the language %s', (lang) => {
  const send = (path: string, body: object) =>
    site.send(path, { body, headers: { lang }, from: `192.0.2.${locales.indexOf(lang) + 1}` })
  const at = (name: string) => `${name}-${lang.toLowerCase()}@example.com`
  const isSpoken = (msg: string) => /[\u4e00-\u9fff]/.test(msg) === (lang !== 'en-US')

  async function tryCode(use: CodePurpose, email: string, code: string) {
    const pair = use === 'signin' ? {} : { password, confirmPassword: password }
    const answer = await send(paths[use], { email, code, ...pair })
    if (answer.code !== 0) expect([isSpoken(answer.msg), answer.body.data]).toEqual([true, null])
    return answer
  }

  test('sign-ins with a wrong password and with an unknown address get the same response; case and spaces in addresses are ignored', async () => {
    const email = at('known')
    await site.signUp(email)
    const wrong = await send('/api/auth/signin', { email, password: 'not the password' })
    const unknown = await send('/api/auth/signin', { email: at('unknown'), password: 'not the password' })
    expect([wrong.status, wrong.code, isSpoken(wrong.msg)]).toEqual([401, 402, true])
    const bare = ({ requestId: _id, ...body }: Record<string, unknown>) => body
    expect(bare(unknown.body)).toEqual(bare(wrong.body))
    const names = (headers: Headers) =>
      [...headers].map(([name, value]) => (name === 'x-request-id' ? name : `${name}=${value}`))
    expect(names(unknown.headers)).toEqual(names(wrong.headers))
    expect((await send('/api/auth/signin', { email: `  ${email.toUpperCase()} `, password })).status).toBe(200)
  })

  test('a code request gets the same response for an active, disabled or unknown account; a second request within a minute is refused', async () => {
    const known = at('here')
    const { data } = await site.signUp(known)
    const disabled = await site.signUp(at('disabled'))
    const change = { disabled_at: new Date(ctx.clock.now()) }
    await ctx.postgres.db.updateTable('account').set(change).where('id', '=', disabled.data.user.id).execute()
    await ctx.clock.advance(60_000)
    const requestCode = async (email: string) =>
      send('/api/auth/send-code', { email, purpose: 'reset', verification: await site.verification() })
    const answers = [await requestCode(known), await requestCode(at('nobody')), await requestCode(at('disabled'))]
    expect(data.user.email).toBe(known)
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]?.body])
    const again = await requestCode(known)
    expect([again.status, again.code, again.headers.get('retry-after')]).toEqual([429, 431, '60'])
    expect(isSpoken(again.msg)).toBe(true)
  })

  test.each(codePurposes)(
    'an invalid, a wrong, an expired and a used %s code are each refused with a different error number',
    async (use) => {
      const email = at(`four-${use}`)
      if (use !== 'signup') await site.signUp(email)
      const [invalid, wrong, expired, used] = numbers[use]
      const tried = async (digits: string) => (await tryCode(use, email, digits)).code
      const right = await newCode(use, email)
      for (const text of ['12345', '1234567', 'abcdef', '１２３４５６', '12 456', ''])
        expect(await tried(text)).toBe(invalid)
      expect(await tried(otherThan(right))).toBe(wrong)
      await ctx.clock.advance(10 * 60_000)
      expect(await tried(otherThan(right))).toBe(wrong)
      expect(await tried(right)).toBe(expired)
      const fresh = await newCode(use, email)
      expect(await tried(` ${fresh} `)).toBe(0)
      expect(await tried(fresh)).toBe(used)
    },
  )

  test('after five wrong sign-in codes every further code is refused with error 431, even the right code', async () => {
    const email = at('six')
    const right = await newCode('signin', email)
    for (let tries = 0; tries < 5; tries++) expect((await tryCode('signin', email, otherThan(right))).code).toBe(719)
    const sixth = await tryCode('signin', email, otherThan(right))
    expect([sixth.status, sixth.code]).toEqual([429, 431])
    expect((await tryCode('signin', email, right)).code).toBe(431)
  })

  test('a code works only for its own purpose and its own address', async () => {
    const digits = await newCode('signup', at('mine'))
    expect((await tryCode('signin', at('mine'), digits)).code).toBe(719)
    expect((await tryCode('reset', at('mine'), digits)).code).toBe(724)
    expect((await tryCode('signup', at('eve'), digits)).code).toBe(715)
    expect((await tryCode('signup', at('mine'), digits)).code).toBe(0)
  })
})

test('with ENUMERATION=friendly, requesting a code reveals at once whether an address has an account', async () => {
  await using friendly = await testPlatform({ random: quickRandom, settings: { ENUMERATION: 'friendly' } })
  const friendlySite = siteApi(friendly)
  await friendlySite.signUp('known@example.com')
  const requestCode = async (email: string, purpose: string) =>
    (
      await friendlySite.send('/api/auth/send-code', {
        body: { email, purpose, verification: await friendlySite.verification() },
      })
    ).code
  await friendly.clock.advance(60_000)
  expect(await requestCode('known@example.com', 'signup')).toBe(710)
  expect(await requestCode('unknown@example.com', 'reset')).toBe(701)
})
