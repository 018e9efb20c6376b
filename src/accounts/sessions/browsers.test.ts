import { expect, test } from 'vitest'
import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { isOwnAccount, sharesBrowser } from './browsers.ts'

test('accounts that sign in from one browser are recorded as sharing a browser, and a program gets no browser cookie', async () => {
  await using ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  const { db } = ctx.postgres
  const password = 'correct horse 42 battery'
  const people = ['ada', 'bob', 'eve'].map((name) => `${name}@example.com`)
  for (const email of people) await site.signUp(email)
  const signIn = async (email: string, headers: Record<string, string>) =>
    site.send('/api/auth/signin', { body: { email, password }, headers })
  const inBrowser = { origin: 'http://localhost:3000' }
  const first = await signIn('ada@example.com', inBrowser)
  const cookie = first.headers.getSetCookie().find((one) => one.startsWith('browser=')) ?? ''
  expect(cookie).toMatch(/^browser=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  await signIn('bob@example.com', { ...inBrowser, cookie: cookie.split(';')[0] ?? '' })
  const program = await signIn('eve@example.com', {})
  expect(program.headers.getSetCookie().join()).not.toContain('browser=')
  await signIn('eve@example.com', { ...inBrowser, cookie: 'browser=forged' })
  const ids = await Promise.all(people.map(async (email) => (await contactByEmail(db, email))?.id ?? ''))
  const [ada = '', bob = '', eve = ''] = ids
  expect(await sharesBrowser(db, ada, bob)).toBe(true)
  expect(await sharesBrowser(db, ada, eve)).toBe(false)
  expect(await isOwnAccount(db, ada, ada)).toBe(true)
})
