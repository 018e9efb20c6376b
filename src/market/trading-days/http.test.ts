import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { recordBars } from '../bars/bars.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { nextChange, sessionAt } from '../calendar/session.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { readBars } from '../history/history.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { followTradingDays } from './follow.ts'

let ctx: TestPlatform
let site: SiteApi
let apple: Instrument
let data: Awaited<ReturnType<typeof testStaff>>
beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now: '2026-11-23T12:00:00Z' })
  await installCatalogue(ctx)
  site = siteApi(ctx)
  data = await testStaff(ctx, 'data@example.com', 'data')
  const found = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  if (!found) throw new Error('AAPL is in the catalogue')
  apple = found
})
afterAll(() => ctx[Symbol.asyncDispose]())

const send = (path: string, body?: object) =>
  site.send(`/api/operator/calendars${path}`, {
    headers: { authorization: `Bearer ${data.token}` },
    ...(body === undefined ? {} : { body }),
  })
const at = (time: string) => Date.parse(`${time}:00Z`)
const stateAt = (time: string) => sessionAt(exchangeOf(ctx, apple), at(time))
const versionOf = async (name: string) => (await send(`/${name}?year=2026`)).data.version as number

test('staff can close and restore a trading day, and a change based on an outdated version is refused', async () => {
  const before = await send('/us?year=2026')
  expect(before.data).toMatchObject({ version: 0, isListed: true, tradingDays: 251 })
  expect(before.data.days).toContainEqual(
    expect.objectContaining({ date: '2026-11-27', kind: 'early', hours: '09:30-13:00', source: 'list' }),
  )
  expect(stateAt('2026-12-22T16:00')).toBe('regular')
  const day = { date: '2026-12-22', kind: 'closed', name: 'Storm' }
  const [nasdaq] = (await send(`/us/preview?${new URLSearchParams(day)}`)).data.filter(
    ({ code }: { code: string }) => code === 'NASDAQ',
  )
  expect(nasdaq).toMatchObject({ before: '09:30-16:00', after: '', bars: { stored: 0 } })
  expect(nasdaq.opens.before[0]).toBe(at('2026-12-22T14:30'))
  expect(nasdaq.opens.after[0]).toBe(at('2026-12-23T14:30'))
  expect(nasdaq.instruments).toBeGreaterThan(10)
  expect(stateAt('2026-12-22T16:00')).toBe('regular')

  expect((await send('/us/set', { version: 0, ...day })).status).toBe(200)
  expect(stateAt('2026-12-22T16:00')).toBe('closed')
  expect(nextChange(exchangeOf(ctx, apple), at('2026-12-21T22:00'))?.at).toBe(at('2026-12-23T14:30'))
  expect(await send('/us/set', { version: 0, ...day })).toMatchObject({ error: 'changed_meanwhile' })
  expect(await send('/us/remove', { version: 0, date: day.date })).toMatchObject({ error: 'changed_meanwhile' })
  const { data: shown } = await send('/us?year=2026')
  expect(shown).toMatchObject({ version: 1, tradingDays: 250 })
  expect(shown.days).toContainEqual({ ...day, hours: '', source: 'changed', listed: null })

  expect((await send('/us/remove', { version: 1, date: day.date })).status).toBe(200)
  expect(stateAt('2026-12-22T16:00')).toBe('regular')
  expect(await send('/us/remove', { version: 2, date: day.date })).toMatchObject({ error: 'not_found' })
  expect(await audited(ctx, 'calendar.set')).toMatchObject([
    { actor_kind: 'staff', subject: 'us 2026-12-22', detail: { before: null, after: day } },
  ])
  expect(await audited(ctx, 'calendar.remove')).toMatchObject([{ subject: 'us 2026-12-22', detail: { before: day } }])
})

test('the day bar excludes the minutes after an early close, and includes them again when the early close is removed', async () => {
  const minute = (time: string, close: number) => ({
    ...{ instrumentId: apple.id, interval: '1m' as const, time: at(time), open: close, high: close, low: close, close },
    ...{ volume: 10, turnover: 0, source: 'import' as const },
  })
  await recordBars(ctx, [
    minute('2026-11-20T14:30', 100),
    minute('2026-11-20T17:59', 101),
    minute('2026-11-20T18:00', 200),
  ])
  const dayClose = async () => {
    const range = { limit: 1, order: 'newest' } as const
    const [bar] = await readBars(ctx, { instrument: apple, interval: '1d', to: at('2026-11-20T00:00'), ...range })
    return bar && [bar.close, bar.volume]
  }
  expect(await dayClose()).toEqual([200, 30])
  const day = { date: '2026-11-20', kind: 'early', hours: '13:00', name: 'Outage' }
  const effects = (await send(`/NASDAQ/preview?${new URLSearchParams(day)}`)).data
  expect(effects).toMatchObject([{ code: 'NASDAQ', bars: { stored: 3, before: 0, after: 1, days: 1 } }])
  expect((await send('/NASDAQ/set', { version: await versionOf('NASDAQ'), ...day })).status).toBe(200)
  expect(await dayClose()).toEqual([101, 20])
  const removed = await send('/NASDAQ/remove', { version: await versionOf('NASDAQ'), date: day.date })
  expect(removed.status).toBe(200)
  expect(await dayClose()).toEqual([200, 30])
})

test('a calendar change by a command reaches another process, and an invalid change is refused', async () => {
  const other = { ...ctx, kept: new Map<string, unknown>() }
  await using _following = await followTradingDays(other)
  const isFollowed = (open: boolean) =>
    expect.poll(() => sessionAt(exchangeOf(other, apple), at('2026-12-19T16:00')) === 'regular').toBe(open)
  const set = ['calendar', 'set', 'us', '2026-12-19', 'special', '--hours', '10:00-12:00', '--name', 'Test of systems']
  expect(await tapewire(ctx, ...set, '--dry-run')).toContain('NASDAQ: closed → 10:00-12:00')
  expect(await tapewire(ctx, 'calendar', 'list', 'us')).not.toContain('2026-12-19')
  expect(await tapewire(ctx, ...set)).toContain('2026-12-19 of us is changed.')
  expect(await tapewire(ctx, 'calendar', 'list', 'us')).toContain(
    '2026-12-19  special  10:00-12:00  Test of systems  changed',
  )
  await isFollowed(true)
  await expect(tapewire(ctx, 'calendar', 'set', 'us', '2026-12-19', 'closed')).rejects.toThrow('“date”')
  expect(await tapewire(ctx, 'calendar', 'remove', 'us', '2026-12-19')).toContain('as listed')
  await isFollowed(false)
  expect(await send('/CCC?year=2026')).toMatchObject({ error: 'not_found' })
  expect(await send('/us/preview?date=2026-12-21&kind=remove')).toMatchObject({ error: 'not_found' })
})

test('a calendar import changes only the days that differ, and changes nothing if a line of the file is invalid', async () => {
  const file = join(ctx.settings.dataDir, 'hk.csv')
  const run = (...args: string[]) => tapewire(ctx, 'calendar', ...args)
  await run('export', 'hk', file)
  const text = await readFile(file, 'utf8')
  expect(text).toContain('2003-12-24,early,Christmas Eve,12:30\r\n')
  expect(text).toContain('2020-08-19,special,Typhoon signal no. 8,13:30-16:00\r\n')
  expect(await run('import', 'hk', file)).toMatch(/^0 days of hk are changed, 4\d\d were so already/)

  await writeFile(
    file,
    'Date,Name,Kind,Hours\n1999-02-16,Lunar New Year,closed,\n2026-12-23,"Test, short",early,12:00\n',
  )
  expect(await run('import', 'hk', file, '--dry-run')).toContain('2 days of hk would change')
  expect(await run('list', 'hk', '--year', '1999')).not.toContain('1999-02-16')
  expect(await run('import', 'hk', file)).toContain('1 days are outside of 2000 to 2027')
  expect(await run('list', 'hk', '--year', '1999')).toContain('1999-02-16  closed  closed  Lunar New Year  changed')
  expect(await run('list', 'hk')).toContain('2026-12-23  early  09:30-12:00  Test, short  changed')

  await writeFile(file, 'date,kind\n1999-02-17,closed\n1999-02-20,closed\n1999-02-18\n')
  await expect(run('import', 'hk', file)).rejects.toThrow(
    '2 lines do not fit.\nLine 3: date does not fit.\nLine 4: cells',
  )
  expect(await run('list', 'hk', '--year', '1999')).not.toContain('1999-02-17')
})
