import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { readDividends, readSplits } from '#src/market/companies/corporate-actions.ts'
import { readFactors } from '#src/market/history/factors.ts'
import { ensureInstrument } from '#src/market/instruments/instruments.ts'
import { systemClock } from '#src/platform/clock.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { VendorStandIn } from '#test/fixtures/vendors/vendor-stand-in.ts'
import { alpaca, massive } from '#test/fixtures/vendors/vendors.ts'
import { Following } from '../following.ts'
import { VendorSource } from './vendor-source.ts'

const day = (back: number) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)
const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10)

test.each([massive, alpaca])(
  'changed splits and dividends of $name are adopted, but imported or edited ones take precedence',
  async ({ name, protocol, make }) => {
    await using here = await testPlatform({ clickhouse: true })
    await using vendor = await VendorStandIn.open(protocol)
    const ctx = { ...here, clock: systemClock, tape: new MemoryTape(systemClock) }
    const instrument = await ensureInstrument(ctx, { class: 'stock', region: 'US', code: 'ADJ' })
    const about = { symbol: 'ADJ' }
    const days = Array.from({ length: 40 }, (_, back) => Date.parse(day(back + 1)))
    const prices = { open: 100, high: 100, low: 100, close: 100, volume: 1, turnover: 0 }
    const kept = { source: 'import', instrumentId: instrument.id, interval: '1d' } as const
    await recordBars(
      ctx,
      days.map((time) => ({ ...prices, ...kept, time })),
    )
    const file = join(ctx.settings.dataDir, 'dividends.csv')
    const header = 'region,code,ex_date,amount,currency,record_date,pay_date'
    await writeFile(file, `${header}\nUS,ADJ,${day(25)},5,USD,,\n`)
    await tapewire(here, 'import', 'dividends', file)
    const listed = async () => {
      const all = { of: { instrumentId: instrument.id }, page: 0, size: 20 }
      const [splits, dividends] = [await readSplits(ctx, all), await readDividends(ctx, all)]
      return {
        splits: splits.rows.map(({ d, newShares, source }) => [isoOf(d), newShares, source]),
        dividends: dividends.rows.map(({ d, a, pd, source }) => [isoOf(d), a, pd && isoOf(pd), source]),
      }
    }
    const until = (wanted: object) => expect.poll(listed).toEqual(wanted)
    const announced = [day(-30), 1, null, name]
    const imported = [day(25), 5, null, 'import']

    vendor.actions = [
      { ...about, id: 1, exDate: day(20), newShares: 4, oldShares: 1 },
      { ...about, id: 2, exDate: day(10), amount: 1, payDate: day(5) },
      { ...about, id: 3, exDate: day(10), amount: 0.5 },
      { ...about, id: 4, exDate: day(25), amount: 9 },
      { ...about, id: 5, exDate: day(-30), amount: 1 },
      { ...about, id: 6, exDate: '2026-13-40', amount: 1 },
      { ...about, id: 7, exDate: day(8), newShares: 0, oldShares: 1 },
      { symbol: 'MSFT', id: 8, exDate: day(7), amount: 1 },
    ]
    const source = new VendorSource(make(vendor.url), [{ class: 'stock', name: 'ADJ' }], {
      actionsMs: 100,
      pingMs: 100,
    })
    await using _following = await Following.open(ctx, source)
    await until({
      splits: [[day(20), 4, name]],
      dividends: [announced, [day(10), 1.5, day(5), name], imported],
    })
    // A dividend of 5 at a close of 100, a split of 4 for 1, and a dividend of 1.50 at a close of 100.
    await expect
      .poll(async () => (await readFactors(ctx, instrument.id))[0])
      .toMatchObject({
        price: expect.closeTo(0.95 * 0.985),
        split: 0.25,
      })

    // Actions are corrected. A list that is only partly readable withdraws no action of its kind.
    const unread = [
      { ...about, id: 1, exDate: '2026-13-40', newShares: 4, oldShares: 1 },
      { ...about, id: 2, exDate: '2026-13-40', amount: 1 },
    ]
    vendor.actions = [...unread, { ...about, id: 3, exDate: day(10), amount: 3 }]
    await until({
      splits: [[day(20), 4, name]],
      dividends: [announced, [day(10), 3, null, name], imported],
    })

    // Actions are corrected and withdrawn; an empty list withdraws nothing.
    vendor.actions = [{ ...about, id: 2, exDate: day(10), amount: 2 }]
    await until({ splits: [], dividends: [[day(10), 2, null, name], imported] })
    await expect
      .poll(async () => (await readFactors(ctx, instrument.id))[0])
      .toMatchObject({
        price: expect.closeTo(0.95 * 0.98),
        split: 1,
      })
    vendor.actions = []
    await sleep(300)
    expect((await listed()).dividends).toHaveLength(2)

    // While REST is down nothing changes. Actions that change during this time are read once REST works again.
    const split = { ...about, id: 9, exDate: day(15), newShares: 1, oldShares: 10 }
    vendor.isRestDown = true
    vendor.actions = [split, { ...about, id: 2, exDate: day(10), amount: 3 }]
    await sleep(300)
    expect((await listed()).splits).toEqual([])
    vendor.isRestDown = false
    await until({ splits: [[day(15), 1, name]], dividends: [[day(10), 3, null, name], imported] })

    // The operator's edit stays, even if the vendor's data of that day changes.
    await tapewire(here, 'corporate-actions', 'set', 'stock:ADJ$US', 'dividend', day(10), '--amount', '4')
    vendor.actions = [{ ...about, id: 2, exDate: day(10), amount: 5 }]
    await until({ splits: [], dividends: [[day(10), 4, null, 'operator'], imported] })
  },
  30_000,
)

test('splits and dividends of Massive are read from several pages, each action once', async () => {
  await using vendor = await VendorStandIn.open(massive.protocol)
  vendor.actions = Array.from({ length: 1_100 }, (_, id) => ({
    ...{ symbol: 'ADJ', id, exDate: day(1_000 - Math.floor(id / 2)), amount: 1 },
  }))
  const read = await massive.make(vendor.url).actions({ class: 'stock', name: 'ADJ' }, Date.now())
  expect(read.map(({ exDate }) => exDate)).toEqual(vendor.actions.map(({ exDate }) => exDate))
})
