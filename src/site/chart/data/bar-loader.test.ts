import type { KLineData } from 'klinecharts'
import { describe, expect, test } from 'vitest'
import { BarLoader, pageSize, toChartBar } from './bar-loader.ts'
import type { BarPage, BarWanted, ChartInstrument, LiveBars, MarketSource } from './market-source.ts'

const instrument: ChartInstrument = {
  ticker: 'NASDAQ:AAPL',
  class: 'stock',
  region: 'US',
  code: 'AAPL',
  name: 'Apple',
  exchange: 'NASDAQ',
  timezone: 'America/New_York',
  decimals: 2,
  regular: null,
}
const bar = (t: number, c = t) => ({ t, o: c, h: c, l: c, c, v: 1 })
const bars = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => bar(from + at))

type Asked = {
  code: string
  wanted: BarWanted
  answer(page: Partial<BarPage>): Promise<void>
  fail(error: Error): Promise<void>
}

/** A source that answers when the test says so. */
class HeldSource implements MarketSource {
  readonly asked: Asked[] = []
  live: LiveBars | null = null

  instrument(): Promise<ChartInstrument> {
    return Promise.resolve(instrument)
  }

  bars(of: ChartInstrument, _: string, wanted: BarWanted): Promise<BarPage> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        code: of.code,
        wanted,
        answer: async (page) => {
          resolve({ bars: [], more: false, delay: 0, source: null, ...page })
          await settled()
        },
        fail: async (error) => {
          reject(error)
          await settled()
        },
      })
    })
  }

  follow(_: ChartInstrument, __: string, live: LiveBars): () => void {
    this.live = live
    return () => {
      this.live = null
    }
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

function open() {
  const source = new HeldSource()
  const failures: string[] = []
  let time = 0
  const loader = new BarLoader(
    source,
    { loading: () => {}, loaded: () => {}, moved: () => {}, failed: (_, at) => failures.push(at), link: () => {} },
    () => time,
  )
  loader.show({ instrument, interval: '1d', adjust: 'none' })
  const got: { times: number[]; more: unknown }[] = []
  const pushed: number[] = []
  const symbol = { ticker: 'x', pricePrecision: 2, volumePrecision: 0 }
  const period = { type: 'day' as const, span: 1 }
  return {
    source,
    loader,
    failures,
    got,
    pushed,
    at: (ms: number) => {
      time = ms
    },
    async get(type: 'init' | 'forward', timestamp: number | null = null) {
      const callback = (data: KLineData[], more?: unknown) =>
        got.push({ times: data.map((one) => one.timestamp), more })
      void loader.loader.getBars({ type, timestamp, symbol, period, callback })
      await settled()
    },
    follow() {
      loader.loader.subscribeBar?.({ symbol, period, callback: (data) => pushed.push(data.timestamp) })
    },
  }
}

test('a bar speaks both vocabularies', () => {
  expect(toChartBar(bar(5))).toEqual({ ...bar(5), timestamp: 5, open: 5, high: 5, low: 5, close: 5, volume: 1 })
})

describe('history', () => {
  test('pages back from the oldest bar, without overlap, until the source has no more', async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.asked[0]?.answer({ bars: bars(10, 13), more: true })
    await chart.get('forward', 10)
    expect(chart.source.asked[1]?.wanted).toEqual({ limit: pageSize, adjust: 'none', before: 10 })
    await chart.source.asked[1]?.answer({ bars: bars(7, 11), more: false })
    expect(chart.got).toEqual([
      { times: [10, 11, 12], more: { forward: true } },
      { times: [7, 8, 9], more: { forward: false } },
    ])
  })

  test('a symbol and an interval that change in one turn are read once', async () => {
    const chart = open()
    const first = chart.get('init')
    chart.loader.show({ instrument: { ...instrument, code: 'MSFT' }, interval: '1h', adjust: 'none' })
    await Promise.all([first, chart.get('init')])
    expect(chart.source.asked.map(({ code }) => code)).toEqual(['MSFT'])
  })

  test('an answer for what is no longer shown is dropped', async () => {
    const chart = open()
    await chart.get('init')
    await chart.get('init')
    await chart.source.asked[0]?.answer({ bars: bars(0, 3) })
    expect(chart.got).toEqual([])
    await chart.source.asked[1]?.answer({ bars: bars(5, 6) })
    expect(chart.got).toEqual([{ times: [5], more: { forward: false } }])
  })

  test('a failed older page is told once and tried again after a pause', async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.asked[0]?.answer({ bars: bars(10, 12), more: true })
    await chart.get('forward', 10)
    await chart.source.asked[1]?.fail(new Error('busy'))
    await chart.get('forward', 10)
    expect([chart.source.asked.length, chart.failures]).toEqual([2, ['older']])
    chart.at(6_000)
    await chart.get('forward', 10)
    expect(chart.source.asked).toHaveLength(3)
  })
})

describe('live bars', () => {
  const running = async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.asked[0]?.answer({ bars: bars(10, 13) })
    chart.follow()
    return chart
  }

  test('move the newest bar and add new ones; older ones change nothing', async () => {
    const chart = await running()
    for (const t of [12, 13, 11]) chart.source.live?.bar(bar(t))
    expect(chart.pushed).toEqual([12, 13])
  })

  test('a lost connection is filled from the newest bar on', async () => {
    const chart = await running()
    chart.source.live?.gap()
    expect(chart.source.asked[1]?.wanted).toEqual({ limit: pageSize, adjust: 'none', from: 12 })
    await chart.source.asked[1]?.answer({ bars: bars(12, 16) })
    expect(chart.pushed).toEqual([12, 13, 14, 15])
  })

  test('a gap wider than a page starts over', async () => {
    const chart = await running()
    let started = 0
    chart.loader.startOver = () => {
      started += 1
    }
    chart.source.live?.gap()
    await chart.source.asked[1]?.answer({ bars: bars(12, 12 + pageSize) })
    expect([started, chart.pushed]).toEqual([1, []])
  })
})
