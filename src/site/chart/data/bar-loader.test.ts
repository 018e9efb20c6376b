import type { KLineData } from 'klinecharts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#sdk/typescript/error.ts'
import { bar, bars, HeldSource, instrument, settled } from '#test/fixtures/held-source.ts'
import { BarLoader, pageSize, toChartBar } from './bar-loader.ts'

function open() {
  const source = new HeldSource()
  const failures: string[] = []
  const loaded: number[] = []
  const reached: number[] = []
  let time = 0
  const loader = new BarLoader(
    source,
    {
      loading: () => {},
      loaded: ({ bars }) => loaded.push(bars.length),
      reached: (oldest) => reached.push(oldest),
      moved: () => {},
      failed: (_, at) => failures.push(at),
      link: () => {},
    },
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
    loaded,
    reached,
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

test('a chart bar has the field names of both the gateway and the chart library', () => {
  expect(toChartBar(bar(5))).toEqual({ ...bar(5), timestamp: 5, open: 5, high: 5, low: 5, close: 5, volume: 1 })
})

describe('history of the chart', () => {
  test('the chart loads history backwards in pages, without overlap, until the source has no more bars', async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(10, 13), more: true })
    await chart.get('forward', 10)
    expect(chart.source.requests[1]?.wanted).toEqual({ limit: pageSize, adjust: 'none', before: 10 })
    await chart.source.requests[1]?.answer({ bars: bars(7, 11), more: false })
    expect(chart.got).toEqual([
      { times: [10, 11, 12], more: { forward: true } },
      { times: [7, 8, 9], more: { forward: false } },
    ])
    expect(chart.reached).toEqual([10, 7])
  })

  test('the chart immediately loads a second page of bars if an indicator needs more than a page to warm up', async () => {
    const chart = open()
    chart.loader.warmUp = 1_440
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(2_000, 3_000), more: true })
    expect([chart.source.requests[1]?.wanted.before, chart.got]).toEqual([2_000, []])
    await chart.source.requests[1]?.answer({ bars: bars(1_000, 2_000), more: true })
    expect([chart.got[0]?.times.length, chart.loader.isShort]).toEqual([2_000, false])
    chart.loader.warmUp = 2_000
    expect(chart.loader.isShort).toBe(true)
  })

  test('a jump during a load makes the chart load bars back to the time of the jump; without older bars a jump changes nothing', async () => {
    const chart = open()
    let started = 0
    chart.loader.startOver = () => {
      started += 1
    }
    await chart.get('init')
    chart.loader.reachBack(8)
    chart.loader.reachBack(3)
    await chart.source.requests[0]?.answer({ bars: bars(10, 12), more: true })
    await chart.source.requests[1]?.answer({ bars: bars(5, 10), more: true })
    await chart.source.requests[2]?.answer({ bars: bars(2, 5), more: true })
    expect([started, chart.got[0]?.times[0]]).toEqual([0, 2])
    expect([chart.loader.reachBack(0), started]).toEqual([true, 1])
    await chart.get('init')
    await chart.source.requests[3]?.answer({ bars: bars(10, 12), more: false })
    expect([chart.loader.reachBack(0), started]).toEqual([false, 1])
  })

  test('if a page of older bars is empty although older bars exist, the chart reports a failure and requests no further page', async () => {
    const chart = open()
    chart.loader.warmUp = 1_440
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(10, 13), more: true })
    await chart.source.requests[1]?.answer({ bars: [], more: true })
    expect([chart.source.requests.length, chart.got[0]?.times]).toEqual([2, [10, 11, 12]])
    await chart.get('forward', 10)
    await chart.source.requests[2]?.answer({ bars: [], more: true })
    expect([chart.failures, chart.got.at(-1)]).toEqual([['older'], { times: [], more: { forward: false } }])
  })

  test('a first load that still reads pages is not repeated, even if the indicators need more bars', async () => {
    const chart = open()
    chart.loader.warmUp = 1_440
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(2_000, 3_000), more: true })
    expect([chart.loader.isShort, chart.loader.hasTooFew]).toEqual([true, false])
    await chart.source.requests[1]?.answer({ bars: bars(1_000, 2_000), more: true })
    chart.loader.warmUp = 5_000
    expect(chart.loader.hasTooFew).toBe(true)
  })

  test('if the plan excludes older bars, the chart reports the refusal, and its history ends at the oldest loaded bar', async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(10, 12), more: true })
    await chart.get('forward', 10)
    const facts = { status: 403, code: 403, error: 'not_in_plan' }
    await chart.source.requests[1]?.fail(new ApiError('not in the plan', facts))
    expect([chart.failures, chart.got.at(-1)]).toEqual([['older'], { times: [], more: { forward: false } }])
  })

  test('the chart loads again by itself only after a rate-limit refusal, when the stated wait has passed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const chart = open()
    let started = 0
    chart.loader.startOver = () => {
      started += 1
    }
    await chart.get('init')
    const facts = { status: 429, code: 429, error: 'rate_limited', retryAfter: 17 }
    await chart.source.requests[0]?.fail(new ApiError('slow down', facts))
    vi.advanceTimersByTime(16_900)
    expect([started, chart.failures]).toEqual([0, ['first']])
    vi.advanceTimersByTime(200)
    expect(started).toBe(1)
    await chart.get('init')
    await chart.source.requests[1]?.fail(new Error('busy'))
    vi.runAllTimers()
    expect(started).toBe(1)
  })

  test('history is requested once when symbol and interval change at the same time', async () => {
    const chart = open()
    const first = chart.get('init')
    chart.loader.show({ instrument: { ...instrument, code: 'MSFT' }, interval: '1h', adjust: 'none' })
    await Promise.all([first, chart.get('init')])
    expect(chart.source.requests.map(({ code }) => code)).toEqual(['MSFT'])
  })

  test('the chart drops a response for bars that are no longer shown', async () => {
    const chart = open()
    await chart.get('init')
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(0, 3) })
    expect(chart.got).toEqual([])
    await chart.source.requests[1]?.answer({ bars: bars(5, 6) })
    expect(chart.got).toEqual([{ times: [5], more: { forward: false } }])
  })

  test('a failure to load older bars is reported once, and the load is retried after a pause', async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(10, 12), more: true })
    await chart.get('forward', 10)
    await chart.source.requests[1]?.fail(new Error('busy'))
    await chart.get('forward', 10)
    expect([chart.source.requests.length, chart.failures]).toEqual([2, ['older']])
    chart.at(6_000)
    await chart.get('forward', 10)
    expect(chart.source.requests).toHaveLength(3)
  })
})

describe('the on-balance volume of the chart', () => {
  const shown = async (isCumulative: boolean) => {
    const chart = open()
    const anchors: unknown[] = []
    chart.loader.anchored = (anchor) => anchors.push(anchor)
    chart.loader.isCumulative = isCumulative
    await chart.get('init')
    return { ...chart, anchors }
  }

  test('the on-balance volume is read once, at the oldest loaded bar, and not again when older bars arrive', async () => {
    const chart = await shown(true)
    chart.source.balanceIs = 700
    await chart.source.requests[0]?.answer({ bars: bars(10, 13), more: true })
    await chart.get('forward', 10)
    await chart.source.requests[1]?.answer({ bars: bars(7, 10) })
    expect([chart.source.balances, chart.anchors]).toEqual([[10], [null, { t: 10, value: 700 }]])
  })

  test('the on-balance volume is read only when a cumulative indicator is shown', async () => {
    const chart = await shown(false)
    await chart.source.requests[0]?.answer({ bars: bars(10, 13) })
    expect(chart.source.balances).toEqual([])
    chart.loader.isCumulative = true
    await settled()
    expect([chart.source.balances, chart.anchors]).toEqual([[10], [null, { t: 10, value: 0 }]])
  })

  test('if the on-balance volume cannot be read, the chart still shows bars, and retries the read when older bars are loaded', async () => {
    const chart = await shown(true)
    chart.source.balanceIs = new Error('busy')
    await chart.source.requests[0]?.answer({ bars: bars(10, 13), more: true })
    expect([chart.anchors, chart.failures, chart.got.length]).toEqual([[null], [], 1])
    chart.source.balanceIs = 300
    await chart.get('forward', 10)
    await chart.source.requests[1]?.answer({ bars: bars(7, 10) })
    expect([chart.source.balances, chart.anchors]).toEqual([
      [10, 7],
      [null, { t: 7, value: 300 }],
    ])
  })
})

describe('live bars of the chart', () => {
  const running = async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: bars(10, 13) })
    chart.follow()
    return chart
  }

  test('live bars update the newest bar and add new bars, and older live bars are ignored', async () => {
    const chart = await running()
    for (const t of [12, 13, 11]) chart.source.live?.bar(bar(t))
    expect(chart.pushed).toEqual([12, 13])
  })

  test('a chart without bars shows the first live bar', async () => {
    const chart = open()
    await chart.get('init')
    await chart.source.requests[0]?.answer({ bars: [] })
    chart.follow()
    for (const t of [12, 13]) chart.source.live?.bar(bar(t))
    expect([chart.loaded, chart.pushed]).toEqual([
      [0, 1],
      [12, 13],
    ])
  })

  test('after a lost connection the chart loads the missed bars, starting at its newest bar', async () => {
    const chart = await running()
    chart.source.live?.gap()
    expect(chart.source.requests[1]?.wanted).toEqual({ limit: pageSize, adjust: 'none', from: 12 })
    await chart.source.requests[1]?.answer({ bars: bars(12, 16) })
    expect(chart.pushed).toEqual([12, 13, 14, 15])
  })

  test('live bars that arrive while a gap is filled are added after the missed bars', async () => {
    const chart = await running()
    chart.source.live?.gap()
    for (const [t, close] of [
      [16, 1],
      [16, 2],
      [17, 3],
    ] as const)
      chart.source.live?.bar(bar(t, close))
    expect(chart.pushed).toEqual([])
    await chart.source.requests[1]?.answer({ bars: bars(12, 17) })
    expect(chart.pushed).toEqual([12, 13, 14, 15, 16, 16, 17])
    chart.source.live?.bar(bar(18))
    expect(chart.pushed.at(-1)).toBe(18)
  })

  test('a failure to fill a gap in live bars is reported once, and the chart retries until the gap is filled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const chart = await running()
    chart.source.live?.gap()
    for (const request of [1, 2]) {
      await chart.source.requests[request]?.fail(new Error('busy'))
      chart.source.live?.bar(bar(15))
      vi.runAllTimers()
    }
    expect([chart.failures, chart.pushed]).toEqual([['live'], []])
    await chart.source.requests[3]?.answer({ bars: bars(12, 15) })
    expect(chart.pushed).toEqual([12, 13, 14, 15])
  })

  test('the chart reloads when its history is replaced', async () => {
    const chart = await running()
    let started = 0
    chart.loader.startOver = () => {
      started += 1
    }
    chart.source.live?.replaced()
    expect([started, chart.pushed]).toEqual([1, []])
  })

  test('the chart reloads after a gap wider than a page', async () => {
    const chart = await running()
    let started = 0
    chart.loader.startOver = () => {
      started += 1
    }
    chart.source.live?.gap()
    await chart.source.requests[1]?.answer({ bars: bars(12, 12 + pageSize) })
    expect([started, chart.pushed]).toEqual([1, []])
  })
})
