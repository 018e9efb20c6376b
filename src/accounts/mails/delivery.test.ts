import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codePurposes } from '#src/contract/account/accounts.ts'
import { locales } from '#src/contract/locale.ts'
import { sendMails } from '#src/platform/mail/mail-sender.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { smtpInbox } from '#test/fixtures/smtp.ts'
import { mailWords } from './words.ts'

const cases = locales.flatMap((locale) =>
  codePurposes.map((use) => ({ locale, use, email: `${use}@${locale.toLowerCase()}.example` })),
)

async function untilEachWasTried(ctx: TestPlatform): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: bigint }>`
      select count(*) as left from mail_outbox where error is null`.execute(ctx.postgres.db)
    if (rows[0]?.left === 0n) return
  }
}

test('mails with codes of every purpose and language are delivered as text and HTML once the mail server is reachable again', async () => {
  await using ctx = await testPlatform({ random: quickRandom, mail: 'smtp' })
  const site = siteApi(ctx)
  const port = await freePort()
  const stop = new AbortController()
  const sending = sendMails(ctx, { smtpUrl: `smtp://127.0.0.1:${port}`, signal: stop.signal })
  for (const { locale, use, email } of cases) {
    const body = { email, purpose: use, verification: await site.verification() }
    const response = await site.send('/api/auth/send-code', { body, headers: { lang: locale } })
    expect([response.status, response.data]).toEqual([200, { retryAfter: 60 }])
  }
  await untilEachWasTried(ctx)

  await using inbox = await smtpInbox(port)
  // Advances the clock repeatedly, because the sender may begin to wait after an advance.
  const passing = setInterval(() => void ctx.clock.advance(5_000), 250)
  for (const { locale, use, email } of cases) {
    const { from, to, subject = '', text = '', html = '' } = await inbox.next(email)
    const say = mailWords(locale)
    const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
    expect(subject).toBe(say(`code.${use}.subject`, { brand: 'Tapewire', code }))
    expect([from?.address, to?.[0]?.address]).toEqual(['no-reply@localhost', email])
    for (const said of [code, say(`code.${use}.heading`), say('code.life'), say('footer', { email })]) {
      expect(text).toContain(said)
      expect(html).toContain(said)
    }
    expect(html).toContain(`<html lang="${locale}">`)
    if (use === 'signin') expect((await site.send('/api/auth/signin-code', { body: { email, code } })).code).toBe(0)
  }
  clearInterval(passing)
  stop.abort()
  await sending
})
