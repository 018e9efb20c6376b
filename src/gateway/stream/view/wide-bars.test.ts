import { expect, test } from 'vitest'
import { type BarEvent, barIntervals, builtIntervals, intervals } from '#src/contract/market.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { type Frame, openStream, protocolDeps } from '#test/fixtures/stream.ts'

const at = (text: string): number => Date.parse(`2026-01-06T${text}:00Z`)

function minute(time: number, close: number, more: Partial<BarEvent> = {}): BarEvent {
  const figures = { open: close - 1, high: close + 1, low: close - 2, close, volume: 10, turnover: 1 }
  return {
    type: 'bar',
    key: 'crypto:BTCUSD$BA',
    interval: '1m',
    time,
    ...figures,
    final: true,
    source: 'simulated',
    ...more,
  }
}

test('streamed bars longer than a minute combine stored minutes with live minutes, and contain each minute once', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T12:07:30Z' })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'BTCUSD' })
  if (!instrument) throw new Error('BTCUSD is in the catalogue')
  const stored = [minute(at('12:04'), 90), minute(at('12:05'), 100), minute(at('12:06'), 105)]
  await recordBars(
    ctx,
    stored.map((bar) => ({ ...bar, instrumentId: instrument.id, interval: '1m' as const })),
  )
  await using stream = await openStream(ctx, protocolDeps())
  const client = stream.connect('/crypto', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'kline@1,kline@5m' })

  await stream.publish(minute(at('12:07'), 110, { final: false }))
  const one = (await client.next((frame) => frame.data?.type === 'kline@1')).data
  const five = (await client.next((frame) => frame.data?.type === 'kline@2')).data
  expect(five).toMatchObject({ t: at('12:05'), o: 99, h: 111, l: 98, c: 110, v: 30, final: false, seq: one.seq })

  await stream.publish(minute(at('12:07'), 112), minute(at('12:09'), 108, { closes: ['5m'] }))
  expect((await client.next((frame) => frame.data?.type === 'kline@2')).data).toMatchObject({
    c: 112,
    v: 30,
    final: false,
  })
  expect((await client.next((frame) => frame.data?.type === 'kline@2')).data).toMatchObject({
    c: 108,
    v: 40,
    final: true,
  })

  await stream.publish(minute(at('12:10'), 120, { final: false }))
  expect((await client.next((frame) => frame.data?.type === 'kline@2')).data).toMatchObject({
    t: at('12:10'),
    o: 119,
    v: 10,
  })

  const all = stream.connect('/crypto', { token: 'good' })
  const types = barIntervals.map((name) => `kline@${name}`).join(',')
  await all.answer({ ac: 'subscribe', params: 'BTCUSD$BA', types })
  const numbered = intervals.map((_, index) => `kline@${index + 1}`)
  const named = builtIntervals.map((name) => `kline@${name}`)
  expect((await all.answer({ ac: 'list' })).data[0].types).toEqual([...numbered, ...named])
  await stream.publish(minute(at('12:10'), 121))
  const latest = new Map<string, Frame>()
  while (latest.size < barIntervals.length) {
    const { data } = await all.next((frame) => frame.data?.c === 121)
    latest.set(data.type, data)
  }
  const seq = latest.get('kline@1').seq
  const opens = ['12:10', '12:10', '12:00', '12:00', '12:00', '12:00', '12:00', '00:00'].map(at)
  const starts = [...opens, Date.parse('2026-01-05'), Date.parse('2026-01-01')]
  expect(numbered.map((type) => [latest.get(type).t, latest.get(type).seq])).toEqual(starts.map((time) => [time, seq]))
  expect(numbered.map((type) => latest.get(type).final)).toEqual([true, ...Array.from({ length: 9 }, () => false)])
  expect(latest.get('kline@8')).toMatchObject({ o: 89, c: 121 })
  const others = ['12:09', '12:10', '12:00', '12:00', '12:00', '08:00', '12:00'].map(at)
  const dates = ['2026-01-04', '2026-01-01', '2026-01-01'].map((date) => Date.parse(date))
  expect(named.map((type) => [latest.get(type).t, latest.get(type).final])).toEqual(
    [...others, ...dates].map((time) => [time, false]),
  )
})

test('a day bar of the stream contains only the minutes of its session', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-06T14:00:30Z' })
  await installCatalogue(ctx)
  await using stream = await openStream(ctx, protocolDeps())
  const client = stream.connect('/stock', { token: 'good' })
  await client.answer({ ac: 'subscribe', params: 'AAPL$US', types: 'kline@1d' })
  const key = 'stock:AAPL$US'
  await stream.publish(
    minute(at('14:30'), 110, { key }),
    minute(at('20:59'), 120, { key, closes: ['1h', '2h', '4h', '1d'] }),
    minute(at('21:05'), 900, { key }),
  )
  const bars = []
  while (bars.length < 3) bars.push((await client.next((frame) => frame.data?.type === 'kline@8')).data)
  const day = Date.parse('2026-01-06')
  expect(bars).toMatchObject([
    { t: day, c: 110, v: 10, final: false },
    { t: day, c: 120, v: 20, final: true },
    { t: day, c: 120, v: 20, final: true },
  ])
})
