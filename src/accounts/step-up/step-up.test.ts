import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { addSoftwarePasskey, nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'

const email = 'ada@example.com'
const password = 'correct horse 42 battery'
const next = { password: 'a wholly different 7 phrase', confirmPassword: 'a wholly different 7 phrase' }

async function signedIn() {
  const ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  const { cookie } = await site.signUp(email, password)
  const post = (path: string, body: object = {}) => site.send(path, { body, cookie })
  return { ctx, site, cookie, post }
}

async function passwordless() {
  const ctx = await testPlatform({ random: quickRandom })
  const site = siteApi(ctx)
  const verification = await site.verification()
  await site.send('/api/auth/send-code', { body: { email, purpose: 'signin', verification } })
  const { cookie } = await site.send('/api/auth/signin-code', {
    body: { email, code: await site.codeFor(email, 'signin') },
  })
  const post = (path: string, body: object = {}) => site.send(path, { body, cookie })
  return { ctx, site, cookie, post }
}

const errorsOf = (answers: readonly { error?: string }[], error: string) =>
  answers.filter((answer) => answer.error === error).length

test('renewing recovery codes and disabling two-step sign-in require the second factor, even in a recent session', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const { secret, recoveryCodes } = await turnOnTwoStep(ctx, site, cookie)
  const refused = await post('/api/security/totp/recovery-codes')
  expect([refused.status, refused.error, refused.data]).toEqual([403, 'fresh_factor_required', null])
  expect((await post('/api/security/totp/disable')).error).toBe('fresh_factor_required')
  const renewed = await post('/api/security/totp/recovery-codes', { code: recoveryCodes[0] })
  expect(renewed.data.recoveryCodes).toHaveLength(10)
  expect((await post('/api/security/totp/disable', { code: recoveryCodes[1] })).error).toBe('second_factor_wrong')
  const code = await nextAppCode(ctx, secret)
  expect((await post('/api/security/email', { email: 'ada@new.example', code })).code).toBe(0)
  expect((await post('/api/security/totp/disable', { code })).error).toBe('second_factor_wrong')
  expect((await post('/api/security/totp/disable', { code: renewed.data.recoveryCodes[0] })).code).toBe(0)
})

test('of 160 concurrent guesses at the second factor only five are checked', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const { secret } = await turnOnTwoStep(ctx, site, cookie)
  const guesses = Array.from({ length: 160 }, async (_each, turn) => {
    if (turn % 8 === 0) await post('/api/security/confirm', { password })
    return post('/api/security/totp/disable', { code: '000000' })
  })
  const answers = await Promise.all(guesses)
  expect(errorsOf(answers, 'second_factor_wrong')).toBe(5)
  expect(errorsOf(answers, 'too_often')).toBe(155)
  const right = { code: await nextAppCode(ctx, secret) }
  expect((await post('/api/security/totp/disable', right)).error).toBe('too_often')
  await ctx.clock.advance(15 * 60_000)
  await post('/api/security/confirm', { password })
  expect((await post('/api/security/totp/disable', { code: await nextAppCode(ctx, secret) })).code).toBe(0)
})

test('concurrent sign-ins to one account share one count of wrong second factors', async () => {
  const { ctx, site, cookie } = await signedIn()
  await using _ = ctx
  await turnOnTwoStep(ctx, site, cookie)
  const guess = async () => {
    const { body } = await site.send('/api/auth/signin', { body: { email, password } })
    const tries = [0, 1, 2, 3].map(() =>
      site.send('/api/auth/second-factor', { body: { ticket: body.ticket, code: '000000' } }),
    )
    return Promise.all(tries)
  }
  const answers = (await Promise.all([guess(), guess(), guess(), guess()])).flat()
  expect(errorsOf(answers, 'second_factor_wrong')).toBe(5)
  expect(errorsOf(answers, 'too_often')).toBe(11)
})

test('a right app code resets the count of wrong app codes, but not the count of wrong recovery codes', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const { secret, recoveryCodes } = await turnOnTwoStep(ctx, site, cookie)
  const guess = (code: string) => post('/api/security/totp/recovery-codes', { code })
  const four = async (code: string) => {
    for (const _turn of [1, 2, 3, 4]) expect((await guess(code)).error).toBe('second_factor_wrong')
  }
  await four('aaaaa-bbbbb')
  await four('000000')
  expect((await post('/api/security/confirm', { password: 'not it' })).error).toBe('wrong_credentials')
  expect((await post('/api/security/confirm', { password })).code).toBe(0)
  expect((await guess(await nextAppCode(ctx, secret))).code).toBe(0)
  // The right app code reset the guesses at app codes, but not those at recovery codes.
  await four('000000')
  expect((await guess('aaaaa-bbbbb')).error).toBe('second_factor_wrong')
  expect((await guess(recoveryCodes[0] ?? '')).error).toBe('too_often')
})

test('of 40 concurrent password confirmations at most five are checked', async () => {
  const { ctx, post } = await signedIn()
  await using _ = ctx
  const guesses = Array.from({ length: 40 }, (_each, turn) =>
    turn % 2 === 0
      ? post('/api/security/confirm', { password: `guess ${turn}` })
      : post('/api/security/password', { currentPassword: `guess ${turn}`, ...next }),
  )
  const answers = await Promise.all(guesses)
  expect(errorsOf(answers, 'wrong_credentials')).toBe(5)
})

test('setting a first password requires the second factor, or a recent sign-in if the account has no second factor', async () => {
  const plain = await passwordless()
  await using _plain = plain.ctx
  await plain.ctx.clock.advance(16 * 60_000)
  expect((await plain.post('/api/security/password', next)).error).toBe('recent_signin_required')
  await plain.post('/api/security/code')
  await plain.post('/api/security/confirm', { code: await plain.site.codeFor(email, 'signin') })
  expect((await plain.post('/api/security/password', next)).code).toBe(0)

  const guarded = await passwordless()
  await using _guarded = guarded.ctx
  const { secret } = await turnOnTwoStep(guarded.ctx, guarded.site, guarded.cookie)
  expect((await guarded.post('/api/security/password', next)).error).toBe('fresh_factor_required')
  const code = await nextAppCode(guarded.ctx, secret)
  expect((await guarded.post('/api/security/password', { ...next, code })).code).toBe(0)
})

test('a passkey proof works only once, and only in the session and account that requested it', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const passkey = await addSoftwarePasskey(ctx, site, cookie)
  const refused = await post('/api/security/totp/start')
  expect([refused.error, refused.body.ways]).toEqual(['fresh_factor_required', ['passkey', 'mailCode']])
  const proof = passkey.answer(await post('/api/security/passkeys/proof'))
  const other = await site.send('/api/auth/signin', { body: { email, password } })
  const elsewhere = {
    body: { passkey: passkey.answer(await post('/api/security/passkeys/proof')) },
    cookie: other.cookie,
  }
  expect((await site.send('/api/security/totp/start', elsewhere)).error).toBe('fresh_factor_required')
  const eve = await site.signUp('eve@example.com', password)
  const foreign = await addSoftwarePasskey(ctx, site, eve.cookie)
  const byForeign = { passkey: foreign.answer(await post('/api/security/passkeys/proof')) }
  expect((await post('/api/security/totp/start', byForeign)).error).toBe('fresh_factor_required')
  const signInChallenge = await site.send('/api/auth/passkey/options', { body: {} })
  const forSignIn = { passkey: passkey.answer(signInChallenge) }
  expect((await post('/api/security/totp/start', forSignIn)).error).toBe('fresh_factor_required')
  expect((await post('/api/security/totp/start', { passkey: proof })).code).toBe(0)
  expect((await post('/api/security/totp/start', { passkey: proof })).error).toBe('fresh_factor_required')
})

test('a mailed code removes a lost passkey, unless the account has two-step sign-in', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const lost = await addSoftwarePasskey(ctx, site, cookie)
  const remove = (id: string, proof: object) => post(`/api/security/passkeys/${encodeURIComponent(id)}/remove`, proof)
  expect((await remove(lost.id, {})).body.ways).toEqual(['passkey', 'mailCode'])
  await post('/api/security/code')
  const mailCode = await site.codeFor(email, 'signin')
  expect((await remove(lost.id, { mailCode: mailCode === '000000' ? '111111' : '000000' })).error).toBe(
    'signin_code_wrong',
  )
  expect((await remove(lost.id, { mailCode })).code).toBe(0)

  const { recoveryCodes } = await turnOnTwoStep(ctx, site, cookie)
  const second = await addSoftwarePasskey(ctx, site, cookie, { code: recoveryCodes[1] })
  await ctx.clock.advance(60_000)
  await post('/api/security/code')
  const refused = await remove(second.id, { mailCode: await site.codeFor(email, 'signin') })
  expect([refused.error, refused.body.ways]).toEqual(['fresh_factor_required', ['passkey', 'code']])
  expect((await remove(second.id, { code: recoveryCodes[0] })).code).toBe(0)
})

test('an authenticator secret cannot be confirmed if the account got its first passkey after the secret was issued', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const { data } = await post('/api/security/totp/start')
  const passkey = await addSoftwarePasskey(ctx, site, cookie)
  const code = await nextAppCode(ctx, data.secret)
  expect((await post('/api/security/totp/confirm', { code })).error).toBe('conflict')
  const proof = { passkey: passkey.answer(await post('/api/security/passkeys/proof')) }
  const again = await post('/api/security/totp/start', proof)
  expect((await post('/api/security/totp/confirm', { code: await nextAppCode(ctx, again.data.secret) })).code).toBe(0)
})

test('16 minutes after a sign-in, a passkey makes the session recent again, but an app code does not', async () => {
  const { ctx, site, cookie, post } = await signedIn()
  await using _ = ctx
  const passkey = await addSoftwarePasskey(ctx, site, cookie)
  await ctx.clock.advance(16 * 60_000)
  const refused = await post('/api/security/recent')
  expect([refused.error, refused.body.ways]).toEqual(['recent_signin_required', ['passkey', 'password', 'mailCode']])
  const proof = { passkey: passkey.answer(await post('/api/security/passkeys/proof')) }
  expect((await post('/api/security/factor', proof)).code).toBe(0)
  expect((await post('/api/security/recent')).code).toBe(0)
  const proven = { passkey: passkey.answer(await post('/api/security/passkeys/proof')) }
  const { data } = await post('/api/security/totp/start', proven)
  await post('/api/security/totp/confirm', { code: await nextAppCode(ctx, data.secret) })
  await ctx.clock.advance(16 * 60_000)
  expect((await post('/api/security/factor', { code: await nextAppCode(ctx, data.secret) })).code).toBe(0)
  expect((await post('/api/security/recent')).error).toBe('recent_signin_required')
})

test('a proof of the second factor is refused if the account has no second factor', async () => {
  const { ctx, post } = await signedIn()
  await using _ = ctx
  expect((await post('/api/security/factor', { code: '123456' })).error).toBe('not_found')
})
