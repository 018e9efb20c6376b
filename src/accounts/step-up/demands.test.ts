import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveCredit } from '#test/fixtures/operator.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { nextAppCode, turnOnTwoStep } from '#test/fixtures/second-factor.ts'
import { quickRandom, type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { mailCode } from '../factors/codes.ts'
import { type AccountAct, accountDemands, type Demand, factorWays } from './demands.ts'

const password = 'correct horse 42 battery'
const next = { password: 'a wholly different 7 phrase', confirmPassword: 'a wholly different 7 phrase' }

type ActCall = { path: string; method?: 'PUT' | 'DELETE'; body?: (email: string) => object }

/**
 * The request of each act. The test replaces `*` in a path: by the id of the account's key in paths of keys, otherwise
 * by an unknown id.
 */
const calls: Record<AccountAct, ActCall> = {
  'device.revoke': { path: '/api/security/devices/*/revoke' },
  'devices.revoke-all': { path: '/api/security/signout-everywhere' },
  'account.keep': { path: '/api/security/keep' },
  'account.export': { path: '/api/security/export' },
  'account.delete': { path: '/api/security/delete', body: (email) => ({ email }) },
  'key.rename': { path: '/api/keys/*/rename', body: () => ({ name: 'Mine' }) },
  'key.revoke': { path: '/api/keys/*/revoke' },
  'key.issue': { path: '/api/keys' },
  'key.reveal': { path: '/api/keys/*/reveal' },
  'key.reset': { path: '/api/keys/*/reset' },
  'key.scope': { path: '/api/keys/*/scope', body: () => ({ classes: null, access: 'rest', networks: [] }) },
  'key.holder': { path: '/api/keys/*/holder', body: () => ({ kind: 'account' }) },
  'key.open_link': {
    path: '/api/sheet-links',
    body: () => ({ name: 'Mine', keyId: 'unknown', table: { kind: 'prices', symbols: ['NASDAQ:AAPL'] } }),
  },
  'key.end_link': { path: '/api/sheet-links/*/revoke' },
  'key.free': { path: '/api/keys/*/free' },
  'refund.withdraw': { path: '/api/billing/refunds/*/withdraw' },
  'billing.details': {
    path: '/api/billing/details',
    method: 'PUT',
    body: () => ({ name: 'Ada', address: '', taxId: '' }),
  },
  'receipt.reissue': {
    path: '/api/billing/papers/*/reissue',
    body: () => ({ name: 'Ada', address: '', taxId: '' }),
  },
  'refund.request': {
    path: '/api/billing/refunds',
    body: () => ({ network: 'TRC20', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '5' }),
  },
  'alert.webhook': { path: '/api/alerts/webhook', method: 'PUT', body: () => ({ url: 'https://hooks.example.com/a' }) },
  'alert.webhook-secret': { path: '/api/alerts/webhook/secret' },
  'alert.webhook-remove': { path: '/api/alerts/webhook', method: 'DELETE' },
  'team.invite': { path: '/api/team/invites', body: () => ({ email: 'colleague@example.com', role: 'developer' }) },
  'team.withdraw': { path: '/api/team/invites/*', method: 'DELETE' },
  'team.remove': { path: '/api/team/members/*', method: 'DELETE' },
  'team.role': { path: '/api/team/members/*', method: 'PUT', body: () => ({ role: 'billing', from: 'developer' }) },
  'team.owner': { path: '/api/team/invites', body: () => ({ email: 'colleague@example.com', role: 'owner' }) },
  'team.transfer': { path: '/api/team/transfer', body: () => ({ memberId: 'unknown' }) },
  'email.change': { path: '/api/security/email', body: (email) => ({ email: `new-${email}` }) },
  'email.confirm': {
    path: '/api/security/email/confirm',
    body: (email) => ({ email: `new-${email}`, currentCode: '000000', newCode: '000000' }),
  },
  'provider.link': { path: '/api/auth/unknown/link' },
  'provider.unlink': { path: '/api/security/providers/*/unlink' },
  'totp.start': { path: '/api/security/totp/start' },
  'totp.confirm': { path: '/api/security/totp/confirm', body: () => ({ code: '000000' }) },
  'totp.disable': { path: '/api/security/totp/disable' },
  'recovery-codes.renew': { path: '/api/security/totp/recovery-codes' },
  'passkey.add': { path: '/api/security/passkeys/options' },
  'passkey.store': {
    path: '/api/security/passkeys',
    body: () => ({ ticket: 'unknown', name: 'Mine', response: {} }),
  },
  'passkey.remove': { path: '/api/security/passkeys/*/remove' },
  'password.change': { path: '/api/security/password', body: () => next },
}

const unguarded = [
  'GET /api/security',
  'POST /api/security/code',
  'POST /api/security/confirm',
  'POST /api/security/factor',
  'POST /api/security/recent',
  'POST /api/security/passkeys/proof',
  'GET /api/keys',
  'GET /api/keys/awaited',
  // Anybody with the whole key may end it.
  'POST /api/keys/leaked',
  'GET /api/billing',
  'GET /api/billing/export',
  'GET /api/billing/papers',
  'GET /api/billing/papers/{number}',
]

const guards = [
  'recent_signin_required',
  'fresh_factor_required',
  'second_factor_wrong',
  'wrong_credentials',
  'missing_parameter',
]

let ctx: TestPlatform
let site: SiteApi
let count = 0

beforeAll(async () => {
  ctx = await testPlatform({ random: quickRandom })
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** Creates an account with two-step sign-in. Its `call` requests the act and returns the guard's refusal, or `done`. */
async function twoStepOwner(act: AccountAct) {
  const email = `owner${++count}@example.com`
  const cookie = await signInByCode(email)
  const [key] = (await site.send('/api/keys', { cookie })).data
  if (act === 'key.issue') await site.send(`/api/keys/${key.id}/revoke`, { body: {}, cookie })
  const { secret } = await turnOnTwoStep(ctx, site, cookie)
  const { path, method = 'POST', body } = calls[act]
  if (act === 'refund.request') await giveCredit(ctx, email, 9_000_000n)
  const call = async (proof: object = {}) => {
    const to = path.replace('*', path.startsWith('/api/keys') ? key.id : 'unknown')
    const sent = act === 'account.export' ? { cookie } : { method, body: { ...body?.(email), ...proof }, cookie }
    const { error, body: answer } = await site.send(to, sent)
    return error && guards.includes(error) ? { error, ways: answer.ways } : 'done'
  }
  return {
    call,
    code: () => nextAppCode(ctx, secret),
    later: () => ctx.clock.advance(16 * 60_000),
    confirm: async () => {
      await site.send('/api/security/code', { body: {}, cookie })
      await site.send('/api/security/confirm', { body: { code: await site.codeFor(email, 'signin') }, cookie })
    },
    /** Sets the account's first password, which requires only the second factor. */
    setPassword: async () => {
      const code = await nextAppCode(ctx, secret)
      await site.send('/api/security/password', { body: { password, confirmPassword: password, code }, cookie })
    },
  }
}

async function signInByCode(email: string): Promise<string> {
  await mailCode(ctx, { address: email, use: 'signin', locale: 'en-US' })
  const body = { email, code: await site.codeFor(email, 'signin') }
  return (await site.send('/api/auth/signin-code', { body })).cookie
}

const acts = (demand: Demand) =>
  (Object.keys(accountDemands) as AccountAct[]).filter((act) => accountDemands[act] === demand)

test('every call under /api/security, /api/keys and /api/billing is listed in this test as guarded or as unguarded', () => {
  const listed = Object.values(calls).map(({ path }) =>
    path.replace('*', path.includes('/papers/') ? '{number}' : '{id}'),
  )
  const area = /^\/api\/(security|keys|billing)(\/|$)/
  const open = site.api.routes
    .filter(({ method, path }) => area.test(path) && !unguarded.includes(`${method} ${path}`))
    .map(({ path }) => path)
    .filter((path) => !listed.includes(path))
  expect(open).toEqual([])
})

test.each(acts('session'))('the call %s requires only a session', async (act) => {
  const owner = await twoStepOwner(act)
  await owner.later()
  expect(await owner.call()).toEqual('done')
})

test.each(acts('recent'))('the call %s requires a recent sign-in', async (act) => {
  const owner = await twoStepOwner(act)
  await owner.later()
  expect(await owner.call()).toMatchObject({ error: 'recent_signin_required' })
  await owner.confirm()
  expect(await owner.call()).toEqual('done')
})

// Without `passkey.remove`: its unknown passkey is refused before any proof is spent. The tests of passkeys cover it.
test.each(acts('factor').filter((act) => act !== 'passkey.remove'))(
  'the call %s requires a recent sign-in, and a second factor sent with the call',
  async (act) => {
    const owner = await twoStepOwner(act)
    expect(await owner.call()).toEqual({ error: 'fresh_factor_required', ways: ['code'] })
    expect(await owner.call({ mailCode: '123456' })).toEqual({ error: 'fresh_factor_required', ways: ['code'] })
    expect(await owner.call({ code: 'wrong' })).toMatchObject({ error: 'second_factor_wrong' })
    await owner.later()
    const code = await owner.code()
    expect(await owner.call({ code })).toMatchObject({ error: 'recent_signin_required' })
    await owner.confirm()
    expect(await owner.call({ code })).toEqual('done')
  },
)

test.each(acts('password'))(
  'the call %s requires the current password, or the second factor if the account has no password',
  async (act) => {
    const owner = await twoStepOwner(act)
    expect(await owner.call()).toEqual({ error: 'fresh_factor_required', ways: ['code'] })
    await owner.setPassword()
    expect(await owner.call()).toMatchObject({ error: 'missing_parameter' })
    expect(await owner.call({ code: await owner.code() })).toMatchObject({ error: 'missing_parameter' })
    expect(await owner.call({ currentPassword: 'not it' })).toMatchObject({ error: 'wrong_credentials' })
    expect(await owner.call({ currentPassword: password })).toEqual('done')
  },
)

test.each([
  [{ totp: true, passkey: true }, ['passkey', 'code']],
  [{ totp: true, passkey: false }, ['code']],
  [{ totp: false, passkey: true }, ['passkey', 'mailCode']],
  [{ totp: false, passkey: false }, []],
])('an account that has the factors %j can use %j as proof of its second factor', (has, ways) => {
  expect(factorWays(has)).toEqual(ways)
})
