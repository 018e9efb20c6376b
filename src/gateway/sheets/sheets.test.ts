import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSuspended } from '#src/accounts/sessions/staff-decision.ts'
import { sheetLinksMax } from '#src/contract/account/sheet-choices.ts'
import type { WantedSheetLink } from '#src/contract/account/sheet-links.ts'
import { dayMs } from '#src/contract/time.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { notifyKeysOfAccount } from '#src/keys/controls.ts'
import { revokeKey, scopeKey } from '#src/keys/keys.ts'
import { sheetToken } from '#src/keys/sheet-links/sheet-link.ts'
import { listSheetLinks, makeSheetLink, revokeSheetLink } from '#src/keys/sheet-links/sheet-links.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import {
  findInstrument,
  instrumentsChannel,
  settleHomes,
  upsertInstruments,
} from '#src/market/instruments/instruments.ts'
import { usage, usageErrors } from '#src/usage/report.ts'
import { demoMarket } from '#test/fixtures/demo-market.ts'
import { type KeyOnPlan, keyOnPlan, putOnPlan } from '#test/fixtures/key-on-plan.ts'
import { known } from '#test/fixtures/massive-gateway.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type TestRest, testRest } from '#test/fixtures/rest.ts'
import { audited } from '#test/fixtures/tapewire.ts'

let ctx: TestPlatform
let rest: TestRest
let owner: KeyOnPlan
const opened = new AsyncDisposableStack()
beforeAll(async () => {
  ctx = opened.use(await testPlatform({ clickhouse: true, now: '2026-01-05T18:00:00Z' }))
  await installCatalogue(ctx)
  opened.use(await openKeyCache(ctx))
  rest = opened.use(await testRest(ctx))
  await demoMarket(ctx, rest.board)
  owner = await keyOnPlan(ctx, 'integrated-enterprise')
})
afterAll(() => opened.disposeAsync())

const bars: WantedSheetLink['table'] = { kind: 'bars', symbol: 'NASDAQ:AAPL', interval: '1d', rows: 5, adjust: 'none' }
const prices = (...symbols: string[]): WantedSheetLink['table'] => ({ kind: 'prices', symbols })

async function linkOf(table: WantedSheetLink['table'] = bars, who: KeyOnPlan = owner) {
  const made = await makeSheetLink(ctx, who.actor, { name: 'My sheet', keyId: who.keyId, table }, 'en-US')
  return { ...made, path: new URL(made.address).pathname }
}

/** A request as a spreadsheet sends it, without a key. */
const read = (path: string, headers: Record<string, string> = {}) => rest.get(path, { accept: '*/*', ...headers })
const errorOf = async (path: string) => {
  const { status, headers, text } = await read(path)
  const [heads, row = ''] = text.split('\r\n')
  return { status, type: headers.get('content-type'), heads, error: row.split(',')[0], message: row }
}
const csvError = { type: 'text/csv; charset=utf-8', heads: 'error,message,requestId' }

test('a sheet link returns the newest bars of its instrument without a key, as the CSV of the REST call', async () => {
  const { path, link } = await linkOf()
  const { status, headers, text } = await read(path)
  const ours = await rest.get('/stock/kline?region=US&code=AAPL&interval=1d&limit=5&format=csv&csv=spreadsheet', {
    token: owner.secret,
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  expect(text).toBe(ours.text)
  expect(text.trim().split('\r\n')).toHaveLength(6)
  expect(link).toMatchObject({ name: 'My sheet', table: { class: 'stock', region: 'US', code: 'AAPL', rows: 5 } })
})

test('a sheet link returns the prices of its instruments in the order of the link, as CSV or on request as JSON', async () => {
  const { path } = await linkOf(prices('NASDAQ:MSFT', 'NASDAQ:AAPL'))
  const rows = (await read(path)).text.trim().split('\r\n')
  expect(rows[0]).toMatch(/^time,s,r,ld,/)
  expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual(['MSFT', 'AAPL'])
  const { data } = (await read(`${path}?format=json`)).json()
  expect(Object.keys(data)).toEqual(['MSFT', 'AAPL'])
})

test('a sheet link of a listing at another exchange has the prices of that listing', async () => {
  const other = { class: 'stock', region: 'US', exchange: 'AMEX', code: 'TSLA', name: 'Tesla' } as const
  const [instrumentId = 0] = await upsertInstruments(ctx, [other], 'list')
  await settleHomes(ctx)
  const price = { open: 7, high: 7, low: 7, close: 7, volume: 1, turnover: 0, source: 'import' as const }
  await recordBars(ctx, [{ ...price, instrumentId, interval: '1d', time: Date.parse('2025-12-31') }])
  const { path } = await linkOf(prices('AMEX:TSLA'))
  const { data } = (await read(`${path}?format=json`)).json()
  expect(data).toMatchObject({ TSLA: { ld: 7 } })
})

test('a sheet link answers HEAD without a body, and refuses methods that write', async () => {
  const { path } = await linkOf()
  const head = await fetch(rest.url + path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const refused = await fetch(rest.url + path, { method })
    expect([refused.status, refused.headers.get('allow')], method).toEqual([405, 'GET, HEAD, OPTIONS'])
  }
})

test.each(['code=MSFT', 'limit=5000', 'format=csv&interval=1m', 'format=parquet', 'token=x', 'format=%zz'])(
  'a sheet link with the parameters %s is refused',
  async (query) => {
    const { path } = await linkOf()
    expect(await errorOf(`${path}?${query}`)).toMatchObject({ status: 400, ...csvError })
  },
)

test('the token of a sheet link is not accepted as a key, and no key is accepted as a token', async () => {
  const { path } = await linkOf()
  const token = path.split('/').at(-1) ?? ''
  const call = '/stock/quote?region=US&code=AAPL'
  for (const headers of [{ token }, { authorization: `Bearer ${token}` }])
    expect((await rest.get(call, headers)).json()).toMatchObject({ error: 'key_malformed' })
  for (const wrong of [owner.secret, 'tw_demo_public', `${token}x`, token.slice(0, -1), '', 'a/b'])
    expect(await errorOf(`/sheet/${wrong}`), wrong).toMatchObject({ ...csvError, status: 404, error: 'sheet_unknown' })
  expect((await errorOf('/sheet/unknown')).message).toContain('This spreadsheet link does not exist.')
  const json = await read('/sheet/unknown?format=json')
  expect([json.status, json.json().error]).toEqual([404, 'sheet_unknown'])
  expect((await read(path)).status).toBe(200)
})

test('a revoked sheet link is refused at once and cannot be revoked again', async () => {
  const { path, link } = await linkOf()
  expect((await read(path)).status).toBe(200)
  await revokeSheetLink(ctx, owner.actor, link.id)
  await expect.poll(() => errorOf(path)).toMatchObject({ ...csvError, status: 410, error: 'sheet_revoked' })
  await expect(revokeSheetLink(ctx, owner.actor, link.id)).rejects.toMatchObject({ error: 'not_found' })
  expect((await listSheetLinks(ctx, owner.actor)).links.map(({ id }) => id)).not.toContain(link.id)
})

test('a sheet link stops while the plan is expired or the account is suspended, and ends when the key is revoked', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-base')
  const { path } = await linkOf(bars, ada)
  const becomes = (status: number, error: string) =>
    expect.poll(() => errorOf(path)).toMatchObject({ ...csvError, status, error })
  await putOnPlan(ctx, ada.keyId, 'integrated-base', ctx.clock.now() - 1)
  await becomes(403, 'plan_expired')
  await putOnPlan(ctx, ada.keyId, 'integrated-base', ctx.clock.now() + dayMs)
  await expect.poll(async () => (await read(path)).status).toBe(200)
  const suspend = (suspended: boolean) =>
    ctx.postgres.transaction(async (tx) => {
      await setSuspended(ctx, tx, ada.actor.accountId, suspended)
      await notifyKeysOfAccount(ctx, tx, ada.actor.accountId)
    })
  await suspend(true)
  await becomes(403, 'account_suspended')
  await suspend(false)
  await expect.poll(async () => (await read(path)).status).toBe(200)
  await revokeKey(ctx, ada.actor, ada.keyId, 'en-US')
  await becomes(410, 'sheet_revoked')
  expect((await listSheetLinks(ctx, ada.actor)).links).toEqual([])
})

test('requests by a sheet link count against the limit of its key, and appear in the usage', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-free')
  const { path } = await linkOf(bars, ada)
  const statuses: number[] = []
  for (let count = 0; count < 29; count += 1) statuses.push((await read(path)).status)
  const own = await rest.get('/stock/quote?region=US&code=AAPL', { token: ada.secret })
  expect([...statuses, own.status]).toEqual(Array(30).fill(200))
  expect(own.headers.get('x-ratelimit-remaining')).toBe('0')
  const over = await read(path)
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
  expect(over.text).toContain('rate_limited')
  await ctx.clock.advance(2_000)
  expect(await usage(ctx, ada.actor, {})).toMatchObject({ used: 30, series: [{ requests: 30, refused: 1 }] })
  const errors = await usageErrors(ctx, ada.actor, {}, 'en-US')
  expect(JSON.stringify(errors)).toContain('/stock/kline?')
  expect(JSON.stringify(errors)).not.toContain('tw_sheet_')
  await expect
    .poll(async () => (await listSheetLinks(ctx, ada.actor)).links)
    .toMatchObject([{ uses: 29, lastUsedAt: expect.any(Number) }])
})

test('a sheet link obeys the restrictions of its key; no link can be made for data that the key or the plan excludes', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-base')
  const { path } = await linkOf(bars, ada)
  const restrict = (scope: object) =>
    scopeKey(
      ctx,
      ada.actor,
      { keyId: ada.keyId, scope: { classes: null, access: 'all', networks: [], ...scope } },
      'en-US',
    )
  await restrict({ networks: ['198.51.100.0/24'] })
  await expect.poll(() => errorOf(path)).toMatchObject({ status: 403, error: 'network_not_allowed' })
  await restrict({ classes: ['crypto'] })
  await expect.poll(() => errorOf(path)).toMatchObject({ status: 403, error: 'not_in_scope' })
  await expect(linkOf(bars, ada)).rejects.toMatchObject({ error: 'not_in_scope' })
  await restrict({ access: 'stream' })
  await expect(linkOf(bars, ada)).rejects.toMatchObject({ error: 'not_in_scope' })
  const free = await keyOnPlan(ctx, 'integrated-free')
  await expect(linkOf(prices('NYSEARCA:SPY'), free)).rejects.toMatchObject({ error: 'not_in_plan' })
  const ended = await keyOnPlan(ctx, 'integrated-base', { expiresAt: ctx.clock.now() - 1 })
  await expect(linkOf(bars, ended)).rejects.toMatchObject({ error: 'plan_expired' })
})

test('the CSV of a sheet link has no cell that a spreadsheet executes as a formula', async () => {
  const { id } = known(await findInstrument(ctx, { class: 'stock', code: 'MSFT', region: 'US' }))
  const { path } = await linkOf(prices('NASDAQ:MSFT'))
  // No import accepts such a code.
  await sql`update instruments set code = '=1+1' where id = ${id}`.execute(ctx.postgres.db)
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, instrumentsChannel, null))
  await expect.poll(async () => (await read(path)).text).toContain(",'=1+1,")
  await sql`update instruments set code = 'MSFT' where id = ${id}`.execute(ctx.postgres.db)
})

test('while the store of sheet links fails, an unknown link gets an error as CSV, and known links continue to work', async () => {
  const { path } = await linkOf()
  expect((await read(path)).status).toBe(200)
  const rename = (from: string, to: string) => sql.raw(`alter table ${from} rename to ${to}`).execute(ctx.postgres.db)
  await rename('sheet_link', 'not_there')
  const unread = await errorOf(`/sheet/${sheetToken.create(ctx.random)}`)
  const known = await read(path)
  await rename('not_there', 'sheet_link')
  expect(unread).toMatchObject({ ...csvError, status: 500, error: 'server_error' })
  expect(known.status).toBe(200)
})

test('a sheet link is refused for an unknown instrument, for instruments of several markets, and for the key of another account', async () => {
  await expect(linkOf(prices('NASDAQ:AAPL', 'NASDAQ:NOSUCH'))).rejects.toMatchObject({
    error: 'sheet_symbol_unknown',
    detail: { param: 'symbols', values: { symbol: 'NASDAQ:NOSUCH' } },
  })
  await expect(linkOf(prices('NASDAQ:AAPL', 'crypto:BTCUSD'))).rejects.toMatchObject({ error: 'sheet_mixed' })
  const eve = await keyOnPlan(ctx, 'integrated-base')
  await expect(linkOf(bars, { ...eve, keyId: owner.keyId })).rejects.toMatchObject({ error: 'not_found' })
})

test('an account has a maximum number of sheet links, and sees and revokes only its own links', async () => {
  const ada = await keyOnPlan(ctx, 'integrated-base')
  const eve = await keyOnPlan(ctx, 'integrated-base')
  for (let count = 0; count < sheetLinksMax; count += 1) await linkOf(bars, ada)
  await expect(linkOf(bars, ada)).rejects.toMatchObject({ error: 'sheet_links_full' })
  const { links } = await listSheetLinks(ctx, ada.actor)
  const [first = { id: '' }] = links
  expect(links).toHaveLength(sheetLinksMax)
  expect((await listSheetLinks(ctx, eve.actor)).links).toEqual([])
  await expect(revokeSheetLink(ctx, eve.actor, first.id)).rejects.toMatchObject({ error: 'not_found' })
  await revokeSheetLink(ctx, ada.actor, first.id)
  await linkOf(bars, ada)
})

test('the token of a sheet link is in neither its database row, the access log, the audit log nor the list of links', async () => {
  const { path, link } = await linkOf()
  const token = path.split('/').at(-1) ?? ''
  await read(path)
  await read(`/sheet/${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`)
  // The access log is written after the response.
  await expect
    .poll(() => rest.accessLog.slice(-2))
    .toMatchObject([{ route: '/sheet/stock/kline' }, { route: '/sheet' }])
  const { rows } = await sql`select to_jsonb(l) as link from sheet_link l where id = ${link.id}`.execute(
    ctx.postgres.db,
  )
  const places = [rows, rest.accessLog, await audited(ctx, 'key.open_link'), await listSheetLinks(ctx, owner.actor)]
  expect(JSON.stringify(rows)).toContain('AAPL')
  expect((await audited(ctx, 'key.open_link')).at(-1)).toMatchObject({
    subject: owner.keyId,
    detail: { linkId: link.id },
  })
  for (const place of places) expect(JSON.stringify(place)).not.toContain(token.slice(9, 30))
})
