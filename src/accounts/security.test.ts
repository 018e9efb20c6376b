import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { testAccount, testCaller } from '#test/fixtures/account.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { addSoftwarePasskey } from '#test/fixtures/second-factor.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { cancelDeletion, type Farewell, sweepDeletions } from './deletion.ts'
import { mailCode } from './factors/codes.ts'

const email = 'ada@example.com'
const password = 'correct horse 42 battery'
const next = 'a wholly different 7 phrase'

async function signedIn(stores: { clickhouse?: boolean } = {}) {
  const ctx = await testPlatform({ random: quickRandom, ...stores })
  const site = siteApi(ctx)
  const { cookie, data } = await site.signUp(email, password)
  const subjects = async (to = email) => (await ctx.mails(to)).map((mail) => mail.subject)
  return { ctx, ...site, cookie, user: data.user, subjects }
}

const appCode = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

async function isLockAwaited({ postgres: { db } }: TestPlatform): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('an app code turns two-step sign-in on and off; while two-step sign-in is on, every sign-in needs an unused code', async () => {
  const { ctx, send, cookie, subjects } = await signedIn()
  await using _ = ctx
  const { data: started } = await send('/api/security/totp/start', { body: {}, cookie })
  expect(started.uri).toMatch(/^otpauth:\/\/totp\/Tapewire:/)
  expect((await send('/api/security/totp/confirm', { body: { code: '000000' }, cookie })).error).toBe(
    'second_factor_wrong',
  )
  const confirmed = await send('/api/security/totp/confirm', {
    body: { code: appCode(started.secret, ctx.clock.now()) },
    cookie,
  })
  expect(confirmed.data.recoveryCodes).toHaveLength(10)
  expect(await subjects()).toContain('Two-step sign-in is on')

  await ctx.clock.advance(60_000)
  const due = await send('/api/auth/signin', { body: { email, password } })
  expect([due.status, due.error]).toEqual([401, 'second_factor_required'])
  expect(due.cookie).toBe('')
  const ticket = String(due.body.ticket)
  expect((await send('/api/auth/second-factor', { body: { ticket, code: '123' } })).error).toBe('second_factor_wrong')
  const code = appCode(started.secret, ctx.clock.now())
  expect((await send('/api/auth/second-factor', { body: { ticket, code } })).code).toBe(0)
  expect((await send('/api/auth/second-factor', { body: { ticket, code } })).error).toBe('login_failed')

  const again = await send('/api/auth/signin', { body: { email, password } })
  const replay = { ticket: again.body.ticket, code }
  expect((await send('/api/auth/second-factor', { body: replay })).error).toBe('second_factor_wrong')
  const [recovery = ''] = confirmed.data.recoveryCodes
  const byRecovery = { ticket: again.body.ticket, code: recovery.toUpperCase() }
  expect((await send('/api/auth/second-factor', { body: byRecovery })).code).toBe(0)
  const third = await send('/api/auth/signin', { body: { email, password } })
  expect((await send('/api/auth/second-factor', { body: { ticket: third.body.ticket, code: recovery } })).error).toBe(
    'second_factor_wrong',
  )
  await ctx.clock.advance(60_000)
  const off = { code: appCode(started.secret, ctx.clock.now()) }
  expect((await send('/api/security/totp/disable', { body: off, cookie })).code).toBe(0)
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(0)
})

test('a sign-in checks at most five of 50 concurrent wrong codes, and then refuses even the right code', async () => {
  const { ctx, send, cookie } = await signedIn()
  await using _ = ctx
  const { data } = await send('/api/security/totp/start', { body: {}, cookie })
  await send('/api/security/totp/confirm', { body: { code: appCode(data.secret, ctx.clock.now()) }, cookie })
  await ctx.clock.advance(16 * 60_000)
  const due = await send('/api/auth/signin', { body: { email, password } })
  const tries = await Promise.all(
    Array.from({ length: 50 }, () =>
      send('/api/auth/second-factor', { body: { ticket: due.body.ticket, code: '000000' } }),
    ),
  )
  expect(tries.filter((one) => one.error === 'second_factor_wrong').length).toBeLessThanOrEqual(5)
  const right = { ticket: due.body.ticket, code: appCode(data.secret, ctx.clock.now()) }
  expect((await send('/api/auth/second-factor', { body: right })).code).not.toBe(0)
})

test('a change of address needs the codes of both mailboxes, ends other sessions and mails the old address', async () => {
  const { ctx, send, cookie, subjects, ...site } = await signedIn()
  await using _ = ctx
  const to = 'ada@new.example'
  const other = await send('/api/auth/signin', { body: { email, password } })
  await send('/api/security/email', { body: { email: to }, cookie })
  const [currentCode, newCode] = [await site.codeFor(email, 'email-old'), await site.codeFor(to, 'email-new')]
  expect(currentCode).not.toBe(newCode)
  for (const code of [currentCode, newCode]) {
    const body = { email: to, currentCode: code, newCode: code }
    expect((await send('/api/security/email/confirm', { body, cookie })).code).not.toBe(0)
  }
  const done = await send('/api/security/email/confirm', {
    body: { email: to, currentCode, newCode: await freshCode() },
    cookie,
  })
  expect(done.data).toEqual({ email: to })
  expect((await send('/api/userinfo', { cookie })).data.email).toBe(to)
  expect((await send('/api/userinfo', { cookie: other.cookie })).status).toBe(401)
  expect(await subjects()).toContain('Your Tapewire account has a new address')
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(402)

  async function freshCode() {
    await mailCode(ctx, { address: to, use: 'email-new', locale: 'en-US' })
    return site.codeFor(to, 'email-new')
  }
})

test('a change of address is refused if another account takes the address at the same time', async () => {
  const { ctx, send, cookie, ...site } = await signedIn()
  await using _ = ctx
  const to = 'ada@new.example'
  const bob = await testAccount(ctx, 'bob@example.com')
  await send('/api/security/email', { body: { email: to }, cookie })
  const body = {
    email: to,
    currentCode: await site.codeFor(email, 'email-old'),
    newCode: await site.codeFor(to, 'email-new'),
  }
  const answer = await ctx.postgres.transaction(async (tx) => {
    await sql`update account set email = ${to} where id = ${bob.actor.accountId}`.execute(tx)
    const response = send('/api/security/email/confirm', { body, cookie })
    await expect.poll(() => isLockAwaited(ctx)).toBe(true)
    return { response }
  })
  expect(await answer.response).toMatchObject({ status: 409, error: 'email_in_use' })
  expect((await send('/api/userinfo', { cookie })).data.email).toBe(email)
})

test('changing the password ends all other sessions, keeps the current session and sends a mail', async () => {
  const { ctx, send, cookie, subjects } = await signedIn()
  await using _ = ctx
  const other = await send('/api/auth/signin', { body: { email, password } })
  const change = (currentPassword: string) =>
    send('/api/security/password', { body: { currentPassword, password: next, confirmPassword: next }, cookie })
  expect((await change('not the password')).code).toBe(402)
  expect((await change(password)).code).toBe(0)
  expect((await send('/api/userinfo', { cookie: other.cookie })).status).toBe(401)
  expect((await send('/api/userinfo', { cookie })).status).toBe(200)
  expect(await subjects()).toContain('Your Tapewire password was changed')
})

test('15 minutes after a sign-in, security settings cannot be changed until the owner enters the password or a mailed code', async () => {
  const { ctx, send, cookie, ...site } = await signedIn()
  await using _ = ctx
  const leftMs = async () => (await send('/api/security', { cookie })).data.recentUntil - ctx.clock.now()
  expect(await leftMs()).toBeGreaterThan(14 * 60_000)
  await ctx.clock.advance(15 * 60_000)
  expect(await leftMs()).toBeLessThanOrEqual(0)
  const guarded = ['/api/security/totp/start', '/api/security/passkeys/options', '/api/security/totp/recovery-codes']
  for (const path of guarded) expect((await send(path, { body: {}, cookie })).error).toBe('recent_signin_required')
  expect((await send('/api/security/confirm', { body: { password: 'not it' }, cookie })).code).toBe(402)
  expect((await send('/api/security/confirm', { body: { password }, cookie })).code).toBe(0)
  expect(await leftMs()).toBe(15 * 60_000)
  expect((await send('/api/security/totp/start', { body: {}, cookie })).code).toBe(0)
  await ctx.clock.advance(15 * 60_000)
  await send('/api/security/code', { body: {}, cookie })
  const code = await site.codeFor(email, 'signin')
  expect((await send('/api/security/confirm', { body: { code }, cookie })).code).toBe(0)
})

test('an account deletion can be cancelled for fourteen days; after that, the key is revoked and the address can be used again', async () => {
  const { ctx, send, cookie, ...site } = await signedIn()
  await using _ = ctx
  const [key] = (await send('/api/keys', { cookie })).data
  const secret = (await send(`/api/keys/${key.id}/reveal`, { body: {}, cookie })).data.key
  expect((await send('/api/security/delete', { body: { email: 'eve@example.com' }, cookie })).status).toBe(400)
  await send('/api/security/delete', { body: { email }, cookie })
  await ctx.clock.advance(14 * 86_400_000 - 1)
  expect((await send('/api/security/keep', { body: {}, cookie })).code).toBe(0)
  await ctx.clock.advance(1)
  expect(await site.sweep()).toEqual({ deleted: 0 })

  await send('/api/security/confirm', { body: { password }, cookie })
  await send('/api/security/delete', { body: { email }, cookie })
  await ctx.clock.advance(14 * 86_400_000 - 1)
  expect(await site.sweep()).toEqual({ deleted: 0 })
  await ctx.clock.advance(1)
  expect((await site.verify(secret)).kind).toBe('ok')
  expect(await site.sweep()).toEqual({ deleted: 1 })
  expect((await send('/api/userinfo', { cookie })).status).toBe(401)
  expect((await send('/api/auth/signin', { body: { email, password } })).code).toBe(402)
  expect(await site.verify(secret)).toEqual({ kind: 'refused', error: 'key_revoked' })
  const rows = await ctx.postgres.db.selectFrom('account').selectAll().execute()
  expect(JSON.stringify(rows, (_, value) => String(value))).not.toContain(email)
  expect((await site.signUp(email, password)).code).toBe(0)
})

test('if the deletion of one account fails, the other accounts that are due are still deleted', async () => {
  await using ctx = await testPlatform()
  const { db } = ctx.postgres
  const bob = await testAccount(ctx, 'bob@example.com')
  const ada = await testAccount(ctx)
  await sql`update account set delete_after = ${new Date(ctx.clock.now())}`.execute(db)
  const farewell: Farewell = async (_ctx, _tx, accountId) => {
    if (accountId === bob.actor.accountId) throw new Error('the fault of this test')
  }
  expect(await sweepDeletions(ctx, farewell)).toBe(1)
  const { rows } = await sql`select id from account where disabled_at is not null`.execute(db)
  expect(rows).toEqual([{ id: ada.actor.accountId }])
})

test('once the deletion of an account runs, a cancellation is refused and no cancellation mail is sent', async () => {
  await using ctx = await testPlatform()
  const { db } = ctx.postgres
  const { actor } = await testAccount(ctx, email)
  await sql`update account set delete_after = ${new Date(ctx.clock.now())}`.execute(db)
  let answer: Promise<unknown> = Promise.resolve()
  await sweepDeletions(ctx, async () => {
    answer = cancelDeletion(ctx, actor, testCaller(ctx).client).catch((error: unknown) => error)
    await expect.poll(() => isLockAwaited(ctx)).toBe(true)
  })
  expect(await answer).toMatchObject({ error: 'not_signed_in' })
  const subjects = (await ctx.mails(email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['Your Tapewire account was deleted'])
})

test('the data export contains the account and its keys, but neither the secret of a key nor the hash of the password', async () => {
  const { ctx, send, cookie } = await signedIn({ clickhouse: true })
  await using _ = ctx
  const [key] = (await send('/api/keys', { cookie })).data
  const secret = (await send(`/api/keys/${key.id}/reveal`, { body: {}, cookie })).data.key
  const file = await send('/api/security/export', { cookie })
  expect(file.headers.get('content-disposition')).toContain('my-data.json')
  const text = JSON.stringify(file.body)
  expect(file.body).toMatchObject({ account: { email, hasPassword: true }, keys: [{ id: key.id }] })
  expect(text).not.toContain(secret)
  expect(text).not.toContain('argon2')
})

test('saving preferences keeps the fields that are not sent and refuses unknown fields', async () => {
  const { ctx, send, cookie } = await signedIn()
  await using _ = ctx
  const put = (body: object) => send('/api/preferences', { method: 'PUT', body, cookie })
  expect((await put({ theme: 'dark', timeZone: 'Asia/Hong_Kong' })).data).toMatchObject({
    theme: 'dark',
    timeZone: 'Asia/Hong_Kong',
  })
  expect((await put({ notices: { usage: false } })).data).toMatchObject({
    theme: 'dark',
    notices: { usage: false, expiry: true },
  })
  expect((await put({ timeZone: 'Mars/Olympus' })).status).toBe(400)
  expect((await put({ role: 'operator' })).error).toBe('unknown_field')
})

test('an account can neither read the data of another account nor change its keys and devices', async () => {
  const { ctx, send, cookie, ...site } = await signedIn({ clickhouse: true })
  await using _ = ctx
  const eve = await site.signUp('eve@example.com', password)
  const [key] = (await send('/api/keys', { cookie })).data
  const { data: mine } = await send('/api/security', { cookie })
  const device = mine.devices[0].id
  const passkey = await addSoftwarePasskey(ctx, { send }, cookie)
  const tries: [string, object][] = [
    [`/api/keys/${key.id}/reveal`, {}],
    [`/api/keys/${key.id}/rename`, { name: 'mine now' }],
    [`/api/keys/${key.id}/reset`, {}],
    [`/api/keys/${key.id}/revoke`, {}],
    [`/api/security/devices/${device}/revoke`, {}],
    [`/api/security/passkeys/${passkey.id}/remove`, {}],
    ['/api/security/providers/oidc/unlink', {}],
  ]
  for (const [path, body] of tries) {
    const answer = await send(path, { body, cookie: eve.cookie })
    expect([path, answer.status, answer.error]).toEqual([path, 404, 'not_found'])
    expect((await send(path, { body })).status).toBe(401)
  }
  for (const path of ['/api/userinfo', '/api/keys', '/api/security', '/api/security/export']) {
    const answer = await send(path, { cookie: eve.cookie })
    expect(JSON.stringify(answer.body)).not.toContain(email)
    expect(JSON.stringify(answer.body)).not.toContain(key.id)
    expect((await send(path)).status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect((await send('/api/userinfo', { cookie })).status).toBe(200)
  expect((await send('/api/security', { cookie })).data.passkeys).toMatchObject([{ id: passkey.id }])
})
