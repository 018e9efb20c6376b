import { expect, test } from 'vitest'
import enUS from '#src/locales/en-US/mails.ts'
import securityWords from '#src/locales/en-US/security.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { nextAppCode } from '#test/fixtures/second-factor.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import type { NoticeKind } from './notice-mail.ts'

const email = 'ada@example.com'
const password = 'correct horse 42 battery'
const next = 'a wholly different 7 phrase'
const subjectOf = (kind: NoticeKind) => enUS.notice[kind].subject.replace('{brand}', 'Tapewire')

test('each security change, such as a new password or a planned deletion, is reported to the owner in one mail with the time', async () => {
  await using ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  let { cookie } = await site.signUp(email, password)
  let known = (await ctx.mails(email)).length

  async function expectNotice(kind: NoticeKind, path: string, body: object = {}) {
    const answer = await site.send(path, { body, cookie })
    expect([path, answer.code]).toEqual([path, 0])
    const mails = await ctx.mails(email)
    expect(mails.slice(0, mails.length - known).map(({ subject }) => subject)).toEqual([subjectOf(kind)])
    expect(mails[0]?.text).toContain('Time: ')
    known = mails.length
    return answer
  }
  const started = await site.send('/api/security/totp/start', { body: {}, cookie })
  const code = () => nextAppCode(ctx, started.data.secret)
  await expectNotice('totp-on', '/api/security/totp/confirm', { code: await code() })
  const { data } = await expectNotice('recovery-codes', '/api/security/totp/recovery-codes', { code: await code() })
  const due = await site.send('/api/auth/signin', { body: { email, password } })
  const [recovery] = data.recoveryCodes
  const second = { ticket: due.body.ticket, code: recovery }
  cookie = (await expectNotice('recovery-code-used', '/api/auth/second-factor', second)).cookie
  await expectNotice('totp-off', '/api/security/totp/disable', { code: await code() })
  const change = { currentPassword: password, password: next, confirmPassword: next }
  await expectNotice('password-changed', '/api/security/password', change)
  await expectNotice('deletion-asked', '/api/security/delete', { email })
  // A sign-in alone keeps no account.
  const [asked] = await ctx.mails(email)
  expect(asked?.text).toContain(`“${securityWords.data.keep}” on the page ${securityWords.meta.title}`)
  await expectNotice('deletion-taken-back', '/api/security/keep')
  await expectNotice('signed-out-everywhere', '/api/security/signout-everywhere')
})
