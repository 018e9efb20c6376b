import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { quickRandom, siteApi } from '#test/fixtures/site-api.ts'
import { Providers } from './providers.ts'

type Mailbox = { email: string; primary: boolean; verified: boolean }
const app = { id: 'tapewire', secret: 'shh', callback: 'http://localhost:3000/callback' }
const mailboxes: Mailbox[] = []
const grants = new Map<string, { challenge: string }>()
let server: Server
let issuer: string

beforeAll(async () => {
  server = createServer((request, response) => void github(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** An OAuth server that behaves like GitHub: it refuses a token request with status 200 and sends no ID token. */
async function github(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', issuer)
  const json = (body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
  if (url.pathname === '/login/oauth/authorize') {
    const params = url.searchParams
    if (params.get('client_id') !== app.id || params.get('redirect_uri') !== app.callback) return void json({}, 404)
    const code = randomUUID()
    grants.set(code, { challenge: params.get('code_challenge') ?? '' })
    const back = new URLSearchParams({ code, state: params.get('state') ?? '' })
    return void response.writeHead(302, { location: `${app.callback}?${back}` }).end()
  }
  if (url.pathname === '/login/oauth/access_token') {
    const sent = new URLSearchParams(await text(request))
    const grant = grants.get(sent.get('code') ?? '')
    grants.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    if (sent.get('client_secret') !== app.secret) return void json({ error: 'incorrect_client_credentials' })
    if (grant?.challenge !== challenge) return void json({ error: 'bad_verification_code' })
    return void json({ access_token: 'gho_1', token_type: 'bearer', scope: 'read:user,user:email' })
  }
  if (request.headers.authorization?.toLowerCase() !== 'bearer gho_1') return void json({}, 401)
  if (url.pathname === '/api/v3/user') return void json({ id: 583_231, login: 'octocat', email: null })
  if (url.pathname === '/api/v3/user/emails') return void json(mailboxes)
  json({}, 404)
}

async function testSite(clientSecret: string = app.secret) {
  const ctx = await testPlatform({ random: quickRandom })
  const github = { id: 'github', name: 'GitHub', kind: 'github', issuer, clientId: app.id, clientSecret } as const
  const site = siteApi(ctx, new Providers([github]))
  const leave = async () => {
    const left = await site.send('/api/auth/github?redirect=/pricing')
    const cookie = left.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const returned = await fetch(left.headers.get('location') ?? '', { redirect: 'manual' })
    return { cookie, search: new URL(returned.headers.get('location') ?? '').search.slice(1) }
  }
  const back = ({ search, cookie }: { search: string; cookie: string }) =>
    site.send('/api/auth/provider-return', { body: { search }, cookie })
  return { ctx, leave, back, ...site }
}

test('a GitHub sign-in uses the primary verified address, and later sign-ins find the account by the GitHub user id', async () => {
  const site = await testSite()
  await using _ = site.ctx
  mailboxes.splice(
    0,
    9,
    { email: 'other@example.com', primary: false, verified: true },
    { email: 'Octo@Example.com', primary: true, verified: true },
  )
  const entered = await site.back(await site.leave())
  expect(entered.data).toMatchObject({ outcome: 'entered', redirect: '/pricing', user: { email: 'octo@example.com' } })
  mailboxes.splice(0, 9, { email: 'moved@example.com', primary: true, verified: true })
  const again = await site.back(await site.leave())
  expect(again.data.user).toMatchObject({ id: entered.data.user.id, email: 'octo@example.com' })
})

test('a GitHub sign-in with an unverified address is refused, and the refusal keeps the redirect path', async () => {
  const site = await testSite()
  await using _ = site.ctx
  mailboxes.splice(0, 9, { email: 'octo@example.com', primary: true, verified: false })
  const refused = await site.back(await site.leave())
  expect([refused.status, refused.error, refused.body.redirect]).toEqual([401, 'provider_unverified', '/pricing'])
})

test('a GitHub sign-in fails if it has the code of another sign-in, returns in another browser, or uses a wrong client secret', async () => {
  const site = await testSite()
  await using _ = site.ctx
  mailboxes.splice(0, 9, { email: 'octo@example.com', primary: true, verified: true })
  const [first, second] = [await site.leave(), await site.leave()]
  const stolen = new URLSearchParams(first.search)
  stolen.set('code', new URLSearchParams(second.search).get('code') ?? '')
  expect((await site.back({ ...first, search: String(stolen) })).error).toBe('login_failed')
  expect((await site.back({ ...second, cookie: 'sign-in=another-browser' })).error).toBe('login_failed')
  const denied = new URLSearchParams({ error: 'access_denied', state: '' })
  const third = await site.leave()
  denied.set('state', new URLSearchParams(third.search).get('state') ?? '')
  expect((await site.back({ ...third, search: String(denied) })).body).toMatchObject({
    code: 730,
    redirect: '/pricing',
  })
  const stranger = await testSite('wrong')
  await using _other = stranger.ctx
  expect((await stranger.back(await stranger.leave())).error).toBe('login_failed')
})
