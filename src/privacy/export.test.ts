import { expect, test } from 'vitest'
import { testAccount } from '#test/fixtures/account.ts'
import { liveBusily, marks } from '#test/fixtures/busy-life.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { postgresRecords } from './records.ts'

test('the data export contains the personal data of an account and none of its secrets', async () => {
  await using ctx = await testPlatform({ clickhouse: true, random: quickRandom })
  const site = siteApi(ctx)
  const life = await liveBusily(ctx, site)
  const { body } = await site.send('/api/security/export', { cookie: life.cookie })
  const file = JSON.stringify(body)
  const { formerAddress, idempotency, incidentNote, ...shown } = marks
  for (const [name, text] of Object.entries(shown)) expect(file.includes(text), name).toBe(true)
  expect(file).toContain(life.orderNo)
  expect(body).toMatchObject({
    account: { email: marks.address, timeZone: 'Asia/Hong_Kong', twoStepSignIn: true },
    keys: [{ aliasName: marks.alias }],
    tickets: [{ name: marks.writer, network: marks.network }],
    ticketMessages: expect.arrayContaining([expect.objectContaining({ author: 'customer', text: marks.message })]),
    usage: [{ call: 'kline', requests: 1 }],
    payments: {
      ledger: expect.arrayContaining([
        expect.objectContaining({ note: `to TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH: ${marks.refundNote}` }),
      ]),
    },
    refunds: expect.arrayContaining([
      expect.objectContaining({
        status: 'refused',
        reason: marks.refundReason,
        address: expect.stringMatching(/^T\w{33}$/),
      }),
    ]),
    billingDetails: [{ name: marks.buyer }],
    receipts: [
      { number: 1, kind: 'receipt', buyerTaxId: `${marks.buyer} 4711` },
      { number: 2, kind: 'credit_note' },
    ],
    paymentIncidents: [{ note: incidentNote }],
    paymentClaims: [{ orderNo: life.orderNo }],
    openSockets: [{ facts: { symbols: [marks.socketSymbol] } }],
  })
  const kinds = body.accountLog as { action: string }[]
  expect(kinds.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.email', 'key.rename', 'order.create']),
  )
  for (const secret of ['argon2', 'secretHash', 'secretSealed', 'totpSealed', 'codeMac', 'html', idempotency])
    expect(file, secret).not.toContain(secret)
  for (const { personal } of postgresRecords)
    if (personal && 'rows' in personal.exported)
      expect(body, personal.exported.rows).toHaveProperty(personal.exported.rows)
})

test('the data export contains nothing of another account, and no tickets of an unverified e-mail address', async () => {
  await using ctx = await testPlatform({ clickhouse: true, random: quickRandom })
  const site = siteApi(ctx)
  await liveBusily(ctx, site)
  const eve = await testAccount(ctx, 'eve@example.com')
  await ctx.postgres.db.updateTable('account').set({ email_proven_at: null }).where('email', '=', eve.email).execute()
  await ctx.postgres.db.updateTable('tickets').set({ email: eve.email, account_id: null }).execute()
  const { body } = await site.send('/api/security/export', { cookie: `authorization=${eve.token}` })
  expect(body).toMatchObject({ tickets: [], mails: [], orderEvents: [], usage: [] })
  // All accounts of the test use the same network and program.
  const { network, program, ...theirs } = marks
  const file = JSON.stringify(body)
  expect(Object.entries(theirs).filter(([, text]) => file.includes(text))).toEqual([])
})
